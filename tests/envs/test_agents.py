"""Trained agents in files: they play by name, and a wrong file, game or number of players is one sentence."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.bots.learned import FORMAT, save_agent
from lasttrick.cli import app
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match


@pytest.fixture
def agent(tmp_path) -> str:
    """An agent for SCOUT with three players that likes later rows of the action table."""
    game, path = games.game("scout"), tmp_path / "agent.npz"
    last = np.zeros((game.actions, 4)), np.arange(game.actions) / game.actions
    save_agent(path, "scout", 3, [(np.zeros((4, game.observation_size)), np.zeros(4)), last])
    return str(path)


def test_an_agent_takes_the_legal_action_with_the_largest_output(agent):
    match, bot = Match(games.game("scout"), 3, seed=1), make_bot(agent)
    while not match.over:
        seat = match.acting[0]
        action = bot.choose(match.game, match.view(seat), seat)
        assert action == match.legal(seat)[-1]
        match.apply(seat, action)


def test_it_says_what_it_thinks_of_each_action(agent):
    match = Match(games.game("scout"), 3, seed=1)
    why = make_bot(agent).explain(match.game, match.view(0), 0)
    assert why["action"] == why["actions"][0]["action"] == match.legal(0)[-1]
    json.dumps(why)


def test_commands_seat_it_by_its_path(agent):
    done = CliRunner().invoke(
        app, ["simulate", "scout", "-p", "3", "-n", "4", "--bots", f"random,{agent},random", "--json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["matches"] == 4
    done = CliRunner().invoke(app, ["play", "scout", "-p", "3", "--bot", agent, "--seed", "1"], input="1\nq\n")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["play", "scout", "-p", "4", "--bot", "AGENT"], "was trained for 3 players; this table has 4."),
        (["simulate", "zombie_escape", "--bots", "AGENT"], "was trained for scout; it cannot play zombie_escape."),
        (["arena", "scout", "-p", "5", "--bots", "AGENT,random"], "was trained for 3 players; this table has 5."),
        (["play", "scout", "--bot", "nowhere.npz"], "There is no agent's file 'nowhere.npz'."),
    ],
)
def test_a_wrong_table_is_refused_before_anything_is_played(agent, command, sentence):
    done = CliRunner().invoke(app, [agent if word == "AGENT" else word.replace("AGENT", agent) for word in command])
    assert isinstance(done.exception, LastTrickError)
    assert sentence in str(done.exception)


def write(path, **changes) -> str:
    game = games.game("scout")
    data = {"format": FORMAT, "game": "scout", "rules": 1, "players": 3, "activation": "tanh"}
    data |= {"weight_0": np.zeros((game.actions, game.observation_size)), "bias_0": np.zeros(game.actions), **changes}
    np.savez_compressed(path, **{k: v for k, v in data.items() if v is not None})
    return str(path)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "something"}, "is not an agent's file: it lacks format lasttrick agent 1."),
        ({"bias_0": None}, "is not an agent's file: it lacks bias_0."),
        ({"players": "three"}, "players and rules must be whole numbers"),
        ({"activation": "sine"}, "activation cannot be 'sine'; possible: tanh or relu."),
        ({"bias_0": np.zeros(3)}, "layer 0 is not a weight with its bias"),
        ({"weight_1": np.zeros((5, 5)), "bias_1": np.zeros(5)}, "layer 1 does not fit the layer before it"),
        ({"bias_0": np.full(740, np.nan)}, "layer 0 has numbers that are not finite"),
        ({"bias_0": np.array([{}], dtype=object)}, "is not an agent's file"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, changes, sentence):
    with pytest.raises(LastTrickError) as error:
        make_bot(write(tmp_path / "agent.npz", **changes))
    assert sentence in str(error.value)


def test_a_file_that_is_no_archive_and_an_agent_of_other_rules_are_refused(tmp_path):
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(LastTrickError, match="is not an agent's file"):
        make_bot(str(tmp_path / "text.npz"))
    match = Match(games.game("scout"), 3, seed=1)
    for other in ({"rules": 99}, {"observation": "scout 7 000000000000"}):
        old = make_bot(write(tmp_path / f"{next(iter(other))}.npz", **other))
        with pytest.raises(LastTrickError, match="another version of scout"):
            old.choose(match.game, match.view(0), 0)


def test_what_does_not_fit_is_not_saved(tmp_path):
    with pytest.raises(LastTrickError, match="another version"):
        save_agent(tmp_path / "a.npz", "scout", 3, [(np.zeros((3, 3)), np.zeros(3))])
    with pytest.raises(LastTrickError, match=r"ends in \.npz"):
        save_agent(tmp_path / "a.bin", "scout", 3, [(np.zeros((3, 3)), np.zeros(3))])
