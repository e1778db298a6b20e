"""[TTS-88] [TTS-89] Every event of the house content, and every operation, on a table."""

from pathlib import Path

import pytest

from lasttrick.core.match import Match
from lasttrick.games.trick_to_survival import challenge as challenges
from lasttrick.games.trick_to_survival import content, outcome
from tests.games.trick_to_survival.table import (
    all_done,
    asked,
    at,
    do,
    event_keys,
    hand,
    legal,
    question,
    tokens,
    wounds,
)


def event(name: str, players: int = 4, tape: str = "", **lines) -> Match:
    """The last of the players lays a card that nobody followed, and this event comes. Seat 0 leads; challenge M6."""
    last = players - 1
    trick = " ".join(["0:A9", *(f"{s}:W{s + 3}" for s in range(1, last))])
    seats = {f"s{s}": lines.pop(f"s{s}", "") or "| R1 T01" for s in range(players)}
    seats[f"s{last}"] = "H2 " + seats[f"s{last}"]
    position = {"ask": "play", "asked": last, "order": f"0 {last}", "challenge": "M6", "trick": trick, "deck": name}
    return do(at(players, **{**position, **seats, **lines}), f"{last} play H2", tape)


def tok(seat_tokens: str, marks: str = "") -> str:
    return f"| R4 T01 | {seat_tokens} | {marks}"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param("E01", 0, id="E01 Wild Orchard"),
        pytest.param("E02", 1, id="E02 Clear Spring"),
        pytest.param("E03", 2, id="E03 Ranger Station"),
        pytest.param("E04", 3, id="E04 Roadside Clinic"),
        pytest.param("E05", 4, id="E05 Dry Cave"),
        pytest.param("E06", 5, id="E06 Songs by the Fire"),
    ],
)
@pytest.mark.parametrize(("players", "cache"), [(2, 2), (3, 1), (4, 2), (5, 4)])
def test_a_cache_for_all_who_live(name, kind, players, cache):
    """[TTS-87]"""
    match = event(name, players, s1=tok("1 1 1 1 1 1", "dead") if players > 2 else "")
    gained = [int(match.state.tokens[s, kind]) - 1 for s in range(players)]
    assert gained == [cache, 0 if players > 2 else cache, *[cache] * (players - 2)]


def test_gains_beyond_the_cap_are_lost():
    """[TTS-68]"""
    assert tokens(event("E01", s0=tok("5 1 1 1 1 1")), 0) == "6 1 1 1 1 1"


def test_E07_everybody_chooses_tokens_one_by_one():
    match = event("E07", 3, s0=tok("6 6 6 6 6 5"), s1=tok("6 6 6 6 6 6"), s2=tok("1 1 1 1 1 1"))
    assert asked(match) == "gain 0"
    assert legal(match) == ["gain S"]
    do(match, "0 gain S")
    assert asked(match) == "gain 2", "a full player is not asked [TTS-99]"
    do(match, "2 gain W")
    assert tokens(match, 2) == "1 2 1 1 1 1"
    assert question(match) == "modify"


def test_E07_the_cache_is_chosen_as_often_as_it_is_large():
    match = event("E07", 5)
    assert [match.acting[0] for _ in range(20) if do(match, f"{match.acting[0]} gain F")] == [
        *[0] * 3, *[1] * 4, *[2] * 4, *[3] * 4, *[4] * 4, 0,
    ]  # fmt: skip
    assert question(match) == "modify"
    assert tokens(match, 4) == "5 1 1 1 1 1"


@pytest.mark.parametrize(
    ("name", "after"),
    [
        pytest.param("E08", "3 3 1 1 1 1", id="E08 Beaver Dam"),
        pytest.param("E09", "1 1 3 1 3 1", id="E09 Hunting Lodge"),
        pytest.param("E10", "1 1 1 3 1 3", id="E10 Forest Chapel"),
    ],
)
def test_a_parcel_of_two_types(name, after):
    """[TTS-87]"""
    match = event(name)
    assert [tokens(match, s) for s in range(4)] == [after] * 4


