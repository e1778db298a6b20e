"""The Trick To Survival, thought about: what the living do for each other."""

import pytest

from lasttrick import games
from lasttrick.bots.survival_trick import cost_to_all, level_to_pay
from lasttrick.bots.trick_to_survival import gift_worth, spare_worth, ward_worth
from lasttrick.core.match import Match
from lasttrick.games.trick_to_survival.state import FOOD

ME, FRIEND = 0, 1


@pytest.fixture
def camp():
    """Four players on the second day of the first week, two tokens of each type in every hand."""
    state = Match(games.game("trick_to_survival"), 4, seed="camp").state.copy()
    state.day, state.first = 2, ME
    state.tokens[:] = 2
    return state


@pytest.mark.parametrize(("wounds", "uses_it"), [(0, False), (5, False), (6, True)])
def test_the_ward_is_kept_for_the_wound_that_would_kill(camp, wounds, uses_it):
    camp.wounds[ME] = wounds
    assert (ward_worth(camp, ME) > 0) == uses_it


@pytest.mark.parametrize(
    ("day", "mine", "theirs", "gives"),
    [
        pytest.param(2, 3, 0, True, id="the friend would be wounded at upkeep"),
        pytest.param(2, 3, 1, False, id="the friend can pay"),
        pytest.param(2, 1, 0, False, id="it is the own last one"),
        pytest.param(1, 3, 0, False, id="day 1 has no upkeep"),
    ],
)
def test_a_gift_keeps_off_a_wound(camp, day, mine, theirs, gives):
    camp.day = day
    camp.tokens[ME, FOOD], camp.tokens[FRIEND, FOOD] = mine, theirs
    assert (gift_worth(camp, ME, FRIEND, FOOD, 1) > 0) == gives


def test_what_is_missing_is_paid_together_and_from_plenty_first(camp):
    camp.tokens[FRIEND, FOOD] = 5
    assert level_to_pay(camp, ME, 3) == 3  # the three that the friend has beyond two
    assert level_to_pay(camp, ME, 4) == 2
    assert level_to_pay(camp, ME, 100) == 0
    assert 0 < cost_to_all(camp, ME, 3) < cost_to_all(camp, ME, 4) < cost_to_all(camp, ME, 100)


def test_who_is_nearest_to_death_is_spared(camp):
    camp.wounds[FRIEND] = 5
    assert spare_worth(camp, ME, FRIEND) > spare_worth(camp, ME, ME)
    camp.wounds[ME] = 5
    assert spare_worth(camp, ME, ME) > spare_worth(camp, ME, FRIEND)
