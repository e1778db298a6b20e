"""What is certain to follow from a decision, found by making it on trial.

A game's `foresee` is given a view, never a state. A *trial* makes the decision, by the game's own compiled rules, in a
world that fits the view, and believes the story up to the first line that tells more than the view does: an outcome of
chance, or an event that the game says *uncovers* something. Up to there the rules have asked for nothing hidden, so
they tell the same in every world that fits, the true one included. What the rules do not tell, such as the points of
the round so far, a game's `survey` tells in lines of its own.

A fact is a key with arguments, like an event, and says whether it is certain: `{"fact": "lost", "seat": 0,
"card": "R2", "certain": True}`. What is not certain holds as things stand, if nothing more were to come.
"""

import importlib
from collections.abc import Callable, Collection, Iterable
from enum import IntEnum
from functools import lru_cache

import numpy as np

from lasttrick.core.rng import new_rng
from lasttrick.core.story import CHANCE, SPECTATOR, clear, memory_of, new_story, only, split, told, written
from lasttrick.core.words import sentence_of

FACTS = 500  # kinds from here on, and below CHANCE, are a survey's own

Line = tuple[int, tuple[int, ...]]  # kind and facts


class Trial:
    """Something made on trial: its story as far as it is certain, and the world after it."""

    def __init__(self, lines: list[Line], after: np.record, uncovered: int | None):
        self.lines, self.after = lines, after
        self.uncovered = uncovered  # the kind of line at which the story ceased to be certain; None if all of it is

    @property
    def is_whole(self) -> bool:
        """Nothing was uncovered, so what all can see of the world after it is certain too."""
        return self.uncovered is None

    def tells(self, kind: int) -> bool:
        return any(kind == line[0] for line in self.lines)


class Foresight:
    """The trials of the game in a package: by its rules, and by `survey(state, seat, story)`, which tells how things
    stand. The survey's own kinds of lines are `own`; `arguments(view, kind, facts)` names their facts. What an event
    says of its `causes` is left out: two choices with the same outcome are told alike."""

    def __init__(
        self, package: str, survey: Callable, own: type[IntEnum], arguments: Callable, sentences, uncovers, causes=()
    ):
        part = {name: importlib.import_module(f"{package}.{name}") for name in ("state", "rules", "view", "describe")}
        self._apply, self._determinize, self._survey = part["rules"].apply, part["view"].determinize, survey
        self._events, self._event = part["state"].Event, part["describe"].event
        self._own, self._arguments = own, arguments
        self._sentences, self._uncovers, self._causes = sentences, frozenset(map(int, uncovers)), causes
        self._story = new_story()
        self._memory = memory_of(self._story)
        self._imagined = lru_cache(maxsize=16)(self._imagine)
        self._surveyed = lru_cache(maxsize=64)(self._look)

    def _imagine(self, view: bytes, dtype: np.dtype, seat: int) -> bytes:
        world = np.zeros(1, dtype)
        self._determinize(_record(view, dtype), seat, new_rng(), world)
        return world.tobytes()

    def world(self, view: np.record, seat: int) -> np.record:
        """A world that fits a view, to be changed at will; always the same one."""
        return _record(self._imagined(view.tobytes(), view.dtype, seat), view.dtype)

    def decide(self, view: np.record, seat: int, action: int) -> Trial:
        """Make a legal decision on trial."""
        return self.then(self.world(view, seat), seat, seat, action)

    def then(self, world: np.record, seat: int, decider: int, action: int) -> Trial:
        """Make a decision in this world, and hear of it as the seat would."""
        return self._hear(world, seat, lambda: self._apply(world, decider, action, self._story))

    def survey(self, state: np.record, seat: int) -> Trial:
        """How things stand in a view, or in the world after a trial."""
        return self._surveyed(state.tobytes(), state.dtype, seat)

    def _look(self, state: bytes, dtype: np.dtype, seat: int) -> Trial:
        world = _record(state, dtype)
        return self._hear(world, seat, lambda: self._survey(world, seat, self._story))

    def _hear(self, world: np.record, seat: int, change: Callable) -> Trial:
        """Change a world and hear of it as this seat would."""
        clear(self._memory)
        change()
        audience = SPECTATOR if seat < 0 else only(seat)
        lines: list[Line] = []
        for line in split(written(self._memory)):
            audiences, kind, facts = told(line)
            if kind >= CHANCE or kind in self._uncovers:
                return Trial(lines, world, kind)
            if audiences & audience:
                lines.append((kind, facts))
        return Trial(lines, world, None)

    def facts(self, view: np.record, lines: Iterable[Line], lasting: Collection[int] | None = None) -> list[dict]:
        """The lines for which there is a sentence, as facts; only kinds that are lasting are certain, or all."""
        found = []
        for kind, facts in lines:
            event = self._own(kind) if kind >= FACTS else self._events(kind)
            key = event.name.lower()
            if key in self._sentences:
                named = self._arguments(view, event, facts) if kind >= FACTS else self._outcome(view, event, facts)
                found.append(fact(key, lasting is None or kind in lasting, **named))
        return found

    def _outcome(self, view: np.record, event, facts: tuple[int, ...]) -> dict:
        told = self._event(view, event, facts)
        return {name: value for name, value in told.items() if name not in self._causes}


def _record(data: bytes, dtype: np.dtype) -> np.record:
    """A record of its own with these bytes, made sooner than by copying one."""
    return np.frombuffer(bytearray(data), dtype)[0]


def fact(key: str, certain: bool = True, **arguments) -> dict:
    return {"fact": key, **arguments, "certain": certain}


def foreseen(game, view: np.record, seat: int, action: int) -> list[dict]:
    """The facts of a legal action, from what the seat may know; none for a game that does not foresee."""
    return game.foresee.foresee(view, seat, action) if game.foresee else []


def standing(game, view: np.record, seat: int) -> list[dict]:
    """The facts of the present, which need no action; seat -1 is a spectator."""
    return game.foresee.standing(view, seat) if game.foresee else []


def fact_sentence(game, told: dict) -> str:
    """A fact in English, for the terminal."""
    said = sentence_of(game.foresee.SENTENCES[told["fact"]], told)
    return said if told["certain"] else f"As things stand: {said}"
