"""Noon, camp, upkeep, wounds and the end, clause by clause, where a worked example does not show them whole."""

from collections import Counter

import pytest

from lasttrick import IllegalAction
from lasttrick.core.match import Match
from tests.games.trick_to_survival.table import (
    alive,
    asked,
    at,
    discard,
    do,
    event_keys,
    hand,
    legal,
    question,
    section,
    tokens,
    wounds,
)

DEAD = "| R1 T01 | 1 1 1 1 1 1 | dead"
POOR = "| R1 T10 | 6 6 6 6 6 6"  # an Ascetic with too much


def noon(cards: str = "", marks: str = "", **lines) -> Match:
    """Noon of day 3, seat 0 is in turn and holds these cards; seat 1 leads if seat 0 is dead."""
    leader = 1 if "dead" in marks else 0
    own = lines.pop("own", "1 1 1 1 1 1")
    position = {"ask": "noon", "day": 3, "leader": leader, "order": "0 0", "asked": 0}
    return at(**{**position, "s0": f"{cards} | R1 T01 | {own} | {marks}", **lines})


# --- Noon ------------------------------------------------------------------------------------------------------------


def test_TTS_40_and_TTS_80f_one_action_each_in_turn_order():
    match = noon("F1 W2", river="- / - / A5")
    assert legal(match) == ["take", "place F1", "place W2", "pass"]
    do(match, "0 take")
    assert asked(match) == "noon 1"
    do(match, "1 pass, 2 pass")
    assert asked(match) == "raise 0"
    assert match.state.night == 1


def test_TTS_41_take_the_top_of_todays_section():
    match = do(noon(river="- / - / A5 A6 / A7"), "0 take")
    assert hand(match, 0) == "A6"
    assert section(match, 3) == "A5"
    assert "took" in event_keys(match)
    with pytest.raises(IllegalAction, match="day 3 is empty"):
        do(noon("F1"), "0 take")


@pytest.mark.parametrize("day", [3, 7])
def test_TTS_42_a_placed_card_lies_on_tomorrows_section(day):
    match = do(noon("H1", day=day, river="- / - / - / A7", discard=""), "0 place H1")
    assert section(match, 4) == ("A7 H1" if day == 3 else "A7")
    assert ("H1" in discard(match)) == (day == 7)
    assert match.state.wards == 1, "the action happens all the same"


def test_TTS_43_an_action_without_target_uses_the_suit():
    match = do(noon("A1", s1="| R1 T01 | 0 0 0 0 0 0", s2=DEAD), "0 place A1")
    assert asked(match) == "noon 1"
    assert match.state.used_suits == 1 << 2
    assert match.state.acts[0] == 1


def test_TTS_47_used_by_anyone_alive_or_dead():
    match = do(noon("H1", s1="H2 M2 | R1 T01 || dead"), "0 place H1")
    assert legal(match) == ["place M2", "pass"]


def test_TTS_48_and_TTS_49_food():
    match = do(noon("F1", s1="| R1 T01 | 0 1 1 1 1 1", s2="| R1 T01 | 0 1 1 1 1 1"), "0 place F1")
    assert tokens(match, 0) == "3 1 1 1 1 1"
    assert asked(match) == "noon 1", "nobody has Food to discard"
    match = do(noon("F1", s1="| R1 T01 | 2 1 1 1 1 1", s2="| R1 T01 | 1 1 1 1 1 1 | dead"), "0 place F1")
    assert legal(match) == ["name 1", "name 2"]
    do(match, "0 name 2")
    assert tokens(match, 2) == "0 1 1 1 1 1"


def test_TTS_50_water_switches_a_card_with_any_section():
    """[TTS-102] Past days and the section just placed on included; the card below stays face down."""
    match = noon("W1 F9", river="- / (H1) H2 / - / A7")
    do(match, "0 place W1")
    assert legal(match) == ["switch F9 2", "switch F9 4", "decline"]
    do(match, "0 switch F9 2")
    assert hand(match, 0) == "H2"
    assert section(match, 2) == "H1 F9"
    assert match.state.face_down[1] == 1
    assert match.describe(2)["seats"][0]["known"] == ["H2"]


def test_TTS_50_water_may_be_declined_and_must_be_with_an_empty_hand():
    """[TTS-99] [TTS-107] It counts in `acts` all the same."""
    match = do(noon("W1"), "0 place W1")
    assert legal(match) == ["decline"]
    do(match, "0 decline")
    assert match.state.acts[0] == 1


def test_TTS_51_ammunition_takes_a_token_of_another_living_player():
    match = noon("A1", own="6 1 1 1 1 1", s1="| R1 T01 | 2 1 0 0 0 0", s2=DEAD)
    do(match, "0 place A1")
    assert legal(match) == ["steal 1 W"]
    do(match, "0 steal 1 W")
    assert tokens(match, 0) == "6 2 1 1 1 1"
    assert tokens(match, 1) == "2 0 0 0 0 0"
    assert match.state.ammo_acts[0] == 1


