"""Somebody puts long texts into what every visitor is sent: the list of tables, the news of a table (H6d, M1)."""

import json

from tests.server.attacks.tools import ask, must
from tests.server.client import sit

MOST = 40_000  # bytes of the list for each table of the attacker


def renamed(house: list[dict], name: str) -> list[dict]:
    return [{**entry, "name": name} for entry in house]


async def attack(server) -> None:
    from lasttrick.games.trick_to_survival import content

    roles = content.house()["roles"]
    wish = {"game": "trick_to_survival", "name": "Eve", "public": True, "program": True}
    status, answer = await ask(server.url, "/api/tables", {**wish, "options": {"roles": renamed(roles, "x" * 100_000)}})
    assert status in (400, 413, 429), (status, str(answer)[:80])
    before = len(json.dumps(await listed(server.url)))
    made = [
        await must(server.url, "/api/tables", {**wish, "options": {"roles": renamed(roles, f"name {i}")}})
        for i in range(3)
    ]
    grown = len(json.dumps(await listed(server.url))) - before
    assert grown < 3 * 2_000, f"the list of tables grew by {grown} bytes"
    for one in made:
        assert "name 0" not in json.dumps(one["table"])
        async with sit(server.url, one["table"]["id"], one["token"]) as player:
            assert "name 0" not in json.dumps(player.table)
    data = (await ask(server.url, f"/api/tables/{made[0]['table']['id']}/data"))[1]
    assert data["roles"][0]["name"] == "name 0"


async def listed(url: str) -> list:
    status, answer = await ask(url, "/api/tables")
    assert status in (200, 429), answer
    return answer if status == 200 else []
