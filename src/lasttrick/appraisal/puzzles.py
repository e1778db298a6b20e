"""Puzzles: positions of matches in which some actions are proved to be better than all others.

Candidates are found in a few worlds and proved in fresh ones, so that no luck of the search is left in the proof. The
gap between the worst right answer and the best wrong one must hold, at the lower end of its 99 % interval, whoever
plays on: the reference and a second one, against others who never err and others who often do.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from lasttrick.appraisal import packaged, second
from lasttrick.appraisal.appraise import FRESH, REFERENCE, Appraiser, Budget
from lasttrick.appraisal.review import Step, steps_of
from lasttrick.appraisal.telling import has_learned, telling_of
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.nets.net import glance_dtype
from lasttrick.bots.nets.weights import shipped_games, shipped_net
from lasttrick.bots.registry import make_bot
from lasttrick.core.errors import LastTrickError
from lasttrick.core.luck import luck
from lasttrick.core.match import Match, read_match

FORMAT = "lasttrick puzzle 2"
Z99 = 2.576
WORLDS = 1_000  # that prove a puzzle, in each way of playing on
LOOKS = (8, 24, 64, 160)  # worlds that find a candidate, one look after the other
PARTS = (16, 4, 1)  # a proof is left when a sixteenth or a quarter of its worlds give little hope
SURE = 5.0  # standard errors by which a gap is surely above 0, whatever the rest of the worlds says
HOPE = 0.5  # standard errors by which the rest may be better than what was seen
BESIDE = 5  # actions that are proved beside each other; further ones were behind in the looks
FEWEST = 3  # actions of a puzzle that differ
MOST = 60  # choices of a puzzle: nobody weighs more
EACH = 2  # puzzles of one match at the most
APART = 3  # every so many-th decision is looked at
OTHERS = (0, 35)  # mistakes in a hundred of the others who play on
ERRING = (10, f"{REFERENCE}:mistakes=10")  # the second reference where no network is: errs so often itself
PLAYERS_OF = ("heuristic", "heuristic:mistakes=10", "heuristic:mistakes=20", "heuristic:mistakes=35")
PLAIN_TO_SEE = 3  # of what the reference solves at a glance, one in so many is kept
DELTA = 0.05  # the gap that must be proved, of a match


@dataclass(frozen=True)
class Gap:
    """How far the right answers are ahead, when it is played on in one way."""

    reference: str  # the bot that plays on
    others: int  # mistakes in a hundred of the other seats
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

    @property
    def id(self) -> str:
        return packaged.identity(self.match, self.step)

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
    return [read_puzzle(line) for line in packaged.lines(name)]


def self_play(game, players: int, seed: str) -> Match:
    """A match of bots of several levels."""
    match = Match(game, players, game.about.automatic_options({}), seed)
    levels = PLAYERS_OF[:1] if has_learned(game) else PLAYERS_OF  # who errs there dies before anything is decided
    names = [levels[luck(seed, "level", seat) % len(levels)] for seat in range(players)]
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
        for step in positions(match, number):
            puzzle = prover.prove(match, step, luck("puzzle", seed, number, step.number) >> 8, delta)
            if puzzle is not None:
                yield puzzle
                found += 1
            if found == EACH:
                break
        yield None


def positions(match: Match, first: int = 0) -> list[Step]:
    """The decisions of a match that are looked at: some way apart from a first one on; where stages are long, all that
    are late, and no others."""
    steps = [step for step in steps_of(match) if FEWEST <= step.choices <= MOST]
    telling = telling_of(match.game)
    if has_learned(match.game):
        return [step for step in steps if telling.is_late(step.view)]
    return steps[first % APART :: APART]


def references(game, players: int) -> tuple[str, str]:
    """Who plays on: the reference, and a trained network if one comes with the package."""
    has_net = game.name in shipped_games() and players in shipped_net(game).players
    return REFERENCE, "net" if has_net else ERRING[1]


def ways(game, players: int) -> list[tuple[str, int]]:
    """The ways of playing on: who does, and how often the others err."""
    return [(reference, others) for reference in references(game, players) for others in OTHERS]


class Prover:
    """Finds out whether a position is a puzzle."""

    def __init__(self, game, worlds: int = WORLDS):
        self.game, self.worlds = game, worlds
        self._looking = Appraiser(game, Budget(worlds=256, settled=0.0))
        self._glance = np.zeros(1, glance_dtype(game))[0]

    def prove(self, match: Match, step: Step, seed: int, delta: float) -> Puzzle | None:
        """The puzzle, or None if the position is none."""
        legal = legal_actions(self.game, step.view, step.seat)
        classes = self._looking.same_effect(step.view, step.seat, legal, seed)
        usual = self._looking.reference_action(step.view, step.seat, legal)
        is_kept = seed % PLAIN_TO_SEE == 0 or has_learned(self.game)  # there few positions decide anything
        plain = [members[0] for members in classes if usual in members and not is_kept]
        found = self._candidate(step, [members[0] for members in classes], seed, delta, plain)
        if found is None:
            return None
        beside, right = found
        answers = [action for members in classes if members[0] in beside[:right] for action in members]
        gaps = self._proof(step, beside, right, seed, delta)
        return self._told(match, step, answers, gaps, seed, delta) if gaps else None

    def _candidate(
        self, step: Step, actions: list[int], seed: int, delta: float, plain: Sequence[int] = ()
    ) -> tuple[list[int], int] | None:
        """The actions worth proving, the best first, and how many are right.

        None once the gap looks too small, or what looks right is plain to see."""
        if len(actions) < FEWEST:
            return None
        values = np.zeros((0, len(actions)))
        for count in LOOKS:
            more = self.values(step, actions, seed, (REFERENCE, 0), len(values), count)
            values = np.concatenate([values, more])
            order = np.argsort(-values.mean(axis=0), kind="stable")
            right = right_answers(values.mean(axis=0)[order])
            is_plain = any(actions[k] in plain for k in order[:right])
            if is_plain or not self._is_hopeful(values[:, order], right, delta):
                return None
            kept = order[: max(BESIDE, right + 1, len(order) // 2)]
            values, actions = values[:, kept], [actions[k] for k in kept]
        return actions[: max(BESIDE, right + 3)], right

    def _proof(self, step: Step, actions: list[int], right: int, seed: int, delta: float) -> list[Gap]:
        """The gaps of all ways of playing on, if every one is proved; it ends as soon as there is little hope."""
        every = ways(self.game, int(step.view.players))
        found = [np.zeros((0, len(actions)))] * len(every)
        for part in PARTS:
            for number, way in enumerate(every):
                had = len(found[number])
                first, count = (number + 1) * FRESH + had, self.worlds // part - had
                found[number] = np.concatenate([found[number], self.values(step, actions, seed, way, first, count)])
                if not self._is_hopeful(found[number], right, delta):
                    return []
        return [Gap(*way, *with_lower(values, right)) for way, values in zip(every, found, strict=True)]

    def _is_hopeful(self, values: np.ndarray, right: int, delta: float) -> bool:
        """Whether the gap may well be proved by all worlds; once these are all, whether it is."""
        gap, spread = gap_of(values, right)
        unseen = max(0.0, 1 / len(values) - 1 / self.worlds)
        return gap + HOPE * spread * math.sqrt(unseen) - Z99 * error_of(spread, self.worlds) >= delta

    def gap(self, step: Step, actions: list[int], right: int, seed: int, way: tuple[str, int], first: int, count: int):
        """Between the worst of the first `right` actions and the best of the others, in worlds from `first` on."""
        return Gap(*way, *with_lower(self.values(step, actions, seed, way, first, count), right))

    def values(self, step: Step, actions: list[int], seed: int, way: tuple[str, int], first: int, count: int):
        """What each action gets in each world when it is played on in one way."""
        looking, (reference, others) = self._looking, way
        looking.memory.mistakes[:] = others
        looking.memory.mistakes[step.seat] = ERRING[0] if reference == ERRING[1] else 0
        tried = np.array(actions, np.int16)
        try:
            if reference != "net":
                return looking.values(step.view, step.seat, tried, seed, first, count, 1 << 60)[0]
            values = np.zeros((count, len(tried)))
            net = shipped_net(self.game).weights[0]
            looking.prepare(step.view)
            about = (step.view, step.seat, tried, seed, first, looking.is_staged)
            second.try_actions(net, *about, self._glance, looking.memory, looking.story, values)
            return values
        finally:
            looking.memory.mistakes[:] = 0

    def _told(self, match: Match, step: Step, answers: list[int], gaps: list[Gap], seed: int, delta: float) -> Puzzle:
        def texts(actions: Iterable[int]) -> list[str]:
            return [self.game.notation.action_text(step.view, action) for action in actions]

        worths = self._looking.appraise(step.view, step.seat, seed).worths
        ordered = sorted(worths, key=lambda worth: (worth.actions[0] not in answers, -worth.chance))
        until = {**match.to_json(), "actions": match.to_json()["actions"][: step.number]}
        return Puzzle(
            game=self.game.name,
            match=until,
            step=step.number,
            seat=step.seat,
            answers=texts(answers),
            actions=[{"texts": texts(worth.actions), "chance": round(max(0.0, worth.chance), 4)} for worth in ordered],
            gaps=[Gap(g.reference, g.others, round(g.gap, 4), round(g.lower, 4)) for g in gaps],
            worlds=self.worlds,
            seed=seed,
            delta=delta,
        )


def right_answers(chances: Sequence[float]) -> int:
    """How many of the actions, the best first, are right: those before the widest gap in the better half."""
    return 1 + int(np.argmax([chances[k] - chances[k + 1] for k in range(len(chances) // 2)]))


def gap_of(values: np.ndarray, right: int) -> tuple[float, float]:
    """Between the worst of the first `right` columns and the best of the others, and how much it spreads."""
    means = values.mean(axis=0)
    worst, other = int(means[:right].argmin()), right + int(means[right:].argmax())
    gaps = values[:, worst] - values[:, other]
    return float(gaps.mean()), float(gaps.std(ddof=1))


def with_lower(values: np.ndarray, right: int) -> tuple[float, float]:
    """The gap and the lower end of its 99 % interval."""
    gap, spread = gap_of(values, right)
    return gap, gap - Z99 * error_of(spread, len(values))


def error_of(spread: float, worlds: int) -> float:
    """The standard error of a mean; never surer than so many worlds can make it."""
    return max(spread / math.sqrt(worlds), 1 / worlds)


def prove_again(puzzle: Puzzle, game, seed: int, worlds: int) -> bool:
    """Whether the answers are still ahead with other luck: the mean gap is above 0 in every way of playing on."""
    match = puzzle.position(lambda _: game)
    step = Step(puzzle.step, puzzle.seat, -1, "", 0, 0, match.view(puzzle.seat), match.state)
    actions = {match.text(action): action for action in match.legal(puzzle.seat)}
    first = [actions[told["texts"][0]] for told in puzzle.actions]
    right = sum(told["texts"][0] in puzzle.answers for told in puzzle.actions)
    prover, beside = Prover(game), first[: max(BESIDE, right + 3)]
    return all(_is_ahead(prover, step, beside, right, seed, way, worlds) for way in ways(game, match.players))


def _is_ahead(
    prover: Prover, step: Step, actions: list[int], right: int, seed: int, way: tuple[str, int], worlds: int
) -> bool:
    """Whether the mean gap of so many worlds is above 0; a part of them is enough where it is surely so."""
    values = np.zeros((0, len(actions)))
    for part in PARTS:
        had = len(values)
        more = prover.values(step, actions, seed, way, had, worlds // part - had)
        values = np.concatenate([values, more])
        gap, spread = gap_of(values, right)
        if gap > SURE * error_of(spread, len(values)):
            return True
    return gap > 0


def solve(puzzles: Iterable[Puzzle], bot: str, game, tries: int = 1) -> np.ndarray:
    """What a bot keeps of the best chance in each puzzle, a row a try; one that draws lots does better or worse."""
    kept = []
    for number, puzzle in enumerate(puzzles):
        match = puzzle.position(lambda _: game)
        view = match.view(puzzle.seat)
        chosen = (make_bot(bot, number + 1_000 * tried).choose(game, view, puzzle.seat) for tried in range(tries))
        kept.append([puzzle.kept(match.text(int(action))) for action in chosen])
    return np.array(kept).T
