"""The worked examples of the rules page, by their ids."""

import pytest

from lasttrick import IllegalAction
from lasttrick.games.zombie_escape.state import Phase
from tests.games.zombie_escape.table import (
    after_day,
    at,
    caught,
    damage,
    graveyard,
    legal_cards,
    play,
    told,
    totals,
    turn,
    zombie,
    zombies,
)

# --- Combining -------------------------------------------------------------------------------------------------------

CATHERINE = {"graveyard": "2Ha 2Hb 2Ma", "A": "3Sa", "B": "3Sb"}


def test_ZX_01_twos_come_back_from_the_dead():
    """[ZMB-34] [ZMB-36]"""
    match = turn("C:2Hc:H", **CATHERINE)
    assert zombie(match, "C") == "8/4/HM"
    assert graveyard(match) == ""
    assert told(match, "returned") == [
        {"event": "returned", "seat": 2, "danger": 8, "cause": "none", "cards": ["2Ha", "2Hb", "2Ma"]}
    ]


def test_ZX_02_and_ZX_03_the_herd_moves_to_dave():
    """[ZMB-34] [ZMB-37]"""
    match = turn("C:2Hc:H D:2Mb", **CATHERINE)
    assert zombies(match) == ["", "", "", "10/5/HM"]
    assert told(match, "moved") == [
        {"event": "moved", "seat": 3, "other": 2, "danger": 10, "cause": "none", "cards": ["2Ha", "2Hb", "2Hc", "2Ma"]},
    ]


def test_ZX_04_dave_takes_part_by_the_marks_that_joined():
    """[ZMB-29] [ZMB-34] [ZMB-43] [ZMB-48]"""
    match = at("C:2Hc:H D:2Mb", D="9S", **CATHERINE)
    play(match, "C:2Hc:H")
    assert legal_cards(match, "D") == "2Mb 9S"
    play(match, "D:2Mb")
    assert match.describe(0)["seats"][3]["takes_part"]
    play(match, "A:3Sa B:3Sb")
    assert caught(match) == "D 10/5"


def test_ZX_05_equal_danger_more_cards_lose():
    """[ZMB-43] [ZMB-44] [ZMB-45]"""
    match = at("A:5Ha:H B:17S C:2Hc D:2Mb", graveyard="5Sa 2Ha 2Hb 2Ma", D="9M")
    play(match, "A:5Ha:H B:17S C:2Hc")
    assert zombies(match) == ["10/2/SH", "17/1/S", "8/4/HM", ""]
    play(match, "D:2Mb")
    assert caught(match) == "D 10/5"
    assert told(match, "caught")[0]["cause"] == "more"
    assert told(match, "moved")[0]["other"] == 2


TURNS = [
    ("ZX-06", 3, "A:4Sa:S B:1X C:17M", {"graveyard": "999Z"}, "B 1000/2"),
    ("ZX-07", 4, "A:1X:M B:9M C:999Z D:17M", {}, "C 1000/2"),
    ("ZX-08", 3, "A:999Z:Z B:17M C:9X", {"B": "9S", "C": "2Sa"}, "A 999/1"),
    ("ZX-09", 3, "A:999Z:Z B:17M C:1X", {}, "C 1000/2"),
    ("ZX-10", 3, "A:2Ha:H B:999Z C:17M", {}, "A 2/1"),
    ("ZX-12", 3, "A:9H:H B:3Ha C:2Ha", {"graveyard": "3Sa 3Ma"}, "B 9/3"),
    ("ZX-15", 3, "A:4Ha:H B:4Ma C:17S", {}, "B 8/2"),
    ("ZX-16", 3, "A:6H:H B:6X C:6S", {"graveyard": "6M"}, "C 24/4"),
]


@pytest.mark.parametrize(("players", "plays", "lines", "loser"), [pytest.param(*t[1:], id=t[0]) for t in TURNS])
def test_whole_turns(players, plays, lines, loser):
    match = turn(plays, players, **lines)
    assert caught(match) == loser
    assert match.state.taken["ABCDEF".index(loser[0])] == 1


