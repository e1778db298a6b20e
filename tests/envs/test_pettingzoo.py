"""PettingZoo's own suites, and what they do not look at: hidden cards, choices at the same time, the end."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from lasttrick.core.errors import IllegalAction, LastTrickError
from lasttrick.envs.pettingzoo import env, parallel_env
from tests.envs.worlds import LONG, SEEDS, every_setting, other_world

CYCLES = 500 if LONG else 60


@pytest.fixture(autouse=True)
def _expected_warnings():
    """The suites warn of observations that are dictionaries; ours are, by design."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        yield


@every_setting
def test_the_official_suites_pass(name, players, options):
    for seed in SEEDS:
        made = env(name, players, **options)
        made.reset(seed=seed)
        api_test(made, num_cycles=CYCLES)
    seed_test(lambda: env(name, players, **options), num_cycles=CYCLES)
    parallel_api_test(parallel_env(name, players, **options), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel_env(name, players, **options), num_cycles=CYCLES)


def equal(one: dict, other: dict) -> bool:
    sections = all(np.array_equal(one["observation"][s], other["observation"][s]) for s in one["observation"])
    return sections and np.array_equal(one["action_mask"], other["action_mask"])


@every_setting
def test_what_a_seat_may_not_know_changes_nothing_it_is_shown(name, players, options):
    made = env(name, players, **options)
    differed = 0
    for seed in SEEDS:
        made.reset(seed=seed)
        for step, agent in enumerate(made.agent_iter(60)):
            seen, _, terminated, truncated, _ = made.last()
            if terminated or truncated:
                break
            seats = made._seats
            kept = seats.desk.states.copy()
            world = other_world(seats.setting.game, kept, seats.names.index(agent), step)
            differed += world.tobytes() != kept.tobytes()
            seats.desk.states[:] = world
            seats.note_legal(seats.desk.acting[:1])
            assert equal(made.observe(agent), seen)
            seats.desk.states[:] = kept
            made.step(made.action_space(agent).sample(seen["action_mask"]))
    assert differed > 10


@every_setting
def test_a_match_ends_with_the_rewards_of_its_result(name, players, options):
    made = env(name, players, **options)
    made.reset(seed=5)
    total = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        seen, reward, terminated, truncated, _ = made.last()
        total[agent] += reward
        made.step(None if terminated or truncated else made.action_space(agent).sample(seen["action_mask"]))
    assert list(total.values()) == made._seats.desk.rewards()
    assert all(0 <= reward <= 1 for reward in total.values())


def test_seats_that_choose_at_the_same_time_are_asked_from_the_lowest_and_see_nothing_of_each_other():
    made, shown = env("scout", 3), []
    made.reset(seed=1)
    assert made.agent_selection == "player_0"
    assert not made.observe("player_1")["action_mask"].any()
    rotate_or_not = np.flatnonzero(made.observe("player_0")["action_mask"]).tolist()
    for action in rotate_or_not:
        made.reset(seed="the same")
        made.step(action)
        assert made.agent_selection == "player_1"
        shown.append(made.observe("player_1"))
    assert len(shown) == 2
    assert equal(*shown)


def test_the_parallel_form_takes_simultaneous_choices_in_one_step():
    made = parallel_env("ten_tricks_later", 3)
    seen, _ = made.reset(seed=1)
    assert all(seen[agent]["action_mask"].any() for agent in made.agents)
    with pytest.raises(LastTrickError, match="player_1 is asked and has no action"):
        made.step({"player_0": 0})
    seen, *_ = made.step(dict.fromkeys(made.agents, 0))
    assert sum(seen[agent]["action_mask"].any() for agent in made.agents) == 1


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing():
    made = env("scout", 3)
    made.reset(seed=1)
    before = made._seats.desk.states.tobytes()
    wrong = int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"] == 0)[-1])
    with pytest.raises(IllegalAction, match="SCT-"):
        made.step(wrong)
    with pytest.raises(LastTrickError, match="There is no action 99999"):
        made.step(99999)
    assert made._seats.desk.states.tobytes() == before


def test_the_sections_are_those_of_the_game_in_their_order():
    made = env("scout", 3)
    made.reset(seed=1)
    seen = made.observe("player_0")["observation"]
    assert list(seen)[:3] == ["phase", "hand", "table"]
    assert np.concatenate(list(seen.values())).shape == (made._seats.setting.size,)


def test_options_and_players_are_checked_as_everywhere():
    with pytest.raises(LastTrickError, match="SCOUT is for 3 to 5 players"):
        env("scout", 9)
    with pytest.raises(LastTrickError, match="has no option"):
        env("scout", 3, colour="red")
    assert env("scout", 3, render_mode="ansi").render_mode == "ansi"
