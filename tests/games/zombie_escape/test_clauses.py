"""Clauses and rulings of the rules page, one by one, where a worked example does not show them whole."""

import numpy as np
import pytest

from lasttrick import LastTrickError
from lasttrick.core import bits
from lasttrick.core.loops import RandomMatches
from lasttrick.core.match import Match
from lasttrick.core.story import CHANCE
from lasttrick.games.zombie_escape import codes, rules
from lasttrick.games.zombie_escape.state import Ending, danger, hand_size
from tests.games.zombie_escape.table import (
    EVERY_COUNT,
    GAME,
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
    walk,
    zombie,
    zombies,
)

# --- Terms and components --------------------------------------------------------------------------------------------

HOUSE_DECK = (
    "2Sa 2Sb 2Sc 2Ha 2Hb 2Hc 2Ma 2Mb 2Mc 3Sa 3Sb 3Ha 3Hb 3Ma 3Mb 4Sa 4Sb 4Ha 4Hb 4Ma 4Mb 5Sa 5Sb 5Ha 5Hb 5Ma 5Mb "
    "6S 6H 6M 6X 7S 7H 7M 7X 8S 8H 8M 8X 9S 9H 9M 9X 17S 17H 17M 1X 999Z"
)


@pytest.mark.parametrize("players", [2, 7])
def test_ZMB_01_three_to_six_players(players):
    with pytest.raises(LastTrickError, match="for 3 to 6 players, not"):
        Match(GAME, players)


def test_ZMB_03_and_ZMB_11_the_house_deck_in_codes():
    assert " ".join(codes.deck(at().state)) == HOUSE_DECK


def test_ZMB_07_the_only_numbers():
    """[ZMB-10] One 1 and one 999."""
    numbers = [int("".join(x for x in code if x.isdigit())) for code in HOUSE_DECK.split()]
    assert sorted(set(numbers)) == [*range(1, 10), 17, 999]
    assert numbers.count(1) == numbers.count(999) == 1


def test_ZMB_02_and_ZMB_08_and_ZMB_09_marks():
    """Nineteen cards at each of S, H, M, one at Z; the 1 bears all three. [ZMB-13] Markers are the locations."""
    state = at().state
    assert [bits.count(b) for b in state.bearing] == [19, 19, 19, 1]
    assert codes.cards(state, state.bearing[3]) == ["999Z"]
    in_all = state.bearing[0] & state.bearing[1] & state.bearing[2]
    assert codes.cards(state, in_all) == ["6X", "7X", "8X", "9X", "1X"]
    single = sum(bits.count(b) for b in state.bearing) - 3 * bits.count(in_all)
    assert single + bits.count(in_all) == 48


def test_ZMB_12_every_number_the_rulebook_mentions_can_occur():
    state = at().state
    for herd, size in (("2Ha 2Hb 2Hc 2Ma 2Mb", 10), ("5Ha 5Sa", 10), ("17S", 17), ("3Sa 3Sb 3Ha 3Hb 3Ma 3Mb", 18)):
        assert danger(state, codes.read_cards(state, herd)) == size


def test_ZMB_04_a_seat_with_nothing_in_front_has_danger_0():
    seat = at().describe(0)["seats"][1]
    assert (seat["danger"], seat["size"], seat["marks"], seat["zombie"]) == (0, 0, "", [])


@pytest.mark.parametrize(
    ("players", "turns", "aside", "pile"),
    [
        pytest.param(3, 16, 0, "H1:8 W1:3 WH:1 W2:1 FOOD:2 HELI:1", id="three"),
        pytest.param(4, 12, 0, "H1:3 W1:4 WH:2 W2:1 FOOD:1 HELI:1", id="four"),
        pytest.param(5, 9, 3, "H1:1 W1:1 WH:2 W2:3 FOOD:1 HELI:1", id="five"),
        pytest.param(6, 8, 0, "H1:0 W1:0 WH:2 W2:4 FOOD:1 HELI:1", id="six"),
    ],
)
def test_ZMB_15_and_ZMB_16_hands_and_piles(players, turns, aside, pile):
    """[ZMB-14] Kinds with their stains. [ZMB-64] The largest possible total of a day."""
    match = Match(GAME, players, seed=1)
    state, seen = match.state, match.describe(-1)
    assert (seen["turns"], seen["aside"]) == (turns, aside)
    assert all(bits.count(hand) == turns for hand in state.hand[:players])
    assert bits.count(rules.aside(state)) == aside
    kinds = [codes.kind(state, k) for k in state.pile if k >= 0]
    assert pile == " ".join(f"{k}:{kinds.count(k)}" for k in seen["damage_kinds"])
    assert len(kinds) == turns
    wholes = sum(seen["damage_kinds"][k]["wholes"] for k in kinds)
    halves = sum(seen["damage_kinds"][k]["halves"] for k in kinds)
    assert wholes + halves // 2 == (12 if players == 6 else 11)


