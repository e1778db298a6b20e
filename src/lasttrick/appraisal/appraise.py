"""The appraisal of one decision: a view in; for each action the chance to win, and what it loses against the best.

Every action is tried in the same worlds with the same luck, so that what they have in common falls out of their
difference. A few worlds screen out what is clearly worse; fresh worlds weigh the rest. The best is chosen by one half
of those worlds and valued by the other, both ways round, so that no loss is invented out of noise.
"""

import math
from dataclasses import dataclass

import numpy as np

from lasttrick.appraisal import loops
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.policy import best_looking, judgement_of
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rng import seed_rng
from lasttrick.core.story import new_story

REFERENCE = "heuristic"  # the bot that plays on, for all seats alike

Z = 1.96  # 95 %
CLEARLY = 3.5  # standard errors by which an action must fall behind to be screened out
SAME_IN = 8  # worlds in which actions must lead to the very same state to count as one
SCREENED = 16  # worlds a look of the screening takes
WEIGHED = 64  # worlds a look of the weighing takes
WHOLE = 4  # where chances are told at the end of a stage, every so many-th world is played to the end of the match
FRESH = 1 << 40  # the number of the first world that weighs
MOST = 6  # actions that are weighed

SLIP, MISTAKE, BLUNDER = 0.02, 0.05, 0.10  # of a match, by the lower end of the interval


@dataclass(frozen=True)
class Budget:
    """How much to look into: worlds that weigh a decision at the most, and the reach at which it is settled."""

    worlds: int = 512
    settled: float = 0.01

    def __post_init__(self):
        if not 2 * WEIGHED <= self.worlds <= 10_000_000:
            raise LastTrickError(f"An appraisal takes from {2 * WEIGHED} to 10,000,000 worlds, not {self.worlds}.")


@dataclass(frozen=True)
class Worth:
    """One action, or several with the same effect: its chance to win, what it loses, each with half a 95 % interval."""

    actions: tuple[int, ...]
    chance: float
    reach: float
    loss: float  # against the best known
    loss_reach: float
    edge: float  # over what the reference would have done; below 0 if that is better
    edge_reach: float
    worlds: int

    @property
    def verdict(self) -> str:
        return verdict_of(self.loss, self.loss_reach)


@dataclass(frozen=True)
class Appraisal:
    """All actions of a decision, the best known first."""

    seat: int
    worths: tuple[Worth, ...]

    @property
    def best(self) -> Worth:
        return self.worths[0]

    def of(self, action: int) -> Worth:
        return next(worth for worth in self.worths if action in worth.actions)


def verdict_of(loss: float, reach: float) -> str:
    """A word only where the lower end of the interval proves it."""
    for word, least in (("blunder", BLUNDER), ("mistake", MISTAKE), ("slip", SLIP)):
        if loss - reach >= least - 1e-9:
            return word
    return "good" if loss + reach < SLIP else "unclear"


class Appraiser:
    """Appraises decisions of one game, using its memory again and again. Not for several threads at once."""

    def __init__(self, game, budget: Budget | None = None):
        self.game, self.budget = game, budget or Budget()
        self.is_staged = int(getattr(judgement_of(game), "FAIR_OUTLOOK", False))
        self.memory, self.story = loops.new_memory(game), new_story(on=False)

    def appraise(self, view: np.record, seat: int, seed: int = 0, played: int | None = None) -> Appraisal:
        """The worth of every legal action; `played` is looked at closely whatever it is worth."""
        legal = legal_actions(self.game, view, seat)
        classes = self.same_effect(view, seat, legal, seed)
        tried = np.array([members[0] for members in classes], np.int16)
        usual = self.reference_action(view, seat, legal)
        wanted = [i for i, members in enumerate(classes) if usual in members or played in members]
        screened = self._screen(view, seat, tried, seed, wanted)
        kept = screened.kept
        told = self._weigh(view, seat, tried[kept], seed, next(k for k, i in enumerate(kept) if usual in classes[i]))
        worths = [told.worth(classes[i], k) for k, i in enumerate(kept)]
        best = kept[told.best]
        chance = told.chance(told.best)
        worths += [screened.worth(classes[i], i, best, chance) for i in range(len(tried)) if i not in kept]
        worths.sort(key=lambda worth: (worth.actions != tuple(classes[best]), -worth.chance))
        return Appraisal(seat, tuple(worths))

    def reference_action(self, view: np.record, seat: int, legal: np.ndarray) -> int:
        """What the reference would do; of equally good actions always the same."""
        memory = self.memory
        seed_rng(memory.rng, 0, 0)
        return int(legal[best_looking(view, seat, legal, len(legal), memory.worth, memory.rng)])

    def same_effect(self, view: np.record, seat: int, legal: np.ndarray, seed: int) -> list[list[int]]:
        """Actions grouped by what they lead to; some differ in name only."""
        states = np.zeros(len(legal), self.game.dtype)
        marks: list[tuple[bytes, ...]] = [()] * len(legal)
        for world in range(SAME_IN):
            loops.make_each(view, seat, legal, seed, world, self.memory, self.story, states)
            marks = [(*mark, states[i].tobytes()) for i, mark in enumerate(marks)]
        groups: dict[tuple[bytes, ...], list[int]] = {}
        for action, mark in zip(legal.tolist(), marks, strict=True):
            groups.setdefault(mark, []).append(action)
        return list(groups.values())

    def values(self, view: np.record, seat: int, tried: np.ndarray, seed: int, first: int, count: int, every: int):
        """What each action got in each world, where its stage ended and, in every so many-th, where the match did."""
        values = np.zeros((count, len(tried)))
        ends = np.full((count, len(tried)), np.nan)
        loops.try_actions(view, seat, tried, seed, first, self.is_staged, every, self.memory, self.story, values, ends)
        return values, ends

    def world(self, view: np.record, seat: int, seed: int, number: int) -> np.record:
        """One of the worlds in which actions are tried."""
        loops.sample_world(view, seat, seed, number, self.memory)
        return self.memory.world[0].copy()

    def _screen(self, view, seat: int, tried: np.ndarray, seed: int, wanted: list[int]) -> "Screening":
        """Look at all actions in a few worlds, and leave out what is clearly worse."""
        found = Screening(len(tried))
        while len(found.kept) > 2 and found.worlds < 4 * SCREENED:
            values, _ = self.values(view, seat, tried[found.kept], seed, found.worlds, SCREENED, FRESH)
            found.add(values)
            found.narrow(wanted)
        found.cut(wanted)
        return found

    def _weigh(self, view, seat: int, tried: np.ndarray, seed: int, usual: int) -> "Weighing":
        """Look at what is left in fresh worlds until it is settled."""
        every = WHOLE if self.is_staged else 1
        found = Weighing(len(tried), usual)
        while found.worlds < self.budget.worlds and not found.is_settled(self.budget.settled):
            found.add(*self.values(view, seat, tried, seed, FRESH + found.worlds, WEIGHED, every))
        return found


