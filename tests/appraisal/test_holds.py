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
from lasttrick.appraisal.appraise import SLIP, Appraiser, Budget, Worth, Z
from lasttrick.appraisal.review import Reviewer, Step, budget_for, shares_of, shares_of_the_reference, steps_of
from lasttrick.appraisal.telling import has_learned, stage, telling_of
from lasttrick.appraisal.whole import Whole
from lasttrick.bots import make_bot
from lasttrick.bots.batch import JudgedMatches
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.policy import best_looking
from lasttrick.core import chance
from lasttrick.core.match import Match
from lasttrick.core.rng import below, new_rng, seed_rng
from tests.appraisal.matches import finished
from tests.bots.positions import least_players
from tests.cases import SHORT, every_game

LONG = os.environ.get("LASTTRICK_LONG") == "1"
GAME, PLAYERS, OPTIONS = "ten_tricks_later", 3, {"target": "3"}  # of the short forms
FEW = Budget(worlds=128)
USUAL = 750  # decisions of a long match
SECONDS = {"ten_tricks_later": 20, "scout": 60, "zombie_escape": 20, "trick_to_survival": 120}
SHARES = {
    "ten_tricks_later": 1.0,
    "scout": 0.25,
    "zombie_escape": 1.0,
    "trick_to_survival": 0.25,
}  # of the work, in time
long_only = pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")
each_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == GAME else long_only) for name in SHARES]
)
ERRS = {"trick_to_survival": 4}  # of a hundred decisions, in matches with mistakes; elsewhere 20
WORDS = ("slip", "mistake", "blunder")
TRIED = {"scout": 400, "trick_to_survival": 100}  # random actions, elsewhere 200: some hundred are harmless


def size(name: str, long: int, short: int) -> int:
    """How many are looked at: as many as take some minutes, or some seconds."""
    return max(20, round(long * SHARES[name])) if LONG else short


def play(name: str, number: int, bots: str, is_whole: bool = LONG):
    """A finished match: a whole one of four seats, or a short one of three."""
    players, options = (4, {}) if is_whole else (PLAYERS, OPTIONS)
    return finished(name, players, f"holds {number}", bots, **options)


def judged(name: str, bots: str, count: int, apart: int = 1, is_whole: bool = LONG, where=lambda view: True):
    """Decisions with a choice of matches of these bots, some way apart; all, or those where something is so."""
    found: list[Step] = []
    number = 0
    while len(found) < count:
        every = steps_of(play(name, number, bots, is_whole))
        steps = [step for step in every if step.choices > 1 and where(step.view)]
        found += steps[number % apart :: apart]
        number += 1
    return found[:count]


def erring(name: str) -> str:
    """A bot that errs as often as it may and still see the end of most matches: who errs in 20 of The Trick To Survival
    dies in its first week."""
    return f"heuristic:mistakes={ERRS.get(name, 20)}"


def few(name: str) -> Budget:
    """Few worlds; where each takes long, as a review spends them on a decision that is not in doubt."""
    game = games.game(name)
    return replace(budget_for(game, USUAL), doubt=1) if has_learned(game) else FEW


def told(looking: Appraiser, step: Step, seed: int, action: int):
    return looking.appraise(step.view, step.seat, seed, action).of(action)


@each_game
def test_the_best_known_loses_nothing_that_can_be_shown(name):
    """Chosen with one seed and weighed with another, its loss reaches 0 in 95 of 100 decisions."""
    steps = judged(name, "heuristic", size(name, 600, 16), 3)
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
    for step in judged(name, "heuristic", size(name, 600, 16), 7):
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
    """What bots that err in 10, 20 and 35 of 100 decisions really play, in the same positions and with the same lots,
    beside the reference, which never does."""
    levels, looking = (10, 20, 35) if LONG else (100,), Appraiser(games.game(name), few(name))
    steps = judged(name, erring(name), size(name, 20_000, 60), 3)
    rows = np.zeros((len(steps), 1 + len(levels)))
    for number, step in enumerate(steps):
        bots = [make_bot(f"heuristic:mistakes={level}", number) for level in levels]
        played = [bot.choose(looking.game, step.view, step.seat) for bot in bots]
        legal = legal_actions(looking.game, step.view, step.seat)
        tried = [looking.reference_action(step.view, step.seat, legal, played[-1])]
        tried += [action for action in dict.fromkeys(played) if action not in tried]
        if len(tried) > 1:
            worths = looking.weigh(step.view, step.seat, tried, 1)
            rows[number, 1:] = [-worths[tried.index(action)].edge for action in played]
    more = np.diff(rows, axis=1)
    errors = Z * more.std(axis=0) / np.sqrt(len(rows))
    found = ", ".join(f"{mean:.4f} ± {error:.4f}" for mean, error in zip(more.mean(axis=0), errors, strict=True))
    print(
        f"CHECK {name}, mistakes={list(levels)} lose {', '.join(f'{mean:.4f}' for mean in rows.mean(axis=0)[1:])} more "
        f"than none; from one to the next {found} ({len(rows)} decisions)"
    )
    assert (more.mean(axis=0) > (errors if LONG else 0)).all()


