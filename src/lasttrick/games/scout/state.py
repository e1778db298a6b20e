"""SCOUT: what is on the table. Components, the state record, the action table, the kinds of events.

A card lying one way up is a *face*; a hand is a row of faces. Sets of cards and of seats are bit sets (`core.bits`).
"""

from enum import IntEnum

import numpy as np

from lasttrick.core.errors import LastTrickError
from lasttrick.core.fields import (
    ALL,
    BY_SEAT,
    LARGE,
    NUMBER,
    OWN,
    SEAT,
    SET,
    SMALL,
    Extra,
    Field,
    Fields,
    Kind,
    choice,
    names,
)
from lasttrick.core.rule import rule
from lasttrick.core.story import Telling

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


def _of_faces(number):
    """A number for each face, by table, since a quotient takes longer; see `place_of`."""
    table = np.zeros(256, np.int8)
    for face in (*range(FACES), UNSEEN):
        table[face] = number(face // NUMBERS + 1, face % NUMBERS + 1)
    return table


TOPS = _of_faces(lambda top, bottom: top)
BOTTOMS = _of_faces(lambda top, bottom: bottom)
# Cards are counted 1/2, 1/3, 2/3, 1/4 … 9/10: by higher number, then by lower.
CARDS_OF = _of_faces(lambda a, b: (max(a, b) - 1) * (max(a, b) - 2) // 2 + min(a, b) - 1)


@rule
def place_of(face):
    """The place of a face in these tables, the last for UNSEEN: never negative, so that nothing has to ask whether."""
    return np.int64(face) & 255


@rule
def top_of(face):
    """[SCT-09] The upper number is the value of the card."""
    return np.int64(TOPS[place_of(face)])


@rule
def bottom_of(face):
    return np.int64(BOTTOMS[place_of(face)])


@rule
def face_of(top, bottom):
    return (top - 1) * NUMBERS + bottom - 1


@rule
def turned(face):
    """`a/b` becomes `b/a`."""
    return face_of(bottom_of(face), top_of(face))


@rule
def card_of(face):
    """The card, whichever way up."""
    return np.int64(CARDS_OF[place_of(face)])


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


FACE = Kind(np.int8, none=UNSEEN)
ROTATED = names(Rotated).each(SEATS)
HANDS = FACE.row(ROW).each(SEATS)
CARDS_SET = Kind(np.int64, text="cards")
ROUNDS = SEATS  # [SCT-41] as many as players

FIELDS = Fields(
    # options
    Field("players", SMALL, ALL, "how many play", told="table seat"),
    Field("oink_names", choice("default", "oink"), ALL, "[SCT-V01] the words used", line="names", told="table"),
    Extra("two_player"),
    Field("holder_starts", choice("chance", "holder_of_1_2"), ALL, "[SCT-V03] who starts first", line="start"),
    Field(
        "visibility", names(Visibility), ALL, "[SCT-V04] of insertions", line="insertion_visibility", told="table seat"
    ),
    Field("stall_limit", NUMBER, ALL, "[SCT-V05] 0: no limit", told="table"),
    # the match
    Field("round_number", SMALL, ALL, "from 1", line="round", left_out=1, told="table"),
    Field("phase", names(Phase), ALL, "what is being decided", left_out=Phase.TURN, told="table"),
    Field("ending", names(Ending), ALL, "why the match has ended"),
    # the round
    Field("start_seat", SEAT, ALL, "who starts this round; nobody until drawn", line="first", left_out=0, told="table"),
    Field("to_act", SEAT, ALL, "nobody while hands are rotated, and at the end", line="turn", told="table"),
    Field("rotated", ROTATED, OWN, "the answer about the hand", "show_answer", left_out=Rotated.NO, told="seat own"),
    Field("table", FACE.row(LONGEST), ALL, "the Prior Set from left to right", line="table", told="table"),
    Field("table_size", SMALL, ALL, "cards of the Prior Set", line="table", told="table"),
    Field("owner", SEAT, ALL, "of the Prior Set; nobody if there is none", told="table"),
    Field("hand", HANDS, OWN, "the faces of a hand from left to right", "show_row", line=BY_SEAT, told="seat own"),
    Field("hand_size", SMALL.each(SEATS), ALL, "cards of each hand", line=BY_SEAT, told="seat own"),
    Field("pile", SET.each(SEATS), ALL, "captured cards", line=BY_SEAT, told="seat"),
    Field("known", SET.each(SEATS), ALL, "scouted cards still in the hand they went to", line=BY_SEAT, told="seat"),
    Field("tokens", LARGE.each(SEATS), ALL, "VP tokens; with two players Scout chips", told="seat"),
    Field("marker", SMALL.each(SEATS), ALL, "1 until the Double Action is used", line="markers", told="seat"),
    Field("scouts", SMALL, ALL, "Scouts since the last Play", told="table"),
    Field("idle", NUMBER, ALL, "turns in a row without progress", told="table"),
    Field("holder", SEAT, ALL, "who started because of the card 1/2 and has it still", told="seat"),
    Field("gone", CARDS_SET, ALL, "two players: the cards of the round before, out of the match"),
    # the rounds that are over
    Field("score", LARGE.row(SEATS).row(ROUNDS), ALL, "of each round, by seat", line="scores", told="table seat"),
    Field("round_end", names(RoundEnd).row(ROUNDS), ALL, "how each round ended", line="rounds", told="table"),
    Field("achiever", SEAT.row(ROUNDS), ALL, "who brought each end about", line="achievers", told="table"),
)
STATE, hide = FIELDS.dtype, FIELDS.hiding()


def blank(players, options):
    """[SCT-01] The record before the first deal: options set, nothing dealt."""
    _check(players, options)
    return FIELDS.blank(players, options)


def _check(players, options):
    """[SCT-V02] Options that do not go with this number of players."""
    if players > 2 and options["two_player"] == "oink":
        raise LastTrickError(f"two_player=oink is the game for 2 players, not {players}; leave the option out.")
    if players == 2 and options["start"] == "holder_of_1_2":
        raise LastTrickError("start=holder_of_1_2 is for 3 to 5 players: with 2 the card 1/2 may not be dealt.")


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


class Event(Telling):
    ROUND_STARTS = 0, "round seat", "Round {round} begins; {seat} starts."
    ANSWERED = 1, "seat", "{seat} has looked at the hand."
    ROTATED = 2, "seat rotated", "{seat} rotates the hand: {rotated}."  # for the seat alone
    PLAYED = 3, "seat cards…", "{seat} {word} {cards}."
    PLAYED_FROM = 4, "seat start", "{seat}'s cards stood from place {start} on."  # as SCT-V04 says
    CAPTURED = 5, "seat count owner why cards…", "{seat} beats {cards} by its {why} and captures {count}."
    MARKER_PAID = 6, "seat", "{seat} uses the {word}."
    SCOUTED = 7, "seat card end", "{seat} scouts {card} from the {end}."
    INSERTED = 8, "seat position way", "{seat} puts it in at place {position} ({way})."  # as SCT-V04 says
    TOKEN = 9, "seat tokens", "{seat} gets a {word} and has {tokens}."
    CHIP_PAID = 10, "seat tokens", "{seat} pays a Scout chip and has {tokens} left."
    TABLE_EMPTY = 11, "", "There is no {word} any more."
    ROUND_ENDS = 12, "round_ending seat", "The round ends ({ending}, {seat})."
    HAND_SHOWN = 13, "seat cards…", "{seat} has left: {cards}."  # two players
    ROUND_SCORE = (
        *(14, "seat captured tokens against score total"),
        "{seat} scores {captured} captured + {tokens} tokens - {against} in hand = {score}, {total} in all.",
    )
    OVER = 15, "ending", "The match is over ({ending})."


class Chance(IntEnum):
    START_PLAYER = 0  # [SCT-50]
    DEAL = 1  # [SCT-51]
