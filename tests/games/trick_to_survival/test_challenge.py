"""Set-up, the calendar and a challenge, clause by clause, where a worked example does not show them whole."""

import pytest

from lasttrick import IllegalAction, LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.story import new_story
from lasttrick.games.trick_to_survival import challenge as challenges
from lasttrick.games.trick_to_survival import codes, notation, outcome, rules
from tests.games.trick_to_survival.table import (
    GAME,
    PLAYERS,
    all_done,
    asked,
    at,
    challenge,
    discard,
    do,
    event_keys,
    hand,
    hand_out,
    legal,
    question,
    random_match,
    section,
    step,
    tokens,
    wounds,
)

# --- Basics, components, set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 6])
def test_TTS_01_two_to_five_players(players):
    with pytest.raises(LastTrickError, match=f"2 to 5 players, not {players}"):
        Match(GAME, players)


def test_TTS_02_a_new_leader_does_not_reorder_the_step():
    """[TTS-98] Seat 1 wins and leads; the pool comes in order of play, noon begins with the new leader."""
    match = all_done(challenge("M4", "A9 M7 A5"))
    assert asked(match) == "pool 1"
    order = []
    while question(match) == "pool":
        order.append(legal(match)[0].split()[1])
        do(match, f"1 assign {order[-1]} -")
    assert order == ["A", "M", "A"]
    assert asked(match) == "noon 1"
    do(match, "1 pass")
    assert asked(match) == "noon 2"


def test_TTS_03_each_player_means_the_dead_too():
    """[TTS-73] The dead play, modify, act at noon and camp."""
    match = challenge("M4", "A9 A7 A5", s1="1 1 1 1 1 1 | dead")
    do(match, "0 done")
    assert asked(match) == "modify 1"
    do(match, "1 boost 0 F, 1 done, 2 done, 0 spare -")
    assert wounds(match) == [1, 7, 1]
    assert tokens(match, 1) == "0 1 2 1 1 1"
    do(match, "0 pass")
    assert asked(match) == "noon 1"


def test_TTS_04_suits_and_cards():
    assert [codes.card(c) for c in (0, 12, 13, 26, 39, 52, 65, 77)] == [
        "F1",
        "F13",
        "W1",
        "A1",
        "M1",
        "H1",
        "S1",
        "S13",
    ]


@pytest.mark.parametrize(
    ("players", "cards", "sections"),
    [
        pytest.param(2, 60, [0, 5, 5, 4, 4, 4, 4], id="TTS-16 two"),
        pytest.param(3, 60, [0, 3, 3, 3, 3, 2, 2], id="TTS-16 three"),
        pytest.param(4, 78, [0, 4, 4, 4, 4, 4, 4], id="TTS-16 four"),
        pytest.param(5, 78, [0, 3, 3, 2, 2, 2, 2], id="TTS-16 five"),
    ],
)
def test_TTS_05_and_TTS_16_deck_and_counts(players, cards, sections):
    match = Match(GAME, players, seed=3)
    (deal,) = [notation.chance_json(match.state, "week_deal", facts) for _, kind, facts in match.story if kind == 1004]
    dealt = [c for part in ("hands", "challenges", "river") for pile in deal[part] for c in pile]
    assert len(set(dealt)) == len(dealt) == cards
    assert ("S11" in dealt) == (cards == 78)
    assert [len(s) for s in deal["river"]] == sections == [int(x) for x in match.state.section_size]
    assert [len(h) for h in deal["hands"]] == [10] * players


def test_TTS_06_TTS_07_and_TTS_08_supplies_never_run_out():
    """Thirty of each type, five wards, wounds without end: nobody is ever refused."""
    full = {f"s{s}": "| R1 T01 | 6 6 6 6 6 6 | ward" for s in range(5)}
    match = at(5, ask="camp", **full)
    assert int(match.state.tokens.sum()) == 180
    assert bin(match.state.wards).count("1") == 5


