"""Clauses and rulings of the rules page, one by one, where a worked example does not show them whole."""

import pytest

from lasttrick import LastTrickError, games
from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice
from lasttrick.core.words import describe, seat_letter
from lasttrick.games.ten_tricks_later import notation, rules
from tests.games.ten_tricks_later.table import GAME, at, boards, has_board, legal_cards, play, trick

# --- Set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_TTL_01_three_or_four_players(players):
    with pytest.raises(LastTrickError, match="for 3 to 4 players, not"):
        Match(GAME, players)


def test_TTL_01_play_order_is_clockwise():
    match = at("B:R1 C:R2 A:R3", lead="B")
    for seat, card in ((1, "R1"), (2, "R2"), (0, "R3")):
        assert match.acting == [seat]
        match.apply(seat, f"play {card}")


def test_TTL_06_and_TTL_12_a_round_begins_with_empty_boards():
    state = Match(GAME, 4, seed=1).state
    assert not any((*state.upper, *state.lower, *state.lost, *state.track, state.aside))
    assert state.ban == 1


def test_TTL_07_and_TTL_R19_any_colour_can_be_removed_and_it_is_drawn_each_round():
    removed = {int(Match(GAME, 3, seed=seed).state.removed) for seed in range(40)}
    assert removed == {0, 1, 2, 3}
    by_round = []
    for seed in range(12):
        match, choose = Match(GAME, 3, {"max_rounds": 3}, seed=seed), random_choice(seed)
        seen = {}
        while not match.over:
            seen[int(match.state.round_number)] = int(match.state.removed)
            match.apply(*choose(match))
        by_round.append(seen)
    assert any(len(set(seen.values())) > 1 for seen in by_round)


def test_TTL_08_and_TTL_R25_seat_k_gets_cards_10k_to_10k_plus_9():
    order = [c for c in range(41) if c != notation.read_card("P8")][::-1]
    state = Match(GAME, 4, seed=1, tape=order).state
    for seat in range(4):
        assert bits.members(state.hand[seat]) == sorted(order[10 * seat : 10 * seat + 10])


def test_TTL_13_and_TTL_R18_the_first_lead_is_drawn_after_the_exchange():
    leads = set()
    for seed in range(30):
        match = Match(GAME, 4, seed=seed)
        assert match.state.lead == -1
        for seat in range(4):
            match.apply(seat, "wish no")
        leads.add(int(match.state.lead))
    assert leads == {0, 1, 2, 3}


# --- The exchange ----------------------------------------------------------------------------------------------------

NO_INFECTED = "R1 R2 R3 R4 R5 R6 R7 R8 G1 G2"
OTHERS = {"B": "G3 G4 G5 G6 G7 G8 P1 P2 P3 P4", "C": "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 P5 P6"}


def before_wishes(**lines) -> Match:
    start = {"phase": "wish", "lead": "-", "removed": "B", "wishes": "open open open", "A": NO_INFECTED}
    return at(**{**start, **OTHERS, **lines})


def test_TTL_57_and_TTL_R26_everybody_is_asked_in_any_order_and_nothing_shows_before_all_are_in():
    match = before_wishes()
    assert match.acting == [0, 1, 2]
    assert match.legal_text(0) == ["wish no", "wish yes"]
    assert match.legal_text(1) == ["wish no"]
    match.apply(0, "wish yes")
    assert match.story_for(1) == [{"event": "answered", "seat": 0}]
    assert match.view(1).wish[0] == match.view(-1).wish[0] == 3
    assert match.view(0).wish[0] == 2
    assert match.acting == [1, 2]


def test_TTL_R05_three_players_can_fetch_the_infected_8():
    match = before_wishes()
    for seat, wish in ((0, "yes"), (1, "no"), (2, "no")):
        match.apply(seat, f"wish {wish}")
    assert bits.has(match.state.hand[0], notation.read_card("P8"))


def test_TTL_58_and_TTL_R27_any_dealt_card_may_be_given_but_not_the_infected_8():
    match = before_wishes()
    for seat, wish in ((0, "yes"), (1, "no"), (2, "no")):
        match.apply(seat, f"wish {wish}")
    assert match.legal_text(0) == [f"give {card}" for card in NO_INFECTED.split()]
    with pytest.raises(LastTrickError, match="not an action"):
        match.apply(0, "give P8")
    match.apply(0, "give R1")
    assert match.story_for(0)[0] == {"event": "gave", "seat": 0, "card": "R1"}
    assert match.story_for(1) == match.story_for(-1) == []


