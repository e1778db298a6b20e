"""[TTS-93] [TTS-95] [TTS-110] The data file: what may be changed, and what is said about mistakes."""

import copy
import json

import pytest

from lasttrick import LastTrickError
from lasttrick.core.match import Match
from lasttrick.games.trick_to_survival import content
from lasttrick.games.trick_to_survival.content import expressions
from lasttrick.games.trick_to_survival.state import STATE
from tests.games.trick_to_survival.table import GAME, random_match, tokens


def changed(**entries) -> dict:
    data = copy.deepcopy(content.house())
    data.update(entries)
    return data


def trait(condition) -> list:
    return [{"id": f"T{i}", "name": "x", "if": condition if i == 3 else "true"} for i in range(1, 6)]


def event(**entry) -> list:
    return [{"id": "E1", "name": "x", **entry}]


def test_the_record_stays_small():
    assert STATE.itemsize < 2048


def test_TTS_93_every_entry_is_an_option_of_its_name():
    assert [o.name for o in GAME.about.options] == ["first_leader", "data", *content.house()]


@pytest.mark.parametrize("form", [dict, json.dumps])
def test_a_whole_file_replaces_the_house(form):
    value = form(changed(token_cap=4, hand=8))
    state = Match(GAME, 3, {"data": value, "death_wounds": 9}, seed=1).state
    assert (state.token_cap, state.dealt, state.death_wounds) == (4, 8, 9)
    assert [int(x) for x in state.hand_size[:3]] == [8, 8, 8]


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        ({"weeks": "2"}, "weeks", 2),
        ({"days": 5}, "days", 5),
        ({"max_value": 12}, "values", 12),
        ({"event_check_at_night": "false"}, "night_events", 0),
        ({"event_check_at_night": True}, "night_events", 1),
        ({"upkeep_skipped_on": "never"}, "skip_rule", 2),
        ({"camp": '{"offers": 1, "offer_give_max": 1, "offer_want_max": 0, "crafts": 0}'}, "camp_crafts", 0),
    ],
)
def test_TTS_110_entries_one_by_one(options, field, value):
    assert Match(GAME, 4, options, seed=1).state[field] == value


