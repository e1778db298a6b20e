"""Many sockets of one address ask without a pause, each within its own rate: together they are a flood."""

import asyncio
import contextlib
import time

from websockets.exceptions import InvalidStatus

from tests.server.attacks.tools import Hindered, bot_table, try_to
from tests.server.client import sit

SETTINGS = {"traffic_burst": 300, "traffic_per_second": 1.0}
CROWD = 50
EACH = 90  # messages: fewer than one socket may send at once


async def attack(server) -> None:
    table, _ = await bot_table(server.url, game="scout")
    began = time.monotonic()
    async with contextlib.AsyncExitStack() as all_of_them:
        crowd = []
        with contextlib.suppress(InvalidStatus):
            while len(crowd) < CROWD:
                crowd.append(await all_of_them.enter_async_context(sit(server.url, table, hello=False)))
        if not crowd:
            raise Hindered("no socket was opened")
        heard = sum(await asyncio.gather(*map(asked, crowd)))
    most = server.settings.traffic_burst + server.settings.traffic_per_second * (time.monotonic() - began)
    assert heard <= most + 1, f"{heard} messages of one address were answered, {most:.0f} are allowed"


async def asked(one) -> int:
    """How many of the dearest messages one socket was not refused."""
    kinds = [("hello", {"last": -1}), ("foresee", {}), ("ask", {"action": 0}), ("ask", {"text": "x" * 60})]
    heard = 0
    for number in range(EACH):
        kind, fields = kinds[min(number, number % 4)]
        answer = await try_to(one, kind, **fields)
        if not answer:
            break
        heard += answer.get("reason") != "too_fast"
    return heard
