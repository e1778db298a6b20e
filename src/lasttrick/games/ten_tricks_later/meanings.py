"""10 Tricks Later: what each number of an observation and each row of the action table means."""

from lasttrick.core.meanings import Axis, Rows, Section, one_of, seat_axis
from lasttrick.games.ten_tricks_later.notation import COLOUR_LETTERS, card
from lasttrick.games.ten_tricks_later.state import CARDS, SEATS, SURVIVORS, Phase

VERSION = 1  # of observations and actions: raised with any change that an agent would notice

SEAT = seat_axis(SEATS)
CARD = Axis("card", tuple(map(card, range(CARDS))))
SURVIVOR = Axis("card", CARD.names[:SURVIVORS])
COLOUR = Axis("colour", tuple(COLOUR_LETTERS))
ROUND = Axis("fact", ("tricks finished, of 10", "yes while an Infected may not be led", "round, a tenth of its number"))

SECTIONS = (
    Section("phase", (one_of("phase", list(Phase)[: Phase.OVER]),), "the phase that is on; none at the end"),
    Section("hand", (CARD,), "in your hand"),
    Section("playable", (CARD,), "in your hand and allowed now; none when it is not your turn to play"),
    Section("trick", (SEAT, CARD), "the card of this seat in the trick"),
    Section("lead", (SEAT,), "leads the trick"),
    Section("upper", (SEAT, SURVIVOR), "on the upper side of this seat"),
    Section("lower_size", (SEAT,), "cards on the lower side", "10 cards"),
    Section("lost_size", (SEAT,), "cards in the lost pile", "10 cards"),
    Section("track", (SEAT,), "place of the marker", "8, the end of the track"),
    Section("hand_size", (SEAT,), "cards in the hand", "10 cards"),
    Section("total", (SEAT,), "points of the match so far", "the target"),
    Section("at_most", (SEAT, COLOUR), "this hand is known to hold no more of the colour; 1 if nothing is", "10 cards"),
    Section("wished", (SEAT,), "wished for the Infected 8 this round, once all have answered"),
    Section("exchanger", (SEAT,), "took the Infected 8 this round"),
    Section("gone", (CARD,), "on a board, in a lost pile or aside: in no hand and not in the trick"),
    Section("round", (ROUND,), "the round so far"),
)

ACTION_TABLE = (
    Rows("wish {answer}", (Axis("answer", ("no", "yes")),), "whether you want the Infected 8"),
    Rows("give {card}", (SURVIVOR,), "put this Survivor aside for the Infected 8"),
    Rows("play {card}", (CARD,), "lead this card or follow with it"),
)
