"""The Trick To Survival: what a seat can tell about the cards of the others.

What is certain of hands is in the game's own memory, and what the others tell is believed by who tells, too. Who plays
no trump where one is wanted seems to have none; all else is equally likely.
"""

import numpy as np

from lasttrick.bots.survival.told import cards_in, highest_of, read_known
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.memory import certain_hands, memo_kind, memo_seat, memo_what, strike
from lasttrick.games.trick_to_survival.state import NO_CARD, SEATS, SUITS, Memo, suit_of


@rule
def about_others(w, view, seat):
    """What `read_others` finds, in memory of its own."""
    told = np.empty((SEATS + 2, SUITS))
    holds, best, odds = told[:SEATS], told[SEATS], told[SEATS + 1]
    agreed = read_others(w, view, seat, holds, best, odds)
    return holds, best, odds, agreed


@rule
def read_others(w, view, seat, holds, best, odds):
    """For each other seat the chance that it holds a card of each suit, and the value of the best card to expect; and
    for each suit the chance that a challenge to come has it. Gives the suit that the leader is to lead at night."""
    sets = np.zeros((SEATS + 3, SUITS), np.int64)  # one piece of memory, which takes less time than four
    known, voids, shy, unseen = sets[:SEATS], sets[SEATS], sets[SEATS + 1], sets[SEATS + 2]
    certain_hands(view, seat, known, voids)
    has, lacks = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    if w.TRUSTS != 0.0:
        told = np.zeros((SEATS, SUITS), np.int64)
        read_known(view, told, has, lacks)
        for other in range(view.players):
            voids[other] |= lacks[other]
            if other != seat:
                for suit in range(SUITS):
                    known[other, suit] |= told[other, suit]
    read_unseen(view, seat, known, unseen)
    read_shyness(view, shy)
    about = max(1.0, float(cards_in(unseen)))
    mean = points_in(unseen) / about
    for suit in range(SUITS):
        odds[suit] = bits.count(unseen[suit]) / about
    reckoned = np.zeros((3, SUITS))
    parts, cards, chances = reckoned[0], reckoned[1], reckoned[2]
    for other in range(view.players):
        if other != seat:
            hidden = max(np.int64(0), view.hand_size[other] - cards_in(known[other]))
            best[other] = max(float(highest_in(known[other])), 2.0 * mean * hidden / (hidden + 1.0))
            likely = 0.01
            for suit in range(SUITS):
                likely += bits.count(unseen[suit]) * weight_of(w, voids[other], shy[other], suit)
            for suit in range(SUITS):
                part = bits.count(unseen[suit]) * weight_of(w, voids[other], shy[other], suit) / likely
                if part != parts[suit] or hidden != cards[suit]:  # mostly as of the seat before; a power takes long
                    parts[suit], cards[suit] = part, hidden
                    chances[suit] = 1.0 - max(0.0, 1.0 - part) ** (w.VARIED * hidden)
                holds[other, suit] = chances[suit]
                if known[other, suit] != 0 or bits.has(has[other], suit):
                    holds[other, suit] = 1.0
    return agreed_suit(view, known, has, voids, shy) if view.challenge_card != NO_CARD else np.int64(0)


@rule
def agreed_suit(view, known, has, voids, shy):
    """The suit that all expect the leader to lead at night, so that nobody else plays it and an event comes: the next
    one after trump that the leader took from the river or told of, else the next one that is not seen to be missing."""
    trump, leader = suit_of(view.challenge_card), np.int64(view.trick_first)
    for turn in range(1, SUITS):
        suit = (trump + turn) % SUITS
        if known[leader, suit] != 0 or bits.has(has[leader], suit):
            return suit
    lacks = voids[leader] | shy[leader]
    for turn in range(1, SUITS):
        if not bits.has(lacks, (trump + turn) % SUITS):
            return (trump + turn) % SUITS
    return (trump + 1) % SUITS


@rule
def weight_of(w, voids, shy, suit):
    """How likely an unknown card of a hand is to be of a suit, against others of which nothing is known."""
    if bits.has(voids, suit):
        return 0.0
    return w.SHY if bits.has(shy, suit) else 1.0


@rule
def read_shyness(view, shy):
    """The suits that each seat seems to lack: it played no trump of them where one was wanted."""
    for i in range(view.log_used):
        entry = np.int64(view.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if kind == Memo.SHY:
            shy[seat] |= bits.one(what)
        elif kind == Memo.SWAP:
            shy[seat] = 0
            shy[what] = 0


@rule
def read_unseen(view, seat, known, unseen):
    """Sets of cards, one a suit, that this seat knows nothing about."""
    read_unseen_by_all(view, known, unseen)
    for suit in range(SUITS):
        unseen[suit] &= ~np.int64(view.hand[seat, suit])


@rule
def read_unseen_by_all(view, known, unseen):
    """Sets of cards, one a suit, of which not all know."""
    for suit in range(SUITS):
        seen = np.int64(view.discard[suit])
        for other in range(view.players):
            seen |= known[other, suit]
        unseen[suit] = bits.first(view["values"]) & ~seen
    for other in range(view.players):
        if view.played[other] != NO_CARD:
            strike(unseen, view.played[other])
    for section in range(view.days):
        if view.top[section] != NO_CARD:
            strike(unseen, view.top[section])
    if view.challenge_card != NO_CARD:
        strike(unseen, view.challenge_card)


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
    return highest_of(most)
