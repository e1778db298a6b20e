"""Numbers of continuations from fixed deals: a change of any rule of play changes one of them."""

import json
from pathlib import Path

import numpy as np
import pytest

from lasttrick import games
from lasttrick.core.loops import count_continuations
from lasttrick.core.match import Match
from lasttrick.core.story import new_story
from lasttrick.core.trace import random_choice
from tests.cases import cases, every_case

PATH = Path(__file__).resolve().parents[1] / "counts.json"
STARTS = (0, 9, 25)  # decisions made at random before the count begins
MOST = 20_000  # the depth grows until there are at least so many continuations


def counts(name: str, players: int, options: dict) -> dict[str, int]:
    found = {}
    for start in STARTS:
        match, choose = Match(games.game(name), players, options, seed="counts"), random_choice(start)
        for _ in range(start):
            match.apply(*choose(match))
        for depth in range(1, 12):
            number = count(match, depth)
            found[f"{start}+{depth}"] = number
            if number >= MOST:
                break
    return found


def count(match: Match, depth: int) -> int:
    states = np.zeros(depth + 1, match.game.dtype)
    states[0] = match.state
    actions = np.zeros((depth + 1, match.game.actions), np.int16)
    return count_continuations(states, depth, actions, np.zeros(depth + 1, np.int64), new_story(on=False))


@every_case
def test_counts_are_as_they_were(name, players, options):
    kept = json.loads(PATH.read_text()).get(f"{name}-{players}")
    if kept is None:
        pytest.fail(f"The continuations of {name} with {players} players are not counted yet: run make playthroughs.")
    assert counts(name, players, options) == kept


@every_case
def test_a_count_of_one_and_two_decisions_is_what_the_match_says(name, players, options):
    """The same counted with whole matches from Python."""
    game = games.game(name)
    match, choose = Match(game, players, options, seed="counts"), random_choice(1)
    for _ in range(12):
        match.apply(*choose(match))
    seat, total = match.acting[0], 0
    assert count(match, 1) == len(match.legal(seat))
    for action in match.legal(seat):
        after = Match.from_position(game, game.notation.write(match.state))
        after.apply(seat, action)
        total += len(after.legal(after.acting[0])) if not after.over else 1
    assert count(match, 2) == total


def write_all() -> None:
    PATH.write_text(json.dumps({f"{c[0]}-{c[1]}": counts(*c) for c in cases()}, indent=1) + "\n")


if __name__ == "__main__":
    write_all()