def test_TTS_09_TTS_11_and_TTS_12_roles_are_public_traits_are_secret():
    match = Match(GAME, 5, seed=2)
    state = match.state
    assert state.event_count == 30
    assert state.trait_count == 25
    assert state.role_count == 6
    assert len({int(r) for r in state.role}) == len({int(t) for t in state.trait}) == 5
    seen = match.view(1)
    assert seen.role.tolist() == state.role.tolist()
    assert [int(t) >= 0 for t in seen.trait] == [False, True, False, False, False]
    assert [e["trait"] for e in match.story_for(1) if e["event"] == "trait"] == [
        codes.ids(state, "traits")[state.trait[1]]
    ]


def test_TTS_10_the_first_leader_is_drawn_or_given():
    assert {int(Match(GAME, 4, seed=s).state.leader) for s in range(30)} == {0, 1, 2, 3}
    assert all(Match(GAME, 4, {"first_leader": 2}, seed=s).state.leader == 2 for s in range(5))
    with pytest.raises(LastTrickError, match="seats are 0 to 2"):
        Match(GAME, 3, {"first_leader": "3"})


def test_TTS_13_and_TTS_14_all_start_with_one_of_each():
    """[TTS-110] Whatever week_start says."""
    match = Match(GAME, 4, {"week_start": {"tokens_each": 3, "living_wounds_reset": False}}, seed=1)
    assert {tokens(match, s) for s in range(4)} == {"1 1 1 1 1 1"}
    assert wounds(match) == [0, 0, 0, 0]
    assert match.state.wards == 0
    assert sorted(match.state.event_deck[:30].tolist()) == list(range(30))


def test_TTS_15_the_first_card_of_a_pile_is_for_the_morning_and_tops_are_face_up():
    match = Match(GAME, 3, seed=1)
    (deal,) = [notation.chance_json(match.state, "week_deal", f) for _, kind, f in match.story if kind == 1004]
    assert codes.card(match.state.challenge_card) == deal["challenges"][0][0]
    assert codes.card(match.state.challenge[1]) == deal["challenges"][0][1]
    for day in range(2, 8):
        assert section(match, day).split() == deal["river"][day - 1]
        assert codes.card(match.view(0).top[day - 1]) == deal["river"][day - 1][-1]


def test_TTS_17_the_card_below_is_turned_up_and_stays_known():
    match = at(ask="noon", day=2, river="- / (F1 F2) F3", s0="M4 | R1 T01")
    assert codes.card(match.view(1).top[1]) == "F3"
    do(match, "0 take")
    assert codes.card(match.view(1).top[1]) == "F2"
    assert match.state.face_down[1] == 1
    do(match, "1 pass, 2 pass")
    covered = at(ask="noon", day=1, river="- / (F1 F2) F3", s0="M4 | R1 T01")
    do(covered, "0 place M4")
    seen = covered.view(2)
    assert codes.card(seen.under[seen.top[1]]) == "F3"
    assert match.describe(1)["river"][1]["known"] == ["F2"]


def test_TTS_18_and_TTS_20_a_day_goes_from_morning_to_end_and_frees_the_suits():
    steps, days = [], []
    for match, _, _ in random_match(3, 5, {"death_wounds": 60}):
        if not steps or steps[-1] != step(match):
            steps.append(step(match))
        days.append((int(match.state.week), int(match.state.day)))
        if question(match) == "raise" and not match.state.night:
            assert match.state.used_suits == 0
    assert sorted(set(days)) == [(w, d) for w in (1, 2, 3) for d in range(1, 8)]
    assert days == sorted(days)
    assert steps.index("noon") < steps.index("camp")


def test_TTS_19_leader_roles_traits_and_wards_outlast_the_week():
    match = at(ask="none", step="day_end", day=7, leader=1, s0="| R3 T07 || 2 ward", s2="| R4 T09 || dead shown")
    before = match.state.copy()
    rules.advance(match.state, new_story())
    for name in ("leader", "wards", "shown", "alive", "event_next"):
        assert match.state[name] == before[name]
    assert match.state.role.tolist() == before.role.tolist()
    assert match.state.trait.tolist() == before.trait.tolist()