@each_game
def test_blunders_are_found_and_little_else(name):
    """Random actions in the reference's matches; what they cost is told by many times the worlds, of which so many
    choose what they are weighed against that the best is hardly ever missed."""
    budget = budget_for(games.game(name), USUAL) if LONG else FEW
    many = replace(budget, worlds=8 * budget.worlds, settled=0.0, doubt=1, look=8 * FEW.look, most=FEW.most)
    looking, truth = Appraiser(games.game(name), budget), Appraiser(games.game(name), many)
    found = blunders = false = harmless = 0
    steps = judged(name, "heuristic", TRIED.get(name, 200) if LONG else 16, 7 if LONG else 3)
    if name in ERRS:  # before the last day hardly anything costs so much
        steps += judged(name, "heuristic", 200, 7, where=telling_of(games.game(name)).is_late)
    for number, step in enumerate(steps):
        legal = legal_actions(looking.game, step.view, step.seat)
        action = int(legal[below(new_rng(number), len(legal))])
        is_word = told(looking, step, 1, action).verdict in WORDS
        real = told(truth, step, 2, action)
        if real.verdict == "blunder":
            blunders += 1
            found += is_word
        if real.loss < SLIP:
            harmless += 1
            false += is_word
    print(f"CHECK {name}, blunders: {found} of {blunders} found; false alarms: {false} of {harmless}")
    assert found >= 0.5 * blunders
    assert false <= 0.05 * harmless + (0 if LONG else 1)


def said_and_won(name: str, matches: int) -> np.ndarray:
    """Of one decision of each seat in each stage (in The Trick To Survival a week) of the reference's matches: the
    chance told with one luck and with another, the share won, which stage, which match."""
    rows = []
    for number in range(matches):
        match = play(name, 10_000 + number, "heuristic")
        looking, shares = Appraiser(match.game, few(name)), shares_of(match)
        by_stage: dict[int, dict[int, list[Step]]] = {}
        for step in steps_of(match):
            by_stage.setdefault(int(stage(step.view)), {}).setdefault(step.seat, []).append(step)
        for place, by_seat in enumerate(by_stage.values()):
            for seat, steps in by_seat.items():
                step = steps[number % len(steps)]
                one, other = (looking.weigh(step.view, seat, [step.action], 2 * number + k)[0].chance for k in (0, 1))
                rows.append((one, other, shares[seat], place, number))
    return np.array(rows)


def reach_of(parts: np.ndarray, matches: np.ndarray) -> float:
    """Half a 95 % interval of a sum whose parts hang together within a match."""
    return Z * float(np.sqrt((np.bincount(matches.astype(int), parts) ** 2).sum()))


@each_game
def test_chances_are_calibrated(name):
    """In ten bins, in every round and in all, what the reference's own play was said to win is what it won, within 2 of
    100; and as much more is won as more is said. One look chooses the bin and another tells the chance, so that noise
    moves nothing."""
    rows = said_and_won(name, size(name, 2_400 if name in ERRS else 1_000, 12))
    bins = np.minimum(rows[:, 0] * 10, 9).astype(int)
    groups = [(f"bin {low + 1}", rows[bins == low]) for low in range(10)]
    groups += [(f"round {place + 1:.0f}", rows[rows[:, 3] == place]) for place in np.unique(rows[:, 3])]
    beyond = 0.0
    for group, inside in [*groups, ("all", rows)]:
        if len(inside) < 30:
            continue
        one, said, won, _, matches = inside.T
        gap = float((won - said).mean())
        reach = reach_of(won - said - gap, matches) / len(said)
        beyond = max(beyond, abs(gap) - 1.5 * reach)
        line = f"said {said.mean():.3f}, won {won.mean():.3f}: {gap:+.3f} ± {reach:.3f}"
        if not group.startswith("bin"):
            apart = one - one.mean()
            slope = float(apart @ won / (apart @ said))
            error = reach_of(apart * (won - won.mean() - slope * (said - said.mean())), matches) / float(apart @ said)
            line += f"; said 1 more, won {slope:.2f} ± {error:.2f} more"
            assert abs(slope - 1) <= 1.5 * error + 0.05
        print(f"CHECK {name}, {group}: {line} ({len(said)})")
    assert beyond <= 0.02


