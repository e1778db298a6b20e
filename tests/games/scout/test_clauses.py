"""SCOUT clause by clause: what the worked examples leave open."""

import pytest

from lasttrick import LastTrickError, new_match
from lasttrick.core.match import Match
from lasttrick.core.words import event_json
from tests.games.scout.table import SCOUT, Table, deal_match, filled

# --- Set-up ----------------------------------------------------------------------------------------------------------


def rows_of(players: int) -> list[str]:
    each = int(SCOUT.state.HAND_SIZES[players])
    cards = [f"{low}/{high}" for high in range(2, 11) for low in range(1, high)]
    return [" ".join(cards[at * each : (at + 1) * each]) for at in range(players)]


def after_rotation(players=3, rows=None, **options) -> Match:
    match = deal_match(players, rows or rows_of(players), options=options)
    for seat in range(players):
        match.apply(seat, "rotate no")
    return match


def test_SCT_01_turns_go_clockwise():
    """[SCT-12] from the start player, around the circle."""
    match = after_rotation(3)
    turns = []
    for action in ("play 0 1", "scout L keep 0", "play 0 1", "scout L keep 0"):
        turns.append(match.acting[0])
        match.apply(match.acting[0], action)
    assert turns == [0, 1, 2, 0]


def test_SCT_06_every_seat_can_be_drawn_to_start():
    """[SCT-50]"""
    assert {int(Match(SCOUT, 3, {}, seed).state.start_seat) for seed in range(30)} == {0, 1, 2}


def test_SCT_07_a_round_starts_afresh():
    """[SCT-05] Markers are back, piles and tokens gone; the scores stay. [SCT-39] [SCT-40]"""
    table = Table("A: 5/6\nB: 1/2\nC: 1/3\nA pile: 1/4\ntokens: 2 1 0\nmarkers: 0 1 0\nA known: 5/6").do("Play(0,1)")
    assert table.round_over() == ("out", "A", [3, 0, -1])
    assert (table.tokens, table.markers, table.captured) == ([0, 0, 0], [1, 1, 1], [0, 0, 0])
    assert (table.table, table.owner, table.hands, table.counter) == ("", "-", [12, 12, 12], 0)
    assert (table.state.round_number, table.state.start_seat) == (2, 1)
    assert table.state.known.tolist() == [0] * 5


def test_SCT_08_order_and_orientation_are_drawn():
    """[SCT-51] Over many deals each card lies either way up, and anywhere."""
    faces, places = set(), set()
    for seed in range(60):
        state = Match(SCOUT, 3, {}, seed).state
        faces |= {int(face) for seat in range(3) for face in state.hand[seat][:12]}
        row = state.hand[0][:12].tolist()
        places |= {row.index(face) for face in (1, 10) if face in row}
    assert len(faces) == 72
    assert len(places) > 8


def test_SCT_09_a_hand_is_the_row_dealt():
    """[SCT-10] and stays so; [SCT-11] [SCT-R02] rotated, each card is turned in its place. [SCT-R24] At once."""
    match = deal_match(3, rows_of(3))
    table = Table(match.position())
    assert [table.hand(seat) for seat in "ABC"] == rows_of(3)
    match.apply(1, "rotate yes")
    turned = " ".join("/".join(face.split("/")[::-1]) for face in rows_of(3)[1].split())
    assert Table(match.position()).hand("B") == turned


def test_SCT_46_all_answer_in_any_order_before_the_first_turn():
    """[SCT-11] [SCT-R01]"""
    match = deal_match(3, rows_of(3), start="B")
    assert match.acting == [0, 1, 2]
    assert match.legal_text(2) == ["rotate no", "rotate yes"]
    for seat in (2, 0, 1):
        assert seat in match.acting
        match.apply(seat, "rotate no")
        assert seat not in match.acting or match.state.phase == SCOUT.state.Phase.TURN
    assert match.acting == [1]


# --- A turn ----------------------------------------------------------------------------------------------------------


def test_SCT_13_three_kinds_of_action():
    """[SCT-27] Who can Play may Scout instead."""
    table = Table("turn: B\ntable: 3/9\nA: 1/2\nB: 4/1 5/2\nC: 1/3")
    verbs = {text.split()[0] for text in table.legal()}
    assert verbs == {"play", "scout", "double"}


