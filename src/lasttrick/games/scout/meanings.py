"""SCOUT: what each number of an observation and each row of the action table means."""

from lasttrick.core.meanings import Axis, Rows, Section, numbered, one_of, seat_axis
from lasttrick.games.scout.notation import card
from lasttrick.games.scout.state import CARDS, LONGEST, NUMBERS, ROW, SEATS, UPRIGHT, Phase

VERSION = 1  # of observations and actions: raised with any change that an agent would notice

SEAT = seat_axis(SEATS)
CARD = Axis("card", tuple(card(int(UPRIGHT[number])) for number in range(CARDS)))
PLACE = numbered("place", ROW)
HALVES = ("upper", "lower")
FACE = Axis("number", tuple(f"{half} {number}" for half in HALVES for number in range(1, NUMBERS + 1)))
HALF = Axis("number", HALVES)
ROUND = Axis(
    "fact",
    (
        "Scouts since the last Play, of the players",
        "turns without progress, of the limit",
        "round, of the players",
        "cards on the table, of 10",
    ),
)

SECTIONS = (
    Section("phase", (one_of("phase", list(Phase)[: Phase.OVER]),), "the phase that is on; none at the end"),
    Section("hand", (PLACE, FACE), "your row from the left: the upper and the lower number of each card"),
    Section("table", (numbered("place", LONGEST), FACE), "the set on the table from the left, likewise"),
    Section("captured_cards", (CARD,), "in somebody's pile of captured cards"),
    Section("round", (ROUND,), "the round so far"),
    Section("owner", (SEAT,), "owns the set on the table"),
    Section("to_act", (SEAT,), "is to act"),
    Section("hand_size", (SEAT,), "cards in the hand", "41 cards"),
    Section("captured", (SEAT,), "captured cards", "the deck"),
    Section("tokens", (SEAT,), "tokens; Scout chips with two players", "10"),
    Section("marker", (SEAT,), "has the Double Action still"),
    Section("total", (SEAT,), "points of the rounds before", "as many as the deck has cards"),
    Section("known", (SEAT, CARD), "known to be in this hand"),
    Section("places_seen", (SEAT, PLACE, HALF), "the numbers of a card of which all know the place; 0 if not", "10"),
)

_WHERE = (Axis("end", ("L", "R")), Axis("way", ("keep", "turn")), PLACE)

ACTION_TABLE = (
    Rows("rotate {answer}", (Axis("answer", ("no", "yes")),), "whether you rotate your whole hand"),
    Rows(
        "play {place} {length}",
        (numbered("length", LONGEST, 1), PLACE),
        "play so many cards of your row, the leftmost from this place",
    ),
    Rows("scout {end} {way} {place}", _WHERE, "take the card at this end of the table to this place of your row"),
    Rows("double {end} {way} {place}", _WHERE, "the same as the begin of a Double Action; the Play is the next action"),
)
