"""Zombie Escape: what is on the table. Components, the state record, the action table, the kinds of events.

Sets of cards, seats, locations and turns are bit sets (`core.bits`). Decks and constants come from a data file
(`data`) and travel in the record, so a state needs nothing beside it.
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import bits
from lasttrick.core.errors import LastTrickError
from lasttrick.core.fields import (
    ALL,
    BY_SEAT,
    HIDDEN,
    LARGE,
    NUMBER,
    OWN,
    SEAT,
    SET,
    SMALL,
    Field,
    Fields,
    Kind,
    names,
)
from lasttrick.core.rule import rule
from lasttrick.core.story import Telling
from lasttrick.core.words import read_seat
from lasttrick.games.zombie_escape import data

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 6  # [ZMB-01] three to six players, in turn by rising seat
LOCATIONS = len(data.MARKS)
CARDS = data.MOST_CARDS  # numbered from 0: by number and marks, see data.rows_in_order
ROWS = data.MOST_NUMBERS
KINDS = data.MOST_KINDS
PILE = data.MOST_DAMAGE_CARDS
KIND_NAME = 6  # letters

NO_CARD = -1
NO_SEAT = -1
NO_LOCATION = -1
UNSEEN = -1  # in `pile`: not revealed, or past its end


class Recovery(IntEnum):
    """[ZMB-52] When a damage card brings recovery, in the order of data.RECOVERIES."""

    NEVER = 0
    ALWAYS = 1  # Food
    LAST_TURN = 2  # Helicopter


class Phase(IntEnum):
    LEAD = 0  # [ZMB-25] the leader plays and names the location
    FOLLOW = 1  # [ZMB-26] the others play in order
    FLIP = 2  # [ZMB-53] a recovery effect: the taker turns a damage card down
    OVER = 3


class Ending(IntEnum):
    """[ZMB-58] Why the game ended."""

    NONE = 0
    DAMAGE = 1  # somebody reached the threshold
    LAST_DAY = 2


# --- State -----------------------------------------------------------------------------------------------------------

LOCATION = Kind(np.int8, none=NO_LOCATION, text="location")
CARD = Kind(np.int8, none=NO_CARD)
DAMAGE = Kind(np.int8, none=UNSEEN)
LETTER = Kind(np.uint8)

FIELDS = Fields(
    Field("players", SMALL, ALL, "how many play", told="table own"),
    # [ZMB-70] what comes from the data file
    Field("max_days", SMALL, ALL, "the last day", line="data", told="table"),
    Field("end_damage", NUMBER, ALL, "a record that ends the match", line="data", told="table"),
    Field("reversal_damage", NUMBER, ALL, "a record that turns the victory around", line="data", told="table"),
    Field("deck_size", SMALL, ALL, "zombie cards", line="data", told="table"),
    Field("turns", SMALL, ALL, "turns of a day, cards of a full hand", line="data", told="table"),
    Field("row_of", SMALL.row(CARDS), ALL, "the row of each card: all cards of one number", line="data"),
    Field("number", NUMBER.row(ROWS), ALL, "of each row", line="data"),
    Field("seam_first", SMALL.row(ROWS), ALL, "lowest card of the row's seam group, all neighbours", line="data"),
    Field("seam_cards", SMALL.row(ROWS), ALL, "cards in that group, 0 without a seam", line="data"),
    Field("bearing", SET.row(LOCATIONS), ALL, "the cards that bear each location", line="data"),
    Field("kind_name", LETTER.row(KIND_NAME).row(KINDS), ALL, "the damage kinds, letter by letter", line="data"),
    Field("wholes", SMALL.row(KINDS), ALL, "whole stains of each kind", line="data", told="table"),
    Field("halves", SMALL.row(KINDS), ALL, "half stains of each kind", line="data", told="table"),
    Field("recovery", SMALL.row(KINDS), ALL, "when each kind brings recovery", line="data", told="table"),
    Field("in_pile", SMALL.row(KINDS), ALL, "cards of each kind in the pile", line="data", told="table"),
    # the match
    Field("day", SMALL, ALL, "from 1", left_out=1, told="table"),
    Field("turn", SMALL, ALL, "turns finished today", told="table seat"),
    Field("phase", names(Phase), ALL, "what is being decided", told="table own"),
    Field("ending", names(Ending), ALL, "why the match has ended"),
    # the turn
    Field("leader", SEAT, ALL, "nobody until drawn", left_out=0, told="table"),
    Field("to_act", SEAT, ALL, "whose turn it is", line="acts", told="table"),
    Field("location", LOCATION, ALL, "where this turn happens; none before the lead", told="table seat"),
    Field("played", CARD.each(SEATS), ALL, "the card each seat has played", told="seat"),
    Field("hand", SET.each(SEATS), OWN, "the cards of each hand", line=BY_SEAT, told="own"),
    Field("zombie", SET.each(SEATS), ALL, "the cards in front of each seat", line=BY_SEAT, told="seat own"),
    # the day
    Field("graveyard", SET, ALL, "cards of past turns, face up", told="table own"),
    Field("pile", DAMAGE.row(PILE), HIDDEN, "damage kinds in the order of revealing", "show_pile", told="table seat"),
    Field("taken", LARGE.each(SEATS), ALL, "turns of today whose damage card this seat took", told="seat"),
    Field("down", LARGE, ALL, "turns of today whose damage card lies face down", line="taken", told="seat"),
    Field("void", SMALL.each(SEATS), ALL, "locations of which this hand is known to hold nothing", told="seat"),
    Field("records", NUMBER.each(SEATS), ALL, "damage of all days", told="seat"),
)
STATE, hide = FIELDS.dtype, FIELDS.hiding()
DATA_FIELDS = tuple(field.name for field in FIELDS.of_line("data"))


def blank(players, options):
    """The record before the first deal. [ZMB-18] The first leader may be given."""
    content = data.content(options["data"])
    data.check_players(content, players)
    state = FIELDS.blank(players, {})
    state.max_days = content["max_days"]
    state.end_damage = content["end_damage"]
    state.reversal_damage = content["reversal_damage"]
    _lay_out_deck(state, content)
    _lay_out_damage(state, content)
    state.turns = state.deck_size // players
    state.leader = NO_SEAT if options["first_leader"] == "drawn" else read_seat(options["first_leader"])
    if state.leader >= players:
        raise LastTrickError(f"Seat {options['first_leader']} cannot lead: there are {players} players.")
    return state


def _lay_out_deck(state, content) -> None:
    """[ZMB-03] Each card has a number, marks and perhaps a seam; [ZMB-35] groups are ranges of cards."""
    card = 0
    rows = data.rows_in_order(content)
    for at, row in enumerate(rows):
        state.number[at] = row["number"]
        for marks in data.cards_in_order(row):
            state.row_of[card] = at
            for location in bits.members(marks):
                state.bearing[location] |= 1 << card
            card += 1
    state.deck_size = card
    groups = [rows[r]["group"] for r in state.row_of[:card]]
    for at, row in enumerate(rows):
        if row["group"] is not None:
            state.seam_first[at] = groups.index(row["group"])
            state.seam_cards[at] = groups.count(row["group"])


def _lay_out_damage(state, content) -> None:
    """[ZMB-15] The kinds, in the order of the data, and [ZMB-16] how many of each are in the pile of these players."""
    pile = content["damage_piles"][str(state.players)]
    for at, (name, kind) in enumerate(content["damage_kinds"].items()):
        state.kind_name[at, : len(name)] = list(name.encode())
        state.wholes[at] = kind["wholes"]
        state.halves[at] = kind["halves"]
        state.recovery[at] = data.RECOVERIES.index(kind.get("recovery") or "")
        state.in_pile[at] = pile.get(name, 0)


@rule
def number_of(state, card):
    return np.int64(state.number[state.row_of[card]])


@rule
def mates(state, card):
    """[ZMB-35] All cards of this card's seam group, itself included; none for a card without a seam."""
    row = state.row_of[card]
    return bits.first(state.seam_cards[row]) << np.int64(state.seam_first[row])


