"""Zombie Escape: being rid of a card, of its many marks, and being caught."""

import re

from lasttrick.bots.zombie_escape import (
    FEARED,
    HOLD,
    card_and_location,
    chance_caught,
    dread,
    pain,
    seats_behind,
    unseen,
)
from lasttrick.core.rule import entry
from lasttrick.games.zombie_escape.state import FLIP, danger, mates, number_of

NAMES = ("rid", "marks", "caught")
SAID = ("rid", "marks")
WORTH_A_WORD = 8  # danger from which it is worth a word to be rid of a card


def is_split(view, actions) -> bool:
    return all(action < FLIP for action in actions)


@entry
def split(view, seat, actions, n, rows):
    """The terms of the judgement."""
    about, behind, cost = unseen(view, seat), seats_behind(view, seat), pain(view, seat)
    left = view.turns - view.turn - 1
    for i in range(n):
        card, location = card_and_location(view, actions[i])
        worst = number_of(view, card) + danger(view, mates(view, card) & view.graveyard)
        rows[i, 0] = HOLD * min(1.0, worst / FEARED) if left > 0 else 0.0
        rows[i, 1] = HOLD * dread(view, card, left) - rows[i, 0]
        rows[i, 2] = -chance_caught(view, seat, card, location, about, behind) * cost


def say(name: str, seen: dict, seat: int, better: str, worse: str) -> tuple[str, dict] | None:
    mine, other = better.split()[1], worse.split()[1]
    if name == "rid":
        then, instead = waiting(seen, mine), waiting(seen, other)
        return ("rid", {"card": mine, "danger": then}) if then > instead and then >= WORTH_A_WORD else None
    if name == "marks":
        return ("marks", {"card": mine}) if "X" in mine and "X" not in other else None
    return None


def _number(card: str) -> int:
    return int(re.match(r"\d+", card)[0])  # type: ignore[index]


def waiting(seen: dict, card: str) -> int:
    """The danger of a card with its mates of the graveyard, as it would be in a turn to come."""
    number = _number(card)
    group = {1, 999} if number in (1, 999) else {number}
    mates_there = [_number(c) for c in seen["graveyard"] if _number(c) in group]
    return number + (0 if number == 17 else sum(mates_there))
