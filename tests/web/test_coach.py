"""What the coach says: certain facts that tell two choices apart, and a cost only where it is proved."""

import importlib
import importlib.util
import json
import random
import subprocess

import pytest

import hatch_build
import lasttrick
from lasttrick import games
from lasttrick.appraisal import likely
from lasttrick.core import foresight

SCRIPT = """
import { apart, lookAt, nextBest, oneIn, surelyLost, unproved } from "./src/table/coach.ts";
let text = ""; for await (const piece of process.stdin) text += piece;
const { pairs, advices } = JSON.parse(text);
console.log(JSON.stringify({
  told: pairs.map(([mine, others]) => apart(mine, others)),
  looks: pairs.map(([mine, others]) => lookAt([...apart(mine, others), ...apart(others, mine)])),
  costs: advices.map((advice) => [nextBest(advice)?.action ?? null, oneIn(advice, 2), surelyLost(advice, 2)]),
  unproved: advices.map((advice) => unproved(advice, 2)),
}));
"""


def run(pairs: list, advices: list) -> dict:
    node, _ = hatch_build.npm()
    command = [node, "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", SCRIPT]
    given = json.dumps({"pairs": pairs, "advices": advices})
    done = subprocess.run(command, cwd=hatch_build.WEB, input=given, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def as_sent(told: list[dict]) -> list[dict]:
    return [
        {
            "key": f["fact"],
            "facts": {k: v for k, v in f.items() if k not in ("fact", "certain")},
            "certain": f["certain"],
        }
        for f in told
    ]


def pairs_of(game: str, decisions: int) -> list:
    """What follows from two choices of the same moment, over matches at random."""
    chance, found = random.Random(3), []
    while len(found) < decisions:
        match = lasttrick.new_match(game, seed=chance.getrandbits(40))
        while not match.over and len(found) < decisions:
            seat = chance.choice(match.acting)
            legal = match.legal(seat)
            if len(legal) > 1:
                view = match.view(seat)
                two = chance.sample(legal, 2)
                found.append([as_sent(foresight.foreseen(match.game, view, seat, action)) for action in two])
            match.decide(seat, chance.choice(legal))
    return found


@pytest.mark.parametrize("game", games.OURS)
def test_a_reason_is_certain_and_not_shared_by_the_other_choice(game):
    pairs = json.loads(json.dumps(pairs_of(game, 1000)))
    answer = run(pairs, [])
    reasons = 0
    for (mine, others), told in zip(pairs, answer["told"], strict=True):
        for fact in told:
            reasons += 1
            assert fact["certain"]
            assert fact in mine
            assert fact not in others
    assert reasons > 300
    assert len(set(answer["looks"])) > 1


def advice(cost: float, reach: float) -> dict:
    rows = [(1, 0.0), (2, cost), (3, cost + 0.1), (4, None)]
    rest = {"text": "", "share": 0.3, "value": 0.5, "error": 0.0}
    reasons = [{"action": a, "cost": c, "reach": None if c is None else reach, **rest} for a, c in rows]
    return {"action": 1, "reasons": reasons}


def test_a_cost_is_said_only_where_the_interval_proves_it():
    sure, unsure = run([], [advice(0.083, 0.03), advice(0.083, 0.1)])["costs"]
    assert sure == [2, 12, pytest.approx(0.053)]
    assert unsure == [2, None, 0]


def test_what_is_not_proved_is_as_good_or_cannot_be_told_with_the_most_it_may_cost():
    """As good where the whole interval is below 3 in a hundred, as in a review; else the most that it may cost."""
    even, little, much = run([], [advice(0.005, 0.01), advice(0.04, 0.06), advice(0.1, 0.6)])["unproved"]
    assert even == {"isEven": True, "count": 66}
    assert little == {"isEven": False, "count": 10}
    assert much == {"isEven": False, "count": 0}


@pytest.mark.parametrize("game", games.OURS)
def test_every_term_and_every_count_has_its_words(catalogue, game):
    said = [f"likely.{key}" for key in (*likely.NEWS[game], *likely.SHARED.get(game, {}))]
    module = importlib.util.find_spec(f"lasttrick.bots.terms.{game}")
    if module:
        said += [f"term.{key}" for key in importlib.import_module(module.name).SAID]
    assert [key for key in said if key not in catalogue[game]] == []
