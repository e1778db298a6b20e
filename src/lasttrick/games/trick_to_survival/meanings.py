"""The Trick To Survival: what each number of an observation and each row of the action table means.

Events and traits are those of the house data; another data file has its own in the same order of its rows.
"""

from lasttrick.core.meanings import Axis, Rows, Section, numbered, one_of, seat_axis
from lasttrick.games.trick_to_survival import ABOUT
from lasttrick.games.trick_to_survival.codes import card, ids
from lasttrick.games.trick_to_survival.content import MOST_EVENTS, MOST_TRAITS
from lasttrick.games.trick_to_survival.content.expressions import SUITS as LETTERS
from lasttrick.games.trick_to_survival.state import CARDS, COUNTS, DAYS, SEATS, Ask, blank

VERSION = 1  # of observations and actions: raised with any change that an agent would notice

_HOUSE = blank(4, ABOUT.read_options(4, {}))


def _filled(table: str, most: int, what: str) -> tuple[str, ...]:
    """The ids of the house data, then numbers for what only other data have."""
    names = ids(_HOUSE, table)
    return (*names, *(f"{what} {number}" for number in range(len(names), most)))


SEAT = seat_axis(SEATS)
CARD = Axis("card", tuple(map(card, range(CARDS))))
SUIT = Axis("suit", tuple(LETTERS))
TRAIT = Axis("trait", _filled("traits", MOST_TRAITS, "trait"))
EVENT = Axis("event", _filled("events", MOST_EVENTS, "event"))
DAY = numbered("day", DAYS, 1)
CALENDAR = Axis("fact", ("week, of the last", "day, of the last of a week", "yes at night"))
CHALLENGE = Axis(
    "fact",
    (
        "value of the challenge, of 13",
        "multiplier, of twice the players",
        "trumps needed, of 5",
        "trumps played, of 5",
        "sum needed, of 100",
        "sum played, of 100",
    ),
)
FACTS = Axis(
    "fact",
    (
        "yes if alive",
        "yes if leader",
        "yes with a ward",
        "yes if to act",
        "yes if a card is chosen face down",
        "cards in the hand, of 10",
        "wounds, of those that kill",
        "days as leader, of 21",
        "trades, of 10",
        "suit actions, of 10",
        "suit actions with Ammunition, of 10",
        "value of the card in the trick, of 13",
    ),
)
COLUMN = Axis("column", ("input", "output", "specialty"))

SECTIONS = (
    Section("question", (one_of("question", list(Ask)[: Ask.OVER]),), "the question that is open; none at the end"),
    Section("calendar", (CALENDAR,), "where in the match this is"),
    Section("trump", (SUIT,), "the suit of the challenge; none without a challenge"),
    Section("led", (SUIT,), "the suit that was led; none before"),
    Section("challenge", (CHALLENGE,), "the challenge; all 0 without one"),
    Section("hand", (CARD,), "in your hand"),
    Section("trait", (TRAIT,), "your trait"),
    Section("used_suits", (SUIT,), "the suit actions already used this noon"),
    Section("event", (EVENT,), "the event in force"),
    Section("resolved", (EVENT,), "events that have been resolved"),
    Section("offer", (Axis("side", ("given", "wanted")), SUIT), "tokens of the offer on the table", "2 tokens"),
    Section("discard", (CARD,), "in the discard pile"),
    Section("river", (DAY, CARD), "face up in this section of the river"),
    Section("section_size", (DAY,), "cards in this section of the river", "10 cards"),
    Section("facts", (SEAT, FACTS), "what all see of a seat; at night, when all act at once, nobody is said to act"),
    Section("tokens", (SEAT, SUIT), "tokens of this type", "the most a seat can have"),
    Section("role", (SEAT, COLUMN, SUIT), "the types that the role of this seat names"),
    Section("trick", (SEAT, CARD), "the card of this seat in the trick"),
    Section("trick_suit", (SEAT, SUIT), "the suit that card has now"),
    Section("known", (SEAT, CARD), "known to you to be in this hand"),
    Section("void", (SEAT, SUIT), "this hand is known to you to hold nothing of the suit"),
    Section("shown_trait", (SEAT, TRAIT), "the trait of this seat, if it has been shown"),
)

PLACE = numbered("seat", SEATS)
NOBODY = Axis("seat", (*PLACE.names, "-"))
_COUNTED = tuple(f"{letter}{count}" for letter in LETTERS for count in range(1, COUNTS + 1))


def _alone(text: str, meaning: str) -> Rows:
    return Rows(text, (), meaning)


ACTION_TABLE = (
    Rows("raise {multiplier}", (numbered("multiplier", 2 * SEATS + 1),), "the leader sets the multiplier"),
    Rows("play {card}", (CARD,), "play this card, at night face down"),
    Rows("change {seat} {suit}", (PLACE, SUIT), "pay two tokens of the suit: the card of this seat gets it"),
    Rows("boost {seat} {suit}", (PLACE, SUIT), "pay a token of the suit: the card of this seat counts one more"),
    Rows("assign {suit} {seat}", (SUIT, NOBODY), "give a token of the pool to this seat, or to nobody"),
    Rows("spare {seat}", (NOBODY,), "spare this seat the wound, or nobody"),
    _alone("take", "take the top card of today's section of the river"),
    Rows("place {card}", (CARD,), "put this card on tomorrow's section and use the action of its suit"),
    _alone("pass", "do nothing"),
    Rows("name {seat}", (NOBODY,), "name this seat, or nobody"),
    Rows("switch {card} {day}", (CARD, DAY), "put this card of your hand in place of the top of this section"),
    Rows("steal {seat} {suit}", (PLACE, SUIT), "steal a token of the type from this seat"),
    Rows("swap {card} {seat}", (CARD, PLACE), "swap this card for one of this seat"),
    Rows("target {seat}", (PLACE,), "choose this seat"),
    Rows(
        "offer {seat} {given} {wanted}",
        (PLACE, Axis("given", _COUNTED), Axis("wanted", ("-", *_COUNTED))),
        "offer this seat tokens for others, or as a gift",
    ),
    _alone("craft", "craft what your role makes"),
    _alone("done", "end your part of the camp"),
    _alone("accept", "accept the offer"),
    _alone("decline", "decline the offer"),
    _alone("ward yes", "discard your ward instead of a wound"),
    _alone("ward no", "take the wound and keep the ward"),
    _alone("reveal yes", "show your trait"),
    _alone("reveal no", "keep your trait secret"),
    _alone("choose A", "take side A of the event"),
    _alone("choose B", "take side B of the event"),
    Rows("gain {suit}", (SUIT,), "gain a token of the type"),
    Rows("give {suit}", (SUIT,), "give a token of the type"),
)
