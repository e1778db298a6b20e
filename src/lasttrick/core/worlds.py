"""Spreading unseen cards over the places they can be in: the heart of every `determinize`.

Each card belongs to a group (a colour, a set of marks); each place takes an exact number of cards and at most so many
of each group. First plain dealing is tried: what it accepts is uniform over all fitting spreads. When the limits are
too tight for luck, a fitting spread is built as a small flow and then mixed by random exchanges that keep it fitting.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rng import below, shuffle
from lasttrick.core.rule import rule
from lasttrick.core.tricks import list_members

TRIES = 12
MIXING = 8  # exchanges tried for each card

NO_LIMIT = 100


@rule
def spread(cards, n, group, room, limit, rng, place):
    """Give cards[i] (in a new order) the place place[i]; False if no spread fits.

    `group[card]` is the group of a card, `room[place]` how many cards a place takes, and `limit[place, group]` how many
    of a group it may take. Where a position laid out by hand has fewer cards than the deck, there are more cards than
    room: those left over get the place after the last, which is nowhere.
    """
    over = n - _whole_room(room)
    if over < 0:
        return False
    if over > 0:
        room, limit = _with_nowhere(room, limit, over)
    for _ in range(TRIES):
        shuffle(rng, cards, n)
        if _deal(cards, n, group, room, limit, place):
            return True
    if not _build(cards, n, group, room, limit, rng, place):
        return False
    _mix(cards, n, group, limit, rng, place)
    return True


@rule
def spread_set(unseen, group, room, limit, rng, hands):
    """Spread a set of unseen cards over hands, which are sets too; gives those for the places after the hands.

    The places 0, 1, … are the hands, in which what is there stays there; any other place is outside of them. In a match
    a world that fits exists, since the match is one; a position laid out by hand may contradict itself, and then the
    limits are let go.
    """
    cards, place = np.empty(len(group), np.int64), np.empty(len(group), np.int64)
    n = list_members(unseen, 0, cards, 0)
    if not spread(cards, n, group, room, limit, rng, place):
        limit[:] = NO_LIMIT
        if not spread(cards, n, group, room, limit, rng, place):
            return np.int64(0)
    outside = np.int64(0)
    for i in range(n):
        if place[i] < len(hands):
            hands[place[i]] |= bits.one(cards[i])
        elif place[i] < len(room):
            outside |= bits.one(cards[i])
    return outside


@rule
def _whole_room(room):
    cards = 0
    for p in range(len(room)):
        cards += max(0, room[p])
    return cards


@rule
def _with_nowhere(room, limit, cards):
    """The places and one more, which takes so many cards of any group."""
    places, groups = limit.shape
    wider, looser = np.empty(places + 1, np.int64), np.empty((places + 1, groups), np.int64)
    for p in range(places):  # one by one: for a slice, Numba compiles the words of an error that cannot happen
        wider[p] = room[p]
        for g in range(groups):
            looser[p, g] = limit[p, g]
    wider[places], looser[places] = cards, NO_LIMIT
    return wider, looser


@rule
def _zeros(places, groups):
    made = np.empty((places, groups), np.int64)
    for p in range(places):
        for g in range(groups):
            made[p, g] = 0
    return made


@rule
def _deal(cards, n, group, room, limit, place):
    held = _zeros(limit.shape[0], limit.shape[1])
    at = 0
    for p in range(len(room)):
        for _ in range(room[p]):
            g = group[cards[at]]
            if held[p, g] == limit[p, g]:
                return False
            held[p, g] += 1
            place[at] = p
            at += 1
    return True


@rule
def _build(cards, n, group, room, limit, rng, place):
    """A largest flow group → place, one card at a time, then cards of each group at random onto its share."""
    places, groups = limit.shape
    share = _zeros(places, groups)
    free = np.empty(places, np.int64)
    for p in range(places):
        free[p] = room[p]
    for i in range(n):
        if not _push(group[cards[i]], share, free, limit, rng):
            return False
    for i in range(n):
        g = group[cards[i]]
        for p in range(places):
            if share[p, g] > 0:
                share[p, g] -= 1
                place[i] = p
                break
    return True


@rule
def _push(source, share, free, limit, rng):
    """Find room for one more card of a group, moving shares of other groups aside if need be."""
    places, groups = limit.shape
    came_from_group = np.empty(places, np.int64)  # the group from which a place was reached, -1 if it was not
    came_from_place = np.empty(groups, np.int64)  # the place whose share of a group would give way, -1 if none
    queue = np.empty(groups, np.int64)
    for p in range(places):
        came_from_group[p] = -1
    for g in range(groups):
        came_from_place[g] = -1
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        g = queue[head]
        head += 1
        offset = below(rng, places)
        for k in range(places):
            p = (k + offset) % places
            if came_from_group[p] >= 0 or share[p, g] >= limit[p, g]:
                continue
            came_from_group[p] = g
            if free[p] > 0:
                free[p] -= 1
                _settle(p, source, came_from_group, came_from_place, share)
                return True
            for other in range(groups):
                if other != source and came_from_place[other] < 0 and share[p, other] > 0:
                    came_from_place[other] = p
                    queue[tail] = other
                    tail += 1
    return False


@rule
def _settle(p, source, came_from_group, came_from_place, share):
    while True:
        g = came_from_group[p]
        share[p, g] += 1
        if g == source:
            return
        p = came_from_place[g]
        share[p, g] -= 1


@rule
def _mix(cards, n, group, limit, rng, place):
    held = _zeros(limit.shape[0], limit.shape[1])
    for i in range(n):
        held[place[i], group[cards[i]]] += 1
    for _ in range(MIXING * n):
        _try_exchange(below(rng, n), below(rng, n), cards, group, limit, held, place)


@rule
def _try_exchange(i, j, cards, group, limit, held, place):
    p, q = place[i], place[j]
    g, h = group[cards[i]], group[cards[j]]
    if p == q or (g != h and (held[p, h] >= limit[p, h] or held[q, g] >= limit[q, g])):
        return
    held[p, g] -= 1
    held[p, h] += 1
    held[q, h] -= 1
    held[q, g] += 1
    place[i] = q
    place[j] = p
