"""One table says what a game's state is: each field with its type, who may see it, how it is written and described.

    FIELDS = Fields(
        Field("phase", names(Phase), ALL, "what is being decided", told="table"),
        Field("lead", SEAT, ALL, "who leads this trick", told="table"),
        Field("hand", CARDS.each(SEATS), OWN, "the cards of a hand", line=BY_SEAT, told="own"),
    )
    STATE, hide = FIELDS.dtype, FIELDS.hiding()

From it come the record, the blanks of a view, the lines of a position (`positions`), the parts of a description
(`words.describe`) and the reference page of the state. A field that does not say who may see it is hidden.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import EnumType, IntEnum
from itertools import product
from typing import Any

import numpy as np

from lasttrick.core.rule import rule

ALL = "everybody"
OWN = "its own seat"  # of a field with a row a seat: the row of the seat that looks
HIDDEN = "nobody"

BY_SEAT = "A …"  # the lines of a position that are one a seat
CHANCE = "chance"  # the last line of every position

PARTS = ("table", "seat", "own")  # where a field can be described


@dataclass(frozen=True)
class Kind:
    """What stands in a field: a type of number, which number means none, and how it is written in a position.

    `text` is "number", "seat" or "flag", an `IntEnum`, a tuple of words, or a name that the game's notation explains.
    """

    number: Any
    none: int = 0
    text: Any = "number"
    shape: tuple[int, ...] = ()
    by_seat: bool = False

    def row(self, length: int) -> "Kind":
        """So many of these side by side."""
        return replace(self, shape=(length, *self.shape))

    def each(self, seats: int) -> "Kind":
        """One of these for every seat."""
        return replace(self, shape=(seats, *self.shape), by_seat=True)


SMALL = Kind(np.int8)  # up to 127
NUMBER = Kind(np.int16)
LARGE = Kind(np.int32)
SET = Kind(np.int64)  # a bit set
FLAG = Kind(np.int8, text="flag")  # 1 or 0, written on or off
SEAT = Kind(np.int8, none=-1, text="seat")


def names(kind: type[IntEnum]) -> Kind:
    """A member of an enumeration, written by its name."""
    return Kind(np.int8, text=kind)


def choice(*words: str) -> Kind:
    """One of these words, counted from 0: as an option has them."""
    return Kind(np.int8, text=words)


@dataclass(frozen=True)
class Field:
    """One field of a state.

    `seen` says who may see it: ALL, OWN or HIDDEN; `shown_by` names a rule of the module `view` that shows more of it.
    `line` is its line in a position, by default its name; fields of the same line stand there side by side. When a
    position leaves the line out, the field is `left_out`, or what it is in a blank record. `told` lists the parts of a
    description that read it.
    """

    name: str
    kind: Kind
    seen: str = HIDDEN
    means: str = ""
    shown_by: str = ""
    line: str = ""
    left_out: int | None = None
    told: str = ""

    def __post_init__(self):
        if self.seen not in (ALL, OWN, HIDDEN) or (self.seen == OWN and not self.kind.by_seat):
            raise TypeError(f"{self.name}: seen by {self.seen!r}; it is ALL, HIDDEN, or OWN for a field by seat.")
        if not set(self.told.split()) <= set(PARTS):
            raise TypeError(f"{self.name}: told in {self.told!r}; the parts are {', '.join(PARTS)}.")
        if hasattr(np.record, self.name):
            raise TypeError(f"NumPy has its own {self.name}; rename this field.")

    @property
    def shape(self) -> tuple[int, ...]:
        return self.kind.shape

    @property
    def in_line(self) -> str:
        return self.line or self.name


@dataclass(frozen=True)
class Extra:
    """A line of a position that has no field of its own: it follows from others."""

    line: str


KEY = Field("key", Kind(np.uint32).row(8), HIDDEN, "the key of the match, from which chance draws", line=CHANCE)
EVENTS = Field("events", LARGE, HIDDEN, "events of chance so far", line=CHANCE)


class Fields:
    """The fields of a state, in the order of the record and of the lines of a position."""

    def __init__(self, *entries: Field | Extra):
        fields = [entry for entry in (KEY, EVENTS, *entries) if isinstance(entry, Field)]
        self._fields = {field.name: field for field in fields}
        if len(self._fields) < len(fields):
            raise TypeError("A state has two fields of the same name.")
        if len({field.shape[0] for field in fields if field.kind.by_seat}) > 1:
            raise TypeError("The fields by seat of a state have rows for different numbers of seats.")
        self.dtype = np.dtype((np.record, [(f.name, f.kind.number, f.shape) for f in self]))
        lines = dict.fromkeys(entry.line if isinstance(entry, Extra) else entry.in_line for entry in entries)
        self.lines = (*lines, CHANCE)

    def __iter__(self) -> Iterator[Field]:
        return iter(self._fields.values())

    def __getitem__(self, name: str) -> Field:
        return self._fields[name]

    def of_line(self, line: str) -> list[Field]:
        """The fields that are written in a line."""
        return [field for field in self if field.in_line == line]

    def told(self, part: str) -> tuple[str, ...]:
        """The fields that a part of a description reads."""
        return tuple(field.name for field in self if part in field.told.split())

    def bytes_of(self, name: str, seat: int | None = None) -> tuple[int, int]:
        """Where a field begins and ends in the record; of a field by seat, the row of this seat if one is given."""
        kind, first = self.dtype.fields[name][:2]  # type: ignore[index]
        if seat is None or not self[name].kind.by_seat:
            return first, first + kind.itemsize
        size = kind.itemsize // kind.shape[0]
        return first + seat * size, first + (seat + 1) * size

    def blank(self, players: int, options: dict) -> np.record:
        """The record before the first deal: options set where a line has an option's name, and nothing anywhere."""
        state = np.zeros(1, self.dtype)[0]
        for field in self:
            if field.kind.none:
                state[field.name] = field.kind.none
            if field.in_line in options:
                state[field.name] = _number(options[field.in_line], field.kind.text)
        state.players = players
        return state

    def hiding(self):
        """The rule `hide(seen, seat)`: blank all that the seat may not see in the copy of a state."""
        source = "\n".join(["def hide(seen, seat):", *self._blanks()])
        space: dict[str, Any] = {}
        exec(compile(source, f"<what a view hides of {len(self._fields)} fields>", "exec"), space)
        return rule(space["hide"])

    def _blanks(self) -> Iterator[str]:
        for field in self:
            if field.seen == HIDDEN:
                yield from _blank_lines(field, field.shape, "", "    ")
        rows = [field for field in self if field.seen == OWN]
        if rows:
            yield f"    for other in range({rows[0].shape[0]}):"
            yield "        if other != seat:"
        for field in rows:
            yield from _blank_lines(field, field.shape[1:], "other", "            ")


