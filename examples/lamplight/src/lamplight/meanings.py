"""Lamplight: what each number of an observation and each row of the action table means."""

from lamplight.notation import SUIT_LETTERS, card
from lamplight.state import CARDS, SEATS
from lasttrick.core.meanings import Axis, Rows, Section, seat_axis
from lasttrick.core.words import LETTERS

VERSION = 1  # of observations and actions: raised with any change that an agent would notice

SEAT = seat_axis(SEATS)
LETTER = Axis("seat at the table", tuple(LETTERS[:SEATS]))
CARD = Axis("card", tuple(map(card, range(CARDS))))
SUIT = Axis("suit", tuple(SUIT_LETTERS))

SECTIONS = (
    Section("hand", (CARD,), "in your hand"),
    Section("playable", (CARD,), "in your hand and allowed now; none when you are not to play"),
    Section("gone", (CARD,), "in a finished trick of this round"),
    Section("trick", (SEAT, CARD), "the card of this seat in the trick"),
    Section("void", (SEAT, SUIT), "this hand is known not to have the suit"),
    Section("lamp", (SEAT,), "drops in the lamp", "6 drops"),
    Section("total", (SEAT,), "points of all finished rounds", "24 points"),
    Section("lead", (SEAT,), "leads the trick"),
    Section("blowable", (SEAT,), "you may blow at this lamp now"),
)

ACTION_TABLE = (
    Rows("play {card}", (CARD,), "lead this card or follow with it"),
    Rows("blow {seat at the table}", (LETTER,), "blow at the lamp of this seat"),
    Rows("leave", (), "blow at nobody"),
)
