"""The worked examples of the rules page, by their ids."""

import pytest

from lasttrick.core.match import Match
from lasttrick.core.words import seat_letter
from lasttrick.games.ten_tricks_later import notation, rules
from lasttrick.games.ten_tricks_later.state import VALUES
from tests.games.ten_tricks_later.table import GAME, LETTERS, at, boards, has_board, legal_cards, play, trick


@pytest.mark.parametrize(
    ("players", "removed", "survivors", "infected"),
    [
        pytest.param(3, "B", 108, 21, id="TTL-E01 three players"),
        pytest.param(4, "-", 144, 28, id="TTL-E01 four players"),
    ],
)
def test_TTL_E01_decks(players, removed, survivors, infected):
    """[TTL-02] [TTL-03] [TTL-04] [TTL-05]"""
    state = at(players=players, removed=removed).state
    deck = [c for c in range(41) if rules.is_in_deck(state, c)]
    assert len(deck) == 10 * players
    assert sum(c % VALUES + 1 for c in deck if c < 32) == survivors
    assert sum(c - 32 for c in deck if c >= 32) == infected
    assert notation.read_card("P8") not in deck


@pytest.mark.parametrize(
    ("hand", "led", "playable"),
    [
        pytest.param("R4 G2 G7 P3 P5", "R8", "R4 P3 P5", id="one of the led colour: it or an Infected"),
        pytest.param("R4 G2 G7 P3 P5", "G1", "G2 G7", id="two of the led colour: one of them"),
        pytest.param("R4 G2 G7 P3 P5", "Y6", "R4 G2 G7 P3 P5", id="none of the led colour: anything"),
        pytest.param("R4 G2 G7 P3 P5", "P2", "R4 G2 G7 P3 P5", id="purple led: anything"),
        pytest.param("R4 G2 G7", "R8", "R4", id="one of the led colour, no Infected: it"),
    ],
)
def test_TTL_E02_following(hand, led, playable):
    assert legal_cards(at(A="", B=hand, trick=f"A:{led}", ban="off"), "B") == playable


@pytest.mark.parametrize(
    ("hand", "ban", "playable"),
    [
        pytest.param("G2 P3 P5", "on", "G2", id="ban on: Survivors only"),
        pytest.param("G2 P3 P5", "off", "G2 P3 P5", id="ban off: anything"),
        pytest.param("P3 P5", "on", "P3 P5", id="nothing but Infected: any of them"),
    ],
)
def test_TTL_E03_leading(hand, ban, playable):
    assert legal_cards(at(A=hand, ban=ban)) == playable


@pytest.mark.parametrize(("unlock", "next_lead"), [("default", "R1 P6"), ("followers_only", "R1")])
def test_TTL_E04_a_forced_infected_lead_unlocks(unlock, next_lead):
    match = trick("A:P3 B:G2 C:Y4", A="P5", C="R1 P6 | U{G3 Y8} T 2", unlock=unlock)
    assert has_board(match, "C", "U{G2 Y4 Y8} X{G3} T 0"), boards(match)
    assert has_board(match, "A", "T 3")
    assert has_board(match, "B", "T 2")
    assert legal_cards(match, "C") == next_lead


def test_TTL_E05_the_ban_comes_back():
    """[TTL-12] [TTL-R01] [TTL-48]"""
    match = trick("A:R7 B:P2 C:R1", tricks=9, ban="off")
    assert match.state.round_number == 2
    assert match.state.ban == 1


