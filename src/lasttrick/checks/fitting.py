"""All worlds that fit what a seat knows, found by playing: every deal that allows every decision so far.

From the last deal on a match is played again with two outcomes exchanged, and again from there, as long as the seat is
told and shown the same and every decision is allowed. What another seat decided unseen may have been any decision that
looks the same. This needs nothing of `determinize`, and so it can judge it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from lasttrick.checks.case import Case
from lasttrick.checks.twins import audience_of, flat, outcomes
from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.story import CHANCE, clear, lay_tape, memory_of, new_story, split, told, written

MOST_WORLDS = 100
MOST_PLACES = 7  # of the deal that are still unseen
RING = 5  # with more places there is always a way by exchanges of two
MOST_STEPS = 20_000  # decisions played again for one moment


class TooMany(Exception):
    """More decisions would have to be played again than a check may take."""


@dataclass
class Step:
    """A decision since the last deal, with what the seat that looks was told of it and saw after it."""

    seat: int
    action: int
    tape: list[int]
    told: tuple
    view: bytes
    secret: bool  # another action would have looked the same


class Since:
    """A match since its last deal, as one seat has known it."""

    def __init__(self, case: Case, looking: int, match: Match, begun: int, before: bytes):
        self.case, self.game, self.looking = case, case.game, looking
        self._states, self._seen = np.zeros(1, case.game.dtype), np.zeros(1, case.game.dtype)
        self._story = new_story()
        self._memory = memory_of(self._story)
        self._actions = np.zeros(case.game.actions, np.int16)
        self._before, self._played = before, 0
        self._dealt_by = match.decisions[begun - 1] if begun else None
        self._options = case.game.blank(case.players, case.short)
        self._options.key[:] = match.key
        self.deal: list[tuple[int, ...]] = []
        self.steps: list[Step] = []
        self._first = self._run_deal(None)
        self.deal = outcomes(map(told, split(written(self._memory))))
        for seat, action in match.decisions[begun:]:
            self._add(seat, action)

    # --- Playing ---

    def _run_deal(self, tape) -> tuple[tuple, bytes]:
        if self._dealt_by is None:
            self._states[0] = self._options
            self._begin(tape)
            self.game.rules.start(self._states[0], self._story)
        else:
            self._states[0] = np.frombuffer(self._before, self.game.dtype)[0]
            self._begin(tape)
            self.game.rules.apply(self._states[0], *self._dealt_by, self._story)
        return self._looked()

    def _begin(self, tape) -> None:
        clear(self._memory)
        if tape:
            lay_tape(self._story, tape)

    def _looked(self) -> tuple[tuple, bytes]:
        """What the seat is told, and its view."""
        lines = map(told, split(written(self._memory)))
        mine = tuple(line for line in lines if line[0] & audience_of(self.looking) and line[1] < CHANCE)
        self.game.view.view(self._states[0], self.looking, self._seen)
        return mine, self._seen.tobytes()

    def _decide(self, seat: int, action: int, tape) -> tuple[tuple, bytes]:
        self._played += 1
        self._begin(tape)
        self.game.rules.apply(self._states[0], seat, action, self._story)
        return self._looked()

    def _legal(self, seat: int) -> list[int]:
        if not bits.has(self.game.rules.acting(self._states[0]), seat):
            return []
        return self._actions[: self.game.rules.legal(self._states[0], seat, self._actions)].tolist()

    def _add(self, seat: int, action: int) -> None:
        before, legal = self._states.copy(), self._legal(seat)
        looked = self._decide(seat, action, ())
        tape = flat(outcomes(map(told, split(written(self._memory)))))
        after, secret = self._states.copy(), False
        for other in legal if seat != self.looking else ():
            self._states[:] = before
            secret |= other != action and self._decide(seat, other, tape) == looked
        self._states[:] = after
        self.steps.append(Step(seat, action, tape, looked[0], looked[1], secret))

    # --- Worlds ---

    def states_of(self, deal) -> Iterator[np.ndarray]:
        """The states that this deal can have led to while the seat was told and shown the same."""
        if self._run_deal(flat(deal)) == self._first:
            yield from self._go_on(0)

    def _go_on(self, number: int) -> Iterator[np.ndarray]:
        if number == len(self.steps):
            yield self._states.copy()
            return
        if self._played > MOST_STEPS:
            raise TooMany
        step, before, legal = self.steps[number], self._states.copy(), self._legal(self.steps[number].seat)
        for action in legal if step.secret else [step.action]:
            if action not in legal:
                continue
            self._states[:] = before
            if self._decide(step.seat, action, step.tape) == (step.told, step.view):
                yield from self._go_on(number + 1)

    def worlds(self) -> set[bytes] | None:
        """Every world that fits; None if there are too many to look at."""
        try:
            return self._worlds()
        except TooMany:
            return None

    def _worlds(self) -> set[bytes] | None:
        self._played = 0
        free = self._free_places()
        if free is None:
            return None
        found: set[bytes] = set()
        todo, met = [tuple(self.deal)], set()
        while todo:
            deal = todo.pop()
            self._run_deal(flat(deal))
            dealt = self._states.tobytes()
            if dealt in met:
                continue
            met.add(dealt)
            states = [bare_bytes(state) for state in self.states_of(deal)]
            found |= set(states)
            if len(found) > MOST_WORLDS:
                return None
            if states:
                todo += exchanges(deal, free)
        return found

    def _free_places(self) -> list[tuple[int, int]] | None:
        """The places of the deal whose exchange with some other place leads to another world that fits."""
        free: set[tuple[int, int]] = set()
        here = {bare_bytes(state) for state in self.states_of(self.deal)}
        places = [(k, i) for k, outcome in enumerate(self.deal) for i in range(len(outcome)) if len(outcome) > 1]
        self._run_deal(flat(self.deal))
        dealt = self._states.tobytes()
        for one, other in combinations(places, 2):
            if one[0] == other[0] and not {one, other} <= free:
                swapped = exchange(self.deal, one, other)
                if self._run_deal(flat(swapped)) != self._first or self._states.tobytes() == dealt:
                    continue
                if any(bare_bytes(state) not in here for state in self.states_of(swapped)):
                    free |= {one, other}
                if len(free) > MOST_PLACES:
                    return None
        return sorted(free)


def exchange(deal, one: tuple[int, int], other: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    k, i, j = one[0], one[1], other[1]
    outcome = list(deal[k])
    outcome[i], outcome[j] = outcome[j], outcome[i]
    return (*deal[:k], tuple(outcome), *deal[k + 1 :])


def exchanges(deal, free) -> Iterator[tuple]:
    """Two places exchanged, or three in a ring: between tight hands no two may be exchangeable."""
    for one, other in combinations(free, 2):
        if one[0] == other[0]:
            yield exchange(deal, one, other)
    for one, other, third in combinations(free, 3) if len(free) <= RING else ():
        if one[0] == other[0] == third[0]:
            yield exchange(exchange(deal, one, other), other, third)
            yield exchange(exchange(deal, one, third), other, third)


def bare_bytes(states: np.ndarray) -> bytes:
    """A world without the generator, which every world draws anew."""
    bare = states.copy()
    bare[0].key[:] = 0
    bare[0].events = 0
    return bare.tobytes()
