"""What others have decided out of sight, decided in a sampled world as the game's judgement would have.

`determinize` gives any world that fits a view, each as likely as the next. Where somebody has already chosen something
that a seat could not see, not all of them are: a hand that might be turned lies the better way up. A game in which that
is so brings a module `hidden`, one of ours has it in this folder: `decide_hidden(seen, seat, rng, world)` changes a
world that fits the view into another one that does, and `SAID` tells people what is decided there.
"""

import importlib
from types import ModuleType

from lasttrick.core.contract import Game, brought, determinize, generic
from lasttrick.core.rule import rule
from lasttrick.core.sources import dispatches


def hidden_in(package: str) -> str:
    """The name of the module that decides what others have decided out of sight."""
    return brought(package, "hidden", __name__) or f"{__name__}.nothing"


def hidden_of(game: Game) -> ModuleType:
    return importlib.import_module(hidden_in(game.package))


decide_hidden = generic("decide_hidden", "seat, rng, world", hidden_of)
dispatches(__name__, lambda package: [hidden_in(package)])


@rule
def sample(seen, seat, rng, out):
    """A world that fits the view, in which the others have decided as the judgement does."""
    determinize(seen, seat, rng, out)
    decide_hidden(seen, seat, rng, out[0])