TRICKS = [
    ("TTL-E06", "A:R5 B:R7 C:G8", {}, "B", {"B": "U{R5 R7 G8}", "A": "T 5", "C": "T 8"}),
    ("TTL-E07", "A:Y8 B:Y1 C:Y5", {"B": "| T 2"}, "B", {"B": "U{Y5 Y8} L[Y1] T 1", "A": "T 8", "C": "T 5"}),
    ("TTL-E08", "A:R3 B:B1 C:B8 D:R2", {}, "A", {"A": "U{R2 R3 B1 B8}", "B": "T 1", "C": "T 8", "D": "T 2"}),
    (
        "TTL-E09",
        "A:R3 B:B1 C:P7 D:B8",
        {"B": "| U{G4 Y8} L[Y2] T 3"},
        "B",
        {"B": "U{B1 R3 Y8 B8} L[Y2] X{G4} T 0", "A": "T 3", "C": "T 7", "D": "T 8"},
    ),
    ("TTL-E10", "A:R8 B:R1 C:G1 D:G8", {}, "B", {"B": "U{R1 G1 R8 G8}", "A": "T 8", "C": "T 1", "D": "T 8"}),
    (
        "TTL-E11",
        "A:G6 B:P6 C:Y6 D:B6",
        {"C": "| T 3", "D": "| U{R6 R7} T 5"},
        "D",
        {"D": "U{G6 Y6 B6 R7} X{R6} T 0", "A": "T 6", "B": "T 6", "C": "T 3"},
    ),
    ("TTL-E12", "A:R4 B:P4 C:R2", {"A": "| T 6"}, "A", {"A": "U{R2 R4} T 0", "B": "T 4", "C": "T 2"}),
    (
        "TTL-E13",
        "A:Y7 B:P2 C:P3",
        {"A": "| U{G3 R5 R6} L[Y1 G1] T 2", "C": "| T 7"},
        "A",
        {"A": "U{R6 Y7} L[Y1 G1] X{G3 R5} T 0", "B": "T 2", "C": "T 7"},
    ),
    (
        "TTL-E14",
        "A:B5 B:P0 C:B3 D:B8",
        {"A": "| T 4", "B": "| T 6", "C": "| T 1", "D": "| U{G6} T 5"},
        "D",
        {"D": "U{B3 B5 G6 B8} T 0", "A": "T 4", "B": "T 6", "C": "T 4"},
    ),
    (
        "TTL-E14 contrast",
        "A:B5 B:B2 C:B3 D:B8",
        {"A": "| T 4", "B": "| T 6", "C": "| T 1", "D": "| U{G6} T 5"},
        "D",
        {"D": "U{B5 G6 B8} L[B2 B3] T 0", "B": "T 8"},
    ),
    (
        "TTL-E15",
        "A:Y8 B:Y1 C:Y2 D:R3",
        {"A": "| U{R1 G2 B4 B7} T 0"},
        "B",
        {"A": "U{B7} L[R1 G2 B4] T 1", "B": "U{Y1 Y2 R3 Y8}", "C": "T 2", "D": "T 3"},
    ),
    ("TTL-E16 second case", "A:Y6 B:Y4 C:Y2", {"B": "| U{R2 G3} T 0"}, "A", {"B": "U{G3} L[R2] T 2"}),
    ("TTL-E17", "A:R7 B:R3 C:R2", {"B": "| U{Y3} T 0"}, "A", {"B": "L[Y3] T 0"}),
    ("TTL-E17 strict", "A:R7 B:R3 C:R2", {"B": "| U{Y3} T 0", "rescue": "strict"}, "A", {"B": "U{Y3} T 3"}),
    ("TTL-E18", "A:R7 B:R4 C:R3", {"B": "| T 5", "C": "| T 5"}, "A", {"B": "T 5", "C": "T 8"}),
    ("TTL-E19", "A:Y8 B:Y2 C:Y5", {"A": "| U{G7} T 6"}, "A", {"A": "U{Y5 G7 Y8} L[Y2] T 4", "B": "T 2", "C": "T 5"}),
    (
        "TTL-E20",
        "A:P2 B:P6 C:P5",
        {"B": "| U{R7 G8} L[Y1] T 4", "ban": "off"},
        "B",
        {"B": "L[Y1] X{R7 G8} T 0", "A": "T 2", "C": "T 5"},
    ),
    (
        "TTL-E21",
        "A:R8 B:P8 C:R3",
        {"A": "| U{G5 Y8} L[R1] T 4", "exchange": "B G1"},
        "A",
        {"A": "U{R3 R8} L[R1] X{G5 Y8} T 0", "B": "T 8", "C": "T 3"},
    ),
]


@pytest.mark.parametrize(("plays", "before", "winner", "after"), [pytest.param(*t[1:], id=t[0]) for t in TRICKS])
def test_a_trick(plays, before, winner, after):
    match = trick(plays, players=len(plays.split()), **before)
    assert seat_letter(match.state.lead) == winner
    for seat, board in after.items():
        assert has_board(match, seat, board), boards(match)


