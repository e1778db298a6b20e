"""SCOUT: which way up the others hold what they were dealt, and where they have put the cards that they scouted.

All hands may be turned once, when nothing is played yet, and are then the way up that promises more. Later a part of
the dealt row is gone, and a view does not note who has laid which card. So the row is filled up with any of the cards
that have been laid, beside each other, as they are laid in blocks, and turned as the whole would have been: the more is
gone, the less the rest tells.
"""

import numpy as np

from lasttrick.bots.policy import best_of
from lasttrick.bots.scout import copy_numbers, plan, put_in, touches
from lasttrick.core import bits
from lasttrick.core.rng import below, shuffle
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import list_members
from lasttrick.games.scout.rules import insert, remove_block
from lasttrick.games.scout.state import (
    CARDS,
    HAND_SIZES,
    ROW,
    TURN,
    UPRIGHT,
    Rotated,
    Visibility,
    bottom_of,
    card_of,
    top_of,
    turned,
)

SAID = "which way up they hold their hands, and where they have put the cards that they scouted"


@entry
def decide_hidden(seen, seat, rng, world):
    """The hands of all others who have answered; of a seat to act the rules may show more, so it is left alone."""
    played = np.empty(CARDS, np.int64)
    n = list_members(played_cards(world), 0, played, 0)
    shuffle(rng, played, n)
    at = 0
    for other in range(world.players):
        if other != seat and other != world.to_act and seen.rotated[other] == Rotated.HIDDEN:
            at = turn_hand(world, other, played, at, n, rng)
            place_scouted(world, other, rng)


@rule
def played_cards(world):
    """The cards that have been laid in this round, wherever they are now."""
    cards = np.int64(0)
    for seat in range(world.players):
        cards |= world.pile[seat] | world.known[seat]
    for place in range(world.table_size):
        cards |= bits.one(card_of(world.table[place]))
    return cards


# --- The turn --------------------------------------------------------------------------------------------------------


@rule
def is_dealt(world, seat, place):
    """Whether the card at a place of a hand has been there since the deal."""
    return not bits.has(world.known[seat], card_of(world.hand[seat, place]))


@rule
def turn_hand(world, seat, played, at, n, rng):
    """Turn what is left of the dealt row if the whole was better so; where both are equal it may lie either way.

    The row is filled up with the cards played from number `at` on; gives the number of the next."""
    tops, bottoms, best = np.empty(ROW, np.int64), np.empty(ROW, np.int64), np.empty(ROW + 1)
    size = 0
    for place in range(world.hand_size[seat]):
        if is_dealt(world, seat, place):
            size = add_face(np.int64(world.hand[seat, place]), tops, bottoms, size)
    while size < HAND_SIZES[world.players] and at < n:
        face = UPRIGHT[played[at]]
        size = add_face(turned(face) if below(rng, 2) == 1 else face, tops, bottoms, size)
        at += 1
    if plan(bottoms, size, best) > plan(tops, size, best):
        turn_dealt(world, seat)
    return at


@rule
def add_face(face, tops, bottoms, size):
    tops[size], bottoms[size] = top_of(face), bottom_of(face)
    return size + 1


@rule
def turn_dealt(world, seat):
    for place in range(world.hand_size[seat]):
        if is_dealt(world, seat, place):
            world.hand[seat, place] = turned(world.hand[seat, place])


# --- Scouted cards ---------------------------------------------------------------------------------------------------


@rule
def place_scouted(world, seat, rng):
    """Every scouted card goes where it does most for the row, as far as others have not seen where it went."""
    if world.visibility == Visibility.FULL:
        return
    cards = np.int64(world.known[seat])
    while cards != 0:
        place_card(world, seat, bits.lowest(cards), rng)
        cards = bits.without_lowest(cards)


@rule
def place_card(world, seat, card, rng):
    """Take a card out and put it in again where its seat would have put it."""
    place = place_of(world, seat, card)
    remove_block(world, seat, place, 1)
    is_anywhere = world.visibility == Visibility.HIDDEN
    first, last = (0, np.int64(world.hand_size[seat])) if is_anywhere else (place, place)
    face, position = best_gap(world, seat, UPRIGHT[card], first, last, rng)
    insert(world, seat, face, position)


@rule
def best_gap(world, seat, face, first, last, rng):
    """The way up and the place from `first` to `last` at which a card does most for the row; of equals one by lot.

    In the midst of a row the judgement looks only where the card touches what it fits."""
    size = np.int64(world.hand_size[seat])
    numbers, other, best = np.empty(ROW + 1, np.int64), np.empty(ROW + 1, np.int64), np.empty(ROW + 2)
    worth = np.full(2 * ROW, -np.inf)
    copy_numbers(world, seat, numbers)
    for way in range(2):
        number = bottom_of(face) if way == TURN else top_of(face)
        for position in range(first, last + 1):
            if first == last or position == size or touches(numbers, size, position, number):
                put_in(numbers, size, position, number, other)
                worth[way * ROW + position] = plan(other, size + 1, best)
    chosen = best_of(worth, 2 * ROW, rng)
    return turned(face) if chosen // ROW == TURN else face, chosen % ROW


@rule
def place_of(world, seat, card):
    place = 0
    while card_of(world.hand[seat, place]) != card:
        place += 1
    return place
