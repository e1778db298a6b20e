"""The vector environment: the same matches as one by one, Gymnasium's checks, what follows the end, bots, no leak."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from lasttrick import games
from lasttrick.bots.learned import save_agent
from lasttrick.core import chance
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.envs import loops
from lasttrick.envs.single import OneMatch
from lasttrick.envs.spaces import LegalBatch
from lasttrick.envs.vector import ManyMatches
from tests.envs.worlds import SEEDS, most_settings, other_world

SHORT = {"max_rounds": 1}  # of 10 Tricks Later, whose matches then end soon


def fits(env, seen: dict) -> bool:
    return env.observation_space.contains(seen)


@most_settings
def test_rows_are_the_matches_of_the_rules(name, players, options):
    env = ManyMatches(name, 3, players, **options)
    keys = np.zeros((3, 8), np.uint32)
    seen, info = env.reset(seed=4)
    for i in range(3):
        chance.derive_key(chance.key_of(4), i, keys[i])
    matches = [Match(env.setting.game, players, env.setting.options, chance.key_text(key)) for key in keys]
    numbers = np.zeros(env.setting.size, np.float32)
    for _ in range(25):
        assert fits(env, seen)
        actions = env.action_space.sample()
        for i, match in enumerate(matches):
            seat = match.acting[0]
            assert info["seat"][i] == seat
            assert np.flatnonzero(seen["action_mask"][i]).tolist() == match.legal(seat)
            env.setting.game.view.encode(match.view(seat), seat, numbers)
            assert np.array_equal(seen["observation"][i], numbers)
            match.apply(seat, int(actions[i]))
        if any(match.over for match in matches):
            break
        seen, _, _, _, info = env.step(actions)


@most_settings
def test_what_a_seat_may_not_know_changes_nothing_it_is_shown(name, players, options):
    env = ManyMatches(name, 4, players, copy=True, **options)
    for seed in SEEDS:
        seen, info = env.reset(seed=seed)
        for step in range(30):
            kept = env.states.copy()
            for i, seat in enumerate(info["seat"]):
                if seat >= 0:
                    env.states[i : i + 1] = other_world(env.setting.game, kept[i : i + 1], int(seat), step)
            assert env.states.tobytes() != kept.tobytes() or (info["seat"] < 0).any()
            env._step_rows(loops.SHOW, np.zeros(4, np.int64))
            again = env.observation()
            assert all(np.array_equal(seen[part], again[part]) for part in seen)
            env.states[:] = kept
            env._step_rows(loops.SHOW, np.zeros(4, np.int64))
            seen, _, _, _, info = env.step(env.action_space.sample())


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_what_follows_the_end_is_what_gymnasium_says_of_the_mode(mode):
    env = ManyMatches("ten_tricks_later", 4, 3, autoreset_mode=mode, copy=True, **SHORT)
    assert env.metadata["autoreset_mode"] is mode
    env.reset(seed=3)
    for _ in range(200):
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert fits(env, seen)
        ended = terminated | truncated
        if not ended.any():
            continue
        i = int(ended.argmax())
        if mode == AutoresetMode.SAME_STEP:
            assert info["final_obs"][i]["observation"].shape == (env.setting.size,)
            assert info["_final_obs"][i]
            assert seen["action_mask"][i].any()
        elif mode == AutoresetMode.NEXT_STEP:
            assert not seen["action_mask"][i].any()
            seen, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            assert (reward[i], terminated[i], truncated[i]) == (0, False, False)
            assert seen["action_mask"][i].any()
        else:
            with pytest.raises(LastTrickError, match=f"Match {i} is over"):
                env.step(env.action_space.sample())
            others = env.states[~ended].tobytes()
            seen, _ = env.reset(options={"reset_mask": ended})
            assert seen["action_mask"][i].any()
            assert env.states[~ended].tobytes() == others
        return
    pytest.fail("no match ended")


def test_a_limit_on_rounds_truncates_and_a_result_terminates():
    for options, is_cut in ((SHORT, True), ({"target": 1}, False)):
        env = ManyMatches("ten_tricks_later", 1, 3, **options)
        env.reset(seed=1)
        for _ in range(3000):
            _, _, terminated, truncated, info = env.step(env.action_space.sample())
            if terminated[0] or truncated[0]:
                break
        assert bool(truncated[0]) == is_cut
        assert info["rewards"][0].sum() == pytest.approx(0 if is_cut else 1)


def episode_rewards(env, steps: int) -> np.ndarray:
    env.reset(seed=9)
    found = []
    for _ in range(steps):
        _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        found += reward[terminated | truncated].tolist()
    return np.array(found)


def test_random_play_wins_its_share_against_random_and_less_against_the_heuristic():
    against = {bot: episode_rewards(ManyMatches("scout", 64, 3, opponents=bot), 250) for bot in ("random", "heuristic")}
    assert against["random"].mean() == pytest.approx(1 / 3, abs=0.07)
    assert against["heuristic"].mean() < 0.15


def test_the_caller_plays_its_seat_or_each_in_turn():
    env = ManyMatches("scout", 6, 3, opponents="random", seat=2)
    _, info = env.reset(seed=1)
    assert info["seat"].tolist() == [2] * 6
    env = ManyMatches("scout", 6, 3, opponents="random")
    _, info = env.reset(seed=1)
    assert info["seat"].tolist() == [0, 1, 2, 0, 1, 2]


def test_any_bot_can_be_the_opponent_and_matches_repeat(tmp_path):
    game, agent = games.game("scout"), str(tmp_path / "agent.npz")
    save_agent(agent, "scout", 3, [(np.zeros((game.actions, game.observation_size)), np.zeros(game.actions))])
    outcomes = []
    for _ in range(2):
        env = ManyMatches("scout", 2, 3, opponents=f"{agent},random", autoreset_mode="SameStep")
        env.action_space.seed(1)
        env.reset(seed=2)
        for _ in range(60):
            seen, *_ = env.step(env.action_space.sample())
        outcomes.append(env.states.tobytes())
        assert seen["action_mask"].any(axis=1).all()
    assert outcomes[0] == outcomes[1]


def test_sampled_actions_are_legal_and_all_equally_likely():
    legal, counts = np.zeros((3000, 75), np.int16), np.full(3000, 6)
    legal[:, :6] = [0, 7, 33, 34, 70, 74]
    counts[-1] = 0
    space = LegalBatch(legal, counts)
    space.seed(3)
    chosen = space.sample()
    assert chosen[-1] == 0
    actions, counts = np.unique(chosen[:-1], return_counts=True)
    assert actions.tolist() == [0, 7, 33, 34, 70, 74]
    assert counts.min() > 400


def test_threads_do_not_change_what_happens():
    outcomes = []
    for threads in (1, 3):
        env = ManyMatches("scout", 10, 3, opponents="random", threads=threads)
        env.action_space.seed(1)
        env.reset(seed=2)
        for _ in range(60):
            seen, *_ = env.step(env.action_space.sample())
        outcomes.append((env.states.tobytes(), seen["observation"].tobytes()))
        env.close()
    assert outcomes[0] == outcomes[1]


def test_arrays_are_the_environments_own_unless_copies_are_asked_for():
    env = ManyMatches("scout", 2, 3)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(env.action_space.sample())
    assert first["observation"] is second["observation"]
    env = ManyMatches("scout", 2, 3, copy=True)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(env.action_space.sample())
    assert not np.shares_memory(first["observation"], second["observation"])


def test_all_arrays_that_are_given_can_be_shared_with_pytorch():
    """It takes arrays whose steps are whole numbers of their elements, and no others."""
    env = ManyMatches("scout", 4, 3)
    seen, info = env.reset(seed=1)
    _, *given, later = env.step(env.action_space.sample())
    for array in (*seen.values(), *given, info["seat"], *later.values()):
        assert all(step % array.itemsize == 0 for step in array.strides)


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing():
    env = ManyMatches("scout", 2, 3)
    seen, _ = env.reset(seed=1)
    actions, before = env.action_space.sample(), env.states.tobytes()
    actions[1] = np.flatnonzero(seen["action_mask"][1] == 0)[-1]
    with pytest.raises(LastTrickError, match=r"Match 1: .*SCT-"):
        env.step(actions)
    assert env.states.tobytes() == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seat": 1}, "A seat is chosen only against opponents"),
        ({"seat": 3, "opponents": "random"}, "There is no seat 3; with 3 players seats are 0 to 2."),
        ({"opponents": "serch"}, "Did you mean search?"),
        ({"opponents": "random,random,random"}, "2 seats for bots and 3 bots"),
        ({"autoreset_mode": "Never"}, "possible: NextStep, SameStep or Disabled"),
        ({"threads": 9}, "4 matches in 9 threads cannot be"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(arguments, sentence):
    with pytest.raises(LastTrickError) as error:
        ManyMatches("scout", 4, 3, **arguments)
    assert sentence in str(error.value)


def test_a_step_before_the_first_deal_is_refused():
    env = ManyMatches("scout", 4, 3)
    with pytest.raises(LastTrickError, match="reset comes before the first step"):
        env.step(np.zeros(4, np.int64))
    env.reset(seed=1)
    with pytest.raises(LastTrickError, match="A step takes 4 actions"):
        env.step([0])
    with pytest.raises(LastTrickError, match="reset_mask must be 4 Booleans"):
        env.reset(options={"reset_mask": np.zeros(4, np.bool_)})


@most_settings
def test_gymnasiums_checker_passes_on_the_single_environment(name, players, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises on spaces; what it finds wrong it raises
        check_env(OneMatch(name, players, illegal="ends", **options), skip_render_check=True)


def test_in_the_single_environment_an_illegal_action_raises_or_if_so_asked_ends_the_match():
    for illegal in ("raises", "ends"):
        env = OneMatch("scout", 3, illegal=illegal)
        seen, _ = env.reset(seed=1)
        wrong = int(np.flatnonzero(seen["action_mask"] == 0)[-1])
        if illegal == "raises":
            with pytest.raises(LastTrickError, match="SCT-"):
                env.step(wrong)
        else:
            _, reward, terminated, truncated, _ = env.step(wrong)
            assert (reward, terminated, truncated) == (0, True, False)
            env.reset()
            env.step(env.action_space.sample())
    with pytest.raises(LastTrickError, match="possible: raises or ends"):
        OneMatch("scout", 3, illegal="maybe")


def test_gymnasiums_wrappers_and_its_own_vectors_take_the_environments():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(ManyMatches("scout", 8, 3, opponents="random"))
    env.reset(seed=1)
    found = [env.step(env.action_space.sample())[4] for _ in range(120)]
    assert any("episode" in info for info in found)
    plain = gymnasium.vector.SyncVectorEnv([lambda: OneMatch("scout", 3)] * 2)
    seen, _ = plain.reset(seed=1)
    assert plain.observation_space.contains(seen)
