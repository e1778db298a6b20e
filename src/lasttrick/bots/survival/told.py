"""The Trick To Survival: what seats tell each other of their hands.

People say aloud what they hold [TTS-84]; bots can say it by the offers that they make in camp. An offer by which the
two would lose is not meant: it is declined, and its partner and two types of tokens are a *word*. What it speaks of
follows from what everybody knows of the offerer's hand, so all understand the same. Of each suit that is the cards that
all know, and a *range*: between which values the highest of its other cards lies, 0 for none. A word splits the ranges
of as many suits as there are words for, first those that may be missing.

What the play has shown since goes for more than what was told.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.camp import asked_in_vain, offer_parts
from lasttrick.games.trick_to_survival.memory import memo_kind, memo_seat, memo_what, strike
from lasttrick.games.trick_to_survival.state import PAIRS, SEATS, SUITS, Memo, suit_of, value_of

AT_ONCE = 3  # suits that may be missing of which a word speaks
LOW, HIGH = range(2)  # of a range
NO_WORD = -1


# --- Hearing ---------------------------------------------------------------------------------------------------------


@rule
def read_known(view, known, has, lacks):
    """Write for each seat the cards that everybody knows it to hold, and the sets of suits that it holds and lacks."""
    ranges = np.empty((SEATS, SUITS, 2), np.int64)
    hear_all(view, known, ranges)
    for seat in range(view.players):
        for suit in range(SUITS):
            if is_held(known[seat, suit], ranges[seat, suit]):
                has[seat] |= bits.one(suit)
            elif ranges[seat, suit, HIGH] == 0:
                lacks[seat] |= bits.one(suit)


@rule
def hear_all(view, known, ranges):
    """Write for each seat the cards that all know it to hold, and of each suit the range of the highest other one."""
    size = np.full(SEATS, np.int64(view.dealt))
    for seat in range(view.players):
        forget(view, seat, known, ranges)
    for i in range(view.log_used):
        entry = np.int64(view.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if kind == Memo.OUT:
            size[seat] -= 1
            see_out(known[seat, suit_of(what)], ranges[seat, suit_of(what)], value_of(what))
            strike(known[seat], what)
        elif kind == Memo.IN:
            size[seat] += 1
            known[seat, suit_of(what)] |= bits.one(value_of(what) - 1)
        elif kind == Memo.VOID:
            known[seat, what] = 0
            ranges[seat, what] = 0
        elif kind == Memo.SWAP:
            forget(view, seat, known, ranges)
            forget(view, what, known, ranges)
        elif kind == Memo.ASKED:
            hear(view, what, known[seat], ranges[seat])
        if kind in (Memo.OUT, Memo.ASKED):
            count_hand(size[seat], known[seat], ranges[seat])


@rule
def forget(view, seat, known, ranges):
    """Nothing is known of a hand: a card that not all have seen came into it, and another left it."""
    known[seat] = 0
    ranges[seat, :, LOW] = 0
    ranges[seat, :, HIGH] = view["values"]


@rule
def see_out(known, span, value):
    """A card leaves a suit. If nobody knew of it, it may have been the highest of those."""
    if not bits.has(known, value - 1) and value >= span[LOW]:
        span[LOW] = 0
        if value == span[HIGH]:
            span[HIGH] -= 1


@rule
def count_hand(size, known, ranges):
    """Where every card of a hand is known, or has its suit, there are no others."""
    left = size - cards_in(known)
    for suit in range(SUITS):
        left -= np.int64(ranges[suit, LOW] > 0)
    if left <= 0:
        for suit in range(SUITS):
            if ranges[suit, LOW] == 0:
                ranges[suit] = 0


@rule
def cards_in(sets):
    """Cards in six suit sets."""
    cards = np.int64(0)
    for suit in range(SUITS):
        cards += bits.count(sets[suit])
    return cards


@rule
def is_held(known, span):
    """Whether all know that a suit is held."""
    return known != 0 or span[LOW] > 0


@rule
def is_in_doubt(known, span):
    """Whether a suit may be held or not."""
    return not is_held(known, span) and span[HIGH] > 0


@rule
def doubts_of(known, ranges):
    """How many suits a hand may hold or not."""
    doubts = 0
    for suit in range(SUITS):
        doubts += is_in_doubt(known[suit], ranges[suit])
    return doubts


@rule
def suits_asked_for(view, known, ranges, asked, ways):
    """What the next word of a seat speaks of: gives how many suits, and writes them with their numbers of answers.

    Suits in doubt come first, a few at a time; then how high a card is that is there; then whether there is another."""
    room, n, doubts = PAIRS * (np.int64(view.players) - 1), 0, doubts_of(known, ranges)
    few = min(AT_ONCE, doubts)
    for suit in range(SUITS):
        if n < few and is_in_doubt(known[suit], ranges[suit]):
            asked[n], ways[n] = suit, min(root_of(room, few - n), ranges[suit, HIGH] + 1)
            room //= ways[n]
            n += 1
    if doubts > few:
        return n
    for is_there in (True, False):
        for suit in range(SUITS):
            span = ranges[suit]
            answers = min(room, span[HIGH] - span[LOW] + 1)
            if is_held(known[suit], span) and (span[LOW] > 0) == is_there and answers > 1:
                asked[n], ways[n] = suit, answers
                room //= answers
                n += 1
    return n


@rule
def root_of(number, power):
    """The largest number whose power is no more than this one."""
    root = np.int64(1)
    while (root + 1) ** power <= number:
        root += 1
    return root


@rule
def hear(view, what, known, ranges):
    """An offer was declined: believe the word that it was."""
    asked, ways = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    n = suits_asked_for(view, known, ranges, asked, ways)
    for place in range(n):
        suit, answer = asked[place], what % ways[place]
        what //= ways[place]
        narrow(ranges[suit], answer, ways[place])
        if ranges[suit, LOW] == ranges[suit, HIGH] and ranges[suit, LOW] > 0:
            known[suit] |= bits.one(ranges[suit, LOW] - 1)
            ranges[suit, LOW] = 0
            ranges[suit, HIGH] -= 1


@rule
def narrow(span, answer, ways):
    """Put the part of a range in its place."""
    begins, ends = part_of(span, answer, ways), part_of(span, answer + 1, ways)
    span[LOW], span[HIGH] = begins, ends - 1


@rule
def part_of(span, part, parts):
    """Where one of so many parts of a range begins; that there is none is a part of its own."""
    if span[LOW] > 0:
        return span[LOW] + (span[HIGH] - span[LOW] + 1) * part // parts
    return 1 + span[HIGH] * (part - 1) // (parts - 1) if part > 0 else np.int64(0)


# --- Telling ---------------------------------------------------------------------------------------------------------


@rule
def word_to_tell(view, seat):
    """What a seat has to say of its hand, and of how many words that is one; NO_WORD if all know it, or if no challenge
    comes before the next deal."""
    word, words = np.int64(NO_WORD), np.int64(1)
    if view.day == view.days or view.hand_size[seat] == 0:
        return word, words
    known, ranges = np.empty((SEATS, SUITS), np.int64), np.empty((SEATS, SUITS, 2), np.int64)
    hear_all(view, known, ranges)
    asked, ways = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    n = suits_asked_for(view, known[seat], ranges[seat], asked, ways)
    for place in range(n - 1, -1, -1):
        suit = asked[place]
        highest = highest_of(np.int64(view.hand[seat, suit]) & ~known[seat, suit])
        if highest < ranges[seat, suit, LOW] or highest > ranges[seat, suit, HIGH]:
            return np.int64(NO_WORD), np.int64(1)  # an offer that was meant, of whoever sat here before, has misled all
        word = max(word, 0) * ways[place] + answer_of(ranges[seat, suit], highest, ways[place])
        words *= ways[place]
    return word, words


@rule
def answer_of(span, value, ways):
    """The part of a range in which a value lies."""
    answer = np.int64(0)
    while value >= part_of(span, answer + 1, ways):
        answer += 1
    return answer


@rule
def highest_of(cards):
    value, left = np.int64(0), np.int64(cards)
    while left != 0:
        value += 1
        left >>= 1
    return value


@rule
def says(seat, offer, word, words):
    """Whether an offer, once declined, is this one of so many words. It wants no less than it gives, so that nobody is
    glad of it."""
    partner, give, count, want, wanted = offer_parts(offer)
    return wanted >= count and asked_in_vain(seat, partner, give, want) % words == word