def test_E11_travelling_medic():
    lines = {f"s{s}": tok("1 1 1 1 1 1", marks) for s, marks in enumerate(["5", "1", "dead", "0"])}
    assert wounds(event("E11", **lines)) == [3, 0, 7, 0]


def test_E12_hidden_meadow_only_heals_four_wounds_and_more():
    lines = {f"s{s}": tok("1 1 1 1 1 1", marks) for s, marks in enumerate(["4", "3", "dead", "6"])}
    assert wounds(event("E12", **lines)) == [1, 3, 7, 3]


def test_E13_guard_dogs():
    """[TTS-104]"""
    match = event("E13", s1=tok("1 1 1 1 1 1", "ward"), s2=tok("1 1 1 1 1 1", "dead"))
    assert asked(match) == "guard 0"
    assert legal(match) == ["name 0", "name 3", "name -"]
    do(match, "0 name 3")
    assert legal(match) == ["name 0", "name -"]
    do(match, "0 name -")
    assert match.state.wards == 0b1010
    assert question(match) == "modify"


def test_E13_with_all_wards_out_only_nobody_can_be_named():
    """[TTS-99]"""
    match = event("E13", 2, s0=tok("1 1 1 1 1 1", "ward"), s1=tok("1 1 1 1 1 1", "ward"))
    assert legal(match) == ["name -"]


@pytest.mark.parametrize(
    ("name", "challenge", "value"),
    [
        pytest.param("E14", "M6", 3, id="E14 Favourable Current"),
        pytest.param("E14", "M2", 1, id="E14 not below 1"),
        pytest.param("E26", "M6", 8, id="E26 Rising Water"),
    ],
)
def test_the_value_of_the_challenge_changes(name, challenge, value):
    match = event(name, challenge=challenge)
    assert match.state.value == value
    assert outcome.sum_needed(match.state) == value * 4


@pytest.mark.parametrize(
    ("name", "needed"), [pytest.param("E15", 0, id="E15 Local Guide"), pytest.param("E27", 3, id="E27 Thick Fog")]
)
def test_the_trumps_needed_change(name, needed):
    assert outcome.trumps_needed(event(name).state) == needed


def test_E15_no_trump_is_needed_for_success():
    match = all_done(event("E15", challenge="M3"))
    assert question(match) == "pool"


def test_E16_second_wind():
    match = event("E16")
    assert [int(challenges.card_value(match.state, s)) for s in range(4)] == [11, 6, 7, 4]


def test_E17_safe_passage():
    match = all_done(event("E17"))
    assert "failure" in event_keys(match)
    assert question(match) == "noon", "nobody is spared, nobody wounded"
    assert wounds(match) == [0, 0, 0, 0]


def test_E18_salvage_for_small_hands():
    """[TTS-104] [TTS-109]"""
    match = event("E18", 3, "S9 S8", s0="F2 F3 F4 | R5 T01", s1="W1 W2 W3 W10 | R5 T01", discard="S7 S8 S9")
    assert hand(match, 0) == "F2 F3 F4 S9"
    assert hand(match, 1) == "W1 W2 W3 W10"
    assert hand(match, 2) == "S8"
    assert [(e["seat"], e["card"]) for e in match.story_for(-1) if e["event"] == "salvaged"] == [(0, "S9"), (2, "S8")]


def test_E18_salvage_lasts_as_long_as_the_pile():
    """[TTS-97] A single card is not drawn by chance."""
    match = event("E18", 3, s0="F2 | R5 T01", s1="W1 | R5 T01", discard="S7")
    assert [hand(match, s) for s in range(3)] == ["F2 S7", "W1", ""]
    assert match.state.events == 0


