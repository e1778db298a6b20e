"""A bot worker: a process of its own that is sent views and answers with actions. It never sees a state.

Questions come on the standard input and answers go to the standard output, each as a length and a msgpack map. The
process ends when its input does, so it never outlives the server.
"""

import math
import os
import struct
import sys
from functools import cache

import msgspec
import numpy as np


class Question(msgspec.Struct):
    """What a bot is asked: its name, its luck, and what its seat may know."""

    game: str
    bot: str
    seed: int
    seat: int
    view: bytes
    explain: bool = False
    why: tuple[int, int] | None = None  # what speaks for the first of two actions, against the second


class Answer(msgspec.Struct):
    action: int = -1
    reasons: list[dict] = msgspec.field(default_factory=list)  # action, text, share, value, error, cost, reach
    terms: list[dict] = msgspec.field(default_factory=list)  # of the judgement
    likely: list[dict] = msgspec.field(default_factory=list)  # what happens how often
    error: str = ""


LENGTH = struct.Struct("<I")


def think(question: Question) -> Answer:
    """Let the bot decide on the view alone."""
    from lasttrick import games
    from lasttrick.server.bots import make_bot

    game = games.game(question.game)
    view = np.frombuffer(bytearray(question.view), game.dtype)[0]
    if question.why:
        return _because(game, view, question, *question.why)
    bot = make_bot(question.bot, question.seed)
    if question.explain and hasattr(bot, "explain"):
        return _explained(game, view, question, bot.explain(game, view, question.seat))
    return Answer(int(bot.choose(game, view, question.seat)))


def _explained(game, view, question: Question, told: dict) -> Answer:
    """What to do, how the bot rates the actions, and what the others cost."""
    answer = Answer(int(told["action"]), [_reason(a) for a in told.get("actions", [])])
    if len(answer.reasons) > 1:
        first = sorted(answer.reasons, key=lambda r: (r["action"] != answer.action, -r["share"]))
        advised = _adviser(game.name).advise(view, question.seat, [r["action"] for r in first], question.seed)
        answer.action = advised.action
        for reason in answer.reasons:
            if cost := advised.costs.get(reason["action"]):
                reason |= {"cost": cost.cost, "reach": cost.reach}
    return answer


@cache
def _adviser(name: str):
    from lasttrick import games
    from lasttrick.appraisal.advice import Adviser

    return Adviser(games.game(name))


def _because(game, view, question: Question, better: int, worse: int) -> Answer:
    """What tells two actions apart."""
    from lasttrick.appraisal.likely import compare
    from lasttrick.bots.terms import telling

    terms = telling(game, view, question.seat, better, worse)
    return Answer(better, [], terms, compare(game, view, question.seat, better, worse, question.seed))


def _reason(told: dict) -> dict:
    value, spread, visits = told.get("mean"), told.get("spread"), told.get("visits")
    return {
        "action": int(told["action"]),
        "text": str(told["text"]),
        "share": float(told.get("share", 0)),
        "value": None if value is None else float(value),
        "error": float(spread) / math.sqrt(visits) if spread is not None and visits else None,
    }


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints goes to the log, not between the answers
    if hasattr(os, "nice"):
        os.nice(10)  # the event loop comes first
    encoder, decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Question)
    while head := sys.stdin.buffer.read(LENGTH.size):
        question = decoder.decode(sys.stdin.buffer.read(LENGTH.unpack(head)[0]))
        try:
            answer = think(question)
        except Exception as error:
            answer = Answer(error=f"{type(error).__name__}: {error}")
        data = encoder.encode(answer)
        try:
            answers.write(LENGTH.pack(len(data)) + data)
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # whoever asked has gone


if __name__ == "__main__":
    main()
