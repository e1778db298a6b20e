"""Where a play-out may stop, and what chances are told there.

A judgement whose `outlook` agrees with what is then won says `FAIR_OUTLOOK`. One whose does not may name as `TELLS` a
module with a `stage` and an `outlook` of their own, which takes NUMBERS that its
`learn` finds in matches of the reference; `like` gives the record before such a match, `is_late` says of a view
whether one decision can move chances by much.
"""

import importlib
from types import ModuleType

from lasttrick.bots.policy import judgement_in, judgement_of
from lasttrick.core.contract import Game, generic
from lasttrick.core.sources import dispatches


def telling_in(package: str) -> str:
    """The name of the module that tells chances of the game in a package."""
    return getattr(importlib.import_module(judgement_in(package)), "TELLS", "lasttrick.appraisal.as_judged")


def telling_of(game: Game) -> ModuleType:
    return importlib.import_module(telling_in(game.package))


def has_learned(game: Game) -> bool:
    """Whether chances are told as they were learned from what the reference wins."""
    return hasattr(telling_of(game), "learn")


def is_staged(game: Game) -> bool:
    """Whether chances can be told at the end of a stage; else only the end of the match tells."""
    return has_learned(game) or getattr(judgement_of(game), "FAIR_OUTLOOK", False)


stage = generic("stage", "", telling_of)
outlook = generic("outlook", "numbers, chances", telling_of)
dispatches(__name__, lambda package: [telling_in(package)])
