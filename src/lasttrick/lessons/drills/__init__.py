"""Rule drills: questions from random matches in which a chosen clause decides, made and graded by the rules.

A question is asked of the seat that is about to decide and shows what that seat sees; its answer is what the rules then
tell, and a question whose answer the seat could not know is never asked. A game's table of drills is a module here.
See docs/how-to/write-a-lesson.md.
"""

import importlib
import importlib.util
from functools import cache

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.lessons.drills.asking import Drill, Moment, Question
from lasttrick.lessons.drills.sheet import QUESTIONS, SHEETS, make_sheet


@cache
def table(game: str) -> dict[str, Drill]:
    """The drills of a game by name; none for a game without any."""
    return {one.name: one for one in _module(game).DRILLS} if _module(game) else {}


@cache
def asked(game: str) -> tuple[str, ...]:
    """The clauses that are asked, in the order of the page."""
    found = {clause for one in table(game).values() for clause in one.clauses}
    return tuple(sorted(found))


@cache
def not_asked(game: str) -> dict[str, str]:
    """The clauses that cannot be asked, each with the reason."""
    reasons = _module(game).NOT_ASKED if _module(game) else {}
    return {clause: reason for reason, clauses in reasons.items() for clause in clauses.split()}


@cache
def _module(game: str):
    name = f"{__name__}.{games.about(game).name}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def sheet(game: str, number: int) -> list[Question]:
    """A handful of questions; the same number gives the same ones."""
    if not table(game):
        raise LastTrickError(f"There are no drills of {games.about(game).title}.")
    if not 0 <= number < SHEETS:
        raise LastTrickError(f"There is no sheet {number}; sheets are 0 to {SHEETS - 1}.")
    return make_sheet(games.game(game), table(game), asked(game), number)


__all__ = ["QUESTIONS", "SHEETS", "Drill", "Moment", "Question", "asked", "not_asked", "sheet", "table"]
