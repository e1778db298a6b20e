"""The Trick To Survival: what seats tell each other of their hands.

People say aloud what they hold [TTS-84]; bots can say it by the offers that they make in camp. An offer by which the
two would lose is not meant: it is declined, and its two types of tokens are a *word* of three bits, which says of each
suit of half the suits whether the offerer holds it. The half is the first of which not all is known to everybody, so
all understand the same. What the play has shown since goes for more than what was told, and a word that contradicts
what is known, as of somebody who meant the offer, says nothing.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.camp import offer_parts
from lasttrick.games.trick_to_survival.memory import memo_kind, memo_seat, memo_what, strike
from lasttrick.games.trick_to_survival.outcome import trumps_needed
from lasttrick.games.trick_to_survival.state import SEATS, SUITS, Memo, suit_of, value_of
from lasttrick.games.trick_to_survival.table import is_alive

HALF = SUITS // 2  # suits of which a word speaks
WORDS = 1 << HALF
NO_HALF = -1
NO_WORD = -1
ALL_SEATS = (1 << SEATS) - 1


# --- Hearing ---------------------------------------------------------------------------------------------------------


@rule
def read_told(view, has, lacks):
    """Write for each seat the sets of suits that everybody knows it to hold and to lack."""
    known = np.zeros((SEATS, SUITS), np.int64)
    for i in range(view.log_used):
        entry = np.int64(view.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if kind == Memo.OUT:
            strike(known[seat], what)
            if known[seat, suit_of(what)] == 0:
                has[seat] &= ~bits.one(suit_of(what))
        elif kind == Memo.IN:
            known[seat, suit_of(what)] |= bits.one(value_of(what) - 1)
            has[seat] |= bits.one(suit_of(what))
            lacks[seat] &= ~bits.one(suit_of(what))
        elif kind == Memo.VOID:
            has[seat] &= ~bits.one(what)
            lacks[seat] |= bits.one(what)
        elif kind == Memo.SWAP:
            forget(seat, known, has, lacks)
            forget(what, known, has, lacks)
        elif kind == Memo.ASKED:
            hear(seat, what, has, lacks)


@rule
def forget(seat, known, has, lacks):
    """A card that not all have seen came into this hand, and another left it."""
    known[seat] = 0
    has[seat] = 0
    lacks[seat] = 0


@rule
def hear(seat, what, has, lacks):
    """An offer was declined: believe the word that it was, unless it contradicts what is known."""
    half = half_in_doubt(has[seat], lacks[seat])
    if half == NO_HALF:
        return
    told = word_of(what // SUITS, what % SUITS) << (HALF * half)
    denied = ((WORDS - 1) << (HALF * half)) & ~told
    if told & lacks[seat] == 0 and denied & has[seat] == 0:
        has[seat] |= told
        lacks[seat] |= denied


@rule
def half_in_doubt(has, lacks):
    """The first half of the suits of which not all is known."""
    for half in range(SUITS // HALF):
        if ((has | lacks) >> (HALF * half)) % WORDS != WORDS - 1:
            return np.int64(half)
    return np.int64(NO_HALF)


@rule
def word_of(give, want):
    """The word that an offer of one type for another is: four or three pairs say the same."""
    return (3 * give + (want if want < give else want - 1)) % WORDS


# --- Telling ---------------------------------------------------------------------------------------------------------


@rule
def word_to_tell(view, seat):
    """What a seat has to say of its hand; NO_WORD if all know it, or if no challenge comes before the next deal."""
    if view.day == view.days or view.hand_size[seat] == 0:
        return np.int64(NO_WORD)
    has, lacks = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    read_told(view, has, lacks)
    half = half_in_doubt(has[seat], lacks[seat])
    if half == NO_HALF:
        return np.int64(NO_WORD)
    word = np.int64(0)
    for place in range(HALF):
        if view.hand[seat, HALF * half + place] != 0:
            word |= bits.one(place)
    return word


@rule
def says(offer, word):
    """Whether an offer, once declined, is this word. It wants no less than it gives, so that nobody is glad of it."""
    _, give, count, want, wanted = offer_parts(offer)
    return wanted >= count and word_of(give, want) == word


# --- What follows from it --------------------------------------------------------------------------------------------


@rule
def seats_on_duty(view):
    """At night: who is to play trump, the leader last. If too few are known to hold one, all of whom it may be."""
    has, lacks = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    read_told(view, has, lacks)
    trump, wanted = suit_of(view.challenge_card), trumps_needed(view)
    sure, possible = np.int64(0), np.int64(0)
    for turn in range(1, view.players + 1):
        other = (view.trick_first + turn) % view.players
        if is_alive(view, other) and view.hand_size[other] > 0 and not bits.has(lacks[other], trump):
            possible |= bits.one(other)
            if bits.has(has[other], trump) and bits.count(sure) < wanted:
                sure |= bits.one(other)
    return sure if bits.count(sure) >= wanted else possible
