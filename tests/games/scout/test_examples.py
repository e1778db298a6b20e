"""The worked examples of the rules page of SCOUT, in its notation."""

from collections import Counter

import pytest

from lasttrick.core.match import Match
from lasttrick.games.scout.sets import RUN, strength
from tests.games.scout.table import LETTERS, SCOUT, Table, deal_match, filled, in_words


def deck(players):
    """The cards dealt in a match, as pairs of numbers."""
    options = {"two_player": "oink"} if players == 2 else {}
    state = Match(SCOUT, players, options, 3).state
    faces = [SCOUT.notation.card(f) for seat in range(players) for f in state.hand[seat][: state.hand_size[seat]]]
    return [tuple(sorted(map(int, face.split("/")))) for face in faces]


@pytest.mark.parametrize(
    ("players", "cards", "hand", "occurrences"),
    [
        pytest.param(3, 36, 12, dict.fromkeys(range(1, 10), 8), id="three players: no 10"),
        pytest.param(4, 44, 11, dict.fromkeys(range(1, 9), 9) | {9: 8, 10: 8}, id="four players: all but 9/10"),
        pytest.param(5, 45, 9, dict.fromkeys(range(1, 11), 9), id="five players: all"),
    ],
)
def test_SCT_E01_decks(players, cards, hand, occurrences):
    """[SCT-02] [SCT-03] [SCT-08]"""
    pairs = deck(players)
    assert len(pairs) == len(set(pairs)) == cards == players * hand
    assert all(a != b for a, b in pairs)
    assert Counter(number for pair in pairs for number in pair) == occurrences


def test_SCT_E02_rotation():
    """[SCT-11] [SCT-14] [SCT-15] [SCT-16] [SCT-R02]"""
    table = Table("phase: rotate\nrotated: open no no\nA: 5/2 7/3 1/9 4/8\nB: 1/2\nC: 1/3")
    kept = Table("A: 5/2 7/3 1/9 4/8\nB: 1/2\nC: 1/3")
    assert kept.plays() == {"5", "7", "1", "4"}
    assert len(kept.legal()) == 4
    table.apply(0, "rotate yes")
    assert table.hand("A") == "2/5 3/7 9/1 8/4"
    assert table.plays() == {"2", "3", "9", "8", "2-3", "9-8"}
    assert len(table.legal()) == 6


def test_SCT_E03_which_blocks_are_sets():
    """[SCT-14] [SCT-15] [SCT-R12]"""
    table = Table("A: 4/1 5/2 6/3 6/7 5/8\nB: 1/2\nC: 1/3")
    assert len(table.legal()) == 10
    assert table.plays() == {"4", "5", "6", "4-5", "5-6", "6-6", "6-5", "4-5-6"}
    for text in ("play 1 3", "play 2 3", "play 1 4"):
        assert table.why_not("A", text) == "SCT-15"


@pytest.mark.parametrize("row", ["10/1 1/2", "1/2 3/4 2/5", "2/1 3/4 2/5"])
def test_SCT_E03_elsewhere_not_sets(row):
    table = Table({"players": 4, "A": row})
    assert f"play 0 {len(row.split())}" not in table.legal()


def row_of(numbers: str, beside: str) -> str:
    """Faces with these numbers on top, none of them a card that lies beside."""
    taken = {tuple(sorted(face.split("/"))) for face in beside.split()}
    faces = []
    for top in numbers.split("-"):
        free = [str(b) for b in range(1, 11) if str(b) != top and tuple(sorted((top, str(b)))) not in taken]
        taken.add(tuple(sorted((top, free[0]))))
        faces.append(f"{top}/{free[0]}")
    return " ".join(faces)


