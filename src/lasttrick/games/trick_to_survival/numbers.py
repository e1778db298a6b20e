"""The Trick To Survival: what a seat may know as numbers for a learner, in named sections.

They are the same from a state and from the seat's view of it.

Seats are written from the viewer's own on, clockwise; places of absent players stay 0.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.scratch import scratch
from lasttrick.core.tricks import mark_members
from lasttrick.games.trick_to_survival.camp import offer_parts
from lasttrick.games.trick_to_survival.challenge import card_value, sum_needed
from lasttrick.games.trick_to_survival.content import MOST_EVENTS, MOST_TRAITS
from lasttrick.games.trick_to_survival.memory import certain_hands
from lasttrick.games.trick_to_survival.outcome import sum_played, trumps_needed, trumps_played
from lasttrick.games.trick_to_survival.state import (
    CARDS,
    DAYS,
    NO_CARD,
    NO_EVENT,
    NO_NUMBER,
    NO_SUIT,
    NO_TRAIT,
    SEATS,
    SUITS,
    VALUES,
    Ask,
    suit_of,
)
from lasttrick.games.trick_to_survival.table import is_alive, seat_after

_SEAT_FACTS = 12  # alive, leader, ward, asked, chosen, hand, wounds, lead days, trades, acts, ammo acts, value of card
_ROLE_COLUMNS = 3

NUMBERS = 2063  # of the sections in `meanings`, which has words in it and is not compiled

# The last sections, counted from the end.
_SHOWN_TRAIT = NUMBERS - SEATS * MOST_TRAITS
_VOID = _SHOWN_TRAIT - SEATS * SUITS
_KNOWN = _VOID - SEATS * CARDS

_VALUE, _SEAT, _LEAD_DAY = 1 / VALUES, 1 / SEATS, 1 / 21  # products, because a quotient takes as long as five of them


@entry
def encode(seen, seat, out):
    """What a seat may know as numbers, most between 0 and 1, in the order of `meanings`."""
    out[:] = 0
    if Ask.NONE < seen.ask < Ask.OVER:
        out[seen.ask] = 1
    at = encode_challenge(seen, out, np.int64(Ask.OVER))
    at = write_words(seen.hand[seat], out, at)
    if seen.trait[seat] != NO_TRAIT:
        out[at + np.int64(seen.trait[seat])] = 1
    at += MOST_TRAITS
    at = encode_table(seen, out, at)
    known, voids = scratch(SEATS, SUITS), scratch(1, SEATS)[0]
    certain_hands(seen, seat, known, voids)
    for k in range(seen.players):
        other = seat_after(seen, seat, k)
        encode_seat(seen, other, k, out, at)
        write_words(known[other], out, _KNOWN + k * CARDS)
        mark_members(voids[other], SUITS, out, _VOID + k * SUITS)


@rule
def write_words(words, out, at):
    """Six suit sets as 78 places, three at once: where a loop ends cannot be foreseen, so few are best."""
    for suit in range(0, SUITS, 3):
        three = np.int64(words[suit]) | np.int64(words[suit + 1]) << VALUES | np.int64(words[suit + 2]) << 2 * VALUES
        at = mark_members(three, 3 * VALUES, out, at)
    return at


@rule
def encode_challenge(seen, out, at):
    out[at] = seen.week / seen.weeks
    out[at + 1] = seen.day / seen.days
    out[at + 2] = seen.night
    at += 3
    if seen.challenge_card != NO_CARD:
        out[at + suit_of(seen.challenge_card)] = 1
        facts = at + 2 * SUITS
        out[facts] = seen.value * _VALUE
        out[facts + 1] = seen.multiplier / (2 * seen.players)
        out[facts + 2] = trumps_needed(seen) * _SEAT
        out[facts + 3] = trumps_played(seen) * _SEAT
        out[facts + 4] = sum_needed(seen) * 0.01
        out[facts + 5] = sum_played(seen) * 0.01
    if seen.led != NO_SUIT:
        out[at + SUITS + np.int64(seen.led)] = 1
    return at + 2 * SUITS + 6


@rule
def encode_table(seen, out, at):
    at = mark_members(seen.used_suits, SUITS, out, at)
    if seen.event != NO_EVENT:
        out[at + np.int64(seen.event)] = 1
    at = mark_members(seen.resolved, MOST_EVENTS, out, at + MOST_EVENTS)
    if seen.offer != NO_NUMBER:
        _, give, count, want, wanted = offer_parts(seen.offer)
        out[at + give] = count / 2
        out[at + SUITS + want] = wanted / 2
    at = write_words(seen.discard, out, at + 2 * SUITS)
    for section in range(DAYS):
        card = np.int64(seen.top[section])
        for _ in range(seen.section_size[section] - seen.face_down[section]):
            out[at + section * CARDS + card] = 1
            card = np.int64(seen.under[card])
        out[at + DAYS * CARDS + section] = seen.section_size[section] * 0.1
    return at + DAYS * CARDS + DAYS


@rule
def encode_seat(seen, other, k, out, at):
    """What is public of a seat, k places after the viewer."""
    encode_facts(seen, other, out, at + k * _SEAT_FACTS)
    at += SEATS * _SEAT_FACTS
    token = 1 / seen.token_cap
    for suit in range(SUITS):
        out[at + k * SUITS + suit] = seen.tokens[other, suit] * token
    at += SEATS * SUITS
    for column in range(_ROLE_COLUMNS):
        named = np.int64(seen.role_table[seen.role[other], column])
        out[at + (k * _ROLE_COLUMNS + column) * SUITS + named] = 1
    at += SEATS * SUITS * _ROLE_COLUMNS
    if seen.played[other] != NO_CARD:
        out[at + k * CARDS + np.int64(seen.played[other])] = 1
        out[at + SEATS * CARDS + k * SUITS + np.int64(seen.suit_now[other])] = 1
    if bits.has(seen.shown, other):
        out[_SHOWN_TRAIT + k * MOST_TRAITS + np.int64(seen.trait[other])] = 1


@rule
def encode_facts(seen, other, out, at):
    out[at] = is_alive(seen, other)
    out[at + 1] = seen.leader == other
    out[at + 2] = bits.has(seen.wards, other)
    out[at + 3] = seen.to_act == other
    out[at + 4] = seen.chosen[other] != NO_CARD
    out[at + 5] = seen.hand_size[other] * 0.1
    out[at + 6] = seen.wounds[other] / seen.death_wounds
    out[at + 7] = seen.lead_days[other] * _LEAD_DAY
    out[at + 8] = seen.trades[other] * 0.1
    out[at + 9] = seen.acts[other] * 0.1
    out[at + 10] = seen.ammo_acts[other] * 0.1
    if seen.played[other] != NO_CARD:
        out[at + 11] = card_value(seen, other) * _VALUE
