"""Somebody watches, and asks for everything a player may: hands, decisions, advice, the past, the match file."""

from tests.server.attacks.tools import BEFORE, ask, bot_table, go_on, try_to
from tests.server.client import sit

EYES = ("0", "1", "2", "all")


async def attack(server) -> None:
    table, ann = await bot_table(server.url)
    async with sit(server.url, table, ann) as player, sit(server.url, table, last=-1) as watcher:
        mine = next(seat["hand"] for seat in player.latest["view"]["seats"] if seat["hand"])
        await nothing_shown(server.url, table, mine)
        await nothing_decided(watcher, player)
        sees_no_hand(watcher.latest["view"])


async def nothing_shown(url: str, table: str, hand: list[str]) -> None:
    """No route tells a stranger of a match under way what a seat holds."""
    for path in ("match", "verify", *(f"replay?eyes={eyes}" for eyes in EYES)):
        status, answer = await ask(url, f"/api/tables/{table}/{path}")
        assert status in (400, 403, 409, *BEFORE), (path, status, answer)
    status, told = await ask(url, f"/api/tables/{table}/replay?eyes=watch")
    go_on(status, told)
    assert status == 200, told
    assert all(step["action"] is None and step["views"] is None for step in told["steps"]), "a replay shows decisions"
    for step in told["steps"]:
        sees_no_hand(step["view"])
    status, past = await ask(url, f"/api/tables/{table}/past")
    go_on(status, past)
    dealt = [event for version in past for event in version["story"] if hand in event["facts"].values()]
    assert not dealt, "the story told to a stranger names a hand"


async def nothing_decided(watcher, player) -> None:
    """Whoever watches decides, asks and is advised nothing, with any seat's choices."""
    offered = player.latest["legal"] or [{"action": 0}]
    for kind in ("act", "ask", "foresee", "hint", "why"):
        more = {"version": player.version} if kind == "act" else {}
        first = offered[0]["action"]
        more |= {"hint": {}, "why": {"better": first, "worse": first}}.get(kind, {"action": first})
        answer = await try_to(watcher, kind, **more)
        assert answer.get("type") not in ("ack", "advice", "because", "foreseen"), (kind, answer)


def sees_no_hand(view: dict) -> None:
    assert all(seat["hand"] is None for seat in view["seats"]), "whoever watches sees a hand"