STRENGTH = [
    ("3-4", "1-1; 4-5; 5-4; 9-8; 1-2-3; 3-2-1", "2-3; 3-4; 4-3; 10"),
    ("6-6", "7-7; 1-2-3; 1-1-1", "9-10; 5-5; 6-6; 10"),
    ("7", "8; 1-2; 1-1", "7; 6"),
    ("2-3-4", "3-4-5; 5-4-3; 1-1-1; 1-2-3-4", "9-9; 1-2-3; 4-3-2; 2-3-4"),
]
REDUCED = [("7-8", "8-9; 9-8; 7-7; 1-1; 6-7-8", "7-8; 8-7; 6-7; 10")]


@pytest.mark.parametrize(
    ("prior", "played", "can"),
    [
        pytest.param(prior, played, can, id=f"{example}: {played} {'beats' if can else 'does not beat'} {prior}")
        for example, lines in (("SCT-E04", STRENGTH), ("SCT-E07", REDUCED))
        for prior, stronger, weaker in lines
        for can, group in ((True, stronger), (False, weaker))
        for played in group.split("; ")
    ],
)
def test_SCT_E04_and_SCT_E07_strength(prior, played, can):
    """[SCT-17] [SCT-18] [SCT-19] [SCT-R08] [SCT-R11]"""
    lies = row_of(prior, "")
    row = row_of(played, lies)
    table = Table({"players": 4, "table": lies, "turn": "B", "B": row, "A": "9/8", "C": "9/7", "D": "9/6"})
    whole = f"play 0 {len(row.split())}"
    assert (whole in table.legal()) == can
    assert (table.why_not("B", whole) is None) == can


def test_SCT_E05_play_and_capture():
    """[SCT-20] [SCT-21]"""
    table = Table("turn: B\nowner: A\ntable: 3/9 4/8\nA: 1/2\nB: 2/7 5/1 5/6 9/4\nC: 1/3")
    assert table.legal("play") == ["play 1 2"]
    table.do("Play(1,2)")
    assert table.captured == [0, 2, 0]
    assert (table.table, table.owner) == ("5/1 5/6", "B")
    assert table.hand("B") == "2/7 9/4"
    assert table.tokens == [0, 0, 0]
    assert table.turn == "C"


def scouted_E06():
    table = Table("turn: B\nowner: A\ntable: 7/1 8/2 9/3\nA: 1/2\nB: 6/4 2/5\nC: 1/3")
    assert len(table.legal("scout")) == 2 * 2 * 3
    return table.do("Scout(R, rotated, 2)")


def test_SCT_E06_scout():
    """[SCT-22] [SCT-23] [SCT-24] [SCT-25] [SCT-48]"""
    table = scouted_E06()
    assert table.hand("B") == "6/4 2/5 3/9"
    assert (table.table, table.owner) == ("7/1 8/2", "A")
    assert table.tokens == [1, 0, 0]
    assert table.counter == 1


def test_SCT_E07_the_reduced_set_is_7_8():
    """[SCT-25] [SCT-R08]"""
    table = scouted_E06()
    assert tuple(strength(table.state.table, 0, table.state.table_size)) == (2, RUN, 7)


def test_SCT_E08_emptied_set_before_the_end():
    """[SCT-26] [SCT-R05] [SCT-R14]"""
    table = Table("A: 10/3 1/4\nB: 5/6\nC: 2/8 9/1 9/4\nD: 7/3")
    assert table.legal() == table.legal("play")
    table.do("Play(0,1)", "Scout(L, no, 0)")
    assert table.tokens == [1, 0, 0, 0]
    assert (table.table, table.owner, table.turn) == ("", "-", "C")
    assert table.markers[2] == 1
    assert table.legal() == ["play 0 1", "play 1 1", "play 2 1", "play 1 2"]
    table.do("Play(0,1)")
    assert (table.captured[2], table.owner, table.counter) == (0, "C", 0)


def test_SCT_E09_condition_ii_with_an_emptied_table():
    """[SCT-33] [SCT-36] [SCT-R06]"""
    table = Table(filled(3, ["4/8 4/9 1/9 3/9 6/9 7/9 8/9", 9, 8], [6, 4, 2], tokens="1 1 2")).do("Play(0,2)")
    assert table.hands == [5, 9, 8]
    table.do("Scout(L, no, 0)", "Scout(L, no, 0)")
    assert table.round_over() == ("scouted", "A", [9, -5, -5])


