"""What belongs to the time after a match, asked for during one; and forks, as many at once as somebody likes."""

import asyncio
import json
import time

import lasttrick
from tests.server.attacks.tools import BEFORE, GAME, ask, check_waited, join, must, open_table
from tests.server.client import sit

WAITED = 2.0
SETTINGS = {"bot_matches_per_address": 4, "tables_burst": 100, "slow_burst": 100}
FORK = {"step": 0, "seat": 0, "name": "Eve", "program": True}
LOOKS = ("match", "replay?eyes=all", "replay?eyes=0", "verify", "review", "review/told")
WISHES = {"review": {}, "fork": FORK, "rematch": {}}


async def attack(server) -> None:
    url = server.url
    table, ann = await open_table(url, 3)
    bob, eve = await join(url, table, "Bob", 1), await join(url, table, "Eve", 2)
    await must(url, f"/api/tables/{table}/start", {}, ann)
    async with sit(url, table, ann) as seated:
        for token in (None, bob, eve):
            await nothing_is_told(url, table, token)
        await forks_have_an_end(server, seated)


async def nothing_is_told(url: str, table: str, token: str | None) -> None:
    wishes = [(path, None) for path in LOOKS] + list(WISHES.items())
    for path, data in wishes:
        status, answer = await ask(url, f"/api/tables/{table}/{path}", data, token)
        assert status in (400, 403, 409, *BEFORE), (path, status, answer)
        assert not {"seed", "actions", "steps", "secret"} & set(answer), path


async def forks_have_an_end(server, seated) -> None:
    """A file that ends early can be gone on from; not more matches with bots come of it than of tables."""
    match = lasttrick.new_match(GAME, players=3, seed=7)
    for _ in range(20):
        seat = match.acting[0]
        match.apply(seat, match.legal(seat)[0])
    status, brought = await ask(server.url, "/api/matches", raw=json.dumps(match.to_json()).encode())
    assert status in (201, *BEFORE), brought
    if status != 201:
        return
    id, worst = brought["table"]["id"], 0.0
    assert (await ask(server.url, f"/api/tables/{id}/review", {}))[0] in (409, *BEFORE), "half a match is reviewed"
    wishes = [FORK | {"step": step % 21, "fresh": step % 2 == 1} for step in range(24)]
    trying = [asyncio.create_task(ask(server.url, f"/api/tables/{id}/fork", wish)) for wish in wishes]
    while not all(one.done() for one in trying):
        began = time.monotonic()
        await seated.ask("ping")
        worst = max(worst, time.monotonic() - began)
        await asyncio.sleep(0.1)
    made = [answer for status, answer in [await one for one in trying] if status == 201]
    assert len(made) <= server.settings.bot_matches_per_address, "there is no end to forks"
    for fork in made[:1]:
        await nothing_is_told(server.url, fork["table"]["id"], None)
    check_waited(worst, WAITED)
