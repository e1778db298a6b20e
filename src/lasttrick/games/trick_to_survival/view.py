"""The Trick To Survival: what a seat may know, and worlds that fit it."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rng import below, shuffle
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import begin_world
from lasttrick.core.worlds import NO_LIMIT, spread
from lasttrick.games.trick_to_survival.content import MOST_EVENTS, MOST_TRAITS
from lasttrick.games.trick_to_survival.memory import (
    BANNED,
    CARD,
    NO_SLOT,
    SEAT,
    SLOTS,
    deal_slots,
    forget_week,
    memo_what,
    replay_week,
    show_log,
)
from lasttrick.games.trick_to_survival.numbers import encode
from lasttrick.games.trick_to_survival.state import (
    CARDS,
    CHALLENGES,
    DAYS,
    LOG,
    NO_CARD,
    NO_SEAT,
    NO_TRAIT,
    SUITS,
    UNSEEN,
    hide,
    suit_of,
    value_of,
)
from lasttrick.games.trick_to_survival.table import cards_of

__all__ = ["SPECTATOR", "determinize", "encode", "view"]

SPECTATOR = -1
TRIES = 60  # replays of the week with other guesses, before the memory is given up


@entry
def view(state, seat, out):
    """[TTS-81] Everything public, [TTS-82] with the own hand, trait and night card; [TTS-83] all else is blank."""
    out[0] = state
    hide(out[0], seat)
    for other in range(state.players):
        if other != seat:
            show_trait(state, other, out[0])
            show_chosen(state, other, out[0])
    show_piles(state, out[0])
    show_river(state, out[0])
    show_log(state, seat, out[0])


@rule
def show_trait(state, other, seen):
    """[TTS-12] A trait that has been revealed."""
    if bits.has(state.shown, other):
        seen.trait[other] = state.trait[other]


@rule
def show_chosen(state, other, seen):
    """[TTS-101] That a night card was chosen, not which."""
    if state.chosen[other] != NO_CARD:
        seen.chosen[other] = UNSEEN


@rule
def show_piles(state, seen):
    """[TTS-83] How many challenges are to come."""
    for i in range(CHALLENGES):
        if state.challenge[i] != NO_CARD:
            seen.challenge[i] = UNSEEN


@rule
def show_river(state, seen):
    """[TTS-17] Cards that have been face up; [TTS-83] those that never were lie at the bottom of the sections."""
    for section in range(DAYS):
        card = np.int64(state.top[section])
        for _ in range(state.section_size[section] - state.face_down[section] - 1):
            seen.under[card] = state.under[card]
            card = np.int64(state.under[card])


@rule
def lowest_seen(seen, section):
    """[TTS-17] The lowest card of a section that has been face up."""
    card = np.int64(seen.top[section])
    for _ in range(seen.section_size[section] - seen.face_down[section] - 1):
        card = np.int64(seen.under[card])
    return card


# --- Worlds that fit -------------------------------------------------------------------------------------------------


@entry
def determinize(seen, seat, rng, out):
    """A full state that fits the view: the week replayed with guesses for what was not seen, the rest by lot."""
    world = begin_world(seen, rng, out)
    guess_traits(world, rng)
    guess_events(world, rng)
    slots = np.empty((SLOTS, 3), np.int64)
    at = np.empty(CARDS, np.int64)
    entry_slot = np.empty(LOG, np.int64)
    hidden = np.empty(CARDS, np.int64)
    n = -1
    for _ in range(TRIES):
        if n < 0 and seen.log_lost == 0:
            n = replay_week(seen, slots, at, deal_slots(seen, seat, slots, at), entry_slot, rng)
            if n >= 0 and not fill_slots(seen, slots, at, n, hidden, rng):
                n = -1
    if n < 0:
        for i in range(LOG):
            entry_slot[i] = NO_SLOT
        n = forget_week(seen, seat, slots, at)
        fill_slots(seen, slots, at, n, hidden, rng)
    write_hands(world, seat, slots, n)
    write_log(world, slots, entry_slot)
    write_hidden(world, hidden, rng)
    guess_night_cards(world, seat, rng)


@rule
def guess_traits(world, rng):
    """[TTS-12] Unseen traits from those that nobody shows."""
    traits = np.empty(MOST_TRAITS, np.int64)
    n = 0
    for trait in range(world.trait_count):
        is_free = True
        for seat in range(world.players):
            if world.trait[seat] == trait:
                is_free = False
        if is_free:
            traits[n] = trait
            n += 1
    shuffle(rng, traits, n)
    for seat in range(world.players):
        if world.trait[seat] == NO_TRAIT:
            n -= 1
            world.trait[seat] = traits[n]


@rule
def guess_events(world, rng):
    """[TTS-83] The events still to come, in any order."""
    left = np.empty(MOST_EVENTS, np.int64)
    n = 0
    for event in range(world.event_count):
        if not bits.has(world.resolved, event):
            left[n] = event
            n += 1
    shuffle(rng, left, n)
    for i in range(n):
        world.event_deck[world.event_next + i] = left[i]


@rule
def unseen_cards(seen, at, cards):
    """Write the cards of the deck that are neither in the open nor in a slot; gives how many."""
    open_cards = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        open_cards[card] = 0
    n = cards_of(seen.discard, cards)
    for i in range(n):
        open_cards[cards[i]] = 1
    for seat in range(seen.players):
        if seen.played[seat] != NO_CARD:
            open_cards[seen.played[seat]] = 1
    if seen.challenge_card != NO_CARD:
        open_cards[seen.challenge_card] = 1
    for section in range(DAYS):
        at_top = np.int64(seen.top[section])
        while at_top != NO_CARD:
            open_cards[at_top] = 1
            at_top = np.int64(seen.under[at_top])
    n = 0
    for card in range(CARDS):
        if value_of(card) <= seen.values and open_cards[card] == 0 and at[card] == NO_SLOT:
            cards[n] = card
            n += 1
    return n


@rule
def fill_slots(seen, slots, at, n, hidden, rng):
    """Spread the unseen cards over the unknown slots, within their bans, and over what is hidden from all."""
    cards = np.empty(CARDS, np.int64)
    unseen = unseen_cards(seen, at, cards)
    slot_place = np.empty(SLOTS, np.int64)
    places = group_slots(slots, n, slot_place)
    room = np.empty(places + 1, np.int64)
    limit = np.empty((places + 1, SUITS), np.int64)
    for p in range(places + 1):
        room[p] = 0
        for suit in range(SUITS):
            limit[p, suit] = NO_LIMIT
    room[places] = unseen
    for slot in range(n):
        p = slot_place[slot]
        if p >= 0:
            room[p] += 1
            room[places] -= 1
            for suit in range(SUITS):
                if bits.has(slots[slot, BANNED], suit):
                    limit[p, suit] = 0
    if room[places] < 0:
        return False
    group = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        group[card] = suit_of(card)
    place = np.empty(CARDS, np.int64)
    if not spread(cards, unseen, group, room, limit, rng, place):
        return False
    put_in_slots(slots, slot_place, n, cards, place, unseen, places, hidden)
    return True


@rule
def group_slots(slots, n, slot_place):
    """Number the places to spread cards over: slots of one hand with the same bans are one; -1 needs no card."""
    places = 0
    for slot in range(n):
        slot_place[slot] = -1
        if slots[slot, SEAT] == NO_SEAT or slots[slot, CARD] != NO_CARD:
            continue
        for other in range(slot):
            if slot_place[other] >= 0 and is_alike(slots, slot, other):
                slot_place[slot] = slot_place[other]
                break
        if slot_place[slot] < 0:
            slot_place[slot] = places
            places += 1
    return places


@rule
def is_alike(slots, slot, other):
    """Unknown cards of one hand with the same bans can be dealt together."""
    return slots[slot, SEAT] == slots[other, SEAT] and slots[slot, BANNED] == slots[other, BANNED]


@rule
def put_in_slots(slots, slot_place, n, cards, place, unseen, hidden_place, hidden):
    """Each card where it was dealt; those hidden from all into `hidden`, NO_CARD after the last."""
    count = 0
    for i in range(unseen):
        if place[i] == hidden_place:
            hidden[count] = cards[i]
            count += 1
            continue
        for slot in range(n):
            if slot_place[slot] == place[i]:
                slots[slot, CARD] = cards[i]
                slot_place[slot] = -1
                break
    if count < CARDS:
        hidden[count] = NO_CARD


@rule
def write_hands(world, viewer, slots, n):
    for slot in range(n):
        seat, card = slots[slot, SEAT], slots[slot, CARD]
        if seat != NO_SEAT and seat != viewer:
            world.hand[seat, suit_of(card)] |= bits.one(value_of(card) - 1)


@rule
def write_log(world, slots, entry_slot):
    """The guessed world remembers the swaps and looks as it guessed them."""
    for i in range(world.log_used):
        if entry_slot[i] != NO_SLOT:
            entry = np.int64(world.log[i])
            world.log[i] = entry - memo_what(entry) + slots[entry_slot[i], CARD]


@rule
def write_hidden(world, hidden, rng):
    """[TTS-83] Challenge piles and face-down river cards."""
    n = 0
    while n < CARDS and hidden[n] != NO_CARD:
        n += 1
    shuffle(rng, hidden, n)
    for i in range(CHALLENGES):
        if world.challenge[i] == UNSEEN:
            n -= 1
            world.challenge[i] = hidden[n]
    for section in range(DAYS):
        if world.face_down[section] > 0:
            card = lowest_seen(world, section)
            for _ in range(world.face_down[section]):
                n -= 1
                world.under[card] = hidden[n]
                card = hidden[n]
            world.under[card] = NO_CARD


@rule
def guess_night_cards(world, viewer, rng):
    """[TTS-101] Another's chosen card is any card of the hand."""
    hand = np.empty(CARDS, np.int64)
    for seat in range(world.players):
        if world.chosen[seat] == UNSEEN:
            n = cards_of(world.hand[seat], hand)
            world.chosen[seat] = hand[below(rng, n)]