def test_ZX_06_and_ZX_07_and_ZX_09_one_and_999_are_present_everywhere():
    """[ZMB-36] [ZMB-37] [ZMB-39]"""
    risen = turn("A:4Sa:S B:1X", graveyard="999Z", C="17M", D="9M")
    assert zombies(risen)[:2] == ["4/1/S", "1000/2/SHMZ"]
    joined = turn("A:1X:M B:9M C:999Z", D="17M")
    assert zombies(joined) == ["", "9/1/M", "1000/2/SHMZ", ""]
    moved = turn("A:999Z:Z B:17M C:1X", D="9M")
    assert zombies(moved) == ["", "17/1/M", "1000/2/SHMZ", ""]


def test_ZX_08_and_ZX_10_without_the_location_nothing_is_judged():
    """[ZMB-30] [ZMB-43]"""
    led = at("A:999Z:Z B:17M C:9X", 3, B="9S", C="2Sa")
    play(led, "A:999Z:Z")
    assert legal_cards(led, "B") == "9S 17M"
    play(led, "B:17M")
    assert legal_cards(led, "C") == "2Sa 9X"
    assert [s["takes_part"] for s in led.describe(0)["seats"]] == [True, False, False]


def test_ZX_11_a_17_never_combines():
    """[ZMB-35]"""
    match = turn("A:17H:H", graveyard="17S", B="9H", C="9M", D="9S")
    assert zombie(match, "A") == "17/1/H"
    assert graveyard(match) == "17S"


@pytest.mark.parametrize(
    ("hand", "playable"),
    [
        pytest.param("6X 17S 2Ma", "6X", id="ZX-13 the three-mark card must follow"),
        pytest.param("17S 2Ma", "2Ma 17S", id="ZX-13 without it both are free"),
        pytest.param("999Z 5Sa", "5Sa 999Z", id="ZX-13 the 999 does not follow"),
    ],
)
def test_ZX_13_following(hand, playable):
    """[ZMB-29] [ZMB-30]"""
    assert legal_cards(at(A="", B=hand, played="A:9H", location="H"), "B") == playable


def test_ZX_14_the_leader_names_a_mark_of_the_card_alone():
    """[ZMB-27] [ZMB-36]"""
    match = at("A:7X:S", graveyard="7H", B="9H", C="9M", D="9S")
    assert legal_cards(match) == "7X S 7X H 7X M"
    with pytest.raises(IllegalAction, match="7X bears S and H and M, not Z"):
        match.apply(0, "lead 7X Z")
    play(match, "A:7X:S")
    assert match.describe(0)["location"] == "S"
    assert zombie(match, "A") == "14/2/SHM"


def test_ZX_15_and_ZX_16_zombies_move_on_and_on():
    """[ZMB-36] [ZMB-37] [ZMB-47] [ZMB-48]"""
    match = turn("A:4Ha:H B:4Ma", 3, C="17S")
    assert zombies(match) == ["", "8/2/HM", ""]
    match = turn("A:6H:H B:6X", 3, graveyard="6M", C="6S")
    assert zombies(match) == ["", "18/3/SHM", ""]
    play(match, "C:6S")
    assert [e["other"] for e in told(match, "moved")] == [1]
    assert graveyard(match) == "6S 6H 6M 6X"


def test_ZX_17_all_nine_twos_outgrow_a_17():
    """[ZMB-34] [ZMB-44]"""
    match = at("A:2Sa:S B:17S", 3, graveyard="2Sb 2Sc 2Ha 2Hb 2Hc 2Ma 2Mb 2Mc", C="9M")
    play(match, "A:2Sa:S")
    assert zombie(match, "A") == "18/9/SHM"
    play(match, "B:17S C:9M")
    assert caught(match) == "A 18/9"


# --- Damage ----------------------------------------------------------------------------------------------------------


def test_ZX_18_any_two_halves_make_a_whole():
    """[ZMB-50]"""
    match = at(pile="WH H1 H1 W1", taken="A A A A", turn=5)
    assert totals(match) == [3, 0, 0, 0]


