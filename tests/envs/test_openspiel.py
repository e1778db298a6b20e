"""OpenSpiel's own suites on every game, and what they do not look at: resampling, recall, hidden cards."""

import io
import random
import unittest

import numpy as np
import pyspiel
import pytest

from lasttrick import games
from lasttrick.core.story import new_story
from lasttrick.envs.openspiel import PREFIX
from lasttrick.games.trick_to_survival.state import CARDS, SEATS, SWAP
from lasttrick.games.trick_to_survival.table import cards_of
from tests.envs.worlds import LONG, every_setting, fewest_players, other_world


def load(name: str, players: int, options: dict):
    numbers = {o.name for o in games.about(name).options if o.high > o.low}
    given = {k: int(v) if k in numbers else v for k, v in options.items()}
    return pyspiel.load_game(PREFIX + name, {"players": players, **given})


def walk(game, seed: int, decisions: int = 40):
    """States in which somebody decides, at random."""
    for state in nodes(game, seed):
        if not state.is_chance_node():
            yield state
            decisions -= 1
            if decisions == 0:
                return


def nodes(game, seed: int):
    """All states of a match at random, those in which chance decides among them."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        outcomes = [o for o, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(outcomes))


@fewest_players
def test_random_simulation_passes(name, players, options):
    pyspiel.random_sim_test(load(name, players, options), 3 if LONG else 1, LONG, False)


@every_setting
def test_a_resampled_state_cannot_be_told_apart_by_the_player_and_plays_on(name, players, options):
    rng, differed = random.Random(1), 0
    for state in walk(load(name, players, options), 2, 12):
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        differed += str(other) != str(state)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        other.apply_action(rng.choice(other.legal_actions()))
    assert differed > 5


@every_setting
def test_what_a_player_may_not_know_changes_nothing_it_is_told(name, players, options):
    for step, state in enumerate(walk(load(name, players, options), 3, 12)):
        for player in range(players):
            told = state.information_state_string(player), state.observation_tensor(player)
            kept = state._record.copy()
            state._record[:] = other_world(state._setting.game, kept, player, step)
            assert (state.information_state_string(player), state.observation_tensor(player)) == told
            state._record[:] = kept


@fewest_players
def test_every_lot_is_a_chance_node_and_one_of_its_outcomes_is_what_the_seed_would_have_drawn(name, players, options):
    game, lots = load(name, players, options), []
    for number, state in enumerate(nodes(game, 5)):
        if number > 150 or len(lots) == 3:
            break
        if not state.is_chance_node() or len(state.history()) < 8:
            continue
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert chances == (1 / len(outcomes),) * len(outcomes)
        assert [state.child(outcome).history()[-1] for outcome in outcomes] == list(outcomes)
        assert len({str(state.child(outcome)) for outcome in outcomes}) == len(outcomes) > 1
        lots.append(is_drawn_by_the_seed(state, outcomes))
    assert any(lots)


def is_drawn_by_the_seed(state, outcomes) -> bool:
    """Whether exactly one outcome leads to where the same decision leads with the luck of the seed alone."""
    alone = state.clone()
    alone.desk().make(alone._lot.seat, alone._lot.action, new_story(on=False))
    children = [state.child(outcome) for outcome in outcomes]
    ends = [child._record.tobytes() for child in children if not child._lot]
    assert ends.count(alone._record.tobytes()) == (1 if len(ends) == len(children) else 0)
    return alone._record.tobytes() in ends


def test_after_a_swap_every_card_of_the_hand_can_be_the_one_that_is_taken():
    game = load("trick_to_survival", 2, {})
    for seed in range(40):
        for state in nodes(game, seed):
            if not state.is_chance_node() and len(state.history()) > 12:
                swaps = [a for a in state.legal_actions() if state.action_to_string(a).startswith("swap")]
                for action in swaps[:1]:
                    seat = state.current_player()
                    card, hand = (action - SWAP) // SEATS, np.zeros(CARDS, np.int64)
                    n = cards_of(state._record[0].hand[1 - seat], hand)
                    child = state.child(action)
                    assert [o for o, _ in child.chance_outcomes()] == sorted([card, *hand[:n].tolist()])
                    return
    pytest.fail("nobody could swap")


def test_an_information_state_remembers_the_own_past():
    game = load("ten_tricks_later", 3, {"max_rounds": 1})
    told: dict[str, list] = {}
    for seed in range(3):
        past: dict[int, list] = {player: [] for player in range(3)}
        for state in walk(game, seed):
            player = state.current_player()
            text = state.information_state_string(player)
            assert told.setdefault(text, list(past[player])) == past[player]
            past[player].append(text)
    assert len(told) > 60


def test_a_resampled_state_tells_the_others_nothing_of_the_true_deal():
    game = load("scout", 3, {})
    state = list(walk(game, 4, 9))[-1]
    player = state.current_player()
    twin = state.resample_from_infostate(player, random.Random(8).random)
    again = [s.resample_from_infostate(player, random.Random(5).random) for s in (state, twin)]
    assert [again[0].information_state_string(p) for p in range(3)] == [
        again[1].information_state_string(p) for p in range(3)
    ]


def test_the_api_tests_and_playthroughs_pass():
    from absl import flags
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import generate_playthrough

    names = [PREFIX + name for name in (games.NAMES if LONG else ("scout",))]
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    flags.FLAGS.test_only_games = f"({'|'.join(names)})$"
    suite = api_test.load_tests(unittest.TestLoader(), None, None)
    result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
    assert result.testsRun >= 5 * len(names)
    assert not result.failures + result.errors, str(result.failures + result.errors)[-2000:]
    text = generate_playthrough.playthrough(f"{PREFIX}ten_tricks_later(max_rounds=1,players=3)", None, seed=3)
    actions = [int(line.split()[1]) for line in text.splitlines() if line.startswith("action: ")]
    again = generate_playthrough.playthrough(f"{PREFIX}ten_tricks_later(max_rounds=1,players=3)", actions, seed=3)
    assert text.splitlines()[2:] == again.splitlines()[2:]


def test_tensors_have_the_named_sections_and_serialise():
    from open_spiel.python.observation import make_observation

    game = load("zombie_escape", 3, {})
    state = next(walk(game, 1))
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert list(seen.dict)[:2] == ["phase", "location"]
    assert np.array_equal(seen.tensor, np.array(state.observation_tensor(0), np.float32))
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert str(again) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)
