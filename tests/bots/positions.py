"""Positions from real play, for tests that hold for every game."""

from functools import cache

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice

GAMES = games.NAMES


def least_players(name: str) -> int:
    return min(games.about(name).players)


@cache
def positions(name: str, players: int, wanted: int = 12, seed: int = 5):
    """Seats to act with their views and a copy of the state, from random play; each has at least two legal actions."""
    game = games.game(name)
    found: list = []
    number = 0
    while len(found) < wanted:
        match = Match(game, players, game.about.automatic_options({}), f"{seed}/{number}")
        decide = random_choice(number)
        number += 1
        steps = 0
        while not match.over and len(found) < wanted and steps < 400:
            for seat in match.acting:
                if len(match.legal(seat)) > 1 and steps % 7 == seat % 7:
                    found.append((match.state.copy(), match.view(seat), seat, match.legal(seat)))
            match.apply(*decide(match))
            steps += 1
    return found[:wanted]
