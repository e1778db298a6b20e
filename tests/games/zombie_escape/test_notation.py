"""Texts both ways: actions, outcomes of chance, positions; and what a seat is shown."""

import pytest

from lasttrick import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.words import event_json, read_position, sentence
from lasttrick.games.zombie_escape import codes, notation
from tests.games.zombie_escape.table import EVERY_COUNT, GAME, at, turn, walk


@pytest.mark.parametrize("text", ["lead 7X S", "lead 2Ha H", "lead 999Z Z", "follow 2Ha", "follow 17M", "flip W2"])
def test_actions_read_back(text):
    state = at().state
    assert notation.action_text(state, notation.read_action(state, text)) == text


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_outcomes_of_chance_read_back_as_the_tape_that_gives_them(players):
    match, tape = Match(GAME, players, seed=6), []
    for line in match.story:
        if line[1] >= 1000:
            outcome = event_json(GAME, match.state, line)
            assert outcome["chance"] in ("first_leader", "deal", "damage_pile")
            tape += notation.read_chance(match.state, outcome["chance"], outcome["outcome"])
    again = Match(GAME, players, seed=99, tape=tape)
    again.state.key[:] = match.state.key
    assert again.state.tobytes() == match.state.tobytes()


def test_a_deal_is_written_as_hands_and_cards_aside():
    match = Match(GAME, 5, seed=1)
    deal = notation.chance_json(match.state, "deal", list(range(48)))
    assert [len(hand) for hand in deal["hands"]] == [9] * 5
    assert deal["aside"] == ["17M", "1X", "999Z"]


def test_a_position_in_a_few_lines():
    match = at(A="9S 2Ha", B="9H", played="A:5Ha", graveyard="5Sa", location="H")
    written = match.game.notation.write(match.state)
    assert written["A"] == "2Ha 9S | 5Ha"
    assert written["acts"] == "B"
    assert written["phase"] == "follow"
    assert written["pile"] == "H1 H1 H1 W1 W1 W1 W1 WH WH W2 FOOD HELI"


def test_without_a_turn_the_hands_tell_it():
    match = Match.from_position(GAME, {"A": "9S 2Ha", "B": "9H 9M", "C": "3Ha 3Hb"})
    assert match.describe(-1)["turn_number"] == 15
    assert Match.from_position(GAME, {"players": 3}).describe(-1)["turn_number"] == 1
    assert Match.from_position(GAME, {"players": 3, "taken": "A b C"}).describe(-1)["turn_number"] == 4


@pytest.mark.parametrize(
    ("position", "wrong"),
    [
        pytest.param("players: 3\nleeder: A", "has no line 'leeder'. Did you mean leader?", id="line"),
        pytest.param("players: 9", "is for 3 to 6 players, not 9", id="players"),
        pytest.param("players: three", "Line players of the position is 'three', not a whole number", id="number"),
        pytest.param("players: 3\nday: 5", "Line day of the position is '5', not a whole number up to 4", id="day"),
        pytest.param("players: 3\nphase: nap", "Line phase of the position is 'nap'.", id="phase"),
        pytest.param("players: 3\nleader: D", "There is no seat D with 3 players.", id="seat"),
        pytest.param("players: 3\nA: 2H", "'2H' is not a card of this deck. There are 2Ha, 2Hb, 2Hc.", id="copies"),
        pytest.param("players: 3\nA: 17Z", "'17Z' is not a card of this deck. Did you mean 17", id="near card"),
        pytest.param("players: 3\nA: joker", "Cards look like 2Sa, 2Sb, 2Sc.", id="no card"),
        pytest.param("players: 3\nA: 2Ha\nB: 2Ha", "The position has 2Ha in several places.", id="card twice"),
        pytest.param("players: 3\nlocation: Q", "'Q' is not a location", id="location"),
        pytest.param("players: 3\nplayed: 2Ha", "'2Ha' in the position is not of the form SEAT:WHAT.", id="played"),
        pytest.param("players: 3\npile: W7", "'W7' is not a damage kind; kinds are H1, W1, WH,", id="kind"),
        pytest.param("players: 3\nrecords: 1 2", "Line records of the position has 2 numbers; 3 are", id="records"),
        pytest.param("players: 3\nchance: 0", "Line chance of the position is '', not a whole number", id="chance"),
    ],
)  # fmt: skip
def test_a_wrong_position_is_refused_with_a_sentence(position, wrong):
    with pytest.raises(LastTrickError) as error:
        notation.read(read_position(position))
    assert wrong in str(error.value)


def test_views_read_back_too():
    for match, _, _, _ in walk(5, 2):
        for seat in (-1, 0):
            seen = match.view(seat)
            assert notation.read(notation.write(seen)).tobytes() == seen.tobytes()


def test_what_a_seat_is_shown():
    match = turn("A:5Ha:H B:17S C:2Hc", graveyard="5Sa 2Ha 2Hb 9S 1X", A="4Ha 3Sa 999Z", pile="W2", D="5Hb 2Mb")
    seen = match.describe(3)
    assert (seen["location"], seen["stake"], seen["leader"], seen["to_act"]) == ("H", "W2", 0, 3)
    assert seen["graveyard"] == ["1X", "9S"]
    alice, bob, catherine, dave = seen["seats"]
    assert (alice["zombie"], alice["danger"], alice["size"], alice["marks"]) == (["5Sa", "5Ha"], 10, 2, "SH")
    assert (bob["void"], bob["takes_part"]) == ("H", False)
    assert catherine["zombie"] == ["2Ha", "2Hb", "2Hc"]
    assert (alice["hand"], dave["hand"]) == (None, ["2Mb", "5Hb"])
    assert seen["if_played"] == {
        "2Mb": {"joining": ["2Ha", "2Hb", "2Hc"], "danger": 8, "size": 4, "marks": "HM"},
        "5Hb": {"joining": ["5Sa", "5Ha"], "danger": 15, "size": 3, "marks": "SH"},
    }
    assert match.describe(-1)["if_played"] == {}
    assert match.describe(0)["if_played"]["999Z"]["danger"] == 1000


def test_the_story_in_english():
    match = turn("A:5Ha:H B:5Hb C:2Ha D:3Ha", graveyard="5Sa", pile="W1 W2")
    assert [sentence(GAME, event) for event in match.story_for(-1)] == [
        "D plays 3Ha.",
        "B is caught: danger 15, size 3.",
        "B takes W1.",
        "Turn 2: W2 is at stake.",
    ]


def test_equal_names_of_cards_and_numbers():
    state = at().state
    for number, name in enumerate(codes.deck(state)):
        assert notation.card(state, number) == name
        assert codes.read_card(state, name) == number
    assert notation.card(state, -1) == "-"
    with pytest.raises(LastTrickError, match="only 48 cards"):
        notation.card(state, 48)
