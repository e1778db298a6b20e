"""Last Trick: four survival card games on one rules engine."""

from typing import TYPE_CHECKING, Any

from lasttrick.core.errors import IllegalAction, LastTrickError

if TYPE_CHECKING:
    from lasttrick.core.match import Match

__version__ = "0.1.0"


def new_match(game: str, players: int | None = None, *, seed: int | str | None = None, **options: Any) -> "Match":
    """Begin a match. `seed` may be any number or text; without one the deal cannot be guessed."""
    from lasttrick import games
    from lasttrick.core.match import Match

    return Match(games.game(game), players, options, seed)


def read_match(text: str) -> "Match":
    """The match of a match file's text, replayed."""
    from lasttrick import games
    from lasttrick.core.match import read_match

    return read_match(text, games.game)


def observation_version(game: str) -> str:
    """The version of a game's observations and actions, for agents to keep beside their weights."""
    from lasttrick import games
    from lasttrick.core import meanings

    return meanings.observation_version(games.game(game))


__all__ = ["IllegalAction", "LastTrickError", "new_match", "observation_version", "read_match"]