RECOVERY = "A:9S:S B:2Sa C:3Sa D:4Sa"  # A is caught


@pytest.mark.parametrize(("flipped", "total"), [("W2", 2), ("WH", 2), ("H1", 3)])
def test_ZX_19_food_turns_one_card_down(flipped, total):
    """[ZMB-50] [ZMB-53]"""
    match = turn(RECOVERY, pile="W2 WH H1 FOOD", taken="A A A", turn=4)
    assert match.acting == [0]
    assert match.legal_text(0) == ["flip H1", "flip WH", "flip W2"]
    match.apply(0, f"flip {flipped}")
    assert totals(match)[0] == total
    assert set(damage(match, "A")[1]) == {flipped, "FOOD"}
    assert match.state.leader == 0


def test_ZX_20_food_alone_is_turned_down_and_done():
    """[ZMB-53]"""
    match = turn(RECOVERY, pile="FOOD W1", A="17S", B="2Sb", C="3Sb", D="4Sb")
    assert damage(match, "A") == ([], ["FOOD"])
    assert match.state.phase == Phase.LEAD
    play(match, "A:17S:S B:2Sb C:3Sb D:4Sb")
    assert damage(match, "A") == (["W1"], ["FOOD"])
    assert totals(match) == [1, 0, 0, 0]


def test_ZX_21_food_can_turn_the_helicopter_down():
    """[ZMB-52] [ZMB-54]"""
    match = turn(RECOVERY, pile="W1 HELI FOOD", taken="B", turn=2, A="17S", B="2Sb", C="3Sb", D="4Sb")
    assert damage(match, "A") == (["HELI"], [])
    assert totals(match)[0] == 1
    play(match, "A:17S:S B:2Sb C:3Sb D:4Sb")
    match.apply(0, "flip HELI")
    assert damage(match, "A") == ([], ["HELI", "FOOD"])
    assert totals(match)[0] == 0


def test_ZX_22_the_helicopter_on_the_last_turn():
    """[ZMB-52] [ZMB-55]"""
    pile, taken = "W2 H1 H1 H1 W1 W1 W1 W1 WH WH FOOD HELI", "A A - - - - - - - - -"
    match = turn(RECOVERY, pile=pile, taken=taken, turn=12)
    assert match.state.phase == Phase.FLIP
    match.apply(0, "flip W2")
    suffered = {"seat": 0, "damage": 0, "record": 0, "pairs": 0, "odd": True, "dead": False}
    assert told(match, "day_damage")[0] == {"event": "day_damage", **suffered}
    assert match.state.day == 2


# --- The end ---------------------------------------------------------------------------------------------------------

ENDS = [
    ("ZX-23", 2, "9 7 10", [1], False),
    ("ZX-24 reversal", 3, "18 4 6 5", [0], True),
    ("ZX-24 one short of it", 3, "17 4 6 5", [1], False),
    ("ZX-25", 4, "8 3 3 9", [1, 2], False),
    ("ZX-26", 2, "12 10 15", [1], False),
    ("ZX-27", 4, "18 2 18 7", [0, 2], True),
]


@pytest.mark.parametrize(("day", "records", "winners", "reversal"), [pytest.param(*e[1:], id=e[0]) for e in ENDS])
def test_ZX_23_to_ZX_27_winners(day, records, winners, reversal):
    """[ZMB-58] [ZMB-59] [ZMB-60] [ZMB-61] [ZMB-62] [ZMB-63] [ZMB-78]"""
    match = after_day(records, day, len(records.split()))
    assert match.over
    assert match.result["winners"] == winners
    assert match.result["reversal"] is reversal


def test_ZX_28_a_fourth_day_is_led_by_the_last_taker():
    """[ZMB-22] [ZMB-58]"""
    match = turn("A:2Ha:H B:9H C:3Ha", 3, day=3, records="9 9 9", turn=16, pile="FOOD " * 2 + "H1 " * 14)
    assert not match.over
    assert match.state.day == 4
    assert match.acting == [1]
