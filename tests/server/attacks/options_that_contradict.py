"""Options of which each is right and all together are impossible: a table must not be made of them, nor remain."""

from tests.server.attacks.tools import BEFORE, ask, go_on
from tests.server.client import BOTS

IMPOSSIBLE = (
    ("trick_to_survival", 2, {"first_leader": "4"}),
    ("zombie_escape", 3, {"first_leader": "F"}),
    ("trick_to_survival", 5, {"hand": 38}),
)


async def attack(server) -> None:
    url = server.url
    for game, players, options in IMPOSSIBLE:
        token = None
        for start in (False, True):
            wish = {"game": game, "players": players, "options": options, "name": "Eve", "program": True}
            wish |= {"start": start, "public": True, "seats": BOTS[: players - 1]}
            status, made = await ask(url, "/api/tables", wish)
            assert status in (400, *BEFORE), f"a table was made of {options}: {status}"
            token = made.get("token")
        assert token is None
    status, answer = await ask(url, "/api/tables")
    go_on(status, answer)
    assert status == 200, answer