def test_changed_data_plays_to_the_end():
    options = {
        "weeks": 2,
        "days": 3,
        "hand": 5,
        "death_wounds": 40,
        "token_cap": 9,
        "low_player_max_value": 6,
        "events": [
            {"id": "X1", "name": "Flood", "where": "total > 3", "ops": [["draw_discard", "alive", 2]]},
            {
                "id": "X2",
                "name": "Duel",
                "choice": {"A": [["wound", "min:hand", 1]], "B": [["give_one", "leader", "max:trades"]]},
            },
        ],
        "traits": trait("acts + trades >= ceil(n / 2) or max(others.lead_days) < 2"),
    }
    for seed in range(3):
        *_, (match, _, _) = random_match(3, seed, options)
        assert match.over
        position = GAME.notation.write(match.state)
        assert GAME.notation.read(position).tobytes() == match.state.tobytes()
        assert match.result["ending"] == "safe_house"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param({"data": "mine.json"}, "data is not JSON", id="a path, which only the command line opens"),
        pytest.param({"data": '{\n  "weeks": 3,\n  oops'}, "line 3, column 3", id="not JSON: line and column"),
        pytest.param({"data": {"weeks": 3}}, "data lacks days, hand, token_cap", id="missing entries"),
        pytest.param({"data": changed(wekes=3)}, "has no entry 'wekes'. Did you mean weeks?", id="unknown entry"),
        pytest.param({"wekes": 3}, "has no option 'wekes'. Did you mean weeks?", id="unknown option"),
        pytest.param({"weeks": 0}, "weeks must be a whole number from 1 to 20, not 0", id="too small"),
        pytest.param({"token_cap": -1}, "token_cap must be a whole number", id="negative"),
        pytest.param({"death_wounds": "many"}, "death_wounds must be a whole number", id="not a number"),
        pytest.param({"death_wounds": True}, "death_wounds must be a whole number", id="a truth is no number"),
        pytest.param({"event_check_at_night": "perhaps"}, "must be true or false", id="not a truth"),
        pytest.param({"upkeep_skipped_on": "sunday"}, "must be first_day_of_each_week", id="not a day"),
        pytest.param({"camp": {"offers": 2}}, "camp lacks offer_give_max", id="half a camp"),
        pytest.param({"camp": "[1"}, "line 1, column 3", id="camp not JSON"),
        pytest.param(
            {"week_start": {"tokens_each": -1, "living_wounds_reset": True}}, "week_start.tokens_each", id="nested"
        ),
        pytest.param({"cache": {"2": 1}}, "cache lacks 3, 4, 5", id="cache for some only"),
        pytest.param({"hand": 17}, "4 players need 82 cards for hands and challenges", id="too few cards"),
        pytest.param({"max_value": 5}, "values up to 5 make 30", id="too few values"),
        pytest.param({"roles": content.house()["roles"][:2]}, "need 4 roles; there are 2", id="too few roles"),
        pytest.param({"traits": trait("true")[:3]}, "need 4 traits; there are 3", id="too few traits"),
        pytest.param({"traits": trait("lives > 2")}, "trait T3: 'lives > 2' uses 'lives'", id="unknown counter"),
        pytest.param({"traits": trait("tok.Z > 2")}, "trait T3: 'tok.Z > 2' uses 'tok.Z'", id="unknown type"),
        pytest.param(
            {"traits": trait("total >")}, "trait T3: 'total >' cannot be read near column", id="half an expression"
        ),
        pytest.param({"traits": trait("total")}, "needs a truth where 'total' stands", id="not a condition"),
        pytest.param({"traits": trait("total and leader")}, "needs a truth where 'total' stands", id="and of a number"),
        pytest.param({"traits": trait("leader > 1")}, "needs a number where 'leader' stands", id="comparing a truth"),
        pytest.param({"traits": trait("total / trades > 1")}, "may divide only by", id="division"),
        pytest.param({"traits": trait("total * 2 > 1")}, "contains 'total * 2'", id="unknown operator"),
        pytest.param({"traits": trait("open('x') == 1")}, "uses 'open'", id="unknown function"),
        pytest.param({"traits": trait("max(total) == 1")}, "something of the others in max", id="max of oneself"),
        pytest.param({"traits": trait("count(total) == 1")}, "can count only others", id="count of something"),
        pytest.param({"traits": trait("total > 500")}, "numbers go from 0 to 120", id="large number"),
        pytest.param({"traits": trait("total in others")}, "not one of < <= > >= == !=", id="unknown comparison"),
        pytest.param({"traits": trait(7)}, "trait T3: 7 is not an expression", id="not a text"),
        pytest.param({"traits": [{"id": "T1", "name": "x"}]}, "trait T1 lacks if", id="trait without condition"),
        pytest.param({"traits": trait("true")[:1] * 4}, "has the id T1 twice", id="twice"),
        pytest.param(
            {"events": event(ops=[["bless", "alive"]])}, "event E1 uses the operation 'bless'", id="unknown operation"
        ),
        pytest.param({"events": event(ops=[["gain", "alive"]])}, "gain takes who type count", id="missing arguments"),
        pytest.param({"events": event(ops=[["gain", "all", "F", 1]])}, "event E1 names 'all'", id="unknown who"),
        pytest.param({"events": event(ops=[["gain", "alive", "X", 1]])}, "names the type 'X'", id="unknown token"),
        pytest.param({"events": event(ops=[["gain", "alive", "F", -1]])}, "may not be below 0", id="negative amount"),
        pytest.param(
            {"events": event(ops=[["gain", "alive", "F", "c*2"]])}, "the amount 'c*2' is not one", id="bad amount"
        ),
        pytest.param({"events": event(ops=[["value", "n/3"]])}, "event E1: the amount 'n/3' is 2/3", id="not whole"),
        pytest.param({"events": event(ops=[])}, "needs a list of operations", id="no operations"),
        pytest.param({"events": event()}, "needs either ops or a choice", id="no effect"),
        pytest.param(
            {"events": event(choice={"A": [["value", 1]]})}, "the choice of event E1 lacks B", id="half a choice"
        ),
        pytest.param(
            {"events": event(where="luck > 1", ops=[["value", 1]])},
            "event E1, where: 'luck > 1' uses 'luck'",
            id="where",
        ),
        pytest.param(
            {"events": event(ops=[["ward_pick", "alive", 1]])}, "here it can be leader", id="ward_pick of all"
        ),
        pytest.param(
            {"events": event(ops=[["value", 1]] * 80)}, "80 operations together; at most 72", id="too many rows"
        ),
        pytest.param(
            {"events": [{"id": f"E{i}", "name": "x", "ops": [["value", 1]]} for i in range(41)]},
            "41 entries; at most 40",
            id="too many events",
        ),
        pytest.param(
            {"traits": [{"id": f"T{i}", "name": "x", "if": f"total > {i}" + " + 1" * 4} for i in range(32)]},
            "steps and more; at most 256",
            id="too much code",
        ),
        pytest.param({"roles": [{**content.house()["roles"][0], "input": "Q"}]}, "role R1 has input 'Q'", id="role"),
        pytest.param(
            {"events": event(where="true or " * 30 + "true", ops=[["value", 1]])},
            "an expression of 244 letters is too long; 200 are the most",
            id="a long expression",
        ),
        pytest.param(
            {"events": event(where="not " * 49 + "true", ops=[["value", 1]]) * 2}, "has the id E1 twice", id="many nots"
        ),
        pytest.param({"traits": [{"id": "T1", "name": "x", "if": "-" * 299}]}, "is too long", id="many minuses"),
        pytest.param({"events": event(ops=[["value", "0x" + "f" * 290]])}, "is too long", id="a giant number"),
        pytest.param({"events": event(ops=[["value", 10**30]])}, "more than 9 digits", id="a number of 31 digits"),
        pytest.param({"events": event(ops=[[["gain"], "alive"]])}, "uses the operation ['gain']", id="odd operation"),
        pytest.param({"weeks": "²"}, "must be a whole number from 1 to 20, not '²'", id="an odd digit"),
        pytest.param({"weeks": "1" * 5000}, "must be a whole number from 1 to 20, not '111", id="many digits"),
        pytest.param(
            {"roles": [{**content.house()["roles"][0], "name": "x" * 61}]}, "or a name above 60", id="a long name"
        ),
    ],
)
def test_mistakes_are_one_clear_sentence(options, sentence):
    with pytest.raises(LastTrickError) as error:
        Match(GAME, 4, options, seed=1)
    text = str(error.value)
    assert sentence in text
    assert "\n" not in text


