"""The Trick To Survival: what a seat can tell about the cards of the others.

A card taken from the river was seen by all, and so was every card that left a hand; who played neither the led suit nor
trump had none of the led suit. A swap ends what was known of two hands. All else is equally likely.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.memory import memo_kind, memo_seat, memo_what
from lasttrick.games.trick_to_survival.state import NO_CARD, SEATS, SUITS, VALUES, Memo, suit_of, value_of


@rule
def read_others(view, seat, holds, best):
    """For each other seat the chance that it holds a card of each suit, and the value of the best card to expect."""
    known = np.zeros((SEATS, SUITS), np.int64)
    voids, unseen = np.zeros(SEATS, np.int64), np.empty(SUITS, np.int64)
    read_log(view, known, voids)
    read_unseen(view, seat, known, unseen)
    about, mean = max(1.0, float(cards_in(unseen))), mean_value(unseen)
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
def read_log(view, known, voids):
    """Sets of cards that are certainly in each hand (a row a seat) and of suits that are certainly not."""
    for i in range(view.log_used):
        entry = np.int64(view.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if kind == Memo.OUT:
            known[seat, suit_of(what)] &= ~bits.one(value_of(what) - 1)
        elif kind == Memo.IN:
            known[seat, suit_of(what)] |= bits.one(value_of(what) - 1)
            voids[seat] &= ~bits.one(suit_of(what))
        elif kind == Memo.VOID:
            voids[seat] |= bits.one(what)
        elif kind == Memo.SWAP:
            forget_hand(seat, known, voids)
            forget_hand(what, known, voids)


@rule
def forget_hand(seat, known, voids):
    voids[seat] = 0
    for suit in range(SUITS):
        known[seat, suit] = 0


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
            strike(view.played[other], unseen)
    for section in range(view.days):
        if view.top[section] != NO_CARD:
            strike(view.top[section], unseen)
    strike(view.challenge_card, unseen)


@rule
def strike(card, unseen):
    unseen[suit_of(card)] &= ~bits.one(value_of(card) - 1)


@rule
def cards_in(sets):
    cards = np.int64(0)
    for suit in range(SUITS):
        cards += bits.count(sets[suit])
    return cards


@rule
def mean_value(sets):
    """Of all cards in six suit sets."""
    points, cards = np.int64(0), np.int64(0)
    for value in range(VALUES):
        for suit in range(SUITS):
            if bits.has(sets[suit], value):
                points += value + 1
                cards += 1
    return points / max(np.int64(1), cards)


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
