"""Which clauses' code runs while a lesson is played by its solution. Needs LASTTRICK_PLAIN=1: compiled code is not seen.

`python -m tests.lessons.running` prints them as JSON, by game and lesson.
"""

import json
import re
import sys
from functools import cache
from types import CodeType

from lasttrick import games, lessons
from lasttrick.core.errors import LastTrickError
from lasttrick.lessons.attempt import LEARNER, Attempt
from lasttrick.lessons.lesson import Lesson

_CITED = re.compile(r"\[([A-Z]+-\d+[a-z]?)\]")


@cache
def cited(code: CodeType) -> frozenset[str]:
    """The clauses that a function says it carries."""
    said = code.co_consts[0] if code.co_consts and isinstance(code.co_consts[0], str) else ""
    return frozenset(_CITED.findall(said))


def clauses_run(lesson: Lesson) -> set[str]:
    """The clauses carried by what runs from the first move of the solution to the last, refusals of other moves too."""
    found: set[str] = set()

    def see(frame, event, _):
        if event == "call":
            found.update(cited(frame.f_code))

    sys.setprofile(see)
    try:
        way = Attempt(lesson)
        for move in lesson.solution:
            found |= refused_here(way)
            way.decide(move)
    finally:
        sys.setprofile(None)
    return found


def refused_here(way: Attempt) -> set[str]:
    """The clauses by which cards of the hand, or other actions like the legal ones, are refused now."""
    match = way.match
    view, legal = match.view(LEARNER), set(match.legal(LEARNER))
    verbs = {match.text(action).split()[0] for action in legal}
    refused = set()
    for action in range(match.game.actions):
        if action not in legal and _verb(match, action) in verbs:
            why = match.game.describe.explain(view, LEARNER, action)
            refused |= {why[1]} if why else set()
    return refused


def _verb(match, action: int) -> str:
    try:
        return match.text(action).split()[0]
    except LastTrickError:
        return ""


def main() -> None:
    found = {
        game: {one.name: sorted(clauses_run(one)) for one in lessons.course(game).lessons}
        for game in (sys.argv[1:] or games.OURS)
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
