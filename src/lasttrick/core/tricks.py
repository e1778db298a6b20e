"""Building blocks of card games, compiled: seats in order, sets of seats, hands, tricks. None is a rule of a game.

Cards and seats are numbers, sets of them bit sets (`bits`). Where a block speaks of suits, card number `suit · values +
value`, both from 0, is a card of a deck with so many values a suit.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rng import next_word
from lasttrick.core.rule import rule

# --- Seats -----------------------------------------------------------------------------------------------------------


@rule
def next_seat(state, seat):
    """The next seat clockwise."""
    following = seat + 1
    return following if following < state.players else 0


@rule
def seats_with(values, players, value):
    """The set of seats whose number in a row is this value."""
    seats = np.int64(0)
    for seat in range(players):
        if values[seat] == value:
            seats |= bits.one(seat)
    return seats


@rule
def highest(values, players):
    """The highest number of these players."""
    best = values[0]
    for seat in range(1, players):
        if values[seat] > best:
            best = values[seat]
    return best


@rule
def lowest(values, players):
    """The lowest number of these players."""
    best = values[0]
    for seat in range(1, players):
        if values[seat] < best:
            best = values[seat]
    return best


# --- Cards -----------------------------------------------------------------------------------------------------------


@rule
def suit_cards(suit, values):
    """All cards of a suit."""
    return bits.first(values) << np.int64(suit * values)


@rule
def follow(hand, wanted):
    """Those cards of a hand that are wanted, such as all of the led suit; the whole hand if there is none."""
    found = hand & wanted
    return found if found != 0 else hand


@rule
def trick_winner(played, lead, players, values):
    """Who played the highest card of the led suit; `played` has a card for each seat."""
    winner, suit = lead, played[lead] // values
    for seat in range(players):
        if played[seat] // values == suit and played[seat] > played[winner]:
            winner = seat
    return winner


@rule
def cards_played(played, players):
    """The cards of a trick as a set; who has not played has a number below 0."""
    cards = np.int64(0)
    for seat in range(players):
        if played[seat] >= 0:
            cards |= bits.one(played[seat])
    return cards


@rule
def deal_hands(deck, players, each, hands):
    """Seat k gets cards k · each to (k + 1) · each − 1 of the deck as a set; gives how many are dealt."""
    for seat in range(players):
        hand = np.int64(0)
        for i in range(seat * each, (seat + 1) * each):
            hand |= bits.one(deck[i])
        hands[seat] = hand
    return players * each


# --- Sets in and out -------------------------------------------------------------------------------------------------


@rule
def list_members(members, offset, out, n):
    """Write offset + member for each member, in rising order, after the first n; gives how many there are now."""
    members = np.int64(members)
    while members != 0:
        out[n] = offset + bits.lowest(members)
        members = bits.without_lowest(members)
        n += 1
    return n


@rule
def mark_members(members, size, out, at):
    """Write a 1 for each member of a set and a 0 for what is none, from `at` on; gives the place after a section of
    this size."""
    members = np.int64(members)
    if size < 16:
        for k in range(size):
            out[at + k] = (members >> k) & 1
    else:
        for k in range(0, size - 15, 16):
            bits.write_sixteen(members >> k, out, at + k)
        bits.write_sixteen(members >> (size - 16), out, at + size - 16)  # the last, some of them once more
    return at + size


# --- Views and worlds ------------------------------------------------------------------------------------------------


@rule
def begin_world(seen, rng, out):
    """A copy of a view, to be filled in, with a key of its own."""
    out[0] = seen
    world = out[0]
    for i in range(len(world.key)):
        world.key[i] = next_word(rng)
    return world
