"""10 Tricks Later for people: a view as JSON, events as keys with facts, and why an action is not legal."""

from functools import cache, lru_cache

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import direct
from lasttrick.core.text import sentences, standing, teller
from lasttrick.core.words import seat_letter
from lasttrick.games.ten_tricks_later import rules
from lasttrick.games.ten_tricks_later.notation import COLOUR_LETTERS, DECK, card
from lasttrick.games.ten_tricks_later.state import (
    ALL_INFECTED,
    ALL_SURVIVORS,
    CARDS,
    GIVE,
    NO_CARD,
    PLAY,
    STATE,
    WISH_YES,
    Cause,
    Ending,
    Event,
    Phase,
    Wish,
    cards_of_colour,
    colour_of,
)

STYLES = {  # how the terminal colours card codes
    r"\bR\d\b": "red",
    r"\bG\d\b": "green",
    r"\bY\d\b": "yellow",
    r"\bB\d\b": "blue",
    r"\bP\d\b": "bold magenta",
}

COLOUR_NAMES = ("red", "green", "yellow", "blue", "purple")

event = teller({"card": lambda state, number: card(number), "cause": Cause, "ending": Ending})
SENTENCES = sentences(Event)


# Looked up by every view of every seat, so written out once.
_BY_VALUE = [(c % 8, c) for c in range(CARDS)].__getitem__
_WISH = {int(wish): wish.name.lower() for wish in Wish}
_PHASE = {int(phase): phase.name.lower() for phase in Phase}


@cache
def _so_far():
    return direct(rules.so_far, np.zeros(1, STATE)[0])


def describe_table(view) -> dict:
    ahead, attack = _so_far()(view)
    return {
        "phase": _PHASE[view.phase],
        "round": int(view.round_number),
        "tricks": int(view.tricks),
        "target": int(view.target),
        "ban": bool(view.ban),
        "removed": COLOUR_LETTERS[view.removed] if view.removed >= 0 else None,
        "lead": int(view.lead) if view.lead >= 0 else None,
        "ahead": int(ahead) if ahead >= 0 else None,
        "attack": int(attack) if attack >= 0 else None,
        "exchanger": int(view.exchanger) if view.exchanger >= 0 else None,
    }


def describe_own(view, seat: int) -> dict:
    """Its hand, its wish, the card it put aside."""
    if seat < 0:
        return {"given": None}
    mine = {"hand": DECK.names(view.hand[seat]), "wish": _WISH[view.wish[seat]]}
    return {"given": card(view.given) if view.given != NO_CARD else None, "seats": {seat: mine}}


@lru_cache(4096)
def _by_value(cards: int) -> list[str]:
    return [DECK.codes[c] for c in sorted(bits.members(cards), key=_BY_VALUE)]


def describe_seat(view, s: int) -> dict:
    lower = sorted(bits.members(view.lower[s]), key=view.rescued_as.__getitem__)
    return {
        "seat": s,
        "hand": None,
        "cards": int(view.hand_size[s]),
        "played": DECK.codes[view.played[s]] if view.played[s] != NO_CARD else None,
        "upper": list(_by_value(int(view.upper[s]))),
        "lower": [DECK.codes[c] for c in lower],
        "lost": DECK.names(view.lost[s]),
        "track": int(view.track[s]),
        "wish": _WISH[view.wish[s]],
        "score": int(view.score[s]),
        "total": int(view.total[s]),
    }


def result(state) -> dict:
    return standing(rules, Ending, state)


def explain(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    """Why an action is not legal: a sentence, the clause, the facts; None if it is legal."""
    if not bits.has(rules.acting(view), seat):
        return _not_now(view)
    if action >= PLAY:
        return _explain_play(view, seat, action - PLAY)
    if action >= GIVE:
        return _explain_give(view, seat, action - GIVE)
    return _explain_wish(view, seat, action)


def _not_now(view):
    if view.phase == Phase.OVER:
        return "The match is over.", "TTL-47", {}
    if view.phase == Phase.WISH:
        return "You have answered already; the others are still to answer.", "TTL-57", {}
    clause = "TTL-58" if view.phase == Phase.GIVE else "TTL-19"
    return f"It is {seat_letter(view.to_act)}'s turn.", clause, {"turn": int(view.to_act)}


def _explain_wish(view, seat: int, action: int):
    if view.phase != Phase.WISH:
        return "Wishes for the Infected 8 are made right after the deal.", "TTL-57", {}
    infected = DECK.names(view.hand[seat] & ALL_INFECTED)
    if action == WISH_YES and infected:
        return (
            f"You were dealt {' and '.join(infected)}, so you may not ask for the Infected 8.",
            "TTL-09",
            {"infected": infected},
        )
    return None


def _explain_give(view, seat: int, given: int):
    if view.phase != Phase.GIVE:
        return "A card is put aside only for the Infected 8, right after the wishes.", "TTL-58", {}
    if not bits.has(view.hand[seat], given):
        return f"You do not hold {card(given)}.", "TTL-58", {"hand": DECK.names(view.hand[seat])}
    return None


def _explain_play(view, seat: int, played: int):
    hand = view.hand[seat]
    if view.phase == Phase.WISH:
        return "First say whether you wish for the Infected 8.", "TTL-57", {}
    if view.phase == Phase.GIVE:
        return "First put a card aside for the Infected 8.", "TTL-58", {}
    if not bits.has(hand, played):
        return f"You do not hold {card(played)}.", "TTL-59", {"hand": DECK.names(hand)}
    if bits.has(rules.playable(view, seat), played):
        return None
    if seat == view.lead:
        held = DECK.names(hand & ALL_SURVIVORS)
        return (
            "No Infected may be led before one has been played, and you hold Survivors.",
            "TTL-16",
            {"survivors": held},
        )
    return _explain_follow(hand, colour_of(int(view.played[view.lead])))


def _explain_follow(hand, led: int):
    held = DECK.names(hand & cards_of_colour(led))
    facts = {"led": COLOUR_LETTERS[led], "held": held}
    if len(held) > 1:
        return f"You hold {' and '.join(held)}, so {COLOUR_NAMES[led]} must be followed.", "TTL-20", facts
    return f"You hold {held[0]}, so only it or an Infected may be played.", "TTL-21", facts