@rule
def bears(state, card, location):
    """[ZMB-29] A card with several marks counts as bearing each of them."""
    return bits.has(state.bearing[location], card)


@rule
def marks(state, cards):
    """[ZMB-34] The united marks of some cards, as a set of locations."""
    united = np.int64(0)
    for location in range(LOCATIONS):
        if state.bearing[location] & cards != 0:
            united |= bits.one(location)
    return united


@rule
def danger(state, cards):
    """[ZMB-04] [ZMB-34] The sum of the numbers of some cards."""
    total = np.int64(0)
    while cards != 0:
        total += number_of(state, bits.lowest(cards))
        cards = bits.without_lowest(cards)
    return total


@rule
def hand_size(state, seat):
    """[ZMB-21] Everyone plays one card a turn, so the turn tells how many are left."""
    return state.turns - state.turn - (1 if state.played[seat] != NO_CARD else 0)


@rule
def revealed(state):
    """[ZMB-24] How many cards of the damage pile have been revealed today."""
    return state.turn + (1 if state.phase != Phase.OVER else 0)


# --- Actions ---------------------------------------------------------------------------------------------------------

LEAD = 0  # [ZMB-33a] LEAD + card · LOCATIONS + location
FOLLOW = LEAD + CARDS * LOCATIONS  # [ZMB-33b] FOLLOW + card
FLIP = FOLLOW + CARDS  # [ZMB-33c] FLIP + kind
ACTIONS = FLIP + KINDS


# --- Story -----------------------------------------------------------------------------------------------------------


JOINING = 4  # facts of RETURNED and MOVED before the cards


class Event(Telling):
    DAY_STARTS = 0, "day", "Day {day} begins."
    REVEALED = 1, "turn_number kind", "Turn {turn_number}: {kind} is at stake."
    LED = 2, "seat card location cause", "{seat} leads {card} at {location}."
    FOLLOWED = 3, "seat card cause", "{seat} plays {card}."
    RETURNED = 4, "seat _ danger cause cards…", "{seat}'s zombie grows from the graveyard to danger {danger}: {cards}."
    MOVED = 5, "seat other danger cause cards…", "{other}'s zombie moves to {seat}, danger {danger}: {cards}."
    CAUGHT = 6, "seat danger size cause", "{seat} is caught: danger {danger}, size {size}."
    TOOK = 7, "seat kind", "{seat} takes {kind}."
    RECOVERED = 8, "seat kind", "{kind} of {seat} brings recovery and is turned face down."
    FLIPPED = 9, "seat kind", "{seat} turns {kind} face down."
    DAY_DAMAGE = 10, "seat damage record pairs odd dead", "{seat} suffers {damage} damage, {record} in all."
    OVER = 11, "ending reversal", "The match is over ({ending})."


class Cause(IntEnum):
    """Why a card stays as it is, and why this zombie of several is the one."""

    NONE = 0
    ALONE = 1  # [ZMB-35] without a seam, beside others of its number
    AWAY = 2  # [ZMB-43] not at the location
    MORE = 3  # [ZMB-45] of equal dangers the most cards
    LAST = 4  # [ZMB-46] of equals the latest to play


class Chance(IntEnum):
    """[ZMB-69] Everything that is random, [ZMB-73] in the order in which it is drawn."""

    FIRST_LEADER = 0
    DEAL = 1
    DAMAGE_PILE = 2
