"""What everybody at a table sees, described quickly.

One compiled call gives who may act, their legal actions and all views. From a NumPy record each read costs a
microsecond and gives numbers that are slow in plain Python, so a view is first read into plain values in one go; it
stays a record of the game's type, and compiled functions take it as before. A game describes in parts and says from
which fields (see `words.describe`): a part whose fields are as they were stays as it is, as JSON.
"""

import math
import struct
from functools import cache
from operator import itemgetter

import msgspec
import numpy as np
from msgspec import Raw

from lasttrick import games
from lasttrick.core import bits
from lasttrick.core.contract import Game
from lasttrick.core.loops import look_around
from lasttrick.core.rule import direct

WATCHING = -1
_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}

_encode = msgspec.json.Encoder().encode


class Seen(np.record):  # type: ignore[misc]
    """A view whose plain fields are found at once; the rest is read from the record."""

    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str):
        return np.record.__getattribute__(self, name)


class Layout:
    """How some fields of a record are read at once: numbers as they are, rows as tuples, grids as tuples of tuples."""

    def __init__(self, dtype: np.dtype, wanted: frozenset[str]):
        form, at, first = "<", 0, 0
        self._numbers: list[tuple[str, int]] = []  # name and place among the numbers read
        self._rows: list[tuple[str, int, int]] = []  # name, first and end
        self._grids: list[tuple[str, int, int, int]] = []  # name, first, end, length of a row
        for name in sorted(wanted, key=lambda name: dtype.fields[name][1]):  # type: ignore[index]
            kind, offset = dtype.fields[name][:2]  # type: ignore[index]
            end = first + math.prod(kind.shape)
            form += f"{offset - at}x{end - first}{_LETTERS[kind.base.str[1:]]}"
            if not kind.shape:
                self._numbers.append((name, first))
            elif len(kind.shape) == 1:
                self._rows.append((name, first, end))
            else:
                self._grids.append((name, first, end, kind.shape[1]))
            at, first = offset + kind.itemsize, end
        self.read = struct.Struct(form).unpack_from  # memory and offset: all numbers, one after the other

    def put_into(self, plain: dict, values: tuple) -> None:
        """The numbers read, as fields."""
        for name, at in self._numbers:
            plain[name] = values[at]
        for name, first, end in self._rows:
            plain[name] = values[first:end]
        for name, first, end, step in self._grids:
            plain[name] = tuple([values[at : at + step] for at in range(first, end, step)])

    def picks(self, fields: tuple[str, ...], rows: tuple[str, ...] = (), seat: int = 0) -> itemgetter:
        """Picks some whole fields, and a seat's row of others, out of the numbers read."""
        wanted: list[int] = []
        for name, first, end in [(name, at, at + 1) for name, at in self._numbers] + self._rows:
            if name in rows:
                wanted.append(first + seat)
            elif name in fields:
                wanted.extend(range(first, end))
        for name, first, end, step in self._grids:
            if name in rows:
                wanted.extend(range(first + seat * step, first + (seat + 1) * step))
            elif name in fields:
                wanted.extend(range(first, end))
        return itemgetter(*wanted)


class Reading:
    """How the views of a game with so many players are read, part by part."""

    def __init__(self, game: Game, players: int):
        parts, fields = game.describe, game.dtype.fields
        of_all = frozenset((*parts.TABLE_FIELDS, *parts.SEAT_ROWS, *parts.SEAT_FIELDS))
        self.all, self.own = Layout(game.dtype, of_all), Layout(game.dtype, frozenset(parts.OWN_FIELDS))
        self.table = self.all.picks(parts.TABLE_FIELDS)
        self.seats = [self.all.picks(parts.SEAT_FIELDS, parts.SEAT_ROWS, seat) for seat in range(players)]
        self.seen = np.dtype((Seen, {name: fields[name][:2] for name in fields or ()}))  # type: ignore[index]
        self.look_around = direct(look_around, np.zeros(1, game.dtype), players, *rooms(game, players))


