"""The Trick To Survival for people: a view as JSON, events as keys with facts. Why not, is in `reasons`."""

import numpy as np

from lasttrick.core import bits
from lasttrick.games.trick_to_survival import rules
from lasttrick.games.trick_to_survival.challenge import card_value
from lasttrick.games.trick_to_survival.codes import action_text, card, id_of, name_of, suit
from lasttrick.games.trick_to_survival.conditions import living
from lasttrick.games.trick_to_survival.memory import known_hands
from lasttrick.games.trick_to_survival.outcome import sum_needed, sum_played, trumps_needed, trumps_played
from lasttrick.games.trick_to_survival.positions import section_cards, words_of
from lasttrick.games.trick_to_survival.reasons import explain
from lasttrick.games.trick_to_survival.state import (
    CARDS,
    NO_CARD,
    NO_NUMBER,
    SEATS,
    STATE,
    SUITS,
    Ask,
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

# The facts of each event, in order; a last one that ends in … takes all that follow.
_FACTS = {
    Event.LEADS_FIRST: "seat",
    Event.ROLE: "seat role",
    Event.TRAIT: "seat trait",
    Event.WEEK_STARTS: "week",
    Event.DEALT: "seat cards…",
    Event.DAY_STARTS: "week day",
    Event.TURNED_UP: "day card",
    Event.CHALLENGE: "card time",
    Event.RAISED: "seat multiplier",
    Event.PLAYED: "seat card value",
    Event.CHOSE: "seat",
    Event.DECK_RENEWED: "",
    Event.EVENT: "event_id",
    Event.CHOICE: "seat way",
    Event.NAMED: "seat other",
    Event.CHANGED: "seat other suit",
    Event.BOOSTED: "seat other suit",
    Event.GAINED: "seat suit count",
    Event.PAID: "seat suit count",
    Event.HEALED: "seat count",
    Event.WARD_TAKEN: "seat",
    Event.WARD_USED: "seat",
    Event.WOUNDED: "seat wounds",
    Event.DIED: "seat",
    Event.LEADER: "seat",
    Event.TRAIT_SHOWN: "seat trait",
    Event.SALVAGED: "seat card",
    Event.VALUE: "value",
    Event.NEED: "trumps",
    Event.CARDS_CHANGE: "change",
    Event.NO_WOUNDS: "",
    Event.GAVE: "seat other suit",
    Event.SUCCESS: "trumps sum needed",
    Event.FAILURE: "trumps sum needed",
    Event.TRICK_WON: "seat card",
    Event.ASSIGNED: "seat other suit",
    Event.SPARED: "seat other",
    Event.TO_RIVER: "day",
    Event.TOOK: "seat card",
    Event.PLACED: "seat card",
    Event.PASSED: "seat",
    Event.SWITCHED: "seat card taken day",
    Event.STOLE: "seat other suit",
    Event.SWAPPED: "seat other",
    Event.SWAP_CARDS: "seat other card taken",
    Event.LOOKED: "seat other",
    Event.LOOK_CARD: "seat other card",
    Event.OFFERED: "seat other suit count wanted_suit wanted",
    Event.ACCEPTED: "seat",
    Event.DECLINED: "seat",
    Event.CRAFTED: "seat paid_suit suit",
    Event.NO_UPKEEP: "",
    Event.OVER: "ending",
}

SENTENCES = {
    "leads_first": "{seat} is the first leader.",
    "role": "{seat} is the {role_name}.",
    "trait": "{seat}'s secret: {trait_name}.",
    "week_starts": "Week {week} begins.",
    "dealt": "{seat} is dealt {cards}.",
    "day_starts": "Day {day} of week {week} begins.",
    "turned_up": "On the river, day {day} shows {card}.",
    "challenge": "The {time} challenge is {card}.",
    "raised": "{seat} sets the difficulty to {multiplier}.",
    "played": "{seat} plays {card}, worth {value}.",
    "chose": "{seat} has chosen a card.",
    "deck_renewed": "The events are shuffled anew.",
    "event": "Event: {event_name}.",
    "choice": "{seat} chooses {way}.",
    "named": "{seat} names {other}.",
    "changed": "{seat} turns the card of {other} into {suit}.",
    "boosted": "{seat} pays {suit} to boost the card of {other}.",
    "gained": "{seat} gains {count} {suit}.",
    "paid": "{seat} pays {count} {suit}.",
    "healed": "{seat} loses {count} wounds.",
    "ward_taken": "{seat} takes a ward.",
    "ward_used": "{seat}'s ward takes the wound.",
    "wounded": "{seat} is wounded and has {wounds} wounds.",
    "died": "{seat} dies.",
    "leader": "{seat} is leader now.",
    "trait_shown": "{seat} was {trait_name}.",
    "salvaged": "{seat} salvages {card}.",
    "value": "The challenge is worth {value} now.",
    "need": "The challenge needs {trumps} trumps now.",
    "cards_change": "Every card in the trick changes by {change}.",
    "no_wounds": "A failure will hurt nobody.",
    "gave": "{seat} gives {other} a {suit}.",
    "success": "Success: {trumps} trumps, {sum} of {needed}.",
    "failure": "Failure: {trumps} trumps, {sum} of {needed}.",
    "trick_won": "{seat} wins the trick with {card}.",
    "assigned": "{seat} hands a {suit} to {other}.",
    "spared": "{seat} spares {other}.",
    "to_river": "The dead carry the trick to day {day}.",
    "took": "{seat} takes {card} from the river.",
    "placed": "{seat} places {card}.",
    "passed": "{seat} passes.",
    "switched": "{seat} puts {card} down on day {day} and takes {taken}.",
    "stole": "{seat} takes a {suit} from {other}.",
    "swapped": "{seat} swaps a card with {other}.",
    "swap_cards": "{seat} gives {other} {card} and takes {taken}.",
    "looked": "{seat} looks at a card of {other}.",
    "look_card": "{seat} sees {card} of {other}.",
    "offered": "{seat} offers {other} {count} {suit} for {wanted} {wanted_suit}.",
    "accepted": "{seat} accepts.",
    "declined": "{seat} declines.",
    "crafted": "{seat} makes a {suit} out of two {paid_suit}.",
    "no_upkeep": "No upkeep today.",
    "over": "The match is over ({ending}).",
}


def event(state, kind: Event, facts) -> dict:
    """The facts of a line under their names; numbers of cards, suits and data as their codes."""
    names = _FACTS[kind].split()
    told: dict = {}
    for name, fact in zip(names, facts, strict=False):
        if name == "cards…":
            told["cards"] = [card(c) for c in facts[1:]]
        else:
            told.update(_fact(state, name, fact))
    if kind == Event.OFFERED and told["wanted"] == 0:
        told["wanted_suit"] = "nothing"
    return told


_IDS = {"role": "roles", "trait": "traits", "event_id": "events"}


def _fact(state, name: str, fact: int) -> dict:
    if name in ("card", "taken"):
        return {name: card(fact)}
    if name.endswith("suit"):
        return {name: suit(fact)}
    if name in _IDS:
        table = _IDS[name]
        return {name: id_of(state, table, fact), f"{table.removesuffix('s')}_name": name_of(state, table, fact)}
    words = {"time": ("morning", "night"), "way": "AB"}
    if name in words:
        return {name: words[name][fact]}
    return {name: Ending(fact).name.lower() if name == "ending" else fact}


# --- A view ----------------------------------------------------------------------------------------------------------


TABLE_FIELDS = STATE.names  # its sums and needs rest on most of them
SEAT_ROWS = (
    *("role", "trait", "tokens", "wounds", "lead_days", "trades", "acts", "ammo_acts"),
    *("hand_size", "chosen", "played", "suit_now", "bonus"),
)
SEAT_FIELDS = ("content", "alive", "wards", "shown")
OWN_FIELDS = ("content", "players", "hand", "trait", "chosen", "log", "log_used")


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
    cards, voids = np.zeros((SEATS, CARDS), np.int8), np.zeros((SEATS, SUITS), np.int8)
    known_hands(view, viewer, cards.reshape(-1), voids.reshape(-1))
    first, players = max(viewer, 0), int(view.players)
    places = [(s - first) % players for s in range(players)]
    return [
        {
            "known": [card(c) for c in np.flatnonzero(cards[at]).tolist()],
            "void": [suit(k) for k in np.flatnonzero(voids[at]).tolist()],
        }
        for at in places
    ]


def describe_seat(view, s: int) -> dict:
    return {
        "seat": s,
        "alive": bool(bits.has(view.alive, s)),
        "role": id_of(view, "roles", view.role[s]),
        "role_name": name_of(view, "roles", view.role[s]),
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
    scores = np.zeros(SEATS, np.int32)
    winners = bits.members(rules.result(state, scores))
    kind = "nature" if state.ending == Ending.NATURE else "safe"
    return {
        "winners": winners,
        "scores": [int(score) for score in scores[: state.players]],
        "ending": Ending(state.ending).name.lower(),
        "kinds": [kind if s in winners else None for s in range(state.players)],
        "alive": int(living(state)),
    }
