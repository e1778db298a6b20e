"""Every game at every number of players, for the tests that all games share."""

import pytest

from lasttrick import games
from lasttrick.checks.case import Case, short_options
from lasttrick.core.match import Match

SHORT = {name: short_options(games.about(name)) for name in games.NAMES}


def cases() -> list[tuple[str, int, dict]]:
    found = []
    for name in games.NAMES:
        about = games.about(name)
        found += [(name, players, {}) for players in about.players]
        found += [(name, players, {option: value}) for players, (option, value) in about.extra_players.items()]
    return found


every_case = pytest.mark.parametrize(
    ("name", "players", "options"), [pytest.param(*case, id=f"{case[0]}-{case[1]}") for case in cases()]
)
every_game = pytest.mark.parametrize("name", games.NAMES)


def case(name: str, players: int, options: dict) -> Case:
    return Case(games.game(name), players, options)


def short_match(name: str, players: int, options: dict, seed=0) -> Match:
    return case(name, players, options).match(seed)


def walk(name: str, players: int, options: dict, seed: int = 0):
    """A short match at random: the match before each decision, the seat that decides and its action."""
    return case(name, players, options).walk(seed)
