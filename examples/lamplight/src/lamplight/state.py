"""Lamplight: what is on the table. Components, the table of the state, the action table, the kinds of events.

Sets of cards and of suits are bit sets (`lasttrick.core.bits`).
"""

from enum import IntEnum

import numpy as np

from lasttrick.core.fields import ALL, BY_SEAT, HIDDEN, NUMBER, OWN, SEAT, SMALL, Field, Fields, Kind, choice, names
from lasttrick.core.rule import rule
from lasttrick.core.story import Telling

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 4
SUITS = 3
OIL, WICK, STORM = range(SUITS)
VALUES = 8
CARDS = SUITS * VALUES  # [LMP-01] cards 0..23: O1..O8 W1..W8 S1..S8
HAND = 6  # [LMP-02]
DROPS = 2  # [LMP-04] in each lamp at the start of a round
DARK = -2  # [LMP-14] points for a lamp without a drop

NO_CARD = -1
BLOWING, STILL = range(2)


@rule
def suit_of(card):
    return card // VALUES


# --- State -----------------------------------------------------------------------------------------------------------


class Phase(IntEnum):
    PLAY = 0
    BLOW = 1
    OVER = 2


class Ending(IntEnum):
    NONE = 0
    ROUNDS = 1  # [LMP-15] all rounds are played


CARD = Kind(np.int8, none=NO_CARD, text="card")
CARDS_SET = Kind(np.int64, text="cards")
SUITS_SET = Kind(np.int8, text="suits")

FIELDS = Fields(
    Field("players", SMALL, ALL, "how many play"),
    Field("rounds", SMALL, ALL, "how many rounds are played", told="table"),
    Field("wind", choice("blowing", "still"), ALL, "[LMP-17] whether lamps are blown at"),
    Field("round_number", SMALL, ALL, "from 1", line="round", left_out=1, told="table"),
    Field("phase", names(Phase), ALL, "what is being decided", told="table"),
    Field("ending", names(Ending), ALL, "why the match has ended"),
    Field("lead", SEAT, ALL, "who leads this trick", left_out=0, told="table"),
    Field("to_act", SEAT, ALL, "whose turn it is", line="turn", left_out=0),
    Field("played", CARD.each(SEATS), ALL, "the card each seat has in the trick", line="trick", told="seat"),
    Field("hand", CARDS_SET.each(SEATS), OWN, "the cards of each hand", line=BY_SEAT, told="own"),
    Field("hand_size", SMALL.each(SEATS), ALL, "cards of each hand", line="hands", told="seat"),
    Field("lamp", SMALL.each(SEATS), ALL, "drops in each lamp", line="lamps", left_out=DROPS, told="seat"),
    Field("rest", CARDS_SET, HIDDEN, "the cards that were not dealt"),
    Field("gone", CARDS_SET, ALL, "cards of finished tricks in this round"),
    Field("void", SUITS_SET.each(SEATS), ALL, "suits a hand is known not to have", line="voids"),
    Field("total", NUMBER.each(SEATS), ALL, "points of all finished rounds", line="totals", told="seat"),
)
STATE, blank, hide = FIELDS.dtype, FIELDS.blank, FIELDS.hiding()

# --- Actions ---------------------------------------------------------------------------------------------------------

PLAY = 0  # PLAY + card
BLOW = PLAY + CARDS  # BLOW + seat
LEAVE = BLOW + SEATS
ACTIONS = LEAVE + 1

# --- Story -----------------------------------------------------------------------------------------------------------


class Event(Telling):
    ROUND_STARTS = 0, "round", "Round {round} begins."
    LEADS = 1, "seat", "{seat} leads."
    PLAYED = 2, "seat card", "{seat} plays {card}."
    TRICK_WON = 3, "seat card", "{seat} wins the trick with {card}."
    LAMP = 4, "seat before after", "{seat}'s lamp goes from {before} to {after}."
    BLEW = 5, "seat other", "{seat} blows at {other}'s lamp."
    LEFT = 6, "seat", "{seat} blows at nobody."
    ROUND_SCORE = 7, "seat score total", "{seat} scores {score}, {total} in all."
    OVER = 8, "ending", "The match is over ({ending})."


class Chance(IntEnum):
    DEAL = 0  # [LMP-02]
    LEADER = 1  # [LMP-05]
