"""The Trick To Survival: why an action is not legal, from what the seat itself can see."""

import numpy as np

from lasttrick.core import bits
from lasttrick.games.trick_to_survival import noon, rules
from lasttrick.games.trick_to_survival.camp import may_trade, offer_parts
from lasttrick.games.trick_to_survival.codes import card, suit, verb_of
from lasttrick.games.trick_to_survival.content.expressions import SUITS as LETTERS
from lasttrick.games.trick_to_survival.positions import words_of
from lasttrick.games.trick_to_survival.state import (
    ACTIONS,
    ASSIGN,
    BOOST,
    CHANGE,
    DAYS,
    GAIN,
    GIVE,
    NAME,
    NO_CARD,
    NOBODY,
    PLACE,
    PLACES,
    PLAY,
    RAISE,
    SEATS,
    SPARE,
    STEAL,
    SUITS,
    SWAP,
    SWITCH,
    TARGET,
    VALUES,
    Ask,
)
from lasttrick.games.trick_to_survival.table import has_ward, is_alive, may_gain

SUIT_NAMES = ("Food", "Water", "Ammunition", "Medicine", "Shelter", "Sanity")

# Each question: its verbs, its clause, and what it is about.
_QUESTIONS = {
    Ask.RAISE: ("raise", "TTS-80a", "The leader sets the difficulty first"),
    Ask.PLAY: ("play", "TTS-80b", "A card is to be played"),
    Ask.NIGHT: ("play", "TTS-80b", "A night card is to be chosen"),
    Ask.MODIFY: ("change boost done", "TTS-80c", "The trick may be modified"),
    Ask.POOL: ("assign", "TTS-80d", "A token of the pool is to be handed out"),
    Ask.EXTRA: ("assign", "TTS-80d", "An extra token is to be handed out"),
    Ask.SPARE: ("spare", "TTS-80e", "The leader may spare one player"),
    Ask.NOON: ("take place pass", "TTS-80f", "It is noon"),
    Ask.FOOD: ("name", "TTS-49", "The leader names who discards a Food"),
    Ask.SWITCH: ("switch decline", "TTS-50", "A hand card may be switched with the river"),
    Ask.STEAL: ("steal", "TTS-51", "A token is to be taken"),
    Ask.SWAP: ("swap", "TTS-53", "A card is to be swapped"),
    Ask.TARGET: ("target", "TTS-80f", "The action needs its target"),
    Ask.CAMP: ("offer craft done", "TTS-80g", "It is camp"),
    Ask.OFFER: ("accept decline", "TTS-80h", "The offer waits for an answer"),
    Ask.WARD: ("ward", "TTS-80i", "The ward may take the wound"),
    Ask.REVEAL: ("reveal", "TTS-80j", "The dead may reveal the trait"),
    Ask.CHOOSE: ("choose", "TTS-80k", "The event gives a choice"),
    Ask.GAIN: ("gain", "TTS-80k", "The event gives a token of choice"),
    Ask.EXTREME: ("name", "TTS-80k", "The leader names whom the event means"),
    Ask.GUARD: ("name", "TTS-80k", "The leader names who gets a ward"),
    Ask.GIVE: ("give", "TTS-80k", "A token is to be given"),
}


def explain(view, seat: int, action: int):
    """A sentence, the clause, the facts; None if the action is legal."""
    if not bits.has(rules.acting(view), seat):
        return _not_now(view)
    out = np.zeros(ACTIONS, np.int16)
    if action in out[: rules.legal(view, seat, out)]:
        return None
    question = Ask(view.ask)
    verbs, clause, about = _QUESTIONS[question]
    if verb_of(action) not in verbs.split():
        possible = " or ".join(verbs.split())
        return f"{about}: {possible}.", clause, {"question": question.name.lower()}
    return _REASONS[question](view, seat, action)


def _not_now(view):
    if view.ask == Ask.OVER:
        return "The match is over.", "TTS-76", {}
    if view.ask == Ask.NIGHT:
        return "There is nothing for you to choose; the others are still choosing.", "TTS-101", {}
    clause = _QUESTIONS[Ask(view.ask)][1]
    return f"Seat {view.to_act} decides now.", clause, {"asked": int(view.to_act)}


# --- A challenge -----------------------------------------------------------------------------------------------------


def _raise(view, seat, action):
    n = int(view.players)
    return f"The difficulty is from {n} to {2 * n}, not {action - RAISE}.", "TTS-22", {"least": n, "most": 2 * n}


def _not_held(view, seat, number, clause):
    hand = words_of(view.hand[seat])
    if number in hand:
        return None
    return f"You do not hold {card(number)}.", clause, {"hand": [card(c) for c in hand]}