@each_game
def test_intervals_cover(name):
    """With 100 times the worlds, 93 of 100 chances and losses lie inside the interval that few worlds gave; those of
    a review, which takes more worlds while a verdict is in doubt, as well."""
    game, looks = games.game(name), 8 if LONG else 4
    fixed, review = replace(few(name), settled=-1.0), budget_for(game, USUAL)  # never settled: it takes all its worlds
    more = 100 if LONG else 20
    truth = Appraiser(game, replace(fixed, worlds=more * fixed.worlds))
    steps = judged(name, erring(name), size(name, 200, 5), 29 if LONG else 5)
    real = [told(truth, step, 99, step.action) for step in steps]
    for label, budget in (("as many for all", fixed), ("as in a review", review)) if LONG else [("few", fixed)]:
        looking = Appraiser(game, budget)
        inside = np.array(
            [
                np.mean([is_inside(told(looking, step, seed, step.action), sure) for seed in range(looks)], axis=0)
                for step, sure in zip(steps, real, strict=True)
            ]
        )
        share, reach = inside.mean(axis=0), Z * inside.std(axis=0) / np.sqrt(len(steps))
        print(
            f"CHECK {name}, worlds {label}, by {more * fixed.worlds}: {share[0]:.1%} ± {reach[0]:.1%} of chances, "
            f"{share[1]:.1%} ± {reach[1]:.1%} of losses inside ({len(steps)} decisions, {looks} looks each)"
        )
        assert (share >= 0.93 - 1.5 * reach).all()


def is_inside(one: Worth, real: Worth) -> list[bool]:
    """Whether chance and loss, as they are told, lie as near to what many worlds say as both intervals allow."""
    return [
        abs(one.chance - real.chance) <= np.hypot(one.reach, real.reach),
        abs(max(0.0, one.loss) - max(0.0, real.loss)) <= np.hypot(one.loss_reach, real.loss_reach),
    ]


@each_game
def test_two_seeds_say_the_same(name):
    """The same verdict in 95 of 100, less three standard errors; and hardly ever one against the other."""
    words = ["good", "unclear", *WORDS]
    looking, said = Appraiser(games.game(name), budget_for(games.game(name), USUAL)), []
    for step in judged(name, erring(name), size(name, 200, 12), 13, is_whole=True):
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


def luck_of(match: Match, seat: int, even: float, budget: Budget) -> float:
    """The luck of a seat as its ledger tells it, from the only pieces that are not nothing: where another than the
    reference's action was played."""
    reviewer, found = Reviewer(match.game, budget), shares_of(match)[seat] - even
    looking = reviewer.appraiser
    for step in steps_of(match):
        if looking.is_usual(step.view, step.seat, step.action):
            continue
        if step.seat != seat:
            opened = reviewer.open(step)
            found -= opened.after[seat] - opened.before[seat]
            continue
        usual = looking.reference_action(step.view, seat, legal_actions(match.game, step.view, seat))
        found -= looking.weigh(step.view, seat, [usual, step.action], reviewer.luck_of(step))[1].edge
    return found


def test_luck_is_the_result_less_what_is_left_without_it():
    match = finished(GAME, PLAYERS, "luck 0", "heuristic:mistakes=35 heuristic heuristic", **OPTIONS)
    whole = Whole(match, FEW)
    whole.look_at_all(1)
    for entry in whole.ledgers():
        assert luck_of(match, entry.seat, entry.even, FEW) == pytest.approx(entry.result - entry.adjusted)


