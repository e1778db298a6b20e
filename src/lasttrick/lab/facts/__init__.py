"""What a game's story means to the lab: a module a game, with ``facts(players, blank, options)``:
`facts` of its package; those of ours lie here, named as the game is.

A game without a module gets the generic report: every kind of event is counted under its own name.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from lasttrick.core.contract import brought
from lasttrick.lab.notes import CARDS, KINDS, NONE, OUTCOMES, READING, CardOp

ALWAYS = (NONE, 0, 0)


@dataclass(frozen=True)
class Rule:
    """Something that happens or does not: a line of this kind, perhaps only where a fact is from `low` to `high`."""

    name: str  # a column of the table
    words: str  # as in "… happens 2.3 times a match"
    event: int
    fact: int = NONE
    low: int = 0
    high: int = 32767


@dataclass(frozen=True)
class Histogram:
    """How often a fact had which value."""

    name: str
    title: str
    event: int
    fact: int
    names: dict[int, str] = field(default_factory=dict)  # words for values


@dataclass(frozen=True)
class Cards:
    """What a kind of line says about cards: the first fact that is one, and whether all after it are."""

    event: int
    op: CardOp
    at: int = 1
    many: bool = False


@dataclass(frozen=True)
class Facts:
    """One game at one number of players, as the lab reads it."""

    rounds_field: str  # of the state: how many rounds were begun
    title: str = ""  # the name of the game, where data gives it another
    round_word: str = "round"
    trick_word: str = "trick"
    score_word: str = "points"
    round_event: int = NONE
    trick_event: int = NONE
    lead: tuple[int, int] = (NONE, 0)  # kind of line, and which fact is the seat that leads
    score: tuple[int, int, int] = (NONE, 0, 0)  # kind of line, which fact is the score, which the total
    lower_wins: bool = False
    leads_tricks: bool = False  # whether every trick has a lead that the story tells
    rules: tuple[Rule, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    first_of: str = ""  # the histogram whose first value of a match is a column: chance chose it, so its effect shows
    cards: tuple[Cards, ...] = ()
    card_names: tuple[str, ...] = ()
    card_kinds: tuple[str, ...] = ()  # what each card is a copy of, where there are copies
    card_of: tuple[int, ...] = ()  # card of a number in the story, where they differ
    card_group: Callable[[str], str] | None = None  # e.g. the number on a card, from its name
    card_words: Callable[[str], str] = str  # a card in words, from its name
    card_colour: Callable[[str], str] = lambda name: "#777777"  # of the little card in a figure
    arrived: str = ""  # columns `name_A`… that say which seats got as far as to have a chance to win, and its words
    arrived_words: str = ""
    acted_on: tuple[str, ...] = ()  # rules of which a table of effects says how much more or less often they fire
    known: dict[str, str] = field(default_factory=dict)  # what kinds of bots make of the groups below, a sentence each
    captured_word: str = "captured"
    per_hand: int = 0
    phase_field: str = "phase"  # of a described view: the part of a round it stands in
    columns: Callable[[np.ndarray, int], dict[str, np.ndarray]] | None = None  # more of a match, from its last state
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()  # columns `name_A`… that a seat's result may hang on


def facts_of(game, players: int, blank, options: dict | None = None) -> Facts:
    """What the lab knows of a game; the generic minimum where it has no module."""
    name = brought(game.package, "facts", __name__)
    if name:
        return importlib.import_module(name).facts(players, blank, options or {})
    rules = tuple(Rule(e.name.lower(), e.name.lower().replace("_", " "), int(e)) for e in game.state.Event)
    return Facts(rounds_field="", rules=rules)


def kinds_of(facts: Facts) -> tuple[str, ...]:
    """The kinds of cards, copies taken together."""
    return tuple(dict.fromkeys(facts.card_kinds or facts.card_names))


def groups_of(facts: Facts) -> tuple[str, ...]:
    """The groups of cards, such as all of one number; none where the game has none."""
    return tuple(dict.fromkeys(map(facts.card_group, kinds_of(facts)))) if facts.card_group is not None else ()


def outcome(event: int) -> int:
    """The kind under which a reading knows an outcome of chance."""
    return OUTCOMES + int(event)


def reading_of(facts: Facts) -> np.record:
    """The facts as a record for compiled code."""
    reading = np.zeros(1, READING)[0]
    reading.round_kind, reading.trick_kind = facts.round_event, facts.trick_event
    reading.lead_kind, reading.lead_at = facts.lead
    reading.score_kind, reading.score_at, reading.total_at = facts.score
    reading.order = -1 if facts.lower_wins else 1
    reading.per_hand, reading.cards = facts.per_hand, len(facts.card_names)
    kinds = kinds_of(facts)
    reading.kind_of[: len(facts.card_names)] = [kinds.index(k) for k in facts.card_kinds or facts.card_names]
    reading.group_of[:] = NONE
    if facts.card_group is not None:
        groups = groups_of(facts)
        reading.group_of[: len(kinds)] = [groups.index(facts.card_group(kind)) for kind in kinds]
    card_of = facts.card_of or range(CARDS)
    reading.card_of[: len(card_of)] = card_of
    for line in facts.cards:
        reading.card_op[line.event] = line.op
        reading.card_at[line.event] = line.at
        reading.card_many[line.event] = line.many
    reading.fire_from[:], reading.fire_to[:] = _ranges([r.event for r in facts.rules])
    for i, rule in enumerate(facts.rules):
        reading.fire_fact[i], reading.fire_low[i], reading.fire_high[i] = rule.fact, rule.low, rule.high
    reading.bar_from[:], reading.bar_to[:] = _ranges([h.event for h in facts.histograms])
    reading.bar_fact[: len(facts.histograms)] = [h.fact for h in facts.histograms]
    names = [h.name for h in facts.histograms]
    reading.first_bar = names.index(facts.first_of) if facts.first_of else NONE
    return reading


def _ranges(kinds: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Where the entries of each kind begin and end; they must stand side by side."""
    first, last = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    for at, kind in enumerate(kinds):
        if last[kind] == 0:
            first[kind] = at
        elif last[kind] != at:
            raise ValueError(f"The entries of kind {kind} do not stand side by side.")
        last[kind] = at + 1
    return first, last
