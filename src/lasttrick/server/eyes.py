"""What everybody at a table sees, described quickly.

One compiled call gives who may act, their legal actions and all views. From a NumPy record each read costs a
microsecond and gives numbers that are slow in plain Python, so a view is first read into plain values in one go; it
stays a record of the game's type, and compiled functions take it as before. A game describes in parts and says from
which fields (see `words.describe`); another compiled call finds the parts whose fields have changed, and the others
stay as they are, as JSON.
"""

import math
import struct
from collections.abc import Iterator
from functools import cache
from itertools import product

import msgspec
import numpy as np
from msgspec import Raw

from lasttrick import games
from lasttrick.core import bits
from lasttrick.core.contract import Game
from lasttrick.core.loops import find_changes, look_around
from lasttrick.core.match import Match
from lasttrick.core.rule import direct

WATCHING = -1
_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}

_encode = msgspec.json.Encoder().encode


class Seen(np.record):  # type: ignore[misc]
    """A view whose plain fields are found at once; the rest is read from the record."""

    __getattribute__ = object.__getattribute__
    data = None  # type: ignore[assignment]  # each has its memory here, for compiled functions: NumPy takes 3 µs to give it

    def __getattr__(self, name: str):
        return np.record.__getattribute__(self, name)


class Layout:
    """How some fields of a record are read at once: numbers as they are, rows as tuples, grids as tuples of tuples."""

    def __init__(self, dtype: np.dtype, wanted: set[str]):
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
        self._read = struct.Struct(form).unpack_from

    def read_into(self, plain: dict, memory: memoryview, at: int) -> None:
        """The fields of the record that begins here."""
        values = self._read(memory, at)
        for name, at in self._numbers:
            plain[name] = values[at]
        for name, first, end in self._rows:
            plain[name] = values[first:end]
        for name, first, end, step in self._grids:
            plain[name] = tuple([values[at : at + step] for at in range(first, end, step)])


class Reading:
    """How the views of a game with so many players are read: the table, every seat, every viewer's own."""

    def __init__(self, game: Game, players: int):
        told, fields = game.fields.told, game.dtype.fields
        self.all, self.own = Layout(game.dtype, {*told("table"), *told("seat")}), Layout(game.dtype, {*told("own")})
        self.seen = np.dtype((Seen, {name: fields[name][:2] for name in fields or ()}))  # type: ignore[index]
        self.ranges = np.array(list(ranges(game, players)), np.int64)
        self.parts_of_all = (1 << players + 1) - 1
        self.every_part = (1 << 2 * players + 2) - 1
        self.own_parts = [1 << 1 + players + viewer for viewer in range(players + 1)]  # the last is a spectator's
        actions, counts, views = rooms(game, players)
        seen = views.view(np.uint8).reshape(players + 1, -1)
        self.look_around = direct(look_around, np.zeros(1, game.dtype), players, actions, counts, views)
        self.find_changes = direct(find_changes, seen, seen, self.ranges)


def ranges(game: Game, players: int) -> Iterator[tuple[int, int, int, int]]:
    """Where each part is found (see `find_changes`): 0 is the table, then come the seats, then the viewers' own."""
    fields = game.fields
    for name in fields.told("table"):
        yield 0, players, *fields.bytes_of(name)
    for seat, name in product(range(players), fields.told("seat")):
        yield 1 + seat, players, *fields.bytes_of(name, seat)
    for viewer, name in product(range(players + 1), fields.told("own")):
        yield 1 + players + viewer, viewer, *fields.bytes_of(name)