@pytest.mark.parametrize("length", [1, 2, 3, 9])
def test_SCT_16_without_a_prior_set_any_set(length):
    """[SCT-15] No upper limit on length. [SCT-R14] Nothing but Plays on the first turn."""
    row = " ".join(f"{top}/10" for top in range(1, 10))
    table = Table({"players": 5, "A": row, "B": "1/2", "C": "1/3", "D": "1/4", "E": "1/5"})
    assert f"play 0 {length}" in table.legal()
    assert table.legal() == table.legal("play")


def test_SCT_10_cards_that_stay_keep_their_order():
    """[SCT-21] The block lies as it stood; [SCT-R19] its first card is the left end."""
    table = Table("A: 9/8 4/1 5/2 6/3 1/7\nB: 2/1\nC: 1/3").do("Play(1,3)")
    assert (table.table, table.hand("A")) == ("4/1 5/2 6/3", "9/8 1/7")
    table.do("Scout(L, no, 1)")
    assert (table.table, table.hand("B")) == ("5/2 6/3", "2/1 4/1")
    table.apply(2, "double R keep 1")
    assert (table.table, table.hand("C")) == ("5/2", "1/3 6/3")


@pytest.mark.parametrize("position", [0, 1, 2])
@pytest.mark.parametrize("way", ["no", "rot"])
def test_SCT_23_any_gap_either_way_up(position, way):
    """[SCT-R20] [SCT-48]"""
    table = Table("turn: B\ntable: 3/9\nA: 1/2\nB: 6/4 2/5\nC: 1/3").do(f"Scout(L, {way}, {position})")
    row = ["6/4", "2/5"]
    row.insert(position, "3/9" if way == "no" else "9/3")
    assert table.hand("B").split() == row


def test_SCT_22_of_a_single_card_only_the_left_end_is_offered():
    """[SCT-26] Taking it leaves no Prior Set and no owner; [SCT-24] the token is paid all the same."""
    table = Table("turn: B\ntable: 3/9\nA: 1/2\nB: 6/4\nC: 1/3 2/4")
    assert table.legal("scout R") == []
    table.do("Scout(L, no, 0)")
    assert (table.table, table.owner, table.tokens) == ("", "-", [1, 0, 0])
    assert {text.split()[0] for text in table.legal()} == {"play"}


def test_SCT_04_tokens_never_run_out():
    """[SCT-R18] More than the fifteen of the box."""
    table = Table("turn: B\ntable: 3/9\nA: 1/2\nB: 6/4\nC: 1/3\ntokens: 15 15 15").do("Scout(L, no, 0)")
    assert table.tokens == [16, 15, 15]


def test_SCT_28_the_marker_is_paid_at_the_scout():
    """[SCT-R24] [SCT-31] and there is no second Double Action in the round. [SCT-49] In two stages."""
    table = Table("turn: B\ntable: 3/9 3/8\nA: 1/2\nB: 6/4 6/5 7/9\nC: 1/3")
    table.apply(1, "double L keep 0")
    assert (table.markers, table.turn) == ([1, 0, 1], "B")
    assert table.legal() == table.legal("play") != []
    again = Table("turn: B\ntable: 3/9\nA: 1/2\nB: 6/4 6/5 7/9\nC: 1/3\nmarkers: 1 0 1")
    assert again.legal("double") == []


def test_SCT_28_needs_a_prior_set():
    table = Table("turn: B\nA: 1/2\nB: 6/4 6/5\nC: 1/3")
    assert table.legal("double") == table.legal("scout") == []


def test_SCT_30_the_play_captures_what_the_scout_left():
    table = Table("turn: B\ntable: 3/9 3/8\nA: 1/2\nB: 6/4 6/5 7/9\nC: 1/3").do("Double(L, no, 0, 1, 2)")
    assert (table.captured, table.table, table.hand("B")) == ([0, 1, 0], "6/4 6/5", "3/9 7/9")


