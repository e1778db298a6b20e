"""The Trick To Survival: what is on the table. Components, the state record, the action table, the kinds of events.

A card is suit × 13 + value − 1. A hand is six small bit sets, one a suit; sets of seats are bit sets too. River
sections are chains: `top` and, for each card in the river, the card `under` it.
"""

from enum import IntEnum

import numpy as np

from lasttrick.core.errors import LastTrickError
from lasttrick.core.fields import ALL, BY_SEAT, HIDDEN, NUMBER, OWN, SMALL, Field, Fields, Kind, choice, names
from lasttrick.core.rule import rule
from lasttrick.core.story import Telling
from lasttrick.games.trick_to_survival import content
from lasttrick.games.trick_to_survival.content.expressions import SUITS as SUIT_LETTERS
from lasttrick.games.trick_to_survival.content.operations import SKIP_RULES

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
    """One entry of the week's memory of hands: kind, seat, and a card (or suit, seat, offer). See `memory`."""

    OUT = 0  # a card left the seat's hand, seen by all
    IN = 1  # a card came into it, seen by all
    VOID = 2  # the hand held nothing of this suit
    SWAP = 3  # the seat swapped with that seat; the two cards follow
    GIVEN = 4  # the seat received this card, secret from the others
    TAKEN = 5  # the seat took this card, secret from the others
    LOOK = 6  # the seat looked at a card of that seat; it follows
    SEEN = 7  # the seat's card that was looked at, secret from the others
    SHY = 8  # the living seat played no trump of this suit where one was wanted
    ASKED = 9  # an offer of the seat was declined: the partner's place among the others × 30 + the pair of types


# --- State -----------------------------------------------------------------------------------------------------------

PLACE_AT = Kind(np.int8, none=NO_SEAT, text="place")  # a seat, written as its number
CARD = Kind(np.int8, none=NO_CARD, text="card")
SUIT = Kind(np.int8, none=NO_SUIT, text="suit")
SUIT_SET = Kind(np.int8, text="suits")
SEAT_SET = Kind(np.int8)
WORDS = NUMBER.row(SUITS)  # cards by suit: bit v−1 for value v
PER_SEAT = NUMBER.each(SEATS)
TRAIT = Kind(np.int8, none=NO_TRAIT)
EVENT = Kind(np.int8, none=NO_EVENT, text="event")
MAYBE = Kind(np.int8, none=NO_NUMBER, text="number or -")

