"""Hearts: what every game promises, the clauses of its page, and a match that stays as it is."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from lasttrick import checks, games
from lasttrick.checks import worlds
from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.trace import random_choice, trace_decisions

GAME = games.game("hearts")
GOLDEN = Path(__file__).with_name("playthrough.jsonl")


@pytest.mark.parametrize("case", list(checks.cases(GAME)), ids=lambda case: f"{case.players} players")
@pytest.mark.parametrize("check", checks.CHECKS, ids=checks.name_of)
def test_the_contract_holds(check, case):
    check(case)


def playthrough() -> str:
    lines = trace_decisions(Match(GAME, 4, {"target": "1"}, seed="playthrough"), random_choice(4))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def test_a_playthrough_is_as_it_was():
    """Where a rule has changed on purpose, write it anew: python tests/test_hearts.py"""
    assert playthrough() == GOLDEN.read_text(encoding="utf-8")


def at_table(**lines) -> Match:
    """In the middle of a fourth round, in which nothing is passed, with hearts broken."""
    return Match.from_position(GAME, lines)


def played(match: Match, cards: str) -> Match:
    for card in cards.split():
        match.apply(match.acting[0], f"play {card}")
    return match


def seats(match: Match, what: str) -> list:
    return [seat[what] for seat in match.describe(-1)["seats"]]


@pytest.mark.parametrize(
    ("hand", "lines", "playable"),
    [
        pytest.param("C3 C9 H2", {"trick": "A:C5"}, "C3 C9", id="HRT-08 holds the led suit: must follow"),
        pytest.param("D3 H2 SQ", {"trick": "A:C5"}, "D3 SQ H2", id="HRT-08 cannot follow: anything goes"),
        pytest.param("D3 H2 SQ", {"trick": "A:C2", "tricks": 0}, "D3", id="HRT-09 no points in the first trick"),
        pytest.param("H2 SQ", {"trick": "A:C2", "tricks": 0}, "SQ H2", id="HRT-09 unless there is nothing else"),
        pytest.param("C2 C3", {"turn": "B", "lead": "B", "tricks": 0}, "C2", id="HRT-07 the two of clubs leads"),
        pytest.param("C3 H2", {"turn": "B", "lead": "B", "broken": "off"}, "C3", id="HRT-10 no heart before one"),
        pytest.param("H2 H3", {"turn": "B", "lead": "B", "broken": "off"}, "H2 H3", id="HRT-10 unless all are"),
        pytest.param("SQ H2", {"turn": "B", "lead": "B", "broken": "off"}, "SQ", id="HRT-19 the queen may be led"),
    ],
)
def test_what_may_be_played(hand, lines, playable):
    assert at_table(B=hand, **lines).legal_text(1) == [f"play {card}" for card in playable.split()]


@pytest.mark.parametrize(
    ("trick", "winner", "points"),
    [
        pytest.param("C5 C9 HA C7", 1, 1, id="HRT-11 the highest of the led suit; HRT-13 a heart is a point"),
        pytest.param("S5 SQ SK S2", 2, 13, id="HRT-13 the queen of spades is thirteen"),
        pytest.param("H5 H9 H2 SQ", 1, 16, id="HRT-13 all together"),
    ],
)
def test_HRT_12_the_winner_takes_the_cards_and_leads(trick, winner, points):
    hands = {letter: f"{card} D{2 + n}" for n, (letter, card) in enumerate(zip("ABCD", trick.split(), strict=True))}
    match = played(at_table(**hands), trick)
    assert match.acting == [winner]
    assert seats(match, "points")[winner] == points


def test_HRT_10_HRT_19_a_heart_allows_to_lead_them_and_the_queen_does_not():
    match = at_table(A="C5 C2", B="SQ D3", C="H2 D4", D="C9 C6", broken="off")
    assert not played(match, "C5 SQ").describe(-1)["broken"]
    assert played(match, "H2").describe(-1)["broken"]


@pytest.mark.parametrize(("number", "receiver"), [(1, 1), (2, 3), (3, 2), (5, 1)])
def test_HRT_04_HRT_06_three_cards_go_to_the_seat_of_the_round_who_alone_sees_them(number, receiver):
    hands = {"A": "C3 C4 C5 C6", "B": "D2 D3 D4 D5", "C": "S2 S3 S4 S5", "D": "H2 H3 C2 H5"}
    match = at_table(round=number, phase="pass", tricks=0, broken="off", lead="-", **hands)
    assert match.acting == [0, 1, 2, 3], "HRT-05"
    for seat, cards in enumerate(("C3 C4 C5", "D2 D3 D4", "S2 S3 S4", "H2 H3 C2")):
        assert seats(match, "chosen")[seat] == 0
        for card in cards.split():
            match.apply(seat, f"pass {card}")
    assert set(match.describe(receiver)["seats"][receiver]["hand"]) >= {"C3", "C4", "C5"}
    assert "C6" in match.describe(0)["seats"][0]["hand"]
    told = [{event["card"] for event in match.story_for(seat) if event["event"] == "received"} for seat in range(4)]
    assert told[receiver] == {"C3", "C4", "C5"}
    assert all(len(cards) == 3 for cards in told)
    assert not any(event["event"] == "received" for event in match.story_for(-1))
    assert match.describe(-1)["lead"] == next(s for s in range(4) if "C2" in match.describe(s)["seats"][s]["hand"])


def test_HRT_04_in_the_fourth_round_nobody_passes():
    match = at_table(A="C3", B="C4", C="C5", D="C6", round=3, target=100)
    assert played(match, "C3 C4 C5 C6").describe(-1)["phase"] == "play"


def test_HRT_06_what_was_passed_is_with_its_receiver_in_every_world():
    passed = {"A passed": "D2 SQ D9", "B laid": "D9", "chosen": "3 3 3 3"}
    match = at_table(round=1, A="C3 C4", B="D2 SQ", C="S3 S4", D="H2 H3", **passed)
    world, rng = np.zeros(1, GAME.dtype), new_rng(1)
    for _ in range(30):
        GAME.view.determinize(match.view(0), 0, rng, world)
        assert world[0].hand[1] == match.state.hand[1]
        assert [bits.count(hand) for hand in world[0].hand] == [2, 2, 2, 2]


def dealt(world) -> list[int]:
    """The deal of a world in its first round: the cards each hand was played from, with the passed ones given back."""
    passed = [bits.members(cards) for cards in world.passed]
    deal = []
    for seat in range(4):
        hand = {*bits.members(world.hand[seat] | world.laid[seat]), int(world.played[seat])} - {-1}
        if world.phase != 0:
            hand = (hand - set(passed[seat - 1])) | set(passed[seat])
        deal += sorted(hand)
    return deal


def wound_back(world, match: Match) -> Match:
    """The world's own deal, its own hidden choices, and every play of the match."""
    again = Match(GAME, 4, match.options, seed=0, tape=dealt(world))
    passed = [bits.members(cards) for cards in world.passed]
    for seat, action in match.decisions:
        again.apply(seat, action if action >= 52 else passed[seat].pop())
    return again


