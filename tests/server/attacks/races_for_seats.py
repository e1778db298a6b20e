"""Every pair of changes of a seat at the same moment: whoever was told to sit down sits, and nobody else is there."""

import asyncio
import itertools

from tests.server.attacks.tools import ask, join, must, open_table, seat_of

TIMES = 2


async def attack(server) -> None:
    changes = [leave, word, make_link, claim_own_link, start, close_seat, join_again]
    for _ in range(TIMES):
        for one, two in itertools.combinations_with_replacement(changes, 2):
            await race(server.url, one, two)


async def race(url: str, one, two) -> None:
    """Eve changes two things at once while Bob sits down in her seat as soon as it is free."""
    table, ann = await open_table(url, 3, seats=[{"kind": "open"}, {"kind": "closed"}])
    eve = await join(url, table, "Eve", 1)
    code = (await must(url, f"/api/tables/{table}/link", {}, eve))["code"]
    asked = Asked(url, table, ann, eve, code)
    sitting = asyncio.ensure_future(sit_down(url, table))
    answers = await asyncio.gather(one(asked), two(asked), leave(asked))
    bob = await sitting
    tokens = [answer["token"] for _, answer in answers if answer.get("token")]
    tokens += [await use(url, table, answer["code"]) for _, answer in answers if answer.get("code")]
    for token in filter(None, [eve, *tokens]):
        is_bob = bob is not None and token == bob[0]
        seat = await seat_of(url, table, token)
        assert is_bob or seat == -1 or bob is None or seat != bob[1], f"two people have a seat: {one}, {two}"
    if bob is not None:
        assert await seat_of(url, table, bob[0]) == bob[1], f"whoever sat down was thrown out: {one}, {two}"


class Asked:
    """Who may ask what."""

    def __init__(self, url: str, table: str, ann: str, eve: str, code: str):
        self.url, self.at, self.ann, self.eve, self.code = url, f"/api/tables/{table}", ann, eve, code


async def sit_down(url: str, table: str) -> tuple[str, int] | None:
    for _ in range(20):
        status, answer = await ask(url, f"/api/tables/{table}/join", {"name": "Bob", "seat": 1, "program": True})
        if status == 201:
            return answer["token"], answer["seat"]
        await asyncio.sleep(0.002)
    return None


async def leave(a: Asked):
    return await ask(a.url, f"{a.at}/leave", {}, a.eve)


async def word(a: Asked):
    return await ask(a.url, f"{a.at}/word", {"word": "mine"}, a.eve)


async def make_link(a: Asked):
    return await ask(a.url, f"{a.at}/link", {}, a.eve)


async def claim_own_link(a: Asked):
    return await ask(a.url, f"{a.at}/claim", {"code": a.code, "program": True})


async def start(a: Asked):
    return await ask(a.url, f"{a.at}/start", {"fill": "random"}, a.ann)


async def close_seat(a: Asked):
    return await ask(a.url, f"{a.at}/seats/1", {"kind": "closed"}, a.ann)


async def join_again(a: Asked):
    return await ask(a.url, f"{a.at}/join", {"name": "Eve"}, a.eve)


async def use(url: str, table: str, code: str) -> str | None:
    status, answer = await ask(url, f"/api/tables/{table}/claim", {"code": code, "program": True})
    return answer["token"] if status == 201 else None
