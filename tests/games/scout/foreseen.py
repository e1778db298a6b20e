"""How what SCOUT calls certain is held against what happens."""

from lasttrick.games.scout.notation import card

SPAN_END = None  # what follows, follows at once


def _row(row, size) -> list[str]:
    return [card(int(face)) for face in row[:size]]


def _hand(state, seat: int) -> list[str]:
    return _row(state.hand[seat], state.hand_size[seat])


def _is_over(happened) -> bool:
    """The round is over, and with it what would stand on the table and in hands."""
    return "round_ends" in happened.names()


def _tops(cards) -> list[int]:
    return [int(code.split("/")[0]) for code in cards]


def _strength(cards):
    """A slow second version of the order of sets."""
    tops = _tops(cards)
    return len(tops), len(set(tops)) == 1, min(tops, default=0)


def _is_set(cards) -> bool:
    steps = {b - a for a, b in zip(_tops(cards), _tops(cards)[1:], strict=False)}
    return steps in ({0}, {1}, {-1}, set())


def _has_set(claim, happened):
    """The cards stand at this place, are a set, and no longer one is round them."""
    fact, hand = claim.fact, _hand(happened.after, claim.seat)
    start, end = fact["start"], fact["start"] + len(fact["cards"])
    longest = not any(_is_set(hand[a:b]) for a, b in ((start - 1, end), (start, end + 1)) if a >= 0 and b <= len(hand))
    return hand[start:end] == fact["cards"] and longest and _is_set(fact["cards"])


def _makes(claim, happened):
    if _is_over(happened):
        return True
    fact = claim.fact
    table = _row(happened.after.table, happened.after.table_size)
    beats = _strength(fact["cards"]) > _strength(table) if table else True
    return _has_set(claim, happened) and beats == (fact["fact"] == "makes_stronger")


def _breaks(claim, happened):
    before, after = _hand(claim.before, claim.seat), _hand(happened.after, claim.seat)
    cards = claim.fact["cards"]
    return _is_over(happened) or (_stands(before, cards) and not _stands(after, cards) and _is_set(cards))


def _stands(hand, cards) -> bool:
    return any(hand[at : at + len(cards)] == cards for at in range(len(hand)))


def _leaves(claim, happened):
    return _is_over(happened) or _row(happened.after.table, happened.after.table_size) == claim.fact["cards"]


def _beats(claim, happened):
    """The cards lay there, and the new set has what makes it stronger."""
    old = _row(claim.before.table, claim.before.table_size)
    [new] = [event["cards"] for event in happened.events if event["event"] == "played"]
    mine, theirs = _strength(new), _strength(old)
    why = ("count", "kind", "number")
    first = next(at for at in range(3) if mine[at] != theirs[at])
    return claim.fact["cards"] == old and mine > theirs and claim.fact["why"] == why[first]


def _strongest(claim, happened):
    hand, cards = _hand(happened.after, claim.seat), claim.fact["cards"]
    blocks = [hand[a:b] for a in range(len(hand)) for b in range(a + 1, len(hand) + 1) if _is_set(hand[a:b])]
    return _stands(hand, cards) and _is_set(cards) and _strength(cards) == max(map(_strength, blocks))


def _scouts_left(claim, happened):
    """Nothing but Scouts since then, this number exactly, and the round is over."""
    left = claim.fact["count"] - getattr(claim, "scouted", 0)
    if not {"scouted"} & happened.names() or {"played", "marker_paid"} & happened.names():
        return True
    claim.scouted = getattr(claim, "scouted", 0) + 1
    return (left == 1) == _is_over(happened) or "stalled" in {e.get("ending") for e in happened.events}


def _points(state, seat: int) -> int:
    return int(state.pile[seat]).bit_count() + int(state.tokens[seat]) - int(state.hand_size[seat])


def _change(claim, happened):
    fact, seat = claim.fact, claim.fact["seat"]
    return _is_over(happened) or (_points(claim.before, seat), _points(happened.after, seat)) == (
        fact["before"],
        fact["points"],
    )


CHECKS = {
    "has_set": _has_set,
    "makes": _makes,
    "makes_stronger": _makes,
    "breaks": _breaks,
    "leaves": _leaves,
    "beats": _beats,
    "strongest": _strongest,
    "scouts_left": _scouts_left,
    "change": _change,
}
