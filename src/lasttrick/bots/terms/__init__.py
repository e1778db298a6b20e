"""Which terms of a game's judgement make the difference between two actions.

A game's module here splits the worth that its judgement gives an action into named terms that add up to it, and says of
a term what can be said of the position: facts that hold, or nothing. A game without one says nothing.
"""

import importlib
import importlib.util
from functools import cache

import numpy as np

from lasttrick.core.words import describe

LEAST = 0.05  # points by which a term must speak for an action


@cache
def _module(package: str):
    name = f"{__name__}.{package.rpartition('.')[2]}" if package.startswith("lasttrick.games.") else ""
    return importlib.import_module(name) if name and importlib.util.find_spec(name) else None


def split(game, view: np.record, seat: int, actions: list[int]) -> np.ndarray | None:
    """The terms of each action, a row each; None where the judgement of this moment is not split."""
    module = _module(game.package)
    if module is None or not module.is_split(view, actions):
        return None
    rows = np.zeros((len(actions), len(module.NAMES)))
    module.split(view, seat, np.array(actions, np.int16), len(actions), rows)
    return rows


def telling(game, view: np.record, seat: int, better: int, worse: int) -> list[dict]:
    """The terms that speak for the better of two actions, the weightiest first, each with facts of the position."""
    rows = split(game, view, seat, [better, worse])
    if rows is None:
        return []
    module, described = _module(game.package), describe(game, view, seat)
    gains = {name: float(rows[0, at] - rows[1, at]) for at, name in enumerate(module.NAMES)}
    texts = [game.notation.action_text(view, action) for action in (better, worse)]
    told: list[dict] = []
    for name in sorted(gains, key=gains.__getitem__, reverse=True):
        said = module.say(name, described, seat, *texts) if gains[name] >= LEAST else None
        if said and said[0] not in [term["key"] for term in told]:
            told.append({"key": said[0], "points": round(gains[name], 3), "facts": said[1]})
    return told
