"""A lesson as data, read from a file of its game and checked; an error says in one sentence what is wrong."""

import tomllib
from dataclasses import dataclass

from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError
from lasttrick.lessons.goal import Condition, read_condition

LANGUAGES = ("en", "ja")

Words = dict[str, str]  # a sentence by language


@dataclass(frozen=True)
class Lesson:
    """One task on a laid-out position. The learner sits in seat A."""

    game: str
    name: str
    chapter: Words  # what it belongs to; empty where a game has no chapters
    title: Words
    task: Words
    done: Words
    missed: Words  # the answer to a miss that has none of its own
    clauses: tuple[str, ...]  # what it teaches
    position: str
    others: tuple[tuple[str, str], ...]  # seat and action, in the order in which each seat plays them
    solution: tuple[str, ...]
    goal: tuple[Condition, ...]
    answers: dict[str, Words]  # by the move they answer


@dataclass(frozen=True)
class Course:
    """The lessons of a game, the clauses a player needs, and those nobody has to be taught."""

    lessons: tuple[Lesson, ...] = ()
    needed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def teaching(self, clause: str) -> Lesson | None:
        """The first lesson that teaches a clause."""
        return next((one for one in self.lessons if clause in one.clauses), None)


def read_course(text: str, game: str) -> Course:
    """The lessons in the text of a file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LastTrickError(f"The lessons of {game} cannot be read: {error}.") from None
    _refuse_others(data, {"needed", "left_out", "lesson"}, f"The file of {game}")
    lessons = tuple(_read_lesson(one, game) for one in data.get("lesson", []))
    names = [one.name for one in lessons]
    for name in names:
        if names.count(name) > 1:
            raise LastTrickError(f"There are two lessons {name!r} of {game}; each has a name of its own.")
    return Course(lessons, _clauses(data, "needed", game), _clauses(data, "left_out", game))


_PARTS: dict[str, type] = {
    "name": str,
    "title": dict,
    "task": dict,
    "done": dict,
    "missed": dict,
    "clauses": str,
    "position": str,
    "solution": list,
    "goal": list,
}
_MAY_BE = {"chapter": dict, "others": list, "answers": list}


def _read_lesson(data: dict, game: str) -> Lesson:
    where = f"Lesson {data.get('name', '?')!r} of {game}"
    _refuse_others(data, {*_PARTS, *_MAY_BE}, where)
    wrong = [name for name, kind in _PARTS.items() if not isinstance(data.get(name), kind)]
    wrong += [name for name, kind in _MAY_BE.items() if name in data and not isinstance(data[name], kind)]
    if wrong:
        raise LastTrickError(f"{where} lacks {listed(wrong)}, or it is not of the right kind.")
    if not data["solution"] or not data["goal"]:
        raise LastTrickError(f"{where} needs at least one move in its solution and one condition in its goal.")
    return Lesson(
        game=game,
        name=data["name"],
        chapter=_words(data["chapter"], f"{where}: chapter") if "chapter" in data else {},
        **{part: _words(data[part], f"{where}: {part}") for part in ("title", "task", "done", "missed")},
        clauses=_clauses(data, "clauses", where),
        position=data["position"],
        others=tuple(_others_move(line, where) for line in data.get("others", [])),
        solution=tuple(map(str, data["solution"])),
        goal=tuple(read_condition(str(text)) for text in data["goal"]),
        answers=dict(_answer(one, where) for one in data.get("answers", [])),
    )


def _refuse_others(data: dict, known: set[str], where: str) -> None:
    unknown = sorted(set(data) - known)
    if unknown:
        raise LastTrickError(f"{where} has {listed(unknown)}, which no lesson has; known are {listed(sorted(known))}.")


def _words(data: dict, where: str) -> Words:
    if set(data) != set(LANGUAGES) or not all(isinstance(text, str) and text.strip() for text in data.values()):
        raise LastTrickError(f"{where} needs a text in each of {listed(LANGUAGES)}, and in nothing else.")
    return dict(data)


def _clauses(data: dict, name: str, where: str) -> tuple[str, ...]:
    text = data.get(name, "")
    if not isinstance(text, str):
        raise LastTrickError(f"{where}: {name} is a text with the numbers of clauses side by side.")
    return tuple(text.split())


def _others_move(line: object, where: str) -> tuple[str, str]:
    seat, _, action = str(line).partition(" ")
    if len(seat) != 1 or seat not in "BCDEFGH" or not action:
        raise LastTrickError(f"{where}: {line!r} is no move of another seat, such as 'B play R5'.")
    return seat, action


def _answer(data: object, where: str) -> tuple[str, Words]:
    if not isinstance(data, dict) or set(data) != {"move", "say"} or not isinstance(data["say"], dict):
        raise LastTrickError(f"{where}: an answer has a move and what to say to it, nothing else.")
    return str(data["move"]), _words(data["say"], f"{where}: the answer to {data['move']}")
