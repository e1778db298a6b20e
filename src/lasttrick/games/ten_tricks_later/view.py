"""10 Tricks Later: what a seat may know, worlds that fit it, and numbers for a learner."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rng import below
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import begin_world, mark_members, next_seat
from lasttrick.core.worlds import NO_LIMIT, spread_set
from lasttrick.games.ten_tricks_later.rules import is_eligible, is_in_deck, playable
from lasttrick.games.ten_tricks_later.state import (
    CARDS,
    COLOURS,
    HAND,
    INFECTED_8,
    NO_CARD,
    NO_SEAT,
    PURPLE,
    SEATS,
    SURVIVORS,
    TRACK_END,
    TRICKS,
    UNBOUNDED,
    Phase,
    Wish,
    colour_of,
    hide,
)

SPECTATOR = -1
_ASIDE = SEATS  # the place, in `spread`, of the card put aside in the exchange


@entry
def view(state, seat, out):
    """[TTL-53] Everything public, [TTL-54] with the own hand and own secrets; [TTL-55] all else is blank."""
    out[0] = state
    hide(out[0], seat)
    for other in range(state.players):
        if other != seat:
            show_wish(state, other, out[0])
    show_given(state, seat, out[0])


@rule
def show_wish(state, other, seen):
    """[TTL-R26] Until all have answered, only that a seat has; [TTL-R03] afterwards the yeses; a no tells nothing."""
    if state.phase == Phase.WISH and state.wish[other] != Wish.OPEN:
        seen.wish[other] = Wish.HIDDEN
    else:
        seen.wish[other] = state.wish[other]


@rule
def show_given(state, seat, seen):
    """[TTL-54] The card put aside is known to who put it there."""
    if seat == state.exchanger:
        seen.given = state.given


@rule
def unseen_cards(seen, seat):
    """[TTL-55] The cards of the deck that this seat cannot place."""
    cards = np.int64(0)
    for card in range(CARDS):
        if is_in_deck(seen, card):
            cards |= bits.one(card)
    if seen.exchanger != NO_SEAT:
        cards |= bits.one(INFECTED_8)
    cards &= ~seen.aside
    for other in range(seen.players):
        cards &= ~(seen.hand[other] | seen.upper[other] | seen.lower[other] | seen.lost[other])
        if seen.played[other] != NO_CARD:
            cards &= ~bits.one(seen.played[other])
    if seen.given != NO_CARD:
        cards &= ~bits.one(seen.given)
    return cards


@rule
def place_infected_8(seen, seat, world):
    """[TTL-53] Who took P8 has it until it is played."""
    taker = seen.exchanger
    if taker != NO_SEAT and taker != seat and bits.has(unseen_cards(seen, seat), INFECTED_8):
        world.hand[taker] |= bits.one(INFECTED_8)


@entry
def determinize(seen, seat, rng, out):
    """A full state that fits the view: unseen cards spread over hands and the card put aside, within what was shown."""
    world = begin_world(seen, rng, out)
    place_infected_8(seen, seat, world)
    spread_hands(seen, seat, world, rng)
    for other in range(seen.players):
        if world.wish[other] == Wish.HIDDEN:
            wants = is_eligible(world, other) and below(rng, 2) == 1
            world.wish[other] = Wish.YES if wants else Wish.NO


@rule
def spread_hands(seen, seat, world, rng):
    """[TTL-55] To each other hand what it lacks, and a Survivor aside if one was given; [TTL-56] within the bounds."""
    group = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        group[card] = colour_of(card)
    room = np.zeros(SEATS + 1, np.int64)
    limit = np.full((SEATS + 1, COLOURS + 1), NO_LIMIT)
    for other in range(seen.players):
        if other != seat:
            room[other] = cards_due(seen, other) - bits.count(world.hand[other])
            for colour in range(COLOURS + 1):
                limit[other, colour] = seen.at_most[other, colour]
            if bits.has(world.hand[other], INFECTED_8):
                limit[other, PURPLE] -= 1
    if is_card_aside(seen) and seen.given == NO_CARD:
        room[_ASIDE] = 1
        limit[_ASIDE, PURPLE] = 0
    aside = spread_set(unseen_cards(world, seat), group, room, limit, rng, world.hand)
    if aside != 0:
        world.given = bits.lowest(aside)


@rule
def is_card_aside(seen):
    return seen.exchanger != NO_SEAT and seen.phase != Phase.GIVE


@rule
def cards_due(seen, other):
    """Cards in a hand, the Infected 8 just taken included while a card for it is still owed."""
    extra = 1 if seen.phase == Phase.GIVE and other == seen.exchanger else 0
    return seen.hand_size[other] + extra


# --- Numbers for a learner -------------------------------------------------------------------------------------------
# Seats are written from the viewer's own on, clockwise; with three players the fourth place stays 0.

_CARD, _BOUND = 1 / HAND, 1 / UNBOUNDED  # products, because forty quotients take a third of the time of an encoding


@entry
def encode(seen, seat, out):
    """The view of a seat as numbers between 0 and 1 (totals and rounds may pass 1), in the order of `meanings`."""
    if seen.players < SEATS:
        out[:] = 0  # places of absent players; all others are written
    for phase in range(Phase.OVER):
        out[phase] = seen.phase == phase
    at = np.int64(Phase.OVER)
    at = mark_members(seen.hand[seat], CARDS, out, at)
    may_play = seen.phase == Phase.PLAY and seen.to_act == seat
    at = mark_members(playable(seen, seat) if may_play else np.int64(0), CARDS, out, at)
    at = encode_seats(seen, seat, out, at)
    gone = seen.aside | cards_in_the_open(seen)
    at = mark_members(gone, CARDS, out, at)
    out[at] = seen.tricks / TRICKS
    out[at + 1] = seen.ban
    out[at + 2] = seen.round_number / 10


@rule
def cards_in_the_open(seen):
    cards = np.int64(0)
    for other in range(seen.players):
        cards |= seen.upper[other] | seen.lower[other] | seen.lost[other]
    return cards


@rule
def encode_seats(seen, seat, out, at):
    trick = at
    lead = trick + SEATS * CARDS
    upper = lead + SEATS
    small = upper + SEATS * SURVIVORS  # five sections of one number a seat
    known = small + 5 * SEATS
    wished = known + SEATS * (COLOURS + 1)
    point = 1 / seen.target
    other = seat
    for k in range(seen.players):
        card = seen.played[other]
        mark_members(bits.one(card) if card != NO_CARD else np.int64(0), CARDS, out, trick + k * CARDS)
        out[lead + k] = seen.lead == other
        mark_members(seen.upper[other], SURVIVORS, out, upper + k * SURVIVORS)
        out[small + k] = bits.count(seen.lower[other]) * _CARD
        out[small + SEATS + k] = bits.count(seen.lost[other]) * _CARD
        out[small + 2 * SEATS + k] = seen.track[other] / TRACK_END
        out[small + 3 * SEATS + k] = seen.hand_size[other] * _CARD
        out[small + 4 * SEATS + k] = seen.total[other] * point
        for colour in range(COLOURS + 1):
            out[known + k * (COLOURS + 1) + colour] = seen.at_most[other, colour] * _BOUND
        out[wished + k] = seen.phase != Phase.WISH and seen.wish[other] == Wish.YES
        out[wished + SEATS + k] = seen.exchanger == other
        other = next_seat(seen, other)
    return wished + 2 * SEATS