def rooms(game: Game, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for what `look_around` finds: every seat's legal actions, how many they are, and all views."""
    actions, views = np.zeros((players, game.actions), np.int16), np.zeros(players + 1, game.dtype)
    return actions, np.zeros(players, np.int64), views


@cache
def reading(game: str, players: int) -> Reading:
    """The same for all tables of this kind."""
    return Reading(games.game(game), players)


class Own:
    """What one viewer sees otherwise than all, and the numbers from which it was described."""

    __slots__ = ("merged", "seats", "top", "values")

    def __init__(self, values: tuple, told: dict):
        self.values = values
        self.seats: dict[int, dict] = told.pop("seats", {})
        self.top = _encode(told)[1:-1] + b"," if told else b""
        self.merged: dict[int, tuple[dict, bytes]] = {}  # seat: what all see of it, and with the changes as JSON

    def merge_into(self, pieces: list[bytes], shared: list[dict]) -> None:
        for seat, changes in self.seats.items():
            merged = self.merged.get(seat)
            if merged is None or merged[0] is not shared[seat]:
                merged = self.merged[seat] = shared[seat], _encode({**shared[seat], **changes})
            pieces[seat] = merged[1]


class Eyes:
    """The views of one table after each decision. Not for several threads at once."""

    def __init__(self, game: Game, players: int):
        self.game, self.players = game, players
        self._actions, self._counts, self._views = rooms(game, players)
        self._memory, self._size = self._views.view(np.uint8).data, self._views.itemsize
        self._read = reading(game.name, players)
        self._seen: list[Seen] = list(self._views.view(self._read.seen))
        self._is_behind = True  # the table has been looked at, but not described since
        self._numbers: tuple = ()  # the numbers from which the table was described,
        self._table = b""  # and that as JSON, its end left open
        self._rows: list[tuple] = [()] * players  # the numbers from which a seat was described,
        self._seats: list[dict] = [{}] * players  # its description
        self._pieces = [b""] * players  # and that as JSON
        self._owns: list[Own | None] = [None] * (players + 1)

    def look_around(self, states: np.ndarray) -> dict[int, list[int]]:
        """Look at a state (an array of one): the legal actions of every seat that acts."""
        self._is_behind = True
        acting = self._read.look_around(states, self.players, self._actions, self._counts, self._views)
        counts = self._counts.tolist()
        return {seat: self._actions[seat, : counts[seat]].tolist() for seat in bits.members(acting)}

    def view(self, seat: int) -> np.ndarray:
        """The view of a seat, -1 for a spectator, as an array of one; overwritten when looking again."""
        at = seat if seat >= 0 else self.players
        return self._views[at : at + 1]

    def describe(self, seat: int) -> Raw:
        """What a seat saw when we last looked, as JSON."""
        if self._is_behind:
            self._describe_table()
        own, pieces = self._own_of(seat), self._pieces.copy()
        own.merge_into(pieces, self._seats)
        return Raw(b'%b,%b"seats":[%b]}' % (self._table, own.top, b",".join(pieces)))

    def _describe_table(self) -> None:
        """What all see, as a spectator sees it."""
        parts, read, seen = self.game.describe, self._read, self._seen[self.players]
        values = read.all.read(self._memory, self.players * self._size)
        read.all.put_into(seen.__dict__, values)
        numbers = read.table(values)
        if numbers != self._numbers:
            self._numbers, self._table = numbers, _encode(parts.describe_table(seen))[:-1]
        for seat, of_seat in enumerate(read.seats):
            row = of_seat(values)
            if row != self._rows[seat]:
                self._rows[seat], self._seats[seat] = row, parts.describe_seat(seen, seat)
                self._pieces[seat] = _encode(self._seats[seat])
        self._is_behind = False

    def _own_of(self, seat: int) -> Own:
        at = seat if seat >= 0 else self.players
        own, values = self._owns[at], self._read.own.read(self._memory, at * self._size)
        if own is None or own.values != values:
            seen = self._seen[at]
            self._read.own.put_into(seen.__dict__, values)
            own = self._owns[at] = Own(values, self.game.describe.describe_own(seen, seat))
        return own
