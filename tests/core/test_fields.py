"""The table of a state: the record, what a view hides, positions both ways; and the blocks that games are built of."""

from enum import IntEnum

import numpy as np
import pytest

from lasttrick import LastTrickError
from lasttrick.core import tricks
from lasttrick.core.about import About, Option
from lasttrick.core.bits import members, pack
from lasttrick.core.fields import (
    ALL,
    BY_SEAT,
    FLAG,
    HIDDEN,
    NUMBER,
    OWN,
    SEAT,
    SET,
    SMALL,
    Field,
    Fields,
    Kind,
    choice,
    leaks,
    names,
)
from lasttrick.core.positions import Line, Positions, SeatLines, Text
from lasttrick.core.rng import new_rng
from lasttrick.core.rule import entry
from lasttrick.core.story import Telling
from lasttrick.core.text import Actions, Cards, sentences, teller
from lasttrick.core.worlds import NO_LIMIT, spread_set

SEATS = 4


class Phase(IntEnum):
    PLAY = 0
    OVER = 1


DECK = Cards([f"{suit}{value}" for suit in "RG" for value in range(1, 5)], "R1 … R4 and G1 … G4")
CARD = Kind(np.int8, none=-1, text="card")

FIELDS = Fields(
    Field("players", SMALL, ALL, "how many play", told="table"),
    Field("strict", choice("default", "strict"), ALL, "an option", line="rescue"),
    Field("phase", names(Phase), ALL, "what is decided", told="table"),
    Field("lead", SEAT, ALL, "who leads", left_out=0, told="table"),
    Field("ban", FLAG, ALL, "a flag"),
    Field("hand", SET.each(SEATS), OWN, "the hands", line=BY_SEAT, told="own"),
    Field("hand_size", SMALL.each(SEATS), ALL, "their sizes", line="hands", told="seat"),
    Field("stock", CARD.row(3), HIDDEN, "cards to come"),
    Field("forgotten", NUMBER.row(2).each(SEATS), means="nobody said who may see it", line="secret"),
    Field("turned", CARD, ALL, "the last card and", line="top"),
    Field("left", SMALL, ALL, "how many are left", line="top"),
)
ABOUT = About(
    *("lantern", "Lantern", range(3, 5), 20, "Light it.", 1, "LAN"),
    options=(Option("rescue", "How.", "LAN-V01", default="default", choices=("default", "strict")),),
)


def hand_lines(state, seat):
    return {"": DECK.text(state.hand[seat])}


def read_hand(state, seat, lines):
    state.hand[seat] = DECK.read(lines[""])


def grid(state):
    return " | ".join(" ".join(map(str, row)) for row in state.forgotten)


def read_grid(state, text):
    state.forgotten[:] = [[int(n) for n in row.split()] for row in text.split("|")]


POSITIONS = Positions(
    *(ABOUT, FIELDS, FIELDS.blank),
    texts={"card": Text(DECK.card, DECK.read_card)},
    lines={"secret": Line(grid, read_grid)},
    seats=SeatLines(hand_lines, read_hand),
)


def dealt():
    state = FIELDS.blank(3, {"rescue": "strict"})
    state.key[:], state.events = 7, 3
    state.hand[:3] = [DECK.read("R1 R2"), DECK.read("G1"), DECK.read("G4 R4")]
    state.hand_size[:3] = [2, 1, 2]
    state.stock[:] = [2, 5, 6]
    state.forgotten[:] = 9
    state.turned, state.left, state.ban = 2, 5, 1
    return state


def test_a_blank_record_has_its_options_and_nothing_else():
    state = FIELDS.blank(3, {"rescue": "strict"})
    assert (state.players, state.strict, state.lead, list(state.stock)) == (3, 1, -1, [-1, -1, -1])


@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_a_view_is_blank_but_for_what_the_table_shows(seat):
    seen = dealt().copy()
    FIELDS.hiding()(seen, seat)
    assert (not any(seen.key), seen.events) == (True, 0)
    assert [DECK.text(hand) for hand in seen.hand[:3]] == [
        DECK.text(h) if s == seat else "" for s, h in enumerate(dealt().hand[:3])
    ]
    assert list(seen.stock) == [-1, -1, -1]
    assert (seen.left, list(seen.hand_size)) == (5, [2, 1, 2, 0])
    assert leaks(FIELDS, seen, seat) == []


