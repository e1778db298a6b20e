"""Sheets of rule drills for the page: the position as its seat sees it, the options, which are right, and why."""

from functools import lru_cache

import msgspec

from lasttrick.lessons import drills
from lasttrick.lessons.drills.sheet import MOST_DECISIONS, SHEETS
from lasttrick.server import api, protocol

__all__ = ["KEPT", "MOST_DECISIONS", "SHEETS", "tell"]

KEPT = 64  # sheets that a clerk remembers


@lru_cache(KEPT)
def tell(game: str, number: int) -> bytes:
    """A sheet as JSON."""
    questions = [_question(one) for one in drills.sheet(game, number)]
    return msgspec.json.encode(api.Sheet(number, SHEETS, questions))


def _question(one: drills.Question) -> api.DrillQuestion:
    asked, moment = one.asked, one.moment
    return api.DrillQuestion(
        clauses=list(one.clauses),
        ask=one.ask,
        move=moment.text if one.of_action else "",
        facts=asked.facts,
        kind=asked.kind,
        options=list(asked.options),
        right=one.right,
        many=asked.many,
        seat=moment.seat,
        players=moment.players,
        view=moment.before,
        story=[_event(event) for event in moment.events] if one.of_action else [],
        refusals=[protocol.Illegal("-", "rules", why.clause, why.facts, why.sentence) for why in asked.refusals],
    )


def _event(told: dict) -> protocol.Event:
    return protocol.Event(told["event"], {name: fact for name, fact in told.items() if name != "event"})
