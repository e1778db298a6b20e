"""Matches and match files: what is wrong is said, and nothing is half done."""

import copy
import json
import pickle

import pytest

import lasttrick
from lasttrick import LastTrickError, games
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice


@pytest.fixture
def match() -> Match:
    made, choose = lasttrick.new_match("ten_tricks_later", 3, seed=1), random_choice(1)
    for _ in range(9):
        made.apply(*choose(made))
    return made


def changed(match: Match, **lines) -> str:
    return json.dumps({**match.to_json(), **lines})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not a match file"),
        ("{}", 'lacks the line "format"'),
        ("[1, 2]", 'lacks the line "format"'),
        ('{"format": "lasttrick match 1"}', "damaged: game, rules, players, options, seed or actions is missing"),
    ],
)
def test_an_unreadable_file_is_refused(text, sentence):
    with pytest.raises(LastTrickError) as error:
        lasttrick.read_match(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ({"rules": 99}, "played by rules version 99 of 10 Tricks Later; this is version 1"),
        ({"game": "chess"}, "There is no game 'chess'."),
        ({"players": 7}, "for 3 to 4 players, not 7"),
        ({"options": {"rescue": "loose"}}, "Option rescue cannot be 'loose'"),
        ({"seed": "another seed"}, "The match file was changed: decision"),
        ({"actions": ["A wish no", "A wish no"]}, "decision 2, 'A wish no', cannot have been made"),
        ({"actions": ["A wish no", "nonsense"]}, "decision 2, 'nonsense', cannot have been made"),
        ({"actions": ["A fly home"]}, "decision 1, 'A fly home', cannot have been made"),
        ({"actions": "A wish no"}, "damaged: actions is missing or not of the right kind"),
    ],
)
def test_a_tampered_file_is_refused(match, lines, sentence):
    with pytest.raises(LastTrickError) as error:
        lasttrick.read_match(changed(match, **lines))
    assert sentence in str(error.value)


def test_a_match_is_saved_whole_or_not_at_all(match, tmp_path):
    path = tmp_path / "match.json"
    match.save(path)
    assert lasttrick.read_match(path.read_text()).state.tobytes() == match.state.tobytes()
    assert [p.name for p in tmp_path.iterdir()] == ["match.json"]


def test_without_a_seed_no_two_matches_are_alike():
    keys = {lasttrick.new_match("ten_tricks_later", 3).state.key.tobytes() for _ in range(5)}
    assert len(keys) == 5


def test_a_seat_that_does_not_act_has_no_legal_actions(match):
    waiting = [s for s in range(3) if s not in match.acting]
    assert all(match.legal(s) == [] for s in waiting)


def test_a_view_is_a_copy(match):
    seen = match.view(0)
    seen.track[0] = 7
    assert match.state.track[0] != 7 or match.view(0).track[0] == match.state.track[0]
    assert match.view(0).tobytes() != seen.tobytes()


# --- copies, and the way back ---


def some_way(decisions: int = 12) -> Match:
    match = Match(games.game("ten_tricks_later"), 3, {"max_rounds": 1}, seed="some way")
    for _ in range(decisions):
        seat = match.acting[-1]
        match.apply(seat, match.legal(seat)[-1])
    return match


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, Match.copy, lambda m: pickle.loads(pickle.dumps(m))])
def test_a_copy_is_equal_and_goes_its_own_way(again):
    match = some_way()
    other = again(match)
    assert other == match
    assert other.to_json() == match.to_json()
    assert other.story == match.story
    before, seat = match.digest(), match.acting[0]
    other.apply(seat, other.legal(seat)[0])
    assert (match.digest(), len(match.decisions)) == (before, 12)
    match.apply(seat, match.legal(seat)[0])
    assert other == match


def test_a_decision_is_taken_back_to_the_very_bytes():
    match, line = some_way(0), []
    while not match.over:
        line.append((match.copy(), match.written))
        seat = match.acting[0]
        match.apply(seat, match.legal(seat)[0])
    for before, story in reversed(line):
        match.undo()
        assert match == before
        assert match.written == story
        assert match.decisions == before.decisions
    with pytest.raises(LastTrickError, match="nothing to undo"):
        match.undo()


def test_undo_keeps_what_a_tape_laid_out():
    match = some_way(3)
    seat = match.acting[0]
    match.apply(seat, match.legal(seat)[0], tape=[1])
    seat = match.acting[0]
    expected = match.copy()
    match.apply(seat, match.legal(seat)[0])
    match.undo()
    assert match == expected


def test_a_position_can_be_copied_and_undone_too():
    match = Match.from_position(games.game("ten_tricks_later"), some_way().position())
    seat = match.acting[0]
    other = match.copy()
    match.apply(seat, match.legal(seat)[0])
    match.undo()
    assert match == other


def test_equal_means_the_same_state_and_a_match_is_no_key():
    assert some_way() == some_way()
    assert some_way() != some_way(11)
    assert some_way() != "some way"
    with pytest.raises(TypeError, match="unhashable"):
        hash(some_way())


@pytest.mark.parametrize("seat", [9, -1, 3])
def test_a_seat_that_does_not_exist_is_named(seat):
    with pytest.raises(LastTrickError, match=f"There is no seat {seat}; with 3 players seats are 0 to 2"):
        some_way().apply(seat, 0)


@pytest.mark.parametrize("players", ["4", 4.0, True])
def test_players_are_a_whole_number(players):
    with pytest.raises(LastTrickError, match="players must be a whole number, not"):
        Match(games.game("zombie_escape"), players)