def test_a_field_that_says_nothing_is_hidden():
    seen = dealt().copy()
    FIELDS.hiding()(seen, 1)
    assert not seen.forgotten.any()


def test_what_shows_too_much_is_named():
    assert leaks(FIELDS, dealt(), 1) == ["key", "events", "hand", "stock", "forgotten"]


def test_the_parts_of_a_description():
    assert FIELDS.told("table") == ("players", "phase", "lead")
    assert (FIELDS.told("seat"), FIELDS.told("own")) == (("hand_size",), ("hand",))
    first, end = FIELDS.bytes_of("hand_size")
    assert FIELDS.bytes_of("hand_size", 2) == (first + 2, first + 3)
    assert end - first == SEATS


def test_positions_both_ways():
    written = POSITIONS.write(dealt())
    assert list(written) == [
        *("players", "rescue", "phase", "lead", "ban", "A", "B", "C", "hands", "stock", "secret", "top", "chance"),
    ]
    assert (written["rescue"], written["phase"], written["lead"], written["ban"]) == ("strict", "play", "-", "on")
    assert (written["C"], written["hands"], written["stock"], written["top"]) == ("R4 G4", "2 1 2", "R3 G2 G3", "R3 5")
    assert POSITIONS.read(written).tobytes() == dealt().tobytes()


def test_lines_left_out():
    state = POSITIONS.read({"A": "R1", "B": "R2", "C": "R3", "top": "G1"})
    assert (state.players, state.lead, state.turned, state.left) == (3, 0, 4, 0)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ({"leed": "A"}, "A position of 3 players has no line 'leed'. Did you mean lead?"),
        ({"players": "many"}, "Line players of the position is 'many', not a whole number."),
        ({"phase": "plai"}, "Line phase of the position is 'plai'. Did you mean play?"),
        ({"lead": "D"}, "There is no seat D with 3 players."),
        ({"lead": "Z"}, "'Z' is not a seat; seats are letters from A."),
        ({"ban": "yes"}, "Line ban of the position is 'yes'. Possible: off, on."),
        ({"hands": "1 2"}, "Line hands of the position has 2 numbers; 3 are needed."),
        ({"hands": "1 2 200"}, "Line hands of the position is '200', not a whole number up to 127."),
        ({"A": "R9"}, "'R9' is not a card; cards are R1 … R4 and G1 … G4."),
        ({"D": "R1"}, "A position of 3 players has no line 'D'."),
        ({"chance": "0"}, "Line chance of the position is '', not a whole number."),
    ],
)
def test_a_wrong_position_is_refused_with_a_sentence(lines, sentence):
    with pytest.raises(LastTrickError) as error:
        POSITIONS.read({"players": 3, **lines})
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        (lambda: Field("hand", SET, OWN), "OWN for a field by seat"),
        (lambda: Field("hand", SET, "everyone"), "seen by 'everyone'"),
        (lambda: Field("hand", SET, ALL, told="page"), "the parts are table, seat, own"),
        (lambda: Field("sort", SET, ALL), "NumPy has its own sort"),
        (lambda: Fields(Field("lead", SEAT, ALL), Field("lead", SEAT, ALL)), "two fields of the same name"),
        (lambda: Fields(Field("a", SMALL.each(3), OWN), Field("b", SMALL.each(4), OWN)), "different numbers of seats"),
        (lambda: Positions(ABOUT, Fields(Field("a", SET.each(3)), Field("b", SET, line="a")), FIELDS.blank), "by hand"),
    ],
)
def test_a_wrong_row_is_refused_where_it_is_written(row, wrong):
    with pytest.raises(TypeError, match=wrong):
        row()


# --- Text ------------------------------------------------------------------------------------------------------------


def test_actions_from_a_table_of_verbs():
    actions = Actions(
        ("play", 0, DECK.codes), ("pass", 8, ()), ("name", 9, "AB"), forms="are play CARD, pass, name SEAT"
    )
    assert [actions.text(None, row) for row in (0, 7, 8, 10)] == ["play R1", "play G4", "pass", "name B"]
    assert [actions.read(None, actions.text(None, row)) for row in range(11)] == list(range(11))
    assert actions.verb(9) == "name"
    with pytest.raises(LastTrickError, match=r"'play R9' is not an action; actions are play CARD, pass, name SEAT\."):
        actions.read(None, "play R9")
    with pytest.raises(LastTrickError, match="There is no action 11"):
        actions.text(None, 11)


