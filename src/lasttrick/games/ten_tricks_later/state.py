"""10 Tricks Later: what is on the table. Components, the state record, the action table, the kinds of events.

Sets of cards and of seats are bit sets (`core.bits`).
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import bits
from lasttrick.core.fields import (
    ALL,
    BY_SEAT,
    FLAG,
    HIDDEN,
    NUMBER,
    OWN,
    SEAT,
    SMALL,
    Field,
    Fields,
    Kind,
    choice,
    names,
)
from lasttrick.core.rule import rule
from lasttrick.core.story import Telling

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

COLOUR = Kind(np.int8, none=NO_COLOUR, text="colour")
CARD = Kind(np.int8, none=NO_CARD, text="card")
CARDS_SET = Kind(np.int64, text="cards")
WISH = names(Wish).each(SEATS)
BOUND = Kind(np.int8, none=UNBOUNDED)

FIELDS = Fields(
    # options
    Field("players", SMALL, ALL, "how many play"),
    Field("strict_rescue", choice("default", "strict"), ALL, "[TTL-V01] 1: not at the track", line="rescue"),
    Field("followers_unlock", choice("default", "followers_only"), ALL, "[TTL-V02] 1: followers only", line="unlock"),
    Field("target", NUMBER, ALL, "[TTL-V04] the total that ends the match", told="table"),
    Field("max_rounds", NUMBER, ALL, "[TTL-V05] 0: no limit"),
    # the match
    Field("round_number", NUMBER, ALL, "from 1", line="round", left_out=1, told="table"),
    Field("phase", names(Phase), ALL, "what is being decided", left_out=Phase.PLAY, told="table"),
    Field("ending", names(Ending), ALL, "why the match has ended"),
    # the round
    Field("removed", COLOUR, ALL, "the colour left out with three players", told="table"),
    Field("wish", WISH, OWN, "who asks for Infected 8", "show_wish", line="wishes", left_out=Wish.NO, told="seat own"),
    Field("exchanger", SEAT, ALL, "who took the Infected 8", line="exchange", told="table"),
    Field("given", CARD, HIDDEN, "the card the exchanger put aside", "show_given", line="exchange", told="own"),
    Field("lead", SEAT, ALL, "who leads this trick; nobody until drawn", left_out=0, told="table"),
    Field("to_act", SEAT, ALL, "whose turn it is to give or play", line="turn"),
    Field("ban", FLAG, ALL, "on while no Infected may be led", left_out=1, told="table"),
    Field("tricks", SMALL, ALL, "tricks finished in this round", told="table"),
    Field("played", CARD.each(SEATS), ALL, "the card each seat has in the trick", line="trick", told="table seat"),
    Field("hand", CARDS_SET.each(SEATS), OWN, "the cards of each hand", line=BY_SEAT, told="own"),
    Field("upper", CARDS_SET.each(SEATS), ALL, "Survivors on the upper side", line=BY_SEAT, told="seat"),
    Field("lower", CARDS_SET.each(SEATS), ALL, "Survivors brought inside", line=BY_SEAT, told="seat"),
    Field("lost", CARDS_SET.each(SEATS), ALL, "Survivors lost to the horde", line=BY_SEAT, told="seat"),
    Field("track", SMALL.each(SEATS), ALL, "from 0 to 8", line=BY_SEAT, told="seat"),
    Field("rescued_as", SMALL.row(SURVIVORS), ALL, "place in its lower pile, from 1", line=BY_SEAT, told="seat"),
    Field("hand_size", SMALL.each(SEATS), ALL, "cards of each hand", line="hands", told="seat"),
    Field("aside", CARDS_SET, ALL, "Infected that have been used"),
    Field("at_most", BOUND.row(COLOURS + 1).each(SEATS), ALL, "no hand has more of a colour than this", line="known"),
    Field("score", NUMBER.each(SEATS), ALL, "of the round before", line="scores", told="seat"),
    Field("total", NUMBER.each(SEATS), ALL, "of all rounds", line="totals", told="seat"),
)
STATE, blank, hide = FIELDS.dtype, FIELDS.blank, FIELDS.hiding()


# --- Actions ---------------------------------------------------------------------------------------------------------

WISH_NO = 0  # [TTL-57]
WISH_YES = 1
GIVE = 2  # [TTL-58] GIVE + Survivor
PLAY = GIVE + SURVIVORS  # [TTL-59] PLAY + card
ACTIONS = PLAY + CARDS


# --- Story -----------------------------------------------------------------------------------------------------------


class Event(Telling):
    ROUND_STARTS = 0, "round", "Round {round} begins."
    ANSWERED = 1, "seat", "{seat} has answered."
    WISHED = 2, "seat", "{seat} wished for the Infected 8."
    EXCHANGED = 3, "seat", "{seat} takes the Infected 8 and puts a card aside."
    GAVE = 4, "seat card", "{seat} puts {card} aside."  # for the seat alone
    PLAYED = 5, "seat card", "{seat} plays {card}."
    ONE_IS_NINE = 6, "seat card", "{card} of {seat} counts 9 beside its 8."
    TRICK_WON = 7, "seat cause", "{seat} wins the trick."
    ATTACK = 8, "seat level", "The horde attacks {seat} with level {level}."
    LOST = 9, "seat card", "{seat} loses {card}."
    TRACK = 10, "seat before after", "{seat}'s track goes from {before} to {after}."
    OVERFLOW = 11, "seat track value", "{seat}'s track stays on {track}: {value} more does not fit."
    RESCUED = 12, "seat card track", "{seat} brings {card} inside; track {track}."
    BAN_ENDS = 13, "", "Infected may be led from now on."
    ROUND_SCORE = (
        *(14, "seat score total inside bonus lost"),
        "{seat} scores {inside} inside + {bonus} for the track - {lost} lost, never below 0: {score}, {total} in all.",
    )
    OVER = 15, "ending", "The match is over ({ending})."


class Cause(IntEnum):
    """By which sentence of the rules a trick is won."""

    LED = 0  # [TTL-25] the highest of the led colour
    ALL = 1  # [TTL-26] the highest of all
    TIE = 2  # [TTL-27] of equals the latest Survivor


class Chance(IntEnum):
    REMOVE_COLOUR = 0  # [TTL-60]
    DEAL = 1  # [TTL-61]
    PICK_EXCHANGER = 2  # [TTL-62]
    FIRST_LEAD = 3  # [TTL-63]
    NEXT_LEAD = 4  # [TTL-64]
