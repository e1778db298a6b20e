"""Lamplight: what a seat may know, worlds that fit it, and numbers for a learner."""

import numpy as np

from lamplight.rules import blowable, playable
from lamplight.state import CARDS, HAND, NO_CARD, SEATS, SUITS, Phase, hide, suit_of
from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import begin_world, cards_played, mark_members, next_seat
from lasttrick.core.worlds import NO_LIMIT, spread_set

_REST = SEATS  # the place, in `spread_set`, of the cards that were not dealt


@entry
def view(state, seat, out):
    """[LMP-03] Everything but the other hands and the cards face down."""
    out[0] = state
    hide(out[0], seat)


@rule
def unseen_cards(seen, seat):
    """The cards that this seat cannot place."""
    known = seen.gone | cards_played(seen.played, seen.players)
    if seat >= 0:
        known |= seen.hand[seat]
    return bits.first(CARDS) & ~known


@entry
def determinize(seen, seat, rng, out):
    """A full state that fits the view: unseen cards over hands and rest; [LMP-07] no suit where it was not followed."""
    world = begin_world(seen, rng, out)
    group = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        group[card] = suit_of(card)
    room = np.zeros(SEATS + 1, np.int64)
    limit = np.full((SEATS + 1, SUITS), NO_LIMIT)
    for other in range(seen.players):
        if other != seat:
            room[other] = seen.hand_size[other]
            for suit in range(SUITS):
                if bits.has(seen.void[other], suit):
                    limit[other, suit] = 0
    room[_REST] = CARDS - HAND * seen.players
    world.rest = spread_set(unseen_cards(seen, seat), group, room, limit, rng, world.hand)


# --- Numbers for a learner -------------------------------------------------------------------------------------------
# Seats are written from the viewer's own on, clockwise; places of seats that nobody has stay 0.


@entry
def encode(seen, seat, out):
    """The view of a seat as numbers, in the order of `meanings.SECTIONS`."""
    out[:] = 0
    is_asked = seen.to_act == seat
    at = mark_members(seen.hand[seat], CARDS, out, 0)
    plays = is_asked and seen.phase == Phase.PLAY
    at = mark_members(playable(seen, seat) if plays else np.int64(0), CARDS, out, at)
    trick = mark_members(seen.gone, CARDS, out, at)
    void = trick + SEATS * CARDS
    lamp = void + SEATS * SUITS
    total, lead, blows = lamp + SEATS, lamp + 2 * SEATS, lamp + 3 * SEATS
    other = seat
    for k in range(seen.players):
        if seen.played[other] != NO_CARD:
            out[trick + k * CARDS + np.int64(seen.played[other])] = 1
        mark_members(seen.void[other], SUITS, out, void + k * SUITS)
        out[lamp + k] = seen.lamp[other] / HAND
        out[total + k] = seen.total[other] / CARDS
        out[lead + k] = seen.lead == other
        if is_asked and seen.phase == Phase.BLOW:
            out[blows + k] = bits.has(blowable(seen, seat), other)
        other = next_seat(seen, other)
