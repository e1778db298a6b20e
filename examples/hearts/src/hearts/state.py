"""Hearts: what is on the table. Components, the table of the state, the action table, the kinds of events.

Sets of cards are bit sets (`lasttrick.core.bits`).
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import bits
from lasttrick.core.fields import ALL, BY_SEAT, FLAG, NUMBER, OWN, SEAT, SMALL, Field, Fields, Kind, names
from lasttrick.core.rule import rule
from lasttrick.core.story import Telling
from lasttrick.core.tricks import suit_cards

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 4
SUITS = 4
CLUBS, DIAMONDS, SPADES, HEARTS = range(SUITS)
VALUES = 13
CARDS = SUITS * VALUES  # [HRT-01] cards 0..51: C2..CA D2..DA S2..SA H2..HA
HAND = 13  # [HRT-02]
PASSED = 3  # [HRT-04]
MOON = 26  # [HRT-15] all points of a round
QUEEN_POINTS = 13  # [HRT-13]

NO_CARD = -1
NO_SEAT = -1
TWO_OF_CLUBS = 0
QUEEN_OF_SPADES = SPADES * VALUES + 10

ALL_HEARTS = suit_cards(HEARTS, VALUES)
POINT_CARDS = ALL_HEARTS | bits.one(QUEEN_OF_SPADES)

# What a hand is known not to have: a suit, and the queen of spades for itself (see `rules.remember_play`).
QUEEN = SUITS
GROUPS = SUITS + 1


@rule
def suit_of(card):
    return card // VALUES


# --- State -----------------------------------------------------------------------------------------------------------


class Phase(IntEnum):
    PASS = 0
    PLAY = 1
    OVER = 2


class Ending(IntEnum):
    NONE = 0
    TARGET = 1  # [HRT-17]


CARD = Kind(np.int8, none=NO_CARD, text="card")
CARDS_SET = Kind(np.int64, text="cards")
GROUPS_SET = Kind(np.int8, text="groups")

FIELDS = Fields(
    Field("players", SMALL, ALL, "how many play"),
    Field("target", NUMBER, ALL, "[HRT-17] the total that ends the match", told="table"),
    Field("round_number", SMALL, ALL, "from 1", line="round", left_out=4, told="table"),
    Field("phase", names(Phase), ALL, "what is being decided", left_out=Phase.PLAY, told="table"),
    Field("ending", names(Ending), ALL, "why the match has ended"),
    Field("lead", SEAT, ALL, "who leads this trick; nobody while cards are passed", left_out=0, told="table"),
    Field("to_act", SEAT, ALL, "whose turn it is to play", line="turn"),
    Field("broken", FLAG, ALL, "[HRT-10] on once a heart has been played", left_out=1, told="table"),
    Field("tricks", SMALL, ALL, "finished tricks of this round", left_out=1, told="table"),
    Field("played", CARD.each(SEATS), ALL, "the card each seat has in the trick", line="trick", told="seat"),
    Field("hand", CARDS_SET.each(SEATS), OWN, "the cards of each hand", line=BY_SEAT, told="own"),
    Field("hand_size", SMALL.each(SEATS), ALL, "cards of each hand", line="hands", told="seat"),
    Field("passed", CARDS_SET.each(SEATS), OWN, "cards chosen and passed", "show_received", line=BY_SEAT, told="own"),
    Field("chosen", SMALL.each(SEATS), ALL, "[HRT-05] cards chosen so far", told="seat"),
    Field("laid", CARDS_SET.each(SEATS), ALL, "cards each seat has played in finished tricks", line=BY_SEAT),
    Field("void", GROUPS_SET.each(SEATS), ALL, "what a hand is known not to have", line="voids"),
    Field("points", SMALL.each(SEATS), ALL, "points taken in this round", told="seat"),
    Field("total", NUMBER.each(SEATS), ALL, "points of all finished rounds", line="totals", told="seat"),
)
STATE, blank, hide = FIELDS.dtype, FIELDS.blank, FIELDS.hiding()

# --- Actions ---------------------------------------------------------------------------------------------------------

PASS = 0  # PASS + card
PLAY = PASS + CARDS  # PLAY + card
ACTIONS = PLAY + CARDS

# --- Story -----------------------------------------------------------------------------------------------------------


class Event(Telling):
    ROUND_STARTS = 0, "round", "Round {round} begins."
    CHOSE = 1, "seat", "{seat} has chosen a card to pass."
    PASSED = 2, "seat other", "{seat} passes three cards to {other}."
    RECEIVED = 3, "seat card", "{seat} receives {card}."  # for the seat alone
    LEADS = 4, "seat", "{seat} leads."
    PLAYED = 5, "seat card", "{seat} plays {card}."
    BROKEN = 6, "", "Hearts may be led from now on."
    TRICK_WON = 7, "seat points", "{seat} takes the trick, {points} points."
    MOON = 8, "seat", "{seat} has shot the moon."
    ROUND_SCORE = 9, "seat score total", "{seat} scores {score}, {total} in all."
    OVER = 10, "ending", "The match is over ({ending})."


class Chance(IntEnum):
    DEAL = 0  # [HRT-02]
