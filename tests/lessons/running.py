"""Which clauses' code runs while a lesson is played by its solution. Needs LASTTRICK_PLAIN=1: what is compiled hides.

`python -m tests.lessons.running` prints them as JSON, by game and lesson.
"""

import json
import re
import sys
from functools import cache
from linecache import getline
from types import CodeType

from lasttrick import games, lessons
from lasttrick.core.errors import LastTrickError
from lasttrick.lessons.attempt import LEARNER, Attempt
from lasttrick.lessons.lesson import Lesson

MOST_TRIED = 300  # actions that are tried at a step for how they are refused
_CITED = re.compile(r"\[([A-Z]+-\d+[a-z]?)\]")


@cache
def cited(code: CodeType) -> frozenset[str]:
    """The clauses that a function says it carries."""
    said = code.co_consts[0] if code.co_consts and isinstance(code.co_consts[0], str) else ""
    return frozenset(_CITED.findall(said))


@cache
def cited_at(code: CodeType) -> dict[int, frozenset[str]]:
    """The clauses beside single lines of a function."""
    lines = {line for _, _, line in code.co_lines() if line} if "/games/" in code.co_filename else set()
    found = {line: frozenset(_CITED.findall(getline(code.co_filename, line).partition("#")[2])) for line in lines}
    return {line: clauses for line, clauses in found.items() if clauses}


def clauses_run(lesson: Lesson) -> set[str]:
    """The clauses whose code runs while the solution is played, or by which other moves are refused meanwhile."""
    found: set[str] = set()

    def see(frame, event, _):
        if event == "call":
            found.update(cited(frame.f_code))
            return see if cited_at(frame.f_code) else None
        found.update(cited_at(frame.f_code).get(frame.f_lineno, ()))
        return see

    refused: set[str] = set()
    sys.settrace(see)
    try:
        way = Attempt(lesson)
        for move in lesson.solution:
            sys.settrace(None)
            refused |= refused_here(way)
            sys.settrace(see)
            way.decide(move)
    finally:
        sys.settrace(None)
    return found | refused


def refused_here(way: Attempt) -> set[str]:
    """The clauses by which cards of the hand, or other actions like the legal ones, are refused now."""
    match = way.match
    view, legal = match.view(LEARNER), set(match.legal(LEARNER))
    verbs = {match.text(action).split()[0] for action in legal}
    refused: set[str] = set()
    like = [a for a in range(match.game.actions) if a not in legal and _verb(match, a) in verbs]
    for action in like[:: 1 + len(like) // MOST_TRIED]:
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
