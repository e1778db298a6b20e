"""Somebody makes a personal link, leaves, and claims the seat when another sits in it."""

from tests.server.attacks.tools import ask, join, may_open, must, open_table, seat_of


async def attack(server) -> None:
    url = server.url
    table, ann = await open_table(url)
    eve = await join(url, table, "Eve", 1)
    codes = [(await must(url, f"/api/tables/{table}/link", {}, eve))["code"] for _ in range(3)]
    await must(url, f"/api/tables/{table}/leave", {}, eve)
    bob = await join(url, table, "Bob", 1)
    await must(url, f"/api/tables/{table}/start", {"fill": "random"}, ann)
    for code in codes:
        for token in (None, eve):
            status, answer = await ask(url, f"/api/tables/{table}/claim", {"code": code, "program": True}, token)
            assert status != 201, "a link was used after its maker had left"
            assert "seat" not in answer
    assert not await may_open(url, table, eve)
    assert await seat_of(url, table, bob) == 1
