"""A moment of a match, and what can be asked about it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from lasttrick.core.contract import Game
from lasttrick.core.errors import IllegalAction
from lasttrick.core.match import Match
from lasttrick.core.words import describe

Words = dict[str, str]
MOST_OPTIONS = 6


class Moment:
    """One decision: what its seat sees before it, what is told of it, and what the seat sees then."""

    def __init__(self, match: Match, seat: int, action: int, legal: list[int]):
        self.game, self.players, self._kept = (
            match.game,
            match.players,
            match,
        )  # what a state names lives with its match
        self.seat, self.action, self.legal = seat, action, legal
        self.view = match.view(seat)
        match.decide(seat, action)
        self.events = match.story_for(seat)
        self.view_after = match.view(seat)
        self.result = match.result

    @cached_property
    def before(self) -> dict:
        return describe(self.game, self.view, self.seat)

    @cached_property
    def after(self) -> dict:
        return describe(self.game, self.view_after, self.seat)

    @property
    def own(self) -> dict:
        return self.before["seats"][self.seat]

    @cached_property
    def text(self) -> str:
        return self.say(self.action)

    def say(self, action: int) -> str:
        return self.game.notation.action_text(self.view, action)

    def first(self, event: str, **facts) -> dict | None:
        """The first event of a kind with these facts."""
        return next(iter(self.all(event, **facts)), None)

    def all(self, event: str, **facts) -> list[dict]:
        return [e for e in self.events if e["event"] == event and all(e.get(k) == v for k, v in facts.items())]

    def refusal(self, action: int) -> IllegalAction | None:
        """Why the seat may not do this, from what it sees."""
        if action in self.legal:
            return None
        why = self.game.describe.explain(self.view, self.seat, action)
        return IllegalAction(*why) if why else None


@dataclass(frozen=True)
class Asked:
    """What a drill finds to ask in a moment: of what kind the options are, which there are and which are right."""

    kind: str  # `action`, `seat`, `number`, `yes`, or the name of a fact such as `card`
    options: tuple
    right: tuple
    facts: dict[str, Any] = field(default_factory=dict)  # what the words of the question name
    many: bool = False  # every right option is to be found, however many there are
    refusals: tuple[IllegalAction, ...] = ()


Finder = Callable[[Moment, Random], Asked | None]


@dataclass(frozen=True)
class Drill:
    """One kind of question, asked where its clauses decide."""

    name: str
    clauses: tuple[str, ...]
    ask: Words
    find: Finder
    of_action: bool  # the decision of the moment belongs to the question


@dataclass(frozen=True)
class Question:
    """A question as it is asked, with its answer."""

    drill: str
    clauses: tuple[str, ...]
    ask: Words
    asked: Asked
    moment: Moment
    of_action: bool

    @property
    def right(self) -> list[int]:
        """The numbers of the right options."""
        return [at for at, option in enumerate(self.asked.options) if option in self.asked.right]


class Table:
    """Collects a game's drills: `@table("TTL-24", "Who wins?", "…")` before a function that finds the question."""

    def __init__(self) -> None:
        self.drills: list[Drill] = []

    def __call__(self, clauses: str, en: str, ja: str, of_action: bool = True) -> Callable[[Finder], Finder]:
        def keep(find: Finder) -> Finder:
            name = f"{getattr(find, '__name__', 'drill')}-{len(self.drills)}"
            self.drills.append(Drill(name, tuple(clauses.split()), {"en": en, "ja": ja}, find, of_action))
            return find

        return keep

    def may(self, clauses: str, tries: Callable[[Moment, Random], Iterable[int]]) -> None:
        """Which of these may you do: a drill for each clause by which the rules refuse."""
        for clause in clauses.split():
            self(clause, *MAY, of_action=False)(_refused_by(clause, tries))


MAY = ("Which of these may you choose now? Find them all.", "今選べるのはどれですか？すべて選んでください。")


def _refused_by(clause: str, tries: Callable[[Moment, Random], Iterable[int]]) -> Finder:
    def which_may_you(moment: Moment, lot: Random) -> Asked | None:
        return may(moment, lot, tries(moment, lot), clause)

    return which_may_you


def may(moment: Moment, lot: Random, tries: Iterable[int], clause: str) -> Asked | None:
    """Some actions that are legal beside some that this clause forbids, and nothing that another one does."""
    refused = {action: moment.refusal(action) for action in dict.fromkeys(tries) if action not in moment.legal}
    wrong = [action for action, why in refused.items() if why and why.clause == clause]
    if not wrong:
        return None
    wrong = lot.sample(wrong, min(len(wrong), MOST_OPTIONS // 2))
    right = lot.sample(moment.legal, min(len(moment.legal), MOST_OPTIONS - len(wrong)))
    reasons = tuple(why for action in wrong if (why := refused[action]))
    return actions(moment, right, wrong, reasons)


def all_may(moment: Moment, lot: Random, tries: Iterable[int]) -> Asked | None:
    """Actions of which every one is legal, though one might doubt it."""
    found = [action for action in tries if action in moment.legal]
    return actions(moment, found[:MOST_OPTIONS], [], ()) if len(found) > 1 else None


def actions(moment: Moment, right: list[int], wrong: list[int], refusals: tuple[IllegalAction, ...]) -> Asked:
    options = [moment.say(action) for action in sorted({*right, *wrong})]
    return Asked("action", tuple(options), tuple(moment.say(action) for action in right), many=True, refusals=refusals)


def seat(moment: Moment, right: int, **facts) -> Asked:
    return Asked("seat", tuple(range(moment.players)), (right,), facts)


def seats(moment: Moment, right: Iterable[int], **facts) -> Asked:
    """Several seats may be right, and all are to be found."""
    return Asked("seat", tuple(range(moment.players)), tuple(right), facts, many=True)


def number(right: int, *wrong: int, **facts) -> Asked:
    """A number among others that somebody might think of."""
    options = [right]
    for one in (*wrong, right + 1, right - 1, right + 2, right + 3):
        if one not in options and (one >= 0 or right < 0) and len(options) < 4:
            options.append(one)
    return Asked("number", tuple(sorted(options)), (right,), facts)


def yes(right: bool, **facts) -> Asked:
    return Asked("yes", ("yes", "no"), ("yes" if right else "no",), facts)


def one_of(kind: str, options: Iterable, right, **facts) -> Asked | None:
    options = tuple(dict.fromkeys(options))
    return Asked(kind, options, (right,), facts) if right in options and 1 < len(options) <= MOST_OPTIONS else None


def other_world(game: Game, view: np.record, seat: int, rng) -> np.ndarray:
    """A world that fits what a seat sees."""
    world = np.zeros(1, game.dtype)
    game.view.determinize(view, seat, rng, world)
    return world