def test_TTS_19_a_week_can_be_told_to_start_otherwise():
    start = '{"tokens_each": 0, "living_wounds_reset": false}'
    match = at(ask="none", step="day_end", day=7, week_start=start, s0="| R3 T07 || 2")
    rules.advance(match.state, new_story())
    assert wounds(match)[0] == 2
    assert tokens(match, 0) == "1 1 1 1 1 1"


# --- A challenge -----------------------------------------------------------------------------------------------------


def test_TTS_21_TTS_22_and_TTS_80a_reveal_then_raise():
    match = Match(GAME, 4, {"first_leader": "2"}, seed=1)
    assert asked(match) == "raise 2"
    assert match.state.value == int(match.state.challenge_card) % 13 + 1
    assert legal(match) == [f"raise {m}" for m in range(4, 9)]


def test_TTS_23_and_TTS_80b_cards_are_played_in_turn_order():
    match = at(ask="play", challenge="M6", leader=1, s0="F1 F2", s1="F3 F4", s2="F5 F6")
    for seat, card in ((1, "F3"), (2, "F5"), (0, "F1")):
        assert asked(match) == f"play {seat}"
        do(match, f"{seat} play {card}")


def test_TTS_24_who_is_void_shows_it():
    match = at(ask="play", challenge="M6", trick="0:A5", asked=1, order="0 1", s1="F9 F8 | R1 T01", s2="A1")
    do(match, "1 play F9")
    assert match.describe(0)["seats"][1]["void"] == ["A"]
    match = at(ask="play", challenge="M6", trick="0:A5", asked=1, order="0 1", s1="M9 A8 | R1 T01", s2="A1")
    do(match, "1 play M9")
    assert match.describe(0)["seats"][1]["void"] == []


def test_TTS_25_who_has_no_card_is_passed_over_and_the_next_leads():
    match = at(ask="raise", challenge="M6", s1="F9 | R1 T01", s2="A1 | R1 T01")
    do(match, "0 raise 3")
    assert asked(match) == "play 1"
    do(match, "1 play F9, 2 play A1")
    assert match.state.led == 0


def test_TTS_25_and_TTS_100_without_any_card_the_challenge_fails():
    match = at(2, ask="raise", challenge="M1")
    do(match, "0 raise 2")
    assert asked(match) == "modify 0", "modify is asked although nobody has a card"
    assert legal(match) == ["done"]
    do(match, "0 done, 1 done")
    assert asked(match) == "spare 0"
    assert "trick_won" not in event_keys(match)


def test_TTS_26_the_specialty_stays_with_the_card_when_its_suit_changes():
    match = challenge("M6", "M5 M7 M9", role="R1", s0="1 2 1 1 1 1")
    do(match, "0 change 0 W")
    assert challenges.card_value(match.state, 0) == 6
    assert match.state.suit_now[0] == 1
    other = challenge("M6", "A5 A7 A9", role="R1", s0="1 1 1 2 1 1")
    do(other, "0 change 0 M")
    assert challenges.card_value(other.state, 0) == 5


@pytest.mark.parametrize(
    ("plays", "marks", "is_due"),
    [
        pytest.param("A9 M3 A4", "dead", False, id="TTS-27 a dead player's card follows too"),
        pytest.param("A9 M3 M4", "", True, id="TTS-27 trumps do not follow"),
    ],
)
def test_TTS_27_following(plays, marks, is_due):
    match = challenge("M6", plays, deck="E26", s2=f"1 1 1 1 1 1 | {marks}")
    assert (match.state.event >= 0) == is_due


def test_TTS_27_one_card_alone_cannot_go_unfollowed():
    match = at(ask="raise", challenge="M6", deck="E26", s1="F9 | R1 T01")
    do(match, "0 raise 3, 1 play F9")
    assert match.state.event == -1


