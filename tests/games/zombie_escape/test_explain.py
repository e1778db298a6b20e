"""Why an action is not legal: every kind of refusal, with its clause."""

import pytest

from lasttrick import IllegalAction
from tests.games.zombie_escape.table import GAME, after_day, at, turn, walk

CAUGHT_A = "A:9S:S B:2Sa C:3Sa D:4Sa"


@pytest.mark.parametrize(
    ("lay_out", "seat", "action", "sentence", "clause"),
    [
        pytest.param(lambda: at(A="2Ha", B="2Hb"), 1, "lead 2Hb H", "It is A's turn.", "ZMB-23", id="not your turn"),
        pytest.param(
            lambda: turn(CAUGHT_A, pile="W1 FOOD", taken="A", turn=2, B="6S"), 1, "lead 6S S",
            "It is A's turn.", "ZMB-33c", id="somebody else flips",
        ),
        pytest.param(lambda: after_day("10 0 0", 1, 3), 0, "lead 2Ha H", "The match is over.", "ZMB-58", id="over"),
        pytest.param(lambda: at(A="2Ha"), 0, "lead 2Hb H", "You do not hold 2Hb.", "ZMB-33", id="lead: not in hand"),
        pytest.param(lambda: at(A="2Ha"), 0, "lead 2Ha S", "2Ha bears H, not S.", "ZMB-27", id="not a mark of it"),
        pytest.param(
            lambda: at(A="2Ha"), 0, "follow 2Ha",
            "You lead: name a location with your card.", "ZMB-33b", id="you lead",
        ),
        pytest.param(
            lambda: at(B="2Ha", played="A:9H", location="H"), 1, "lead 2Ha H",
            "A has led at H; you follow.", "ZMB-33a", id="you follow",
        ),
        pytest.param(
            lambda: at(B="2Ha", played="A:9H", location="H"), 1, "follow 2Hb",
            "You do not hold 2Hb.", "ZMB-33", id="follow: not in hand",
        ),
        pytest.param(
            lambda: at(B="2Ha 6X 17S", played="A:9H", location="H"), 1, "follow 17S",
            "You hold 2Ha and 6X, so a card that bears H must be played.", "ZMB-29", id="must follow",
        ),
        pytest.param(
            lambda: at(A="2Ha"), 0, "flip W1",
            "A damage card is turned down only when a recovery card is taken.", "ZMB-33c", id="nothing to flip",
        ),
        pytest.param(
            lambda: turn(CAUGHT_A, pile="W1 FOOD", taken="A", turn=2, A="6S"), 0, "lead 6S S",
            "First turn one of your face-up damage cards down.", "ZMB-53", id="a flip is due",
        ),
        pytest.param(
            lambda: turn(CAUGHT_A, pile="W1 FOOD", taken="A", turn=2), 0, "flip W2",
            "You have no W2 face up.", "ZMB-33c", id="no such card face up",
        ),
        pytest.param(lambda: at(A="2Ha"), 0, 48 * 4, "There is no such card.", "ZMB-11", id="no such card"),
        pytest.param(
            lambda: turn(CAUGHT_A, pile="W1 FOOD", taken="A", turn=2), 0, 307,
            "There is no such damage card.", "ZMB-15", id="no such kind",
        ),
    ],
)  # fmt: skip
def test_illegal_actions_name_their_clause(lay_out, seat, action, sentence, clause):
    match = lay_out()
    before = match.state.tobytes()
    with pytest.raises(IllegalAction) as error:
        match.apply(seat, action)
    assert (error.value.sentence, error.value.clause) == (sentence, clause)
    assert match.state.tobytes() == before


def test_explain_agrees_with_legal_for_every_action():
    for number, (match, _, _, _) in enumerate(walk(4, 12)):
        if number % 9 or match.over:
            continue
        seat = match.acting[0]
        legal, seen = match.legal(seat), match.view(seat)
        for action in range(GAME.actions):
            assert (GAME.describe.explain(seen, seat, action) is None) == (action in legal)
