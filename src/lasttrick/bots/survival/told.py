"""The Trick To Survival: what seats tell each other of their hands.

People say aloud what they hold [TTS-84]; bots can say it by the offers that they make in camp. An offer by which the
two would lose is not meant: it is declined, and its two types of tokens, one of thirty pairs, are a *word*. What it
speaks of follows from what everybody knows of the offerer's hand, so all understand the same:

- while three suits or more are in doubt, of the first three: none of it, or the highest card is low or high;
- then of two suits, in doubt first: none of it, or in which quarter of the values the highest card is;
- then of one suit: the highest card that not all know, or that there is none.

What the play has shown since goes for more than what was told, and a word that contradicts what is known, as of
somebody who meant the offer, says nothing.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.camp import offer_parts
from lasttrick.games.trick_to_survival.memory import memo_kind, memo_seat, memo_what, strike
from lasttrick.games.trick_to_survival.state import NO_SUIT, SEATS, SUITS, Memo, suit_of, value_of

MANY = 3  # suits of which a rough word speaks,
ROUGH = 3  # each in one of so many ways
FINE = 5  # ways in which a word speaks of each of two suits
WIDE = 4  # the highest and the lowest value that a card may have are so far apart, or it is asked for once more
NAMES = 15  # words that name a card: two pairs of types say the same
NAMED = 100  # added to such a word
NO_WORD = -1


# --- Hearing ---------------------------------------------------------------------------------------------------------


@rule
def read_known(view, known, has, lacks):
    """Write for each seat the cards that everybody knows it to hold, and the sets of suits that it holds and lacks."""
    hear_all(view, known, has, lacks, np.zeros(SEATS, np.int64), np.zeros((SEATS, SUITS, 2), np.int64))


@rule
def hear_all(view, known, has, lacks, full, bands):
    """The same, the suits of which everybody knows all cards of a seat, and between which values the highest of its
    cards lies that not all know; 0 if that was not told."""
    size = np.full(SEATS, np.int64(view.dealt))
    for i in range(view.log_used):
        entry = np.int64(view.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if kind == Memo.OUT:
            size[seat] -= 1
            if not bits.has(known[seat, suit_of(what)], value_of(what) - 1):
                bands[seat, suit_of(what)] = 0
            strike(known[seat], what)
            if known[seat, suit_of(what)] == 0 and bands[seat, suit_of(what), 0] == 0:
                has[seat] &= ~bits.one(suit_of(what))
                lacks[seat] |= full[seat] & bits.one(suit_of(what))
        elif kind == Memo.IN:
            size[seat] += 1
            known[seat, suit_of(what)] |= bits.one(value_of(what) - 1)
            has[seat] |= bits.one(suit_of(what))
            lacks[seat] &= ~bits.one(suit_of(what))
        elif kind == Memo.VOID:
            known[seat, what] = 0
            bands[seat, what] = 0
            has[seat] &= ~bits.one(what)
            lacks[seat] |= bits.one(what)
            full[seat] |= bits.one(what)
        elif kind == Memo.SWAP:
            forget(seat, known, has, lacks, full, bands)
            forget(what, known, has, lacks, full, bands)
        elif kind == Memo.ASKED:
            hear(view, seat, what, known, has, lacks, full, bands)
        if kind in (Memo.OUT, Memo.ASKED) and cards_in(known[seat]) >= size[seat]:
            full[seat] = bits.first(SUITS)
            lacks[seat] = bits.first(SUITS) & ~has[seat]


@rule
def cards_in(sets):
    """Cards in six suit sets."""
    cards = np.int64(0)
    for suit in range(SUITS):
        cards += bits.count(sets[suit])
    return cards


@rule
def forget(seat, known, has, lacks, full, bands):
    """A card that not all have seen came into this hand, and another left it."""
    known[seat] = 0
    has[seat] = 0
    lacks[seat] = 0
    full[seat] = 0
    bands[seat] = 0


@rule
def suits_asked_for(has, lacks, known, full, bands, asked):
    """What the next word of a seat speaks of: three suits in doubt, two that are known too little, or one; gives how
    many, and writes them."""
    doubts, n = bits.first(SUITS) & ~(has | lacks), 0
    if bits.count(doubts) >= MANY:
        for place in range(MANY):
            asked[place] = bits.lowest(doubts)
            doubts = bits.without_lowest(doubts)
        return MANY
    while doubts != 0:
        asked[n] = bits.lowest(doubts)
        doubts = bits.without_lowest(doubts)
        n += 1
    for suit in range(SUITS):
        is_wide = bands[suit, 0] == 0 or bands[suit, 1] - bands[suit, 0] > WIDE
        if n < 2 and bits.has(has, suit) and known[suit] == 0 and is_wide:
            asked[n] = suit
            n += 1
    if n > 0:
        asked[1] = asked[1] if n == 2 else asked[0]
        return 2
    asked[0] = suit_to_name(known, full)
    return 0 if asked[0] == NO_SUIT else 1


@rule
def suit_to_name(known, full):
    """The suit of which a card is named: one of which none is known, else one of which not all are."""
    some = np.int64(NO_SUIT)
    for suit in range(SUITS):
        if not bits.has(full, suit):
            if known[suit] == 0:
                return np.int64(suit)
            some = np.int64(suit) if some == NO_SUIT else some
    return some


@rule
def hear(view, seat, what, known, has, lacks, full, bands):
    """An offer was declined: believe the word that it was, unless it contradicts what is known."""
    asked = np.zeros(MANY, np.int64)
    n = suits_asked_for(has[seat], lacks[seat], known[seat], full[seat], bands[seat], asked)
    word = pair_of(what // SUITS, what % SUITS)
    if n == MANY and word < ROUGH * ROUGH * ROUGH:
        for place in range(MANY):
            hear_level(view, seat, asked[place], word % ROUGH, ROUGH, has, lacks, full, bands)
            word //= ROUGH
    elif n == 2 and word < FINE * FINE:
        hear_level(view, seat, asked[0], word % FINE, FINE, has, lacks, full, bands)
        if asked[1] != asked[0]:
            hear_level(view, seat, asked[1], word // FINE, FINE, has, lacks, full, bands)
    elif n == 1:
        hear_card(view, seat, asked[0], word % NAMES, known, has, lacks, full, bands)


@rule
def hear_level(view, seat, suit, level, levels, has, lacks, full, bands):
    """None of a suit, or the highest lies in one of so many parts of the values, less one."""
    if level > 0:
        has[seat] |= bits.one(suit)
        bands[seat, suit, 0] = view["values"] * (level - 1) // (levels - 1) + 1
        bands[seat, suit, 1] = view["values"] * level // (levels - 1)
    elif not bits.has(has[seat], suit):
        full[seat] |= bits.one(suit)
        lacks[seat] |= bits.one(suit)


@rule
def level_of(view, cards, levels):
    """The part of the values in which the highest of these cards of a suit lies, 0 for none."""
    value = highest_of(cards)
    for level in range(1, levels):
        if value > 0 and value <= view["values"] * level // (levels - 1):
            return np.int64(level)
    return np.int64(0)


@rule
def highest_of(cards):
    value, left = np.int64(0), np.int64(cards)
    while left != 0:
        value += 1
        left >>= 1
    return value


@rule
def hear_card(view, seat, suit, value, known, has, lacks, full, bands):
    """The word is the value of the highest card of a suit that not all know, 0 for none."""
    if value == 0:
        if known[seat, suit] != 0:
            full[seat] |= bits.one(suit)
    elif value <= view["values"]:
        known[seat, suit] |= bits.one(value - 1)
        bands[seat, suit] = 0


@rule
def pair_of(give, want):
    """The number of two types of tokens."""
    return 5 * give + (want if want < give else want - 1)


# --- Telling ---------------------------------------------------------------------------------------------------------


@rule
def word_to_tell(view, seat):
    """What a seat has to say of its hand; NO_WORD if all know it, or if no challenge comes before the next deal."""
    if view.day == view.days or view.hand_size[seat] == 0:
        return np.int64(NO_WORD)
    known, sets = np.zeros((SEATS, SUITS), np.int64), np.zeros((3, SEATS), np.int64)
    has, lacks, full, bands = sets[0], sets[1], sets[2], np.zeros((SEATS, SUITS, 2), np.int64)
    hear_all(view, known, has, lacks, full, bands)
    asked = np.zeros(MANY, np.int64)
    n = suits_asked_for(has[seat], lacks[seat], known[seat], full[seat], bands[seat], asked)
    if n == 0:
        return np.int64(NO_WORD)
    if n == 1:
        return NAMED + highest_of(np.int64(view.hand[seat, asked[0]]) & ~known[seat, asked[0]])
    word, levels = np.int64(0), ROUGH if n == MANY else FINE
    for place in range(n):
        suit = asked[n - 1 - place]
        word = word * levels + level_of(view, np.int64(view.hand[seat, suit]) & ~known[seat, suit], levels)
    return word


@rule
def says(offer, word):
    """Whether an offer, once declined, is this word. It wants no less than it gives, so that nobody is glad of it."""
    _, give, count, want, wanted = offer_parts(offer)
    if wanted < count:
        return False
    pair = pair_of(give, want)
    return pair == word if word < NAMED else pair % NAMES == word - NAMED
