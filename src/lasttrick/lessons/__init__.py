"""Lessons: small tasks on laid-out positions, a file of data a game. See docs/how-to/write-a-lesson.md."""

from functools import cache
from pathlib import Path

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.lessons.lesson import Course, Lesson, read_course

FOLDER = Path(__file__).parent


@cache
def course(game: str) -> Course:
    """The lessons of a game; empty for a game without any."""
    path = FOLDER / f"{games.about(game).name}.toml"
    return read_course(path.read_text(encoding="utf-8"), game) if path.exists() else Course()


def lesson(game: str, name: str) -> Lesson:
    for one in course(game).lessons:
        if one.name == name:
            return one
    raise LastTrickError(f"There is no lesson {name[:40]!r} of {games.about(game).title}.")


__all__ = ["Course", "Lesson", "course", "lesson", "read_course"]
