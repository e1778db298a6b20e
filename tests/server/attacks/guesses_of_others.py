"""Somebody guesses until guesses are refused: whoever knows a table is not shut out with them (M3)."""

from tests.server.attacks.tools import ask, go_on, may_open, open_table
from tests.server.client import sit

SETTINGS = {"guesses_burst": 20, "guesses_per_second": 0.01}


async def attack(server) -> None:
    table, host = await open_table(server.url)
    statuses = [(await ask(server.url, f"/api/tables/guess{i}"))[0] for i in range(30)]
    assert set(statuses) <= {404, 429}
    assert statuses[-1] == 429
    assert not await may_open(server.url, table, "x" * 43)
    status, answer = await ask(server.url, f"/api/tables/{table}", None, host)
    go_on(status, answer)
    assert (status, answer.get("seat")) == (200, 0), answer
    async with sit(server.url, table, host) as player:
        assert player.table is not None
    cookie = {"cookie": f"lasttrick={'y' * 43}", "origin": server.url}
    for _ in range(25):
        status, answer = await ask(server.url, f"/api/tables/{table}", headers=cookie)
        go_on(status, answer)
        assert status == 200, answer
