"""What must hold of appraisals and reviews. The short forms look at a few decisions and can fail.

LASTTRICK_LONG=1 asks for many. Each prints a line of figures (pytest -s shows it).
"""

import os
import time
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal.appraise import SLIP, Appraiser, Budget, Z
from lasttrick.appraisal.review import Reviewer, Step, budget_for, shares_of, steps_of
from lasttrick.appraisal.telling import has_learned
from lasttrick.appraisal.whole import Whole
from lasttrick.bots.batch import JudgedMatches
from lasttrick.bots.bot import legal_actions
from lasttrick.core.rng import below, new_rng
from tests.appraisal.matches import finished
from tests.bots.positions import least_players
from tests.cases import SHORT, every_game

LONG = os.environ.get("LASTTRICK_LONG") == "1"
GAME, PLAYERS, OPTIONS = "ten_tricks_later", 3, {"target": "3"}  # of the short forms
FEW = Budget(worlds=128)
USUAL = 250  # decisions of a match
SECONDS = {"ten_tricks_later": 20, "scout": 60, "zombie_escape": 20, "trick_to_survival": 120}
SHARES = {
    "ten_tricks_later": 1.0,
    "scout": 0.3,
    "zombie_escape": 1.0,
    "trick_to_survival": 0.15,
}  # of the work, in time
long_only = pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")
each_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == GAME else long_only) for name in SHARES]
)
WORDS = ("slip", "mistake", "blunder")


def size(name: str, long: int, short: int) -> int:
    """How many are looked at: as many as take some minutes, or some seconds."""
    return max(20, round(long * SHARES[name])) if LONG else short


def play(name: str, number: int, bots: str, is_whole: bool = LONG):
    """A finished match: a whole one of four seats, or a short one of three."""
    players, options = (4, {}) if is_whole else (PLAYERS, OPTIONS)
    return finished(name, players, f"holds {number}", bots, **options)


def judged(name: str, bots: str, count: int, apart: int = 1, is_whole: bool = LONG):
    """Decisions with a choice of matches of these bots, some way apart."""
    found: list[Step] = []
    number = 0
    while len(found) < count:
        steps = [step for step in steps_of(play(name, number, bots, is_whole)) if step.choices > 1]
        found += steps[number % apart :: apart]
        number += 1
    return found[:count]


def few(name: str) -> Budget:
    """Few worlds; where each takes long, as a review spends them on a decision that is not in doubt."""
    game = games.game(name)
    return replace(budget_for(game, USUAL), doubt=1) if has_learned(game) else FEW


def told(looking: Appraiser, step: Step, seed: int, action: int):
    return looking.appraise(step.view, step.seat, seed, action).of(action)


@each_game
def test_the_best_known_loses_nothing_that_can_be_shown(name):
    """Chosen with one seed and weighed with another, its loss reaches 0 in 95 of 100 decisions."""
    steps = judged(name, "heuristic", size(name, 1_000, 16), 3)
    looking = Appraiser(games.game(name), few(name))
    proved = 0
    for step in steps:
        best = looking.appraise(step.view, step.seat, 1).best.actions[0]
        again = told(looking, step, 2, best)
        proved += again.loss - again.loss_reach > 0
    print(f"CHECK {name}, best known: {proved} of {len(steps)} shown to lose something")
    assert proved <= max(2, 0.05 * len(steps))


@each_game
def test_no_loss_is_invented(name):
    """The reference's mean loss is no more than what fresh worlds say of the best that was found and what it played."""
    looking, gaps, losses = Appraiser(games.game(name), few(name)), [], []
    for step in judged(name, "heuristic", size(name, 1_000, 16), 7):
        found = looking.appraise(step.view, step.seat, 1, step.action)
        best, played = found.best.actions[0], found.of(step.action)
        beside = [best] if best in played.actions else [best, played.actions[0]]
        worths = looking.weigh(step.view, step.seat, beside, 2)
        gaps.append(played.loss - (worths[0].chance - worths[-1].chance))
        losses.append(played.loss)
    gap, error, loss = np.mean(gaps), np.std(gaps) / np.sqrt(len(gaps)), np.mean(losses)
    print(f"CHECK {name}, loss of the reference: {loss:.4f}, {gap:+.4f} ± {error:.4f} above what fresh worlds say")
    assert gap <= 3 * error