@each_game
def test_luck_is_nothing_on_average_and_taking_it_out_needs_fewer_matches(name):
    """One seat errs in 35 of 100 decisions, the others never: k is by how many times fewer matches show it.

    In SCOUT who errs so often wins nothing, so that there is nothing left to tell: 10 are enough there, and 4 in The
    Trick To Survival."""
    rows, players, mistakes = [], 4 if LONG else PLAYERS, {"scout": 10, **ERRS}.get(name, 35)
    even = 1 / players
    if name in ERRS:  # wins are not shared out
        even = shares_of_the_reference(games.game(name), players, {}, "luck", 10_000).mean()
    for number in range(size(name, 1_600 if name in ERRS else 800, 60)):
        bots = ["heuristic"] * players
        bots[number % players] = f"heuristic:mistakes={mistakes}"
        match = finished(name, players, f"luck {number}", " ".join(bots), **({} if LONG else OPTIONS))
        lucky = luck_of(match, number % players, even, replace(few(name), open=32))
        rows.append((shares_of(match)[number % players], lucky))
    results, luck = np.array(rows).T
    reach = Z * luck.std() / np.sqrt(len(luck))
    print(
        f"CHECK {name}, a seat that errs in {mistakes} of 100 wins {results.mean():.4f}: "
        f"{results.mean() - luck.mean() - even:+.4f} by what was decided, luck {luck.mean():+.4f} ± {reach:.4f} "
        f"({len(luck)} matches)"
    )
    assert abs(luck.mean()) <= 1.5 * reach + 0.01
    if LONG:
        k = [raw.var() / found.var() for raw, (found, _) in _drawn_again(results, luck)]
        found, share = without(luck, results)
        print(
            f"CHECK {name}, k = {results.var() / found.var():.2f} ({np.percentile(k, 2.5):.2f} to "
            f"{np.percentile(k, 97.5):.2f}) with {share:.2f} of the luck taken out; "
            f"{results.var() / (results - luck).var():.2f} with all of it"
        )
        assert np.percentile(k, 2.5) > 1


def _drawn_again(results: np.ndarray, luck: np.ndarray):
    """The same for matches drawn from these again and again."""
    rng = np.random.default_rng(1)
    for _ in range(400):
        drawn = rng.integers(0, len(luck), len(luck))
        yield results[drawn], without(luck[drawn], results[drawn])


@each_game
def test_the_reference_is_neither_lucky_nor_unlucky(name):
    """10,000 of its own matches: whatever a seat has beyond the even share is luck, and comes to nothing."""
    matches = 10_000 if LONG else 1_000
    shares = shares_of_the_reference(games.game(name), 4, {}, "luck", matches)
    gaps, reach = shares.mean(axis=0) - shares.mean(), Z * shares.std(axis=0) / np.sqrt(matches)
    told = ", ".join(f"{gap:+.4f}" for gap in gaps)
    print(f"CHECK {name}, mean luck of each seat over {matches} matches: {told}, each ± {reach.mean():.4f}")
    assert (np.abs(gaps) <= 2 * reach).all()


def longest(name: str, matches: int) -> Match:
    """The longest of so many of the reference's matches, played again."""
    game, rng, worth = games.game(name), np.zeros(4, np.int64), np.zeros(games.game(name).actions)
    played = JudgedMatches(game, 4, None, name, [0] * 4)
    number = int(played.play(0, matches)[2].argmax())
    played.play(number, 1)
    match = Match(game, 4, game.about.automatic_options({}), chance.key_text(played.last_state.key))
    seed_rng(rng, chance.key_of(name)[0], number)
    while not match.over:
        seat = match.acting[0]
        legal = np.array(match.legal(seat), np.int16)
        match.decide(seat, int(legal[best_looking(match.state, seat, legal, len(legal), worth, rng)]))
    return match


@long_only
@pytest.mark.parametrize("name", SECONDS)
def test_a_match_is_reviewed_in_time(name):
    """Prints what it took; a busy machine may take longer, so only the width is asked for. In The Trick To Survival,
    where who errs dies early, it is the longest of 10,000 matches."""
    whole = Whole(longest(name, 10_000) if name in ERRS else finished(name, 4, "timing"))
    whole.look(whole.pieces[0])
    whole.look(whole.pieces[-1])
    began = time.process_time()
    whole.look_at_all(1)
    took = time.process_time() - began
    played = [known.appraisal.of(whole.steps[number].action) for number, known in whole.known.items()]
    reach = np.median([worth.loss_reach for worth in played if worth.loss_reach > 0])  # the best known loses nothing
    print(
        f"CHECK {name}, {len(whole.steps)} decisions: {took:.1f} of {SECONDS[name]} CPU seconds, "
        f"median half-width of a loss {100 * reach:.1f} points"
    )
    assert reach <= 0.03