def test_SCT_E10_the_same_with_four_players_does_not_end():
    """[SCT-33] [SCT-R05] [SCT-R22]"""
    table = Table("A: 8/1 8/2 3/4\nB: 1/2\nC: 1/3\nD: 5/6 5/9")
    table.do("Play(0,2)", "Scout(L, no, 0)", "Scout(L, no, 0)")
    assert (table.table, table.turn) == ("", "D")
    assert table.legal() == table.legal("play")
    table.do("Play(0,1)")
    assert table.round_over() is None
    assert (table.owner, table.counter, table.tokens[0], table.turn) == ("D", 0, 2, "A")


def test_SCT_E11_condition_ii_with_a_card_left():
    """[SCT-33] [SCT-36] [SCT-37]"""
    position = filled(4, [3, 5, 7, 6], [8, 5, 4, 2], "5/10 6/10 7/10 8/10", owner="A", turn="B", tokens="2 2 3 1")
    table = Table(position).do("Scout(L, no, 0)", "Scout(L, no, 0)", "Scout(L, no, 0)")
    assert table.round_over() == ("scouted", "A", [13, 1, -1, -4])


def test_SCT_E12_double_action_that_goes_out():
    """[SCT-28] [SCT-29] [SCT-30] [SCT-31] [SCT-32]"""
    table = Table("turn: B\nowner: A\ntable: 6/2 6/9 6/10\nA: 1/2\nB: 5/1 4/8\nC: 1/3\nD: 1/4\nE: 2/3")
    assert table.legal("play") == []
    table.apply(1, "double L keep 0")
    assert (table.hand("B"), table.table, table.tokens[0]) == ("6/2 5/1 4/8", "6/9 6/10", 1)
    assert (table.turn, table.markers[1], table.round_over()) == ("B", 0, None)
    table.do("Play(0,3)")
    ending, seat, scores = table.round_over()
    assert (ending, seat) == ("out", "B")
    assert scores == [0, 2, -1, -1, -1]


def test_SCT_E13_double_action_on_a_single():
    """[SCT-30] [SCT-49]"""
    table = Table("turn: B\nowner: A\ntable: 9/4\nA: 5/6\nB: 1/2 7/3\nC: 5/8")
    assert [len(table.legal(verb)) for verb in ("play", "scout", "double")] == [0, 6, 6]
    plays = 0
    for text in table.legal("double"):
        after = Table("turn: B\nowner: A\ntable: 9/4\nA: 5/6\nB: 1/2 7/3\nC: 5/8")
        after.apply(1, text)
        assert len(after.legal()) == len(after.legal("play")) == 3
        plays += len(after.legal())
    assert plays == 18
    table.do("Double(L, rotated, 2, 0, 1)")
    assert (table.table, table.hand("B"), table.owner) == ("1/2", "7/3 4/9", "B")
    assert (table.tokens, table.captured[1], table.markers[1]) == ([1, 0, 0], 0, 0)


def test_SCT_E14_double_action_not_available():
    """[SCT-29] [SCT-R09]"""
    table = Table("turn: B\nowner: A\ntable: 9/1 9/2 9/3\nA: 5/6\nB: 4/5 7/8\nC: 1/2")
    assert [len(table.legal(verb)) for verb in ("play", "scout", "double")] == [0, 12, 0]
    assert table.why_not("B", "double L keep 0") == "SCT-29"


def test_SCT_E15_double_action_breaks_the_chain():
    """[SCT-33] [SCT-R10] [SCT-R06]"""
    table = Table("A: 5/1 5/2 9/8 3/4\nB: 6/7 1/4\nC: 2/8 3/8 6/1")
    table.do("Play(0,2)", "Scout(L, no, 0)")
    assert table.counter == 1
    table.do("Double(L, no, 3, 0, 2)")
    assert (table.round_over(), table.owner, table.counter, table.tokens) == (None, "C", 0, [2, 0, 0])
    assert (table.hand("C"), table.captured[2]) == ("6/1 5/2", 0)
    table.do("Scout(L, no, 0)", "Scout(L, no, 0)")
    assert table.round_over() == ("scouted", "C", [-1, -4, 2])


