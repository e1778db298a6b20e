"""Every pair of changes at once, while a match is on and after it: a seat has one person, and whoever left has none."""

import asyncio
import itertools
import random

from tests.server.attacks.tools import ask, go_on, join, must, open_table
from tests.server.client import BOTS, sit

SETTINGS = {"absent_after": 0.0}  # who is not connected can be replaced at once


async def attack(server) -> None:
    for one, two in itertools.combinations_with_replacement(CHANGES, 2):
        await race(await People.at_a_match(server.url), one, two)
    for two in CHANGES:
        people = await People.at_a_match(server.url, over=True)
        await race(people, rematch, two)
        await check_rematch(people)


class People:
    """Three at a table: Ann, its host, Eve with two browsers and a link, Bob. Nobody is connected."""

    def __init__(self, url: str, table: str):
        self.url, self.table, self.at = url, table, f"/api/tables/{table}"
        self.tokens: dict[str, list[str]] = {}
        self.code = ""
        self.gone: set[str] = set()  # were told that they have left, or were replaced

    @classmethod
    async def at_a_match(cls, url: str, over: bool = False) -> "People":
        seats = [{"kind": "open"}, BOTS[0]] if over else None
        table, ann = await open_table(url, 3, options={"max_rounds": 1}, **({"seats": seats} if seats else {}))
        people = cls(url, table)
        people.tokens = {"Ann": [ann], "Eve": [await join(url, table, "Eve", 1)]}
        if not over:
            people.tokens["Bob"] = [await join(url, table, "Bob", 2)]
        await must(url, f"{people.at}/start", {}, ann)
        code = (await must(url, f"{people.at}/link", {}, people.tokens["Eve"][0]))["code"]
        people.tokens["Eve"].append((await must(url, f"{people.at}/claim", {"code": code, "program": True}))["token"])
        if over:
            await people.play()
        people.code = (await must(url, f"{people.at}/link", {}, people.tokens["Eve"][0]))["code"]
        return people

    async def play(self) -> None:
        tokens = [tokens[0] for tokens in self.tokens.values()]
        async with sit(self.url, self.table, tokens[0]) as ann, sit(self.url, self.table, tokens[1]) as eve:
            await asyncio.gather(ann.play(random.Random(1)), eve.play(random.Random(2)))

    async def seats(self, table: str) -> dict[str, set[int]]:
        """Which seats the tokens of each have, -1 for none."""
        found: dict[str, set[int]] = {}
        for name, tokens in self.tokens.items():
            for token in tokens:
                status, answer = await ask(self.url, f"/api/tables/{table}", None, token)
                go_on(status, answer)
                found.setdefault(name, set()).add(answer["seat"])
        return found


async def race(people: People, one, two) -> None:
    await asyncio.gather(one(people), two(people))
    await check(people, people.table)


async def check(people: People, table: str) -> None:
    status, answer = await ask(people.url, f"/api/tables/{table}")
    go_on(status, answer)
    kinds = {seat["seat"]: seat["kind"] for seat in answer["table"]["seats"]}
    taken = await people.seats(table)
    seats = [seat for found in taken.values() for seat in found if seat >= 0]
    assert len(seats) == len(set(seats)), f"two people have one seat, or one has two: {taken}"
    assert all(kinds[seat] == "person" for seat in seats), f"somebody sits where a bot is: {taken} {kinds}"
    for name in people.gone:
        assert taken[name] == {-1}, f"{name} has left and still has a seat: {taken}"


async def check_rematch(people: People) -> None:
    """Whoever has a seat there has one, and nobody who had left before came along."""
    _, answer = await ask(people.url, people.at)
    again = answer.get("table", {}).get("rematch")
    if again:
        gone, people.gone = people.gone, set()
        await check(people, again)
        people.gone = gone


async def leave(people: People) -> None:
    if (await ask(people.url, f"{people.at}/leave", {}, people.tokens["Eve"][0]))[0] == 200:
        people.gone.add("Eve")


async def host_leaves(people: People) -> None:
    if (await ask(people.url, f"{people.at}/leave", {}, people.tokens["Ann"][0]))[0] == 200:
        people.gone.add("Ann")


async def claim(people: People) -> None:
    status, answer = await ask(people.url, f"{people.at}/claim", {"code": people.code, "program": True})
    if status == 201:
        people.tokens["Eve"].append(answer["token"])


async def make_link(people: People) -> None:
    await ask(people.url, f"{people.at}/link", {}, people.tokens["Eve"][1])


async def replace_eve(people: People) -> None:
    if (await ask(people.url, f"{people.at}/seats/1", BOTS[0], people.tokens["Ann"][0]))[0] == 200:
        people.gone.add("Eve")


async def replace_host(people: People) -> None:
    """Whoever is still there may do what an absent host could."""
    if (await ask(people.url, f"{people.at}/seats/0", BOTS[0], people.tokens["Eve"][1]))[0] == 200:
        people.gone.add("Ann")


async def rematch(people: People) -> None:
    await ask(people.url, f"{people.at}/rematch", {}, people.tokens["Ann"][0])


CHANGES = [leave, host_leaves, claim, make_link, replace_eve, replace_host]
