"""A link somebody sends you must not cost you the seat you have, nor make more tokens than a seat may have."""

from tests.server.attacks.tools import ask, join, must, open_table, seat_of

MANY = 12


async def attack(server) -> None:
    url = server.url
    table, ann = await open_table(url)
    eve = await join(url, table, "Eve", 1)
    code = (await must(url, f"/api/tables/{table}/link", {}, eve))["code"]
    status, _ = await ask(url, f"/api/tables/{table}/claim", {"code": code, "program": True}, ann)
    assert status != 201, "a link has moved somebody out of their own seat"
    assert await seat_of(url, table, ann) == 0
    claimed = []
    for _ in range(MANY):
        code = (await must(url, f"/api/tables/{table}/link", {}, eve))["code"]
        status, answer = await ask(url, f"/api/tables/{table}/claim", {"code": code, "program": True})
        claimed += [answer["token"]] if status == 201 else []
    assert len(claimed) < MANY, "a seat has any number of tokens"
    await must(url, f"/api/tables/{table}/leave", {}, eve)
    for token in claimed:
        assert await seat_of(url, table, token) == -1, "a token outlived its seat"