# --- Set-up and structure --------------------------------------------------------------------------------------------


def test_ZMB_18_the_first_leader_is_drawn():
    assert {Match(GAME, 6, seed=seed).acting[0] for seed in range(60)} == set(range(6))


def test_ZMB_18_the_first_leader_may_be_given():
    match = Match(GAME, 3, {"first_leader": "C"}, seed=1)
    assert match.acting == [2]
    assert [kind - CHANCE for _, kind, _ in match.story if kind >= CHANCE] == [1, 2]
    with pytest.raises(LastTrickError, match="Seat D cannot lead: there are 3 players"):
        Match(GAME, 3, {"first_leader": "D"})


def test_ZMB_17_and_ZMB_19_everyone_starts_with_no_damage():
    match = Match(GAME, 4, seed=1)
    assert [s["record"] for s in match.describe(-1)["seats"]] == [0, 0, 0, 0]
    assert match.describe(-1)["days"] == 4


def test_ZMB_20_and_ZMB_69_and_ZMB_73_chance_comes_in_order_and_all_cards_come_back():
    drawn = []
    match = Match(GAME, 5, seed=3)
    drawn += [kind - CHANCE for _, kind, _ in match.story if kind >= CHANCE]
    for match, before, _, _ in walk(5, 3):
        drawn += [kind - CHANCE for _, kind, _ in match.story if kind >= CHANCE]
        if match.state.day != before.day:
            assert graveyard(match) == ""
            assert not match.state.void.any()
            assert not match.state.taken.any()
            assert match.state.down == 0
    assert drawn == [0] + [1, 2] * int(match.state.day)


def test_ZMB_20_hands_are_dealt_in_order_and_the_rest_goes_aside():
    order = list(range(48))[::-1]
    pile = [4, 5, 0, 1, 2, 2, 3, 3, 3]
    state = Match(GAME, 5, seed=1, tape=[2, *order, *pile]).state
    assert state.leader == 2
    for seat in range(5):
        assert bits.members(state.hand[seat]) == sorted(order[9 * seat : 9 * seat + 9])
    assert bits.members(rules.aside(state)) == [0, 1, 2]
    assert state.pile[:9].tolist() == pile


def test_ZMB_21_each_plays_one_card_a_turn_until_the_hands_are_empty():
    for match, before, _, text in walk(4, 2):
        plays = sum(bits.count(h) for h in before.hand) - sum(bits.count(h) for h in match.state.hand)
        if match.state.day == before.day and not match.over:
            assert plays == (0 if text.startswith("flip") else 1)
        for seat in range(4):
            assert hand_size(match.state, seat) == bits.count(match.state.hand[seat])


def test_ZMB_22_and_ZMB_31_the_taker_leads_the_next_turn_and_the_next_day():
    last = None
    for match, before, _, _ in walk(3, 5):
        for event in told(match, "took"):
            last = event["seat"]
        if match.state.turn != before.turn or match.state.day != before.day:
            assert match.state.leader == last


def test_ZMB_23_play_goes_clockwise_from_the_leader():
    match = at("C:9S:S D:2Sa A:3Sa B:4Sa")
    for seat, what in ((2, "C:9S:S"), (3, "D:2Sa"), (0, "A:3Sa"), (1, "B:4Sa")):
        assert match.acting == [seat]
        play(match, what)


# --- A turn ----------------------------------------------------------------------------------------------------------


def test_ZMB_24_the_top_damage_card_is_revealed_before_the_lead():
    match = turn("A:9S:S B:2Sa C:3Sa D:4Sa", pile="W1 W2")
    assert told(match, "revealed") == [{"event": "revealed", "turn_number": 2, "kind": "W2"}]
    assert match.describe(-1)["stake"] == "W2"


def test_ZMB_25_and_ZMB_33a_a_lead_is_any_card_with_each_of_its_marks():
    assert legal_cards(at(A="2Ha 6X 999Z")) == "2Ha H 6X S 6X H 6X M 999Z Z"


