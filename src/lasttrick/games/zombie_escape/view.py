"""Zombie Escape: what a seat may know, worlds that fit it, and numbers for a learner."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rng import shuffle
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import begin_world, mark_members, next_seat
from lasttrick.core.worlds import NO_LIMIT, spread_set
from lasttrick.games.zombie_escape.rules import aside, day_damage, face_up, playable
from lasttrick.games.zombie_escape.state import (
    CARDS,
    KINDS,
    LOCATIONS,
    NO_LOCATION,
    PILE,
    SEATS,
    Phase,
    danger,
    hand_size,
    hide,
    marks,
    revealed,
)

_ASIDE = SEATS  # the place, in `spread`, of the cards set aside
_MARK_SETS = 1 << LOCATIONS


@entry
def view(state, seat, out):
    """[ZMB-65] Everything public, [ZMB-66] with the own hand; [ZMB-67] the order of the damage pile is blank.

    [ZMB-75] What past plays show about hands is in the record as `void`."""
    out[0] = state
    hide(out[0], seat)
    show_pile(state, out[0])


@rule
def show_pile(state, seen):
    """[ZMB-24] [ZMB-65] What has been revealed of the damage pile today."""
    for i in range(revealed(state)):
        seen.pile[i] = state.pile[i]


@entry
def determinize(seen, seat, rng, out):
    """A full state that fits the view: unseen cards in the other hands and aside, unseen damage cards in the pile."""
    world = begin_world(seen, rng, out)
    spread_cards(seen, seat, world, rng)
    shuffle_pile(seen, world, rng)


@rule
def spread_cards(seen, seat, world, rng):
    """[ZMB-67] Unseen cards, grouped by their marks, lie in the other hands or aside."""
    unseen = aside(seen)
    group = np.empty(CARDS, np.int64)
    for card in range(seen.deck_size):
        group[card] = marks(seen, bits.one(card))
    room = np.empty(SEATS + 1, np.int64)
    limit = np.empty((SEATS + 1, _MARK_SETS), np.int64)
    measure_places(seen, seat, bits.count(unseen), room, limit)
    spread_set(unseen, group, room, limit, rng, world.hand)


@rule
def measure_places(seen, seat, unseen, room, limit):
    """Hands take what they hold and the rest is aside. [ZMB-75] Who did not follow a location takes none of it."""
    room[_ASIDE] = unseen
    for other in range(SEATS):
        is_hidden = other != seat and other < seen.players
        room[other] = hand_size(seen, other) if is_hidden else 0
        room[_ASIDE] -= room[other]
    for place in range(SEATS + 1):
        void = np.int64(seen.void[place]) if place != _ASIDE else np.int64(0)
        for mark_set in range(_MARK_SETS):
            limit[place, mark_set] = NO_LIMIT if mark_set & void == 0 else 0


@rule
def unseen_cards(state, seat):
    """[ZMB-67] The cards that a seat cannot place: those set aside and those in the other hands."""
    cards = aside(state)
    for other in range(state.players):
        if other != seat:
            cards |= state.hand[other]
    return cards


@rule
def damage_left(seen, kind):
    """[ZMB-65] The pile is a public list and every card taken was seen: so many of a kind are still to come."""
    left = np.int64(seen.in_pile[kind])
    for i in range(revealed(seen)):
        if seen.pile[i] == kind:
            left -= 1
    return left


@rule
def shuffle_pile(seen, world, rng):
    """[ZMB-67] What is still in the pile, in any order."""
    rest = np.empty(PILE, np.int64)
    n = 0
    for kind in range(KINDS):
        for _ in range(damage_left(seen, kind)):
            rest[n] = kind
            n += 1
    shuffle(rng, rest, n)
    first = revealed(seen)
    for i in range(n):
        world.pile[first + i] = rest[i]


# --- Numbers for a learner -------------------------------------------------------------------------------------------
# Seats are written from the viewer's own on, clockwise; with fewer than six players the last places stay 0.

_DANGER_HALF = 20  # the danger written as one half


@entry
def encode(seen, seat, out):
    """What a seat may know as numbers between 0 and 1 (records and damage may pass 1), in the order of `meanings`."""
    out[:] = 0
    if seen.phase != Phase.OVER:
        out[seen.phase] = 1
    at = 3
    if seen.location != NO_LOCATION:
        out[at + np.int64(seen.location)] = 1
    at += LOCATIONS
    if seen.phase != Phase.OVER:
        out[at + np.int64(seen.pile[seen.turn])] = 1
    at += KINDS
    at = mark_members(seen.hand[seat], CARDS, out, at)
    at = mark_members(cards_to_play(seen, seat), CARDS, out, at)
    at = mark_members(seen.graveyard, CARDS, out, at)
    at = mark_members(unseen_cards(seen, seat), CARDS, out, at)
    at = encode_pile(seen, out, at)
    out[at] = seen.day / seen.max_days
    out[at + 1] = seen.turn / seen.turns
    out[at + 2] = seen.players / SEATS
    encode_seats(seen, seat, out, at + 3)


@rule
def encode_pile(seen, out, at):
    """Of each kind, how many damage cards are to come, counted in a byte of its own."""
    left = np.int64(0)
    for kind in range(KINDS):
        left += np.int64(seen.in_pile[kind]) << np.int64(8 * kind)
    for i in range(revealed(seen)):
        left -= np.int64(1) << np.int64(8 * seen.pile[i])
    for kind in range(KINDS):
        out[at + kind] = (left >> np.int64(8 * kind) & 0xFF) / seen.turns
    return at + KINDS


@rule
def cards_to_play(seen, seat):
    if seen.to_act != seat:
        return np.int64(0)
    if seen.phase == Phase.LEAD:
        return seen.hand[seat]
    return playable(seen, seat) if seen.phase == Phase.FOLLOW else np.int64(0)


@rule
def encode_seats(seen, seat, out, at):
    small = at + SEATS * CARDS  # six sections of one number a seat
    void = small + 6 * SEATS
    damage = void + SEATS * LOCATIONS
    one_turn, one_stain = 1 / seen.turns, 1 / seen.end_damage
    other = seat
    for k in range(seen.players):
        mark_members(seen.zombie[other], CARDS, out, at + k * CARDS)
        in_front = danger(seen, seen.zombie[other])
        out[small + k] = in_front / (in_front + _DANGER_HALF)
        out[small + SEATS + k] = seen.leader == other
        out[small + 2 * SEATS + k] = seen.to_act == other
        out[small + 3 * SEATS + k] = hand_size(seen, other) * one_turn
        out[small + 4 * SEATS + k] = seen.records[other] * one_stain
        out[small + 5 * SEATS + k] = day_damage(seen, other) * one_stain
        mark_members(seen.void[other], LOCATIONS, out, void + k * LOCATIONS)
        cards = face_up(seen, other)
        while cards != 0:
            out[damage + k * KINDS + np.int64(seen.pile[bits.lowest(cards)])] += one_turn
            cards = bits.without_lowest(cards)
        other = next_seat(seen, other)
