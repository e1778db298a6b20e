"""Environments are copied, pickled, and put back: what follows is the same."""

import copy
import pickle

import cloudpickle
import numpy as np
import pytest

from lasttrick.core.errors import LastTrickError
from lasttrick.envs.pettingzoo import env, parallel_env
from lasttrick.envs.single import OneMatch
from lasttrick.envs.vector import ManyMatches

SHORT = {"players": 3, "max_rounds": 1}
again = pytest.mark.parametrize(
    "again",
    [
        pytest.param(copy.deepcopy, id="deepcopy"),
        pytest.param(lambda made: pickle.loads(pickle.dumps(made)), id="pickle"),
        pytest.param(lambda made: cloudpickle.loads(cloudpickle.dumps(made)), id="cloudpickle"),
    ],
)


def steps(made, number: int) -> list:
    """What the next steps give, with actions that the environment's own luck chooses."""
    given = []
    for _ in range(number):
        seen, reward, terminated, truncated, _ = made.step(made.action_space.sample())
        given.append([np.array(part).tobytes() for part in (seen["observation"], reward, terminated, truncated)])
        if terminated is True or truncated is True:
            break
    return given


@again
@pytest.mark.parametrize("arguments", [{}, {"opponents": "random", "reward": "shaped"}, {"threads": 2}], ids=str)
def test_many_matches_go_on_alike(again, arguments):
    made = ManyMatches("ten_tricks_later", 4, **SHORT, **arguments)
    made.reset(seed=3)
    steps(made, 30)
    other = again(made)
    assert steps(other, 40) == steps(made, 40)


@again
def test_one_match_goes_on_alike(again):
    made = OneMatch("ten_tricks_later", **SHORT)
    made.reset(seed=3)
    steps(made, 4)
    other = again(made)
    assert other.digest() == made.digest()
    assert np.array_equal(other.action_masks(), made.action_masks())
    assert steps(other, 40) == steps(made, 40)
    assert other.digest() == made.digest()


@again
@pytest.mark.parametrize("make", [env, parallel_env])
def test_the_forms_of_pettingzoo_go_on_alike(again, make):
    made = make("ten_tricks_later", **SHORT)
    made.reset(seed=3)
    decide(made, 5)
    other = again(made)
    decide(made, 8)
    assert other.digest() != made.digest()
    decide(other, 8)
    assert other.digest() == made.digest()


def decide(made, number: int) -> None:
    for _ in range(number):
        masks = {name: made._seats.see(name)["action_mask"] for name in made.agents}
        lowest = {name: int(mask.argmax()) for name, mask in masks.items()}
        made.step(lowest[made.agent_selection] if hasattr(made, "agent_selection") else lowest)


def test_rows_are_saved_and_put_back():
    made = ManyMatches("ten_tricks_later", 4, **SHORT)
    made.reset(seed=3)
    steps(made, 5)
    saved, seen = made.save(), copy.deepcopy(made.observation())
    one = made.save([2])
    steps(made, 5)
    assert made.save() != saved
    put_back = made.restore(saved)
    assert made.save() == saved
    assert all(np.array_equal(put_back[name], seen[name]) for name in seen)
    made.restore(one, [0, 1])
    assert made.digest(0) == made.digest(1) == made.digest(2) != made.digest(3)
    assert pickle.loads(pickle.dumps(saved)) == saved


@pytest.mark.parametrize(
    ("other", "rows", "sentence"),
    [
        ({"players": 4, "max_rounds": 1}, None, "another game, players or options"),
        ({"players": 3, "max_rounds": 2}, None, "another game, players or options"),
        (SHORT, [0, 1], "4 saved matches do not fit into 2 rows"),
    ],
)
def test_what_does_not_fit_is_not_put_back(other, rows, sentence):
    made = ManyMatches("ten_tricks_later", 4, **SHORT)
    made.reset(seed=3)
    taker = ManyMatches("ten_tricks_later", 4, **other)
    taker.reset(seed=1)
    with pytest.raises(LastTrickError, match=sentence):
        taker.restore(made.save(), rows)
