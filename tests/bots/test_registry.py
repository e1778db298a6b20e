"""Bots by name: what a string means, and one clear sentence where it means nothing."""

import pytest

from lasttrick.bots import LEVELS, NAMES, make_bot
from lasttrick.bots.registry import bot_list, read_bot, seats_of
from lasttrick.core.errors import LastTrickError


@pytest.mark.parametrize(
    ("text", "kind", "settings"),
    [
        ("random", "random", {}),
        ("heuristic:mistakes=20", "heuristic", {"mistakes": 20}),
        ("search:iterations=2000", "search", {"iterations": 2000}),
        ("search:ms=300,rollouts=random", "search", {"ms": 300, "rollouts": "random"}),
        ("net:temperature=30", "net", {"temperature": 30}),
        ("easy", "heuristic", {"mistakes": 35}),
        ("normal", "heuristic", {}),
        ("hard", "search", {"ms": 500}),
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
        ("", "There is no bot ''. Possible: random, heuristic, search, net, easy, normal, hard."),
        ("search:depth=3", "Bot search has no parameter 'depth'."),
        ("search:iterations=0", "iterations cannot be '0'; possible: a whole number from 1 to 100,000,000."),
        ("search:ms=0", "ms cannot be '0'; possible: a whole number from 1 to 3,600,000."),
        ("search:ms=-5", "ms cannot be '-5'"),
        ("search:ms=fast", "ms cannot be 'fast'"),
        ("search:ms=30,iterations=5", "takes iterations or ms, not both"),
        ("search:ms=30,ms=40", "ms is given twice"),
        ("search:fast", "'fast' is not of the form NAME=VALUE"),
        ("search:rollouts=clever", "possible: heuristic or random"),
        ("random:x=1", "Bot random has no parameter 'x'. Possible: none."),
        ("hard:ms=3", "Level hard takes no parameters; it stands for search:ms=500."),
    ],
)
def test_what_is_wrong_with_a_string_is_said_in_one_sentence(text, sentence):
    with pytest.raises(LastTrickError) as error:
        make_bot(text)
    assert sentence in str(error.value)


def test_a_list_of_bots_keeps_parameters_with_their_bot():
    assert bot_list("random,search:ms=30,noise=10,heuristic") == ["random", "search:ms=30,noise=10", "heuristic"]


def test_levels_are_named_settings_of_bots():
    assert set(LEVELS) == {"easy", "normal", "hard"}
    assert {read_bot(text)[0].name for text in LEVELS.values()} <= set(NAMES)


def test_one_bot_for_all_seats_or_one_for_each():
    assert seats_of(["random"], 3) == ["random"] * 3
    with pytest.raises(LastTrickError, match="3 seats for bots and 2 bots"):
        seats_of(["random", "easy"], 3)