def _number(value, text: Any) -> int:
    """An option's value as a field holds it."""
    if isinstance(text, tuple):
        return text.index(value)
    return text[value.upper()] if isinstance(text, EnumType) else value


def _blank_lines(field: Field, shape: tuple[int, ...], row: str, margin: str) -> Iterator[str]:
    """The statements that blank a field, or its row of this name."""
    at = [row] if row else []
    for number, length in enumerate(shape):
        yield f"{margin}for i{number} in range({length}):"
        at.append(f"i{number}")
        margin += "    "
    place = f"[{', '.join(at)}]" if at else ""
    yield f"{margin}seen.{field.name}{place} = {field.kind.none}"


def leaks(fields: Fields, seen, seat: int) -> list[str]:
    """The fields of a view that show more than the table says; what a rule shows is for that rule to answer for."""
    judged = [field for field in fields if field.seen != ALL and not field.shown_by]
    return [
        field.name for field in judged if any(seen[field.name][at] != field.kind.none for at in _hidden(field, seat))
    ]


def _hidden(field: Field, seat: int) -> list[tuple[int, ...]]:
    """The places of a field that the table hides from a seat."""
    return [at for at in product(*map(range, field.shape)) if field.seen == HIDDEN or at[0] != seat]


# --- The reference page ----------------------------------------------------------------------------------------------


def described(fields: Fields) -> Iterator[str]:
    """The table for people, in Markdown."""
    yield "| field | is | seen by | line | described | means |"
    yield "|---|---|---|---|---|---|"
    for field in fields:
        others = f"as `{field.shown_by}` says" if field.shown_by else ""
        seen = others if field.seen == HIDDEN and others else ", others ".join(filter(None, (field.seen, others)))
        told = field.told.replace(" ", ", ")
        yield f"| `{field.name}` | {_type_of(field.kind)} | {seen} | {field.in_line} | {told} | {field.means} |"


def _type_of(kind: Kind) -> str:
    size = " × ".join(map(str, kind.shape))
    return np.dtype(kind.number).name + (f" × {size}" if size else "") + (", by seat" if kind.by_seat else "")
