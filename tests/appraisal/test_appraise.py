"""The worth of a decision: from the view alone, the same for the same seed, and with no loss invented."""

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


@every_game
def test_every_legal_action_is_appraised_once(name):
    game = games.game(name)
    for _, view, seat, legal in positions(name, least_players(name), 3):
        found = Appraiser(game, FEW).appraise(view, seat)
        assert sorted(a for worth in found.worths for a in worth.actions) == sorted(legal)
        assert all(0 <= worth.chance <= 1 and worth.reach > 0 for worth in found.worths if worth.worlds >= 128)


@every_game
def test_the_same_seed_gives_the_same_appraisal_and_the_memory_of_another_does_not_matter(name):
    game = games.game(name)
    (_, first, seat, _), (_, other, its, _) = positions(name, least_players(name), 2)
    used = Appraiser(game, FEW)
    used.appraise(other, its, 3)
    assert used.appraise(first, seat, 7) == Appraiser(game, FEW).appraise(first, seat, 7)


@every_game
def test_an_appraisal_knows_no_more_than_the_view(name):
    """Exchanging what is hidden changes nothing: another world that fits the view is appraised alike."""
    game = games.game(name)
    world, again = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    for _, view, seat, _ in positions(name, least_players(name), 2):
        game.view.determinize(view, seat, new_rng(11), world)
        game.view.view(world[0], seat, again)
        assert Appraiser(game, FEW).appraise(again[0], seat) == Appraiser(game, FEW).appraise(view, seat)


def test_bots_that_err_more_lose_more():
    """Mean loss of a match's decisions: at random far more than at a glance."""
    losses = []
    for bots in ("heuristic", "random"):
        match = finished("ten_tricks_later", 3, "err", bots, target="3")
        looking = Appraiser(match.game, FEW)
        judged = [step for step in steps_of(match) if step.choices > 1][:30]
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
