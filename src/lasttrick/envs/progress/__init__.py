"""How far each seat has come, as the rewards `score` and `shaped` pay it: a module a game, named as the game is.

It is part of an environment and of its version, and no bot's opinion: `progress(state, out)` writes a number for each
seat, 0 at the start of a match. A seat whose number is left as it was keeps it. A game without a module has no
progress.
"""

import importlib
import importlib.util
from types import ModuleType

from lasttrick.core.contract import Game, generic


def progress_of(game: Game) -> ModuleType:
    name = f"{__name__}.{game.name}"
    return importlib.import_module(name if importlib.util.find_spec(name) else f"{__name__}.nothing")


progress = generic("progress", "out", progress_of)
