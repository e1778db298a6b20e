"""What must hold of appraisals and reviews. The short forms look at a few decisions and can fail.

LASTTRICK_LONG=1 asks for many. Each prints a line of figures (pytest -s shows it).
"""

import os
import time
from dataclasses import replace

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal.appraise import SLIP, Appraiser, Budget
from lasttrick.appraisal.review import Reviewer, shares_of, steps_of
from lasttrick.appraisal.whole import Whole
from lasttrick.bots.batch import JudgedMatches
from lasttrick.bots.bot import legal_actions
from lasttrick.core.rng import below, new_rng
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


def loss_of(step, seed: int = 1) -> float:
    return Appraiser(games.game(GAME), FEW).appraise(step.view, step.seat, seed, step.action).of(step.action).loss


def test_more_mistakes_lose_more():
    """Every seventh decision of many short matches, so that few of one match hang together."""
    levels, count = ((0, 10, 20, 35), 4_000) if LONG else ((0, 100), 60)
    losses = []
    for percent in levels:
        steps = judged(f"heuristic:mistakes={percent}" if percent else "heuristic", max(4, count // 9), 10**9)[::7]
        found = np.array([loss_of(step) for step in steps[:count]])
        losses.append((found.mean(), found.std() / np.sqrt(len(found)), len(found)))
    said = ", ".join(f"{mean:.4f} ± {error:.4f} ({n})" for mean, error, n in losses)
    print(f"mean loss with mistakes={', '.join(map(str, levels))}: {said}")
    means = [mean for mean, _, _ in losses]
    assert means == sorted(set(means))


def test_blunders_are_found_and_little_else():
    """Random actions in the reference's matches; what they cost is told by sixteen times the worlds."""
    worlds, count = (512, 250) if LONG else (128, 16)
    looking, truth = (Appraiser(games.game(GAME), Budget(n, 0.0)) for n in (worlds, 16 * worlds))
    found = blunders = false = harmless = 0
    for number, step in enumerate(judged("heuristic", 60 if LONG else 3, 10**9)[5:][:: 7 if LONG else 3][:count]):
        legal = legal_actions(looking.game, step.view, step.seat)
        action = int(legal[below(new_rng(number), len(legal))])
        said = looking.appraise(step.view, step.seat, 1, action).of(action).verdict
        real = truth.appraise(step.view, step.seat, 2, action).of(action)
        is_word = said in ("slip", "mistake", "blunder")
        if real.verdict == "blunder":
            blunders += 1
            found += is_word
        if real.loss - real.loss_reach < SLIP:
            harmless += 1
            false += is_word
    print(f"blunders: {found} of {blunders} found with {worlds} worlds; false alarms: {false} of {harmless}")
    assert found >= 0.5 * blunders
    assert false <= 0.05 * harmless + (0 if LONG else 1)


def said_and_won(name: str, players: int, matches: int, **options) -> np.ndarray:
    """Of one decision in each stage of the reference's matches: the chance told, the share won, and which stage."""
    rows = []
    for number in range(matches):
        match = finished(name, players, f"calibration {number}", "heuristic", **options)
        looking, shares = Appraiser(match.game, FEW), shares_of(match)
        by_stage: dict[int, list] = {}
        for step in steps_of(match):
            by_stage.setdefault(step.stage, []).append(step)
        for place, steps in enumerate(by_stage.values()):
            step = steps[number % len(steps)]
            alone = looking.weigh(step.view, step.seat, [step.action], number)
            rows.append((alone[0].chance, shares[step.seat], place))
    return np.array(rows)


def test_chances_are_calibrated():
    """In ten bins and in every round, what the reference's own play was said to win is what it won."""
    players, matches, options = (4, 2_500, {}) if LONG else (PLAYERS, 40, OPTIONS)
    rows = said_and_won(GAME, players, matches, **options)
    groups = [(f"{low / 10:.1f}", np.minimum(rows[:, 0] * 10, 9).astype(int) == low) for low in range(10)]
    groups += [(f"round {place + 1:.0f}", rows[:, 2] == place) for place in np.unique(rows[:, 2])]
    worst = 0.0
    for name, inside in groups:
        if inside.sum() >= 30:
            said, won = rows[inside, 0].mean(), rows[inside, 1].mean()
            error = rows[inside, 1].std() / np.sqrt(inside.sum())
            worst = max(worst, abs(said - won) - 3 * error)
            print(f"calibration {name}: said {said:.3f}, won {won:.3f} ± {error:.3f} of {inside.sum()}")
    assert worst <= 0.02


def test_intervals_cover():
    """With 100 times the worlds, 93 of 100 chances and losses lie inside the interval that few worlds gave."""
    count, more = (100, 100) if LONG else (6, 20)
    inside = np.zeros(2, int)
    steps = judged("heuristic:mistakes=20", 40 if LONG else 1, 10**9)[:: 29 if LONG else 5][:count]
    for step in steps:
        few, many = (Appraiser(games.game(GAME), Budget(n, 0.0)) for n in (128, 128 * more))
        one = few.appraise(step.view, step.seat, 1, step.action).of(step.action)
        real = many.appraise(step.view, step.seat, 2, step.action).of(step.action)
        inside += [
            abs(one.chance - real.chance) <= np.hypot(one.reach, real.reach),
            abs(one.loss - real.loss) <= np.hypot(max(one.loss_reach, 3 / 128), real.loss_reach),
        ]
    print(f"coverage with {more} times the worlds: chances {inside[0]}, losses {inside[1]} of {len(steps)}")
    assert (inside >= 0.93 * len(steps) - 3 * np.sqrt(0.93 * 0.07 * len(steps))).all()


def test_two_seeds_say_the_same():
    """The same verdict; and where they differ, one of them cannot tell or the words are neighbours."""
    words = ["good", "unclear", "slip", "mistake", "blunder"]
    count, budget = (400, Budget()) if LONG else (16, FEW)
    steps = judged("heuristic:mistakes=20", 60 if LONG else 1, 10**9)[:: 11 if LONG else 3][:count]
    same = against = 0
    for step in steps:
        looking = Appraiser(games.game(GAME), budget)
        one, two = (looking.appraise(step.view, step.seat, seed, step.action).of(step.action) for seed in (1, 2))
        same += one.verdict == two.verdict
        against += "unclear" not in (one.verdict, two.verdict) and abs(
            words.index(one.verdict) - words.index(two.verdict)
        ) > (2 if "good" in (one.verdict, two.verdict) else 1)
    print(f"two seeds: the same verdict in {same} of {len(steps)}, one against the other in {against}")
    assert against <= 0.05 * len(steps)


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


def test_luck_is_nothing_on_average_and_taking_it_out_needs_fewer_matches():
    """One seat errs in 35 of 100 decisions, the others never: k is by how many times fewer matches show it."""
    raw, adjusted = [], []
    for number in range(150 if LONG else 3):
        match = finished(GAME, PLAYERS, f"luck {number}", "heuristic:mistakes=35 heuristic heuristic", **OPTIONS)
        whole = Whole(match, FEW)
        whole.look_at_all(1)
        entry = whole.ledgers()[0]
        raw.append(entry.result)
        adjusted.append(entry.adjusted)
    luck, errors = np.subtract(raw, adjusted), [np.std(v) / np.sqrt(len(v)) for v in (raw, adjusted)]
    error = luck.std() / np.sqrt(len(luck))
    k = (errors[0] / errors[1]) ** 2
    print(
        f"mean luck {luck.mean():+.4f} ± {error:.4f} over {len(luck)} matches; share {np.mean(raw):.3f} ± "
        f"{errors[0]:.3f}, without luck {np.mean(adjusted):.3f} ± {errors[1]:.3f}: k = {k:.1f}"
    )
    assert abs(luck.mean()) <= 3 * error + 0.01


def test_the_reference_is_neither_lucky_nor_unlucky():
    """10,000 of its own matches: whatever a seat has beyond the even share is luck, and comes to nothing."""
    matches = 10_000 if LONG else 1_000
    shares = JudgedMatches(games.game(GAME), 4, None, "luck", [0] * 4).shares(0, matches)
    gaps, errors = shares.mean(axis=0) - 0.25, shares.std(axis=0) / np.sqrt(matches)
    print(f"mean luck of each seat over {matches} matches: " + ", ".join(f"{gap:+.4f}" for gap in gaps))
    assert (np.abs(gaps) <= 4 * errors).all()


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
    played = [known.appraisal.of(whole.steps[number].action) for number, known in whole.known.items()]
    reach = np.median([worth.loss_reach for worth in played if worth.loss_reach > 0])  # the best known loses nothing
    print(f"{name}: {took:.1f} of {SECONDS[name]} CPU seconds, median half-width of a loss {100 * reach:.1f} points")
    assert reach <= 0.03