def test_TTL_10_without_a_wish_the_infected_8_stays_out():
    match = before_wishes()
    for seat in (2, 0, 1):
        match.apply(seat, "wish no")
    assert match.state.exchanger == -1
    assert not any(bits.has(h, notation.read_card("P8")) for h in match.state.hand)


# --- Playing ---------------------------------------------------------------------------------------------------------


def test_TTL_14_phases_come_in_order():
    """Winner, attack, then rescue: the attack strikes before the trick's Survivors arrive [TTL-29] [TTL-35]."""
    match = trick("A:R7 B:P2 C:R1", A="| U{G1} T 4")
    kinds = [event["event"] for event in match.story_for(-1)]
    assert kinds == ["played", "trick_won", "attack", "track", "lost", "track", "track", "ban_ends"]
    assert has_board(match, "A", "U{R1 R7} X{G1} T 0"), boards(match)


def test_TTL_15_and_TTL_59_the_leader_may_play_any_survivor():
    assert legal_cards(at(A="R1 G5 B8")) == "R1 G5 B8"


def test_TTL_16_TTL_17_and_TTL_18_the_ban():
    match = trick("A:R7 B:P2 C:R1", A="P3 G1")
    assert match.state.ban == 0
    assert legal_cards(match, "A") == "G1 P3"


def test_TTL_R02_a_hand_of_infected_lifts_the_ban_for_its_own_lead_only():
    match = at("A:R7 B:R2 C:R1", A="G1 P3", B="P4 P5")
    play(match, "A:R7 B:R2 C:R1")
    assert match.state.ban == 1
    assert legal_cards(match, "A") == "G1"
    assert legal_cards(at(lead="B", B="P4 P5", turn="B"), "B") == "P4 P5"


def test_TTL_R28_the_ban_ends_when_the_trick_is_over():
    match = at("A:R7 B:P2 C:R1")
    play(match, "A:R7 B:P2")
    assert match.state.ban == 1
    play(match, "C:R1")
    assert match.state.ban == 0


@pytest.mark.parametrize(
    ("hand", "led", "playable"),
    [
        pytest.param("R4 R7 P1", "R1", "R4 R7", id="TTL-20 two of the colour: no Infected"),
        pytest.param("R4 G7 P1", "R1", "R4 P1", id="TTL-21 TTL-R21 one of the colour: no third colour"),
        pytest.param("G7 P1", "R1", "G7 P1", id="TTL-22 void: anything"),
        pytest.param("G7 P1", "P4", "G7 P1", id="TTL-23 Infected led: purple need not be followed"),
        pytest.param("P1 P2", "R1", "P1 P2", id="TTL-22 void with Infected only"),
    ],
)
def test_TTL_19_following(hand, led, playable):
    assert legal_cards(at(B=hand, trick=f"A:{led}", ban="off"), "B") == playable


def test_TTL_R10_there_is_always_a_card_to_lead():
    assert legal_cards(at(A="P1 P6")) == "P1 P6"


# --- Winning a trick -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        pytest.param("A:R3 B:G8 C:R2", "A", id="TTL-25 another colour cannot win"),
        pytest.param("A:R3 B:G8 C:P2", "B", id="TTL-26 with an Infected the colour does not matter"),
        pytest.param("A:R3 B:P6 C:R2", "B", id="TTL-26 an Infected can win"),
        pytest.param("A:R7 B:G7 C:P7", "B", id="TTL-27 latest Survivor, not latest card"),
        pytest.param("A:P7 B:G7 C:R7", "C", id="TTL-27 latest Survivor after an Infected lead"),
        pytest.param("A:R8 B:R1 C:R7", "B", id="TTL-24 the 1 beside its 8"),
        pytest.param("A:R1 B:R8 C:R7", "A", id="TTL-24 in either order"),
        pytest.param("A:R1 B:G8 C:R7", "C", id="TTL-24 not beside another colour's 8"),
        pytest.param("A:R1 B:R8 C:P6", "A", id="TTL-24 with an Infected too"),
        pytest.param("A:P1 B:P6 C:P5", "B", id="TTL-R22 all Infected: the highest"),
        pytest.param("A:R1 B:P0 C:G2", "C", id="TTL-R23 P0 never wins"),
        pytest.param("A:P5 B:R5 C:P1", "B", id="TTL-R24 a tie always holds a Survivor"),
    ],
)
def test_TTL_42_the_winner_leads_next(plays, winner):
    match = trick(plays, ban="off", removed="-")
    assert seat_letter(match.state.lead) == winner