@pytest.mark.parametrize(
    ("plays", "before", "seat", "score"),
    [
        pytest.param("A:R8 B:R1 C:R2", {"A": "| U{G5} T 0"}, "A", 1, id="TTL-E16 rescue is compulsory"),
        pytest.param("A:R1 B:R8 C:R2 D:R3", {"B": "| U{B8} T 0"}, "B", 1, id="TTL-E17 second case"),
        pytest.param("A:R1 B:R8 C:R2 D:R3", {"B": "| U{B8} T 0", "rescue": "strict"}, "B", 3, id="TTL-E17 strict"),
    ],
)
def test_a_last_trick(plays, before, seat, score):
    match = trick(plays, players=len(plays.split()), tricks=9, **before)
    assert match.state.score[LETTERS.index(seat)] == score


def test_TTL_E22_exchange_with_two_wishers():
    """[TTL-09] [TTL-10] [TTL-11] [TTL-R03] [TTL-R04] [TTL-R14] [TTL-53] [TTL-54] [TTL-62]"""
    match = at(
        players=4, phase="wish", lead="-", wishes="open open open open",
        A="R1 R3 R4 R5 R6 R7 G2 G3 G4 G6", B="G7 G8 Y1 Y2 Y5 P0 P1 P2 P3 P4",
        C="R8 R2 G1 G5 Y3 Y4 Y8 B2 B6 B7", D="Y6 Y7 B1 B3 B4 B5 B8 P5 P6 P7",
    )  # fmt: skip
    for seat, wish in ((1, "no"), (2, "yes"), (3, "no")):
        match.apply(seat, f"wish {wish}")
    match.apply(0, "wish yes", tape=[2])
    assert match.acting == [2]
    assert len(match.legal(2)) == 10
    match.apply(2, "give R8")
    assert notation.cards(match.state.hand[2]) == "R2 G1 G5 Y3 Y4 Y8 B2 B6 B7 P8"
    in_play = sum(int(h) for h in match.state.hand)
    assert (in_play & ((1 << 32) - 1)).bit_count() == 31
    assert (in_play >> 32).bit_count() == 9
    assert match.view(2).given == notation.read_card("R8")
    assert all(match.view(s).given == -1 for s in (-1, 0, 1, 3))
    public = match.view(-1)
    assert [int(w) for w in public.wish] == [2, 1, 2, 1]
    assert public.exchanger == 2


@pytest.mark.parametrize(
    ("board", "score"),
    [
        pytest.param("L[R1 R2 R3 R4] X{B1} T 8", 6, id="TTL-E23 lower 4, lost 1, track 8"),
        pytest.param("L[R1 R2] X{B1 B2 B3 B4 B5} T 8", 0, id="TTL-E23 lower 2, lost 5, track 8"),
        pytest.param("L[R1] X{B1 B2 B3 B4 B5 B6} T 3", 0, id="TTL-E23 raw -5"),
        pytest.param("U{B6 B7 B8} L[R1 R2 R3 R4 R5] T 7", 5, id="TTL-E23 the upper side counts nothing"),
    ],
)
def test_TTL_E23_round_scores(board, score):
    """[TTL-44] [TTL-45]"""
    state = at(A=f"| {board}").state
    assert max(0, rules.raw_score(state, 0)) == score


def test_TTL_E24_next_lead():
    """[TTL-49] [TTL-R11] [TTL-64]: raw -5 and raw 0 tie, so chance decides between B and C and can give either."""
    leads = set()
    for seed in range(40):
        match = at(
            "A:G8 B:G1 C:P1", tricks=9, chance=f"{seed:064x} 0",
            A="| L[R1 R2 R3 R4 R5 R6] T 3", B="| L[Y1] X{Y2 Y3 Y4 Y5 Y6 Y7} T 3", C="| T 3",
        )  # fmt: skip
        play(match, "A:G8 B:G1 C:P1")
        assert [int(s) for s in match.state.score[:3]] == [6, 0, 0]
        leads.add(seat_letter(match.state.lead))
    assert leads == {"B", "C"}


