"""Hearts: what each number of an observation and each row of the action table means."""

from hearts.notation import GROUP_LETTERS, card
from hearts.state import CARDS, SEATS, Phase
from lasttrick.core.meanings import Axis, Rows, Section, one_of, seat_axis

VERSION = 1  # of observations and actions: raised with any change that an agent would notice

SEAT = seat_axis(SEATS)
CARD = Axis("card", tuple(map(card, range(CARDS))))
GROUP = Axis("suit", tuple(GROUP_LETTERS))
ROUND = Axis("fact", ("yes once a heart has been played", "tricks finished, of 13", "seats to the receiver, of 4"))

SECTIONS = (
    Section("phase", (one_of("phase", list(Phase)[: Phase.OVER]),), "the phase that is on; none at the end"),
    Section("hand", (CARD,), "in your hand"),
    Section("playable", (CARD,), "in your hand and allowed now; none when you are not to play"),
    Section("passed", (CARD,), "you have chosen it, or passed it in this round"),
    Section("trick", (SEAT, CARD), "the card of this seat in the trick"),
    Section("laid", (SEAT, CARD), "this seat played it in a finished trick of this round"),
    Section("void", (SEAT, GROUP), "this hand is known not to have the suit; S spades but the queen, Q the queen"),
    Section("points", (SEAT,), "points taken in this round", "26 points"),
    Section("total", (SEAT,), "points of all finished rounds", "the target"),
    Section("lead", (SEAT,), "leads the trick"),
    Section("round", (ROUND,), "the round so far"),
)

ACTION_TABLE = (
    Rows("pass {card}", (CARD,), "choose this card to be passed"),
    Rows("play {card}", (CARD,), "lead this card or follow with it"),
)