def _play(view, seat, action):
    missing = _not_held(view, seat, action - PLAY, "TTS-80b")
    if missing:
        return missing
    led, trump = int(view.led), int(view.challenge_card) // VALUES
    held = [card(c) for c in words_of(view.hand[seat]) if c // VALUES == led]
    sentence = f"You hold {' and '.join(held)}, so {SUIT_NAMES[led]} or {SUIT_NAMES[trump]} must be played."
    if led == trump:
        sentence = f"You hold {' and '.join(held)}, so {SUIT_NAMES[led]} must be played."
    return sentence, "TTS-24", {"led": suit(led), "trump": suit(trump), "held": held}


def _no_card(view, other):
    if other < view.players and view.played[other] != NO_CARD:
        return None
    return f"Seat {other} has no card in the trick.", "TTS-80c", {}


def _modify(view, seat, action):
    if action >= BOOST:
        return _boost(view, seat, *divmod(action - BOOST, SUITS))
    other, kind = divmod(action - CHANGE, SUITS)
    if _no_card(view, other):
        return _no_card(view, other)
    if view.changed:
        return "A suit has been changed in this challenge already.", "TTS-29", {}
    if view.suit_now[other] == kind:
        return f"The card of seat {other} is {SUIT_NAMES[kind]} already.", "TTS-29", {}
    return _too_few(view, seat, kind, 2, "TTS-29")


def _boost(view, seat, other, kind):
    if _no_card(view, other):
        return _no_card(view, other)
    if view.tokens[seat, kind] == 0:
        return _too_few(view, seat, kind, 1, "TTS-30")
    return f"You are boosting the card of seat {view.boosted} already.", "TTS-30", {"boosted": int(view.boosted)}


def _too_few(view, seat, kind, needed, clause):
    held = int(view.tokens[seat, kind])
    facts = {"type": LETTERS[kind], "held": held, "needed": needed}
    return f"It takes {needed} {SUIT_NAMES[kind]}; you have {held}.", clause, facts


def _assign(view, seat, action):
    kind, other = divmod(action - ASSIGN, PLACES)
    present = {int(s) for s in view.suit_now[: view.players] if s >= 0}
    if view.ask == Ask.POOL:
        present = {int(view.suit_now[(int(view.first) + int(view.turn)) % int(view.players)])}
    if kind not in present:
        names = [LETTERS[s] for s in sorted(present)]
        return f"The token in question is {' or '.join(names)}.", "TTS-34", {"types": names}
    return _cannot_receive(view, other, kind, "TTS-35")


def _cannot_receive(view, other, kind, clause):
    if other >= view.players:
        return f"There is no seat {other}.", clause, {}
    if not is_alive(view, other):
        return f"Seat {other} is dead and gets nothing from the group.", clause, {}
    return f"Seat {other} has {view.token_cap} {SUIT_NAMES[kind]}, the most there can be.", "TTS-68", {}


def _spare(view, seat, action):
    return f"Seat {action - SPARE} is not an alive player.", "TTS-36", {}


# --- Noon ------------------------------------------------------------------------------------------------------------


def _noon(view, seat, action):
    if action < PLACE:
        return f"The river section of day {view.day} is empty.", "TTS-41", {"day": int(view.day)}
    number = action - PLACE
    missing = _not_held(view, seat, number, "TTS-42")
    return missing or (
        f"The action of {SUIT_NAMES[number // VALUES]} has been used today.",
        "TTS-43",
        {"used": [suit(s) for s in bits.members(view.used_suits)]},
    )


def _food(view, seat, action):
    other = action - NAME
    if other == view.actor:
        return "The actor does not discard; name another player.", "TTS-49", {"actor": int(view.actor)}
    if other >= view.players:
        return "Somebody has to be named.", "TTS-49", {}
    return f"Seat {other} has no Food to discard.", "TTS-48", {}


def _switch(view, seat, action):
    number, section = divmod(action - SWITCH, DAYS)
    missing = _not_held(view, seat, number, "TTS-50")
    return missing or (f"The river section of day {section + 1} is empty.", "TTS-50", {"day": section + 1})


def _steal(view, seat, action):
    other, kind = divmod(action - STEAL, SUITS)
    if other == seat or other >= view.players or not is_alive(view, other):
        return f"Seat {other} is not another alive player.", "TTS-51", {}
    if not may_gain(view, seat, kind):
        return f"You have {view.token_cap} {SUIT_NAMES[kind]}, the most there can be.", "TTS-68", {}
    return f"Seat {other} has no {SUIT_NAMES[kind]}.", "TTS-51", {}


def _swap(view, seat, action):
    number, other = divmod(action - SWAP, SEATS)
    missing = _not_held(view, seat, number, "TTS-53")
    return missing or (f"Seat {other} is not another player.", "TTS-53", {})


_TARGETS = {
    (False, 0): ("is not a living player with the most Food", "TTS-55"),
    (False, 1): ("is not a living player with the least Water", "TTS-56"),
    (False, 2): ("is not a living player with three Ammunition or more", "TTS-57"),
    (False, 4): ("is not a living player with fewer than four Shelter", "TTS-58"),
    (False, 5): ("is not a living player with a hand card", "TTS-59"),
    (False, 3): ("is not a living player with a wound", "TTS-60"),
    (True, 3): ("is not a living player with a wound", "TTS-54"),
}


def _target(view, seat, action):
    why, clause = _TARGETS[bool(is_alive(view, seat)), int(view.acted_suit)]
    return f"Seat {action - TARGET} {why}.", clause, {"targets": bits.members(noon.targets(view))}


# --- Camp ------------------------------------------------------------------------------------------------------------


def _camp(view, seat, action):
    return _craft(view, seat) if verb_of(action) == "craft" else _offer(view, seat, action)


def _craft(view, seat):
    if not is_alive(view, seat):
        return "The dead cannot craft.", "TTS-73", {}
    if view.crafts_made >= view.camp_crafts:
        return f"You have crafted {view.crafts_made} times, the most a camp allows.", "TTS-66", {}
    paid, made, _ = (int(x) for x in view.role_table[view.role[seat]])
    if view.tokens[seat, paid] < 2:
        return _too_few(view, seat, paid, 2, "TTS-66")
    return f"You have {view.token_cap} {SUIT_NAMES[made]}, the most there can be.", "TTS-68", {}


def _offer(view, seat, action):
    partner, give, count, want, wanted = (int(x) for x in offer_parts(action))
    if view.offers_made >= view.camp_offers:
        return f"You have made {view.offers_made} offers, the most a camp allows.", "TTS-64", {}
    if partner == seat or partner >= view.players:
        return f"Seat {partner} is not another player.", "TTS-64", {}
    if not may_trade(view, seat, partner):
        return "The alive trade only with the alive, the dead with the dead.", "TTS-65", {}
    if wanted and give == want:
        return "An offer gives one type for another.", "TTS-64", {}
    if count > view.camp_give or wanted > view.camp_want:
        return f"An offer gives up to {view.camp_give} and wants up to {view.camp_want}.", "TTS-64", {}
    if view.tokens[seat, give] < count:
        return _too_few(view, seat, give, count, "TTS-64")
    if wanted and view.tokens[partner, want] < wanted:
        return f"Seat {partner} has {view.tokens[partner, want]} {SUIT_NAMES[want]}.", "TTS-64", {}
    cap = int(view.token_cap)
    if view.tokens[partner, give] + count > cap:
        return f"Seat {partner} would have more than {cap} {SUIT_NAMES[give]}.", "TTS-68", {"cap": cap}
    return f"You would have more than {cap} {SUIT_NAMES[want]}.", "TTS-68", {"cap": cap}


# --- Events ----------------------------------------------------------------------------------------------------------


def _gain(view, seat, action):
    return f"You have {view.token_cap} {SUIT_NAMES[action - GAIN]}, the most there can be.", "TTS-68", {}


def _extreme(view, seat, action):
    if action == NAME + NOBODY:
        return "Somebody has to be named.", "TTS-88", {}
    return f"Seat {action - NAME} is not among those the event can mean.", "TTS-88", {}


def _guard(view, seat, action):
    other = action - NAME
    if other < view.players and is_alive(view, other) and has_ward(view, other):
        return f"Seat {other} has a ward already.", "TTS-104", {}
    return f"Seat {other} is not an alive player.", "TTS-104", {}


def _give(view, seat, action):
    kind = action - GIVE
    if view.tokens[seat, kind] == 0:
        return f"You have no {SUIT_NAMES[kind]}.", "TTS-104", {}
    return f"Seat {view.receiver} has {view.token_cap} {SUIT_NAMES[kind]}, the most there can be.", "TTS-68", {}


_REASONS = {
    Ask.RAISE: _raise,
    Ask.PLAY: _play,
    Ask.NIGHT: _play,
    Ask.MODIFY: _modify,
    Ask.POOL: _assign,
    Ask.EXTRA: _assign,
    Ask.SPARE: _spare,
    Ask.NOON: _noon,
    Ask.FOOD: _food,
    Ask.SWITCH: _switch,
    Ask.STEAL: _steal,
    Ask.SWAP: _swap,
    Ask.TARGET: _target,
    Ask.CAMP: _camp,
    Ask.GAIN: _gain,
    Ask.EXTREME: _extreme,
    Ask.GUARD: _guard,
    Ask.GIVE: _give,
}