FIELDS = Fields(
    Field("players", SMALL, ALL, "how many play", told="table own"),
    # data [TTS-110]
    Field("content", Kind(np.int64), ALL, "fingerprint of the data", line="data", told="table seat own"),
    Field("weeks", SMALL, ALL, "how many weeks the way takes", line="data"),
    Field("days", SMALL, ALL, "how many days a week has", line="data", told="table"),
    Field("dealt", SMALL, ALL, "cards dealt to a hand", line="data"),
    Field("values", SMALL, ALL, "values in the deck", line="data"),
    Field("token_cap", SMALL, ALL, "the most tokens of a type", line="data", told="table"),
    Field("death_wounds", NUMBER, ALL, "wounds that kill", line="data", told="table"),
    Field("week_tokens", SMALL, ALL, "tokens of each type that a new week gives", line="data"),
    Field("week_heals", SMALL, ALL, "1: a new week heals the living", line="data"),
    Field("skip_rule", SMALL, ALL, "the days without upkeep, as a number of SKIP_RULES", line="data"),
    Field("night_events", SMALL, ALL, "1: nights can bring events", line="data"),
    Field("camp_offers", SMALL, ALL, "the most offers a camp", line="data"),
    Field("camp_give", SMALL, ALL, "the most tokens an offer gives", line="data"),
    Field("camp_want", SMALL, ALL, "the most tokens an offer wants", line="data"),
    Field("camp_crafts", SMALL, ALL, "the most crafts a camp", line="data"),
    Field("role_count", SMALL, ALL, "role cards", line="data"),
    Field("event_count", SMALL, ALL, "event cards", line="data", told="table"),
    Field("trait_count", SMALL, ALL, "trait cards", line="data"),
    Field(
        "role_table", SMALL.row(3).row(content.MOST_ROLES), ALL, "input, output, specialty", line="data", told="seat"
    ),
    Field("event_rows", SMALL.row(4).row(content.MOST_ROWS), ALL, "Operation, who, what, amount", line="data"),
    Field("event_table", SMALL.row(3).row(content.MOST_EVENTS), ALL, "first row, rows, rows of B or -1", line="data"),
    Field("event_where", NUMBER.row(content.MOST_EVENTS), ALL, "begin of its condition in code or -1", line="data"),
    Field("trait_at", NUMBER.row(content.MOST_TRAITS), ALL, "begin of its condition in code", line="data"),
    Field("code", SMALL.row(content.MOST_CODE), ALL, "conditions, step by step", line="data"),
    Field("first_leader", Kind(np.int8, text="first leader"), ALL, "[TTS-10] -1: drawn"),
    # the calendar and the agenda
    Field("week", SMALL, ALL, "from 1", left_out=1, told="table"),
    Field("day", SMALL, ALL, "from 1, within the week", left_out=1, told="table"),
    Field("night", choice("morning", "night"), ALL, "1 from the night challenge on", line="time", told="table"),
    Field("step", names(Step), ALL, "where in the day the match stands", told="table"),
    Field("ask", names(Ask), ALL, "[TTS-96] the open question", left_out=Ask.PLAY, told="table"),
    Field("to_act", PLACE_AT, ALL, "who is asked; nobody at night and at the end", line="asked"),
    Field("first", PLACE_AT, ALL, "[TTS-02] who begins this step", line="order", told="table"),
    Field("turn", SMALL, ALL, "place in the turn order of this step, from 0", line="order", told="table"),
    Field("wounded", PLACE_AT, ALL, "who takes the wounds that are due", line="due"),
    Field("wounds_due", NUMBER, ALL, "how many are due", line="due", told="table"),
    Field("leader", PLACE_AT, ALL, "who leads", left_out=0, told="table"),
    # players
    Field("hand", WORDS.each(SEATS), OWN, "the cards of each hand, by suit", line=BY_SEAT, told="own"),
    Field("role", CARD.each(SEATS), ALL, "role of each seat", line=BY_SEAT, told="seat"),
    Field("trait", TRAIT.each(SEATS), OWN, "trait of each seat", "show_trait", line=BY_SEAT, told="seat own"),
    Field("tokens", WORDS.each(SEATS), ALL, "tokens of each seat, by type", line=BY_SEAT, told="seat"),
    Field("wounds", PER_SEAT, ALL, "wounds of each seat", line=BY_SEAT, told="seat"),
    Field("alive", SEAT_SET, ALL, "set of seats", line=BY_SEAT, told="table seat"),
    Field("wards", SEAT_SET, ALL, "set of seats with a ward", line=BY_SEAT, told="seat"),
    Field("shown", SEAT_SET, ALL, "set of seats whose trait is public", line=BY_SEAT, told="seat"),
    Field("hand_size", SMALL.each(SEATS), ALL, "cards of each hand", line="hands", told="seat"),
    Field("lead_days", PER_SEAT, ALL, "[TTS-90] days led", told="seat"),
    Field("trades", PER_SEAT, ALL, "[TTS-90] trades made", told="seat"),
    Field("acts", PER_SEAT, ALL, "[TTS-90] suit actions used while alive", told="seat"),
    Field("ammo_acts", PER_SEAT, ALL, "[TTS-90] those of Ammunition", told="seat"),
    Field("used_suits", SUIT_SET, ALL, "[TTS-20] suits whose action was used today", line="used", told="table"),
    # the challenge
    Field("challenge_card", CARD, ALL, "the challenge", line="challenge", told="table"),
    Field("value", NUMBER, ALL, "[TTS-21] v, as events changed it", line="challenge", told="table"),
    Field("multiplier", SMALL, ALL, "[TTS-22] m; 0 until the leader has raised", line="challenge", told="table"),
    Field("need_fixed", MAYBE, ALL, "[TTS-88] need = k; none: the usual number", line="need", told="table"),
    Field("need_shift", SMALL, ALL, "[TTS-88] added to the need", line="need", told="table"),
    Field("no_wounds", SMALL, ALL, "1: a failure hurts nobody", line="flags", told="table"),
    Field("changed", SMALL, ALL, "[TTS-29] 1: a suit was changed", line="flags"),
    Field("dead_won", SMALL, ALL, "[TTS-37] 1: the trick is a dead player's", line="flags"),
    Field("trick_first", PLACE_AT, ALL, "who began the play", line="lead"),
    Field("led", SUIT, ALL, "printed suit of the first card", line="lead", told="table"),
    Field("played", CARD.each(SEATS), ALL, "the card of each seat", line="trick", told="table seat"),
    Field("suit_now", SUIT.each(SEATS), ALL, "its current suit", line="trick", told="table seat"),
    Field("bonus", PER_SEAT, ALL, "added to its value", line="trick", told="table seat"),
    Field("chosen", CARD.each(SEATS), OWN, "[TTS-101] night card still in hand", "show_chosen", told="seat own"),
    Field("boosted", PLACE_AT, ALL, "[TTS-30] whose card the seat in turn boosts", line="spoils"),
    Field("extras", SMALL, ALL, "[TTS-34] extra tokens still to hand out", line="spoils"),
    Field("spared", PLACE_AT, ALL, "[TTS-36] whom the leader spares", line="spoils"),
    # the event
    Field("event", EVENT, ALL, "the event of this challenge", told="table"),
    Field("row", SMALL, ALL, "operation reached", line="event"),
    Field("row_end", SMALL, ALL, "operation at which it ends", line="event"),
    Field("repeats", SMALL, ALL, "of gain_any and ward_pick, still to ask", line="event"),
    Field("giver", PLACE_AT, ALL, "of give_one; else the one player whom an operation means", line="event"),
    Field("receiver", PLACE_AT, ALL, "of give_one; who chooses in gain_any", line="event"),
    # noon and camp
    Field("actor", PLACE_AT, ALL, "who placed a card last", line="noon"),
    Field("acted_suit", SUIT, ALL, "and of which suit", line="noon"),
    Field("offers_made", SMALL, ALL, "by the seat in turn", line="bargain"),
    Field("crafts_made", SMALL, ALL, "by the seat in turn", line="bargain"),
    Field("offer", Kind(np.int16, none=NO_NUMBER), ALL, "on the table, as its action", line="bargain", told="table"),
    # cards
    Field("challenge", CARD.row(CHALLENGES), HIDDEN, "those to come, two a day", "show_piles", line="piles"),
    Field("top", CARD.row(DAYS), ALL, "of each river section", line="river", told="table"),
    Field("section_size", SMALL.row(DAYS), ALL, "cards of each section", line="river", told="table"),
    Field("face_down", SMALL.row(DAYS), ALL, "of them never face up, at the bottom", line="river", told="table"),
    Field("under", CARD.row(CARDS), HIDDEN, "the card below, in the river", "show_river", line="river", told="table"),
    Field("discard", WORDS, ALL, "the discard pile, by suit", told="table"),
    Field("event_deck", EVENT.row(content.MOST_EVENTS), HIDDEN, "events to come, the next at event_next", line="deck"),
    Field("event_next", SMALL, ALL, "events drawn from the deck", line="deck", told="table"),
    Field("resolved", Kind(np.int64), ALL, "set of events", line="deck", told="table"),
    Field("log", NUMBER.row(LOG), HIDDEN, "the week's memory of hands, see Memo", "show_log", told="own"),
    Field("log_used", NUMBER, ALL, "entries of the log", line="log", told="own"),
    Field("log_lost", SMALL, ALL, "1: the log was too small", line="log"),
    Field("ending", names(Ending), ALL, "why the match has ended"),
)
STATE, hide = FIELDS.dtype, FIELDS.hiding()


