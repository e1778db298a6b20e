"""Puzzles: proved on fresh worlds whoever plays on, scored by the chance kept, and the same for the same seed.

LASTTRICK_LONG=1 proves all that come with the package again, with another seed and four times the worlds.
"""

import json
import os

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal import puzzles
from lasttrick.appraisal.appraise import FRESH
from lasttrick.appraisal.puzzles import (
    APART,
    DELTA,
    FEWEST,
    MOST,
    WORLDS,
    Gap,
    Prover,
    Puzzle,
    positions,
    prove_again,
    read_puzzle,
    references,
    right_answers,
    shipped,
    solve,
    ways,
)
from lasttrick.appraisal.review import steps_of
from lasttrick.appraisal.telling import has_learned
from lasttrick.bots import LEVELS
from lasttrick.core.errors import LastTrickError
from tests.appraisal.matches import finished
from tests.cases import every_game
from tests.cli.test_cli import run

LONG = os.environ.get("LASTTRICK_LONG") == "1"
SETS = [name for name in games.OURS if shipped(name)]


@pytest.mark.parametrize(
    ("chances", "right"),
    [
        ([0.6, 0.3, 0.28, 0.25], 1),
        ([0.6, 0.59, 0.3, 0.29], 2),
        ([0.6, 0.58, 0.57, 0.56, 0.1], 1),
        ([0.5, 0.4, 0.1], 1),
    ],
)
def test_right_is_what_stands_before_the_widest_gap_in_the_better_half(chances, right):
    assert right_answers(chances) == right


def test_nobody_is_asked_to_weigh_very_many_actions_or_hardly_any():
    match = finished("scout", 3, "many", "heuristic")
    choices = [step.choices for step in steps_of(match)]
    assert min(choices) < FEWEST < MOST < max(choices)
    looked = [n for n in choices if FEWEST <= n <= MOST]
    assert [step.choices for step in positions(match, 4)] == looked[4 % APART :: APART]


def test_where_a_stage_is_long_only_the_last_day_is_looked_at():
    match = finished("trick_to_survival", 4, "timing 7", "heuristic")
    found = positions(match)
    assert len(found) > 10
    assert {(int(step.view.week), int(step.view.day)) for step in found} == {(3, 7)}


def test_the_gap_lies_between_the_worst_right_answer_and_the_best_wrong_one(monkeypatch):
    prover = Prover(games.game("ten_tricks_later"))
    rows = np.tile([0.9, 0.7, 0.4, 0.5], (100, 1))
    monkeypatch.setattr(prover, "values", lambda *_: rows)
    gap = prover.gap(None, [1, 2, 3, 4], 2, 0, ("heuristic", 35), 0, 100)
    assert gap.gap == pytest.approx(0.2)
    assert 0.15 < gap.lower < 0.2  # never surer than 100 worlds can make it


def test_who_errs_in_playing_on_changes_the_values_and_nobody_errs_afterwards():
    match = finished("ten_tricks_later", 3, "puzzles", "heuristic", target="3")
    prover = Prover(match.game)
    step = next(s for s in steps_of(match) if s.choices > 3)
    every = ways(match.game, 3)
    found = [prover.values(step, [step.action], 5, way, 0, 64) for way in (*every, every[0])]
    assert (found[0] == found[-1]).all()
    assert all((found[0] != other).any() for other in found[1:-1])


def test_the_second_reference_is_a_network_where_one_comes_with_the_package(monkeypatch):
    scout = games.game("scout")
    assert references(scout, 4) == ("heuristic", "net")
    monkeypatch.setattr(puzzles, "shipped_games", list)
    assert references(scout, 4) == ("heuristic", "heuristic:mistakes=10")


