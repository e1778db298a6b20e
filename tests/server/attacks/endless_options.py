"""Somebody sends options whose check takes minutes: many keys, long conditions, giant numbers, deep lists (H3)."""

import asyncio
import json
import time

from tests.server.attacks.tools import BEFORE, ask, check_waited, open_table
from tests.server.client import sit

WAITED = 2.0  # seconds another visitor may wait on a busy machine; without bounds it was minutes


def events(**more) -> list[dict]:
    return [{"id": f"E{i}", "name": "x", "ops": [["value", 1]], **more} for i in range(40)]


TRIES = [
    ("zombie_escape", {"data": json.dumps({str(i): 1 for i in range(100_000)})}),
    ("zombie_escape", {"data": json.dumps({str(i): 1 for i in range(4_000)})}),
    ("zombie_escape", {"data": {str(i): 1 for i in range(3_000)}}),
    ("trick_to_survival", {"events": events(where="true or " * 600 + "true")}),
    ("trick_to_survival", {"events": events(where="true or " * 24 + "true")}),
    (
        "trick_to_survival",
        {"events": [{"id": "E", "name": "x", "ops": [["value", "/".join(["0x" + "f" * 90_000] * 5)]]}]},
    ),
    ("trick_to_survival", {"traits": [{"id": "T", "name": "x", "if": "not " * 600 + "true"}]}),
    ("trick_to_survival", {"roles": "[" * 30_000}),
    ("trick_to_survival", {"x" * 40_000: 1}),
]


async def attack(server) -> None:
    table, token = await open_table(server.url)
    async with sit(server.url, table, token) as seated:
        for game, options in TRIES:
            wish = {"game": game, "name": "Eve", "program": True, "options": options}
            asking = asyncio.create_task(ask(server.url, "/api/tables", wish))
            worst = 0.0
            while not asking.done():
                began = time.monotonic()
                answer = await seated.ask("ping")
                assert answer["type"] in ("ack", "unavailable")
                worst = max(worst, time.monotonic() - began)
                await asyncio.sleep(0.15)
            status, answer = await asking
            assert status in (201, 400, *BEFORE), (status, str(options)[:80], answer)
            check_waited(worst, WAITED, f"for {str(options)[:80]}")