@pytest.mark.parametrize("marks", ["", "ward"])
def test_TTS_52_shelter_gives_a_ward(marks):
    assert do(noon("H1", marks), "0 place H1").state.wards == 1


def test_TTS_53_sanity_swaps_with_a_random_card():
    """[TTS-82] [TTS-109] Both see both cards, the others only who with whom."""
    match = noon("S1 F5", s1="W3 W4 | R1 T01", s2="| R1 T01")
    do(match, "0 place S1")
    assert legal(match) == ["swap F5 1", "swap F5 2"]
    do(match, "0 swap F5 1", tape="W4")
    assert hand(match, 0) == "W4"
    assert hand(match, 1) == "F5 W3"
    assert "swap_cards" in event_keys(match, 0)
    assert "swap_cards" in event_keys(match, 1)
    assert "swap_cards" not in event_keys(match, 2)
    assert "swapped" in event_keys(match, 2)
    assert match.describe(0)["seats"][1]["known"] == ["F5"]
    assert match.describe(1)["seats"][0]["known"] == ["W4"]
    assert match.describe(2)["seats"][1]["known"] == []


def test_TTS_53_the_given_card_itself_may_come_back_and_a_hand_card_is_needed():
    """[TTS-97] A single card is not drawn."""
    match = do(noon("S1 F5", s1="| R1 T01"), "0 place S1, 0 swap F5 1")
    assert hand(match, 0) == "F5"
    assert match.state.events == 0
    assert asked(do(noon("S1"), "0 place S1")) == "noon 1"


def test_TTS_85_the_random_card_is_any_of_the_hand():
    taken = Counter()
    for seed in range(200):
        match = noon("S1 F5", s1="W3 W4 A9 | R1 T01", chance=f"{seed} 0")
        do(match, "0 place S1, 0 swap F5 1")
        taken[hand(match, 0)] += 1
    assert set(taken) == {"F5", "W3", "W4", "A9"}
    assert min(taken.values()) > 25


def test_TTS_54_medicine_heals_a_living_player():
    match = noon("M1", "2", s1="| R1 T01 || 3", s2=DEAD)
    do(match, "0 place M1")
    assert legal(match) == ["target 0", "target 1"]
    assert wounds(do(match, "0 target 1")) == [2, 2, 7]


@pytest.mark.parametrize(
    ("card", "one", "two", "targets"),
    [
        pytest.param("F1", "3 0 0 0 0 0", "3 0 0 0 0 0", "1 2", id="TTS-55 most Food, tied"),
        pytest.param("F1", "3 0 0 0 0 0", "2 0 0 0 0 0", "1", id="TTS-55 most Food"),
        pytest.param("F1", "0 6 6 6 6 6", "0 6 6 6 6 6", "", id="TTS-62 nobody has Food"),
        pytest.param("W1", "0 2 0 0 0 0", "0 1 0 0 0 0", "2", id="TTS-56 least Water"),
        pytest.param("A1", "0 0 3 0 0 0", "0 0 2 0 0 0", "1", id="TTS-57 three Ammunition"),
        pytest.param("H1", "0 0 0 0 4 0", "0 0 0 0 3 0", "2", id="TTS-58 fewer than four Shelter"),
    ],
)
def test_TTS_61_the_dead_target_the_living(card, one, two, targets):
    match = noon(card, "dead", own="6 0 6 0 0 0", s1=f"| R1 T01 | {one}", s2=f"| R1 T01 | {two}")
    do(match, f"0 place {card}")
    if not targets:
        assert asked(match) == "noon 1"
        return
    assert legal(match) == [f"target {t}" for t in targets.split()]
    victim = int(targets.split()[-1])
    do(match, f"0 target {victim}")
    assert wounds(match)[victim] == 1
    assert match.state.acts[0] == 0, "acts of the dead do not count [TTS-90]"


@pytest.mark.parametrize(("card", "hurt"), [("S3", 2), ("W3", 0)])
def test_TTS_59_the_dead_look_at_a_card(card, hurt):
    """[TTS-82] [TTS-109] Actor and owner see it, the others the wounds."""
    match = noon("S1", "dead", s1="S3 W3 | R1 T01", s2="| R1 T01")
    do(match, "0 place S1")
    assert legal(match) == ["target 1"], "a player without cards cannot be looked at"
    do(match, "0 target 1", tape=card)
    assert wounds(match)[1] == hurt
    assert hand(match, 1) == "W3 S3"
    assert "look_card" in event_keys(match, 0)
    assert "look_card" in event_keys(match, 1)
    assert "look_card" not in event_keys(match, 2)
    assert match.describe(0)["seats"][1]["known"] == [card]
    assert match.describe(2)["seats"][1]["known"] == []


