"""The Trick To Survival: what is on the table. Components, the state record, the action table, the kinds of events.

A card is suit × 13 + value − 1. A hand is six small bit sets, one a suit; sets of seats are bit sets too. River
sections are chains: `top` and, for each card in the river, the card `under` it.
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import chance
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival import content
from lasttrick.games.trick_to_survival.expressions import SUITS as SUIT_LETTERS
from lasttrick.games.trick_to_survival.operations import SKIP_RULES

# --- Components ------------------------------------------------------------------------------------------------------

SEATS = 5  # [TTS-01] two to five players
SUITS = 6  # [TTS-04] Food, Water, Ammunition, Medicine, Shelter, Sanity; also the six types of tokens
FOOD, WATER, AMMUNITION, MEDICINE, SHELTER, SANITY = range(SUITS)
VALUES = 13  # [TTS-05] values 1 to 13; with two or three players fewer are in the deck
CARDS = SUITS * VALUES
DAYS = 7  # [TTS-18] at most so many days in a week
CHALLENGES = 2 * DAYS
LOG = 256  # entries of the week's memory

NO_CARD = -1
UNSEEN = -2  # in a view: a card is here, unknown which
NO_SEAT = -1
NO_SUIT = -1
NO_EVENT = -1
NO_TRAIT = -1
NO_NUMBER = -1


@rule
def suit_of(card):
    return np.int64(card) // VALUES


@rule
def value_of(card):
    """The printed value."""
    return np.int64(card) % VALUES + 1


# --- The agenda ------------------------------------------------------------------------------------------------------


class Step(IntEnum):
    """Where in the day the match stands. `rules.advance` goes on from here whenever no question is open."""

    CHALLENGE = 0  # [TTS-21] reveal the challenge, then the leader raises
    PLAY = 1  # cards, in turn order or at once
    EVENT = 2  # [TTS-88]
    MODIFY = 3  # [TTS-28]
    OUTCOME = 4  # [TTS-31] both requirements
    POOL = 5  # [TTS-34] the leader hands out the bonus
    WOUNDS = 6  # [TTS-36] a failure hurts
    DISCARD = 7  # [TTS-38]
    NOON = 8  # [TTS-40]
    CAMP = 9  # [TTS-63]
    UPKEEP = 10  # [TTS-67]
    DAY_END = 11
    OVER = 12


class Ask(IntEnum):
    """[TTS-96] The open question, by its name in the notation."""

    NONE = 0
    RAISE = 1
    PLAY = 2
    NIGHT = 3
    MODIFY = 4
    POOL = 5
    EXTRA = 6
    SPARE = 7
    NOON = 8
    FOOD = 9
    SWITCH = 10
    STEAL = 11
    SWAP = 12
    TARGET = 13
    CAMP = 14
    OFFER = 15
    WARD = 16
    REVEAL = 17
    CHOOSE = 18
    GAIN = 19
    EXTREME = 20
    GUARD = 21
    GIVE = 22
    OVER = 23  # nothing is asked any more


class Ending(IntEnum):
    NONE = 0
    SAFE_HOUSE = 1  # [TTS-76] somebody is alive after the last day
    NATURE = 2  # [TTS-75] nobody is


class Memo(IntEnum):
    """One entry of the week's memory of hands: kind, seat, and a card (or suit, or seat). See `memory`."""

    OUT = 0  # a card left the seat's hand, seen by all
    IN = 1  # a card came into it, seen by all
    VOID = 2  # the hand held nothing of this suit
    SWAP = 3  # the seat swapped with that seat; the two cards follow
    GIVEN = 4  # the seat received this card, secret from the others
    TAKEN = 5  # the seat took this card, secret from the others
    LOOK = 6  # the seat looked at a card of that seat; it follows
    SEEN = 7  # the seat's card that was looked at, secret from the others


# --- State -----------------------------------------------------------------------------------------------------------