def test_ZMB_26_and_ZMB_33b_a_card_combines_before_the_next_player_chooses():
    match = turn("A:9S:S B:9X", C="9H", D="2Ma")
    assert zombies(match) == ["", "18/2/SHM", "", ""]
    assert match.describe(2)["if_played"]["9H"] == {
        "joining": ["9S", "9X"],
        "danger": 27,
        "size": 3,
        "marks": "SHM",
    }


def test_ZMB_06_and_ZMB_28_the_location_stays_when_the_led_card_moves():
    match = turn("A:9S:S B:9H", C="2Ma", D="2Sa")
    assert zombies(match)[:2] == ["", "18/2/SH"]
    assert match.describe(-1)["location"] == "S"
    assert legal_cards(match, "C") == "2Ma"
    play(match, "C:2Ma")
    assert legal_cards(match, "D") == "2Sa"


def test_ZMB_27_the_location_comes_from_the_played_card_not_from_what_joins_it():
    match = at(A="7H", graveyard="7S 7M 7X")
    assert legal_cards(match) == "7H H"


def test_ZMB_29_only_the_hand_matters_not_the_table():
    match = at(B="2Sa 3Ma | 8H", played="A:9H", location="H", A="| 9H")
    assert legal_cards(match, "B") == "2Sa 3Ma"


def test_ZMB_30_the_999_goes_only_with_a_hand_that_cannot_follow():
    match = at(B="999Z 2Ha", played="A:9H", location="H")
    assert legal_cards(match, "B") == "2Ha"


def test_ZMB_05_and_ZMB_32_and_ZMB_40_the_table_goes_to_the_graveyard_as_single_cards():
    match = turn("A:9S:S B:9X C:2Sa D:17S", 4, graveyard="9M", A="9H", B="3Sa", C="4Sa", D="5Sa")
    assert graveyard(match) == "2Sa 9S 9M 9X 17S"
    assert match.describe(-1)["location"] is None
    assert zombies(match) == ["", "", "", ""]
    play(match, "B:3Sa:S C:4Sa D:5Sa A:9H")
    assert caught(match) == "A 36/4"


# --- Combining -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "buried", "joined"),
    [
        pytest.param("4Sa", "4Sb 4Ha 3Sa", "4Sb 4Ha", id="ZMB-35 the same number"),
        pytest.param("1X", "999Z 2Sa", "999Z", id="ZMB-35 1 and 999 combine"),
        pytest.param("17S", "17H 17M", "", id="ZMB-35 17 has no seam"),
    ],
)
def test_ZMB_34_and_ZMB_35_and_ZMB_36_what_comes_back(card, buried, joined):
    match = turn(f"A:{card}:S", graveyard=buried)
    assert [c for event in told(match, "returned") for c in event["cards"]] == joined.split()


@pytest.mark.parametrize(
    ("plays", "lines", "causes"),
    [
        pytest.param("A:17H:H", {"graveyard": "17S"}, "alone", id="ZMB-35 a 17 beside another in the graveyard"),
        pytest.param("A:17H:H B:17S", {}, "none alone", id="ZMB-35 beside another on the table"),
        pytest.param("A:17H:H B:9M", {"graveyard": "17S"}, "alone away", id="ZMB-43 not at the location"),
        pytest.param("A:2Ha:H B:2Mb C:9S", {}, "none none away", id="ZMB-48 it is there by what joins it"),
        pytest.param("A:9H:H B:8H", {"graveyard": "2Sa"}, "none none", id="nothing to say"),
    ],
)
def test_ZMB_35_and_ZMB_43_a_card_is_told_with_why_it_stays_alone_or_takes_no_part(plays, lines, causes):
    match, told_so_far = at(plays, **lines), []
    for one in plays.split():
        play(match, one)
        told_so_far += [e["cause"] for e in (*told(match, "led"), *told(match, "followed"))]
    assert told_so_far == causes.split()


@pytest.mark.parametrize(
    ("plays", "cause"),
    [
        pytest.param("A:9H:H B:8H C:9S D:2Ha", "none", id="ZMB-44 the highest danger"),
        pytest.param("A:9H:H B:9X C:8H D:2Ha", "none", id="ZMB-37 what was equal has joined it"),
        pytest.param("A:4Ha:H B:2Hb C:2Sa D:3Ha", "more", id="ZMB-45 of equals the most cards"),
        pytest.param("A:17H:H B:2Ha C:17S D:17M", "none", id="ZMB-43 equals that take no part"),
    ],
)
def test_ZMB_44_and_ZMB_45_who_is_caught_is_told_with_why(plays, cause):
    assert told(turn(plays), "caught")[0]["cause"] == cause


