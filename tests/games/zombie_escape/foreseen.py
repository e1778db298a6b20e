"""How what Zombie Escape calls certain is held against what happens."""

from lasttrick.games.zombie_escape import rules
from lasttrick.games.zombie_escape.codes import read_card

SPAN_END = "caught"


def _herd(claim, happened):
    """In front of the seat; or, once the turn is over, in the graveyard, and as dangerous as told if it was caught."""
    fact = claim.fact
    numbers = [read_card(claim.before, code) for code in fact["cards"]]
    packed = sum(1 << number for number in numbers)
    worth = sum(int(claim.before.number[claim.before.row_of[number]]) for number in numbers)
    if (worth, len(numbers)) != (fact["danger"], fact["size"]):
        return False
    for event in happened.events:
        if event["event"] == "caught" and event["seat"] == fact["seat"]:
            return (event["danger"], event["size"]) == (worth, len(numbers))
    if "caught" in happened.names():
        return (
            "day_damage" in happened.names()
            or (int(happened.after.graveyard) | _laid(happened.after)) & packed == packed
        )
    return int(happened.after.zombie[fact["seat"]]) == packed


def _laid(state) -> int:
    return sum(int(zombie) for zombie in state.zombie)


def _safe(claim, happened):
    caught = [event["seat"] for event in happened.events if event["event"] == "caught"]
    return claim.fact["seat"] not in caught if caught else None


def _change(claim, happened):
    fact, seat = claim.fact, claim.fact["seat"]
    before = int(rules.day_damage(claim.before, seat))
    after = int(rules.day_damage(happened.after, seat))
    return (before, after) == (fact["before"], fact["damage"]) and fact["record"] == after + claim.before.records[seat]


def _halves_join(claim, happened):
    before, after = (_halves(state, claim.fact["seat"]) for state in (claim.before, happened.after))
    return before // 2 < after // 2


def _halves(state, seat: int) -> int:
    turns = int(state.taken[seat]) & ~int(state.down)
    return sum(int(state.halves[kind]) for turn, kind in enumerate(state.pile) if turns >> turn & 1)


CHECKS = {"herd": _herd, "safe": _safe, "change": _change, "halves_join": _halves_join}
