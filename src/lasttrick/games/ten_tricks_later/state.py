"""10 Tricks Later: what is on the table. Components, the state record, the action table, the kinds of events.

Sets of cards and of seats are bit sets (`core.bits`).
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import rule

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 4  # [TTL-01] three or four players
COLOURS = 4  # red, green, yellow, blue
PURPLE = 4  # the colour of the Infected
VALUES = 8  # [TTL-02] Survivors 1..8 of each colour
SURVIVORS = COLOURS * VALUES  # cards 0..31: R1..R8 G1..G8 Y1..Y8 B1..B8
INFECTED_0 = SURVIVORS  # cards 32..40: P0..P8
INFECTED_8 = INFECTED_0 + 8
CARDS = 41
HAND = 10
TRICKS = 10  # [TTL-43]
TRACK_END = 8  # [TTL-06] the track runs from 0 to 8
TRACK_BONUS = 3  # [TTL-44]

NO_CARD = -1
NO_SEAT = -1
NO_COLOUR = -1

ALL_SURVIVORS = bits.first(SURVIVORS)
ALL_INFECTED = bits.first(CARDS) & ~ALL_SURVIVORS
ONES = np.int64(0x01010101)  # the four Survivors of value 1; shifted by v−1, those of value v


@rule
def colour_of(card):
    return card // VALUES if card < SURVIVORS else PURPLE


@rule
def value_of(card):
    """The printed value."""
    return card % VALUES + 1 if card < SURVIVORS else card - INFECTED_0


@rule
def is_infected(card):
    return card >= INFECTED_0


@rule
def cards_of_colour(colour):
    return np.int64(0xFF) << np.int64(colour * VALUES) if colour != PURPLE else ALL_INFECTED


@rule
def survivors_up_to(value):
    """All Survivors of this printed value or less."""
    return ONES * bits.first(min(value, VALUES))


# --- State -----------------------------------------------------------------------------------------------------------


class Phase(IntEnum):
    WISH = 0  # every seat says whether it wants the Infected 8
    GIVE = 1  # the exchanger puts a card aside
    PLAY = 2  # a trick is being played
    OVER = 3


class Wish(IntEnum):
    OPEN = 0
    NO = 1
    YES = 2
    HIDDEN = 3  # only in views: answered, not yet shown [TTL-R26]


class Ending(IntEnum):
    NONE = 0
    TARGET = 1  # [TTL-47] a total reached the target
    MAX_ROUNDS = 2  # [TTL-R16] stopped; unfinished, not a result


UNBOUNDED = 10  # in `at_most`: nothing is known

STATE = np.dtype(
    (
        np.record,
        [
            *chance.FIELDS,
            # options
            ("players", np.int8),
            ("strict_rescue", np.int8),  # [TTL-V01]
            ("followers_unlock", np.int8),  # [TTL-V02]
            ("target", np.int16),  # [TTL-V04]
            ("max_rounds", np.int16),  # [TTL-V05] 0: no limit
            # the match
            ("phase", np.int8),  # Phase
            ("ending", np.int8),  # Ending
            ("round_number", np.int16),  # from 1
            ("total", np.int16, (SEATS,)),
            ("score", np.int16, (SEATS,)),  # of the round before; 0 in round 1
            # the round
            ("removed", np.int8),  # colour left out with three players, NO_COLOUR with four
            ("wish", np.int8, (SEATS,)),  # Wish
            ("exchanger", np.int8),  # seat that took the Infected 8, NO_SEAT if none
            ("given", np.int8),  # card the exchanger put aside, NO_CARD if none or unseen
            ("ban", np.int8),  # 1 while an Infected may not be led
            ("lead", np.int8),  # seat that leads this trick, NO_SEAT until drawn
            ("to_act", np.int8),  # seat whose turn it is in GIVE and PLAY
            ("tricks", np.int8),  # tricks finished in this round
            ("played", np.int8, (SEATS,)),  # card each seat has in the trick, NO_CARD until then
            ("track", np.int8, (SEATS,)),
            ("rescued_as", np.int8, (SURVIVORS,)),  # place in its lower pile, from 1; 0 if not there
            ("hand", np.int64, (SEATS,)),  # sets of cards
            ("hand_size", np.int8, (SEATS,)),
            ("upper", np.int64, (SEATS,)),
            ("lower", np.int64, (SEATS,)),
            ("lost", np.int64, (SEATS,)),
            ("aside", np.int64),  # used Infected
            # public memory: no more than so many cards of a colour are in this hand
            ("at_most", np.int8, (SEATS, COLOURS + 1)),
        ],
    )
)


def blank(players, options):
    """[TTL-01] The record before the first deal: options set, nothing dealt."""
    state = np.zeros(1, STATE)[0]
    state.players = players
    state.strict_rescue = options["rescue"] == "strict"
    state.followers_unlock = options["unlock"] == "followers_only"
    state.target = options["target"]
    state.max_rounds = options["max_rounds"]
    state.removed, state.exchanger, state.given, state.lead = NO_COLOUR, NO_SEAT, NO_CARD, NO_SEAT
    state.played[:] = NO_CARD
    state.to_act = NO_SEAT
    return state


@rule
def next_seat(state, seat):
    """[TTL-01] Play order is clockwise."""
    following = seat + 1
    return following if following < state.players else 0


# --- Actions ---------------------------------------------------------------------------------------------------------

WISH_NO = 0  # [TTL-57]
WISH_YES = 1
GIVE = 2  # [TTL-58] GIVE + Survivor
PLAY = GIVE + SURVIVORS  # [TTL-59] PLAY + card
ACTIONS = PLAY + CARDS


# --- Story -----------------------------------------------------------------------------------------------------------


class Event(IntEnum):
    ROUND_STARTS = 0  # round
    ANSWERED = 1  # seat
    WISHED = 2  # seat
    EXCHANGED = 3  # seat
    GAVE = 4  # seat, card: for the seat alone
    PLAYED = 5  # seat, card
    ONE_IS_NINE = 6  # seat, card
    TRICK_WON = 7  # seat
    ATTACK = 8  # seat, level
    LOST = 9  # seat, card
    TRACK = 10  # seat, from, to
    OVERFLOW = 11  # seat, track, value that does not fit
    RESCUED = 12  # seat, card, track left
    BAN_ENDS = 13
    ROUND_SCORE = 14  # seat, score, total
    OVER = 15  # Ending


class Chance(IntEnum):
    REMOVE_COLOUR = 0  # [TTL-60]
    DEAL = 1  # [TTL-61]
    PICK_EXCHANGER = 2  # [TTL-62]
    FIRST_LEAD = 3  # [TTL-63]
    NEXT_LEAD = 4  # [TTL-64]
