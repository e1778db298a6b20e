"""The Trick To Survival for people: a view as JSON, events as keys with facts. Why not, is in `reasons`."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.text import sentences, standing, teller
from lasttrick.games.trick_to_survival import rules
from lasttrick.games.trick_to_survival.challenge import card_value, extra_tokens, sum_needed
from lasttrick.games.trick_to_survival.codes import action_text, card, id_of, name_of, suit
from lasttrick.games.trick_to_survival.conditions import living
from lasttrick.games.trick_to_survival.memory import certain_hands
from lasttrick.games.trick_to_survival.outcome import sum_played, trumps_needed, trumps_played
from lasttrick.games.trick_to_survival.positions import section_cards, words_of
from lasttrick.games.trick_to_survival.reasons import explain
from lasttrick.games.trick_to_survival.state import (
    NO_CARD,
    NO_NUMBER,
    SEATS,
    SUITS,
    Ask,
    Cause,
    Ending,
    Event,
    Step,
)

__all__ = ["SENTENCES", "STYLES", "describe_own", "describe_seat", "describe_table", "event", "explain", "result"]

STYLES = {  # how the terminal colours card codes
    r"\bF\d+\b": "green",
    r"\bW\d+\b": "blue",
    r"\bA\d+\b": "red",
    r"\bM\d+\b": "magenta",
    r"\bH\d+\b": "yellow",
    r"\bS\d+\b": "cyan",
}

# --- Events ----------------------------------------------------------------------------------------------------------

_tell = teller(
    {
        **dict.fromkeys(("card", "taken", "cards…"), lambda state, number: card(number)),
        **dict.fromkeys(("suit", "wanted_suit", "paid_suit"), lambda state, number: suit(number)),
        "time": ("morning", "night"),
        "way": "AB",
        "ending": Ending,
        "cause": Cause,
        **dict.fromkeys(("special", "trump"), (False, True)),
        "why": Step,  # tokens and wounds: the step that brought them
    }
)
_IDS = {"role": "roles", "trait": "traits", "event_id": "events"}  # facts that are written as id and name
SENTENCES = sentences(Event)


def event(state, kind: Event, facts) -> dict:
    """The facts of a line under their names; numbers of cards, suits and data as their codes."""
    told: dict = {}
    for name, fact in _tell(state, kind, facts).items():
        table = _IDS.get(name)
        told[name] = id_of(state, table, fact) if table else fact
        if table:
            told[f"{table.removesuffix('s')}_name"] = name_of(state, table, fact)
    if kind == Event.OFFERED and told["wanted"] == 0:
        told["wanted_suit"] = "nothing"
    return told


# --- A view ----------------------------------------------------------------------------------------------------------


def describe_table(view) -> dict:
    return {
        "question": Ask(view.ask).name.lower(),
        "step": Step(view.step).name.lower(),
        "week": int(view.week),
        "day": int(view.day),
        "time": "night" if view.night else "morning",
        "leader": int(view.leader),
        **_challenge(view),
        "event": id_of(view, "events", view.event) if view.event >= 0 else None,
        "event_name": name_of(view, "events", view.event) if view.event >= 0 else None,
        "used_suits": [suit(s) for s in bits.members(view.used_suits)],
        "offer": action_text(view, int(view.offer)) if view.offer != NO_NUMBER else None,
        "offerer": (int(view.first) + int(view.turn)) % int(view.players) if view.offer != NO_NUMBER else None,
        "river": [_section(view, section) for section in range(view.days)],
        "discard": [card(c) for c in words_of(view.discard)],
        "events_left": int(view.event_count - view.event_next),
        "resolved": [id_of(view, "events", e) for e in bits.members(view.resolved)],
        "wounds_due": int(view.wounds_due),
        "token_cap": int(view.token_cap),
        "death_wounds": int(view.death_wounds),
    }


def describe_own(view, seat: int) -> dict:
    """Its hand, trait and night card, and what is certain of the others' hands by what it remembers."""
    seats = _known(view, seat)
    if seat >= 0:
        seats[seat] = _own(view, seat)
    return {"seats": dict(enumerate(seats))}


