"""The games, by name: ours, a folder each beside this file, and those of other packages.

Another package names its games as entry points of the group ``lasttrick.games``; the name of a game is the key, the
package that the game is the value. Nothing else has to be touched.
"""

import importlib
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from lasttrick.core.about import About, did_you_mean
from lasttrick.core.errors import LastTrickError

if TYPE_CHECKING:
    from lasttrick.core.contract import Game

OURS = ("ten_tricks_later", "scout", "zombie_escape", "trick_to_survival")
GROUP = "lasttrick.games"

_PACKAGES = {name: f"{__name__}.{name}" for name in OURS}
for _point in entry_points(group=GROUP):
    _PACKAGES.setdefault(_point.name, _point.value)
NAMES = tuple(_PACKAGES)


def _check(name: str) -> str:
    wanted = str(name).lower().replace("-", "_")
    if wanted not in NAMES:
        raise LastTrickError(f"There is no game {name!r}. {did_you_mean(wanted, NAMES)}")
    return wanted


def package(name: str) -> str:
    """The package that a game is."""
    return _PACKAGES[_check(name)]


def about(name: str) -> About:
    """Title, players and options of a game; compiles nothing."""
    where = package(name)
    try:
        face = importlib.import_module(where).ABOUT
    except (ImportError, AttributeError) as error:
        raise LastTrickError(f"The game {name}, in the package {where}, cannot be used: {error}.") from None
    if face.name != _check(name):
        raise LastTrickError(f"The game registered as {name} calls itself {face.name}; both names must be the same.")
    return face


@cache
def _load(name: str) -> "Game":
    from lasttrick.core.contract import load

    return load(package(name))


def game(name: str) -> "Game":
    """A game, ready to play."""
    return _load(_check(name))
