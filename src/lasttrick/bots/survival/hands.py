"""The Trick To Survival: what a seat can tell about the cards of the others.

What is certain of hands is in the game's own memory. All else is equally likely.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.memory import certain_hands, strike
from lasttrick.games.trick_to_survival.state import NO_CARD, SEATS, SUITS


@rule
def read_others(view, seat, holds, best):
    """For each other seat the chance that it holds a card of each suit, and the value of the best card to expect."""
    known = np.zeros((SEATS, SUITS), np.int64)
    voids, unseen = np.zeros(SEATS, np.int64), np.empty(SUITS, np.int64)
    certain_hands(view, seat, known, voids)
    read_unseen(view, seat, known, unseen)
    about = max(1.0, float(cards_in(unseen)))
    mean = points_in(unseen) / about
    for other in range(view.players):
        if other != seat:
            hidden = max(np.int64(0), view.hand_size[other] - cards_in(known[other]))
            best[other] = max(float(highest_in(known[other])), 2.0 * mean * hidden / (hidden + 1.0))
            for suit in range(SUITS):
                holds[other, suit] = 1.0 - max(0.0, 1.0 - bits.count(unseen[suit]) / about) ** hidden
                if known[other, suit] != 0:
                    holds[other, suit] = 1.0
                elif bits.has(voids[other], suit):
                    holds[other, suit] = 0.0


@rule
def read_unseen(view, seat, known, unseen):
    """Sets of cards, one a suit, that this seat knows nothing about."""
    for suit in range(SUITS):
        seen = np.int64(view.hand[seat, suit]) | np.int64(view.discard[suit])
        for other in range(view.players):
            seen |= known[other, suit]
        unseen[suit] = bits.first(view["values"]) & ~seen
    for other in range(view.players):
        if view.played[other] != NO_CARD:
            strike(unseen, view.played[other])
    for section in range(view.days):
        if view.top[section] != NO_CARD:
            strike(unseen, view.top[section])
    strike(unseen, view.challenge_card)


@rule
def cards_in(sets):
    cards = np.int64(0)
    for suit in range(SUITS):
        cards += bits.count(sets[suit])
    return cards


@rule
def points_in(sets):
    """The values of all cards in six suit sets."""
    points = np.int64(0)
    for suit in range(SUITS):
        cards = np.int64(sets[suit])
        while cards != 0:
            points += bits.lowest(cards) + 1
            cards = bits.without_lowest(cards)
    return points


@rule
def highest_in(sets):
    most = np.int64(0)
    for suit in range(SUITS):
        most |= np.int64(sets[suit])
    value = np.int64(0)
    while most != 0:
        most >>= 1
        value += 1
    return value