STATE = np.dtype(
    (
        np.record,
        [
            *chance.FIELDS,
            # options and data [TTS-110]
            ("players", np.int8),
            ("first_leader", np.int8),  # [TTS-10] NO_SEAT: drawn
            ("content", np.int64),  # fingerprint of the data, see content.fingerprint
            ("weeks", np.int8),
            ("days", np.int8),
            ("dealt", np.int8),  # cards dealt to a hand
            ("values", np.int8),  # values in the deck
            ("token_cap", np.int8),
            ("death_wounds", np.int16),
            ("week_tokens", np.int8),
            ("week_heals", np.int8),
            ("skip_rule", np.int8),  # index in SKIP_RULES
            ("night_events", np.int8),
            ("camp_offers", np.int8),
            ("camp_give", np.int8),
            ("camp_want", np.int8),
            ("camp_crafts", np.int8),
            ("role_count", np.int8),
            ("event_count", np.int8),
            ("trait_count", np.int8),
            ("role_table", np.int8, (content.MOST_ROLES, 3)),  # input, output, specialty
            ("event_rows", np.int8, (content.MOST_ROWS, 4)),  # Operation, who, what, amount
            ("event_table", np.int8, (content.MOST_EVENTS, 3)),  # first row, rows, rows of B (-1: no choice)
            ("event_where", np.int16, (content.MOST_EVENTS,)),  # begin of its condition in code, -1: none
            ("trait_at", np.int16, (content.MOST_TRAITS,)),  # begin of its condition in code
            ("code", np.int8, (content.MOST_CODE,)),  # conditions, see expressions.Code
            # the match
            ("ending", np.int8),  # Ending
            ("week", np.int8),  # from 1
            ("day", np.int8),  # from 1, within the week
            ("night", np.int8),  # 1 from the night challenge to the end of the day
            ("leader", np.int8),
            ("alive", np.int8),  # set of seats
            ("wards", np.int8),  # set of seats
            ("shown", np.int8),  # set of seats whose trait is public
            ("role", np.int8, (SEATS,)),
            ("trait", np.int8, (SEATS,)),  # NO_TRAIT: unseen
            ("tokens", np.int16, (SEATS, SUITS)),
            ("wounds", np.int16, (SEATS,)),
            ("lead_days", np.int16, (SEATS,)),  # [TTS-90] the four counters
            ("trades", np.int16, (SEATS,)),
            ("acts", np.int16, (SEATS,)),
            ("ammo_acts", np.int16, (SEATS,)),
            # cards
            ("hand", np.int16, (SEATS, SUITS)),  # bit v−1 for value v
            ("hand_size", np.int8, (SEATS,)),
            ("challenge", np.int8, (CHALLENGES,)),  # morning and night of each day; NO_CARD once revealed
            ("top", np.int8, (DAYS,)),  # river sections of days 1…; NO_CARD if empty
            ("section_size", np.int8, (DAYS,)),
            ("face_down", np.int8, (DAYS,)),  # so many cards at the bottom have never been face up
            ("under", np.int8, (CARDS,)),  # the card below, in the river; else NO_CARD
            ("discard", np.int16, (SUITS,)),
            ("event_deck", np.int8, (content.MOST_EVENTS,)),  # next at event_next; NO_EVENT before
            ("event_next", np.int8),
            ("resolved", np.int64),  # set of events
            ("log", np.int16, (LOG,)),  # the week's memory of hands, see Memo
            ("log_used", np.int16),
            ("log_lost", np.int8),  # 1: the memory was too small
            # the day
            ("used_suits", np.int8),  # [TTS-20] set of suits
            ("step", np.int8),  # Step
            ("ask", np.int8),  # Ask
            ("to_act", np.int8),  # who is asked; NO_SEAT at night and when it is over
            ("first", np.int8),  # [TTS-02] who begins this step
            ("turn", np.int8),  # place in the turn order of this step, from 0
            ("wounded", np.int8),  # who takes the wounds that are due
            ("wounds_due", np.int16),
            # the challenge
            ("challenge_card", np.int8),
            ("value", np.int16),  # [TTS-21] v, as events changed it
            ("multiplier", np.int8),  # [TTS-22] m; 0 until the leader has raised
            ("trick_first", np.int8),  # who began the play
            ("led", np.int8),  # printed suit of the first card
            ("played", np.int8, (SEATS,)),
            ("suit_now", np.int8, (SEATS,)),  # current suit of the card
            ("bonus", np.int16, (SEATS,)),  # added to its value
            ("chosen", np.int8, (SEATS,)),  # [TTS-101] night card still in hand; UNSEEN in others' views
            ("need_fixed", np.int8),  # [TTS-88] need = k, NO_NUMBER: the usual number
            ("need_shift", np.int8),
            ("no_wounds", np.int8),
            ("changed", np.int8),  # [TTS-29] 1: a suit was changed
            ("boosted", np.int8),  # [TTS-30] whose card the seat in turn boosts
            ("dead_won", np.int8),  # [TTS-37]
            ("extras", np.int8),  # [TTS-34] extra tokens still to hand out
            ("spared", np.int8),
            # the event
            ("event", np.int8),
            ("row", np.int8),  # operation reached
            ("row_end", np.int8),
            ("repeats", np.int8),  # of gain_any and ward_pick, still to ask
            ("giver", np.int8),  # of give_one; else the one player whom an operation means
            ("receiver", np.int8),  # of give_one; who chooses in gain_any
            # noon and camp
            ("actor", np.int8),
            ("acted_suit", np.int8),
            ("offers_made", np.int8),
            ("crafts_made", np.int8),
            ("offer", np.int16),  # the offer on the table, as its action; NO_NUMBER if none
        ],
    )
)