def test_too_few_cards_depends_on_the_players():
    assert Match(GAME, 3, {"hand": 15}, seed=1).state.dealt == 15
    with pytest.raises(LastTrickError, match="5 players need 89 cards"):
        Match(GAME, 5, {"hand": 15}, seed=1)


@pytest.mark.parametrize(
    ("text", "value"), [("c", 4), ("q", 2), ("c+1", 5), ("ceil(n/2)", 3), (3, 3), ("-3", -3), ("c + q + n", 11)]
)
def test_TTS_87_amounts(text, value):
    assert expressions.amount(text, {"c": 4, "q": 2, "n": 5}, "here") == value


def test_TTS_105_words_of_conditions():
    """Every word of the list is understood, of oneself and of the others."""
    words = ["tok.F", "tok.S", "total", "types", "wounds", "hand", "lead_days", "trades", "acts", "ammo_acts"]
    for word in words:
        for condition in (f"{word} >= 1", f"max(others.{word}) > 1", f"1 != min(others.{word})"):
            assert expressions.compile_condition(condition, "here")
    for condition in (
        "leader",
        "not leader",
        "true",
        "dead < n",
        "count(others) <= 2",
        "ceil(21 / n) + 1 == 2",
        "1 <= total <= 3",
    ):
        assert expressions.compile_condition(condition, "here")


def test_TTS_95_equal_conditions_share_their_program():
    program = content.compile_data(content.house(), 4)
    assert len(program.rows) == 37
    assert len(program.code) <= content.MOST_CODE


def test_the_house_content_is_the_default():
    match = Match(GAME, 4, seed=1)
    assert content.data_of(match.state.content) == content.house()
    assert tokens(match, 0) == "1 1 1 1 1 1"


def test_a_state_whose_data_is_unknown_here_is_not_misread():
    state = Match(GAME, 4, seed=1).state.copy()
    state.content = 12345
    with pytest.raises(LastTrickError, match="not known here"):
        GAME.notation.write(state)


def test_data_is_forgotten_with_its_last_match():
    """What strangers' tables replace does not stay for ever, and nobody who plays it misses it."""
    first = Match(GAME, 4, {"roles": renamed("first")}, seed=1)
    for number in range(100):
        Match(GAME, 4, {"roles": renamed(f"role {number}")}, seed=1)
    assert content.data_of(first.state.content)["roles"][0]["name"] == "first"
    assert len(content._seen) < 80


def renamed(name: str) -> list[dict]:
    first, *others = content.house()["roles"]
    return [{**first, "name": name}, *others]