@pytest.mark.parametrize(
    ("plays", "cause"),
    [
        pytest.param("A:R3 B:G8 C:R2", "led", id="TTL-25 the highest of the led colour"),
        pytest.param("A:R8 B:R1 C:R7", "led", id="TTL-24 the 1 beside its 8"),
        pytest.param("A:R3 B:G8 C:P2", "all", id="TTL-26 the highest of all"),
        pytest.param("A:R7 B:G7 C:P7", "tie", id="TTL-27 of equals the latest Survivor"),
        pytest.param("A:R1 B:R8 C:P8", "all", id="TTL-24 the 8s are equal, and below the 9"),
        pytest.param("A:P1 B:P6 C:P5", "all", id="TTL-R22 all Infected"),
    ],
)
def test_TTL_25_and_TTL_26_and_TTL_27_a_trick_is_told_with_why_it_was_won(plays, cause):
    match = trick(plays, ban="off", removed="-")
    assert [event["cause"] for event in match.story_for(-1) if event["event"] == "trick_won"] == [cause]


def test_TTL_R08_two_ones_can_count_nine():
    match = at("A:G8 B:R1 C:G1 D:R8", players=4)
    play(match, "A:G8 B:R1 C:G1 D:R8")
    assert seat_letter(match.state.lead) == "C"
    nines = [e["card"] for e in match.story_for(-1) if e["event"] == "one_is_nine"]
    assert nines == ["R1", "G1"]


def test_TTL_R09_a_losing_nine_gains_one():
    match = trick("A:R8 B:G1 C:G8 D:R1", players=4)
    assert has_board(match, "B", "T 1"), boards(match)


# --- Attack ----------------------------------------------------------------------------------------------------------


def test_TTL_28_to_34_an_attack():
    """[TTL-28] [TTL-29] [TTL-30] [TTL-31] [TTL-32] [TTL-33] [TTL-34]: level 3 + 4 strikes up to 7."""
    before = {"A": "| U{G1 G7 G8} L[Y1] T 5", "B": "| U{B1} T 0", "C": "| U{B2} T 0"}
    match = trick("A:R8 B:P3 C:P4", **before)
    assert has_board(match, "A", "U{G8 R8} L[Y1] X{G1 G7} T 0"), boards(match)
    assert has_board(match, "B", "U{} L[B1] T 2"), "losers' boards are not attacked"
    assert notation.cards(match.state.aside) == "P3 P4"


def test_TTL_R12_P0_alone_clears_the_track():
    match = trick("A:R8 B:P0 C:R2 D:R3", players=4, A="| U{G8} T 5")
    assert has_board(match, "A", "U{R2 R3 R8 G8} T 0"), boards(match)


def test_TTL_R13_no_rescue_after_an_attack():
    match = trick("A:R7 B:P0 C:R1", A="| U{G2} T 6")
    assert has_board(match, "A", "U{R1 G2 R7} T 0"), boards(match)


# --- Rescue ----------------------------------------------------------------------------------------------------------


def test_TTL_36_and_TTL_38_losers_gain_and_the_winner_does_not():
    match = trick("A:R7 B:P3 C:G5")
    assert [int(t) for t in match.state.track[:3]] == [0, 3, 5]


@pytest.mark.parametrize(
    ("track", "card", "after"),
    [
        pytest.param(4, "R4", 8, id="TTL-37 exactly 8"),
        pytest.param(5, "R4", 5, id="TTL-37 TTL-R07 nine: nothing, not eight"),
        pytest.param(0, "P0", 0, id="TTL-36 P0 gives 0"),
    ],
)
def test_TTL_37_overflow(track, card, after):
    match = trick(f"A:R8 B:{card} C:R2", B=f"| T {track}", ban="off")
    assert match.state.track[1] == after