def test_TTS_28_and_TTS_80c_modify_in_turn_order_in_the_morning_only():
    match = challenge("M6", "A9 A7 M3")
    for seat in range(3):
        assert asked(match) == f"modify {seat}"
        do(match, f"{seat} done")
    assert question(challenge("M6", "A9 A7 M3", time="night")) == "pool"


def test_TTS_29_one_change_a_challenge_to_another_suit_for_two_tokens():
    match = challenge("M6", "A9 A7 M3", s0="2 1 2 2 1 1", s1="2 2 2 2 2 2")
    changes = [text for text in legal(match) if text.startswith("change")]
    assert changes == [f"change {s} {k}" for s in range(3) for k in "FAM" if k != "AAM"[s]]
    do(match, "0 change 2 F")
    assert tokens(match, 0) == "0 1 2 2 1 1"
    do(match, "0 done")
    with pytest.raises(IllegalAction, match="changed in this challenge already"):
        do(match, "1 change 0 W")


def test_TTS_30_all_boosts_of_a_player_go_on_one_card():
    match = challenge("M6", "A9 A7 M3", s0="2 1 1 1 1 1")
    do(match, "0 boost 2 F, 0 boost 2 W")
    assert {text.split()[1] for text in legal(match) if text.startswith("boost")} == {"2"}
    assert match.state.bonus[2] == 2
    assert tokens(match, 0) == "1 0 1 1 1 1"
    do(match, "0 done")
    assert {text.split()[1] for text in legal(match) if text.startswith("boost")} == {"0", "1", "2"}


def test_TTS_31_surplus_trumps_do_not_hurt_and_TTS_32_the_sum_decides():
    assert question(all_done(challenge("M6", "M9 M7 M3"))) == "pool"
    assert question(all_done(challenge("M6", "M9 M7 M1"))) == "spare"


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        pytest.param("A9 M2 W10", 1, id="TTS-33 a trump is above all"),
        pytest.param("A2 W9 H10", 0, id="TTS-33 the led suit is above others"),
        pytest.param("A2 A9 H10", 1, id="TTS-33 the higher value"),
    ],
)
def test_TTS_33_rank(plays, winner):
    match = challenge("M6", plays, deck="E13", role="R1")
    state = match.state
    assert outcome.highest(state, 7) == winner


def said(match: Match, kind: str) -> dict:
    return next(event for event in match.story_for(-1) if event["event"] == kind)


@pytest.mark.parametrize(
    ("card", "plays", "failed", "won"),
    [
        pytest.param("M6", "M9 M7 M1", "sum", "trump", id="TTS-32 too low a sum"),
        pytest.param("M4", "A9 A7 A5", "trumps", "led", id="TTS-31 no trump"),
        pytest.param("M6", "A2 A3 A4", "both", "led", id="TTS-31 TTS-32 neither"),
    ],
)
def test_TTS_31_and_TTS_32_and_TTS_33_an_outcome_is_told_with_its_cause(card, plays, failed, won):
    match = all_done(challenge(card, plays))
    assert said(match, "failure")["cause"] == failed
    assert said(match, "trick_won")["cause"] == won


def test_TTS_22_and_TTS_26_a_difficulty_and_a_card_are_told_with_what_they_are_worth():
    match = at(2, ask="raise", challenge="M4", s0="A9 M7 | R5 T01 | |", s1="M3 | R5 T01 | |")
    do(match, "0 raise 4")
    assert said(match, "raised") == {"event": "raised", "seat": 0, "multiplier": 4, "needed": 16, "extras": 2}
    specialty = match.describe(0)["seats"][0]["specialty"]
    do(match, "0 play A9")
    assert (said(match, "played")["special"], said(match, "played")["trump"]) == (specialty == "A", False)
    do(match, "1 play M3")
    assert (said(match, "played")["special"], said(match, "played")["trump"]) == (specialty == "M", True)


