"""Bots by name: what a string means, and one clear sentence where it means nothing."""

from pathlib import Path

import pytest

import lasttrick
from lasttrick import games
from lasttrick.bots import LEVELS, levels, make_bot
from lasttrick.bots.levels import stands_for
from lasttrick.bots.registry import bot_list, check_agents, read_bot, seats_of
from lasttrick.core.errors import LastTrickError


@pytest.mark.parametrize(
    ("text", "kind", "settings"),
    [
        ("random", "random", {}),
        ("heuristic:mistakes=20", "heuristic", {"mistakes": 20}),
        ("search:iterations=2000", "search", {"iterations": 2000}),
        ("search:ms=300,rollouts=random", "search", {"ms": 300, "rollouts": "random"}),
        ("net:temperature=30", "net", {"temperature": 30}),
        ("merciless", "level", {}),
    ],
)
def test_a_string_names_a_bot_with_its_parameters(text, kind, settings):
    found, given = read_bot(text)
    assert (found.name, given) == (kind, settings)
    assert make_bot(text, 3).name == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("serch", "There is no bot 'serch'. Did you mean search?"),
        ("", "There is no bot ''. Possible: random, heuristic, search, net, easy, normal, hard, merciless."),
        ("search:depth=3", "Bot search has no parameter 'depth'."),
        ("search:iterations=0", "iterations cannot be '0'; possible: a whole number from 1 to 100,000,000."),
        ("search:ms=0", "ms cannot be '0'; possible: a whole number from 1 to 3,600,000."),
        ("search:ms=-5", "ms cannot be '-5'"),
        ("search:ms=fast", "ms cannot be 'fast'"),
        ("search:ms=30,ms=40", "ms is given twice"),
        ("search:fast", "'fast' is not of the form NAME=VALUE"),
        ("search:rollouts=clever", "possible: heuristic or random"),
        ("random:x=1", "Bot random has no parameter 'x'. Possible: none."),
        ("hard:ms=3", "Level hard takes no parameters; what it stands for in each game is in the docs."),
    ],
)
def test_what_is_wrong_with_a_string_is_said_in_one_sentence(text, sentence):
    with pytest.raises(LastTrickError) as error:
        make_bot(text)
    assert sentence in str(error.value)


def test_a_list_of_bots_keeps_parameters_with_their_bot():
    assert bot_list("random,search:ms=30,noise=10,heuristic") == ["random", "search:ms=30,noise=10", "heuristic"]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_level_stands_for_a_bot_of_each_game_and_plays_as_it_does(name):
    game = games.game(name)
    for players in game.about.players:
        bots = [stands_for(level, game, players) for level in LEVELS]
        assert len(set(bots)) == len(LEVELS)
        check_agents(bots, game, players)
        assert all("ms=" not in bot for bot in bots), "a busy machine would weaken it"
    assert stands_for("random", game, players) == "random"
    match = lasttrick.new_match(name, players=min(game.about.players), seed=3)
    seat = match.acting[0]
    for level in LEVELS[:2]:
        text = stands_for(level, game, match.players)
        told = make_bot(level, 5).explain(game, match.view(seat), seat)
        assert told["bot"] == level
        assert told["action"] == make_bot(text, 5).choose(game, match.view(seat), seat)


def test_a_table_that_no_network_knows_has_levels_all_the_same():
    game = games.game("scout")
    assert 2 not in game.about.players
    assert tuple(stands_for(level, game, 2) for level in LEVELS) == levels.OF_ALL


def test_one_bot_for_all_seats_or_one_for_each():
    assert seats_of(["random"], 3) == ["random"] * 3
    with pytest.raises(LastTrickError, match="3 seats for bots and 2 bots"):
        seats_of(["random", "easy"], 3)


def test_the_page_says_what_the_levels_stand_for():
    page = (Path(__file__).resolve().parents[2] / "docs/reference/bots.md").read_text(encoding="utf-8")
    for at, level in enumerate(LEVELS):
        strings = [levels.OF_GAME[name][at] for name in games.OURS]
        assert f"| `{level}` | " + " | ".join(f"`{one}`" for one in (*strings, levels.OF_ALL[at])) + " |" in page
