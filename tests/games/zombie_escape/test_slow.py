"""The rules against a slow second version of the game, decision by decision."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.loops import RandomMatches
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice, trace_decisions
from lasttrick.games.zombie_escape import rules
from tests.games.zombie_escape import slow
from tests.games.zombie_escape.table import EVERY_COUNT, GAME, after_day


def compare(lines: list[dict], players: int) -> None:
    """Follow a trace in the slow version: the same choices at every decision, the same records, the same winners."""
    drawn = {"first_leader": [], "deal": [], "damage_pile": []}
    for line in lines:
        if "chance" in line:
            drawn[line["chance"]].append(line["outcome"])
    game = slow.SlowGame(players, drawn["first_leader"][0])
    days = zip(drawn["deal"], drawn["damage_pile"], strict=True)
    game.start_day(*next(days))
    for line in lines:
        if "action" in line:
            assert set(line["legal"]) == game.legal()
            game.decide(line["seat"], line["action"])
            assert line["state"]["records"] == " ".join(map(str, game.records))
            if not game.over and not any(game.hands) and "day_damage" in str(line["story"]):
                game.start_day(*next(days))
    assert game.over
    assert lines[-1]["result"]["scores"] == game.records
    assert lines[-1]["result"]["winners"] == slow.winners(game.records)


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_slow_version_agrees(players):
    for seed in range(4):
        lines = list(trace_decisions(Match(GAME, players, seed=seed), random_choice(seed)))
        compare(lines, players)


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_slow_version_names_the_same_winners(players):
    winners, scores, _ = RandomMatches(GAME, players, {}, 7).play(0, 3000)
    for won, records in zip(winners, scores, strict=True):
        assert bits.members(won) == slow.winners(records.tolist())


def test_the_slow_version_names_the_same_winners_of_any_records():
    rng = np.random.default_rng(1)
    for _ in range(300):
        records = rng.choice([0, 3, 9, 10, 17, 18, 19], size=4)
        match = after_day(" ".join(map(str, records)), 4, 4)
        assert match.result["winners"] == slow.winners(records.tolist())


def test_the_slow_version_counts_the_same_damage():
    rng = np.random.default_rng(2)
    match = Match(GAME, 3, seed=1)
    names = list(match.describe(-1)["damage_kinds"])
    for _ in range(300):
        taken, down = (int(x) for x in rng.integers(0, 1 << 16, size=2))
        match.state.taken[0], match.state.down = taken, down
        face_up = [names[match.state.pile[turn]] for turn in bits.members(taken & ~down)]
        assert rules.day_damage(match.state, 0) == slow.damage(face_up)
