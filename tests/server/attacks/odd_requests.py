"""Somebody sends what nobody should: each is refused with one sentence, and no error of ours (L5, L8, L12)."""

import asyncio
import json

from tests.server.attacks.tools import BEFORE, CUT_OFF, Hindered
from tests.server.client import request

MATCH = {
    "format": "lasttrick match 1",
    "game": "scout",
    "rules": 1,
    "players": 3,
    "options": {},
    "seed": "1",
    "actions": [],
}


def wishes() -> list[tuple[str, bytes, dict]]:
    """Path, body and headers of each."""

    def create(**options) -> bytes:
        return json.dumps({"game": "trick_to_survival", "name": "Eve", "options": options}).encode()

    tables = [
        create(preset=["x"]),
        create(preset={"x": 1}),
        create(weeks="²"),
        create(weeks="1" * 5000),
        create(events=[{"id": "E", "name": "x", "ops": [[["gain"], 1]]}]),
        create(traits=[{"id": "T", "name": "x", "if": "-" * 20_000}]),
        create(traits=[{"id": "T", "name": "x", "if": "not " * 600 + "true"}]),
        create(roles="\ud800"),
        b'{"game":"scout","name":"Eve","options":{"x":' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
        b'{"game":"scout","name":"Eve\xff"}',
        b'{"game":"scout","name":"Eve","options":{"stall_limit":1' + b"0" * 5000 + b"}}",
    ]
    files = [
        b"[" * 100_000,
        json.dumps({**MATCH, "seed": "\ud800"}).encode(),
        json.dumps({**MATCH, "fair": {"secret": "x" * 900_000}}).encode(),
        json.dumps({**MATCH, "game": ["scout"]}).encode(),
        json.dumps({**MATCH, "players": 10**30}).encode(),
    ]
    odd = [(path, body, {}) for path, bodies in (("/api/tables", tables), ("/api/matches", files)) for body in bodies]
    fine = b'{"game":"scout","name":"Eve"}'
    origins = ["http://[::1", "http://", "//", "https://{host}", "http://evil.example", "null"]
    return odd + [("/api/tables", fine, {"origin": origin}) for origin in origins]


async def attack(server) -> None:
    host = server.url.removeprefix("http://")
    for path, body, headers in wishes():
        headers = {name: value.format(host=host) for name, value in headers.items()}
        status, answer, _ = await asyncio.to_thread(request, server.url, path, raw=body, headers=headers)
        if status == CUT_OFF:
            raise Hindered("cut off")
        assert status in (400, 403, *BEFORE), (status, body[:80], headers, answer)
        assert isinstance(answer, dict), (body[:80], answer)
        assert len(answer.get("error", answer.get("detail", ""))) < 600, body[:80]
    status, answer, _ = await asyncio.to_thread(request, server.url, "/api/games", headers={"host": "evil.example"})
    assert (status, answer["key"]) == (403, "host"), answer
