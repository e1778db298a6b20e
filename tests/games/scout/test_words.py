"""SCOUT in text: positions and actions both ways, sentences, and why an action is not legal."""

import json

import numpy as np
import pytest

from lasttrick import LastTrickError
from lasttrick.core.words import position_text, read_position, sentence
from tests.games.scout.table import COUNTS, SCOUT, Table, random_match

GAMES = [pytest.param(players, options, id=f"{players} players") for players, options in COUNTS]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_positions_and_views_both_ways(players, options):
    for step, (match, _, _) in enumerate(random_match(players, options, 5)):
        if step % 3 == 0:
            for state in (match.state, match.view(0), match.view(-1)):
                text = position_text(SCOUT.notation.write(state))
                assert SCOUT.notation.read(read_position(text)).tobytes() == state.tobytes()


def test_actions_both_ways():
    """The whole action table. [SCT-46] [SCT-47] [SCT-48] [SCT-49]"""
    texts = [SCOUT.notation.action_text(None, action) for action in range(SCOUT.actions)]
    assert len(set(texts)) == SCOUT.actions
    assert [SCOUT.notation.read_action(None, text) for text in texts] == list(range(SCOUT.actions))
    assert {"rotate yes", "play 40 1", "play 0 10", "scout L keep 0", "scout R turn 40", "double L keep 3"} < {*texts}


@pytest.mark.parametrize(
    "text",
    ["", "pass", "play 1", "play 41 1", "play 0 11", "play 0 0", "scout M keep 0", "scout L flip 0", "scout L keep 41"],
)
def test_what_is_not_an_action(text):
    with pytest.raises(LastTrickError):
        SCOUT.notation.read_action(None, text)


@pytest.mark.parametrize("line", ["A: 3/3", "A: 0/4", "A: 11/2", "A: x", "table: " + "1/2 " * 11, "turn: Z"])
def test_what_is_not_a_position(line):
    key, _, value = line.partition(": ")
    with pytest.raises(LastTrickError):
        Table({"players": 3, key: value})


@pytest.mark.parametrize(("players", "options"), GAMES)
@pytest.mark.parametrize("names", ["default", "oink"])
def test_every_event_has_a_sentence(players, options, names):
    """[SCT-V01] and every description is JSON."""
    told = set()
    for match, _, _ in random_match(players, options | {"names": names}, 8):
        for viewer in range(-1, players):
            for line in match.story_for(viewer):
                if "event" in line:
                    told.add(line["event"])
                    assert "{" not in sentence(SCOUT, line)
        json.dumps(match.describe(0))
    assert told <= set(SCOUT.describe.SENTENCES)
    only_two = {"chip_paid", "hand_shown"}
    over_two = {"marker_paid", "token"}
    never_before_the_end = {"over", "round_starts"}
    expected = set(SCOUT.describe.SENTENCES) - (over_two if players == 2 else only_two) - never_before_the_end
    assert expected <= told


LYING = "turn: B\nowner: A\ntable: 6/1 6/2\nA: 1/3\nB: 5/4 7/1 7/2 8/3 10/1 3/2\nC: 1/4\n"


@pytest.mark.parametrize(
    ("position", "seat", "action", "clause"),
    [
        pytest.param(LYING, "A", "play 0 1", "SCT-12", id="another's turn"),
        pytest.param("phase: over\nA: 1/2\nB: 1/3\nC: 1/4", "A", "play 0 1", "SCT-41", id="the match is over"),
        pytest.param(
            "phase: rotate\nrotated: no open open\nA: 1/2\nB: 1/3\nC: 1/4", "A", "rotate no", "SCT-46", id="twice"
        ),
        pytest.param(
            "phase: rotate\nrotated: open no no\nA: 1/2\nB: 1/3\nC: 1/4", "A", "play 0 1", "SCT-46", id="too early"
        ),
        pytest.param(LYING, "B", "rotate yes", "SCT-11", id="rotating later"),
        pytest.param(LYING, "B", "play 5 2", "SCT-14", id="beyond the row"),
        pytest.param(LYING, "B", "play 3 2", "SCT-15", id="8-10 is no set"),
        pytest.param(LYING, "B", "play 4 1", "SCT-17", id="too few cards"),
        pytest.param(LYING, "B", "play 2 2", "SCT-18", id="a run against equals"),
        pytest.param(LYING.replace("6/1 6/2", "7/3 7/4"), "B", "play 1 2", "SCT-19", id="not higher"),
        pytest.param("turn: B\nA: 1/3\nB: 1/2\nC: 1/4", "B", "scout L keep 0", "SCT-22", id="nothing to scout"),
        pytest.param(
            "turn: B\nA: 1/3\nB: 1/2\nC: 1/4", "B", "double L keep 0", "SCT-22", id="nothing for a Double Action"
        ),
        pytest.param(LYING, "B", "scout L keep 7", "SCT-23", id="beyond the last gap"),
        pytest.param(LYING.replace("6/1 6/2", "6/1"), "B", "scout R keep 0", "SCT-48", id="the right end of a single"),
        pytest.param(LYING + "phase: double", "B", "scout L keep 0", "SCT-29", id="the Play is owed"),
        pytest.param(LYING + "markers: 1 0 1", "B", "double L keep 0", "SCT-31", id="the marker is spent"),
        pytest.param(
            LYING.replace("6/1 6/2", "9/5 9/6 9/7 9/8"), "B", "double L keep 0", "SCT-29", id="no Play after it"
        ),
        pytest.param(
            "players: 2\nturn: B\ntable: 6/1\nA: 1/3\nB: 7/2", "B", "double L keep 0", "SCT-V02", id="two players"
        ),
        pytest.param(
            "players: 2\nturn: B\ntable: 6/1\nA: 1/3\nB: 7/2\ntokens: 3 0",
            "B",
            "scout L keep 0",
            "SCT-V02",
            id="no chip",
        ),
    ],
)
def test_why_not(position, seat, action, clause):
    assert Table(position).why_not(seat, action) == clause


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_why_not_and_legal_agree(players, options):
    """Over the whole action table, for every seat."""
    random = np.random.default_rng(1)
    for step, (match, _, _) in enumerate(random_match(players, options, 9)):
        if step % 9 == 0:
            seat = int(random.integers(0, players))
            seen, legal = match.view(seat), set(match.legal(seat))
            for action in range(SCOUT.actions):
                why = SCOUT.describe.explain(seen, seat, action)
                assert (why is None) == (action in legal)
                assert why is None or (why[0].endswith(".") and why[1].startswith("SCT-"))