@pytest.mark.parametrize(
    ("plays", "why", "beaten"),
    [
        pytest.param(("Play(0,1)", "Play(0,2)"), "count", ["4/1"], id="[SCT-17] more cards"),
        pytest.param(("Play(1,2)", "Play(0,2)"), "kind", ["6/2", "7/1"], id="[SCT-18] equal numbers beat a run"),
        pytest.param(("Play(0,1)", "Play(2,1)"), "number", ["4/1"], id="[SCT-19] a higher number"),
    ],
)
def test_SCT_20_the_story_says_what_was_beaten_and_why(plays, why, beaten):
    table = Table("A: 4/1 6/2 7/1 1/2\nB: 5/2 5/3 8/1 1/3\nC: 9/1 1/4 2/1 3/1")
    table.do(*plays)
    told = next(line for line in table.events if line["event"] == "captured")
    assert told == {"event": "captured", "seat": 1, "count": len(beaten), "owner": 0, "why": why, "cards": beaten}


# --- End of a round --------------------------------------------------------------------------------------------------


def test_SCT_34_both_stages_of_a_double_action_before_any_end():
    """[SCT-32] [SCT-49] Three Scouts in a row, but the last is part of a Double Action: no condition ii. [SCT-R10]"""
    table = Table("A: 9/1 9/2 3/4 5/7\nB: 1/2 5/6\nC: 1/3 8/5 4/6")
    table.do("Play(0,2)", "Scout(L, no, 0)")
    table.apply(2, "double L keep 0")
    assert (table.counter, table.round_over(), table.turn) == (1, None, "C")
    table.do("Play(0,1)")
    assert (table.counter, table.round_over(), table.turn) == (0, None, "A")


def test_SCT_R04_condition_ii_comes_before_the_owners_turn():
    """[SCT-33] The counter is set to 0 by every Play and raised by every plain Scout."""
    table = Table("A: 9/1 9/2 9/3 5/7\nB: 1/2\nC: 1/3\nD: 1/4\nround: 4")
    counters = [table.counter]
    for action in ("Play(0,3)", "Scout(L, no, 0)", "Scout(L, no, 0)", "Scout(L, no, 0)"):
        table.do(action)
        counters.append(table.counter)
    assert counters == [0, 0, 1, 2, 3]
    assert table.round_over() == ("scouted", "A", [3, -2, -2, -2])


def test_SCT_R07_nobody_can_scout_the_own_set():
    """[SCT-I09] All others scouted: the round is over before the owner's turn."""
    table = Table("A: 9/1 9/2 9/3 5/7\nB: 1/2\nC: 1/3").do("Play(0,3)", "Scout(L, no, 0)", "Scout(L, no, 0)")
    assert table.round_over()[:2] == ("scouted", "A")


def test_SCT_R15_going_out_captures_first():
    """[SCT-37] What was just played counts for nobody, [SCT-20] what it beat for the player."""
    table = Table("turn: B\ntable: 3/9 3/8\nA: 1/2\nB: 6/4 6/5\nC: 1/3").do("Play(0,2)")
    assert table.round_over() == ("out", "B", [-1, 2, -1])


def test_SCT_R21_after_condition_i_everybody_pays():
    """[SCT-36] Also the owner of the last set. [SCT-38] Scores may be negative."""
    table = Table("turn: B\nowner: A\ntable: 3/9\nA: 1/2 4/5\nB: 6/4\nC: 1/3").do("Play(0,1)")
    assert table.round_over() == ("out", "B", [-2, 1, -1])


@pytest.mark.parametrize(
    ("idle", "action", "ending"),
    [
        pytest.param(4, "Scout(L, no, 0)", "stalled", id="the fifth quiet turn"),
        pytest.param(3, "Scout(L, no, 0)", None, id="the fourth"),
        pytest.param(4, "Play(0,1)", None, id="a capture is progress"),
        pytest.param(4, "Double(L, no, 2, 0, 1)", None, id="a marker paid is progress"),
    ],
)
def test_SCT_R17_stall_limit(idle, action, ending):
    """[SCT-V05] [SCT-R16] Nobody is exempt."""
    lines = f"turn: B\ntable: 3/9\nA: 1/2 2/5\nB: 6/4 8/5\nC: 1/3\nstall_limit: 5\nidle: {idle}"
    table = Table(lines).do(action)
    assert (table.round_over() or [None])[0] == ending
    if ending:
        assert table.round_over()[1:] == ("-", [1 - 2, -3, -1])
    else:
        assert table.state.idle == (0 if idle == 4 else 4)


