"""Worlds that differ only in what a seat may not know, for the interfaces' leak tests."""

import os

import numpy as np
import pytest

from lasttrick.core.rng import new_rng
from tests.cases import SHORT, cases

LONG = os.environ.get("LASTTRICK_LONG") == "1"
SEEDS = range(20) if LONG else range(1)


def settings() -> list[tuple[str, int, dict]]:
    """Every game at every number of players, short; without LASTTRICK_LONG at its fewest and its most."""
    found = []
    for name, players, options in cases():
        alike = [p for n, p, _ in cases() if n == name]
        if LONG or players in (min(alike), max(alike)):
            found.append((name, players, {**SHORT.get(name, {}), **options}))
    return found


def _each(cases):
    wanted = [pytest.param(*case, id=f"{case[0]}-{case[1]}") for case in cases]
    return pytest.mark.parametrize(("name", "players", "options"), wanted)


def _has_fewest(name: str, players: int) -> bool:
    return players == min(p for n, p, _ in cases() if n == name)


every_setting = _each(settings())
fewest_players = _each([case for case in settings() if LONG or _has_fewest(*case[:2])])  # for what takes seconds each
# The loops of the vector environment take a minute to compile for The Trick To Survival.
most_settings = _each([case for case in settings() if LONG or case[0] != "trick_to_survival"])


def other_world(game, states: np.ndarray, seat: int, luck: int) -> np.ndarray:
    """A world with the same view for a seat, as an array of one; what it may not know is drawn anew."""
    seen, world = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    game.view.view(states[0], seat, seen)
    game.view.determinize(seen[0], seat, new_rng(luck), world)
    return world
