"""Spectators who reconnect to say more, use each other's ids, and speak where they were muted."""

import asyncio
import time

from websockets.exceptions import InvalidStatus

from tests.server.attacks.tools import must, open_table, try_to
from tests.server.client import sit

SETTINGS = {"chats_burst": 5, "chats_per_second": 0.01, "openings_burst": 30, "openings_per_second": 0.01}
TRIES = 6


async def attack(server) -> None:
    url = server.url
    table, ann = await open_table(url, public=True)
    async with sit(url, table, ann) as host:
        await two_of_one_id(url, table)
        said = await reconnecting(url, table)
        assert said <= 2 * 5, f"{said} lines were said by reconnecting"
        assert (await host.ask("say", text="and I?"))["type"] == "ack", "the host was silenced by others"
        await must(url, f"/api/tables/{table}/mute", {"muted": True}, ann)
        try:
            async with sit(url, table) as watcher:
                assert (await try_to(watcher, "say", text="hear me")).get("type") != "ack", "a muted spectator spoke"
        except InvalidStatus:
            pass
    await any_number_of_sockets(server, table)


async def two_of_one_id(url: str, table: str) -> None:
    """The second of two strangers who use the same id is heard, too."""
    async with sit(url, table) as one, sit(url, table) as two:
        assert (await one.ask("say", "same", text="one"))["type"] == "ack"
        assert (await two.ask("say", "same", text="two"))["type"] in ("ack", "unavailable"), "a line was lost"
        answer = await two.ask("say", "same\n", text="three")
        assert answer["type"] == "illegal", "an id with a line feed was taken"


async def reconnecting(url: str, table: str) -> int:
    said = 0
    for _ in range(TRIES):
        try:
            async with sit(url, table) as watcher:
                answers = await asyncio.gather(*(try_to(watcher, "say", text="x" * 500) for _ in range(5)))
                said += sum(answer.get("type") == "ack" for answer in answers)
        except InvalidStatus:
            pass
    return said


async def any_number_of_sockets(server, table: str) -> None:
    opened, began = 0, time.monotonic()
    for _ in range(150):
        try:
            async with sit(server.url, table, hello=False):
                opened += 1
        except InvalidStatus:
            break
    limits, seconds = server.settings, time.monotonic() - began
    most = (limits.openings_burst + limits.openings_per_second * seconds) * server.processes
    assert opened <= most + 1, f"{opened} sockets were opened, {most:.0f} are allowed"
