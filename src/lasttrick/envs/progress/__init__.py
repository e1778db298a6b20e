"""How far each seat has come, as the rewards `score` and `shaped` pay it: a module a game,
`progress` of its package; those of ours lie here, named as the game is.

It is part of an environment and of its version, and no bot's opinion: `progress(state, out)` writes a number for each
seat, 0 at the start of a match. A seat whose number is left as it was keeps it. A game without a module has no
progress.
"""

import importlib
from types import ModuleType

from lasttrick.core.contract import Game, brought, generic
from lasttrick.core.sources import dispatches


def progress_in(package: str) -> str:
    """The name of the module that says what progress is in the game of a package."""
    return brought(package, "progress", __name__) or f"{__name__}.nothing"


def progress_of(game: Game) -> ModuleType:
    return importlib.import_module(progress_in(game.package))


progress = generic("progress", "out", progress_of)
dispatches(__name__, lambda package: [progress_in(package)])
