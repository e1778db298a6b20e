"""The appraisal of one decision: a view in; for each action the chance to win, and what it loses against the best.

Every action is tried in the same worlds with the same luck, so that what they have in common falls out of their
difference. Of many actions a few worlds screen out the worse; fresh worlds weigh the rest. The best is chosen by one
half of those worlds and valued by the other, both ways round, so that no loss is invented out of noise.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lasttrick.appraisal import loops
from lasttrick.appraisal.learned import numbers_for
from lasttrick.appraisal.telling import has_learned, is_staged
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.policy import best_looking
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rng import seed_rng
from lasttrick.core.story import new_story

REFERENCE = "heuristic"  # the bot that plays on, for all seats alike
VERSION = 3  # of what it plays, of its worlds and of what is told; raised with any change, because reviews are kept

Z = 1.96  # 95 %
CLEARLY = 3.5  # standard errors by which an action must fall behind to be screened out
SAME_IN = 8  # worlds in which actions must lead to the very same state to count as one
FEWEST = 2  # worlds that a look of the screening takes at least
WEIGHED = 64  # worlds a look of the weighing takes
WHOLE = 4  # where chances are told at the end of a stage, every so many-th world is played to the end of the match,
NEVER = 1 << 60  # unless they were learned from what the reference wins
FRESH = 1 << 40  # the number of the first world that weighs
MANY = 64  # actions of which a first look leaves a quarter
MOST = 6  # actions that are weighed if nothing else is said
CLOSE = 3  # actions that may be the best while a verdict is in doubt

SLIP, MISTAKE, BLUNDER = 0.02, 0.05, 0.10  # of a match, by the lower end of the interval
GOOD = 0.03  # by the upper end
MARGIN = 2.5 / Z  # of a reach, by which a verdict must be clear of the borders,
BORDER = 0.005  # each as wide as this if nothing else is said, so that it is settled in the end
UNSEEN = 3.0  # worlds of a kind that none was seen of may well be so many of them all,
LEAST_SPAN = 0.25  # and move a chance by this at least


@dataclass(frozen=True)
class Budget:
    """How much to look into: worlds that weigh a decision at the least and at the most, and the reach at which it is
    settled.

    A verdict in doubt may take `doubt` times as many, each time `more` times as many again; borders between verdicts
    are as wide as `border`. A world that was not seen may be a win or none; where chances are `told` before the end it
    moves them no further than those that were seen. Only the `looked` actions are looked at that look best to the
    reference. A look of the screening takes about `look` play-outs; it leaves `most` actions, one more than those
    wanted at least. With all cards open a position is played out `open` times."""

    worlds: int = 512
    settled: float = 0.01
    least: int = 2 * WEIGHED
    doubt: int = 1
    more: float = 1.0
    border: float = BORDER
    told: bool = False
    looked: int = 1_000
    look: int = 384
    most: int = MOST
    open: int = 128

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
    worlds: int  # 0 if it was not looked at: nothing is known then

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
    """A word only where the lower end of the interval proves it; nothing loses less than nothing."""
    loss = max(0.0, loss)
    for word, least in (("blunder", BLUNDER), ("mistake", MISTAKE), ("slip", SLIP)):
        if loss - reach >= least - 1e-9:
            return word
    return "good" if loss + reach < GOOD else "unclear"


def is_clear(loss: float, reach: float, width: float = BORDER) -> bool:
    """Whether a loss keeps clear of every border between verdicts."""
    loss, margin = max(0.0, loss), MARGIN * reach
    return all(loss - margin >= border or loss + margin < border + width for border in (SLIP, MISTAKE, BLUNDER))


class Appraiser:
    """Appraises decisions of one game, using its memory again and again. Not for several threads at once."""

    def __init__(self, game, budget: Budget | None = None):
        self.game, self.budget, self.is_staged = game, budget or Budget(), int(is_staged(game))
        self.every = NEVER if has_learned(game) else WHOLE if self.is_staged else 1
        self.memory, self.story = loops.new_memory(game), new_story(on=False)

    def appraise(
        self,
        view: np.record,
        seat: int,
        seed: int = 0,
        played: int | None = None,
        among: Sequence[int] | None = None,
        against: int | None = None,
    ) -> Appraisal:
        """The worth of every legal action, or of those named; `played` is looked at closely whatever it is worth.

        Edges are told over what the reference would have done, or over the action that is named."""
        legal = legal_actions(self.game, view, seat) if among is None else np.array(among, np.int16)
        usual = self.reference_action(view, seat, legal, played) if against is None else against
        legal, unseen = self._looked_at(view, seat, legal, (usual, played))
        classes = self.same_effect(view, seat, legal, seed)
        tried = np.array([members[0] for members in classes], np.int16)
        wanted = [i for i, members in enumerate(classes) if usual in members or played in members]
        screened = self._screen(view, seat, tried, seed, wanted)
        kept = screened.kept
        at_usual = next(k for k, i in enumerate(kept) if usual in classes[i])
        told = self._weigh(view, seat, tried[kept], seed, at_usual, [kept.index(i) for i in wanted])
        if played is not None:
            at_played = next(k for k, i in enumerate(kept) if played in classes[i])
            self._settle(told, view, seat, tried[kept], seed, at_played)
        worths = [told.worth(classes[i], k) for k, i in enumerate(kept)]
        best = kept[told.best]
        chance = told.chance(told.best)
        worths += [screened.worth(classes[i], i, best, chance) for i in range(len(tried)) if i not in kept]
        worths.sort(key=lambda worth: (worth.actions != tuple(classes[best]), -worth.chance))
        worths += [Worth((action,), 0.0, 1.0, chance, 1.0, math.nan, math.nan, 0) for action in unseen]
        return Appraisal(seat, tuple(worths))

    def _looked_at(self, view, seat: int, legal: np.ndarray, wanted: Sequence[int | None]) -> tuple[np.ndarray, list]:
        """Of more actions than are looked at those that look best to the reference and those wanted; and the rest."""
        if len(legal) <= self.budget.looked:
            return legal, []
        self.reference_action(view, seat, legal)
        order = np.argsort(-self.memory.worth[: len(legal)], kind="stable")
        is_seen = np.isin(legal, [one for one in wanted if one is not None])
        is_seen[order[: self.budget.looked]] = True
        return legal[is_seen], legal[~is_seen].tolist()

    def weigh(self, view: np.record, seat: int, actions: list[int], seed: int = 0) -> list[Worth]:
        """The worth of these actions beside each other, and of no others; edges are over the first."""
        told = self._weigh(view, seat, np.array(actions, np.int16), seed, 0, list(range(len(actions))))
        return [told.worth([action], k) for k, action in enumerate(actions)]

    def reference_action(self, view: np.record, seat: int, legal: np.ndarray, played: int | None = None) -> int:
        """What the reference would do; where it draws lots, what was played if it may come to that, else always the
        same."""
        memory = self.memory
        seed_rng(memory.rng, 0, 0)
        best = best_looking(view, seat, legal, len(legal), memory.worth, memory.rng)
        if len(legal) > 1 and (memory.worth[: len(legal)][legal == played] == memory.worth[best]).any():
            return int(played)  # type: ignore[arg-type]
        return int(legal[best])

    def is_usual(self, view: np.record, seat: int, action: int) -> bool:
        """Whether the reference may do this: nothing looks better to it."""
        legal = legal_actions(self.game, view, seat)
        return len(legal) == 1 or self.reference_action(view, seat, legal, action) == action

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
        self.prepare(view)
        loops.try_actions(view, seat, tried, seed, first, self.is_staged, every, self.memory, self.story, values, ends)
        return values, ends

    def prepare(self, state: np.record) -> None:
        """Learn what is needed to tell the chances of a match like this, unless that was done."""
        if self.is_staged:
            self.memory.numbers[:] = numbers_for(self.game, state)

    def world(self, view: np.record, seat: int, seed: int, number: int) -> np.record:
        """One of the worlds in which actions are tried."""
        loops.sample_world(view, seat, seed, number, self.memory)
        return self.memory.world[0].copy()

    def _screen(self, view, seat: int, tried: np.ndarray, seed: int, wanted: list[int]) -> "Screening":
        """Of more actions than can be weighed, look at all in a few worlds, and halve them again and again."""
        found = Screening(len(tried), wanted)
        most = max(self.budget.most, len(wanted) + 1)
        while len(found.kept) > most:
            count = min(max(self.budget.look // len(found.kept), FEWEST), WEIGHED)
            found.add(self.values(view, seat, tried[found.kept], seed, found.worlds, count, FRESH)[0])
            found.narrow()
            found.halve(most)
        return found

    def _weigh(self, view, seat: int, tried: np.ndarray, seed: int, usual: int, wanted: list[int]) -> "Weighing":
        """Look at what is left in fresh worlds until it is settled."""
        found = Weighing(len(tried), usual, wanted, self.budget)
        while found.worlds < self.budget.worlds and not found.is_settled():
            found.add(*self.values(view, seat, tried[found.kept], seed, FRESH + found.worlds, WEIGHED, self.every))
            found.narrow()
        return found

    def _settle(self, found: "Weighing", view, seat: int, tried: np.ndarray, seed: int, played: int) -> None:
        """While a verdict is in doubt, look at the action played and the few best in more worlds."""
        most = self.budget.doubt * self.budget.worlds
        while found.worlds < most and not found.is_clear(played):
            found.focus(played)
            count = min(int(self.budget.more * found.worlds), most - found.worlds)
            found.add(*self.values(view, seat, tried[found.kept], seed, FRESH + found.worlds, count, FRESH))
            found.narrow()


class Trying:
    """Actions in the same worlds, a column each; one that falls clearly behind is left out and keeps what it had."""

    def __init__(self, actions: int, wanted: list[int]):
        self.kept, self._wanted = list(range(actions)), wanted
        self._values = np.zeros((0, actions))

    @property
    def worlds(self) -> int:
        return len(self._values)

    def _rows(self, values: np.ndarray) -> np.ndarray:
        """What was got by the actions that are kept, as whole rows."""
        rows = np.full((len(values), self._values.shape[1]), np.nan)
        rows[:, self.kept] = values
        return rows

    def _add(self, values: np.ndarray) -> None:
        self._values = np.concatenate([self._values, self._rows(values)])

    def worlds_of(self, k: int) -> int:
        """In how many worlds an action was tried: the first so many."""
        return int(np.count_nonzero(~np.isnan(self._values[:, k])))

    def mean(self, k: int) -> float:
        return float(self._values[: self.worlds_of(k), k].mean())

    @property
    def best(self) -> int:
        return max(self.kept, key=self.mean)

    def behind(self, k: int, leader: int) -> tuple[float, float]:
        """How far an action is behind another in the worlds both were tried in, and the standard error of that."""
        both = self.worlds_of(k)
        gaps = self._values[:both, leader] - self._values[:both, k]
        return float(gaps.mean()), math.sqrt(max(float(gaps.var(ddof=1)), 1 / both) / both)

    def _is_clearly_behind(self, k: int, leader: int) -> bool:
        gap, error = self.behind(k, leader)
        return gap >= CLEARLY * error

    def narrow(self) -> None:
        """Leave out what is clearly worse, but nothing that is wanted."""
        leader = self.best
        self.kept = [k for k in self.kept if k in (leader, *self._wanted) or not self._is_clearly_behind(k, leader)]


class Screening(Trying):
    """What the first few worlds say."""

    def add(self, values: np.ndarray) -> None:
        self._add(values)

    def halve(self, most: int) -> None:
        """Keep the better half, of very many the best quarter, and what is wanted; no fewer than can be weighed."""
        first = sorted(self.kept, key=lambda k: (k not in self._wanted, -self.mean(k)))
        self.kept = sorted(first[: max(most, len(first) // (4 if len(first) > MANY else 2))])

    def worth(self, members: list[int], k: int, best: int, chance: float) -> Worth:
        gap, error = self.behind(k, best)
        reach = Z * error
        return Worth(tuple(members), chance - gap, reach, gap, reach, math.nan, math.nan, self.worlds_of(k))


class Weighing(Trying):
    """What the fresh worlds say of the actions that are left; number `usual` is the reference's."""

    def __init__(self, actions: int, usual: int, wanted: list[int], budget: Budget):
        super().__init__(actions, wanted)
        self._usual, self._budget = usual, budget
        self._ends = np.zeros((0, actions))

    def add(self, values: np.ndarray, ends: np.ndarray) -> None:
        self._ends = np.concatenate([self._ends, self._rows(ends)])
        self._add(values)

    def _put_right(self) -> tuple[float, float]:
        """What chances told at the end of a stage get wrong on average here, and the variance of that."""
        gaps = (self._ends - self._values)[:, self.kept]
        whole = gaps[~np.isnan(gaps[:, 0])].mean(axis=1)
        if not len(whole):
            return 0.0, 0.0
        return float(whole.mean()), float(whole.var(ddof=1)) / len(whole)

    def chance(self, k: int) -> float:
        return float(np.clip(self.mean(k) + self._put_right()[0], 0.0, 1.0))

    def _reach(self, k: int) -> float:
        worlds = self.worlds_of(k)
        own = float(self._values[:worlds, k].var(ddof=1)) / worlds
        return max(Z * math.sqrt(own + self._put_right()[1]), UNSEEN / worlds)

    def _loss(self, k: int) -> tuple[float, float]:
        """Against the best as the other half of the worlds sees it."""
        halves = np.arange(self.worlds) % 2
        best = [self.kept[int(self._values[halves == 1 - half][:, self.kept].mean(axis=0).argmax())] for half in (0, 1)]
        if best == [k, k]:
            return 0.0, self._ahead_of(k)
        tried = np.arange(self.worlds_of(k))
        return self._mean(self._values[tried, np.array(best)[halves[tried]]] - self._values[tried, k])

    def _ahead_of(self, k: int) -> float:
        """How far another may be ahead of the best known: the highest upper end."""
        gaps = [self._mean(self._values[:, other] - self._values[:, k]) for other in self.kept if other != k]
        return max([0.0, *(gap + reach for gap, reach in gaps)])

    def focus(self, k: int) -> None:
        """Go on with this action and the few best alone."""
        best = sorted(self.kept, key=self.mean, reverse=True)[:CLOSE]
        self._wanted, self.kept = [k], sorted({k, *best})

    def is_clear(self, k: int) -> bool:
        return is_clear(*self._loss(k), self._budget.border)

    def _edge(self, k: int) -> tuple[float, float]:
        if k == self._usual:
            return 0.0, 0.0
        tried = min(self.worlds_of(k), self.worlds_of(self._usual))
        return self._mean(self._values[:tried, k] - self._values[:tried, self._usual])

    def _mean(self, gaps: np.ndarray) -> tuple[float, float]:
        """With its reach; never surer than so many worlds can make it, even where all of them agree."""
        unseen = UNSEEN * self._span / len(gaps)
        return float(gaps.mean()), max(Z * math.sqrt(float(gaps.var(ddof=1)) / len(gaps)), unseen)

    @property
    def _span(self) -> float:
        """How far a world that was not seen may move a chance."""
        if not self._budget.told:
            return 1.0
        return max(LEAST_SPAN, float(np.nanmax(self._values) - np.nanmin(self._values)))

    def is_settled(self) -> bool:
        """Whether every loss is known well enough; judged by width alone, so that stopping favours nobody."""
        budget = self._budget
        return self.worlds >= budget.least and all(self._loss(k)[1] <= budget.settled for k in self.kept)

    def worth(self, members: list[int], k: int) -> Worth:
        return Worth(tuple(members), self.chance(k), self._reach(k), *self._loss(k), *self._edge(k), self.worlds_of(k))
