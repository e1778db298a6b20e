"""What must hold of appraisals and reviews. The short forms look at a few decisions and can fail.

LASTTRICK_LONG=1 asks for many. Each prints a line of figures (pytest -s shows it).
"""

import os
import time
from dataclasses import replace

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal.appraise import Appraiser, Budget
from lasttrick.appraisal.review import Reviewer, steps_of
from lasttrick.appraisal.whole import Whole
from lasttrick.core.rng import new_rng
from tests.appraisal.matches import finished

LONG = os.environ.get("LASTTRICK_LONG") == "1"
GAME, PLAYERS, OPTIONS = "ten_tricks_later", 3, {"target": "3"}
FEW = Budget(worlds=128)
SEATS = {"ten_tricks_later": 4, "scout": 4, "zombie_escape": 4, "trick_to_survival": 4}
SECONDS = {"ten_tricks_later": 20, "scout": 60, "zombie_escape": 20, "trick_to_survival": 120}
long_only = pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")


def judged(bots: str, matches: int, most: int):
    """Decisions with a choice of some matches of these bots."""
    found = []
    for number in range(matches):
        match = finished(GAME, PLAYERS, f"holds {number}", bots, **OPTIONS)
        found += [step for step in steps_of(match) if step.choices > 1]
    return found[:most]


def test_the_best_known_loses_nothing_that_can_be_shown():
    """Chosen with one seed and weighed with another, its loss reaches 0 in 95 of 100 decisions."""
    steps = judged("heuristic", 40 if LONG else 1, 1_000 if LONG else 16)
    looking = Appraiser(games.game(GAME), FEW)
    proved = 0
    for step in steps:
        best = looking.appraise(step.view, step.seat, 1).best.actions[0]
        again = looking.appraise(step.view, step.seat, 2, best).of(best)
        proved += again.loss - again.loss_reach > 0
    print(f"best known: {proved} of {len(steps)} shown to lose something")
    assert proved <= max(2, 0.05 * len(steps))


@long_only
def test_more_mistakes_lose_more():
    losses = []
    for percent in (0, 10, 20, 35):
        steps = judged(f"heuristic:mistakes={percent}" if percent else "heuristic", 40, 1_000)
        looking = Appraiser(games.game(GAME), FEW)
        losses.append(np.mean([looking.appraise(s.view, s.seat, 1, s.action).of(s.action).loss for s in steps]))
    print("mean loss with mistakes=0, 10, 20, 35: " + ", ".join(f"{loss:.4f}" for loss in losses))
    assert losses == sorted(losses)
    assert len(set(losses)) == 4


@long_only
def test_chances_are_calibrated():
    """In ten bins, what the reference's own play was said to win is what it won, give or take sampling."""
    said, won = [], []
    for number in range(300):
        match = finished(GAME, PLAYERS, f"calibration {number}", "heuristic", **OPTIONS)
        looking, winners = Appraiser(match.game, FEW), match.result["winners"]
        for step in [s for s in steps_of(match) if s.choices > 1][::9]:
            worth = looking.appraise(step.view, step.seat, number, step.action).of(step.action)
            said.append(worth.chance)
            won.append((step.seat in winners) / max(1, len(winners)))
    told, got, worst = np.array(said), np.array(won), 0.0
    for low in range(10):
        inside = (told >= low / 10) & (told < (low + 1) / 10 + (low == 9))
        if inside.sum() >= 30:
            gap, error = abs(told[inside].mean() - got[inside].mean()), got[inside].std() / np.sqrt(inside.sum())
            worst = max(worst, gap - 3 * error)
            print(f"{low / 10:.1f}: said {told[inside].mean():.3f}, won {got[inside].mean():.3f} of {inside.sum()}")
    assert worst <= 0.02


@long_only
def test_intervals_cover():
    """With 100 times the worlds, 93 of 100 losses lie inside the interval that few worlds gave."""
    inside = total = 0
    for step in judged("heuristic:mistakes=20", 10, 60):
        few = Appraiser(games.game(GAME), Budget(128, 0.0)).appraise(step.view, step.seat, 1, step.action)
        many = Appraiser(games.game(GAME), Budget(12_800, 0.0)).appraise(step.view, step.seat, 2, step.action)
        one, truth = few.of(step.action), many.of(step.action)
        inside += abs(one.chance - truth.chance) <= np.hypot(one.reach, truth.reach)
        total += 1
    print(f"coverage: {inside} of {total}")
    assert inside >= 0.93 * total - 3 * np.sqrt(0.93 * 0.07 * total)


def test_the_view_side_of_a_review_is_the_same_when_hidden_cards_are_exchanged():
    match = finished(GAME, PLAYERS, "holds 0", "heuristic", **OPTIONS)
    reviewer = Reviewer(match.game, FEW)
    world, seen = np.zeros(1, match.game.dtype), np.zeros(1, match.game.dtype)
    steps = [step for step in steps_of(match) if step.choices > 1]
    for step in steps[:: len(steps) // (40 if LONG else 3)]:
        match.game.view.determinize(step.view, step.seat, new_rng(step.number), world)
        match.game.view.view(world[0], step.seat, seen)
        assert world[0].tobytes() != step.state.tobytes()
        other = replace(step, view=seen[0], state=world[0])
        assert repr(reviewer.known(other)) == repr(reviewer.known(step))


@long_only
def test_luck_is_nothing_on_average():
    luck = []
    for number in range(150):
        whole = Whole(finished(GAME, PLAYERS, f"luck {number}", "heuristic", **OPTIONS), FEW)
        whole.look_at_all(1)
        luck += [e.deal + e.draws + e.guesses for e in whole.ledgers()[:1]]
    error = np.std(luck) / np.sqrt(len(luck))
    print(f"mean luck {np.mean(luck):+.4f} ± {error:.4f} over {len(luck)} matches")
    assert abs(np.mean(luck)) <= 3 * error + 0.01


@long_only
@pytest.mark.parametrize("name", SECONDS)
def test_a_match_is_reviewed_in_time(name):
    """Prints what it took; a busy machine may take longer, so only the width is asked for."""
    whole = Whole(finished(name, SEATS[name], "timing"))
    whole.look(whole.pieces[0])
    whole.look(whole.pieces[-1])
    began = time.process_time()
    whole.look_at_all(1)
    took = time.process_time() - began
    reach = np.median([k.appraisal.of(whole.steps[n].action).loss_reach for n, k in whole.known.items()])
    print(f"{name}: {took:.1f} of {SECONDS[name]} CPU seconds, median half-width of a loss {100 * reach:.1f} points")
    assert reach <= 0.03
