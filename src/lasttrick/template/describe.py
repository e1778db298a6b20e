"""Template for people: a view as JSON, events as keys with facts, and why an action is not legal."""

from lasttrick.core import bits
from lasttrick.core.text import sentences, standing, teller
from lasttrick.core.words import seat_letter
from lasttrick.template import rules
from lasttrick.template.notation import DECK, SUIT_LETTERS, card
from lasttrick.template.state import NO_CARD, PLAY, Ending, Event, Phase, suit_of

STYLES = {r"\bF\d\b": "red", r"\bL\d\b": "green", r"\bS\d\b": "blue"}  # how the terminal colours card codes

event = teller({"card": lambda state, number: card(number), "ending": Ending})
SENTENCES = sentences(Event)


def describe_table(view) -> dict:
    return {
        "phase": Phase(view.phase).name.lower(),
        "round": int(view.round_number),
        "rounds": int(view.rounds),
        "lead": int(view.lead),
    }


def describe_seat(view, s: int) -> dict:
    return {
        "seat": s,
        "hand": None,
        "cards": int(view.hand_size[s]),
        "played": card(view.played[s]) if view.played[s] != NO_CARD else None,
        "score": int(view.score[s]),
        "total": int(view.total[s]),
    }


def describe_own(view, seat: int) -> dict:
    """Its hand."""
    return {"seats": {seat: {"hand": DECK.names(view.hand[seat])}}} if seat >= 0 else {}


def result(state) -> dict:
    return standing(rules, Ending, state)


def explain(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    """Why an action is not legal: a sentence, the clause, the facts; None if it is legal."""
    if view.phase == Phase.OVER:
        return "The match is over.", "TPL-06", {}
    if seat != view.to_act:
        return f"It is {seat_letter(view.to_act)}'s turn.", "TPL-03", {"turn": int(view.to_act)}
    played = action - PLAY
    if not bits.has(view.hand[seat], played):
        return f"You do not hold {card(played)}.", "TPL-04", {"hand": DECK.names(view.hand[seat])}
    if bits.has(rules.playable(view, seat), played):
        return None
    led = suit_of(int(view.played[view.lead]))
    held = [code for code in DECK.names(view.hand[seat]) if code.startswith(SUIT_LETTERS[led])]
    return f"You hold {' and '.join(held)}, so {SUIT_LETTERS[led]} must be followed.", "TPL-04", {"held": held}