def test_E19_wolf_pack_costs_a_wound_for_each_token_missing():
    """[TTS-69] [TTS-103]"""
    match = event("E19")
    assert tokens(match, 0) == "1 1 0 1 1 1"
    assert wounds(match) == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "kind"), [pytest.param("E20", 1, id="E20 Tainted Well"), pytest.param("E21", 0, id="E21 Rat Swarm")]
)
def test_the_one_with_the_most_pays(name, kind):
    """[TTS-88] [TTS-99] A tie of one is still named."""
    most = ["1 1 1 1 1 1", "3 3 1 1 1 1", "3 3 1 1 1 1", "6 6 1 1 1 1"]
    lines = {f"s{s}": tok(t, "dead" if s == 3 else "") for s, t in enumerate(most)}
    match = event(name, **lines)
    assert asked(match) == "extreme 0"
    assert legal(match) == ["name 1", "name 2"]
    do(match, "0 name 2")
    assert match.state.tokens[2, kind] == 1
    assert question(match) == "modify"


def test_most_and_least_count_zero():
    """[TTS-105]"""
    match = event("E20", 2, s0=tok("1 0 1 1 1 1"), s1=tok("1 0 1 1 1 1"))
    assert legal(match) == ["name 0", "name 1"]
    assert wounds(do(match, "0 name 1")) == [0, 2]


@pytest.mark.parametrize(
    ("name", "without"),
    [pytest.param("E22", "1 1 1 0 1 1", id="E22 Fever"), pytest.param("E23", "1 1 1 1 1 0", id="E23 Night Terrors")],
)
def test_those_who_lack_something_are_wounded(name, without):
    match = event(name, s0=tok("1 1 1 1 1 1"), s1=tok(without), s2=tok(without, "dead"), s3=tok(without, "2"))
    assert wounds(match) == [0, 1, 7, 3]


def test_E24_flash_flood():
    match = event("E24", s1=tok("1 1 1 1 0 1"), s2=tok("1 1 1 1 0 1", "dead"))
    assert [int(t) for t in match.state.tokens[:4, 4]] == [0, 0, 0, 0]
    assert wounds(match) == [0, 1, 7, 0]


def test_E25_falling_branch():
    assert wounds(event("E25")) == [1, 0, 0, 0]


def test_E25_a_ward_may_take_it():
    """[TTS-70]"""
    match = event("E25", s0=tok("1 1 1 1 1 1", "ward"))
    assert asked(match) == "ward 0"
    assert wounds(do(match, "0 ward yes")) == [0, 0, 0, 0]


def test_E28_stray_survivor_A():
    """[TTS-80k]"""
    match = event("E28", s1=tok("0 1 1 1 1 1"))
    assert asked(match) == "choose 0"
    assert legal(match) == ["choose A", "choose B"]
    do(match, "0 choose A")
    assert [tokens(match, s) for s in range(4)] == ["0 1 1 1 1 2"] * 4
    assert wounds(match) == [0, 1, 0, 0]


def test_E28_stray_survivor_B():
    match = do(event("E28"), "0 choose B")
    assert wounds(match) == [1, 0, 0, 0]
    assert tokens(match, 0) == "1 1 1 1 1 1"


@pytest.mark.parametrize(("way", "value", "wound"), [("A", 3, 1), ("B", 7, 0)])
def test_E29_rickety_bridge(way, value, wound):
    match = do(event("E29"), f"0 choose {way}")
    assert match.state.value == value
    assert wounds(match)[0] == wound


def test_E30_split_supplies():
    """[TTS-104]"""
    lines = {"s0": tok("1 1 1 1 1 1"), "s1": tok("6 0 1 0 0 0"), "s2": tok("1 1 1 2 1 1"), "s3": tok("6 0 0 0 0 0")}
    match = event("E30", **lines)
    assert asked(match) == "extreme 0"
    assert legal(match) == ["name 1", "name 2"]
    do(match, "0 name 1")
    assert legal(match) == ["name 0", "name 3"]
    do(match, "0 name 3")
    assert asked(match) == "give 1"
    assert legal(match) == ["give A"], "Food is full with the receiver"
    do(match, "1 give A")
    assert tokens(match, 3) == "6 0 1 0 0 0"
    assert question(match) == "modify"