@pytest.mark.parametrize(
    ("totals", "uppers", "over", "winners"),
    [
        pytest.param("9 9 9", (0, 0, 0), False, "", id="TTL-E25 nobody has 10: play on"),
        pytest.param("9 12 4", (0, 0, 0), True, "B", id="TTL-E25 highest total"),
        pytest.param("11 11 10", (2, 3, 7), True, "B", id="TTL-E25 tie broken by the upper side"),
        pytest.param("12 12 10", (1, 1, 0), True, "A B", id="TTL-E25 shared"),
        pytest.param("14 10 3", (0, 0, 0), True, "A", id="TTL-E25 highest, not first to ten"),
    ],
)
def test_TTL_E25_end_of_the_game(totals, uppers, over, winners):
    """[TTL-47] [TTL-50] [TTL-51] [TTL-52] [TTL-R20]"""
    cards = iter(f"{c}{v}" for c in "RGYB" for v in range(1, 9))
    lines = {LETTERS[s]: "| U{" + " ".join(next(cards) for _ in range(n)) + "}" for s, n in enumerate(uppers)}
    match = at(totals=totals, **lines)
    assert (max(match.state.total) >= match.state.target) == over
    match.state.phase, match.state.ending = 3, 1
    if over:
        assert " ".join(seat_letter(s) for s in match.result["winners"]) == winners


E26_HANDS = {
    "A": "R3 R4 R5 R6 G8 Y3 Y7 P2 P3 P4",
    "B": "R2 G1 G3 G4 G6 G7 Y1 Y2 Y4 P6",
    "C": "R1 R7 R8 G2 G5 Y5 Y6 Y8 P1 P5",
}
E26 = """
A:R6 B:P6 C:R8 > C | T 6 | T 6 | U{R6 R8} T 0
C:R1 A:R4 B:R2 > A | U{R4} L[R1 R2] T 3 | T 8 | U{R6 R8} T 1
A:P3 B:G7 C:R7 > C | L[R1 R2 R4] T 2 | T 8 | U{R6 R7 G7 R8} T 0
C:G2 A:G8 B:G6 > A | U{G6 G8} L[R1 R2 R4 G2] T 0 | T 8 | U{R6 R7 G7 R8} T 2
A:Y7 B:Y1 C:Y8 > B | U{G8} L[R1 R2 R4 G2 G6] T 1 | U{Y8} L[Y1 Y7] T 0 | U{R6 R7 G7 R8} T 2
B:G1 C:G5 A:P4 > C | U{G8} L[R1 R2 R4 G2 G6] T 5 | U{Y8} L[Y1 Y7] T 1 | U{G1 G5 R6 R7 G7 R8} T 0
C:P1 A:Y3 B:G3 > B | L[R1 R2 R4 G2 G6 G8] T 0 | U{G3 Y3 Y8} L[Y1 Y7] T 0 | U{G5 R6 R7 G7 R8} L[G1] T 0
B:Y2 C:Y6 A:R3 > C | L[R1 R2 R4 G2 G6 G8] T 3 | U{G3 Y3 Y8} L[Y1 Y7] T 2 | U{Y2 R3 G5 R6 Y6 R7 G7 R8} L[G1] T 0
C:Y5 A:R5 B:Y4 > C | L[R1 R2 R4 G2 G6 G8] T 8 | U{Y8} L[Y1 Y7 G3 Y3] T 0 | U{Y2 R3 Y4 R5 G5 Y5 R6 Y6 R7 G7 R8} L[G1] T 0
"""


@pytest.mark.parametrize(("rescue", "scores"), [("default", [9, 4, 0]), ("strict", [5, 4, 0])])
def test_TTL_E26_a_whole_round_of_three(rescue, scores):
    """The removed colour, the deal and the lead are laid out on tapes. [TTL-60] [TTL-61] [TTL-63]"""
    deal = [c.split() for c in E26_HANDS.values()]
    tape = notation.read_chance(None, "remove_colour", "B") + notation.read_chance(None, "deal", deal)
    match = Match(GAME, 3, {"rescue": rescue}, seed=0, tape=tape)
    for seat in (0, 1, 2):
        match.apply(seat, "wish no", tape=[0] if seat == 2 else ())
    for line in E26.strip().splitlines():
        head, *after = line.split(" | ")
        plays, winner = head.split(" > ")
        play(match, plays)
        assert seat_letter(match.state.lead) == winner
        if rescue == "default":
            for seat, board in zip("ABC", after, strict=True):
                assert has_board(match, seat, board), (line, boards(match))
    play(match, "C:P5 A:P2 B:G4")
    assert [int(s) for s in match.state.score[:3]] == scores
    assert seat_letter(match.state.lead) == "C"
    assert match.state.round_number == 2


