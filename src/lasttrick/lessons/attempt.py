"""One attempt at a lesson: the learner decides, the others play what it says, until the goal is met or missed."""

from collections.abc import Callable, Iterable
from typing import Literal

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.words import LETTERS
from lasttrick.lessons.lesson import Lesson, Words

LEARNER = 0
MOST_DECISIONS = 200  # of all seats in one attempt: a lesson that needs more is none

Status = Literal["open", "done", "missed"]


class Attempt:
    """The learner's way through a lesson. `seen` is called with the match after every decision."""

    def __init__(self, lesson: Lesson, seen: Callable[[Match], None] = lambda match: None):
        self.lesson, self._seen = lesson, seen
        self.match = Match.from_position(games.game(lesson.game), lesson.position)
        self.moves: list[str] = []
        self.status: Status = "open"
        self._script = list(lesson.others)
        self._seen(self.match)
        self._let_others_play()

    def decide(self, action: int | str) -> None:
        """The learner decides; an illegal decision is refused by the rules and changes nothing."""
        match = self.match
        if self.status != "open":
            raise LastTrickError("This attempt is over; begin the lesson again.")
        text = action if isinstance(action, str) else match.text(action)
        match.apply(LEARNER, action)
        self.moves.append(text)
        self._after_decision()
        self._let_others_play()
        if self.status == "open" and (text in self.lesson.answers or self._is_at_end()):
            self.status = "missed"

    @property
    def show_me(self) -> str | None:
        """The next move of the solution, as long as the learner has followed it."""
        done = len(self.moves)
        solution = self.lesson.solution
        return solution[done] if list(solution[:done]) == self.moves and done < len(solution) else None

    @property
    def answer(self) -> Words:
        """What is said to the learner now: the task, that it is done, or what was missed."""
        lesson = self.lesson
        if self.status == "missed":
            return next(
                (lesson.answers[move] for move in reversed(self.moves) if move in lesson.answers), lesson.missed
            )
        return lesson.done if self.status == "done" else lesson.task

    def _is_at_end(self) -> bool:
        return self.match.over or len(self.moves) >= len(self.lesson.solution)

    def _let_others_play(self) -> None:
        match = self.match
        while self.status == "open" and len(match.decisions) < MOST_DECISIONS:
            acting = match.acting
            if not acting or LEARNER in acting:
                return
            seat = acting[0]
            action = self._scripted(seat)
            if action is None:
                if self._is_at_end():
                    return
                action = match.legal(seat)[0]
            match.apply(seat, action)
            self._after_decision()

    def _scripted(self, seat: int) -> int | None:
        """What the lesson lets a seat play next, if the rules allow it here."""
        for at, (letter, text) in enumerate(self._script):
            if letter == LETTERS[seat]:
                action = self.match.game.notation.read_action(self.match.state, text)
                if action in self.match.legal(seat):
                    del self._script[at]
                    return action
                return None
        return None

    def _after_decision(self) -> None:
        self._seen(self.match)
        if not self.moves:
            return
        described = self.match.describe(LEARNER)
        if all(condition.holds(self.match, described) for condition in self.lesson.goal):
            self.status = "done"


def attempt(lesson: Lesson, moves: Iterable[int | str], seen: Callable[[Match], None] = lambda match: None) -> Attempt:
    """An attempt that has come so far."""
    made = Attempt(lesson, seen)
    for move in moves:
        made.decide(move)
    return made
