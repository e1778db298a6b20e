"""The worked examples of the rules page, by their ids."""

import pytest

from lasttrick import IllegalAction
from lasttrick.core.match import Match
from lasttrick.core.story import new_story
from lasttrick.games.trick_to_survival import challenge as challenges
from lasttrick.games.trick_to_survival import outcome, rules
from tests.games.trick_to_survival.table import (
    GAME,
    alive,
    all_done,
    asked,
    at,
    challenge,
    discard,
    do,
    hand,
    hand_out,
    legal,
    question,
    section,
    step,
    tokens,
    wounds,
)


def test_TX_01_set_up_for_three():
    """[TTS-05] [TTS-15] [TTS-16]"""
    state = Match(GAME, 3, seed=1).state
    assert [int(x) for x in state.hand_size] == [10, 10, 10, 0, 0]
    assert sum(c >= 0 for c in state.challenge) == 13  # one is revealed
    assert [int(x) for x in state.section_size] == [0, 3, 3, 3, 3, 2, 2]


def test_TX_02_the_chemist_crafts_once():
    """[TTS-66] [TTS-86]"""
    match = do(at(ask="camp", s0="| R1 T01 | 1 1 3 0 1 1"), "0 craft")
    assert tokens(match, 0) == "1 1 1 1 1 1"
    with pytest.raises(IllegalAction, match="It takes 2 Ammunition; you have 1"):
        do(match, "0 craft")


@pytest.mark.parametrize(
    ("marks", "value"), [pytest.param("", 6, id="TX-03 alive"), pytest.param("dead", 5, id="TX-03 dead")]
)
def test_TX_03_the_dietitian_plays_F5(marks, value):
    """[TTS-26] [TTS-73]"""
    match = at(ask="play", challenge="M6", leader=1, asked=0, order="0 0", s0=f"F5 | R2 T01 || {marks}", s1="F6")
    do(match, "0 play F5")
    assert challenges.card_value(match.state, 0) == value


def test_TX_04_difficulty_for_three():
    """[TTS-22]"""
    match = at(ask="raise", challenge="M6")
    assert legal(match) == ["raise 3", "raise 4", "raise 5", "raise 6"]
    for wrong in ("raise 2", "raise 7"):
        with pytest.raises(IllegalAction, match="from 3 to 6"):
            do(match, f"0 {wrong}")


def test_TX_05_success_in_the_morning():
    """[TTS-31] [TTS-32] [TTS-33] [TTS-34] [TTS-35]"""
    match = all_done(challenge("M6", "A9 A7 M3"))
    assert match.state.leader == 2
    assert [tokens(match, s) for s in range(3)] == ["1 1 2 1 1 1", "1 1 2 1 1 1", "1 1 1 2 1 1"]
    for kind in "AAM":
        assert asked(match) == "pool 2"
        assert legal(match) == [f"assign {kind} 0", f"assign {kind} 1", f"assign {kind} 2", f"assign {kind} -"]
        do(match, f"2 assign {kind} 0")
    assert tokens(match, 0) == "1 1 4 2 1 1"
    assert asked(match) == "noon 2"


def test_TX_06_failure_spares_one():
    """[TTS-32] [TTS-36]"""
    match = all_done(challenge("M6", "A8 A6 M3"))
    assert [tokens(match, s) for s in range(3)] == ["1 1 2 1 1 1", "1 1 2 1 1 1", "1 1 1 2 1 1"]
    assert asked(match) == "spare 0"
    do(match, "0 spare 1")
    assert wounds(match) == [1, 0, 1]
    assert match.state.leader == 0


def test_TX_07_no_trump_no_success():
    """[TTS-31]"""
    match = all_done(challenge("M6", "A9 A10 A4"))
    assert asked(match) == "spare 0"


def test_TX_08_a_suit_is_changed():
    """[TTS-29] [TTS-33] [TTS-34]"""
    match = challenge("M6", "A9 A10 A4", s1="1 1 1 2 1 1")
    do(match, "0 done, 1 change 0 M")
    assert not any(text.startswith("change") for text in legal(match))
    all_done(match)
    assert match.state.leader == 0
    assert [tokens(match, s) for s in range(3)] == ["1 1 1 2 1 1", "1 1 2 0 1 1", "1 1 2 1 1 1"]
    pool = []
    while question(match) == "pool":
        pool.append(legal(match)[0].split()[1])
        do(match, f"0 assign {pool[-1]} -")
    assert pool == ["M", "A", "A"]


