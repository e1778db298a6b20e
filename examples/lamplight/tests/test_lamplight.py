"""Lamplight: what every game promises, the clauses of its page, and a match that stays as it is."""

import json
from pathlib import Path

import pytest

from lasttrick import checks, games
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice, trace_decisions

GAME = games.game("lamplight")
GOLDEN = Path(__file__).with_name("playthrough.jsonl")


@pytest.mark.parametrize("case", list(checks.cases(GAME)), ids=lambda case: f"{case.players} players")
@pytest.mark.parametrize("check", checks.CHECKS, ids=checks.name_of)
def test_the_contract_holds(check, case):
    check(case)


def playthrough() -> str:
    lines = trace_decisions(Match(GAME, 3, seed="playthrough"), random_choice(3))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def test_a_playthrough_is_as_it_was():
    """Where a rule has changed on purpose, write it anew: python tests/test_lamplight.py"""
    assert playthrough() == GOLDEN.read_text(encoding="utf-8")


def at_table(**lines) -> Match:
    return Match.from_position(GAME, {"players": 3, **lines})


@pytest.mark.parametrize(
    ("hand", "trick", "playable"),
    [
        pytest.param("O1 O4 W2", "A:O3", "O1 O4", id="holds the led suit: must follow"),
        pytest.param("W2 S5", "A:O3", "W2 S5", id="cannot follow: anything goes"),
    ],
)
def test_LMP_07_following(hand, trick, playable):
    assert at_table(trick=trick, B=hand).legal_text(1) == [f"play {card}" for card in playable.split()]


@pytest.mark.parametrize(
    ("trick", "winner", "drops"),
    [
        pytest.param("O3 O4 S8", 1, 3, id="LMP-08 the highest of the led suit; LMP-09 two drops, LMP-10 less one"),
        pytest.param("S1 S2 S3", 2, 0, id="LMP-10 as far as there are any"),
        pytest.param("O8 S1 S2", 0, 1, id="LMP-09 first the oil, LMP-10 then the storms"),
    ],
)
def test_a_trick_fills_the_lamp_of_its_winner(trick, winner, drops):
    cards = trick.split()
    match = at_table(A=f"{cards[0]} W1", B=f"{cards[1]} W2", C=f"{cards[2]} W3")
    for seat, card in enumerate(cards):
        match.apply(seat, f"play {card}")
    assert match.acting == [winner], "LMP-12"
    assert match.describe(-1)["seats"][winner]["lamp"] == drops


def winner_is_asked(lamps="2 2 2", **options) -> Match:
    match = at_table(A="W1 O1", B="W5 O2", C="O3 O4", lamps=lamps, **options)
    for seat, card in enumerate(("W1", "W5", "O3")):
        match.apply(seat, f"play {card}")
    return match


def test_LMP_11_with_a_wick_the_winner_may_blow_at_lamps_that_have_a_drop():
    match = winner_is_asked(lamps="2 2 0")
    assert match.legal_text(1) == ["blow A", "leave"]
    match.apply(1, "blow A")
    assert [seat["lamp"] for seat in match.describe(-1)["seats"]] == [1, 3, 0]
    assert match.acting == [1], "LMP-12"


def test_LMP_11_nobody_is_asked_where_no_other_lamp_has_a_drop():
    assert winner_is_asked(lamps="0 2 0").describe(-1)["phase"] == "play"


def test_LMP_17_nobody_is_asked_where_the_wind_is_still():
    assert winner_is_asked(wind="still").describe(-1)["phase"] == "play"


def test_LMP_13_drops_are_points_LMP_14_a_dark_lamp_costs_two_LMP_16_the_most_win():
    match = at_table(A="O1", B="S2", C="S3", lamps="1 4 0", totals="9 0 5", round=2)
    for seat, card in enumerate(("O1", "S2", "S3")):
        match.apply(seat, f"play {card}")
    assert match.result["scores"] == [7, 4, 3]
    assert match.result["winners"] == [0]


def test_LMP_05_the_lowest_total_leads_the_next_round():
    match = at_table(A="O1", B="O2", C="O3", lamps="1 4 2", totals="0 5 9", round=1)
    for seat, card in enumerate(("O1", "O2", "O3")):
        match.apply(seat, f"play {card}")
    assert match.describe(-1)["round"] == 2
    assert match.acting == [0]


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(), encoding="utf-8")
