"""Where a match goes on from another: every pair of changes at once, two tabs included. Nobody has a seat twice."""

import asyncio
import itertools
import json

import lasttrick
from tests.server.attacks.tools import BEFORE, GAME, ask, go_on
from tests.server.client import sit

SETTINGS = {"tables_burst": 200, "slow_burst": 200, "bot_matches_per_address": 100, "requests_burst": 1000}


async def attack(server) -> None:
    status, brought = await ask(server.url, "/api/matches", raw=json.dumps(finished()).encode())
    go_on(status, brought)
    assert status == 201, brought
    parent = brought["table"]["id"]
    for one, two in itertools.combinations_with_replacement(CHANGES, 2):
        await race(server.url, parent, one, two)


def finished() -> dict:
    match = lasttrick.new_match(GAME, players=3, max_rounds=1, seed=7)
    while not match.over:
        match.apply(match.acting[0], match.legal(match.acting[0])[-1])
    return match.to_json()


async def race(url: str, parent: str, one, two) -> None:
    """Somebody decides once in a fork; then two things happen at once."""
    wish = {"step": 0, "seat": 0, "name": "Eve", "program": True}
    status, made = await ask(url, f"/api/tables/{parent}/fork", wish)
    go_on(status, made)
    assert status == 201, made
    id, token = made["table"]["id"], made["token"]
    async with sit(url, id, token) as eve:
        while len(eve.latest["legal"]) < 2:
            await eve.act() if eve.latest["legal"] else await eve.until(lambda m: m["type"] == "update")
        await eve.act()
    (did_one, first), (did_two, second) = await asyncio.gather(one(url, id, parent, token), two(url, id, parent, token))
    undone = [answer["table"]["id"] for name, answer in ((did_one, first), (did_two, second)) if name == "undone"]
    assert len(undone) <= 1, "one choice was taken back twice"
    assert not (undone and "left" in (did_one, did_two)), "somebody has left a table that was gone"
    status, answer = await ask(url, f"/api/tables/{id}", None, token)
    go_on(status, answer)
    if undone:
        assert status in (404, 410), "the table of a choice that was taken back is still there"
        status, answer = await ask(url, f"/api/tables/{undone[0]}", None, token)
        go_on(status, answer)
    assert answer["seat"] == (-1 if "left" in (did_one, did_two) else 0), (one, two, answer)
    await ask(url, f"/api/tables/{answer['table']['id']}/leave", {}, token)


def change(path: str, done: str, of_parent: bool = False, **wish):
    async def make(url: str, id: str, parent: str, token: str) -> tuple[str, dict]:
        status, answer = await ask(url, f"/api/tables/{parent if of_parent else id}/{path}", wish, token)
        assert status in (200, 201, 403, 404, 409, 410, *BEFORE), (path, status, answer)
        return (done if status in (200, 201) else ""), answer

    make.__name__ = path
    return make


async def fork_again(url: str, id: str, parent: str, token: str) -> tuple[str, dict]:
    """One more fork, left at once; it has nothing to do with the first."""
    wish = {"step": 1, "seat": 0, "name": "Eve", "program": True}
    status, made = await ask(url, f"/api/tables/{parent}/fork", wish)
    assert status in (201, *BEFORE), made
    if status == 201:
        await ask(url, f"/api/tables/{made['table']['id']}/leave", {}, made["token"])
    return "", {}


CHANGES = [
    change("undo", "undone"),
    change("leave", "left"),
    change("review", "", of_parent=True),
    change("rematch", ""),
    change("fork", "", step=0, seat=0, name="Eve", program=True),
    fork_again,
]