def test_SCT_E16_condition_i():
    """[SCT-32] [SCT-36] [SCT-37] [SCT-R15] [SCT-R21]"""
    table = Table(filled(3, [8, "8/7 8/9 8/6", 6], [7, 7, 3], "1/8 1/9", turn="B", tokens="2 4 0"))
    table.do("Play(0,3)")
    assert table.round_over() == ("out", "B", [1, 13, -3])


def test_SCT_E17_start_players():
    """[SCT-06] [SCT-40] [SCT-41]"""
    match = deal_match(4, four_rows(), start="C")
    starts, number = [], 0
    while not match.over:
        if match.state.round_number != number:
            number = int(match.state.round_number)
            starts.append(LETTERS[match.state.start_seat])
        match.apply(match.acting[0], match.legal(match.acting[0])[0])
    assert starts == ["C", "D", "A", "B"]


def four_rows():
    cards = [f"{low}/{high}" for high in range(2, 11) for low in range(1, high)][:44]
    return [" ".join(cards[at : at + 11]) for at in range(0, 44, 11)]


def test_SCT_E17_a_shared_victory():
    """[SCT-42]"""
    scores = "20 10 20 5 | 1 7 1 4 | 0 0 0 0 | 0 0 0 0"
    over = Table({"players": 4, "phase": "over", "ending": "rounds", "scores": scores})
    result = SCOUT.describe.result(over.state)
    assert result["scores"] == [21, 17, 21, 9]
    assert result["winners"] == [0, 2]


@pytest.mark.parametrize("answer", ["rotate no", "rotate yes"])
def test_SCT_E18_out_on_the_first_turn(answer):
    """[SCT-15] [SCT-32]"""
    first = [f"{low}/10" for low in range(1, 10)]
    rest = [f"{low}/{high}" for high in range(2, 10) for low in range(1, high)]
    rows = [" ".join(first)] + [" ".join(rest[at : at + 9]) for at in range(0, 36, 9)]
    match = deal_match(5, rows)
    for seat in range(5):
        match.apply(seat, answer if seat == 0 else "rotate no")
    match.apply(0, "play 0 9")
    assert match.state.score[0].tolist() == [0, -9, -9, -9, -9]
    assert match.state.round_number == 2


def test_SCT_E19_a_round_can_go_on_for_ever():
    """[SCT-R16] [SCT-R17]"""
    table = Table("A: 1/2 8/9\nB: 5/6 3/9\nC: 2/4 7/9\nstall_limit: 120")
    at_first = [table.hand(seat) for seat in "ABC"]
    for turn in range(1, 121):
        assert table.round_over() is None
        table.do("Play(0,1)" if turn % 2 else "Scout(L, no, 0)")
        if turn == 12:
            assert [table.hand(seat) for seat in "ABC"] == at_first
            assert (table.table, table.turn, table.tokens, table.captured) == ("", "A", [2, 2, 2], [0, 0, 0])
    assert table.round_over() == ("stalled", "-", [18, 18, 18])
    assert SCOUT.describe.result(table.state)["stalled"]


def test_SCT_E20_a_set_too_short_for_ii():
    """[SCT-R22]"""
    table = Table("A: 3/1 3/2 3/4 9/8\nB: 1/2\nC: 1/4\nD: 1/5\nE: 6/7 6/8")
    table.do("Play(0,3)", "Scout(L, no, 0)", "Scout(L, no, 0)", "Scout(L, no, 0)")
    assert (table.table, table.turn, table.round_over()) == ("", "E", None)
    assert table.legal() == table.legal("play")


# --- Whole rounds ----------------------------------------------------------------------------------------------------