def test_TTS_34_the_leader_hands_out_the_pool():
    match = all_done(challenge("M4", "A9 M7 A5", times=4))
    do(match, "1 assign A 0, 1 assign M 1, 1 assign A 2")
    assert question(match) == "extra"
    do(match, "1 assign M 1")
    assert [tokens(match, s) for s in range(3)] == ["1 1 3 1 1 1", "1 1 1 4 1 1", "1 1 3 1 1 1"]
    assert question(match) == "noon"


def test_TTS_35_and_TTS_80d_the_dead_are_not_supplied():
    match = all_done(challenge("M4", "A9 M7 A5", s2="1 1 1 1 1 1 | dead"))
    assert legal(match) == ["assign A 0", "assign A 1", "assign A -"]


def test_TTS_36_and_TTS_80e_nobody_or_the_leader_may_be_spared():
    match = all_done(challenge("M10", "A9 A7 A5", s1="1 1 1 1 1 1 | dead"))
    assert legal(match) == ["spare 0", "spare 2", "spare -"]
    assert wounds(do(match, "0 spare 0")) == [0, 7, 1]


def test_TTS_37_on_the_last_day_the_dead_fill_the_discard_pile():
    match = all_done(challenge("H5", "F9 H6 H8 F4", day=7, role="R1", discard="", s2="1 1 1 1 1 1 | dead"))
    assert discard(match) == {"H5", "F9", "H6", "H8", "F4"}


def test_TTS_37_the_next_leader_is_the_best_of_the_living():
    match = all_done(challenge("H2", "F4 F9 H8", day=3, role="R1", s2="1 1 1 1 1 1 | dead"))
    assert match.state.leader == 1
    assert section(match, 4) == "F4 F9 H8"


def test_TTS_38_challenge_and_trick_are_discarded_face_up():
    match = hand_out(all_done(challenge("M4", "A9 M7 A5", discard="")))
    assert discard(match) == {"M4", "A9", "M7", "A5"}
    assert match.view(1).discard.tolist() == match.state.discard.tolist()


def test_TTS_39_at_night_nobody_follows_and_the_leader_stays():
    match = at(2, ask="night", challenge="M2", s0="A2 M4 | R5 T01", s1="A3 M9 | R5 T01")
    assert legal(match, 1) == ["play A3", "play M9"]
    do(match, "0 play A2, 1 play M9")
    assert match.state.leader == 0


def test_TTS_101_a_night_card_stays_in_hand_and_only_its_choice_is_public():
    match = at(ask="night", challenge="M2", s0="A2 M4", s1="A3 M9", s2="H1 H2")
    do(match, "2 play H1")
    assert match.acting == [0, 1]
    assert hand(match, 2) == "H1 H2"
    assert match.describe(0)["seats"][2]["chosen"] == "?"
    assert match.describe(2)["seats"][2]["chosen"] == "H1"
    with pytest.raises(IllegalAction, match="the others are still choosing"):
        do(match, "2 play H2")


def test_TTS_100_a_changed_first_card_still_sets_the_led_suit():
    match = challenge("M6", "A9 A7 W8", s0="1 2 1 1 1 1", role="R1")
    do(match, "0 change 0 W")
    assert match.state.led == 2
    assert outcome.highest(match.state, 7) == 1


def test_TTS_100_without_a_living_card_the_leader_stays():
    match = at(2, ask="raise", challenge="F1", day=2, s1="F9 | R1 T01 || dead")
    do(match, "0 raise 2, 1 play F9")
    all_done(match)
    assert "success" in event_keys(match)
    assert match.state.leader == 0
    assert section(match, 3) == "F9"


def test_TTS_100_an_extra_may_be_given_up_whatever_its_type():
    match = all_done(challenge("M2", "A9 M7 A5", times=6))
    do(match, "1 assign A -, 1 assign M -, 1 assign A -")
    assert {"assign A -", "assign M -"} <= set(legal(match))


def test_every_number_of_players_starts():
    for players in PLAYERS:
        assert question(Match(GAME, players, seed=0)) == "raise"
