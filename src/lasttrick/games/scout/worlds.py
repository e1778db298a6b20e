"""SCOUT: worlds that fit a view.

Nobody is ever forced to show what a hand cannot do, since scouting is always free [SCT-27]. So any split, order and
orientation of the unseen cards fits the play so far, with two exceptions, both about the seat to act: once it has done
the Scout of a Double Action it must have a Play [SCT-29], and of two players one without chips must have one [SCT-V02].
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rng import below, shuffle
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import begin_world, list_members
from lasttrick.core.worlds import spread
from lasttrick.games.scout.rules import can_play
from lasttrick.games.scout.sets import RUN, SAME, strength
from lasttrick.games.scout.state import (
    CARD_1_2,
    CARDS,
    LONGEST,
    NO_SEAT,
    NUMBERS,
    ROW,
    SEATS,
    UNSEEN,
    UPRIGHT,
    Phase,
    Rotated,
    Visibility,
    bottom_of,
    card_of,
    deck_size,
    top_of,
    turned,
)

TRIES = 40  # worlds drawn freely before one with a Play is built


@entry
def determinize(seen, seat, rng, out):
    """A full state that fits the view; [SCT-45] unseen cards go to the other hands in any order and either way up."""
    world = begin_world(seen, rng, out)
    for other in range(seen.players):
        if world.rotated[other] == Rotated.HIDDEN:
            world.rotated[other] = Rotated.YES if below(rng, 2) == 1 else Rotated.NO
    player = seat_that_must_play(seen, seat)
    for _ in range(TRIES):
        deal_unseen(seen, seat, world, rng)
        if player == NO_SEAT or can_play(world, player):
            return
    deal_with_play(seen, seat, player, world, rng)


@rule
def seat_that_must_play(seen, seat):
    """The other seat that is known to have a Play: [SCT-29] inside a Double Action, [SCT-V02] or without chips."""
    player = seen.to_act
    if player in (NO_SEAT, seat) or seen.table_size == 0:
        return NO_SEAT
    has_no_chips = seen.players == 2 and seen.tokens[player] == 0
    return np.int64(player) if seen.phase == Phase.DOUBLE or has_no_chips else NO_SEAT


# --- What is unseen --------------------------------------------------------------------------------------------------


@rule
def known_to_hold(seen, other):
    """[SCT-43] The cards that everybody knows to be in a hand: those it scouted, [SCT-V03] and 1/2 of the starter."""
    return seen.known[other] | (bits.one(CARD_1_2) if seen.holder == other else np.int64(0))


@rule
def shown_face(state, other, place):
    """[SCT-R03] [SCT-V04] What all see of a place in a hand: at most a scouted card, and perhaps which way up."""
    face = np.int64(state.hand[other, place])
    if state.visibility == Visibility.HIDDEN or face == UNSEEN or not bits.has(state.known[other], card_of(face)):
        return np.int64(UNSEEN)
    return face if state.visibility == Visibility.FULL else UPRIGHT[card_of(face)]


@rule
def loose_cards(seen, other):
    """Of the cards known to be in a hand, those whose place is not seen."""
    cards = known_to_hold(seen, other)
    for place in range(seen.hand_size[other]):
        if seen.hand[other, place] != UNSEEN:
            cards &= ~bits.one(card_of(seen.hand[other, place]))
    return cards


@rule
def unseen_cards(seen, seat):
    """[SCT-45] The cards of the deck that this seat cannot place: in other hands, or kept for the second round."""
    cards = bits.first(deck_size(seen)) & ~seen.gone
    for place in range(seen.table_size):
        cards &= ~bits.one(card_of(seen.table[place]))
    for other in range(seen.players):
        cards &= ~(seen.pile[other] | known_to_hold(seen, other))
        if other == seat:
            for place in range(seen.hand_size[other]):
                cards &= ~bits.one(card_of(seen.hand[other, place]))
    return cards


@rule
def places_to_fill(seen, other):
    """How many places of a hand show no card."""
    n = 0
    for place in range(seen.hand_size[other]):
        n += seen.hand[other, place] == UNSEEN
    return n


# --- Any deal --------------------------------------------------------------------------------------------------------


@rule
def deal_unseen(seen, seat, world, rng):
    cards = np.empty(CARDS, np.int64)
    n = list_members(unseen_cards(seen, seat), 0, cards, 0)
    shuffle(rng, cards, n)
    hand = np.empty(CARDS, np.int64)
    at = 0
    for other in range(seen.players):
        if other == seat:
            continue
        size = list_members(loose_cards(seen, other), 0, hand, 0)
        for _ in range(places_to_fill(seen, other) - size):
            hand[size] = cards[at]
            size += 1
            at += 1
        shuffle(rng, hand, size)
        fill_row(seen, other, world, hand, rng)


@rule
def fill_row(seen, other, world, hand, rng):
    """Put the cards of a hand into the places that show none, either way up; [SCT-V04] others turn if they may."""
    at = 0
    for place in range(seen.hand_size[other]):
        face = np.int64(seen.hand[other, place])
        if face == UNSEEN:
            face = UPRIGHT[hand[at]]
            at += 1
        elif seen.visibility == Visibility.FULL:
            continue
        world.hand[other, place] = turned(face) if below(rng, 2) == 1 else face


# --- A deal in which the seat to act has a Play ----------------------------------------------------------------------
# A stronger set of as many cards as the Prior Set or of one more must stand somewhere in the row. Each kind, lowest
# number and place is tried, from a random one on, until the unseen cards can be spread so that it stands there.

_RISING, _FALLING, _SAME = 0, 1, 2
_PATTERNS = 3 * NUMBERS * 2  # kind, lowest number, as many cards or one more
_REST = LONGEST  # places in `spread`: those of the set, then _REST + seat for the rest of each hand, then what is kept
_KEPT = _REST + SEATS


@rule
def deal_with_play(seen, seat, player, world, rng):
    size = np.int64(seen.hand_size[player])
    tries = _PATTERNS * size
    offset = below(rng, tries)
    numbers = np.empty(LONGEST, np.int64)
    for k in range(tries):
        choice = (offset + k) % tries
        start = choice // _PATTERNS
        length = write_pattern(seen, choice % _PATTERNS, numbers)
        if length > 0 and start + length <= size and pattern_fits(seen, player, start, length, numbers):
            if deal_pattern(seen, seat, player, start, length, numbers, world, rng):
                return


@rule
def write_pattern(seen, pattern, numbers):
    """Write the numbers of a set and give its length; 0 if there is no such set or it is not stronger."""
    count, kind, low = strength(seen.table, 0, seen.table_size)
    shape, lowest, length = pattern // 2 // NUMBERS, pattern // 2 % NUMBERS + 1, count + pattern % 2
    is_run = shape != _SAME and length > 1
    if length > LONGEST or (is_run and lowest + length - 1 > NUMBERS):
        return 0
    its_kind = RUN if is_run else SAME
    if length == count and (its_kind < kind or (its_kind == kind and lowest <= low)):
        return 0
    for i in range(length):
        step = 0 if not is_run else i if shape == _RISING else length - 1 - i
        numbers[i] = lowest + step
    return length


@rule
def pattern_fits(seen, player, start, length, numbers):
    """Whether the cards seen in these places, if any, can show these numbers."""
    for i in range(length):
        face = np.int64(seen.hand[player, start + i])
        if face != UNSEEN and top_of(face) != numbers[i]:
            if seen.visibility == Visibility.FULL or bottom_of(face) != numbers[i]:
                return False
    return True


@rule
def deal_pattern(seen, seat, player, start, length, numbers, world, rng):
    """Spread the unseen cards so that the set stands in its place; False if they cannot be."""
    cards = np.empty(CARDS, np.int64)
    group = np.arange(CARDS)  # every card is a group of its own
    room = np.zeros(_KEPT + 1, np.int64)
    limit = np.zeros((_KEPT + 1, CARDS), np.int64)
    n = offer_places(seen, seat, cards, room, limit)
    for i in range(length):
        if seen.hand[player, start + i] == UNSEEN:
            room[i] = 1
            room[_REST + player] -= 1
            for card in range(CARDS):
                shows_number = top_of(UPRIGHT[card]) == numbers[i] or bottom_of(UPRIGHT[card]) == numbers[i]
                limit[i, card] = shows_number * limit[_REST + player, card]
    place = np.empty(CARDS, np.int64)
    if not spread(cards, n, group, room, limit, rng, place):
        return False
    lay_out(seen, seat, player, start, length, numbers, world, cards, place, n, rng)
    return True


@rule
def offer_places(seen, seat, cards, room, limit):
    """List the cards without a place and where each may go: a known card to its hand, others to any hand or kept."""
    unseen = unseen_cards(seen, seat)
    n = list_members(unseen, 0, cards, 0)
    room[_KEPT] = n
    for other in range(seen.players):
        if other != seat:
            loose = loose_cards(seen, other)
            n = list_members(loose, 0, cards, n)
            room[_REST + other] = places_to_fill(seen, other)
            room[_KEPT] -= room[_REST + other] - bits.count(loose)
            for card in range(CARDS):
                limit[_REST + other, card] = bits.has(unseen | loose, card)
    for card in range(CARDS):
        limit[_KEPT, card] = bits.has(unseen, card)
    return n


@rule
def lay_out(seen, seat, player, start, length, numbers, world, cards, place, n, rng):
    """Fill every row from the spread, then turn the cards of the set so that they show its numbers."""
    hand = np.empty(ROW, np.int64)
    for other in range(seen.players):
        if other == seat:
            continue
        size = 0
        for i in range(n):
            if place[i] == _REST + other:
                hand[size] = cards[i]
                size += 1
        shuffle(rng, hand, size)
        if other == player:
            make_way(seen, player, start, length, hand, size, cards, place, n)
        fill_row(seen, other, world, hand, rng)
    for i in range(length):
        face = np.int64(world.hand[player, start + i])
        if top_of(face) != numbers[i]:
            world.hand[player, start + i] = turned(face)


@rule
def make_way(seen, player, start, length, hand, size, cards, place, n):
    """Put the cards of the set among the others of the hand, in the order in which places are filled."""
    at = 0
    for position in range(seen.hand_size[player]):
        if seen.hand[player, position] != UNSEEN:
            continue
        if start <= position < start + length:
            for k in range(size, at, -1):
                hand[k] = hand[k - 1]
            for i in range(n):
                if place[i] == position - start:
                    hand[at] = cards[i]
            size += 1
        at += 1