def test_ZMB_37_and_ZMB_38_everything_joins_without_a_choice_and_the_former_owner_has_nothing():
    match = turn("A:8S:S B:8X", graveyard="8M", C="2Sa", D="3Sa")
    assert zombies(match) == ["", "24/3/SHM", "", ""]
    assert match.acting == [2]


def test_ZMB_39_1000_is_above_everything():
    match = turn("A:17S:S B:1X C:2Sa D:3Sa", graveyard="999Z")
    assert caught(match) == "B 1000/2"


def test_ZMB_41_cards_in_hands_and_aside_never_combine():
    match = turn("A:5Sa:S", A="5Sb", B="5Ha", C="5Ma")  # 5Hb and 5Mb are aside
    assert zombie(match, "A") == "5/1/S"


# --- Judging ---------------------------------------------------------------------------------------------------------


def test_ZMB_43_and_ZMB_44_the_whole_zombie_counts_if_it_takes_part():
    match = turn("A:8S:S B:6X C:17H D:2Sa", graveyard="6H 6M")
    assert caught(match) == "B 18/3"


def test_ZMB_45_equal_danger_more_cards():
    assert caught(turn("A:4Sa:S B:8S C:2Sa D:3Sa", graveyard="4Ha")) == "A 8/2"


def test_ZMB_47_and_ZMB_48_there_is_always_a_loser_and_it_may_be_one_who_did_not_follow():
    assert caught(turn("A:2Sa:S B:2Ha C:2Ma D:17M")) == "C 6/3"


# --- Damage ----------------------------------------------------------------------------------------------------------

CAUGHT_A = "A:9S:S B:2Sa C:3Sa D:4Sa"


def test_ZMB_49_a_damage_card_lies_face_up_until_the_end_of_the_day():
    match = turn(CAUGHT_A, pile="W2 W1", A="2Sb", B="3Sb", C="4Sb", D="9X")
    assert damage(match, "A") == (["W2"], [])
    play(match, "A:2Sb:S B:3Sb C:4Sb D:9X")
    assert totals(match) == [2, 0, 0, 1]


def test_ZMB_50_and_ZMB_51_face_down_cards_count_nothing():
    match = at(pile="WH H1 H1 W1", taken="A a A a", turn=5)
    assert damage(match, "A") == (["WH", "H1"], ["H1", "W1"])
    assert totals(match)[0] == 2


@pytest.mark.parametrize(
    ("kind", "number", "resolves"),
    [
        pytest.param("FOOD", 2, True, id="Food on any turn"),
        pytest.param("FOOD", 12, True, id="Food on the last turn"),
        pytest.param("HELI", 11, False, id="Helicopter before the last turn"),
        pytest.param("HELI", 12, True, id="Helicopter on the last turn"),
    ],
)
def test_ZMB_52_and_ZMB_55_when_recovery_resolves(kind, number, resolves):
    pile = ["W1", *["H1"] * 11]
    pile[number - 1] = kind
    match = turn(CAUGHT_A, pile=" ".join(pile), taken="A " + "- " * (number - 2), turn=number)
    assert (match.describe(-1)["phase"] == "flip") == bool(told(match, "recovered")) == resolves


def test_ZMB_33c_and_ZMB_53_the_flip_is_compulsory_and_of_own_cards_of_today():
    match = turn(CAUGHT_A, pile="W1 W1 H1 FOOD", taken="A A B", turn=4)
    assert match.acting == [0]
    assert match.legal_text(0) == ["flip W1"]
    match.apply(0, "flip W1")
    assert damage(match, "A") == (["W1"], ["W1", "FOOD"])


def test_ZMB_54_a_helicopter_can_be_turned_down():
    match = turn(CAUGHT_A, pile="HELI FOOD", taken="A", turn=2)
    assert match.legal_text(0) == ["flip HELI"]


def test_ZMB_56_and_ZMB_57_the_day_is_added_to_the_record_for_good():
    pile = "W2 H1 H1 H1 W1 W1 W1 W1 WH WH HELI FOOD"
    match = turn(CAUGHT_A, pile=pile, taken="B B B - - - - - - - -", records="5 1 0 0", turn=12)
    assert match.describe(-1)["day"] == 2
    assert [s["record"] for s in match.describe(-1)["seats"]] == [5, 4, 0, 0]