def blank(players, options):
    """[TTS-01] [TTS-110] The record before the set-up: data and options in it, nothing dealt."""
    data = content.merged(options)
    content.check_for(data, players)
    state = np.zeros(1, STATE)[0]
    state.players = players
    state.first_leader = _first_leader(players, options.get("first_leader", "chance"))
    _write_constants(state, data, players)
    _write_programs(state, data, players)
    for name in ("leader", "to_act", "first", "wounded", "trick_first", "boosted", "spared", "giver", "receiver"):
        state[name] = NO_SEAT
    for name in ("role", "trait", "challenge", "top", "under", "event_deck", "played", "suit_now", "chosen"):
        state[name] = NO_CARD
    for name in ("challenge_card", "led", "need_fixed", "event", "actor", "acted_suit", "offer"):
        state[name] = NO_NUMBER
    return state


def _first_leader(players: int, choice) -> int:
    if choice == "chance":
        return NO_SEAT
    if not 0 <= int(choice) < players:
        raise LastTrickError(f"first_leader is {choice}, but with {players} players seats are 0 to {players - 1}.")
    return int(choice)


def _write_constants(state, data: dict, players: int) -> None:
    state.content = content.fingerprint(data)
    state.weeks, state.days, state.dealt = data["weeks"], data["days"], data["hand"]
    state["values"] = data["low_player_max_value" if players <= 3 else "max_value"]
    state.token_cap, state.death_wounds = data["token_cap"], data["death_wounds"]
    state.week_tokens = data["week_start"]["tokens_each"]
    state.week_heals = data["week_start"]["living_wounds_reset"]
    state.skip_rule = SKIP_RULES.index(data["upkeep_skipped_on"])
    state.night_events = data["event_check_at_night"]
    camp = data["camp"]
    state.camp_offers, state.camp_crafts = camp["offers"], camp["crafts"]
    state.camp_give, state.camp_want = camp["offer_give_max"], camp["offer_want_max"]
    state.role_count, state.event_count = len(data["roles"]), len(data["events"])
    state.trait_count = len(data["traits"])
    for i, role in enumerate(data["roles"]):
        state.role_table[i] = [SUIT_LETTERS.index(role[key]) for key in ("input", "output", "specialty")]


def hold(state) -> content.Data:
    """The data that the state names; whoever plays on with the state keeps it."""
    return content.data_of(state.content)


def _write_programs(state, data: dict, players: int) -> None:
    program = content.compile_data(data, players)
    state.event_rows[: len(program.rows)] = program.rows
    state.event_table[: len(program.events)] = program.events
    state.event_where[: len(program.where)] = program.where
    state.trait_at[: len(program.traits)] = program.traits
    state.code[: len(program.code)] = program.code


# --- Actions [TTS-80] [TTS-96] ---------------------------------------------------------------------------------------

NOBODY = SEATS  # in actions that name a seat or nobody
PLACES = SEATS + 1
COUNTS = 2  # an offer gives one or two tokens and wants up to two
WANTS = 1 + SUITS * COUNTS  # nothing, or a type and a count