def test_TTL_39_to_41_rescue_is_lowest_first_and_compulsory():
    """[TTL-39] [TTL-40] [TTL-41] [TTL-R06] [TTL-R17]"""
    match = trick("A:R8 B:R6 C:G1", B="| U{B2 G2 Y3} T 0")
    assert has_board(match, "B", "U{Y3} L[G2 B2] T 2"), boards(match)
    rescued = [(e["card"], e["track"]) for e in match.story_for(-1) if e["event"] == "rescued" and e["seat"] == 1]
    assert rescued == [("G2", 4), ("B2", 2)]


def test_TTL_R17_everybody_rescues_winner_included():
    match = trick("A:R8 B:R6 C:G1", A="| U{B1} T 1", B="| U{B5} T 0", C="| U{Y1} T 0")
    assert [bits.count(x) for x in match.state.lower[:3]] == [1, 1, 1]


# --- Round and match -------------------------------------------------------------------------------------------------


def test_TTL_43_a_round_is_ten_tricks():
    match, choose = Match(GAME, 4, seed=3), random_choice(3)
    plays = 0
    while match.state.round_number == 1 and not match.over:
        seat, action = choose(match)
        plays += match.text(action).startswith("play")
        match.apply(seat, action)
    assert plays == 40


def test_TTL_46_totals_add_up():
    match = trick("A:G8 B:G1 C:P1", tricks=9, totals="3 0 1", A="| L[R1 R2] T 3")
    assert [int(t) for t in match.state.total[:3]] == [5, 0, 1]


def test_TTL_R15_and_TTL_51_the_upper_side_of_the_last_round_breaks_a_tie():
    match = at(totals="10 10 0", A="| U{R1}", B="| U{R2 R3}")
    assert rules.standing(match.state, 1) > rules.standing(match.state, 0)


def test_TTL_R16_and_TTL_V05_a_match_stopped_by_max_rounds_is_unfinished():
    match = trick("A:G8 B:G1 C:P1", tricks=9, round=2, max_rounds=2, chance=f"{1:064x} 7")
    assert match.over
    assert match.result == {"winners": [], "scores": [3, 0, 0], "ending": "max_rounds"}
    assert match.state.events == 7, "[TTL-R28] no next lead is drawn when the match is stopped"


def test_TTL_V01_TTL_V02_and_TTL_V03_the_preset_is_both_variants():
    options = GAME.about.read_options(3, {"preset": "english_literal"})
    assert (options["rescue"], options["unlock"]) == ("strict", "followers_only")
    with pytest.raises(LastTrickError, match="contradicts rescue='default'"):
        GAME.about.read_options(3, {"preset": "english_literal", "rescue": "default"})


def test_TTL_V04_another_target():
    match = trick("A:G8 B:G1 C:P1", tricks=9, target=5, A="| L[R1 R2 R3 R4 R5 Y1] X{Y2} T 3")
    assert match.result["winners"] == [0]


# --- Information -----------------------------------------------------------------------------------------------------


def test_TTL_53_TTL_54_and_TTL_55_what_a_seat_sees():
    match = Match(GAME, 4, seed=9)
    seen = match.view(1)
    assert seen.hand[1] == match.state.hand[1]
    assert not any(seen.hand[s] for s in (0, 2, 3))
    assert list(seen.hand_size) == [10] * 4
    assert not any(seen.key)
    assert not any(match.view(-1).hand)


@pytest.mark.parametrize(
    ("plays", "lines", "known"),
    [
        pytest.param("A:R7 B:G2", {"B": "G5"}, "B:R0", id="another colour shows a void"),
        pytest.param("A:R7 B:P2", {"B": "R5"}, "B:R1", id="an Infected shows at most one"),
        pytest.param("A:R7 B:R2", {"B": "R5"}, "", id="following shows nothing"),
        pytest.param(
            "A:P3 B:G2", {"A": "P4"}, "A:R0 A:G0 A:Y0 A:B0", id="an Infected led under the ban shows no Survivors"
        ),
        pytest.param("A:P3 B:G2", {"A": "P4 R1", "ban": "off"}, "", id="an Infected led later shows nothing"),
    ],
)
def test_TTL_56_everybody_remembers_what_a_play_shows(plays, lines, known):
    match = play(at(plays, C="R1", **lines), plays)
    assert notation.write(match.state)["known"] == known


