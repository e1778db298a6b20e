"""Chances told where a stage ends: by a judgement that is fair, or as learned from what the reference wins."""

import os

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal import learned, loops
from lasttrick.appraisal.learned import numbers_for
from lasttrick.appraisal.telling import has_learned, is_staged
from lasttrick.bots.survival import weeks
from lasttrick.core import chance
from lasttrick.core.match import Match

LONG = os.environ.get("LASTTRICK_LONG") == "1"
NAME = "trick_to_survival"


def test_only_the_trick_to_survival_has_to_learn():
    assert [name for name in games.OURS if has_learned(games.game(name))] == [NAME]
    assert all(is_staged(games.game(name)) for name in games.OURS)
    assert numbers_for(games.game("scout"), Match(games.game("scout"), 3, {}, "1").state) is learned.NOTHING


@pytest.mark.parametrize("options", [{}, {"weeks": 2, "days": 3}, {"first_leader": "1"}])
def test_the_record_before_a_match_like_this_is_found_in_a_view(options):
    match = Match(games.game(NAME), 3, options, "like")
    blank = match.game.blank(3, match.options)
    assert weeks.like(match.view(1)).tobytes() == np.array(blank, match.game.dtype).tobytes()


def test_weights_are_found_in_what_happened():
    rng = np.random.default_rng(1)
    signs = np.concatenate([np.ones((20_000, 1)), rng.normal(size=(20_000, 2))], axis=1)
    happened = rng.random(20_000) < 1 / (1 + np.exp(-(signs @ [-1.0, 2.0, 0.5])))
    assert weeks.logistic(signs, happened) == pytest.approx([-1.0, 2.0, 0.5], abs=0.1)


@pytest.mark.parametrize("players", [2, 3, 4, 5] if LONG else [4])
def test_what_is_told_when_a_week_begins_is_what_is_won(players, monkeypatch):
    """In other matches than those it was learned from; by week, and for traits that hold and that do not."""
    game = games.game(NAME)
    blank = np.array([game.blank(players, {})], game.dtype)
    monkeypatch.setattr(learned, "MATCHES", 2_000 if LONG else 600)
    numbers = weeks.learn(*learned._matches(game, blank))
    monkeypatch.setattr(chance, "key_of", lambda _: np.arange(8, dtype=np.uint32))
    states, _, shares = learned._matches(game, blank)
    told = np.zeros((len(states), players))
    scores, chances = np.zeros(8, np.int32), np.zeros(8)
    for i, state in enumerate(states):
        loops.tell_shares(state, numbers, scores, chances)
        told[i] = chances[:players]
    for week in (2, 3):
        at = states["week"] == week
        said, won, error = told[at].mean(), shares[at].mean(), shares[at].std() / np.sqrt(at.sum())
        print(
            f"CHECK {NAME}, {players} players, week {week}: said {said:.3f}, won {won:.3f} ± {error:.3f} of {at.sum()}"
        )
        assert abs(said - won) <= 0.02 + 3 * error
    assert np.corrcoef(told.ravel(), shares.ravel())[0, 1] > 0.2, "and it tells seats apart"
