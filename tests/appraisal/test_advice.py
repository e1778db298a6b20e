"""The coach's costs are those of the appraisal, against what it advises; what is proved to lose is not advised."""

import pytest

from lasttrick import games
from lasttrick.appraisal import advice
from lasttrick.appraisal.advice import MOST_WHOLE, STAGED, Adviser
from lasttrick.appraisal.appraise import SLIP, Appraiser
from lasttrick.appraisal.review import steps_of
from lasttrick.bots.bot import legal_actions
from tests.appraisal.matches import finished


@pytest.fixture(scope="module")
def decision():
    """A decision of 10 Tricks Later in which an action is proved to lose: game, view, seat, choices, appraisal."""
    game = games.game("ten_tricks_later")
    appraiser = Appraiser(game, STAGED)
    for step in steps_of(finished("ten_tricks_later", 3)):
        legal = legal_actions(game, step.view, step.seat).tolist()
        if len(legal) > 2:
            told = appraiser.appraise(step.view, step.seat, 5)
            if told.worths[-1].verdict in ("mistake", "blunder"):
                return game, step.view, step.seat, legal, told
    raise AssertionError("no mistake could be made in this match")


def test_what_is_proved_to_lose_is_not_advised_whatever_the_bot_prefers(decision):
    game, view, seat, legal, told = decision
    worst = told.worths[-1].actions[0]
    preferred = [worst, *(action for action in legal if action != worst)]
    advised = Adviser(game).advise(view, seat, preferred, 5)
    assert advised.action in told.best.actions
    assert advised.costs[worst].cost - advised.costs[worst].reach > SLIP


def test_costs_are_those_of_a_review_against_the_advised_action(decision):
    game, view, seat, legal, told = decision
    best = told.best.actions[0]
    advised = Adviser(game).advise(view, seat, [best, *(one for one in legal if one != best)], 5)
    assert advised.action == best
    assert advised.costs[best].cost == 0
    assert set(advised.costs) == set(legal)
    for action in legal:
        worth, here = told.of(action), advised.costs[action]
        assert here.cost == pytest.approx(worth.loss, abs=worth.loss_reach + here.reach)


def test_where_every_play_out_goes_to_the_end_few_choices_are_looked_at(monkeypatch):
    monkeypatch.setattr(advice, "is_staged", lambda _: False)
    adviser = Adviser(games.game("trick_to_survival"))
    seen = []

    class Told(Exception):
        pass

    def look(view, seat, seed, played, among, against):
        seen.append((played, tuple(among), against))
        raise Told

    adviser._appraiser.appraise = look
    with pytest.raises(Told):
        adviser.advise(None, 0, list(range(40)))
    assert seen == [(0, tuple(range(MOST_WHOLE)), 0)]
