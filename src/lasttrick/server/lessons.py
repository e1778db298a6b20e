"""Lessons for the page. An attempt is told anew from its moves each time: no lesson is kept here, and none is a table.

The learner is told what any seat is told: views, stories, choices and what would follow from them. The position of a
lesson stays here.
"""

import asyncio

import msgspec

from lasttrick import lessons
from lasttrick.core.errors import IllegalAction, LastTrickError
from lasttrick.core.match import Match
from lasttrick.lessons import Lesson
from lasttrick.lessons.attempt import LEARNER, Attempt
from lasttrick.server import api, protocol
from lasttrick.server.foresight import look_ahead
from lasttrick.server.refused import Refused
from lasttrick.server.table import read_result

MOST_WAITING = 64  # moves that wait for their turn


class Desk:
    """Where attempts are told: beside the event loop, one at a time; who finds too many waiting is refused."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def tell(self, game: str, name: str, wanted: api.Attempt) -> bytes:
        if self._waiting >= MOST_WAITING:
            raise Refused(503, "busy", "Too many lessons are under way at this moment; try again.")
        self._waiting += 1
        try:
            async with self._turn:
                return await tell(lessons.lesson(game, name), wanted)
        finally:
            self._waiting -= 1


def faces(game: str) -> list[api.LessonFace]:
    """The lessons of a game, without their positions."""
    return [_face(one) for one in lessons.course(game).lessons]


def _face(one: Lesson) -> api.LessonFace:
    return api.LessonFace(one.name, one.chapter, one.title, one.task, list(one.clauses), len(one.solution))


async def tell(lesson: Lesson, wanted: api.Attempt) -> bytes:
    """How an attempt stands and what would follow from each choice, as JSON."""
    made, now = await asyncio.to_thread(_tried, lesson, wanted)
    match = made.match
    legal = match.legal(LEARNER) if now.status == "open" else []
    now.standing, now.choices = await look_ahead(match.game, match.view(LEARNER), LEARNER, legal)
    return await asyncio.to_thread(msgspec.json.encode, now)


def _tried(lesson: Lesson, wanted: api.Attempt) -> tuple[Attempt, api.LessonNow]:
    updates: list[protocol.Update] = []
    made = Attempt(lesson, lambda match: updates.append(_update(match)))
    refusal = None
    for number, move in enumerate(wanted.moves):
        if not 0 <= move < made.match.game.actions:
            raise LastTrickError(f"There is no action {move} in {made.match.game.about.title}.")
        try:
            made.decide(move)
        except IllegalAction as why:
            if number < len(wanted.moves) - 1:
                raise
            refusal = _refusal(why)
    if wanted.ask:
        refusal = asked(made.match, wanted.ask)
    if made.status != "open":
        updates[-1].legal, updates[-1].acting = [], []
    show = made.show_me
    now = api.LessonNow(
        players=made.match.players,
        updates=[update for update in updates if update.version > wanted.seen],
        status=made.status,
        say=made.answer,
        show=_choice(made.match, show) if show else None,
        refusal=refusal,
    )
    return made, now


def _choice(match: Match, text: str) -> protocol.Choice:
    return protocol.Choice(match.game.notation.read_action(match.view(LEARNER), text), text)


def _update(match: Match) -> protocol.Update:
    story = [protocol.Event(event.pop("event"), event) for event in match.story_for(LEARNER)]
    return protocol.Update(
        version=len(match.decisions),
        story=story,
        view=match.describe(LEARNER),
        acting=match.acting,
        legal=choices(match, LEARNER),
        clock=None,
        result=read_result(match),
    )


def choices(match: Match, seat: int) -> list[protocol.Choice]:
    return [protocol.Choice(action, match.text(action)) for action in match.legal(seat)]


def asked(match: Match, text: str, seat: int = LEARNER) -> protocol.Illegal | None:
    """Why a seat may not do this, from what it sees."""
    try:
        action = match.game.notation.read_action(match.view(seat), text)
    except LastTrickError as error:
        return protocol.Illegal("-", "malformed", sentence=str(error))
    why = match.explain(seat, action)
    return _refusal(why) if why else None


def _refusal(why: IllegalAction) -> protocol.Illegal:
    return protocol.Illegal("-", "rules", why.clause, why.facts, why.sentence)