@each_game
def test_more_mistakes_lose_more(name):
    """In the same positions: who errs loses what random actions lose there, and else what the reference loses."""
    levels, looking = np.array([0, 10, 20, 35]), Appraiser(games.game(name), few(name))
    rows = []
    for step in judged(name, "heuristic:mistakes=20", size(name, 2_000, 60), 3):
        usual = looking.reference_action(step.view, step.seat, legal_actions(looking.game, step.view, step.seat))
        found = looking.appraise(step.view, step.seat, 1)
        at_random = sum(len(worth.actions) * worth.loss for worth in found.worths) / step.choices
        rows.append((found.of(usual).loss, at_random))
    losses = np.array(rows)
    more = losses[:, 1] - losses[:, 0]
    means = losses[:, 0].mean() + levels / 100 * more.mean()
    error = Z * more.std() / np.sqrt(len(more)) / 10
    print(
        f"CHECK {name}, mean loss with mistakes={levels.tolist()}: {', '.join(f'{mean:.4f}' for mean in means)}; "
        f"ten more in a hundred lose {more.mean() / 10:.4f} ± {error:.4f} more ({len(more)})"
    )
    assert more.mean() / 10 > (error if LONG else 0)


@each_game
def test_blunders_are_found_and_little_else(name):
    """Random actions in the reference's matches; what they cost is told by many times the worlds."""
    budget = budget_for(games.game(name), USUAL) if LONG else FEW
    many = replace(budget, worlds=16 * budget.worlds, settled=0.0, doubt=1)
    looking, truth = Appraiser(games.game(name), budget), Appraiser(games.game(name), many)
    found = blunders = false = harmless = 0
    for number, step in enumerate(judged(name, "heuristic", size(name, 250, 16), 7 if LONG else 3)):
        legal = legal_actions(looking.game, step.view, step.seat)
        action = int(legal[below(new_rng(number), len(legal))])
        is_word = told(looking, step, 1, action).verdict in WORDS
        real = told(truth, step, 2, action)
        if real.verdict == "blunder":
            blunders += 1
            found += is_word
        if real.loss - real.loss_reach < SLIP:
            harmless += 1
            false += is_word
    print(f"CHECK {name}, blunders: {found} of {blunders} found; false alarms: {false} of {harmless}")
    assert found >= 0.5 * blunders
    assert false <= 0.05 * harmless + (0 if LONG else 1)


def said_and_won(name: str, matches: int) -> np.ndarray:
    """Of one decision in each stage of the reference's matches: the chance told, the share won, and which stage."""
    rows = []
    for number in range(matches):
        match = play(name, 10_000 + number, "heuristic")
        looking, shares = Appraiser(match.game, few(name)), shares_of(match)
        by_stage: dict[int, list] = {}
        for step in steps_of(match):
            by_stage.setdefault(step.stage, []).append(step)
        for place, steps in enumerate(by_stage.values()):
            step = steps[number % len(steps)]
            alone = looking.weigh(step.view, step.seat, [step.action], number)
            rows.append((alone[0].chance, shares[step.seat], place))
    return np.array(rows)


@each_game
def test_chances_are_calibrated(name):
    """In ten bins and in every round, what the reference's own play was said to win is what it won."""
    rows = said_and_won(name, size(name, 2_500, 40))
    groups = [(f"{low / 10:.1f}", np.minimum(rows[:, 0] * 10, 9).astype(int) == low) for low in range(10)]
    groups += [(f"round {place + 1:.0f}", rows[:, 2] == place) for place in np.unique(rows[:, 2])]
    worst = 0.0
    for group, inside in groups:
        if inside.sum() >= 30:
            said, won = rows[inside, 0].mean(), rows[inside, 1].mean()
            error = rows[inside, 1].std() / np.sqrt(inside.sum())
            worst = max(worst, abs(said - won) - 3 * error)
            print(f"CHECK {name}, {group}: said {said:.3f}, won {won:.3f} ± {error:.3f} of {inside.sum()}")
    assert worst <= 0.02


@each_game
def test_intervals_cover(name):
    """With 100 times the worlds, 93 of 100 chances and losses lie inside the interval that few worlds gave."""
    more = (100 if SHARES[name] > 0.2 else 16) if LONG else 20
    inside = np.zeros(2, int)
    steps = judged(name, "heuristic:mistakes=20", size(name, 100, 6), 29 if LONG else 5)
    looking, truth = (
        Appraiser(games.game(name), replace(few(name), worlds=worlds, settled=0.0)) for worlds in (128, 128 * more)
    )
    for step in steps:
        one, real = told(looking, step, 1, step.action), told(truth, step, 2, step.action)
        inside += [
            abs(one.chance - real.chance) <= np.hypot(one.reach, real.reach),
            abs(one.loss - real.loss) <= np.hypot(max(one.loss_reach, 3 / 128), real.loss_reach),
        ]
    print(f"CHECK {name}, coverage by {more} times the worlds: chances {inside[0]}, losses {inside[1]} of {len(steps)}")
    assert (inside >= 0.93 * len(steps) - 3 * np.sqrt(0.93 * 0.07 * len(steps))).all()