@pytest.mark.parametrize(
    ("plays", "before"),
    [
        pytest.param("A9 A6 M3", "", id="TX-09 exactly 18"),
        pytest.param("A9 A5 M3", "0 boost 2 F", id="TX-09 17 and a boost"),
    ],
)
def test_TX_09_just_enough(plays, before):
    """[TTS-30] [TTS-32]"""
    match = do(challenge("M6", plays), before)
    all_done(match)
    assert question(match) == "pool"


@pytest.mark.parametrize(("living", "needed"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_TX_10_trumps_required(living, needed):
    """[TTS-31]"""
    dead = {f"s{s}": "| R1 T01 || dead" for s in range(living, 5)}
    assert outcome.trumps_needed(at(5, challenge="M6", **dead).state) == needed


def test_TX_11_a_raised_challenge():
    """[TTS-22] [TTS-34]"""
    match = all_done(challenge("W2", "F4 F5 W3", times=6))
    for kind in "FFW":
        do(match, f"2 assign {kind} -")
    for _ in range(3):
        assert question(match) == "extra"
        assert legal(match) == [f"assign {k} {s}" for k in "FW" for s in ("0", "1", "2", "-")]
        do(match, "2 assign W -")
    assert question(match) == "noon"


@pytest.mark.parametrize(
    ("cards", "marks", "playable"),
    [
        pytest.param("A2 M9 F10", "", "A2 M9", id="TX-12 holds the led suit: it or a trump"),
        pytest.param("F10 W1", "", "F10 W1", id="TX-12 void: anything"),
        pytest.param("A2 F10", "dead", "F10 A2", id="TX-12 dead: anything"),
    ],
)
def test_TX_12_following(cards, marks, playable):
    """[TTS-24]"""
    match = at(ask="play", challenge="M6", trick="0:A5", asked=1, order="0 1", s1=f"{cards} | R1 T01 || {marks}")
    assert legal(match, 1) == [f"play {c}" for c in playable.split()]


@pytest.mark.parametrize(
    ("plays", "is_due"),
    [
        pytest.param("A9 M3 W4", True, id="TX-13 a trump and a void"),
        pytest.param("A9 M3 A4", False, id="TX-13 one followed"),
        pytest.param("M9 M3 W4", False, id="TX-13 trump was led and followed"),
    ],
)
def test_TX_13_the_event_check(plays, is_due):
    """[TTS-27]"""
    match = challenge("M6", plays, deck="E26")
    assert (match.state.event >= 0) == is_due
    assert match.state.value == (8 if is_due else 6)


def test_TX_14_the_dead_win_a_trick():
    """[TTS-31] [TTS-33] [TTS-34] [TTS-37]"""
    match = all_done(challenge("H5", "F9 H6 H8 F4", day=3, role="R1", s2="1 1 1 1 1 1 | dead"))
    assert [tokens(match, s) for s in range(4)] == ["1 1 1 1 1 1"] * 2 + ["1 1 1 1 2 1", "1 1 1 1 1 1"]
    assert wounds(match) == [0, 0, 7, 0]
    assert match.state.leader == 1
    assert section(match, 4) == "F9 H6 H8 F4"
    assert asked(match) == "noon 1"


def test_TX_15_the_dead_win_a_failure():
    """[TTS-36] [TTS-37]"""
    match = all_done(challenge("H8", "F9 H6 H8 F4", day=3, role="R1", s2="1 1 1 1 1 1 | dead"))
    do(match, "0 spare 3")
    assert [tokens(match, s) for s in range(4)] == ["1 1 1 1 1 1"] * 2 + ["1 1 1 1 2 1", "1 1 1 1 1 1"]
    assert wounds(match) == [1, 1, 7, 0]
    assert section(match, 4) == "F9 H6 H8 F4"


def end_of_camp(**lines) -> Match:
    """The last of three is about to say done, so that upkeep follows; seat 0 leads."""
    rich = "| R1 T01 | 6 6 6 6 6 6"
    return at(**{"ask": "camp", "time": "night", "asked": 2, "order": "0 2", "s1": rich, "s2": rich, **lines})


def test_TX_16_upkeep():
    """[TTS-67] [TTS-70]"""
    match = do(end_of_camp(day=4, s0="| R1 T01 | 2 1 0 3 0 1 | 2"), "2 done")
    assert tokens(match, 0) == "1 0 0 2 0 0"
    assert wounds(match)[0] == 4


def test_TX_16_upkeep_with_a_ward():
    match = do(end_of_camp(day=4, s0="| R1 T01 | 2 1 0 3 0 1 | 2 ward"), "2 done, 0 ward yes")
    assert wounds(match)[0] == 3


def test_TX_17_no_upkeep_on_day_1_of_week_2():
    """[TTS-67]"""
    match = do(end_of_camp(week=2, day=1), "2 done")
    assert tokens(match, 0) == "1 1 1 1 1 1"
    assert match.state.day == 2


def test_TX_18_death_at_upkeep():
    """[TTS-67] [TTS-71]"""
    match = do(end_of_camp(day=4, s0="| R1 T01 | 0 1 0 1 1 1 | 6"), "2 done")
    assert asked(match) == "reveal 0"
    assert tokens(match, 0) == "0 0 0 0 0 0"
    assert wounds(match)[0] == 7
    do(match, "0 reveal no")
    assert wounds(match)[0] == 7
    assert alive(match) == [1, 2]


def test_TX_19_food_of_the_living():
    """[TTS-48] [TTS-49] [TTS-68]"""
    match = at(
        ask="noon",
        leader=2,
        order="0 0",
        asked=0,
        s0="F3 W2 | R1 T01 | 5 1 1 1 1 1",
        s1="| R1 T01 | 0 1 1 1 1 1",
        s2="| R1 T01 | 1 1 1 1 1 1",
    )
    do(match, "0 place F3")
    assert tokens(match, 0) == "6 1 1 1 1 1"
    assert asked(match) == "food 2"
    assert legal(match) == ["name 2"]
    do(match, "2 name 2")
    assert tokens(match, 2) == "0 1 1 1 1 1"
    assert wounds(match) == [0, 0, 0]


def test_TX_20_water_of_the_dead():
    """[TTS-56] [TTS-62]"""
    match = at(
        4,
        ask="noon",
        asked=3,
        order="3 0",
        s0="| R1 T01 | 1 1 1 1 1 1",
        s1="| R1 T01 | 1 0 1 1 1 1",
        s2="| R1 T01 | 1 0 1 1 1 1",
        s3="W3 | R1 T01 | 1 0 1 1 1 1 | dead",
    )
    do(match, "3 place W3")
    assert legal(match) == ["target 1", "target 2"]
    do(match, "3 target 2")
    assert wounds(match) == [0, 0, 1, 7]


def test_TX_21_a_suit_is_used_once_a_day():
    """[TTS-43] [TTS-47]"""
    match = at(ask="noon", asked=2, order="0 2", used="M", s2="M4 F2 | R1 T01 || dead")
    assert legal(match) == ["place F2", "pass"]
    with pytest.raises(IllegalAction, match="Medicine has been used today"):
        do(match, "2 place M4")


def test_TX_22_nobody_passes_six():
    """[TTS-35] [TTS-68]"""
    full = "6 1 1 1 1 1"
    match = all_done(challenge("F2", "F4 F5", s0=full, s1=full))
    assert legal(match) == ["assign F -"]
    do(match, "1 assign F -, 1 assign F -")
    assert [tokens(match, s) for s in (0, 1)] == [full, full]


def test_TX_23_an_offer_may_not_overfill():
    """[TTS-64] [TTS-68]"""
    match = at(ask="camp", s0="| R1 T01 | 1 2 1 1 1 1", s1="| R1 T01 | 1 5 1 1 1 1")
    with pytest.raises(IllegalAction, match="Seat 1 would have more than 6 Water"):
        do(match, "0 offer 1 W2 A1")
    do(match, "0 offer 1 W1 A1, 1 accept")
    assert tokens(match, 1) == "1 6 0 1 1 1"
    assert tokens(match, 0) == "1 1 2 1 1 1"


def test_TX_24_a_new_week():
    """[TTS-19]"""
    match = at(
        ask="none",
        step="day_end",
        day=7,
        s0="| R1 T01 | 6 0 2 1 5 3 | 4 ward",
        s1="| R1 T01 | 0 0 0 0 0 0 | dead",
    )
    rules.advance(match.state, new_story())
    assert match.state.week == 2
    assert tokens(match, 0) == "6 1 3 2 6 4"
    assert tokens(match, 1) == "1 1 1 1 1 1"
    assert wounds(match) == [0, 7, 0]
    assert match.state.wards == 1
    assert len(hand(match, 0).split()) == 10
    assert alive(match) == [0, 2]


@pytest.mark.parametrize(
    ("second", "has_event"), [pytest.param("S5", False, id="TX-25"), pytest.param("W5", True, id="TX-25 with W5")]
)
def test_TX_25_a_night(second, has_event):
    """[TTS-27] [TTS-34] [TTS-39]"""
    match = challenge("S3", f"S4 {second}", time="night", deck="E15")
    assert (match.state.event >= 0) == has_event
    if not has_event:
        assert match.state.leader == 0
        do(match, "0 assign S 0, 0 assign S 1")
        assert step(match) == "camp"
        assert tokens(match, 0) == "1 1 1 1 1 3"


def test_TX_26_equal_ranks():
    """[TTS-33]"""
    match = challenge("M4", "M4 M5")
    do(match, "0 boost 0 F")
    all_done(match)
    assert match.state.leader == 0
    assert ("trick_won", 0) in [(e["event"], e.get("seat")) for e in match.story_for(-1)]


def test_TX_27_one_trump_of_two():
    """[TTS-31]"""
    assert question(all_done(challenge("A3", "W9 W8 A2 W7"))) == "spare"


def test_TX_28_thick_fog():
    """[TTS-88] [TTS-89]"""
    match = all_done(challenge("S3", "S4 W4", deck="E27"))
    assert outcome.trumps_needed(match.state) == 2
    assert question(match) == "spare"


def test_TX_29_the_leader_dies():
    """[TTS-74]"""
    rich = "| R1 T01 | 6 6 6 6 6 6"
    match = at(
        4,
        ask="camp",
        time="night",
        day=3,
        leader=1,
        order="1 3",
        asked=0,
        s0=rich,
        s1="| R1 T01 | 0 0 0 0 0 0 | 5",
        s2="| R1 T01 || dead",
        s3=rich,
    )
    do(match, "0 done")
    assert match.state.leader == 3
    assert asked(match) == "reveal 1"


def test_TX_30_the_safe_house():
    """[TTS-76] [TTS-77] [TTS-78]"""
    match = at(
        ask="over",
        ending="safe_house",
        week=3,
        day=7,
        leader=0,
        s0="| R1 T03 | 0 2 0 0 0 0",
        s1="| R1 T13",
        s2="| R1 T01 || dead",
    )
    assert match.result["winners"] == [0]
    assert match.result["kinds"] == ["safe", None, None]


def test_TX_31_the_last_one_dies():
    """[TTS-75] [TTS-78]"""
    match = end_of_camp(
        week=2,
        day=2,
        s0="| R1 T01 | 0 0 0 0 0 0 | 5",
        s1="| R1 T01 || dead",
        s2="| R1 T01 || dead",
    )
    do(match, "2 done")
    assert match.over
    assert match.result["winners"] == [0, 1, 2]
    assert match.result["kinds"] == ["nature"] * 3


def test_TX_32_an_empty_hand():
    """[TTS-25] [TTS-36]"""
    lines = {f"s{s}": f"{c} | R5 T01" for s, c in enumerate(["F4", "F5", "F6", "", "F7"])}
    match = at(5, ask="raise", time="night", day=7, challenge="M13", **lines)
    do(match, "0 raise 5")
    assert match.acting == [0, 1, 2, 4]
    do(match, "4 play F7, 0 play F4, 2 play F6, 1 play F5")
    assert tokens(match, 3) == "1 1 1 1 1 1"
    assert tokens(match, 4) == "2 1 1 1 1 1"
    do(match, "0 spare -")
    assert wounds(match) == [1, 1, 1, 1, 1]


def test_the_trick_of_an_example_ends_on_the_discard_pile():
    """[TTS-38]"""
    match = hand_out(all_done(challenge("M6", "A9 A7 M3", discard="")))
    assert discard(match) == {"M6", "A9", "A7", "M3"}