def test_SCT_R23_a_round_that_ends_by_rule_is_not_stalled():
    """[SCT-34]"""
    table = Table("turn: C\nowner: A\ntable: 3/9\nA: 1/2\nB: 6/4\nC: 1/3\nstall_limit: 5\nidle: 4\nscouts: 1")
    table.do("Scout(L, no, 0)")
    assert table.round_over()[:2] == ("scouted", "A")


def test_SCT_V05_without_a_limit_nothing_stops():
    table = Table("turn: B\ntable: 3/9\nA: 1/2\nB: 6/4\nC: 1/3\nstall_limit: 0\nidle: 5000").do("Scout(L, no, 0)")
    assert (table.round_over(), table.state.idle) == (None, 5001)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_SCT_R17_default_limit(players):
    assert SCOUT.blank(players).stall_limit == 40 * players


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("fewer", [0, 1])
def test_SCT_R22_condition_ii_needs_a_set_of_all_others(players, fewer):
    """[SCT-33] One card for each of the n−1 others; [SCT-R05] with one fewer somebody must Play."""
    cards = players - 1 - fewer
    row = " ".join(f"9/{k}" for k in range(1, cards + 1))
    table = Table(filled(players, [f"{row} 6/7", *[2] * (players - 1)], [0] * players))
    table.do(f"Play(0,{cards})", *["Scout(L, no, 0)"] * cards)
    assert (table.round_over() is None) == (fewer == 1)


def test_SCT_R13_a_hand_may_grow_to_the_bound():
    """[SCT-I06] 41 cards with four players, and all of its actions can be written."""
    position = filled(4, [1, 40, 1, 1], [0, 0, 0, 0], "1/2", turn="B")
    table = Table(position)
    table.do("Scout(L, no, 40)")
    assert table.hands == [1, 41, 1, 1]
    assert table.hand("B").split()[40] == "1/2"


# --- End of the match ------------------------------------------------------------------------------------------------


def test_SCT_41_as_many_rounds_as_players():
    """[SCT-39] [SCT-42]"""
    table = Table("round: 3\nA: 5/6\nB: 1/2\nC: 1/3\nscores: 4 9 0 | 5 0 1 | 0 0 0\nrounds: out out").do("Play(0,1)")
    assert SCOUT.rules.acting(table.state) == 0
    result = SCOUT.describe.result(table.state)
    assert result["scores"] == [9, 8, 0]
    assert (result["winners"], result["ending"], result["stalled"]) == ([0], "rounds", False)


# --- Variants --------------------------------------------------------------------------------------------------------


def test_SCT_V01_only_words_differ():
    stories = {}
    for names in ("default", "oink"):
        match = after_rotation(3, names=names)
        stories[names] = [line["word"] for line in match.apply(0, "play 0 1") if "word" in line]
        stories[names] += [line["word"] for line in match.apply(1, "scout L keep 0") if "word" in line]
        assert match.describe(0)["words"]["double"] == {"default": "Double Action", "oink": "Scout & Show"}[names]
    assert stories == {"default": ["plays", "VP token", "Prior Set"], "oink": ["shows", "Scout chip", "Active Set"]}


def two_players(lines: str) -> Table:
    return Table("players: 2\n" + lines)


def test_SCT_V02_set_up():
    """Eleven cards each of 44, three chips, no marker; the second round deals the 22 cards kept."""
    match = new_match("scout", 2, seed=4, two_player="oink")
    table = Table(match.position())
    assert (table.hands, table.tokens, table.markers) == ([11, 11], [3, 3], [0, 0])
    first = cards_in_hands(match.state)
    start = int(match.state.start_seat)
    while match.state.round_number == 1:
        match.apply(match.acting[0], match.legal(match.acting[0])[0])
    second = cards_in_hands(match.state)
    assert len(first) == len(second) == 22
    assert first | second == set(range(44))
    assert match.state.start_seat == 1 - start
    assert set(SCOUT.describe.bits.members(match.state.gone)) == first


def cards_in_hands(state) -> set[int]:
    rows = (state.hand[seat][: state.hand_size[seat]] for seat in range(state.players))
    return {int(SCOUT.state.card_of(face)) for row in rows for face in row}


