"""Somebody sends headers that take long to read: quotes in cookies, and whatever else is looked at before anything."""

import asyncio
import statistics
import time

from tests.server.attacks.tools import BEFORE, Hindered, ask, bot_table, check_waited
from tests.server.client import sit

WAITED = 0.4  # half of all waits are shorter, also on a busy machine
LENGTH = 15_000  # bytes: as long as a head may be
TOKEN = "a" * 43
DEAR = [
    ("cookie", 'a="' + r"\"" * (LENGTH // 2) + '"'),
    ("cookie", 'lasttrick="' + r"\012" * (LENGTH // 4) + '"'),
    ("cookie", "; " * (LENGTH // 2)),
    ("cookie", ";" + " " * LENGTH),
    ("cookie", f"lasttrick={TOKEN}" + " " * (LENGTH // 2) + "x"),
    ("cookie", "lasttrick=" * (LENGTH // 10)),
    ("authorization", "Bearer " + " " * LENGTH + "x"),
    ("authorization", "Bearer " + "a" * LENGTH),
    ("origin", "http://" + "[" * LENGTH),
    ("x-forwarded-for", "1," * (LENGTH // 2)),
    ("accept", "*/*;q=" * (LENGTH // 6)),
    ("content-type", "application/json;" + " a=" * (LENGTH // 3)),
]


async def attack(server) -> None:
    table, token = await bot_table(server.url)
    async with sit(server.url, table, token) as seated:
        asking = asyncio.gather(
            *(ask(server.url, "/api/games", headers={name: value}) for name, value in DEAR[:1] * 12 + DEAR)
        )
        waits = []
        while not asking.done():
            began = time.monotonic()
            await seated.ask("ping")
            waits.append(time.monotonic() - began)
            await asyncio.sleep(0.02)
    statuses = {status for status, _ in await asking}
    if statuses <= set(BEFORE):
        raise Hindered(statuses)
    assert statuses <= {200, 400, 403, *BEFORE}, statuses
    check_waited(statistics.median(waits), WAITED, "for somebody's headers")
