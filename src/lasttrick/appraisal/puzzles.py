"""Puzzles: positions of matches in which some actions are proved to be better than all others.

Candidates are found in some worlds and proved in fresh ones, so that no luck of the search is left in the proof. The
gap between the worst right answer and the best wrong one must hold, at the lower end of its 99 % interval, whoever
plays on: the reference and one that errs, against others who never err and others who often do.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib import resources

import numpy as np

from lasttrick.appraisal.appraise import FRESH, Appraiser, Budget, Worth
from lasttrick.appraisal.review import Step, steps_of
from lasttrick.bots.registry import make_bot
from lasttrick.core.errors import LastTrickError
from lasttrick.core.luck import luck
from lasttrick.core.match import Match, read_match

FORMAT = "lasttrick puzzle 1"
Z99 = 2.576
WORLDS = 1_000  # that prove a puzzle, in each way of playing on
TRIED = 256  # fresh worlds in which a candidate must hold before that
BESIDE = 8  # actions that are proved beside each other; further ones were far behind
FEWEST = 3  # actions of a puzzle that differ
EACH = 2  # puzzles of one match at the most
APART = 3  # every so many-th decision is looked at
WAYS = ((0, 0), (0, 35), (10, 0), (10, 35))  # mistakes in a hundred of the own seat and of the others, playing on
PLAYERS_OF = ("heuristic", "heuristic:mistakes=10", "heuristic:mistakes=20", "heuristic:mistakes=35")
DELTA = 0.05  # the gap that must be proved, of a match


@dataclass(frozen=True)
class Gap:
    """How far the right answers are ahead, when it is played on in one way."""

    own: int  # mistakes in a hundred
    others: int
    gap: float
    lower: float  # end of its 99 % interval


@dataclass(frozen=True)
class Puzzle:
    """A position, what is right in it, and the proof."""

    game: str
    match: dict  # the match file up to the position
    step: int
    seat: int
    answers: list[str]
    actions: list[dict]  # texts and chance of each, the best first
    gaps: list[Gap]
    worlds: int
    seed: int
    delta: float

    def to_json(self) -> dict:
        return {"format": FORMAT, **asdict(self)}

    def kept(self, text: str) -> float:
        """What an answer keeps of the best chance: 1 if it is right."""
        if text in self.answers:
            return 1.0
        chance = next((a["chance"] for a in self.actions if text in a["texts"]), None)
        if chance is None:
            raise LastTrickError(f"{text!r} is not legal in this puzzle.")
        return max(0.0, min(1.0, chance / max(1e-9, self.actions[0]["chance"])))

    def position(self, find_game: Callable) -> Match:
        """The match as it stands when the puzzle is asked."""
        return read_match(json.dumps(self.match), find_game)


def read_puzzle(line: str) -> Puzzle:
    """A puzzle from a line of a set."""
    try:
        told = json.loads(line)
        if told.pop("format") != FORMAT:
            raise KeyError
        return Puzzle(**{**told, "gaps": [Gap(**gap) for gap in told["gaps"]]})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise LastTrickError(f'This is not a puzzle: it lacks "format": "{FORMAT}" or one of its entries.') from None


def shipped(name: str) -> list[Puzzle]:
    """The puzzles of a game that come with the package."""
    file = resources.files("lasttrick.appraisal") / "sets" / f"{name}.jsonl"
    return [read_puzzle(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.is_file() else []


def self_play(game, players: int, seed: str) -> Match:
    """A match of bots of several levels."""
    match = Match(game, players, game.about.automatic_options({}), seed)
    names = [PLAYERS_OF[luck(seed, "level", seat) % len(PLAYERS_OF)] for seat in range(players)]
    bots = [make_bot(name, luck(seed, "bot", seat)) for seat, name in enumerate(names)]
    while not match.over:
        seat = match.acting[0]
        match.decide(seat, bots[seat].choose(game, match.view(seat), seat))
    return match


def find(game, players: int, matches: int, seed: int = 0, delta: float = DELTA) -> Iterator[Puzzle | None]:
    """The puzzles of so many matches; None after each match, to tell how far it is."""
    prover = Prover(game)
    for number in range(matches):
        match, found = self_play(game, players, f"puzzles {seed} {number}"), 0
        for step in [s for s in steps_of(match) if s.choices >= FEWEST][number % APART :: APART]:
            puzzle = prover.prove(match, step, luck("puzzle", seed, number, step.number) >> 8, delta)
            if puzzle is not None:
                yield puzzle
                found += 1
            if found == EACH:
                break
        yield None


class Prover:
    """Finds out whether a position is a puzzle."""

    def __init__(self, game, worlds: int = WORLDS):
        self.game, self.worlds = game, worlds
        self._looking = Appraiser(game, Budget(worlds=128, settled=0.0))

    def prove(self, match: Match, step: Step, seed: int, delta: float) -> Puzzle | None:
        """The puzzle, or None if the position is none."""
        worths = sorted(self._looking.appraise(step.view, step.seat, seed).worths, key=lambda worth: -worth.chance)
        if len(worths) < FEWEST:
            return None
        right = right_answers(worths)
        if worths[right - 1].chance - worths[right].chance < delta:
            return None
        beside = [worth.actions[0] for worth in worths[: max(BESIDE, right + 1)]]
        first = self.gap(step, beside, right, seed, WAYS[0], 2 * FRESH, TRIED)
        if first.gap < delta:
            return None
        gaps = []
        for number, way in enumerate(WAYS):
            gaps.append(self.gap(step, beside, right, seed, way, (3 + number) * FRESH, self.worlds))
            if gaps[-1].lower < delta:
                return None
        return self._told(match, step, worths, right, gaps, seed, delta)

    def gap(self, step: Step, actions: list[int], right: int, seed: int, way: tuple[int, int], first: int, count: int):
        """Between the worst of the first `right` actions and the best of the others, in worlds from `first` on."""
        values = self.values(step, actions, seed, way, first, count)
        means = values.mean(axis=0)
        worst, other = int(means[:right].argmin()), right + int(means[right:].argmax())
        gaps = values[:, worst] - values[:, other]
        error = max(float(gaps.std(ddof=1)) / np.sqrt(count), 1 / count)
        return Gap(*way, float(gaps.mean()), float(gaps.mean()) - Z99 * error)

    def values(self, step: Step, actions: list[int], seed: int, way: tuple[int, int], first: int, count: int):
        """What each action gets in each world when it is played on in one way."""
        mistakes = self._looking.memory.mistakes
        mistakes[:], mistakes[step.seat] = way[1], way[0]
        try:
            tried = np.array(actions, np.int16)
            return self._looking.values(step.view, step.seat, tried, seed, first, count, 1 << 60)[0]
        finally:
            mistakes[:] = 0

    def _told(self, match: Match, step: Step, worths: list[Worth], right: int, gaps, seed: int, delta: float) -> Puzzle:
        def texts(worth: Worth) -> list[str]:
            return [self.game.notation.action_text(step.view, action) for action in worth.actions]

        until = {**match.to_json(), "actions": match.to_json()["actions"][: step.number]}
        return Puzzle(
            game=self.game.name,
            match=until,
            step=step.number,
            seat=step.seat,
            answers=[text for worth in worths[:right] for text in texts(worth)],
            actions=[{"texts": texts(worth), "chance": round(max(0.0, worth.chance), 4)} for worth in worths],
            gaps=[Gap(g.own, g.others, round(g.gap, 4), round(g.lower, 4)) for g in gaps],
            worlds=self.worlds,
            seed=seed,
            delta=delta,
        )


def right_answers(worths: list[Worth]) -> int:
    """How many of the actions, the best first, are right: those before the widest gap in the better half."""
    gaps = [worths[k].chance - worths[k + 1].chance for k in range(len(worths) // 2)]
    return 1 + int(np.argmax(gaps))


def prove_again(puzzle: Puzzle, game, seed: int, worlds: int) -> bool:
    """Whether the answers are still ahead with other luck: the mean gap is above 0 in every way of playing on."""
    match = puzzle.position(lambda _: game)
    step = Step(puzzle.step, puzzle.seat, -1, "", 0, 0, match.view(puzzle.seat), match.state)
    actions = {match.text(action): action for action in match.legal(puzzle.seat)}
    first = [actions[told["texts"][0]] for told in puzzle.actions]
    right = sum(told["texts"][0] in puzzle.answers for told in puzzle.actions)
    prover = Prover(game)
    return all(prover.gap(step, first[: max(BESIDE, right + 1)], right, seed, w, 0, worlds).gap > 0 for w in WAYS)


def solve(puzzles: Iterable[Puzzle], bot: str, game) -> list[float]:
    """What a bot keeps of the best chance in each puzzle."""
    kept = []
    for number, puzzle in enumerate(puzzles):
        match = puzzle.position(lambda _: game)
        action = make_bot(bot, number).choose(game, match.view(puzzle.seat), puzzle.seat)
        kept.append(puzzle.kept(match.text(int(action))))
    return kept
