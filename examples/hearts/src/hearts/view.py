"""Hearts: what a seat may know, worlds that fit it, and numbers for a learner."""

import numpy as np

from hearts.rules import playable, receiver_of
from hearts.state import (
    CARDS,
    GROUPS,
    HAND,
    MOON,
    NO_CARD,
    PASSED,
    QUEEN,
    QUEEN_OF_SPADES,
    SEATS,
    TWO_OF_CLUBS,
    Phase,
    hide,
    suit_of,
)
from lasttrick.core import bits
from lasttrick.core.rng import below
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import begin_world, cards_played, mark_members, next_seat
from lasttrick.core.worlds import NO_LIMIT, spread_set


@entry
def view(state, seat, out):
    """[HRT-03] Everything but the other hands and [HRT-05] what the others have chosen."""
    out[0] = state
    hide(out[0], seat)
    for other in range(SEATS):
        show_received(state, other, seat, out[0])


@rule
def show_received(state, other, seat, seen):
    """[HRT-06] Who has received cards knows which and from whom."""
    if seat >= 0 and state.phase != Phase.PASS and receiver_of(state, other) == seat:
        seen.passed[other] = state.passed[other]


@rule
def cards_laid(seen):
    """All cards that have been played in this round."""
    cards = cards_played(seen.played, SEATS)
    for seat in range(SEATS):
        cards |= seen.laid[seat]
    return cards


@entry
def determinize(seen, seat, rng, out):
    """A full state that fits the view: hands that fit what was shown, then what others may have chosen and passed."""
    world = begin_world(seen, rng, out)
    place_known_cards(seen, seat, world)
    spread_hands(seen, seat, world, rng)
    for other in range(SEATS):
        if other == seat:
            continue
        if seen.phase == Phase.PASS:
            world.passed[other] = draw_cards(world.hand[other], seen.chosen[other], rng)
        elif seen.chosen[other] == PASSED and (seat < 0 or receiver_of(seen, other) != seat):
            world.passed[other] = draw_cards(held_after_passing(world, receiver_of(seen, other)), PASSED, rng)


@rule
def place_known_cards(seen, seat, world):
    """[HRT-06] What this seat passed is with its receiver until it is played. [HRT-07] Who leads first has the two."""
    if seen.phase != Phase.PLAY:
        return
    laid = cards_laid(seen)
    if seat >= 0:
        world.hand[receiver_of(seen, seat)] |= seen.passed[seat] & ~laid
    if seen.lead != seat and not bits.has(laid, TWO_OF_CLUBS):
        world.hand[seen.lead] |= bits.one(TWO_OF_CLUBS)


@rule
def spread_hands(seen, seat, world, rng):
    """[HRT-08] [HRT-09] [HRT-10] To each other hand what it lacks, and nothing it has shown not to have."""
    group = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        group[card] = suit_of(card)
    group[QUEEN_OF_SPADES] = QUEEN
    known = cards_laid(seen)
    room, limit = np.zeros(SEATS, np.int64), np.full((SEATS, GROUPS), NO_LIMIT)
    for other in range(SEATS):
        known |= world.hand[other]
        if other != seat:
            room[other] = seen.hand_size[other] - bits.count(world.hand[other])
            for suit in range(GROUPS):
                if bits.has(seen.void[other], suit):
                    limit[other, suit] = 0
    spread_set(bits.first(CARDS) & ~known, group, room, limit, rng, world.hand)


@rule
def held_after_passing(world, seat):
    """The thirteen cards that a hand was played from."""
    cards = world.hand[seat] | world.laid[seat]
    return cards | bits.one(world.played[seat]) if world.played[seat] != NO_CARD else cards


@rule
def draw_cards(cards, n, rng):
    """So many of these cards by lot."""
    drawn, left = np.int64(0), np.int64(cards)
    for _ in range(n):
        rest = left
        for _ in range(below(rng, bits.count(left))):
            rest = bits.without_lowest(rest)
        drawn |= bits.one(bits.lowest(rest))
        left &= ~bits.one(bits.lowest(rest))
    return drawn


# --- Numbers for a learner -------------------------------------------------------------------------------------------
# Seats are written from the viewer's own on, clockwise.


@entry
def encode(seen, seat, out):
    """The view of a seat as numbers, in the order of `meanings.SECTIONS`."""
    out[:] = 0
    if seen.phase < Phase.OVER:
        out[seen.phase] = 1
    at = mark_members(seen.hand[seat], CARDS, out, 2)
    plays = seen.phase == Phase.PLAY and seen.to_act == seat
    at = mark_members(playable(seen, seat) if plays else np.int64(0), CARDS, out, at)
    at = mark_members(seen.passed[seat], CARDS, out, at)
    trick, laid = at, at + SEATS * CARDS
    void = laid + SEATS * CARDS
    points = void + SEATS * GROUPS
    total, lead, fact = points + SEATS, points + 2 * SEATS, points + 3 * SEATS
    other = seat
    for k in range(SEATS):
        if seen.played[other] != NO_CARD:
            out[trick + k * CARDS + np.int64(seen.played[other])] = 1
        mark_members(seen.laid[other], CARDS, out, laid + k * CARDS)
        mark_members(seen.void[other], GROUPS, out, void + k * GROUPS)
        out[points + k] = seen.points[other] / MOON
        out[total + k] = seen.total[other] / seen.target
        out[lead + k] = seen.lead == other
        other = next_seat(seen, other)
    out[fact] = seen.broken
    out[fact + 1] = seen.tricks / HAND
    out[fact + 2] = ((receiver_of(seen, seat) - seat) % SEATS) / SEATS