def test_SCT_V02_a_scout_is_paid_and_the_same_player_goes_on():
    table = two_players("turn: B\ntable: 3/9 4/9\nA: 1/2\nB: 6/4 2/5").do("Scout(L, no, 0)")
    assert (table.tokens, table.turn, table.hand("B")) == ([3, 2], "B", "3/9 6/4 2/5")
    table.do("Scout(L, no, 0)")
    assert (table.tokens, table.turn, table.table) == ([3, 1], "B", "")
    assert table.legal() == table.legal("play")
    table.do("Play(0,2)")
    assert (table.turn, table.owner) == ("A", "B")


@pytest.mark.parametrize(
    ("tokens", "scores"),
    [
        pytest.param("3 0", [3 + 1, -1], id="the other has no chips and nothing higher: stuck, the owner is exempt"),
        pytest.param("3 1", None, id="with a chip the match goes on"),
    ],
)
def test_SCT_V02_who_can_neither_play_nor_scout_ends_the_round(tokens, scores):
    table = two_players(f"tokens: {tokens}\ntable: 3/9\nowner: B\nA: 9/1 1/2\nB: 6/4").do("Play(0,1)")
    assert table.round_over() == (("stuck", "A", scores) if scores else None)
    if scores:
        shown = [line for line in table.events if line.get("event") == "hand_shown"]
        assert [line["cards"] for line in shown] == [["1/2"], ["6/4"]]


@pytest.mark.parametrize(
    ("action", "ending"),
    [
        pytest.param("Scout(L, no, 0)", None, id="9-8 beats the 9 left"),
        pytest.param("Scout(L, rot, 0)", ("stuck", "A", [3, -2]), id="neither 3 nor 8 does, and no chip is left"),
    ],
)
def test_SCT_V02_stuck_after_the_last_chip(action, ending):
    table = two_players("tokens: 3 1\nturn: B\ntable: 9/3 9/4\nA: 1/2 3/5\nB: 8/4").do(action)
    assert table.round_over() == ending


def test_SCT_V02_out():
    table = two_players("turn: B\ntable: 3/9\nA: 1/2\nB: 6/4\ntokens: 2 1").do("Play(0,1)")
    assert table.round_over() == ("out", "B", [2 - 1, 1 + 1])


def test_SCT_V03_the_holder_of_1_2_starts():
    rows = [rows_of(3)[1], rows_of(3)[2], rows_of(3)[0]]
    blank = SCOUT.blank(3, {"start": "holder_of_1_2"})
    tape = SCOUT.notation.read_chance(blank, "deal", [row.split() for row in rows])
    match = Match(SCOUT, 3, {"start": "holder_of_1_2"}, 1, tape=tape)
    assert (match.state.start_seat, match.state.holder) == (2, 2)
    assert [line["chance"] for line in chance_lines(match)] == ["deal"]


def chance_lines(match):
    lines = [event_json(SCOUT, match.state, line) for line in match.story]
    return [line for line in lines if "chance" in line]


# --- Options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        pytest.param(2, {}, "SCOUT is for 3 to 5 players, not 2. With two_player=oink it can be 2.", id="two"),
        pytest.param(6, {}, "SCOUT is for 3 to 5 players, not 6.", id="six"),
        pytest.param(
            3,
            {"two_player": "oink"},
            "two_player=oink is the game for 2 players, not 3; leave the option out.",
            id="the two-player game for three",
        ),
        pytest.param(
            2,
            {"two_player": "oink", "start": "holder_of_1_2"},
            "start=holder_of_1_2 is for 3 to 5 players: with 2 the card 1/2 may not be dealt.",
            id="1/2 may not be dealt",
        ),
        pytest.param(
            3,
            {"stall_limit": -1},
            "Option stall_limit cannot be -1; possible: a whole number from 0 to 10000.",
            id="stall_limit",
        ),
        pytest.param(
            3,
            {"insertion_visibility": "all"},
            "Option insertion_visibility cannot be 'all'; possible: hidden, position or full.",
            id="insertion_visibility",
        ),
    ],
)
def test_options_that_are_refused(players, options, sentence):
    with pytest.raises(LastTrickError) as error:
        new_match("scout", players, **options)
    assert str(error.value) == sentence