def test_TTS_60_the_dead_deepen_a_wound():
    match = noon("M1", "dead", s1="| R1 T01 || 1", s2="| R1 T01 || 0")
    do(match, "0 place M1")
    assert legal(match) == ["target 1"]
    assert wounds(do(match, "0 target 1"))[1] == 2


def test_TTS_90_and_TTS_102_placing_counts_before_the_action():
    match = do(noon("A1"), "0 place A1")
    assert question(match) == "steal"
    assert [int(match.state.acts[0]), int(match.state.ammo_acts[0])] == [1, 1]
    assert match.state.used_suits == 1 << 2


# --- Camp ------------------------------------------------------------------------------------------------------------


def camp(**lines) -> Match:
    return at(**{"ask": "camp", "time": "night", "day": 3, **lines})


def test_TTS_63_and_TTS_80g_in_turn_order_trade_and_craft_then_done():
    match = camp(s0="| R1 T01 | 1 1 5 0 1 1")
    do(match, "0 craft, 0 offer 1 F1 -, 1 decline, 0 craft, 0 done")
    assert asked(match) == "camp 1"
    assert tokens(match, 0) == "1 1 1 2 1 1"


def test_TTS_64_two_offers_of_one_type_for_another():
    match = camp(s0="| R1 T01 | 2 0 0 0 0 0", s1="| R1 T01 | 0 1 0 0 0 0", s2=DEAD)
    assert legal(match) == ["offer 1 F1 -", "offer 1 F1 W1", "offer 1 F2 -", "offer 1 F2 W1", "done"]
    do(match, "0 offer 1 F1 W1, 1 decline, 0 offer 1 F2 W1")
    assert asked(match) == "offer 1"
    assert legal(match) == ["accept", "decline"]
    do(match, "1 accept")
    assert legal(match) == ["done"], "two offers were made"


def test_TTS_65_the_dead_trade_among_themselves():
    match = at(4, ask="camp", time="night", leader=2, asked=0, order="0 0", s0=DEAD, s1=DEAD)
    partners = {text.split()[1] for text in legal(match) if text.startswith("offer")}
    assert partners == {"1"}
    with pytest.raises(IllegalAction, match="alive trade only with the alive"):
        do(match, "0 offer 2 F1 -")


def test_TTS_66_three_crafts_by_the_living_below_the_cap():
    """[TTS-73] [TTS-86]"""
    match = camp(
        camp='{"offers": 0, "offer_give_max": 1, "offer_want_max": 0, "crafts": 3}', s0="| R1 T01 | 0 0 6 6 0 0"
    )
    assert legal(match) == ["done"]
    match = camp(s0="| R2 T01 | 0 6 0 0 0 0", token_cap=8)
    do(match, "0 craft, 0 craft, 0 craft")
    assert tokens(match, 0) == "3 0 0 0 0 0"
    dead = camp(leader=1, asked=0, order="0 0", s0="| R2 T01 | 0 6 0 0 0 0 | dead")
    with pytest.raises(IllegalAction, match="dead cannot craft"):
        do(dead, "0 craft")


def test_TTS_80h_and_TTS_107_an_accepted_gift_is_a_trade_for_both():
    match = do(camp(), "0 offer 2 F1 -, 2 accept")
    assert match.state.trades.tolist()[:3] == [1, 0, 1]
    assert tokens(match, 2) == "2 1 1 1 1 1"
    do(match, "0 offer 1 W1 -, 1 decline")
    assert match.state.trades.tolist()[:3] == [1, 0, 1]


def test_TTS_108_an_offer_counts_when_made_and_limits_are_for_each_player():
    match = do(camp(), "0 offer 1 F1 -, 1 decline, 0 offer 1 F1 -, 1 decline")
    with pytest.raises(IllegalAction, match="made 2 offers"):
        do(match, "0 offer 2 W1 -")
    do(match, "0 done")
    assert any(text.startswith("offer") for text in legal(match))


# --- Upkeep ----------------------------------------------------------------------------------------------------------


def upkeep(**lines) -> Match:
    """The last of three says done in camp; seat 0 leads."""
    rich = "| R1 T01 | 6 6 6 6 6 6"
    position = {
        "ask": "camp",
        "time": "night",
        "day": 3,
        "asked": 2,
        "order": "0 2",
        "s0": rich,
        "s1": rich,
        "s2": rich,
    }
    return do(at(**{**position, **lines}), "2 done")


def test_TTS_67_the_dead_pay_as_far_as_they_can():
    """[TTS-73]"""
    match = upkeep(s1="| R1 T01 | 2 0 1 0 0 0 | dead")
    assert tokens(match, 1) == "1 0 0 0 0 0"
    assert wounds(match) == [0, 7, 0]
    assert tokens(match, 0) == "5 5 5 5 5 5"


