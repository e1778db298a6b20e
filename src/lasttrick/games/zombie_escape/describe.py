"""Zombie Escape for people: a view as JSON, events as keys with facts, and why an action is not legal."""

from lasttrick.core import bits
from lasttrick.core.text import sentences, standing, teller
from lasttrick.core.words import seat_letter
from lasttrick.games.zombie_escape import rules
from lasttrick.games.zombie_escape.codes import Book, book, card, cards, damage, kind, kinds, location, locations
from lasttrick.games.zombie_escape.data import RECOVERIES
from lasttrick.games.zombie_escape.state import (
    FLIP,
    FOLLOW,
    LOCATIONS,
    NO_CARD,
    NO_LOCATION,
    NO_SEAT,
    Cause,
    Ending,
    Event,
    Phase,
    bears,
    hand_size,
    marks,
    revealed,
)
from lasttrick.games.zombie_escape.view import damage_left

STYLES = {  # how the terminal colours codes
    r"\b\d+S[a-z]?\b": "yellow",
    r"\b\d+H[a-z]?\b": "red",
    r"\b\d+M[a-z]?\b": "green",
    r"\b\d+(X|[SHM]{2,3}Z?)[a-z]?\b": "cyan",
    r"\b\d+Z\b": "bold magenta",
}

# --- Events ----------------------------------------------------------------------------------------------------------

event = teller(
    {
        "card": card,
        "cards…": card,
        "kind": kind,
        "location": lambda state, number: location(number),
        "ending": Ending,
        "cause": Cause,
        **dict.fromkeys(("reversal", "odd", "dead"), (False, True)),
    }
)
SENTENCES = sentences(Event)


# --- Views -----------------------------------------------------------------------------------------------------------


def describe_table(view) -> dict:
    playing = view.phase != Phase.OVER
    return {
        "phase": Phase(view.phase).name.lower(),
        "day": int(view.day),
        "days": int(view.max_days),
        "turn_number": int(revealed(view)),
        "turns": int(view.turns),
        "last_turn": bool(revealed(view) == view.turns),
        "leader": int(view.leader) if view.leader != NO_SEAT else None,
        "to_act": int(view.to_act) if view.to_act != NO_SEAT else None,
        "location": location(view.location) if view.location != NO_LOCATION else None,
        "stake": kind(view, view.pile[view.turn]) if playing else None,
        "pile_left": {name: int(damage_left(view, at)) for at, name in enumerate(kinds(view))},
        "damage_kinds": _describe_kinds(view),
        "graveyard": book(view).by_number(view.graveyard),
        "aside": int(view.deck_size - view.players * view.turns),
        "end_damage": int(view.end_damage),
        "reversal_damage": int(view.reversal_damage),
    }


def describe_own(view, seat: int) -> dict:
    """[ZMB-65] Its hand, and the zombie that each card of it would make."""
    if seat < 0:
        return {"if_played": {}}
    hand = book(view).by_number(view.hand[seat])
    return {"if_played": _if_played(view, seat), "seats": {seat: {"hand": hand}}}


def _describe_kinds(view) -> dict:
    return {
        name: {
            "wholes": int(view.wholes[at]),
            "halves": int(view.halves[at]),
            "recovery": RECOVERIES[view.recovery[at]] or None,
        }
        for at, name in enumerate(kinds(view))
    }


def describe_seat(view, s: int) -> dict:
    zombie, codes = int(view.zombie[s]), book(view)
    return {
        "seat": s,
        "hand": None,
        "cards": int(hand_size(view, s)),
        "played": codes.cards[view.played[s]] if view.played[s] != NO_CARD else None,
        "zombie": codes.by_number(zombie),
        **codes.zombie(view, zombie),
        "takes_part": bool(view.location != NO_LOCATION and rules.takes_part(view, s)),
        "void": locations(view.void[s]),
        "face_up": damage(view, rules.face_up(view, s)),
        "face_down": damage(view, view.taken[s] & view.down),
        "day_damage": int(rules.day_damage(view, s)),
        "half": bool(rules.stains(view, s)[1] % 2),
        "record": int(view.records[s]),
    }


