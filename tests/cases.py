"""Every game at every number of players, for the tests that all games share."""

import pytest

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice

# Options that keep a match short enough for a test to look at all of it.
SHORT: dict[str, dict] = {
    "ten_tricks_later": {"max_rounds": "2"},
    "trick_to_survival": {"weeks": "2", "days": "2"},
}


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


def short_match(name: str, players: int, options: dict, seed=0) -> Match:
    return Match(games.game(name), players, {**SHORT.get(name, {}), **options}, seed=seed)


def walk(name: str, players: int, options: dict, seed: int = 0):
    """A short match at random: the match before each decision, the seat that decides and its action."""
    match, choose = short_match(name, players, options, seed), random_choice(seed + 1)
    while not match.over:
        seat, action = choose(match)
        yield match, seat, action
        match.apply(seat, action)
