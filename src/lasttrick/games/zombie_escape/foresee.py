"""Zombie Escape: what follows from a card before it is played: the herd it makes, and who is caught as things stand."""

from enum import IntEnum

from lasttrick.core import bits
from lasttrick.core.foresight import FACTS, Foresight, Trial, fact
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, tell, tell_four
from lasttrick.games.zombie_escape.codes import book
from lasttrick.games.zombie_escape.rules import day_damage, is_too_much, judge, record_day, stains, takes_part
from lasttrick.games.zombie_escape.state import FLIP, FOLLOW, JOINING, LOCATIONS, NO_CARD, Event, Phase

SENTENCES = {
    "returned": "{cards} come back from the graveyard and join {seat}.",
    "moved": "The herd of {other} moves to {seat}: {cards}.",
    "herd": "{seat} has a herd of danger {danger}, {size} cards: {cards}.",
    "safe": "{seat} cannot be caught in this turn.",
    "caught": "{seat} is caught: danger {danger}, size {size}.",
    "took": "{seat} takes {kind}.",
    "recovered": "{kind} brings {seat} recovery.",
    "flipped": "{seat} turns {kind} face down.",
    "damage": "{seat} has {damage} damage today, {record} in all.",
    "change": "{seat} has {damage} damage today instead of {before}, {record} in all.",
    "halves_join": "Two half stains of {seat} join to a whole one.",
    "match_ends": "The match ends with this day: {seat} has {record} damage.",
    "day_damage": "{seat} suffers {damage} damage, {record} in all.",
    "over": "The match is over ({ending}).",
}


class Fact(IntEnum):
    DAMAGE = FACTS  # seat, damage of today, record with it, half stains
    SAFE = FACTS + 1  # seat
    DAMAGE_THEN = FACTS + 2  # the same as DAMAGE, if the turn stays as it is
    MATCH_ENDS = FACTS + 3  # seat, record, if the day stays as it is


# Of a turn that is not over, later cards can change all but these.
_LASTING = {Fact.SAFE}


@entry
def survey(state, seat, story):
    """The damage so far. [ZMB-37] [ZMB-43] A herd that takes no part will not; the turn is judged as it lies."""
    tell_damage(state, Fact.DAMAGE, story)
    if state.phase == Phase.FOLLOW:
        for other in range(state.players):
            if state.played[other] != NO_CARD and not takes_part(state, other):
                tell(story, EVERYBODY, Fact.SAFE, other, 0, 0)
        judge(state, story)
        tell_damage(state, Fact.DAMAGE_THEN, story)
    if state.phase != Phase.OVER:
        record_day(state, story)
        tell_end(state, story)


@rule
def tell_damage(state, kind, story):
    for seat in range(state.players):
        damage = day_damage(state, seat)
        tell_four(story, EVERYBODY, kind, seat, damage, state.records[seat] + damage, stains(state, seat)[1])


@rule
def tell_end(state, story):
    """[ZMB-58] Who has most, if it is too much."""
    for seat in range(state.players):
        if is_too_much(state) and state.records[seat] >= state.end_damage:
            tell(story, EVERYBODY, Fact.MATCH_ENDS, seat, state.records[seat], 0)


def arguments(seen, kind: Fact, facts) -> dict:
    """The facts of a line of the survey by their names."""
    if kind == Fact.MATCH_ENDS:
        return {"seat": facts[0], "record": facts[1]}
    if kind == Fact.SAFE:
        return {"seat": facts[0]}
    return {"seat": facts[0], "damage": facts[1], "record": facts[2], "half": facts[3] % 2 == 1}


CAUSES = ("cause", "pairs", "odd", "dead")
_UNCOVERS = (Event.REVEALED, Event.DAY_STARTS)
_trials = Foresight(__package__, survey, Fact, arguments, SENTENCES, _UNCOVERS, CAUSES)


def foresee(seen, seat: int, action: int) -> list[dict]:
    """The facts of a legal action, from the view of the seat that would make it."""
    trial = _trials.decide(seen, seat, action)
    told = _trials.facts(seen, trial.lines)
    if action < FLIP:
        played = action - FOLLOW if action >= FOLLOW else action // LOCATIONS
        joins = [f for f in told if f["fact"] in ("returned", "moved")]
        told = [*joins, _herd(seen, seat, played, trial), *(f for f in told if f not in joins)]
    if trial.tells(Event.DAY_DAMAGE):
        return told
    lines = _trials.survey(trial.after, seat).lines
    if not trial.tells(Event.CAUGHT) and action < FLIP:
        shown = {Fact.SAFE, Fact.MATCH_ENDS, Event.CAUGHT, Event.TOOK, Event.RECOVERED}
        own = [line for line in lines if line[0] in shown and (line[0] != Fact.SAFE or line[1][0] == seat)]
        return told + _trials.facts(seen, own, _LASTING) + _changes(seen, lines, Fact.DAMAGE_THEN, certain=False)
    ends = _trials.facts(seen, [line for line in lines if line[0] == Fact.MATCH_ENDS], _LASTING)
    return told + _changes(seen, lines, Fact.DAMAGE, certain=True) + ends


def standing(seen, seat: int) -> list[dict]:
    """Who is caught as things stand, who cannot be any more, and everybody's damage of today."""
    if seen.phase == Phase.OVER:
        return []
    shown = {Fact.DAMAGE, Fact.SAFE, Fact.MATCH_ENDS, Event.CAUGHT}
    return _trials.facts(seen, [line for line in _trials.survey(seen, seat).lines if line[0] in shown], _LASTING)


def _herd(seen, seat: int, played: int, trial: Trial) -> dict:
    """[ZMB-38] The played card and all that joins it."""
    joining = [facts[JOINING:] for kind, facts in trial.lines if kind in (Event.RETURNED, Event.MOVED)]
    cards = bits.pack([played, *(card for some in joining for card in some)])
    worth = book(seen).zombie(seen, cards)
    return fact("herd", seat=seat, danger=worth["danger"], size=worth["size"], cards=book(seen).by_number(cards))


def _changes(seen, lines, kind: Fact, certain: bool) -> list[dict]:
    """Whose damage of today changes, and whose half stains join."""
    before = {facts[0]: facts for k, facts in _trials.survey(seen, -1).lines if k == Fact.DAMAGE}
    found = []
    for k, (s, damage, record, halves) in [line for line in lines if line[0] == kind]:
        if k == kind and damage != before[s][1]:
            found.append(fact("change", certain, seat=s, before=before[s][1], damage=damage, record=record))
        if halves // 2 > before[s][3] // 2:
            found.append(fact("halves_join", certain, seat=s))
    return found