@each_game
def test_two_seeds_say_the_same(name):
    """The same verdict in 95 of 100, less three standard errors; and hardly ever one against the other."""
    words = ["good", "unclear", *WORDS]
    looking, said = Appraiser(games.game(name), budget_for(games.game(name), USUAL)), []
    for step in judged(name, "heuristic:mistakes=20", size(name, 200, 12), 13, is_whole=True):
        said.append([told(looking, step, seed, step.action).verdict for seed in (1, 2)])
    same = sum(one == two for one, two in said)
    against = sum("unclear" not in pair and abs(words.index(pair[0]) - words.index(pair[1])) > 2 for pair in said)
    flips = Counter(" and ".join(sorted(pair)) for pair in said if pair[0] != pair[1])
    print(f"CHECK {name}, two seeds: the same in {same} of {len(said)}, against each other {against}; {dict(flips)}")
    assert against <= 0.05 * len(said)
    assert same >= 0.95 * len(said) - 3 * np.sqrt(0.05 * 0.95 * len(said))


@every_game
def test_the_view_side_of_a_review_is_the_same_when_hidden_cards_are_exchanged(name):
    match = finished(name, least_players(name), "holds 0", "heuristic", **SHORT[name])
    reviewer = Reviewer(match.game, FEW)
    world, seen = np.zeros(1, match.game.dtype), np.zeros(1, match.game.dtype)
    steps = [step for step in steps_of(match) if step.choices > 1]
    for step in steps[len(steps) // 3 :: len(steps) // (40 if LONG else 3)]:
        match.game.view.determinize(step.view, step.seat, new_rng(step.number), world)
        match.game.view.view(world[0], step.seat, seen)
        assert world[0].tobytes() != step.state.tobytes()
        other = replace(step, view=seen[0], state=world[0])
        assert repr(reviewer.known(other)) == repr(reviewer.known(step))


def without(luck: np.ndarray, results: np.ndarray, parts: int = 10) -> tuple[np.ndarray, float]:
    """Results with as much of their luck taken out as tells most: how much is learned from other matches than each."""
    found, part = np.zeros(len(luck)), np.arange(len(luck)) % parts
    for number in range(parts):
        other = part != number
        share = np.cov(luck[other], results[other])[0, 1] / luck[other].var()
        found[~other] = results[~other] - share * luck[~other]
    return found, np.cov(luck, results)[0, 1] / luck.var()


def test_luck_is_nothing_on_average_and_taking_it_out_needs_fewer_matches():
    """One seat errs in 35 of 100 decisions, the others never: k is by how many times fewer matches show it."""
    raw, adjusted = [], []
    for number in range(240 if LONG else 3):
        match = finished(GAME, PLAYERS, f"luck {number}", "heuristic:mistakes=35 heuristic heuristic", **OPTIONS)
        whole = Whole(match, FEW)
        whole.look_at_all(1)
        entry = whole.ledgers()[0]
        raw.append(entry.result)
        adjusted.append(entry.adjusted)
    results, luck = np.array(raw), np.subtract(raw, adjusted)
    error = luck.std() / np.sqrt(len(luck))
    print(f"CHECK {GAME}, mean luck {luck.mean():+.4f} ± {error:.4f} over {len(luck)} matches")
    assert abs(luck.mean()) <= 3 * error + 0.01
    if LONG:
        k = [raw.var() / found.var() for raw, (found, _) in _drawn_again(results, luck)]
        found, share = without(luck, results)
        print(
            f"CHECK {GAME}, k = {results.var() / found.var():.2f} ({np.percentile(k, 2.5):.2f} to "
            f"{np.percentile(k, 97.5):.2f}) with {share:.2f} of the luck taken out; "
            f"{results.var() / (results - luck).var():.2f} with all of it"
        )
        assert results.var() > found.var()


def _drawn_again(results: np.ndarray, luck: np.ndarray):
    """The same for matches drawn from these again and again."""
    rng = np.random.default_rng(1)
    for _ in range(400):
        drawn = rng.integers(0, len(luck), len(luck))
        yield results[drawn], without(luck[drawn], results[drawn])


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
    whole = Whole(finished(name, 4, "timing"))
    whole.look(whole.pieces[0])
    whole.look(whole.pieces[-1])
    began = time.process_time()
    whole.look_at_all(1)
    took = time.process_time() - began
    played = [known.appraisal.of(whole.steps[number].action) for number, known in whole.known.items()]
    reach = np.median([worth.loss_reach for worth in played if worth.loss_reach > 0])  # the best known loses nothing
    print(f"{name}: {took:.1f} of {SECONDS[name]} CPU seconds, median half-width of a loss {100 * reach:.1f} points")
    assert reach <= 0.03