def _challenge(view) -> dict:
    if view.challenge_card == NO_CARD:
        return {"challenge": None}
    return {
        "challenge": card(view.challenge_card),
        "value": int(view.value),
        "multiplier": int(view.multiplier) or None,
        "extras": int(extra_tokens(view)) if view.multiplier else None,
        "led": suit(view.led) if view.led >= 0 else None,
        "trumps": int(trumps_played(view)),
        "trumps_needed": int(trumps_needed(view)),
        "sum": int(sum_played(view)),
        "sum_needed": int(sum_needed(view)),
        "no_wounds": bool(view.no_wounds),
    }


def _section(view, section: int) -> dict:
    cards = section_cards(view, section)
    return {
        "day": section + 1,
        "top": card(cards[-1]) if cards else None,
        "cards": int(view.section_size[section]),
        "known": [card(c) for c in cards[::-1]],
    }


def _known(view, viewer: int) -> list[dict]:
    """What is certain about each hand, by what this view remembers."""
    known, voids = np.zeros((SEATS, SUITS), np.int64), np.zeros(SEATS, np.int64)
    certain_hands(view, viewer, known, voids)
    return [
        {"known": [card(c) for c in words_of(known[s])], "void": [suit(k) for k in bits.members(voids[s])]}
        for s in range(view.players)
    ]


def describe_seat(view, s: int) -> dict:
    return {
        "seat": s,
        "alive": bool(bits.has(view.alive, s)),
        "role": id_of(view, "roles", view.role[s]),
        "role_name": name_of(view, "roles", view.role[s]),
        **_role(view, s),
        **_trait(view, s),
        "trait_shown": bool(bits.has(view.shown, s)),
        "wounds": int(view.wounds[s]),
        "ward": bool(bits.has(view.wards, s)),
        "tokens": {suit(k): int(count) for k, count in enumerate(view.tokens[s])},
        "hand": None,
        "cards": int(view.hand_size[s]),
        "known": None,
        "void": None,
        "chosen": _chosen(view, s),
        "played": card(view.played[s]) if view.played[s] != NO_CARD else None,
        "suit": suit(view.suit_now[s]) if view.played[s] != NO_CARD else None,
        "value": int(card_value(view, s)) if view.played[s] != NO_CARD else None,
        "lead_days": int(view.lead_days[s]),
        "trades": int(view.trades[s]),
        "acts": int(view.acts[s]),
        "ammo_acts": int(view.ammo_acts[s]),
    }


def _role(view, s: int) -> dict:
    """[TTS-86] What the role crafts, out of what, and whose cards it makes worth more."""
    made = view.role_table[view.role[s]]
    return {"input": suit(made[0]), "output": suit(made[1]), "specialty": suit(made[2])}


def _own(view, s: int) -> dict:
    hand = [card(c) for c in words_of(view.hand[s])]
    return {**_trait(view, s), "hand": hand, "known": None, "void": None, "chosen": _chosen(view, s)}


def _trait(view, s: int) -> dict:
    trait = int(view.trait[s])
    if trait < 0:
        return {"trait": None, "trait_name": None}
    return {"trait": id_of(view, "traits", trait), "trait_name": name_of(view, "traits", trait)}


def _chosen(view, s: int) -> str | None:
    return card(view.chosen[s]) if view.chosen[s] != NO_CARD else None


def result(state) -> dict:
    """[TTS-78] [TTS-79] The winners, with the kind of each win; a winner scores 1, anybody else 0."""
    told = standing(rules, Ending, state)
    kind = "nature" if state.ending == Ending.NATURE else "safe"
    kinds = [kind if s in told["winners"] else None for s in range(state.players)]
    return told | {"kinds": kinds, "alive": int(living(state))}