@pytest.mark.parametrize(
    ("rule", "week", "is_paid"),
    [
        ("first_day_of_each_week", 2, False),
        ("first_day_of_the_game", 2, True),
        ("first_day_of_the_game", 1, False),
        ("never", 1, True),
    ],
)
def test_TTS_67_days_without_upkeep(rule, week, is_paid):
    match = upkeep(upkeep_skipped_on=rule, week=week, day=1)
    assert (tokens(match, 0) == "5 5 5 5 5 5") == is_paid


def test_TTS_68_the_cap_can_be_changed_but_not_passed():
    match = do(noon("F1", own="8 1 1 1 1 1", token_cap=9), "0 place F1")
    assert match.state.tokens[0, 0] == 9


def test_TTS_69_every_type_missing_costs_a_wound():
    assert wounds(upkeep(s1="| R1 T01 | 0 0 0 6 6 6")) == [0, 3, 0]


# --- Wounds and death ------------------------------------------------------------------------------------------------


def test_TTS_70_and_TTS_80i_before_each_wound_the_ward_is_offered():
    match = upkeep(s1="| R1 T01 | 0 0 6 6 6 6 | 0 ward")
    assert asked(match) == "ward 1"
    assert legal(match) == ["ward yes", "ward no"]
    do(match, "1 ward no")
    assert asked(match) == "ward 1"
    assert wounds(match) == [0, 1, 0]
    do(match, "1 ward yes")
    assert wounds(match) == [0, 1, 0]
    assert match.state.wards == 0


def test_TTS_71_the_seventh_wound_kills_and_further_ones_are_ignored():
    match = upkeep(s1="| R1 T01 | 0 0 0 0 0 0 | 6")
    assert asked(match) == "reveal 1"
    assert wounds(do(match, "1 reveal no"))[1] == 7


@pytest.mark.parametrize(("answer", "shown"), [("yes", "T09"), ("no", None)])
def test_TTS_72_and_TTS_80j_the_dying_may_reveal_the_trait(answer, shown):
    match = upkeep(s1="| R1 T09 | 0 0 0 0 0 0 | 6")
    assert legal(match) == ["reveal yes", "reveal no"]
    do(match, f"1 reveal {answer}")
    assert match.describe(0)["seats"][1]["trait"] == shown


def test_TTS_73_and_TTS_106_the_dead_lose_the_ward_and_keep_hand_and_tokens():
    match = upkeep(s1="F1 F2 | R1 T01 | 0 0 6 6 6 6 | 6 ward")
    do(match, "1 ward no")
    assert match.state.wards == 0
    assert hand(match, 1) == "F1 F2"
    assert tokens(match, 1) == "0 0 5 5 5 5"
    assert alive(match) == [0, 2]


def test_TTS_74_the_new_leader_makes_the_later_choices():
    match = upkeep(s0="| R1 T01 | 0 0 0 0 0 0 | 6")
    assert match.state.leader == 1
    do(match, "0 reveal no")
    assert asked(match) == "raise 1"


def test_TTS_75_and_TTS_106_the_last_death_ends_the_match_without_reveal():
    match = upkeep(s0="F3 | R1 T01 | 0 0 0 0 0 0 | 6", s1=DEAD, s2=DEAD)
    assert match.over
    assert match.result["ending"] == "nature"
    assert hand(match, 0) == "F3", "cards stay where they are"
    assert match.describe(-1)["seats"][0]["hand"] is None
    assert all(seat["trait"] for seat in match.describe(-1)["seats"])


def test_TTS_76_TTS_77_and_TTS_79_the_end_of_the_last_day():
    match = upkeep(week=3, day=7, s0="| R1 T08 | 6 6 6 0 0 0 | 0", s1="| R1 T11 | 6 6 6 6 6 0 | 1", s2=POOR)
    assert match.over
    assert match.result == {
        "winners": [0, 1],
        "scores": [1, 1, 0],
        "ending": "safe_house",
        "kinds": ["safe", "safe", None],
        "alive": 3,
    }


def test_TTS_78_the_dead_lose_when_anybody_arrives_and_nobody_may_win():
    match = upkeep(week=3, day=7, s0="| R1 T10", s1=DEAD, s2="| R1 T10 | 6 6 6 6 6 6")
    assert match.result["winners"] == [0]
    match = upkeep(week=3, day=7, s0="| R1 T12 | 6 6 6 6 6 6", s1=DEAD, s2="| R1 T10 | 6 6 6 6 6 6")
    assert match.result["winners"] == []


def test_TTS_107_the_leader_has_led_also_on_a_day_without_upkeep():
    assert upkeep(day=1).state.lead_days.tolist()[:3] == [1, 0, 0]
    assert upkeep(day=3).state.lead_days.tolist()[:3] == [1, 0, 0]
