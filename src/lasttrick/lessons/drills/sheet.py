"""A sheet of questions: matches of random decisions are walked until a chosen clause has decided, within a bound."""

from collections.abc import Iterator
from random import Random

from lasttrick.core.contract import Game
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.lessons.drills.asking import Asked, Drill, Moment, Question, other_world

QUESTIONS = 5  # of a sheet
SHEETS = 240  # of a game: so much can be asked for, and no more
MOST_DECISIONS = 2_500  # walked for one sheet
_TRIED = 8  # drills beside the chosen one, picked by lot,
_AT_LEAST = 400  # for so many decisions; then all of them
_WORLDS = 2  # in which the answer must be the same


def make_sheet(game: Game, drills: dict[str, Drill], clauses: tuple[str, ...], number: int) -> list[Question]:
    """Questions about different clauses; first is the one whose turn it is by the number of the sheet."""
    wanted = clauses[number % len(clauses)]
    lot = Random(f"{game.name} {number}")
    first = [drill for drill in drills.values() if wanted in drill.clauses]
    others = lot.sample([drill for drill in drills.values() if wanted not in drill.clauses], len(drills) - len(first))
    found: dict[str, Question] = {}
    for walked, moment in enumerate(moments(game, lot)):
        more = [] if _is_full(found, wanted) else others[: _TRIED if walked < _AT_LEAST else None]
        open_drills = [drill for drill in first + more if drill.name not in found]
        found |= {question.drill: question for question in questions_at(moment, open_drills, lot)}
        if _has(found, wanted) and _is_full(found, wanted):
            break
    asked = sorted(found.values(), key=lambda question: wanted not in question.clauses)
    return _unlike(asked)[:QUESTIONS]


def _has(found: dict[str, Question], clause: str) -> bool:
    return any(clause in question.clauses for question in found.values())


def _is_full(found: dict[str, Question], wanted: str) -> bool:
    """Whether there is enough beside the question that is wanted."""
    return len([q for q in found.values() if wanted not in q.clauses]) >= QUESTIONS


def _unlike(questions: list[Question]) -> list[Question]:
    """Those with words of their own before those that ask the same again."""
    fresh: list[Question] = []
    for question in questions:
        if all(question.ask != other.ask for other in fresh):
            fresh.append(question)
    return [*fresh, *(question for question in questions if question not in fresh)]


def moments(game: Game, lot: Random, most: int = MOST_DECISIONS) -> Iterator[Moment]:
    """The decisions of random matches, one after the other, up to a bound."""
    walked = 0
    while walked < most:
        match = Match(game, lot.choice(_counts(game)), seed=lot.getrandbits(64))
        while not match.over and walked < most:
            seat = match.acting[0]
            legal = match.legal(seat)
            yield Moment(match, seat, lot.choice(legal), legal)
            walked += 1


def _counts(game: Game) -> list[int]:
    """With how many a drill is played: three or four, so that a phone shows every seat large."""
    return [count for count in game.about.players if count in (3, 4)] or list(game.about.players)


def questions_at(moment: Moment, drills: list[Drill], lot: Random) -> Iterator[Question]:
    """What can be asked in a moment, and answered from what the seat sees."""
    for drill in drills:
        found = drill.find(moment, lot)
        if found and (not drill.of_action or is_known(moment, drill, found, _WORLDS)):
            yield Question(drill.name, drill.clauses, drill.ask, found, moment, drill.of_action)


def is_known(moment: Moment, drill: Drill, found: Asked, worlds: int) -> bool:
    """Whether the answer is the same in other worlds that fit what the seat sees: if not, it is a matter of luck."""
    for number in range(worlds):
        there = drill.find(elsewhere(moment, number), Random(0))
        if there is None or (set(there.right), there.facts) != (set(found.right), found.facts):
            return False
    return True


def elsewhere(moment: Moment, number: int) -> Moment:
    """The same decision in another world that fits what its seat sees."""
    match = Match(moment.game, moment.players, seed=0)
    match.states[:] = other_world(moment.game, moment.view, moment.seat, new_rng(number, len(moment.events)))
    return Moment(match, moment.seat, moment.action, moment.legal)
