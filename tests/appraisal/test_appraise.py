"""The worth of a decision: from the view alone, the same for the same seed, and with no loss invented."""

from functools import cache

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal.appraise import Appraiser, Budget, verdict_of
from lasttrick.appraisal.review import steps_of
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rng import new_rng
from tests.appraisal.matches import finished
from tests.bots.positions import least_players, positions
from tests.cases import every_game

FEW = Budget(worlds=128)


@pytest.fixture(scope="module")
def appraised():
    """Two positions of each game that was asked for, appraised one after the other with the same memory."""

    @cache
    def look(name: str):
        game, found = games.game(name), positions(name, least_players(name), 2)
        looking = Appraiser(game, FEW)
        return [(view, seat, legal, looking.appraise(view, seat, 7)) for _, view, seat, legal in found]

    return look


@every_game
def test_every_legal_action_is_appraised_once(name, appraised):
    for _, _, legal, found in appraised(name):
        assert sorted(a for worth in found.worths for a in worth.actions) == sorted(legal)
        assert all(0 <= worth.chance <= 1 and worth.reach > 0 for worth in found.worths if worth.worlds >= 128)


@every_game
def test_an_appraisal_knows_the_view_and_the_seed_and_nothing_else(name, appraised):
    """Another world that fits the view is appraised alike, and with memory that was never used before."""
    game = games.game(name)
    world, again = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    view, seat, _, found = appraised(name)[-1]
    game.view.determinize(view, seat, new_rng(11), world)
    game.view.view(world[0], seat, again)
    assert Appraiser(game, FEW).appraise(again[0], seat, 7) == found


def test_bots_that_err_more_lose_more():
    """Mean loss of a match's decisions: at random far more than at a glance."""
    losses = []
    for bots in ("heuristic", "random"):
        match = finished("ten_tricks_later", 3, "err", bots, target="3")
        looking = Appraiser(match.game, FEW)
        judged = [step for step in steps_of(match) if step.choices > 1][:16]
        found = [looking.appraise(s.view, s.seat, s.number, s.action).of(s.action) for s in judged]
        losses.append(np.mean([worth.loss for worth in found]))
    assert losses[1] > losses[0] + 0.02


@pytest.mark.parametrize(
    ("loss", "reach", "word"),
    [
        (0.0, 0.0, "good"),
        (0.01, 0.005, "good"),
        (0.03, 0.02, "unclear"),
        (0.03, 0.01, "slip"),
        (0.09, 0.03, "mistake"),
        (0.15, 0.04, "blunder"),
        (0.30, 0.29, "unclear"),
    ],
)
def test_a_word_only_where_the_lower_end_proves_it(loss, reach, word):
    assert verdict_of(loss, reach) == word


def test_a_budget_of_nothing_is_refused():
    with pytest.raises(LastTrickError, match="from 128 to 10,000,000 worlds, not 0"):
        Budget(worlds=0)