class Event(Telling):
    PLAYED = 0, "seat card", "{seat} plays {card}."
    MOVED = 1, "seat _ cards…", "{seat} gets {cards}."
    OVER = 2, "phase", "It is over ({phase})."


def test_events_tell_their_facts_by_name():
    event = teller({"card": lambda state, c: DECK.card(c), "cards…": lambda state, c: DECK.card(c), "phase": Phase})
    assert event(None, Event.PLAYED, (2, 5, 0)) == {"seat": 2, "card": "G2"}
    assert event(None, Event.MOVED, (1, -1, 0, 4)) == {"seat": 1, "cards": ["R1", "G1"]}
    assert event(None, Event.MOVED, (1, -1)) == {"seat": 1, "cards": []}
    assert event(None, Event(2), (1, 0, 0)) == {"phase": "over"}
    assert sentences(Event)["played"] == "{seat} plays {card}."


# --- Tricks ----------------------------------------------------------------------------------------------------------


def test_seats_in_order_and_sets_of_seats():
    state = FIELDS.blank(3, {})
    assert [tricks.next_seat(state, seat) for seat in range(3)] == [1, 2, 0]
    scores = np.array([3, 1, 1, 0])
    assert (tricks.highest(scores, 3), tricks.lowest(scores, 3)) == (3, 1)
    assert members(tricks.seats_with(scores, 3, 1)) == [1, 2]


@pytest.mark.parametrize(
    ("hand", "led", "playable"),
    [("R1 R3 G2", 0, "R1 R3"), ("R1 R3 G2", 1, "G2"), ("R1 R3", 1, "R1 R3")],
)
def test_following_suit(hand, led, playable):
    assert DECK.text(tricks.follow(DECK.read(hand), tricks.suit_cards(led, 4))) == playable


@pytest.mark.parametrize(("plays", "lead", "winner"), [("R1 R3 G4", 0, 1), ("R1 R3 G4", 2, 2), ("G1 R2 R4", 1, 2)])
def test_the_highest_card_of_the_led_suit_wins(plays, lead, winner):
    played = np.array([DECK.read_card(code) for code in plays.split()])
    assert tricks.trick_winner(played, lead, 3, 4) == winner
    assert DECK.text(tricks.cards_played(played, 3)) == DECK.text(DECK.read(plays))


def test_dealing_hands_in_blocks():
    hands = np.zeros(SEATS, np.int64)
    assert tricks.deal_hands(np.array([7, 0, 3, 4, 5, 1, 2]), 3, 2, hands) == 6
    assert [DECK.text(hand) for hand in hands[:3]] == ["R1 G4", "R4 G1", "R2 G2"]


def test_listing_and_marking_members():
    out = np.zeros(9, np.int64)
    assert tricks.list_members(pack([1, 3]), 100, out, 1) == 3
    assert out[:3].tolist() == [0, 101, 103]
    marks = np.zeros(6)
    assert tricks.mark_members(pack([0, 2]), 3, marks, 3) == 6
    assert marks.tolist() == [0, 0, 0, 1, 0, 1]


@entry
def mark(members, size, out, at):
    return tricks.mark_members(members, size, out, at)


@pytest.mark.parametrize("size", [1, 6, 15, 16, 17, 32, 41, 60])
def test_a_section_is_written_whole_and_nothing_beside_it(size):
    """Ones and zeros over whatever was there, sixteen at once where there are as many."""
    chosen = [k for k in range(size) if k % 3 == 0 or k == size - 1]
    out = np.full(size + 10, 9, np.float32)
    assert mark(pack(chosen), size, out, 5) == 5 + size
    assert out.tolist() == [9] * 5 + [k in chosen for k in range(size)] + [9] * 5


def test_unseen_cards_go_where_there_is_room_within_limits():
    group, rng = np.array([0, 0, 0, 0, 1, 1, 1, 1]), new_rng(3)
    room, limit = np.array([2, 0, 3, 1]), np.full((4, 2), NO_LIMIT)
    limit[0, 1] = 0
    for _ in range(20):
        hands = np.array([0, pack([7]), 0])
        outside = spread_set(pack(range(6)), group, room, limit, rng, hands)
        assert [len(members(hand)) for hand in hands] == [2, 1, 3]
        assert max(members(hands[0])) < 4
        assert outside | hands[0] | hands[2] == pack(range(6))
