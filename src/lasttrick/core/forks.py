"""A fork: a match that goes on from a step of another, with its real cards or in a fresh world that fits a seat's view.

It was not fairly dealt: whoever made it may know what the real cards were, or that they are others.
"""

from dataclasses import dataclass

import numpy as np

from lasttrick.core.errors import LastTrickError
from lasttrick.core.rng import new_rng

LONGEST_NAME = 64
MOST_WORLDS = 1 << 62
STREAM = 0xF04B  # of the worlds of forks


@dataclass(frozen=True)
class Fork:
    """Where a match left another."""

    parent: str  # how the other is called where the fork was made
    step: int  # decisions before it; they are the other's
    seat: int  # whose knowledge the fresh world fits
    world: int | None = None  # the number of that world; none for the real cards

    def enter(self, game, view: np.record, states: np.ndarray) -> None:
        """Put the fresh world in place of the real one."""
        if self.world is not None:
            game.view.determinize(view, self.seat, new_rng(self.world, STREAM), states)


def read_fork(told: object, players: int, decisions: int) -> Fork:
    """The entry `fork` of a match file."""
    entry = told if isinstance(told, dict) else {}
    parent, step, seat, world = (entry.get(name) for name in ("parent", "step", "seat", "world"))
    if not isinstance(parent, str) or len(parent) > LONGEST_NAME:
        raise LastTrickError(f'The "fork" of a match file names its parent in at most {LONGEST_NAME} letters.')
    if not _is_number(step, decisions + 1) or not _is_number(seat, players):
        raise LastTrickError('The "fork" of a match file has a step of the match and a seat at its table.')
    if world is not None and not _is_number(world, MOST_WORLDS):
        raise LastTrickError('The world of a "fork" is a number, or null for the real cards.')
    return Fork(parent, step, seat, world)  # type: ignore[arg-type]


def _is_number(value: object, below: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below
