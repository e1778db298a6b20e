"""Zombie Escape: what each number of an observation and each row of the action table means.

Cards and kinds of damage are those of the house data; another data file has its own in the same order of its rows.
"""

from lasttrick.core.meanings import Axis, Rows, Section, one_of, seat_axis
from lasttrick.games.zombie_escape import ABOUT
from lasttrick.games.zombie_escape.codes import book
from lasttrick.games.zombie_escape.data import MARKS
from lasttrick.games.zombie_escape.state import CARDS, KINDS, SEATS, Phase, blank

VERSION = 1  # of observations and actions: raised with any change that an agent would notice

_HOUSE = book(blank(4, ABOUT.read_options(4, {})))


def _filled(names: list[str], most: int, what: str) -> tuple[str, ...]:
    """The names of the house data, then numbers for what only other data have."""
    return (*names, *(f"{what} {number}" for number in range(len(names), most)))


SEAT = seat_axis(SEATS)
CARD = Axis("card", _filled(_HOUSE.cards, CARDS, "card"))
KIND = Axis("kind", _filled(_HOUSE.kinds, KINDS, "kind"))
LOCATION = Axis("location", tuple(MARKS))
PROGRESS = Axis("fact", ("day, of the last", "turns finished today, of those of a day", "players, of 6"))

SECTIONS = (
    Section("phase", (one_of("phase", list(Phase)[: Phase.OVER]),), "the phase that is on; none at the end"),
    Section("location", (LOCATION,), "the location of this turn; none before it is named"),
    Section("stake", (KIND,), "the damage card of this turn; none at the end"),
    Section("hand", (CARD,), "in your hand"),
    Section("playable", (CARD,), "in your hand and allowed now; none when it is not your turn to play"),
    Section("graveyard", (CARD,), "in the graveyard"),
    Section("unseen", (CARD,), "in a hand or put aside, you cannot say where"),
    Section("pile_left", (KIND,), "damage cards of this kind still to be revealed", "the turns of a day"),
    Section("progress", (PROGRESS,), "the match so far"),
    Section("zombie", (SEAT, CARD), "in front of this seat"),
    Section("danger", (SEAT,), "d / (d + 20), where d is the danger in front of this seat", "no danger reaches it"),
    Section("leader", (SEAT,), "leads this turn"),
    Section("to_act", (SEAT,), "is to act"),
    Section("hand_size", (SEAT,), "cards in the hand", "the turns of a day"),
    Section("record", (SEAT,), "damage of the days before", "the damage that ends the match"),
    Section("day_damage", (SEAT,), "damage of today so far", "the damage that ends the match"),
    Section("void", (SEAT, LOCATION), "this hand is known to hold nothing of the location"),
    Section("face_up", (SEAT, KIND), "damage cards of this kind taken today and face up", "the turns of a day"),
)

ACTION_TABLE = (
    Rows("lead {card} {location}", (CARD, LOCATION), "lead this card and name the location"),
    Rows("follow {card}", (CARD,), "follow with this card"),
    Rows("flip {kind}", (KIND,), "turn one of your face-up damage cards of this kind down"),
)
