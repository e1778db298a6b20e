"""SCOUT: what a seat may know as numbers for a learner, the same from a state and from the seat's view of it.

Seats are written from the viewer's own on, clockwise; with fewer than five players the last places stay 0. A face is
two groups of ten, one for its upper and one for its lower number.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import mark_members, next_seat
from lasttrick.games.scout.rules import total
from lasttrick.games.scout.state import (
    CARDS,
    FACES,
    LONGEST,
    NUMBERS,
    ROW,
    SEATS,
    UNSEEN,
    Phase,
    Visibility,
    bottom_of,
    deck_size,
    place_of,
    top_of,
)
from lasttrick.games.scout.worlds import known_to_hold, shown_face

FACE = 2 * NUMBERS
# Of each face its two numbers as a set, from which both groups are written at once.
NUMBERS_OF = np.array([1 << face // NUMBERS | 1 << NUMBERS + face % NUMBERS for face in range(FACES)])

_PLACE, _NUMBER = 1 / ROW, 1 / NUMBERS  # products, because a quotient takes as long as five of them


@entry
def encode(seen, seat, out):
    """What a seat may know as numbers between 0 and 1 (tokens and totals may pass 1), in the order of `meanings`."""
    for phase in range(Phase.OVER):
        out[phase] = seen.phase == phase
    at = encode_faces(seen.hand[seat], seen.hand_size[seat], ROW, out, np.int64(Phase.OVER))
    at = encode_faces(seen.table, seen.table_size, LONGEST, out, at)
    captured = np.int64(0)
    for other in range(seen.players):
        captured |= seen.pile[other]
    at = mark_members(captured, CARDS, out, at)
    out[at] = seen.scouts / seen.players
    out[at + 1] = seen.idle / max(1, seen.stall_limit)
    out[at + 2] = seen.round_number / seen.players
    out[at + 3] = seen.table_size / LONGEST
    encode_seats(seen, seat, out, at + 4)


@rule
def encode_faces(row, size, places, out, at):
    """Write a row of faces. What the observation before had further on ends with the first place that is empty."""
    for place in range(size):
        mark_members(NUMBERS_OF[place_of(row[place])], FACE, out, at + place * FACE)
    left = np.int64(size)
    while left < places and bits.holds_any(out, at + left * FACE):
        mark_members(bits.EMPTY, FACE, out, at + left * FACE)
        left += 1
    return at + places * FACE


@rule
def encode_seats(seen, seat, out, at):
    known = at + 7 * SEATS  # after seven sections of one number a seat
    places = known + SEATS * CARDS
    one_card = 1 / deck_size(seen)
    out[at if seen.players < SEATS else places :] = 0  # places of absent players; all others are written
    other = seat
    for k in range(seen.players):
        out[at + k] = seen.owner == other
        out[at + SEATS + k] = seen.to_act == other
        out[at + 2 * SEATS + k] = seen.hand_size[other] * _PLACE
        out[at + 3 * SEATS + k] = bits.count(seen.pile[other]) * one_card
        out[at + 4 * SEATS + k] = seen.tokens[other] * _NUMBER
        out[at + 5 * SEATS + k] = seen.marker[other]
        out[at + 6 * SEATS + k] = total(seen, other) * one_card
        mark_members(known_to_hold(seen, other), CARDS, out, known + k * CARDS)
        if other != seat and seen.visibility != Visibility.HIDDEN:
            encode_places(seen, other, out, places + k * ROW * 2)
        other = next_seat(seen, other)


@rule
def encode_places(seen, other, out, at):
    for place in range(seen.hand_size[other]):
        face = shown_face(seen, other, place)
        if face != UNSEEN:
            out[at + 2 * place] = top_of(face) * _NUMBER
            out[at + 2 * place + 1] = bottom_of(face) * _NUMBER