class Screening:
    """What the first few worlds say; an action that is left out keeps what it had by then."""

    def __init__(self, actions: int):
        self.kept, self.worlds = list(range(actions)), 0
        self._rows: list[list[float]] = [[] for _ in range(actions)]

    def add(self, values: np.ndarray) -> None:
        for k, i in enumerate(self.kept):
            self._rows[i].extend(values[:, k])
        self.worlds += len(values)

    def mean(self, i: int) -> float:
        return float(np.mean(self._rows[i])) if self._rows[i] else 0.0

    def behind(self, i: int, leader: int) -> tuple[float, float]:
        """How far an action is behind another in the worlds both were tried in, and the standard error of that."""
        both = min(len(self._rows[i]), len(self._rows[leader]))
        gaps = np.array(self._rows[leader][:both]) - np.array(self._rows[i][:both])
        return float(gaps.mean()), math.sqrt(max(float(gaps.var(ddof=1)), 1 / both) / both)

    def narrow(self, wanted: list[int]) -> None:
        leader = max(self.kept, key=self.mean)

        def may_stay(i: int) -> bool:
            if i == leader or i in wanted:
                return True
            gap, error = self.behind(i, leader)
            return gap < CLEARLY * error

        self.kept = [i for i in self.kept if may_stay(i)]

    def cut(self, wanted: list[int]) -> None:
        """Keep no more than can be weighed."""
        first = sorted(self.kept, key=lambda i: (i not in wanted, -self.mean(i)))
        self.kept = sorted(first[:MOST])

    def worth(self, members: list[int], i: int, best: int, chance: float) -> Worth:
        gap, error = self.behind(i, best)
        reach = Z * error
        return Worth(tuple(members), chance - gap, reach, gap, reach, math.nan, math.nan, len(self._rows[i]))


class Weighing:
    """What the fresh worlds say of the actions that are left; number `usual` is the reference's."""

    def __init__(self, actions: int, usual: int):
        self.worlds, self._usual = 0, usual
        self._values = np.zeros((0, actions))
        self._ends = np.zeros((0, actions))

    def add(self, values: np.ndarray, ends: np.ndarray) -> None:
        self._values = np.concatenate([self._values, values])
        self._ends = np.concatenate([self._ends, ends])
        self.worlds = len(self._values)

    @property
    def best(self) -> int:
        return int(self._values.mean(axis=0).argmax())

    def _put_right(self) -> tuple[float, float]:
        """What chances told at the end of a stage get wrong on average here, and the variance of that."""
        whole = ~np.isnan(self._ends[:, 0])
        gaps = (self._ends[whole] - self._values[whole]).mean(axis=1)
        return float(gaps.mean()), float(gaps.var(ddof=1)) / len(gaps)

    def chance(self, k: int) -> float:
        return float(np.clip(self._values[:, k].mean() + self._put_right()[0], 0.0, 1.0))

    def _reach(self, k: int) -> float:
        own = float(self._values[:, k].var(ddof=1)) / self.worlds
        return max(Z * math.sqrt(own + self._put_right()[1]), 3 / self.worlds)

    def _loss(self, k: int) -> tuple[float, float]:
        """Against the best as the other half of the worlds sees it."""
        halves = np.arange(self.worlds) % 2
        best = [int(self._values[halves == 1 - half].mean(axis=0).argmax()) for half in (0, 1)]
        gaps = self._values[np.arange(self.worlds), np.array(best)[halves]] - self._values[:, k]
        return (0.0, 0.0) if best == [k, k] else self._mean(gaps)

    def _edge(self, k: int) -> tuple[float, float]:
        if k == self._usual:
            return 0.0, 0.0
        return self._mean(self._values[:, k] - self._values[:, self._usual])

    def _mean(self, gaps: np.ndarray) -> tuple[float, float]:
        """With its reach; never surer than so many worlds can make it, even where all of them agree."""
        return float(gaps.mean()), max(Z * math.sqrt(float(gaps.var(ddof=1)) / self.worlds), 3 / self.worlds)

    def is_settled(self, reach: float) -> bool:
        """Whether every loss is known this well; judged by width alone, so that stopping favours nobody."""
        if self.worlds < 2 * WEIGHED:
            return False
        return all(self._loss(k)[1] <= reach for k in range(self._values.shape[1]))

    def worth(self, members: list[int], k: int) -> Worth:
        return Worth(tuple(members), self.chance(k), self._reach(k), *self._loss(k), *self._edge(k), self.worlds)