@pytest.mark.parametrize("seed", range(3))
def test_a_sampled_world_wound_back_to_its_deal_allows_every_decision_so_far(seed):
    match, choose, rng = Match(GAME, 4, {"target": "1"}, seed=seed), random_choice(seed), new_rng(seed)
    world = np.zeros(1, GAME.dtype)
    while not match.over:
        for seat in range(-1, 4) if len(match.decisions) % 3 == 0 else ():
            GAME.view.determinize(match.view(seat), seat, rng, world)
            again = wound_back(world[0], match)
            again.state.key[:], again.state.events = world[0].key, world[0].events
            assert again.state.tobytes() == world[0].tobytes()
        match.apply(*choose(match))


def test_all_hands_that_fit_what_was_shown_are_equally_likely():
    """Two cards each are left; B has no spades, C has no diamonds, D was seen to have hearts and the queen alone."""
    left = {"A": "C3 C4", "B": "D2 H2", "C": "S3 SQ", "D": "H3 H4"}
    held = " ".join(left.values()).split()
    laid = " ".join(code for code in GAME.notation.DECK.codes if code not in held)
    match = at_table(**left, **{"A laid": laid}, voids="- SQ D CDS", tricks=11)
    fitting = {(b, c, d): 0 for b, c, d in splits(held[2:]) if fits(b, "SQ") and fits(c, "D") and fits(d, "CDS")}
    world, rng = np.zeros(1, GAME.dtype), new_rng(2)
    for _ in range(40 * len(fitting)):
        GAME.view.determinize(match.view(0), 0, rng, world)
        fitting[tuple(map(int, world[0].hand[1:]))] += 1
    assert len(fitting) == 9
    assert worlds.is_even(list(fitting.values()))


def splits(cards: list[str]):
    """Six cards as three hands of two."""
    numbers = [GAME.notation.read_card(card) for card in cards]
    for b in combinations(numbers, 2):
        for c in combinations([n for n in numbers if n not in b], 2):
            yield tuple(bits.pack(hand) for hand in (b, c, [n for n in numbers if n not in (*b, *c)]))


def fits(hand: int, void: str) -> bool:
    """No card of these suits; S is spades but the queen, Q the queen of spades."""
    suits = ["Q" if card == "SQ" else card[0] for card in GAME.notation.DECK.names(hand)]
    return not set(suits) & set(void)


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        pytest.param("5 0 0 20", [6, 0, 0, 20], id="HRT-13 HRT-16 points taken"),
        pytest.param("25 0 0 0", [0, 26, 26, 26], id="HRT-15 the moon"),
    ],
)
def test_HRT_14_a_round_ends_with_the_last_card(points, scores):
    match = played(at_table(A="CA", B="C4", C="H5", D="C6", points=points, target=1), "CA C4 H5 C6")
    assert match.result["scores"] == scores
    assert match.result["winners"] == [seat for seat in range(4) if scores[seat] == min(scores)], "HRT-18"
    assert match.result["ending"] == "target", "HRT-17"


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(), encoding="utf-8")