@pytest.mark.parametrize(
    ("named", "why"), [("0 name 1, 0 name 1", "the same player"), ("0 name 1, 0 name 0", "no such token")]
)
def test_E30_nothing_to_give(named, why):
    lines = {"s0": tok("6 0 0 0 0 0"), "s1": tok("6 0 0 0 0 0")}
    match = do(event("E30", 2, **lines), named)
    assert question(match) == "modify", why


def test_a_dying_leader_takes_the_rest_along():
    """[TTS-103] What was owed is dropped, not passed to the new leader; the next operation meets the new leader."""
    operations = '[{"id": "E01", "name": "Rock", "ops": [["wound", "leader", 3], ["gain", "leader", "F", 1]]}]'
    match = event("E01", 3, events=operations, s0=tok("1 1 1 1 1 1", "6"))
    assert asked(match) == "reveal 0"
    do(match, "0 reveal yes")
    assert wounds(match) == [7, 0, 0]
    assert match.state.leader == 1
    assert [tokens(match, s)[0] for s in range(3)] == ["1", "2", "1"]


def test_an_event_can_end_the_match():
    """[TTS-75] [TTS-106]"""
    operations = '[{"id": "E01", "name": "End", "ops": [["wound", "alive", 9]]}]'
    match = event("E01", 2, events=operations)
    do(match, "0 reveal no")
    assert match.over
    assert match.result["ending"] == "nature"
    assert match.state.shown == 3, "all dealt traits are public"


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        pytest.param('["ward", "alive"]', 0b111, id="ward(who)"),
        pytest.param('["ward", "leader"]', 0b001, id="ward(leader)"),
    ],
)
def test_the_operation_ward(operation, expected):
    match = event("X1", 3, events=f'[{{"id": "X1", "name": "Wall", "ops": [{operation}]}}]')
    assert match.state.wards == expected


def test_an_event_of_a_new_data_file_may_use_any_counter():
    """[TTS-93] [TTS-95] No code is needed for a new event."""
    new = """[{"id": "X7", "name": "Envy", "where": "wounds >= 1 and not leader",
               "ops": [["heal", "max:wounds", "q+1"], ["need_set", 2], ["need", -1], ["cards", -1]]}]"""
    match = event("X7", events=new, s2=tok("1 1 1 1 1 1", "4"), s1=tok("1 1 1 1 1 1", "4"))
    do(match, "0 name 1")
    assert wounds(match) == [0, 1, 4, 0]
    assert outcome.trumps_needed(match.state) == 1
    assert challenges.card_value(match.state, 0) == 8


def test_TTS_13_the_resolved_events_make_a_new_deck():
    """[TTS-97] One event only: no draw is made."""
    two = '[{"id": "A", "name": "a", "ops": [["value", 1]]}, {"id": "B", "name": "b", "ops": [["value", 1]]}]'
    match = event("", 3, events=two)
    assert "deck_renewed" in event_keys(match)
    assert match.state.event_next == 1
    assert bin(match.state.resolved).count("1") == 1
    single = event("", 3, events='[{"id": "A", "name": "a", "ops": [["value", 1]]}]')
    assert single.state.events == 0


def test_TTS_88_an_event_comes_before_the_modify_step_and_at_night_before_the_outcome():
    assert question(event("E26")) == "modify"
    match = at(2, ask="night", challenge="M6", deck="E26", s0="A9 | R1 T01", s1="W4 | R1 T01")
    do(match, "1 play W4, 0 play A9")
    assert match.state.value == 8
    assert question(match) == "spare"


def test_TTS_39_the_event_check_at_night_can_be_switched_off():
    match = at(
        2, ask="night", challenge="M6", deck="E26", event_check_at_night="false", s0="A9 | R1 T01", s1="W4 | R1 T01"
    )
    do(match, "1 play W4, 0 play A9")
    assert match.state.event == -1


def test_every_event_of_the_house_was_met():
    names = [event["id"] for event in content.house()["events"]]
    assert len(names) == 30
    text = Path(__file__).read_text(encoding="utf-8")
    assert not [name for name in names if name not in text]
