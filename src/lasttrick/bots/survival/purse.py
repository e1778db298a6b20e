"""The Trick To Survival: what tokens the group can pay together in the modify step, and what they are worth to it."""

import numpy as np

from lasttrick.bots.survival.needs import loss_of
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.state import SUITS
from lasttrick.games.trick_to_survival.table import is_alive


@rule
def is_still_to_modify(view, seat, other):
    """Whether a seat is this one or comes after it in this step."""
    return (other - view.first) % view.players >= (seat - view.first) % view.players


@rule
def tokens_at(view, seat, level):
    """How many tokens the living seats still to modify would give up if each kept fewer than `level` of a type."""
    count = 0
    for other in range(view.players):
        if is_alive(view, other) and is_still_to_modify(view, seat, other):
            for kind in range(SUITS):
                count += max(0, view.tokens[other, kind] - level + 1)
    return count


@rule
def level_to_pay(view, seat, missing):
    """The highest level at which the seats still to modify can pay together what is missing; 0 if they cannot."""
    level = np.int64(view.token_cap)
    while level > 0 and tokens_at(view, seat, level) < missing:
        level -= 1
    return level


@rule
def cost_to_all(w, view, seat, missing):
    """What the cheapest so many tokens are worth to those who pay them, or a number too high."""
    if missing <= 0:
        return 0.0
    last = level_to_pay(view, seat, missing)
    if last == 0:
        return 1000.0
    cost, paid = 0.0, 0
    for level in range(view.token_cap, last, -1):
        count = tokens_at(view, seat, level) - paid
        cost += count * loss_of(w, view, level)
        paid += count
    return cost + (missing - paid) * loss_of(w, view, last)
