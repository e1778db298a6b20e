"""Template: what each number of an observation and each row of the action table means."""

from lasttrick.core.meanings import Axis, Rows, Section, seat_axis
from lasttrick.template.notation import SUIT_LETTERS, card
from lasttrick.template.state import CARDS, SEATS

VERSION = 1  # of observations and actions: raised with any change that an agent would notice

SEAT = seat_axis(SEATS)
CARD = Axis("card", tuple(map(card, range(CARDS))))
SUIT = Axis("suit", tuple(SUIT_LETTERS))

SECTIONS = (
    Section("hand", (CARD,), "in your hand"),
    Section("playable", (CARD,), "in your hand and allowed now; none when it is not your turn"),
    Section("gone", (CARD,), "in a finished trick of this round"),
    Section("trick", (SEAT, CARD), "the card of this seat in the trick"),
    Section("void", (SEAT, SUIT), "this hand is known not to have the suit"),
    Section("score", (SEAT,), "tricks won in this round", "12 tricks"),
    Section("total", (SEAT,), "tricks won in all rounds", "12 tricks"),
    Section("lead", (SEAT,), "leads the trick"),
)

ACTION_TABLE = (Rows("play {card}", (CARD,), "lead this card or follow with it"),)