def worlds_with(asked: list, chances, spread, but: dict | None = None):
    """What stands in the place of play-outs: these chances, others in some ways of playing on."""

    def values(_step, actions, _seed, way, first, count):
        asked.append(count)
        means = np.array([(but or {}).get(way, chances)[a] for a in actions])
        signs = np.where(np.arange(first, first + count)[:, None] // 2 ** np.array(actions) % 2, 1, -1)
        return means + spread * signs  # the means are exact after every 16 worlds

    return values


def test_a_candidate_is_dropped_as_soon_as_its_gap_looks_too_small(monkeypatch):
    """Far too small after the first look; too small to be proved after the third; what is left is in order.

    Where what looks right is plain to see, the first look is the last."""
    prover, asked = Prover(games.game("ten_tricks_later")), []
    for chances, spread, plain, looks, kept in (
        ([0.30, 0.31, 0.29, 0.3], 0.01, [], 1, None),
        ([0.30, 0.37, 0.25, 0.2], 0.6, [], 3, None),
        ([0.30, 0.60, 0.25, 0.2], 0.1, [], 4, ([1, 0, 2, 3], 1)),
        ([0.30, 0.60, 0.25, 0.2], 0.1, [0], 4, ([1, 0, 2, 3], 1)),
        ([0.30, 0.60, 0.25, 0.2], 0.1, [1], 1, None),
    ):
        asked.clear()
        monkeypatch.setattr(prover, "values", worlds_with(asked, chances, spread))
        assert prover._candidate(None, [0, 1, 2, 3], FRESH, 0.05, plain) == kept
        assert len(asked) == looks


def test_a_proof_takes_all_its_worlds_in_every_way_and_ends_early_only_without_one(monkeypatch):
    game, asked = games.game("ten_tricks_later"), []
    step = next(s for s in steps_of(finished(game.name, 3, "puzzles", "heuristic", target="3")) if s.choices > 3)
    prover, every = Prover(game, 1_024), ways(game, 3)
    fair, narrow, equal = [0.6, 0.3, 0.2], [0.36, 0.3, 0.2], [0.3, 0.3, 0.2]
    for but, looks in (({}, 12), ({every[3]: equal}, 4), ({every[0]: equal}, 1), ({every[1]: narrow}, 10)):
        asked.clear()
        monkeypatch.setattr(prover, "values", worlds_with(asked, fair, 0.1, but))
        gaps = prover._proof(step, [0, 1, 2], 1, 0, 0.05)
        assert len(asked) == looks
        if but:
            assert gaps == []
        else:
            assert sum(asked) == 4 * 1_024
            assert [(g.reference, g.others) for g in gaps] == every
            assert all(0.05 <= g.lower < g.gap == pytest.approx(0.3) for g in gaps)


def test_a_proof_is_repeated_with_a_part_of_the_worlds_where_that_is_sure(monkeypatch):
    """1,600 worlds, or as few as a sixteenth of them; what is behind takes all."""
    prover, asked = Prover(games.game("ten_tricks_later")), []
    for chances, spread, worlds, kept in (([0.6, 0.3], 0.1, 100, True), ([0.3, 0.305], 0.1, 1_600, False)):
        asked.clear()
        monkeypatch.setattr(prover, "values", worlds_with(asked, chances, spread))
        assert puzzles._is_ahead(prover, None, [0, 1], 1, 0, ("heuristic", 0), 1_600) is kept
        assert sum(asked) == worlds


def example() -> Puzzle:
    actions = [{"texts": ["play R4", "play R5"], "chance": 0.6}, {"texts": ["play G2"], "chance": 0.3}]
    return Puzzle("x", {}, 3, 1, ["play R4", "play R5"], actions, [Gap("heuristic", 0, 0.3, 0.2)], 1000, 7, 0.05)


def test_an_answer_is_scored_by_the_chance_it_keeps():
    puzzle = example()
    assert [puzzle.kept(text) for text in ("play R5", "play G2")] == [1.0, 0.5]
    with pytest.raises(LastTrickError, match="not legal"):
        puzzle.kept("play Y9")


def test_a_puzzle_is_one_line_of_json():
    assert read_puzzle(json.dumps(example().to_json())) == example()


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"format": "lasttrick puzzle 2"}', '{"format": "other"}'])
def test_a_damaged_line_gets_one_sentence(line):
    with pytest.raises(LastTrickError, match="not a puzzle"):
        read_puzzle(line)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--players", "3"), "give --games with them"),
        (("--bot", "normal", "--json"), "--json prints puzzles"),
        (("--bot", "normal", "--games", "1"), "not both"),
    ],
)
def test_bad_wishes_get_one_sentence(asked, sentence):
    done = run("puzzles", "ten_tricks_later", *asked)
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr


@every_game
def test_the_puzzles_of_the_package_stand_where_they_say(name):
    """Their match is on, it is the seat's turn, every legal action is told once, and the proof is as it must be."""
    found = shipped(name)
    for puzzle in found if LONG else found[::10]:
        match = puzzle.position(games.game)
        assert len(match.decisions) == puzzle.step
        told = [text for action in puzzle.actions for text in action["texts"]]
        assert sorted(told) == sorted(match.legal_text(puzzle.seat))
        assert set(puzzle.answers) < set(told)
        assert [(g.reference, g.others) for g in puzzle.gaps] == ways(match.game, match.players)
        assert min(g.lower for g in puzzle.gaps) >= puzzle.delta - 1e-4
        assert puzzle.delta >= DELTA
        assert puzzle.worlds >= WORLDS


@pytest.mark.parametrize("name", SETS)
def test_puzzles_are_proved_again(name):
    """Another seed and four times the worlds: 98 of 100 keep their answers."""
    found = shipped(name) if LONG else shipped(name)[:1]
    kept = sum(prove_again(puzzle, games.game(name), 99, 4 * WORLDS if LONG else 200) for puzzle in found)
    print(f"CHECK {name}: {kept} of {len(found)} puzzles proved again")
    assert kept >= 0.98 * len(found)


@pytest.mark.parametrize("name", SETS)
def test_stronger_bots_solve_more(name):
    """Easy, normal, hard; what the merciless one solves is told. Who errs by lot tries again and again."""
    game, found = games.game(name), shipped(name) if LONG else shipped(name)[:40]
    bots = LEVELS if LONG else ("random", "normal")
    tries = dict.fromkeys(bots, 256) if has_learned(game) else {"easy": 16, "normal": 16, "random": 16}
    solved = [float(np.mean(solve(found, bot, game, tries.get(bot, 1)) == 1.0)) for bot in bots]
    told = ", ".join(f"{bot} solves {share:.1%}" for bot, share in zip(bots, solved, strict=True))
    print(f"CHECK {name}, of {len(found)} puzzles: {told}")
    assert solved[:3] == sorted(set(solved[:3]))
