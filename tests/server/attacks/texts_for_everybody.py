"""Somebody puts long texts into what every visitor is sent: the list of tables, the news of a table (H6d, M1)."""

import json

from tests.server.attacks.tools import BEFORE, ask, go_on, must
from tests.server.client import sit


def renamed(house: list[dict], name: str) -> list[dict]:
    return [{**entry, "name": name} for entry in house]


async def attack(server) -> None:
    from lasttrick.games.trick_to_survival import content

    roles = content.house()["roles"]
    wish = {"game": "trick_to_survival", "name": "Eve", "public": True, "program": True}
    status, answer = await ask(server.url, "/api/tables", {**wish, "options": {"roles": renamed(roles, "x" * 100_000)}})
    assert status in (400, *BEFORE), (status, str(answer)[:80])
    made = [
        await must(server.url, "/api/tables", {**wish, "options": {"roles": renamed(roles, f"name {i}")}})
        for i in range(3)
    ]
    own = {one["table"]["id"] for one in made}
    grown = len(json.dumps([one for one in await listed(server.url) if one["id"] in own]))
    assert grown < 3 * 2_000, f"the list of tables grew by {grown} bytes"
    for one in made:
        assert "name 0" not in json.dumps(one["table"])
        async with sit(server.url, one["table"]["id"], one["token"]) as player:
            assert "name 0" not in json.dumps(player.table)
    status, data = await ask(server.url, f"/api/tables/{made[0]['table']['id']}/data")
    go_on(status, data)
    assert data["roles"][0]["name"] == "name 0"


async def listed(url: str) -> list:
    status, answer = await ask(url, "/api/tables")
    go_on(status, answer)
    assert status == 200, answer
    return answer