def rooms(game: Game, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for what `look_around` finds: every seat's legal actions, how many they are, and all views."""
    actions, views = np.zeros((players, game.actions), np.int16), np.zeros(players + 1, game.dtype)
    return actions, np.zeros(players, np.int64), views


@cache
def reading(game: str, players: int) -> Reading:
    """The same for all tables of this kind."""
    return Reading(games.game(game), players)


class Own:
    """What one viewer sees otherwise than all."""

    __slots__ = ("merged", "seats", "top")

    def __init__(self, told: dict):
        self.seats: dict[int, dict] = told.pop("seats", {})
        self.top = b"," + _encode(told)[1:-1] if told else b""
        self.merged: dict[int, tuple[dict, bytes]] = {}  # seat: what all see of it, and with the changes as JSON

    def merge(self, seat: int, shared: dict) -> bytes:
        """A seat as this viewer sees it, as JSON."""
        merged = self.merged.get(seat)
        if merged is None or merged[0] is not shared:
            merged = self.merged[seat] = shared, _encode({**shared, **self.seats[seat]})
        return merged[1]


class Eyes:
    """The views of one table after each decision. Not for several threads at once."""

    def __init__(self, game: Game, players: int):
        self.game, self.players = game, players
        self._read = reading(game.name, players)
        self._actions, self._counts, self._views = rooms(game, players)
        self._bytes = self._views.view(np.uint8).reshape(players + 1, -1)
        self._before = self._bytes.copy()
        self._memory, self._size = self._bytes.reshape(-1).data, self._views.itemsize
        self._seen: list[Seen] = list(self._views.view(self._read.seen))
        for seen, row in zip(self._seen, self._bytes, strict=True):
            seen.__dict__["data"] = row.data
        self._changed = self._read.every_part  # the set of parts to describe anew
        self._table = b""  # as JSON, its end left open
        self._seats: list[dict] = [{}] * players
        self._pieces = [b""] * players  # the seats as JSON
        self._owns: list[Own] = [Own({})] * (players + 1)

    def look_around(self, states: np.ndarray) -> dict[int, list[int]]:
        """Look at a state (an array of one): the legal actions of every seat that acts."""
        acting = self._read.look_around(states, self.players, self._actions, self._counts, self._views)
        self._changed |= self._read.find_changes(self._bytes, self._before, self._read.ranges)
        counts = self._counts.tolist()
        return {seat: self._actions[seat, : counts[seat]].tolist() for seat in bits.members(acting)}

    def view(self, seat: int) -> np.ndarray:
        """The view of a seat, -1 for a spectator, as an array of one; overwritten when looking again."""
        at = seat if seat >= 0 else self.players
        return self._views[at : at + 1]

    def describe(self, seat: int) -> Raw:
        """What a seat saw when we last looked, as JSON."""
        changed = self._changed
        if changed & self._read.parts_of_all:
            self.describe_table()
        if changed & self._read.own_parts[seat]:
            self._describe_own(seat)
        own, pieces = self._owns[seat], self._pieces
        if own.seats:
            pieces = pieces.copy()
            for other in own.seats:
                pieces[other] = own.merge(other, self._seats[other])
        return Raw(b"".join((self._table, own.top, b',"seats":[', b",".join(pieces), b"]}")))

    def describe_table(self) -> None:
        """What all see, as a spectator sees it, as far as it has changed."""
        parts, read, seen, changed = self.game.describe, self._read, self._seen[self.players], self._changed
        if changed & read.parts_of_all:
            read.all.read_into(seen.__dict__, self._memory, self.players * self._size)
        if changed & 1:
            self._table = _encode(parts.describe_table(seen))[:-1]
        for seat in bits.members(changed >> 1 & (1 << self.players) - 1):
            self._seats[seat] = told = parts.describe_seat(seen, seat)
            self._pieces[seat] = _encode(told)
        self._changed &= ~read.parts_of_all

    def _describe_own(self, seat: int) -> None:
        at, seen = seat % (self.players + 1), self._seen[seat]
        self._read.own.read_into(seen.__dict__, self._memory, at * self._size)
        self._owns[seat] = Own(self.game.describe.describe_own(seen, seat))
        self._changed ^= self._read.own_parts[seat]


def load_games() -> None:
    """Load what all games have compiled, so that tables of others can be taken over without a pause."""
    for name in games.NAMES:
        game = games.game(name)
        for players in game.about.players:
            match, eyes = Match(game, players, {}, "load"), Eyes(game, players)
            seat, actions = next(iter(eyes.look_around(match.states).items()))
            eyes.describe(seat)
            match.text(actions[0])
            match.explain(seat, game.actions - 1)
            match.decide(seat, actions[0])
