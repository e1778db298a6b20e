"""Zombie Escape's clues for networks: what can be counted about the hands behind, and about the own hand to come."""

import numpy as np
import pytest

from lasttrick.bots.zombie_escape import chance_kept, danger, dangers_of, foresee_dangers, joined, unseen
from lasttrick.core import bits
from lasttrick.games.zombie_escape import codes
from lasttrick.games.zombie_escape.data import MARKS
from lasttrick.games.zombie_escape.state import CARDS
from tests.games.zombie_escape.table import GAME, at

DECK = codes.cards(GAME.blank(3, GAME.about.automatic_options({})), bits.first(48))


def foreseen(hand: str, about: str, void: str = ""):
    """A, who leads the last turns of a day; all that is neither in its hand nor unseen lies in the graveyard."""
    held = [*hand.split(), *about.split()]
    view = at(
        players=3,
        turn=17 - len(hand.split()),
        leader="A",
        A=hand,
        graveyard=" ".join(card for card in DECK if card not in held),
        void=void,
    ).view(0)
    dangers = np.zeros((2, CARDS), np.int64)
    foresee_dangers(view, 0, dangers)
    return view, DECK.index(hand.split()[0]), dangers


@pytest.mark.parametrize(
    ("card", "about", "void", "kept"),
    [
        pytest.param("17M", "2Sa 2Sb", "", 1.0, id="nobody has a card of the location"),
        pytest.param("17M", "9M 2Sa", "", 0.25, id="either hand behind may have to lay the worse one"),
        pytest.param("17M", "9M 2Sa", "B:M", 0.0, id="one is known to have none of the location: the other has it"),
        pytest.param("9M", "9X 2Sa", "", 0.25, id="a mate takes the whole zombie away"),
        pytest.param("9M", "17M 2Sa", "", 1.0, id="a lower one is laid gladly"),
    ],
)
def test_the_chance_that_nobody_behind_must_do_worse(card, about, void, kept):
    view, led, dangers = foreseen(card, about, void)
    mine = danger(view, joined(view, 0, led))
    mountain = MARKS.index("M")
    assert chance_kept(view, 0, led, mountain, mine, unseen(view, 0), dangers[0]) == pytest.approx(kept)


def test_a_card_makes_its_mates_in_hand_more_dangerous():
    view, led, dangers = foreseen("9M 9X", "17H 17S 17M 2Sa")
    mate = bits.one(DECK.index("9X"))
    assert dangers[1, DECK.index("9X")] == 9 + 9 + 9, "with the two in the graveyard"
    view.graveyard = 0
    foresee_dangers(view, 0, dangers)
    assert dangers_of(view, mate, led, dangers[1]) == pytest.approx(1.0), "two nines: 18, as bad as can be"
    assert dangers_of(view, mate, DECK.index("2Sa"), dangers[1]) == pytest.approx(9 / 16)
