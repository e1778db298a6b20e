"""A whole match as JSON lines, everything visible: the form of golden playthroughs, to be compared line by line.

A header; then, in the order in which they happen, a line for each outcome of chance and a line for each decision with
the complete state after it; last the result. Outcomes that a decision brings about stand before its line.
"""

from collections.abc import Iterator

from lasttrick.core import chance
from lasttrick.core.match import Match
from lasttrick.core.rng import below, new_rng
from lasttrick.core.story import CHANCE
from lasttrick.core.words import event_json


def header(match: Match) -> dict:
    about = match.game.about
    return {
        "game": about.name,
        "rules": about.rules_version,
        "players": match.players,
        "options": match.options,
        "seed": chance.key_text(match.key),
    }


def _outcomes(match: Match) -> Iterator[dict]:
    for line in match.story:
        if line[1] >= CHANCE:
            yield event_json(match.game, match.state, line)


def trace_decisions(match: Match, choose) -> Iterator[dict]:
    """The lines of a match; `choose(match)` gives the next seat and action, or None to stop."""
    yield header(match)
    yield from _outcomes(match)
    while not match.over:
        choice = choose(match)
        if choice is None:
            return
        seat, action = choice
        legal = match.legal_text(seat)
        text = match.text(action)
        story = match.apply(seat, action)
        yield from _outcomes(match)
        yield {
            "seat": seat,
            "legal": legal,
            "action": text,
            "story": story,
            "state": match.game.notation.write(match.state),
        }
    yield {"result": match.result}


def random_choice(seed: int, stream: int = 0):
    """A chooser that decides at random, any acting seat first."""
    rng = new_rng(seed, stream)

    def choose(match: Match) -> tuple[int, int]:
        seats = match.acting
        seat = seats[below(rng, len(seats))]
        actions = match.legal(seat)
        return seat, actions[below(rng, len(actions))]

    return choose


def recorded_choice(decisions):
    """A chooser that makes the decisions of a recorded match again."""
    left = iter(decisions)
    return lambda match: next(left, None)
