"""The worth of a decision: from the view alone, the same for the same seed, and with no loss invented."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal.appraise import (
    FEWEST,
    MOST,
    Appraiser,
    Budget,
    Screening,
    Weighing,
    is_clear,
    verdict_of,
)
from lasttrick.appraisal.review import Reviewer, steps_of
from lasttrick.bots.bot import legal_actions
from lasttrick.core.bits import lowest
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


def test_many_actions_are_halved_again_and_again_and_what_is_wanted_stays():
    """154 actions cost a sixth of a look at all of them in 64 worlds; the worst of them is still weighed if wanted."""
    rng, found, spent = np.random.default_rng(3), Screening(154, wanted=[0]), 0
    while len(found.kept) > MOST:
        worlds = max(Budget().look // len(found.kept), FEWEST)
        found.add(np.array(found.kept) / 154 + rng.normal(0, 0.1, (worlds, len(found.kept))))
        spent += worlds * len(found.kept)
        found.narrow()
        found.halve(MOST)
    assert spent < 154 * 64 / 4
    assert 0 in found.kept
    assert len(found.kept) <= MOST
    assert min(k for k in found.kept if k) > 100


def test_of_very_many_actions_only_those_are_looked_at_that_look_best_and_what_was_played():
    """Of the others nothing is claimed."""
    match = finished("scout", 3, "many", "heuristic")
    looking = Appraiser(match.game, replace(FEW, looked=10))
    step = next(s for s in steps_of(match) if s.choices > 40)
    legal = legal_actions(match.game, step.view, step.seat)
    looking.reference_action(step.view, step.seat, legal)
    order = legal[np.argsort(-looking.memory.worth[: len(legal)], kind="stable")].tolist()
    found = looking.appraise(step.view, step.seat, 1, order[-1])
    assert {a for worth in found.worths if worth.worlds for a in worth.actions} == {*order[:10], order[-1]}
    assert sorted(a for worth in found.worths for a in worth.actions) == sorted(order)
    unseen = found.of(order[20])
    assert unseen.verdict == "unclear"
    assert (unseen.reach, unseen.loss_reach) == (1.0, 1.0)
    assert found.worths.index(unseen) >= 3


def test_what_falls_clearly_behind_is_left_out_and_keeps_what_it_had():
    """Three actions, one of them hopeless: it is tried in no further world, the others are weighed on."""
    rng, found = np.random.default_rng(3), Weighing(3, 0, [0], Budget())
    for _ in range(4):
        values = np.array([0.5, 0.5, 0.1])[found.kept] + rng.normal(0, 0.05, (64, len(found.kept)))
        found.add(values, values)
        found.narrow()
    assert found.kept == [0, 1]
    hopeless = found.worth([2], 2)
    assert hopeless.worlds == 64
    assert abs(hopeless.loss - 0.4) < 0.05
    assert found.worth([1], 1).worlds == 256


@every_game
def test_what_is_usual_changes_nothing_with_all_cards_open(name):
    """Playing what the reference plays is the reference playing on, so that one half of the work is saved."""
    match = finished(name, least_players(name), "usual", "heuristic")
    reviewer, rules = Reviewer(match.game, FEW), match.game.rules
    looking = reviewer.appraiser

    def is_alike(step) -> bool:
        """Nothing is left to the lot, and nobody decides before this seat."""
        is_usual = looking.is_usual(step.view, step.seat, step.action)
        worth = looking.memory.worth[: step.choices]
        return is_usual and len(set(worth)) == len(worth) and lowest(int(rules.acting(step.state))) == step.seat

    step = next(s for s in steps_of(match) if s.choices > 1 and is_alike(s))
    before, after = (reviewer._play_out(step.state, step.seat, action, 5) for action in (-1, step.action))
    assert (before == after).all()


@every_game
def test_whoever_plays_as_the_reference_has_nothing_in_own_play_and_moves_nothing(name):
    """Also where it draws lots among actions that look alike; who plays otherwise is measured against it."""
    match = finished(name, least_players(name), "draws", "heuristic")
    looking, seen = Appraiser(match.game, FEW), 0
    for step in [s for s in steps_of(match) if s.choices > 1][:40]:
        legal = legal_actions(match.game, step.view, step.seat)
        usual = looking.reference_action(step.view, step.seat, legal)
        assert looking.reference_action(step.view, step.seat, legal, step.action) == step.action
        assert looking.is_usual(step.view, step.seat, step.action)
        worth = looking.memory.worth[: len(legal)]
        worse = legal[worth < worth.max()].tolist()
        seen += usual != step.action
        assert all(looking.reference_action(step.view, step.seat, legal, a) == usual for a in worse[:2])
        assert not any(looking.is_usual(step.view, step.seat, a) for a in worse[:2])
    assert seen, "it has drawn lots"


@pytest.mark.parametrize(
    ("loss", "reach", "word"),
    [
        (0.0, 0.0, "good"),
        (0.01, 0.005, "good"),
        (0.02, 0.009, "good"),
        (0.024, 0.005, "good"),
        (-0.02, 0.04, "unclear"),
        (0.03, 0.02, "unclear"),
        (0.03, 0.01, "slip"),
        (0.09, 0.03, "mistake"),
        (0.15, 0.04, "blunder"),
        (0.30, 0.29, "unclear"),
    ],
)
def test_a_word_only_where_the_lower_end_proves_it(loss, reach, word):
    assert verdict_of(loss, reach) == word


@pytest.mark.parametrize(
    ("loss", "reach", "clear"),
    [
        (0.0, 0.01, True),
        (0.0, 0.02, False),
        (-0.02, 0.02, False),
        (0.022, 0.001, True),  # within a border: either word is true
        (0.022, 0.003, False),
        (0.035, 0.01, True),
        (0.048, 0.01, False),
        (0.50, 0.10, True),
    ],
)
def test_a_verdict_is_settled_where_the_loss_keeps_clear_of_every_border(loss, reach, clear):
    assert is_clear(loss, reach) == clear


def test_a_verdict_in_doubt_takes_more_worlds_and_only_the_actions_that_matter(monkeypatch):
    """The action played loses 3.5: 128 worlds cannot tell, thousands can; the action far behind is left out of them."""
    game = games.game("ten_tricks_later")
    match = finished("ten_tricks_later", 3, "err", "heuristic", target="3")
    step = next(s for s in steps_of(match) if s.choices == 4)
    asked, rng = [], np.random.default_rng(5)
    worth = dict(zip(legal_actions(game, step.view, step.seat).tolist(), (0.6, 0.565, 0.3, 0.598), strict=True))

    def values(_view, _seat, tried, _seed, _first, count, _every):
        asked.append((len(tried), count))
        found = np.array([worth[action] for action in tried.tolist()]) + rng.normal(0, 0.15, (count, len(tried)))
        return found, found

    verdicts = []
    for doubt in (1, 64):
        looking = Appraiser(game, Budget(128, doubt=doubt))
        monkeypatch.setattr(looking, "values", values)
        monkeypatch.setattr(looking, "reference_action", lambda *_: next(iter(worth)))
        verdicts.append(looking.appraise(step.view, step.seat, 1, list(worth)[1]).of(list(worth)[1]).verdict)
    assert verdicts == ["unclear", "slip"]
    assert asked[-1][0] <= 3
    assert 1_000 < sum(count for _, count in asked) <= 128 + 64 * 128


def test_borders_may_be_wider():
    assert not is_clear(0.0, 0.02)
    assert is_clear(0.0, 0.02, 0.01)


@pytest.mark.parametrize(("told", "reach"), [(False, 3 / 64), (True, 0.4 * 3 / 64)])
def test_where_chances_are_told_a_world_not_seen_moves_them_no_further_than_those_seen(told, reach):
    found = Weighing(2, 0, [0, 1], Budget(told=told))
    values = np.column_stack([np.linspace(0.1, 0.5, 64)] * 2)  # in no world the two differ
    found.add(values, np.full(values.shape, np.nan))
    assert found.worth([1], 1).edge_reach == pytest.approx(reach)


def test_with_each_day_of_a_week_lots_begin_anew():
    """An offer that is declined, and being done at once: from the next day on there is no difference."""
    match = finished("trick_to_survival", 4, "holds 3", "heuristic")
    step, looking = steps_of(match)[93], Appraiser(match.game, FEW)
    texts = [match.game.notation.action_text(step.view, a) for a in legal_actions(match.game, step.view, step.seat)]
    tried = legal_actions(match.game, step.view, step.seat)[[texts.index("offer 1 S2 F2"), texts.index("done")]]
    values, _ = looking.values(step.view, step.seat, tried, 3, 0, 64, 1)
    assert (values[:, 0] == values[:, 1]).all()


def test_a_budget_of_nothing_is_refused():
    with pytest.raises(LastTrickError, match="from 128 to 10,000,000 worlds, not 0"):
        Budget(worlds=0)
