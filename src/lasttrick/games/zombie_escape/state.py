"""Zombie Escape: what is on the table. Components, the state record, the action table, the kinds of events.

Sets of cards, seats, locations and turns are bit sets (`core.bits`). Decks and constants come from a data file
(`data`) and travel in the record, so a state needs nothing beside it.
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rule import rule
from lasttrick.core.words import read_seat
from lasttrick.games.zombie_escape import data

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 6
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

_DATA = [  # [ZMB-70] what comes from the data file
    # constants
    ("max_days", np.int8),
    ("end_damage", np.int16),
    ("reversal_damage", np.int16),
    # zombie deck. A row is all cards of one number; cards of a seam group are neighbours
    ("deck_size", np.int8),
    ("turns", np.int8),  # turns of a day, cards of a full hand
    ("row_of", np.int8, (CARDS,)),  # row of each card
    ("number", np.int16, (ROWS,)),
    ("seam_first", np.int8, (ROWS,)),  # lowest card of the row's seam group
    ("seam_cards", np.int8, (ROWS,)),  # cards in that group, 0 without a seam
    ("bearing", np.int64, (LOCATIONS,)),  # the cards that bear each location
    # damage cards
    ("kind_name", np.uint8, (KINDS, KIND_NAME)),
    ("wholes", np.int8, (KINDS,)),
    ("halves", np.int8, (KINDS,)),
    ("recovery", np.int8, (KINDS,)),  # Recovery
    ("in_pile", np.int8, (KINDS,)),  # cards of each kind in the pile of these players
]
DATA_FIELDS = tuple(str(field[0]) for field in _DATA)

STATE = np.dtype(
    (
        np.record,
        [
            *chance.FIELDS,
            ("players", np.int8),
            *_DATA,
            # the match
            ("phase", np.int8),  # Phase
            ("ending", np.int8),  # Ending
            ("day", np.int8),  # from 1
            ("records", np.int16, (SEATS,)),
            # the day
            ("turn", np.int8),  # turns finished today
            ("hand", np.int64, (SEATS,)),  # sets of cards
            ("graveyard", np.int64),
            ("pile", np.int8, (PILE,)),  # damage kinds in the order of revealing; UNSEEN
            ("taken", np.int32, (SEATS,)),  # turns of today whose damage card this seat took
            ("down", np.int32),  # turns of today whose damage card lies face down
            # the turn
            ("leader", np.int8),  # NO_SEAT until drawn
            ("to_act", np.int8),
            ("location", np.int8),  # NO_LOCATION before the lead
            ("played", np.int8, (SEATS,)),  # card each seat has played, NO_CARD until then
            ("zombie", np.int64, (SEATS,)),  # cards in front of each seat
            # public memory: locations of which this hand holds nothing
            ("void", np.int8, (SEATS,)),
        ],
    )
)


def blank(players, options):
    """The record before the first deal. [ZMB-18] The first leader may be given."""
    state = np.zeros(1, STATE)[0]
    content = data.content(options["data"])
    data.check_players(content, players)
    state.players = players
    state.max_days = content["max_days"]
    state.end_damage = content["end_damage"]
    state.reversal_damage = content["reversal_damage"]
    _lay_out_deck(state, content)
    _lay_out_damage(state, content)
    state.turns = state.deck_size // players
    state.leader = NO_SEAT if options["first_leader"] == "drawn" else read_seat(options["first_leader"])
    if state.leader >= players:
        raise LastTrickError(f"Seat {options['first_leader']} cannot lead: there are {players} players.")
    state.to_act, state.location = NO_SEAT, NO_LOCATION
    state.pile[:] = UNSEEN
    state.played[:] = NO_CARD
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
def next_seat(state, seat):
    """[ZMB-01] [ZMB-23] Play goes clockwise, by rising seat."""
    following = seat + 1
    return following if following < state.players else 0


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


class Event(IntEnum):
    DAY_STARTS = 0  # day
    REVEALED = 1  # turn from 1, kind
    LED = 2  # seat, card, location
    FOLLOWED = 3  # seat, card
    RETURNED = 4  # seat, NO_SEAT, cards that come back from the graveyard…
    MOVED = 5  # seat, seat it was in front of, cards of the zombie…
    CAUGHT = 6  # seat, danger, size
    TOOK = 7  # seat, kind
    RECOVERED = 8  # seat, kind of the recovery card, turned down by itself
    FLIPPED = 9  # seat, kind
    DAY_DAMAGE = 10  # seat, damage, record
    OVER = 11  # Ending, 1 if reversed


class Chance(IntEnum):
    """[ZMB-69] Everything that is random, [ZMB-73] in the order in which it is drawn."""

    FIRST_LEADER = 0
    DEAL = 1
    DAMAGE_PILE = 2