# --- Options and texts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rescu": "strict"}, "has no option 'rescu'. Did you mean rescue?"),
        ({"rescue": "loose"}, "Option rescue cannot be 'loose'; possible: default or strict."),
        ({"target": "0"}, "a whole number from 1 to 1000"),
        ({"target": "ten"}, "a whole number from 1 to 1000"),
        ({"preset": "english"}, "Did you mean english_literal?"),
    ],
)
def test_a_wrong_option_is_refused(options, sentence):
    with pytest.raises(LastTrickError) as error:
        GAME.about.read_options(3, options)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("match", "seat", "action", "clause", "words"),
    [
        (
            at("A:R1 B:R4", B="R7 G2", trick="A:R8"),
            1,
            "play G2",
            "TTL-20",
            "You hold R4 and R7, so red must be followed.",
        ),
        (
            at(B="R4 G2 P1", trick="A:R8"),
            1,
            "play G2",
            "TTL-21",
            "You hold R4, so only it or an Infected may be played.",
        ),
        (at(A="R4 P1"), 0, "play P1", "TTL-16", "No Infected may be led"),
        (at(A="R4 P1"), 0, "play G1", "TTL-59", "You do not hold G1."),
        (at(A="R4 P1"), 1, "play G1", "TTL-19", "It is A's turn."),
        (at(A="R4 P1"), 0, "wish yes", "TTL-57", "right after the deal"),
        (at(A="R4 P1"), 0, "give R4", "TTL-58", "A card is put aside only for the Infected 8"),
        (before_wishes(), 1, "wish yes", "TTL-09", "You were dealt P1 and P2 and P3 and P4"),
        (before_wishes(), 1, "play G3", "TTL-57", "First say whether you wish"),
        (before_wishes(wishes="yes open open"), 0, "wish yes", "TTL-57", "You have answered already"),
        (at(phase="give", exchange="A", A="R1 P8", turn="A"), 0, "play R1", "TTL-58", "First put a card aside"),
        (at(phase="give", exchange="A", A="R1 P8", turn="A"), 0, "give R2", "TTL-58", "You do not hold R2."),
        (at(phase="over", turn="-"), 0, "play R1", "TTL-47", "The match is over."),
    ],
)
def test_an_illegal_action_names_its_clause(match, seat, action, clause, words):
    before = match.state.tobytes()
    with pytest.raises(LastTrickError) as error:
        match.apply(seat, action)
    assert words in str(error.value)
    assert error.value.clause == clause
    assert match.state.tobytes() == before


@pytest.mark.parametrize("text", ["play Z1", "play R9", "wish maybe", "give", "", "dance"])
def test_an_unreadable_action_says_what_actions_look_like(text):
    with pytest.raises(LastTrickError, match=r"is not (a card|an action); (cards|actions) are"):
        notation.read_action(None, text)


def test_an_unknown_game_is_refused():
    with pytest.raises(LastTrickError, match=r"There is no game 'ten_trick'\. Did you mean ten_tricks_later\?"):
        games.game("ten_trick")


@pytest.mark.parametrize(
    ("lying", "who"),
    [
        pytest.param("", None, id="before the lead nobody is ahead"),
        pytest.param("A:R4", 0, id="the lead alone"),
        pytest.param("A:R4 B:G8", 0, id="another colour cannot win"),
        pytest.param("A:R4 B:G8 C:P3", 1, id="with an Infected every card can"),
        pytest.param("A:R8 B:R1", 1, id="a 1 beside its 8 counts 9"),
    ],
)
def test_who_is_ahead_is_told_while_a_trick_lies(lying, who):
    match = play(at("A:R4 B:R2 C:R3 D:Y2" if not lying else f"{lying} D:Y2", players=4), lying)
    assert describe(GAME, match.state, 3)["ahead"] == who


@pytest.mark.parametrize(
    ("lying", "level"),
    [
        pytest.param("A:R4", None, id="no Infected, no attack"),
        pytest.param("A:R4 B:P3", 3, id="an Infected"),
        pytest.param("A:R4 B:P3 C:P5", 8, id="two add up"),
    ],
)
def test_TTL_30_the_attack_is_told_while_a_trick_lies(lying, level):
    match = play(at(f"{lying} D:Y2", players=4), lying)
    assert describe(GAME, match.state, 3)["attack"] == level