# --- The end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "records", "ending"),
    [
        pytest.param(1, "9 9 9", Ending.NONE, id="nobody at 10: another day"),
        pytest.param(1, "10 0 0", Ending.DAMAGE, id="10 ends it"),
        pytest.param(4, "9 9 9", Ending.LAST_DAY, id="the fourth day ends it"),
        pytest.param(4, "10 9 9", Ending.DAMAGE, id="both"),
    ],
)
def test_ZMB_58_when_the_game_ends(day, records, ending):
    assert after_day(records, day, 3).state.ending == ending


def test_ZMB_58_it_never_ends_inside_a_day():
    match = turn(CAUGHT_A, records="9 0 0 0", pile="W2")
    assert totals(match)[0] == 2
    assert not match.over


def test_ZMB_59_the_dead_may_win():
    assert after_day("11 12 10", 2, 3).result == {
        "winners": [2],
        "scores": [11, 12, 10],
        "ending": "damage",
        "reversal": False,
    }


def test_ZMB_60_and_ZMB_61_the_lowest_wins_and_ties_share():
    assert after_day("4 10 4 5", 2, 4).result["winners"] == [0, 2]


@pytest.mark.parametrize("day", [1, 2, 3, 4])
def test_ZMB_62_and_ZMB_63_the_reversal_on_any_day(day):
    assert after_day("18 3 17", day, 3).result["winners"] == [0]
    assert after_day("19 3 19", day, 3).result["winners"] == [0, 2]


def test_ZMB_64_a_reversal_in_play():
    """Nine recorded and nine more on one day."""
    pile = "W2 WH W2 WH W2 FOOD HELI W2"
    plays = "A:9S:S B:2Sa C:3Sa D:4Sa E:5Sa F:6S"
    match = turn(plays, 6, pile=pile, taken="A A A A A B C", records="9 0 0 0 0 0", turn=8)
    assert match.result == {"winners": [0], "scores": [20, 0, 1, 0, 0, 0], "ending": "damage", "reversal": True}
    assert told(match, "over") == [{"event": "over", "ending": "damage", "reversal": True}]


def test_no_winner_before_the_end():
    match = Match(GAME, 3, seed=1)
    assert rules.result(match.state, np.zeros(8, np.int32)) == 0
    assert match.result is None


# --- Information -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_ZMB_65_and_ZMB_66_and_ZMB_67_what_a_view_shows(players):
    for match, _, _, _ in walk(players, 8):
        state = match.state
        for seat in range(-1, players):
            seen = match.view(seat)
            shown = [s for s in range(players) if seen.hand[s]]
            assert shown in ([], [seat])
            public = ("records", "taken", "down", "zombie", "graveyard", "location", "leader", "played", "void")
            assert all(np.array_equal(seen[field], state[field]) for field in public)
            known = int(state.turn) + (not match.over)
            assert seen.pile[:known].tolist() == state.pile[:known].tolist()
            assert (seen.pile[known:] == -1).all()


def test_ZMB_33_and_ZMB_68_there_are_three_actions_and_nothing_to_say():
    match = at(A="2Ha")
    for text in ("say hello", "pass", "", "lead 2Ha", "follow", "lead 2Ha -", "flip ?"):
        with pytest.raises(LastTrickError, match="not an action"):
            match.apply(0, text)


def test_ZMB_72_the_length_is_bounded():
    bounds = {3: 204, 4: 200, 5: 188, 6: 200}
    for players, bound in bounds.items():
        _, _, decisions = RandomMatches(GAME, players, {}, 1).play(0, 2000)
        assert decisions.max() <= bound


def test_ZMB_75_who_does_not_follow_is_known_to_be_void():
    match = turn("A:9S:S B:2Ha C:2Sa", D="17S")
    assert [s["void"] for s in match.describe(0)["seats"]] == ["", "S", "", ""]
    play(match, "D:17S")
    assert match.describe(0)["seats"][1]["void"] == "S"


def test_ZMB_77_while_a_flip_is_open_the_card_is_taken_and_the_table_still_lies():
    match = turn(CAUGHT_A, pile="W1 FOOD", taken="A", turn=2)
    assert match.describe(-1)["phase"] == "flip"
    assert damage(match, "A") == (["W1"], ["FOOD"])
    assert zombies(match) == ["9/1/S", "2/1/S", "3/1/S", "4/1/S"]
    assert int(match.state.turn) == 1
