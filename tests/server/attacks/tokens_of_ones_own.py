"""Tokens that the server has not made: short ones, foreign ones, and ones that would write into a header."""

from tests.server.attacks.tools import GAME, ask, go_on, open_table
from tests.server.client import request

CHOSEN = ("a", "a; Domain=example.org", "x" * 43, "A" * 44, "é" * 43)


async def attack(server) -> None:
    url = server.url
    table, _ = await open_table(url, 4)
    for chosen in CHOSEN:
        sent = {"authorization": f"Bearer {chosen}".encode().decode("latin-1")}
        wish = {"game": GAME, "name": "Eve", "program": True}
        for path, data in (("/api/tables", wish), (f"/api/tables/{table}/join", {"name": "Eve", "program": True})):
            status, answer = await ask(url, path, data, headers=sent)
            if status in (413, 503):
                go_on(status, answer)
            assert status in (201, 401, 409, 429), (status, answer)
            assert answer.get("token") != chosen, "a token of the client's own making was taken"
        status, mine = await ask(url, "/api/mine", headers=sent)
        go_on(status, mine)
        assert mine == [], "a token of the client's own making has a seat"
    cookie = {"cookie": f"lasttrick={'c' * 43}", "origin": url}
    status, _, headers = request(url, "/api/tables", {"game": GAME, "name": "Eve"}, headers=cookie)
    assert status == 429 or "c" * 43 not in headers["set-cookie"], "a cookie planted by another was taken"
