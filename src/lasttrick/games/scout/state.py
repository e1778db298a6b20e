"""SCOUT: what is on the table. Components, the state record, the action table, the kinds of events.

A card lying one way up is a *face*; a hand is a row of faces. Sets of cards and of seats are bit sets (`core.bits`).
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import chance
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rule import rule

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 5  # [SCT-01] three to five players; two in a variant
NUMBERS = 10
CARDS = 45  # [SCT-02] every pair of different numbers from 1 to 10
FACES = NUMBERS * NUMBERS
ROW = 41  # [SCT-R13] no hand limit, but no hand can grow longer [SCT-I06]
LONGEST = 10  # no set is longer [SCT-I19]
CHIPS = 3  # [SCT-V02] for each of two players
CARD_1_2 = 0  # [SCT-V03]

DECK_SIZES = np.array([0, 0, 44, 36, 44, 45])  # by players
HAND_SIZES = np.array([0, 0, 11, 12, 11, 9])

UNSEEN = -1  # in a row or on the table: no card here, or none that may be seen
NO_SEAT = -1


@rule
def top_of(face):
    """[SCT-09] The upper number is the value of the card."""
    return np.int64(face) // NUMBERS + 1


@rule
def bottom_of(face):
    return np.int64(face) % NUMBERS + 1


@rule
def face_of(top, bottom):
    return (top - 1) * NUMBERS + bottom - 1


@rule
def turned(face):
    """`a/b` becomes `b/a`."""
    return face_of(bottom_of(face), top_of(face))


@rule
def card_of(face):
    """The card, whichever way up. Cards are counted 1/2, 1/3, 2/3, 1/4 … 9/10: by higher number, then by lower."""
    high = max(top_of(face), bottom_of(face))
    low = min(top_of(face), bottom_of(face))
    return (high - 1) * (high - 2) // 2 + low - 1


# The face of each card with its lower number on top, and the turned face of each face.
UPRIGHT = np.array([low * NUMBERS + high for high in range(NUMBERS) for low in range(high)])
TURNED = np.array([face % NUMBERS * NUMBERS + face // NUMBERS for face in range(FACES)])


@rule
def deck_size(state):
    """[SCT-03] Three players: the 36 cards without a 10. Four (and two [SCT-V02]): all but 9/10. Five: all 45.

    So a deck is always the first so many cards."""
    return DECK_SIZES[state.players]


# --- State -----------------------------------------------------------------------------------------------------------


class Phase(IntEnum):
    ROTATE = 0  # every seat says whether it rotates its hand
    TURN = 1  # the seat to act plays, scouts or begins a Double Action
    DOUBLE = 2  # the Scout of a Double Action is done, its Play is owed
    OVER = 3


class Rotated(IntEnum):
    OPEN = 0
    NO = 1
    YES = 2
    HIDDEN = 3  # only in views: answered, never shown to others [SCT-R01]


class Visibility(IntEnum):
    """[SCT-V04] What others see of the place of scouted cards and played blocks."""

    HIDDEN = 0
    POSITION = 1
    FULL = 2


class RoundEnd(IntEnum):
    NONE = 0
    OUT = 1  # condition i [SCT-32]
    SCOUTED = 2  # condition ii [SCT-33]
    STUCK = 3  # condition ii with two players [SCT-V02]
    STALLED = 4  # safety stop [SCT-R17]


class Ending(IntEnum):
    NONE = 0
    ROUNDS = 1  # [SCT-41] all rounds are played


STATE = np.dtype(
    (
        np.record,
        [
            *chance.FIELDS,
            # options
            ("players", np.int8),
            ("oink_names", np.int8),  # [SCT-V01]
            ("holder_starts", np.int8),  # [SCT-V03]
            ("visibility", np.int8),  # [SCT-V04] Visibility
            ("stall_limit", np.int16),  # [SCT-V05] 0: no limit
            # the match
            ("phase", np.int8),  # Phase
            ("ending", np.int8),  # Ending
            ("round_number", np.int8),  # from 1
            ("start_seat", np.int8),  # of this round, NO_SEAT until drawn
            ("score", np.int32, (SEATS, SEATS)),  # of each finished round, a column a seat
            ("round_end", np.int8, (SEATS,)),  # RoundEnd of each round
            ("achiever", np.int8, (SEATS,)),  # seat that brought the end about, NO_SEAT if none
            ("gone", np.int64),  # two players: the cards of the round before, out of the match
            # the round
            ("to_act", np.int8),  # NO_SEAT while hands are rotated and at the end
            ("rotated", np.int8, (SEATS,)),  # Rotated
            ("hand", np.int8, (SEATS, ROW)),  # faces from left to right, then UNSEEN
            ("hand_size", np.int8, (SEATS,)),
            ("table", np.int8, (LONGEST,)),  # the Prior Set from left to right, then UNSEEN
            ("table_size", np.int8),
            ("owner", np.int8),  # of the Prior Set, NO_SEAT if there is none
            ("pile", np.int64, (SEATS,)),  # captured cards
            ("tokens", np.int32, (SEATS,)),  # VP tokens; with two players Scout chips
            ("marker", np.int8, (SEATS,)),  # 1 until the Double Action is used
            ("scouts", np.int8),  # Scouts since the last Play
            ("idle", np.int16),  # turns in a row without progress
            # public memory
            ("known", np.int64, (SEATS,)),  # scouted cards still in the hand they went to
            ("holder", np.int8),  # seat that started because it was dealt 1/2 and has it still, else NO_SEAT
        ],
    )
)


def blank(players, options):
    """[SCT-01] The record before the first deal: options set, nothing dealt."""
    _check(players, options)
    state = np.zeros(1, STATE)[0]
    state.players = players
    state.oink_names = options["names"] == "oink"
    state.holder_starts = options["start"] == "holder_of_1_2"
    state.visibility = Visibility[options["insertion_visibility"].upper()]
    state.stall_limit = options["stall_limit"]
    state.start_seat, state.to_act, state.owner, state.holder = NO_SEAT, NO_SEAT, NO_SEAT, NO_SEAT
    state.achiever[:] = NO_SEAT
    state.hand[:] = UNSEEN
    state.table[:] = UNSEEN
    return state


def _check(players, options):
    """[SCT-V02] Options that do not go with this number of players."""
    if players > 2 and options["two_player"] == "oink":
        raise LastTrickError(f"two_player=oink is the game for 2 players, not {players}; leave the option out.")
    if players == 2 and options["start"] == "holder_of_1_2":
        raise LastTrickError("start=holder_of_1_2 is for 3 to 5 players: with 2 the card 1/2 may not be dealt.")


@rule
def next_seat(state, seat):
    """[SCT-01] Play order is clockwise."""
    following = seat + 1
    return following if following < state.players else 0


# --- Actions ---------------------------------------------------------------------------------------------------------

LEFT, RIGHT = 0, 1  # [SCT-R19] ends of the Prior Set
KEEP, TURN = 0, 1  # which way up a scouted card goes in

ROTATE_NO = 0  # [SCT-46]
ROTATE_YES = 1
PLAY = 2  # [SCT-47] PLAY + (length − 1) · ROW + start
SCOUT = PLAY + LONGEST * ROW  # [SCT-48] SCOUT + (2 · end + way) · ROW + position
DOUBLE = SCOUT + 4 * ROW  # [SCT-49] DOUBLE + as for a Scout; the Play follows as an action of its own
ACTIONS = DOUBLE + 4 * ROW


# --- Story -----------------------------------------------------------------------------------------------------------


class Event(IntEnum):
    ROUND_STARTS = 0  # round, start seat
    ANSWERED = 1  # seat
    ROTATED = 2  # seat, 1 if rotated: for the seat alone
    PLAYED = 3  # seat, faces…
    PLAYED_FROM = 4  # seat, start: as SCT-V04 says
    CAPTURED = 5  # seat, cards
    MARKER_PAID = 6  # seat
    SCOUTED = 7  # seat, face as it lay, end
    INSERTED = 8  # seat, position, way (-1: not shown): as SCT-V04 says
    TOKEN = 9  # seat, tokens now
    CHIP_PAID = 10  # seat, chips left
    TABLE_EMPTY = 11
    ROUND_ENDS = 12  # RoundEnd, seat that achieved it
    HAND_SHOWN = 13  # seat, faces…: two players
    ROUND_SCORE = 14  # seat, captured, tokens, cards that count against it, score, total
    OVER = 15  # Ending


class Chance(IntEnum):
    START_PLAYER = 0  # [SCT-50]
    DEAL = 1  # [SCT-51]
