"""The games, by name. Adding a game is adding a folder and one line here."""

import importlib
from functools import cache
from typing import TYPE_CHECKING

from lasttrick.core.about import About, did_you_mean
from lasttrick.core.errors import LastTrickError

if TYPE_CHECKING:
    from lasttrick.core.contract import Game

NAMES = ("ten_tricks_later", "scout", "zombie_escape", "trick_to_survival")


def _check(name: str) -> str:
    wanted = str(name).lower().replace("-", "_")
    if wanted not in NAMES:
        raise LastTrickError(f"There is no game {name!r}. {did_you_mean(wanted, NAMES)}")
    return wanted


def package(name: str) -> str:
    """The package that a game is."""
    return f"{__name__}.{_check(name)}"


def about(name: str) -> About:
    """Title, players and options of a game; compiles nothing."""
    return importlib.import_module(package(name)).ABOUT


@cache
def _load(name: str) -> "Game":
    from lasttrick.core.contract import load

    return load(package(name))


def game(name: str) -> "Game":
    """A game, ready to play."""
    return _load(_check(name))
