"""Every number of an observation is what its meaning says, reckoned a second time from what people are told.

A game says in `tests/games/NAME/meant.py` what each section means: `MEANT` has a function a section, of what a seat is
`Told` and the names of a place; a seat is given as its number at the table. None is said of what nobody is told.
"""

import importlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.core.words import read_position
from tests.cases import cases, walk

FEWEST_AND_MOST = [
    pytest.param(name, players, options, id=f"{name}-{players}")
    for name, players, options in cases()
    if players in (games.about(name).players[0], games.about(name).players[-1]) and name in games.OURS
]
MOMENTS = 14  # of a match that are looked at


@dataclass
class Told:
    """What a seat is told of a moment: in JSON, as choices, and in the lines of the position."""

    match: Match
    seat: int

    @cached_property
    def view(self) -> dict:
        return self.match.describe(self.seat)

    @property
    def seats(self) -> list[dict]:
        return self.view["seats"]

    @property
    def own(self) -> dict:
        return self.seats[self.seat]

    @cached_property
    def legal(self) -> list[str]:
        return self.match.legal_text(self.seat)

    @cached_property
    def all_see(self) -> dict:
        return self.match.describe(-1)

    @cached_property
    def lines(self) -> dict[str, str]:
        return read_position(self.match.position())


def expected(told: Told, section, meant) -> np.ndarray:
    players = len(told.seats)
    numbers = []
    for place in section.places():
        names = [
            _seat(told, name) if axis.name == "seat" else name for axis, name in zip(section.axes, place, strict=True)
        ]
        is_empty = any(isinstance(name, int) and name >= players for name in names)
        value = 0 if is_empty else meant(told, *names)
        numbers.append(np.nan if value is None else value)
    return np.array(numbers, np.float32)


def _seat(told: Told, name: str) -> int:
    """`own + 2` as a number at the table; one that nobody has is past the players."""
    steps, players = int(name.partition("+")[2] or 0), len(told.seats)
    return (told.seat + steps) % players if steps < players else players


@pytest.mark.parametrize(("name", "players", "options"), FEWEST_AND_MOST)
def test_every_number_is_what_its_meaning_says(name, players, options):
    game = games.game(name)
    meant = importlib.import_module(f"tests.games.{name}.meant").MEANT
    assert set(meant) == {section.name for section in game.meanings.SECTIONS}
    length = sum(1 for _ in walk(name, players, options))
    numbers = np.zeros(game.observation_size, np.float32)
    for number, (match, seat, _) in enumerate(walk(name, players, options)):
        if number % max(1, length // MOMENTS):
            continue
        for viewer in (seat, (seat + 1) % players):
            numbers[:] = 7  # whatever was there is written over
            game.view.encode(match.state, viewer, numbers)
            told, at = Told(match, viewer), 0
            for section in game.meanings.SECTIONS:
                found, wanted = numbers[at : at + section.size], expected(told, section, meant[section.name])
                same = np.isclose(found, wanted, atol=1e-5) | np.isnan(wanted)
                wrong = [place for place, fits in zip(section.places(), same, strict=True) if not fits]
                assert not wrong, f"{section.name} after decision {number}, seat {viewer}: {wrong[:5]}"
                at += section.size