E21_DEAL = """
A keep   1/4 1/6 9/4 4/5 8/2 7/1 4/7 6/2 8/1 8/3 2/1 6/4
B rotate 2/7 3/9 6/8 8/9 5/1 5/3 9/1 2/4 3/2 8/7 8/4 7/3
C rotate 2/5 7/9 7/5 6/3 3/4 8/5 3/1 7/6 9/6 5/6 9/2 9/5
"""
E21 = """
| 1 | A | Play(1,1) | 1/6 (A) | 0 0 0 | 0 0 0 | 11 12 12 | 0 |
| 2 | B | Scout(L,rot,3) | none | 1 0 0 | 0 0 0 | 11 13 12 | 1 |
| 3 | C | Play(4,2) | 4/3 5/8 (C) | 1 0 0 | 0 0 0 | 11 13 10 | 0 |
| 4 | A | Play(7,2) | 8/1 8/3 (A) | 1 0 0 | 2 0 0 | 9 13 10 | 0 |
| 5 | B | Scout(R,rot,9) | 8/1 (A) | 2 0 0 | 2 0 0 | 9 14 10 | 1 |
| 6 | C | Double(L,no,0,6,3) | 6/7 6/9 6/5 (C) | 3 0 0 | 2 0 0 | 9 14 8 | 0 |
| 7 | A | Double(R,rot,6,5,3) | 4/7 5/6 6/2 (A) | 3 0 1 | 4 0 0 | 7 14 8 | 0 |
| 8 | B | Double(L,rot,3,1,4) | 9/3 8/6 7/4 6/1 (B) | 4 0 1 | 4 2 0 | 7 11 8 | 0 |
| 9 | C | Scout(L,rot,7) | 8/6 7/4 6/1 (B) | 4 1 1 | 4 2 0 | 7 11 9 | 1 |
| 10 | A | Scout(L,rot,5) | 7/4 6/1 (B) | 4 2 1 | 4 2 0 | 8 11 9 | end |
"""

E22_DEAL = """
A rotate 3/7 8/2 7/8 10/2 1/8 6/3 4/6 3/1 3/9
B rotate 10/3 4/9 2/9 8/10 7/6 6/5 8/4 6/10 6/2
C keep   3/2 7/10 4/7 1/5 2/1 7/5 3/8 2/7 1/7
D rotate 9/5 10/9 2/5 1/4 9/7 5/4 10/4 6/9 4/2
E keep   6/8 3/4 10/5 9/1 1/6 1/10 5/3 8/9 5/8
"""
E22 = """
| 1 | A | Play(1,1) | 2/8 (A) | 0 0 0 0 0 | 0 0 0 0 0 | 0 |
| 2 | B | Play(4,3) | 6/7 5/6 4/8 (B) | 0 0 0 0 0 | 0 1 0 0 0 | 0 |
| 3 | C | Double(R,no,6,6,4) | 4/8 3/8 2/7 1/7 (C) | 0 1 0 0 0 | 0 1 2 0 0 | 0 |
| 4 | D | Double(L,no,6,5,3) | 4/5 4/8 4/10 (D) | 0 1 1 0 0 | 0 1 2 3 0 | 0 |
| 5 | E | Double(R,rot,2,2,2) | 10/4 10/5 (E) | 0 1 1 1 0 | 0 1 2 3 2 | 0 |
| 6 | A | Double(L,rot,6,0,2) | 7/3 8/7 (A) | 0 1 1 1 1 | 1 1 2 3 2 | 0 |
| 7 | B | Play(1,2) | 9/4 9/2 (B) | 0 1 1 1 1 | 1 3 2 3 2 | 0 |
| 8 | C | Scout(L,rot,6) | 9/2 (B) | 0 2 1 1 1 | 1 3 2 3 2 | 1 |
| 9 | D | Play(2,2) | 5/2 4/1 (D) | 0 2 1 1 1 | 1 3 2 4 2 | 0 |
| 10 | E | Play(3,2) | 1/6 1/10 (E) | 0 2 1 1 1 | 1 3 2 4 4 | 0 |
| 11 | A | Scout(R,rot,6) | 1/6 (E) | 0 2 1 1 2 | 1 3 2 4 4 | 1 |
| 12 | B | Double(L,no,4,1,2) | 10/8 10/6 (B) | 0 2 1 1 3 | 1 3 2 4 4 | 0 |
| 13 | C | Scout(R,no,6) | 10/8 (B) | 0 3 1 1 3 | 1 3 2 4 4 | 1 |
| 14 | D | Scout(L,rot,2) | none | 0 4 1 1 3 | 1 3 2 4 4 | 2 |
| 15 | E | Play(1,1) | 3/4 (E) | 0 4 1 1 3 | 1 3 2 4 4 | 0 |
| 16 | A | Scout(L,no,5) | none | 0 4 1 1 4 | 1 3 2 4 4 | 1 |
| 17 | B | Play(0,3) | 3/10 2/6 1/6 (B) | 0 4 1 1 4 | 1 3 2 4 4 | end |
"""


