"""Somebody wants to know the deal or the puzzle of the day before it counts, to have two tries, or another's cards."""

import asyncio

from tests.server.attacks.tools import BEFORE, GAME, Hindered, ask, go_on, must, seat_of
from tests.server.client import BOTS, sit

SETTINGS = {"dailies_burst": 10, "slow_burst": 100}
AT_ONCE = 6
LOOKS = ("match", "verify", "replay?eyes=all", "replay?eyes=1", "review", "review/told")


async def attack(server) -> None:
    await no_answer_before_the_try(server.url)
    await nobody_else_sits_at_a_deal(server.url)
    await one_try_however_many_at_once(server)


def says_nothing(answer) -> bool:
    return not isinstance(answer, dict) or not (answer.get("answers") or answer.get("actions") or answer.get("secret"))


async def no_answer_before_the_try(url: str) -> None:
    """Neither by the road of other puzzles, nor by asking and answering in one breath."""
    status, day = await ask(url, f"/api/daily/{GAME}")
    go_on(status, day)
    assert day["puzzle"] is not None
    status, face = await ask(url, f"/api/puzzles/{GAME}/{day['puzzle']}")
    go_on(status, face)
    first = face["legal"][0]
    for path in (f"/api/puzzles/{GAME}/{day['puzzle']}", f"/api/daily/{GAME}/puzzle"):
        for wish in ({"action": first["action"], "ask": first["text"]}, {"action": first["action"], "ask": "x"}):
            assert says_nothing((await ask(url, path, wish))[1]), "asking about an action tells the answer"
    status, answer = await ask(url, f"/api/puzzles/{GAME}/{day['puzzle']}", {"action": first["action"]})
    assert status in (409, *BEFORE), "the puzzle of the day is answered elsewhere"
    assert says_nothing(answer)


async def one_try_however_many_at_once(server) -> None:
    """A token tries once; without one, an address has no more tries than it may have."""
    path, wish = f"/api/daily/{GAME}/deal", {"name": "Eve", "program": True}
    status, made = await ask(server.url, path, wish)
    if status in BEFORE:
        raise Hindered(made)
    token = made["token"]
    again = [ask(server.url, path, wish, token) for _ in range(AT_ONCE)]
    status, day = await ask(server.url, f"/api/daily/{GAME}", None, token)
    go_on(status, day)
    answers = [ask(server.url, f"/api/daily/{GAME}/puzzle", {"action": await first_of(server.url, day)}, token)]
    answers += [ask(server.url, f"/api/daily/{GAME}/puzzle", {"action": n}, token) for n in range(AT_ONCE)]
    sat, told = await asyncio.gather(asyncio.gather(*again), asyncio.gather(*answers))
    assert all(status in (409, *BEFORE) for status, _ in sat), "somebody has two tries of a deal"
    assert sum(not says_nothing(answer) for _, answer in told) <= 1, "somebody has two tries of a puzzle"
    strangers = await asyncio.gather(*(ask(server.url, path, wish) for _ in range(server.settings.dailies_burst + 5)))
    most = server.settings.dailies_burst * server.processes
    assert sum(status == 201 for status, _ in strangers) <= most, "an address has any number of tries"


async def first_of(url: str, day: dict) -> int:
    status, face = await ask(url, f"/api/puzzles/{GAME}/{day['puzzle']}")
    go_on(status, face)
    return face["legal"][0]["action"]


async def nobody_else_sits_at_a_deal(url: str) -> None:
    """A second browser without the seat's token sees no hand of a deal of the day, and nothing of it is told."""
    status, made = await ask(url, f"/api/daily/{GAME}/deal", {"name": "Ann", "program": True})
    if status in BEFORE:
        raise Hindered(made)
    id, ann = made["table"]["id"], made["token"]
    at = f"/api/tables/{id}"
    for wish in ({"kind": "open"}, {"kind": "person"}, BOTS[0]):
        await ask(url, f"{at}/seats/1", wish, ann)
    status, joined = await ask(url, f"{at}/join", {"name": "Eve", "program": True, "seat": 1})
    assert status in (403, 409, *BEFORE), (status, joined)
    async with sit(url, id, ann) as player:
        assert sum(seat["hand"] is not None for seat in player.latest["view"]["seats"]) == 1
    for path in LOOKS:
        status, answer = await ask(url, f"{at}/{path}", None, ann)
        assert status in (400, 403, 409, *BEFORE), (path, status, answer)
    for path, wish in (("fork", {"step": 0, "seat": 0, "name": "Ann", "program": True}), ("undo", {}), ("rematch", {})):
        status, answer = await ask(url, f"{at}/{path}", wish, ann)
        assert status in (403, 409, *BEFORE), (path, status, answer)
    assert await seat_of(url, id, ann) == 0
    await must(url, f"{at}/leave", {}, ann)
