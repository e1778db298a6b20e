"""Somebody opens sockets, leaves the seat, and says hello when the next player sits there."""

from tests.server.attacks.tools import join, must, open_table, sockets, try_to
from tests.server.client import sit

CROWD = 8  # as many as a seat may have


async def attack(server) -> None:
    await before_the_match(server.url)
    await during_the_match(server.url)


async def before_the_match(url: str) -> None:
    table, ann = await open_table(url)
    eve = await join(url, table, "Eve", 1)
    async with sockets(url, table, eve, CROWD) as kept:
        await must(url, f"/api/tables/{table}/leave", {}, eve)
        bob = await join(url, table, "Bob", 1)
        await must(url, f"/api/tables/{table}/start", {"fill": "random"}, ann)
        for socket in kept:
            await nothing_gained(socket)
        async with sit(url, table, bob) as player:
            assert player.latest["legal"], "whoever sits here was shut out"


async def during_the_match(url: str) -> None:
    table, ann = await open_table(url)
    eve = await join(url, table, "Eve", 1)
    await must(url, f"/api/tables/{table}/start", {"fill": "random"}, ann)
    async with sockets(url, table, eve, 1) as [kept], sit(url, table, eve) as known:
        legal = known.latest["legal"]
        await must(url, f"/api/tables/{table}/leave", {}, eve)
        await nothing_gained(kept, legal)
        await nothing_gained(known, legal)


async def nothing_gained(socket, legal=()) -> None:
    """A socket of one who left shows no hand and decides nothing."""
    welcome = await try_to(socket, "hello", last=-1)
    assert welcome.get("type") != "welcome", "the socket of one who left was welcomed"
    now = welcome.get("now") or {}
    action = (now.get("legal") or legal or [{"action": 0}])[0]["action"]
    answer = await try_to(socket, "act", version=now.get("version", 0), action=action)
    assert answer.get("type") != "ack", "one who left has decided for another"