RAISE = 0  # + m
PLAY = RAISE + 2 * SEATS + 1  # + card
CHANGE = PLAY + CARDS  # + seat × 6 + suit
BOOST = CHANGE + SEATS * SUITS  # + seat × 6 + type
ASSIGN = BOOST + SEATS * SUITS  # + type × 6 + seat or NOBODY
SPARE = ASSIGN + SUITS * PLACES  # + seat or NOBODY
TAKE = SPARE + PLACES
PLACE = TAKE + 1  # + card
PASS = PLACE + CARDS
NAME = PASS + 1  # + seat or NOBODY
SWITCH = NAME + PLACES  # + card × 7 + day − 1
STEAL = SWITCH + CARDS * DAYS  # + seat × 6 + type
SWAP = STEAL + SEATS * SUITS  # + card × 5 + seat
TARGET = SWAP + CARDS * SEATS  # + seat
OFFER = TARGET + SEATS  # + ((partner × 6 + give) × 2 + count − 1) × 13 + want
CRAFT = OFFER + SEATS * SUITS * COUNTS * WANTS
DONE = CRAFT + 1
ACCEPT = DONE + 1
DECLINE = ACCEPT + 1
WARD_YES = DECLINE + 1
WARD_NO = WARD_YES + 1
REVEAL_YES = WARD_NO + 1
REVEAL_NO = REVEAL_YES + 1
CHOOSE_A = REVEAL_NO + 1
CHOOSE_B = CHOOSE_A + 1
GAIN = CHOOSE_B + 1  # + type
GIVE = GAIN + SUITS  # + type
ACTIONS = GIVE + SUITS


# --- Story -----------------------------------------------------------------------------------------------------------


class Event(IntEnum):
    LEADS_FIRST = 0  # seat
    ROLE = 1  # seat, role
    TRAIT = 2  # seat, trait: for the seat alone
    WEEK_STARTS = 3  # week
    DEALT = 4  # seat, cards…: for the seat alone
    DAY_STARTS = 5  # week, day
    TURNED_UP = 6  # day, card
    CHALLENGE = 7  # card, 1 at night
    RAISED = 8  # seat, multiplier
    PLAYED = 9  # seat, card, value
    CHOSE = 10  # seat
    DECK_RENEWED = 11
    EVENT = 12  # event
    CHOICE = 13  # seat, 0 for A and 1 for B
    NAMED = 14  # seat, other
    CHANGED = 15  # seat, other, suit
    BOOSTED = 16  # seat, other, suit paid
    GAINED = 17  # seat, suit, count
    PAID = 18  # seat, suit, count
    HEALED = 19  # seat, count
    WARD_TAKEN = 20  # seat
    WARD_USED = 21  # seat
    WOUNDED = 22  # seat, wounds
    DIED = 23  # seat
    LEADER = 24  # seat
    TRAIT_SHOWN = 25  # seat, trait
    SALVAGED = 26  # seat, card
    VALUE = 27  # value
    NEED = 28  # trumps needed
    CARDS_CHANGE = 29  # change
    NO_WOUNDS = 30
    GAVE = 31  # seat, other, suit
    SUCCESS = 32  # trumps, sum, sum needed
    FAILURE = 33  # trumps, sum, sum needed
    TRICK_WON = 34  # seat, card
    ASSIGNED = 35  # seat, other or -1, suit
    SPARED = 36  # seat, other or -1
    TO_RIVER = 37  # day
    TOOK = 38  # seat, card
    PLACED = 39  # seat, card
    PASSED = 40  # seat
    SWITCHED = 41  # seat, card, card taken, day
    STOLE = 42  # seat, other, suit
    SWAPPED = 43  # seat, other
    SWAP_CARDS = 44  # seat, other, card given, card taken: for these two
    LOOKED = 45  # seat, other
    LOOK_CARD = 46  # seat, other, card: for these two
    OFFERED = 47  # seat, other, suit, count, wanted suit, wanted count
    ACCEPTED = 48  # seat
    DECLINED = 49  # seat
    CRAFTED = 50  # seat, suit paid, suit gained
    NO_UPKEEP = 51
    OVER = 52  # Ending


class Chance(IntEnum):
    """[TTS-85] [TTS-97]"""

    FIRST_LEADER = 0
    ROLES = 1
    TRAITS = 2
    EVENT_ORDER = 3
    WEEK_DEAL = 4
    SWAP_CARD = 5
    LOOK_CARD = 6
    SALVAGE_CARD = 7