def blank(players, options):
    """[TTS-01] [TTS-110] The record before the set-up: data and options in it, nothing dealt."""
    data = content.merged(options)
    content.check_for(data, players)
    state = FIELDS.blank(players, {})
    state.first_leader = _first_leader(players, options.get("first_leader", "chance"))
    _write_constants(state, data, players)
    _write_programs(state, data, players)
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
PAIRS = SUITS * (SUITS - 1)  # of a type given and another one wanted

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


class Event(Telling):
    LEADS_FIRST = 0, "seat", "{seat} is the first leader."
    ROLE = 1, "seat role", "{seat} is the {role_name}."
    TRAIT = 2, "seat trait", "{seat}'s secret: {trait_name}."  # for the seat alone
    WEEK_STARTS = 3, "week", "Week {week} begins."
    DEALT = 4, "seat cards…", "{seat} is dealt {cards}."  # for the seat alone
    DAY_STARTS = 5, "week day", "Day {day} of week {week} begins."
    TURNED_UP = 6, "day card", "On the river, day {day} shows {card}."
    CHALLENGE = 7, "card time", "The {time} challenge is {card}."
    RAISED = 8, "seat multiplier needed extras", "{seat} sets the difficulty to {multiplier}."
    PLAYED = 9, "seat card value special trump", "{seat} plays {card}, worth {value}."
    CHOSE = 10, "seat", "{seat} has chosen a card."
    DECK_RENEWED = 11, "", "The events are shuffled anew."
    EVENT = 12, "event_id", "Event: {event_name}."
    CHOICE = 13, "seat way", "{seat} chooses {way}."
    NAMED = 14, "seat other", "{seat} names {other}."
    CHANGED = 15, "seat other suit", "{seat} turns the card of {other} into {suit}."
    BOOSTED = 16, "seat other suit", "{seat} pays {suit} to boost the card of {other}."
    GAINED = 17, "seat suit count why", "{seat} gains {count} {suit}."
    PAID = 18, "seat suit count", "{seat} pays {count} {suit}."
    HEALED = 19, "seat count", "{seat} loses {count} wounds."
    WARD_TAKEN = 20, "seat", "{seat} takes a ward."
    WARD_USED = 21, "seat", "{seat}'s ward takes the wound."
    WOUNDED = 22, "seat wounds why", "{seat} is wounded and has {wounds} wounds."
    DIED = 23, "seat", "{seat} dies."
    LEADER = 24, "seat", "{seat} is leader now."
    TRAIT_SHOWN = 25, "seat trait", "{seat} was {trait_name}."
    SALVAGED = 26, "seat card", "{seat} salvages {card}."
    VALUE = 27, "value", "The challenge is worth {value} now."
    NEED = 28, "trumps", "The challenge needs {trumps} trumps now."
    CARDS_CHANGE = 29, "change", "Every card in the trick changes by {change}."
    NO_WOUNDS = 30, "", "A failure will hurt nobody."
    GAVE = 31, "seat other suit", "{seat} gives {other} a {suit}."
    SUCCESS = 32, "trumps sum needed trumps_needed", "Success: {trumps} trumps, {sum} of {needed}."
    FAILURE = 33, "trumps sum needed trumps_needed cause", "Failure: {trumps} trumps, {sum} of {needed}."
    TRICK_WON = 34, "seat card cause", "{seat} wins the trick with {card}."
    ASSIGNED = 35, "seat other suit", "{seat} hands a {suit} to {other}."
    SPARED = 36, "seat other", "{seat} spares {other}."
    TO_RIVER = 37, "day", "The dead carry the trick to day {day}."
    TOOK = 38, "seat card", "{seat} takes {card} from the river."
    PLACED = 39, "seat card", "{seat} places {card}."
    PASSED = 40, "seat", "{seat} passes."
    SWITCHED = 41, "seat card taken day", "{seat} puts {card} down on day {day} and takes {taken}."
    STOLE = 42, "seat other suit", "{seat} takes a {suit} from {other}."
    SWAPPED = 43, "seat other", "{seat} swaps a card with {other}."
    SWAP_CARDS = 44, "seat other card taken", "{seat} gives {other} {card} and takes {taken}."  # for these two
    LOOKED = 45, "seat other", "{seat} looks at a card of {other}."
    LOOK_CARD = 46, "seat other card", "{seat} sees {card} of {other}."  # for these two
    OFFERED = (
        47,
        "seat other suit count wanted_suit wanted",
        "{seat} offers {other} {count} {suit} for {wanted} {wanted_suit}.",
    )
    ACCEPTED = 48, "seat", "{seat} accepts."
    DECLINED = 49, "seat", "{seat} declines."
    CRAFTED = 50, "seat paid_suit suit", "{seat} makes a {suit} out of two {paid_suit}."
    NO_UPKEEP = 51, "", "No upkeep today."
    OVER = 52, "ending", "The match is over ({ending})."


class Cause(IntEnum):
    """Why a card wins a trick, and what a challenge failed for."""

    NONE = 0
    LED = 1  # [TTS-33] the highest of the led suit
    TRUMP = 2  # [TTS-33] the highest trump
    SUM = 3  # [TTS-32] too low a sum
    TRUMPS = 4  # [TTS-31] too few trumps
    BOTH = 5


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
