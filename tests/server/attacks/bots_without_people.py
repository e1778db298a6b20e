"""Matches with bots, left at once or never joined: they must not keep the bots from others."""

import asyncio

from tests.server.attacks.tools import ask, bot_table, go_on, must, open_table
from tests.server.client import BOTS, sit

SETTINGS = {"bot_matches_per_address": 5}
MANY = 8


async def attack(server) -> None:
    url = server.url
    left = []
    for _ in range(MANY):
        table, token = await bot_table(url)
        await must(url, f"/api/tables/{table}/leave", {}, token)
        left.append(table)
    before = await versions(url, left)
    await asyncio.sleep(1)
    grown = [now - then for now, then in zip(await versions(url, left), before, strict=True)]
    assert max(grown) <= 1, "bots play on for nobody"  # one decision may have been on its way into the log
    await more_than_allowed(server)


async def versions(url: str, tables: list[str]) -> list[int]:
    answers = [await ask(url, f"/api/tables/{table}") for table in tables]
    for answer in answers:
        go_on(*answer)
    return [answer["table"]["version"] for _, answer in answers]


async def more_than_allowed(server) -> None:
    """So many at once, all asked together, by two ways. Each process counts what begins at it: those made together are
    one's own, those started are where their tables are."""
    url = server.url
    tables = [await open_table(url, 3, seats=BOTS[:2]) for _ in range(MANY // 2)]
    starts = [ask(url, f"/api/tables/{table}/start", {}, token) for table, token in tables]
    wish = {"game": "ten_tricks_later", "name": "Eve", "players": 3, "seats": BOTS[:2], "start": True, "program": True}
    done = await asyncio.gather(*starts, *(ask(url, "/api/tables", wish) for _ in range(30)))
    begun = [answer for status, answer in done if status in (200, 201)]
    most = server.settings.bot_matches_per_address + (len(tables) if server.processes > 1 else 0)
    assert len(begun) <= most, f"an address keeps {len(begun)} matches with bots going, {most} are allowed"
    for answer in begun:
        token = answer.get("token") or next(t for table, t in tables if table == answer["table"]["id"])
        async with sit(url, answer["table"]["id"], token):
            pass
        await must(url, f"/api/tables/{answer['table']['id']}/leave", {}, token)
