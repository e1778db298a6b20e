"""Sampled worlds: each can have been dealt and played so, and all that can are equally likely."""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from lasttrick.checks.case import Case
from lasttrick.checks.fitting import Since, bare_bytes
from lasttrick.checks.twins import dealing
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng

FROM_THE_END = (2, 3, 5)  # decisions before a deal is played out
EACH = 16  # samples for each world that fits, on average


def moments(case: Case) -> Iterator[tuple[Match, int, bytes]]:
    """Late moments of every deal: the match there, which decision dealt, and the state before that one."""
    deals = [len(decisions) for decisions, _ in dealing(case)]
    if not deals:
        return
    *_, (last, seat, action) = case.walk()
    decisions = [*last.decisions, (seat, action)]
    for begun, end in zip(deals, [*deals[1:], len(decisions) + 1], strict=True):
        for back in FROM_THE_END:
            at = end - back
            if at > begun:
                before = play_on(case, decisions[: begun - 1]).state.tobytes() if begun else b""
                yield play_on(case, decisions[:at]), begun, before


def play_on(case: Case, decisions) -> Match:
    match = case.match()
    for seat, action in decisions:
        match.decide(seat, action)
    return match


def check_worlds(case: Case) -> None:
    """Sampled worlds, wound back to the deal, allow every decision so far; all that fit are equally likely.

    Asked where few enough worlds fit to list them all."""
    for number, (match, begun, before) in enumerate(moments(case)):
        seat = (number + len(match.decisions)) % case.players
        fitting = Since(case, seat, match, begun, before).worlds()
        if fitting is not None:
            compare(case, match, seat, fitting)


def compare(case: Case, match: Match, seat: int, fitting) -> None:
    """Sample many worlds and hold them against all that fit."""
    seen, world = match.view(seat), np.zeros(1, case.game.dtype)
    rng, counts = new_rng(case.seed + 9, len(match.decisions)), dict.fromkeys(fitting, 0)
    samples = EACH * len(fitting)
    where = f"after decision {len(match.decisions)} with seed {case.seed}, seat {seat}"
    for _ in range(samples):
        case.game.view.determinize(seen, seat, rng, world)
        key = bare_bytes(world)
        assert key in counts, f"A sampled world cannot have come about, {where}: {_unlike(world, fitting)}"
        counts[key] += 1
    never = [key for key, times in counts.items() if times == 0]
    assert not never, f"{len(never)} of {len(counts)} worlds that fit are never sampled, {where}."
    assert is_even(list(counts.values())), f"Some worlds that fit are sampled too often, {where}: {counts.values()}"


def is_even(counts: list[int]) -> bool:
    """Whether counts are as even as luck would have them: chi-square within six standard deviations, and some."""
    free, mean = len(counts) - 1, sum(counts) / len(counts)
    return sum((n - mean) ** 2 for n in counts) / mean <= free + 6 * sqrt(2 * free) + 12


def _unlike(world: np.ndarray, fitting) -> list[str]:
    """The fields in which a world differs from the nearest that fits."""
    names = [name for name in world.dtype.names or () if name not in ("key", "events")]
    others = [np.frombuffer(key, world.dtype) for key in fitting]
    return min(([n for n in names if world[n].tobytes() != other[n].tobytes()] for other in others), key=len)
