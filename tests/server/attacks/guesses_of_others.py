"""Somebody guesses until guesses are refused: whoever knows a table is not shut out with them (M3)."""

import time

from tests.server.attacks.tools import BEFORE, ask, go_on, may_open, open_table
from tests.server.client import sit

SETTINGS = {"guesses_burst": 20, "guesses_per_second": 0.01}


async def attack(server) -> None:
    table, host = await open_table(server.url)
    began = time.monotonic()
    statuses = [(await ask(server.url, f"/api/tables/guess{i}"))[0] for i in range(30)]
    most = server.settings.guesses_burst + server.settings.guesses_per_second * (time.monotonic() - began) + 1
    assert set(statuses) <= {404, *BEFORE}, statuses
    assert statuses.count(404) <= most, "there is no end to guessing"
    assert not await may_open(server.url, table, "x" * 43)
    status, answer = await ask(server.url, f"/api/tables/{table}", None, host)
    assert "unknown" not in str(answer), "whoever knows a table is shut out with those who guess"
    go_on(status, answer)
    assert (status, answer.get("seat")) == (200, 0), answer
    async with sit(server.url, table, host) as player:
        assert player.table is not None
    cookie = {"cookie": f"lasttrick={'y' * 43}", "origin": server.url}
    for _ in range(25):
        status, answer = await ask(server.url, f"/api/tables/{table}", headers=cookie)
        go_on(status, answer)
        assert status == 200, answer