E27 = """
D:G1 A:P3 B:G2 C:G8 > D 3 2 8 0
D:B1 A:P4 B:B2 C:R5 > C 7 4 0 0
C:Y7 D:Y1 A:P7 B:G6 > C 7 4 0 1
C:P2 D:Y5 A:G4 B:R6 > B 7 0 1 4
B:R2 C:R4 D:Y6 A:R1 > C 8 2 0 4
C:P5 D:Y3 A:B3 B:B6 > B 8 0 3 7
B:B8 C:R8 D:P0 A:R3 > C 8 2 0 7
C:Y2 D:Y8 A:Y4 B:P8 > D 8 2 2 0
D:G3 A:P1 B:G7 C:P6 > B 8 0 1 1
"""


def test_TTL_E27_a_whole_round_of_four_with_an_exchange():
    deal = [
        ["R1", "R3", "R7", "G4", "Y4", "B3", "P1", "P3", "P4", "P7"],
        ["R2", "R6", "G2", "G6", "G7", "B2", "B4", "B5", "B6", "B8"],
        ["R4", "R5", "R8", "G5", "G8", "Y2", "Y7", "P2", "P5", "P6"],
        ["G1", "G3", "Y1", "Y3", "Y5", "Y6", "Y8", "B1", "B7", "P0"],
    ]
    match = Match(GAME, 4, seed=0, tape=notation.read_chance(None, "deal", deal))
    for seat in (3, 2, 1, 0):
        match.apply(seat, "wish yes" if seat == 1 else "wish no")
    match.apply(1, "give B5", tape=[3])
    for line in E27.strip().splitlines():
        plays, _, after = line.partition(" > ")
        play(match, plays)
        winner, *tracks = after.split()
        assert seat_letter(match.state.lead) == winner
        assert [str(t) for t in match.state.track] == tracks
    story = match.game.notation.write(match.state)
    assert story["A"].endswith("T 8")
    last = play(match, "B:B4 C:G5 D:B7 A:R7")
    assert [int(s) for s in last.state.score] == [3, 0, 3, 2]
    assert seat_letter(last.state.lead) == "B"


def test_TTL_E27_final_boards():
    """The boards before they are cleared: with a target nobody can miss the same plays end the match."""
    deal = [
        ["R1", "R3", "R7", "G4", "Y4", "B3", "P1", "P3", "P4", "P7"],
        ["R2", "R6", "G2", "G6", "G7", "B2", "B4", "B5", "B6", "B8"],
        ["R4", "R5", "R8", "G5", "G8", "Y2", "Y7", "P2", "P5", "P6"],
        ["G1", "G3", "Y1", "Y3", "Y5", "Y6", "Y8", "B1", "B7", "P0"],
    ]
    match = Match(GAME, 4, {"target": 1}, seed=0, tape=notation.read_chance(None, "deal", deal))
    for seat in range(4):
        match.apply(seat, "wish yes" if seat == 1 else "wish no")
    match.apply(1, "give B5", tape=[3])
    for line in E27.strip().splitlines():
        play(match, line.partition(" > ")[0])
    play(match, "B:B4 C:G5 D:B7 A:R7")
    assert match.over
    for seat, board in {
        "A": "T 8",
        "B": "U{G7} L[Y3 B3 G3] X{G4 Y5 R6 B6} T 1",
        "C": "U{Y6 Y7 R8 B8} L[Y1 R1 R2 R3 R4 G6] X{B1 B2 R5} T 0",
        "D": "U{Y4 B4 G5 R7 B7 Y8} L[G1 G2 Y2] X{G8} T 1",
    }.items():
        assert has_board(match, seat, board), boards(match)
    assert match.result["winners"] == [2]  # A and C have 3; C has more on the upper side
