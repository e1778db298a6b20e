"""The Trick To Survival: what a week's play tells about hands, and worlds that fit it.

The record keeps a log of all that was seen of hands since the deal (`Memo`). In a view the cards of other players'
swaps and looks are blank. A hand is a set of *slots*, one a card; a slot holds a card that is known, or a card unknown
that is of none of the *banned* suits (the hand was shown void while the slot was in it). Replaying the log moves slots:
a swap that the viewer did not see moves a slot each way, guessed at random but in accord with what was seen later. So
every world that comes out could have been dealt and played exactly as it was.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rng import below
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.state import (
    CARDS,
    LOG,
    NO_CARD,
    NO_SEAT,
    SANITY,
    SUITS,
    Memo,
    suit_of,
    value_of,
)

SECRET = 127  # in a view's log: a card that this seat did not see
SECRET_SANITY = 126  # … of which the wounds told that it was Sanity,
SECRET_OTHER = 125  # … or that it was not [TTS-109]

SLOTS = CARDS + LOG
CARD, SEAT, BANNED = range(3)  # columns of a slot
ALL_SUITS = 63
NO_SLOT = -1


@rule
def memo_kind(entry):
    return np.int64(entry) >> 10


@rule
def memo_seat(entry):
    return (np.int64(entry) >> 7) & 7


@rule
def memo_what(entry):
    return np.int64(entry) & 127


@rule
def show_log(state, viewer, seen):
    """[TTS-82] [TTS-109] All that was seen of hands, but not the cards of swaps and looks between others."""
    a, b = np.int64(NO_SEAT), np.int64(NO_SEAT)
    for i in range(state.log_used):
        entry = np.int64(state.log[i])
        kind, what = memo_kind(entry), memo_what(entry)
        if kind in (Memo.SWAP, Memo.LOOK):
            a, b = memo_seat(entry), what
        elif kind in (Memo.GIVEN, Memo.TAKEN, Memo.SEEN) and viewer != a and viewer != b:
            secret = SECRET
            if kind == Memo.SEEN and what < CARDS:
                secret = SECRET_SANITY if suit_of(what) == SANITY else SECRET_OTHER
            elif kind == Memo.SEEN:
                secret = what
            entry += secret - what
        seen.log[i] = entry


# --- What is certain -------------------------------------------------------------------------------------------------


@rule
def certain_hands(seen, viewer, known, voids):
    """Write for each seat the sets of cards, one a suit, that are certainly in its hand, and the suits it lacks.

    Of a state's log, what the viewer did not see is left out; so it says the same of a state and of a view."""
    a, b = np.int64(NO_SEAT), np.int64(NO_SEAT)
    for i in range(seen.log_used):
        entry = np.int64(seen.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if kind in (Memo.OUT, Memo.SHY):  # nearly all; one way for both, as no processor foresees which comes
            strike_if(kind == Memo.OUT, known[seat], what)  # the other is a choice, which proves nothing
        elif kind == Memo.VOID:
            voids[seat] |= bits.one(what)
        elif kind == Memo.ASKED:
            continue  # likewise
        elif kind in (Memo.SWAP, Memo.LOOK):
            a, b = seat, what
        elif what < CARDS and (kind == Memo.IN or viewer in (a, b)):
            if kind in (Memo.GIVEN, Memo.TAKEN):
                strike(known[a if kind == Memo.GIVEN else b], what)
            known[seat, suit_of(what)] |= bits.one(value_of(what) - 1)
            voids[seat] &= ~bits.one(suit_of(what))
        elif kind in (Memo.GIVEN, Memo.TAKEN):
            forget_hands(a, b, known, voids)


@rule
def strike(words, card):
    """A card leaves six suit sets."""
    strike_if(True, words, card)


@rule
def strike_if(is_so, words, card):
    """A card leaves six suit sets, or not, without a branch."""
    words[suit_of(card)] &= ~(np.int64(is_so) << (value_of(card) - 1))


@rule
def forget_hands(one, other, known, voids):
    """Two hands have swapped a card that was not seen: certain is only what both lacked."""
    for suit in range(SUITS):
        known[one, suit] = 0
        known[other, suit] = 0
    voids[one] &= voids[other]
    voids[other] = voids[one]


# --- Replaying the week ----------------------------------------------------------------------------------------------


@rule
def deal_slots(seen, viewer, slots, at):
    """The slots of the deal: those of the viewer with the cards that winding back the own hand shows. 0 if the log does
    not lead back to a deal, as in a position that was laid out without one."""
    own = np.empty(SUITS, np.int64)
    for suit in range(SUITS):
        own[suit] = seen.hand[viewer, suit] if viewer >= 0 else 0
    if viewer >= 0:
        wind_back(seen, viewer, own)
        held = 0
        for suit in range(SUITS):
            held += bits.count(own[suit])
        if held != seen.dealt:
            return 0
    n = 0
    for card in range(CARDS):
        at[card] = NO_SLOT
    for seat in range(seen.players):
        for _ in range(seen.dealt):
            slots[n, CARD], slots[n, SEAT], slots[n, BANNED] = NO_CARD, seat, 0
            n += 1
    if viewer >= 0:
        slot = viewer * np.int64(seen.dealt)
        for card in range(CARDS):
            if bits.has(own[suit_of(card)], value_of(card) - 1):
                slots[slot, CARD] = card
                at[card] = slot
                slot += 1
    return n


@rule
def wind_back(seen, viewer, own):
    """From the hand of now to the hand that was dealt, by the viewer's own entries."""
    for back in range(seen.log_used):
        i = seen.log_used - 1 - back
        entry = np.int64(seen.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if what >= CARDS or kind in (Memo.VOID, Memo.SWAP, Memo.LOOK, Memo.SEEN, Memo.SHY, Memo.ASKED):
            continue
        bit = bits.one(value_of(what) - 1)
        if seat == viewer:
            if kind == Memo.OUT:
                own[suit_of(what)] |= bit
            else:
                own[suit_of(what)] &= ~bit
        elif kind in (Memo.GIVEN, Memo.TAKEN):  # known, so the other side was the viewer
            own[suit_of(what)] |= bit


@rule
def replay_week(seen, slots, at, n, entry_slot, rng):
    """Go through the log; gives the number of slots, or -1 when the guesses made contradict what was seen."""
    if n == 0:
        return -1
    a, b = np.int64(0), np.int64(0)
    for i in range(seen.log_used):
        entry = np.int64(seen.log[i])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        entry_slot[i] = NO_SLOT
        if kind in (Memo.SHY, Memo.ASKED):
            continue
        if kind in (Memo.SWAP, Memo.LOOK):
            a, b = seat, what
        elif kind == Memo.VOID:
            if not ban_suit(slots, n, seat, what):
                return -1
        elif kind == Memo.IN:
            slots[n, CARD], slots[n, SEAT], slots[n, BANNED] = what, seat, 0
            at[what] = n
            n += 1
        else:
            source = seat
            if kind == Memo.GIVEN:
                source = a
            elif kind == Memo.TAKEN:
                source = b
            slot = find_slot(seen, i, slots, at, n, source, seat, what, rng)
            if slot == NO_SLOT:
                return -1
            if what >= CARDS:
                entry_slot[i] = slot
            if kind == Memo.OUT:
                slots[slot, SEAT] = NO_SEAT
                at[what] = NO_SLOT
            elif kind != Memo.SEEN:
                slots[slot, SEAT] = seat
    return n if are_hands_full(seen, slots, n) else -1


@rule
def are_hands_full(seen, slots, n):
    """Whether every hand has as many slots as cards."""
    for seat in range(seen.players):
        held = 0
        for slot in range(n):
            if slots[slot, SEAT] == seat:
                held += 1
        if held != seen.hand_size[seat]:
            return False
    return True


@rule
def ban_suit(slots, n, seat, suit):
    """The hand holds nothing of a suit; False if a card known to be there is of it."""
    for slot in range(n):
        if slots[slot, SEAT] == seat:
            if slots[slot, CARD] != NO_CARD and suit_of(slots[slot, CARD]) == suit:
                return False
            slots[slot, BANNED] |= bits.one(suit)
    return True


@rule
def find_slot(seen, i, slots, at, n, source, target, what, rng):
    """The slot of a hand that an entry speaks of: of a certain card, of a kind of card, or one that moved unseen."""
    if what < CARDS:
        return slot_of_card(slots, at, n, source, what, rng)
    if what == SECRET:
        return slot_moved(seen, i, slots, n, source, target, rng)
    banned = ALL_SUITS & ~(1 << SANITY) if what == SECRET_SANITY else 1 << SANITY
    slot = random_slot(slots, n, source, banned, rng)
    if slot != NO_SLOT:
        slots[slot, BANNED] |= banned
    return slot


@rule
def slot_of_card(slots, at, n, seat, card, rng):
    """Where the hand holds this card: where it is known to be, or in a slot that could be it."""
    slot = at[card]
    if slot != NO_SLOT:
        return slot if slots[slot, SEAT] == seat else NO_SLOT
    chosen, options = NO_SLOT, 0
    for slot in range(n):
        is_unknown = slots[slot, SEAT] == seat and slots[slot, CARD] == NO_CARD
        if is_unknown and not bits.has(slots[slot, BANNED], suit_of(card)):
            options += 1
            if below(rng, options) == 0:
                chosen = slot
    if chosen != NO_SLOT:
        slots[chosen, CARD] = card
        at[card] = chosen
    return chosen


@rule
def random_slot(slots, n, seat, banned, rng):
    """Any slot of a hand whose card is, or could be, of a suit that is not banned."""
    chosen, options = NO_SLOT, 0
    for slot in range(n):
        if slots[slot, SEAT] != seat:
            continue
        card = slots[slot, CARD]
        fits = (slots[slot, BANNED] | banned) != ALL_SUITS if card == NO_CARD else not bits.has(banned, suit_of(card))
        if fits:
            options += 1
            if below(rng, options) == 0:
                chosen = slot
    return chosen


@rule
def slot_moved(seen, i, slots, n, source, target, rng):
    """A slot that went from hand to hand unseen: one that was later seen there, if any; not one later seen here."""
    chosen, options = NO_SLOT, 0
    for slot in range(n):
        if slots[slot, SEAT] != source:
            continue
        card = slots[slot, CARD]
        if card != NO_CARD:
            sight = next_sight(seen, i, card)
            if sight == target:
                return slot
            if sight == source:
                continue
        options += 1
        if below(rng, options) == 0:
            chosen = slot
    return chosen if chosen != NO_SLOT else random_slot(slots, n, source, 0, rng)


@rule
def next_sight(seen, i, card):
    """In whose hand a card is seen next after entry i, if no other unseen swap comes before; else NO_SEAT."""
    a, b = np.int64(NO_SEAT), np.int64(NO_SEAT)
    for k in range(i + 1, seen.log_used):
        entry = np.int64(seen.log[k])
        kind, seat, what = memo_kind(entry), memo_seat(entry), memo_what(entry)
        if kind == Memo.SWAP:
            a, b = seat, what
        elif kind == Memo.GIVEN and what == SECRET:
            return np.int64(NO_SEAT)
        elif what == card and kind in (Memo.OUT, Memo.GIVEN, Memo.TAKEN, Memo.SEEN):
            if kind == Memo.GIVEN:
                return a
            return b if kind == Memo.TAKEN else seat
    return np.int64(NO_SEAT)


@rule
def forget_week(seen, viewer, slots, at):
    """The slots of the hands of now with nothing known but the own: for a log too long to keep."""
    n = 0
    for card in range(CARDS):
        at[card] = NO_SLOT
    for seat in range(seen.players):
        for _ in range(seen.hand_size[seat]):
            slots[n, CARD], slots[n, SEAT], slots[n, BANNED] = NO_CARD, seat, 0
            n += 1
    if viewer >= 0:
        slot = np.int64(0)
        for seat in range(viewer):
            slot += seen.hand_size[seat]
        for card in range(CARDS):
            if bits.has(seen.hand[viewer, suit_of(card)], value_of(card) - 1):
                slots[slot, CARD] = card
                at[card] = slot
                slot += 1
    return n