def _if_played(view, seat: int) -> dict:
    """[ZMB-36] [ZMB-37] The zombie that each card of the own hand would make as things lie, and what would join it."""
    if view.phase == Phase.OVER:
        return {}
    in_the_open = int(rules.in_the_open(view))  # what lies on the table now will lie there next turn
    codes, held = book(view), bits.members(view.hand[seat])
    return {codes.cards[card]: _zombie_of(view, codes, card, in_the_open) for card in held}


def _zombie_of(view, codes: Book, held: int, in_the_open: int) -> dict:
    joining = codes.mates(view, held) & in_the_open
    return {"joining": codes.by_number(joining), **codes.zombie(view, joining | 1 << held)}


def result(state) -> dict:
    return standing(rules, Ending, state) | {"reversal": bool(rules.is_reversed(state))}


# --- Why not ---------------------------------------------------------------------------------------------------------


def explain(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    """Why an action is not legal: a sentence, the clause, the facts; None if it is legal."""
    if view.phase == Phase.OVER:
        return "The match is over.", "ZMB-58", {}
    if seat != view.to_act:
        clause = "ZMB-33c" if view.phase == Phase.FLIP else "ZMB-23"
        return f"It is {seat_letter(view.to_act)}'s turn.", clause, {"to_act": int(view.to_act)}
    if action >= FLIP:
        return _explain_flip(view, seat, action - FLIP)
    if view.phase == Phase.FLIP:
        return "First turn one of your face-up damage cards down.", "ZMB-53", _face_up(view, seat)
    if action >= FOLLOW:
        return _explain_follow(view, seat, action - FOLLOW)
    return _explain_lead(view, seat, action // LOCATIONS, action % LOCATIONS)


def _face_up(view, seat: int) -> dict:
    return {"face_up": damage(view, rules.face_up(view, seat))}


def _explain_flip(view, seat: int, chosen: int):
    if view.phase != Phase.FLIP:
        return "A damage card is turned down only when a recovery card is taken.", "ZMB-33c", {}
    if bits.has(rules.kinds_to_flip(view, seat), chosen):
        return None
    if chosen >= len(kinds(view)):
        return "There is no such damage card.", "ZMB-15", {}
    return f"You have no {kind(view, chosen)} face up.", "ZMB-33c", _face_up(view, seat)


def _explain_hand(view, seat: int, played: int):
    if not 0 <= played < view.deck_size:
        return "There is no such card.", "ZMB-11", {}
    if not bits.has(view.hand[seat], played):
        return f"You do not hold {card(view, played)}.", "ZMB-33", {"hand": cards(view, view.hand[seat])}
    return None


def _explain_lead(view, seat: int, played: int, named: int):
    if view.phase != Phase.LEAD:
        led = f"{seat_letter(view.leader)} has led at {location(view.location)}; you follow."
        return led, "ZMB-33a", {"leader": int(view.leader), "location": location(view.location)}
    why = _explain_hand(view, seat, played)
    if why or bears(view, played, named):
        return why
    borne = locations(marks(view, 1 << played))
    return f"{card(view, played)} bears {' and '.join(borne)}, not {location(named)}.", "ZMB-27", {"marks": borne}


def _explain_follow(view, seat: int, played: int):
    if view.phase != Phase.FOLLOW:
        return "You lead: name a location with your card.", "ZMB-33b", {}
    why = _explain_hand(view, seat, played)
    if why or bits.has(rules.playable(view, seat), played):
        return why
    held = cards(view, rules.playable(view, seat))
    here = location(view.location)
    sentence = f"You hold {' and '.join(held)}, so a card that bears {here} must be played."
    return sentence, "ZMB-29", {"location": here, "held": held}
