"""Rewards are the environment's own: each kind pays what the page says, and no bot can change it."""

import re
from pathlib import Path

import numpy as np
import pytest

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.winning import win_shares
from lasttrick.envs import loops, rewards
from lasttrick.envs.pettingzoo import env
from lasttrick.envs.progress import progress_of
from lasttrick.envs.setting import Desk, Setting
from lasttrick.envs.single import OneMatch
from tests.cases import SHORT, every_case, every_game, walk

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "environments.md").read_text(encoding="utf-8")
PARTLY = {"ten_tricks_later": {"max_rounds": "40"}, "trick_to_survival": {"weeks": "2", "days": "2"}}


def played(name: str, players: int, options: dict, kind: str, seed: int = 0):
    """A match at random: its desk at the end, and what each step paid."""
    desk, given = Desk(Setting(name, players, {**SHORT.get(name, {}), **options}, kind)), []
    for number, (match, seat, action) in enumerate(walk(name, players, options, seed)):
        if number == 0:
            desk.start(match.key)
        desk.apply(seat, action)
        given.append(desk.rewards())
    return desk, np.array(given)


def shares_of(desk: Desk) -> np.ndarray:
    game, state = desk.setting.game, desk.states[0]
    scores = np.zeros(loops.MOST_SEATS, np.int32)
    return win_shares(game, [game.rules.result(state, scores)], [state.ending], desk.setting.players)[0]


@every_case
def test_a_win_pays_what_the_game_counts_as_won_and_only_at_the_end(name, players, options):
    for seed in range(3):
        desk, given = played(name, players, options, "win", seed)
        assert not given[:-1].any()
        assert given[-1] == pytest.approx(shares_of(desk))


@every_game
def test_zero_sum_rewards_add_up_to_nothing_and_keep_the_order(name):
    desk, given = played(name, games.about(name).players[-1], {}, "zero_sum")
    shares = shares_of(desk)
    assert given.sum() == pytest.approx(0)
    assert given[-1] == pytest.approx(shares - shares.mean())


@every_game
def test_a_shaped_match_pays_the_win_and_half_of_the_progress_on_the_way(name):
    players = games.about(name).players[-1]
    desk, score = played(name, players, {}, "score")
    assert not score[:-1].any()
    shaped = played(name, players, {}, "shaped")[1]
    assert shaped.sum(axis=0) == pytest.approx(shares_of(desk) + loops.PROGRESS_SHARE * score[-1])
    assert np.count_nonzero(shaped.any(axis=1)) > 1 or not score[-1].any()


def test_where_all_die_only_the_shaped_reward_tells_one_match_from_another():
    """[TTS-78] What made The Trick To Survival hard to learn: random groups all die, and all got the same."""
    win = [played("trick_to_survival", 3, {}, "win", seed)[1].sum(axis=0).tolist() for seed in range(6)]
    shaped = [played("trick_to_survival", 3, {}, "shaped", seed)[1].sum(axis=0).tolist() for seed in range(6)]
    assert len({str(given) for given in shaped}) > len({str(given) for given in win})


def test_days_and_wounds_are_the_progress_of_survival():
    game = games.game("trick_to_survival")
    state, out = game.blank(4, {}), np.zeros(8)
    state.week, state.day, state.alive = 2, 3, 0b1011
    state.wounds[:4] = (0, 2, 7, 1)
    out[2] = 0.125
    progress_of(game).progress(state, out)
    days = 7 + 2
    assert out[:4] == pytest.approx([days / 21, (days - 1) / 21, 0.125, (days - 0.5) / 21])


def test_no_bots_constant_is_in_a_reward(monkeypatch):
    """What was paid once was a constant by which a bot is tuned."""
    source = Path(loops.__file__).read_text(encoding="utf-8")
    assert "payoff" not in source
    assert "outlook" not in source


@every_game
def test_the_page_says_what_is_won_and_what_progress_is(name):
    game = games.game(name)
    won, progress = game.about.win.sentence.rstrip("."), progress_of(game).SENTENCE
    assert f"| {game.about.title} | {won} | {progress} |" in PAGE.splitlines()


def test_the_page_has_every_kind_of_reward():
    for kind, sentence in rewards.SENTENCES.items():
        assert f"| `{kind}` | {sentence} |" in PAGE
    assert re.search(rf"the default is\s+`{rewards.DEFAULT}`", PAGE)


def test_a_reward_that_does_not_exist_is_refused():
    with pytest.raises(LastTrickError, match="There is no reward 'points'; possible: win, zero_sum, score or shaped"):
        OneMatch("ten_tricks_later", 3, reward="points")


def test_interfaces_pay_alike():
    made = env("ten_tricks_later", 3, reward="shaped", max_rounds=2)
    made.reset(seed=2)
    desk = Desk(Setting("ten_tricks_later", 3, {"max_rounds": 2}, "shaped"))
    desk.start(made._seats.desk.states[0].key)
    while made.agents and not any(made.terminations.values()) and not any(made.truncations.values()):
        seat = made._seats.names.index(made.agent_selection)
        action = desk.legal(seat)[0]
        desk.apply(seat, action)
        made.step(action)
        assert list(made.rewards.values()) == desk.rewards()