def begin_round(players: int, deal: str) -> Match:
    lines = [line.split() for line in deal.strip().splitlines()]
    match = deal_match(players, [" ".join(line[2:]) for line in lines])
    for seat, line in enumerate(lines):
        match.apply(seat, "rotate yes" if line[1] == "rotate" else "rotate no")
    return match


def play_round(match: Match, moves: str) -> Table:
    """Play the lines of a table, checking every column, until the last line; gives the position before that."""
    for line in moves.strip().splitlines():
        _, player, action, prior, tokens, captured, *hands, counter = [cell.strip() for cell in line[1:-1].split("|")]
        before = Table(match.position())
        assert before.turn == player
        for text in in_words(action):
            match.apply(LETTERS.index(player), text)
        if counter == "end":
            return before
        now = Table(match.position())
        assert (f"{now.table} ({now.owner})" if now.table else "none") == prior
        assert now.tokens == [int(x) for x in tokens.split()]
        assert now.captured == [int(x) for x in captured.split()]
        assert not hands or now.hands == [int(x) for x in hands[0].split()]
        assert now.counter == int(counter)
    raise AssertionError("the round did not end")


def test_SCT_E21_a_whole_round_of_three():
    match = begin_round(3, E21_DEAL)
    before = play_round(match, E21)
    assert before.hand("A") == "1/4 9/4 4/5 8/2 7/1 2/1 6/4"
    assert before.hand("B") == "7/2 9/8 1/5 3/5 1/9 4/2 3/8 2/3 7/8 4/8 3/7"
    assert before.hand("C") == "8/1 5/2 9/7 5/7 3/6 1/3 2/9 3/9 5/9"
    before.state.round_number = 3  # the last round, so that the end stays on the table
    before.do("Scout(L,rot,5)")
    assert before.hand("A") == "1/4 9/4 4/5 8/2 7/1 6/8 2/1 6/4"
    assert (before.table, before.tokens, before.hands) == ("7/4 6/1", [4, 2, 1], [8, 11, 9])
    assert sum(before.hands) + sum(before.captured) + 2 == 36
    result = SCOUT.describe.result(match.state)
    assert result["rounds"] == [{"ending": "scouted", "seat": 1, "scores": [0, 4, -8]}]
    assert LETTERS[match.state.start_seat] == "B"


def test_SCT_E22_a_whole_round_of_five():
    match = begin_round(5, E22_DEAL)
    before = play_round(match, E22)
    before.state.round_number = 5
    before.do("Play(0,3)")
    assert (before.table, before.owner) == ("3/10 2/6 1/6", "B")
    assert (before.tokens, before.captured) == ([0, 4, 1, 1, 4], [1, 3, 2, 4, 4])
    assert before.hands == [9, 0, 8, 6, 5]
    assert sum(before.hands) + sum(before.captured) + 3 == 45
    result = SCOUT.describe.result(match.state)
    assert result["rounds"] == [{"ending": "out", "seat": 1, "scores": [-8, 7, -5, -1, 3]}]
