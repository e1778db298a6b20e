"""Template: what is on the table. Components, the table of the state, the action table, the kinds of events.

Sets of cards and of suits are bit sets (`lasttrick.core.bits`).
"""

from enum import IntEnum

import numpy as np

from lasttrick.core.fields import ALL, BY_SEAT, HIDDEN, NUMBER, OWN, SEAT, SMALL, Field, Fields, Kind, names
from lasttrick.core.rule import rule
from lasttrick.core.story import Telling

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 4
SUITS = 3
VALUES = 5
CARDS = SUITS * VALUES  # [TPL-01] cards 0..14: F1..F5 L1..L5 S1..S5
DEALT = 12  # [TPL-02]

NO_CARD = -1
NO_SEAT = -1


@rule
def suit_of(card):
    return card // VALUES


# --- State -----------------------------------------------------------------------------------------------------------


class Phase(IntEnum):
    PLAY = 0
    OVER = 1


class Ending(IntEnum):
    NONE = 0
    ROUNDS = 1  # [TPL-06] all rounds are played


CARD = Kind(np.int8, none=NO_CARD, text="card")
CARDS_SET = Kind(np.int64, text="cards")
SUITS_SET = Kind(np.int8, text="suits")

FIELDS = Fields(
    Field("players", SMALL, ALL, "how many play"),
    Field("rounds", SMALL, ALL, "how many rounds are played", told="table"),
    Field("round_number", SMALL, ALL, "from 1", line="round", left_out=1, told="table"),
    Field("phase", names(Phase), ALL, "what is being decided", told="table"),
    Field("ending", names(Ending), ALL, "why the match has ended"),
    Field("lead", SEAT, ALL, "who leads this trick", left_out=0, told="table"),
    Field("to_act", SEAT, ALL, "whose turn it is", line="turn", left_out=0),
    Field("played", CARD.each(SEATS), ALL, "the card each seat has in the trick", line="trick", told="seat"),
    Field("hand", CARDS_SET.each(SEATS), OWN, "the cards of each hand", line=BY_SEAT, told="own"),
    Field("hand_size", SMALL.each(SEATS), ALL, "cards of each hand", line="hands", told="seat"),
    Field("rest", CARDS_SET, HIDDEN, "the cards that were not dealt"),
    Field("gone", CARDS_SET, ALL, "cards of finished tricks in this round"),
    Field("void", SUITS_SET.each(SEATS), ALL, "suits a hand is known not to have", line="voids"),
    Field("score", SMALL.each(SEATS), ALL, "tricks won in this round", line="scores", told="seat"),
    Field("total", NUMBER.each(SEATS), ALL, "tricks won in all rounds", line="totals", told="seat"),
)
STATE, blank, hide = FIELDS.dtype, FIELDS.blank, FIELDS.hiding()

# --- Actions ---------------------------------------------------------------------------------------------------------

PLAY = 0  # PLAY + card
ACTIONS = PLAY + CARDS

# --- Story -----------------------------------------------------------------------------------------------------------


class Event(Telling):
    ROUND_STARTS = 0, "round", "Round {round} begins."
    PLAYED = 1, "seat card", "{seat} plays {card}."
    TRICK_WON = 2, "seat", "{seat} wins the trick."
    ROUND_SCORE = 3, "seat score total", "{seat} scores {score}, {total} in all."
    OVER = 4, "ending", "The match is over ({ending})."


class Chance(IntEnum):
    DEAL = 0  # [TPL-02]
