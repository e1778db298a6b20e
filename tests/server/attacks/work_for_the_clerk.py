"""Somebody has match files read, replays told and data checked as fast as they can: no table waits (H3, H6b)."""

import asyncio
import json
import time

from tests.server.attacks.tools import BEFORE, ask, check_waited, open_table
from tests.server.client import sit

WAITED = 2.0
TRIES = 30
SETTINGS = {"slow_burst": 10, "slow_per_second": 1.0}


async def attack(server) -> None:
    table, token = await open_table(server.url)
    file = json.dumps({"format": "lasttrick match 1", "game": "scout", "rules": 1, "players": 3, "options": {},
                       "seed": "1", "actions": ["A pass"] * 60_000}).encode()  # fmt: skip
    async with sit(server.url, table, token) as seated:
        trying = [asyncio.create_task(ask(server.url, "/api/matches", raw=file)) for _ in range(TRIES)]
        started, worst = time.monotonic(), 0.0
        while not all(one.done() for one in trying):
            began = time.monotonic()
            await seated.ask("ping")
            worst = max(worst, time.monotonic() - began)
            await asyncio.sleep(0.15)
        statuses = [(await one)[0] for one in trying]
    assert set(statuses) <= {400, *BEFORE}, statuses
    most = server.settings.slow_burst + server.settings.slow_per_second * (time.monotonic() - started) + 1
    assert statuses.count(400) <= most, "there is no end to the work"
    check_waited(worst, WAITED)
