"""What everybody at a table sees, described quickly.

One compiled call gives who may act, their legal actions and all views. A game describes what all seats share once
(`describe_shared`, from a spectator's view) and adds what a seat alone sees (`add_own`, which reads the fields `OWN`).
From a NumPy record each read costs a microsecond and gives numbers that are slow in plain Python, so a view is first
read into plain values in one go; it stays a record of the game's type, and compiled functions take it as before. What
the descriptions of several seats share is turned into JSON once.
"""

import math
import struct
from functools import lru_cache

import msgspec
import numpy as np
from msgspec import Raw

from lasttrick.core import bits
from lasttrick.core.contract import Game
from lasttrick.core.loops import look_around

WATCHING = -1
_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}

_encode = msgspec.json.Encoder().encode


class Seen(np.record):  # type: ignore[misc]
    """A view whose plain fields are found at once; the rest is read from the record."""

    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str):
        return np.record.__getattribute__(self, name)


class Layout:
    """How some fields of a record are read at once: numbers as they are, rows as lists, grids as lists of lists."""

    def __init__(self, dtype: np.dtype, wanted: tuple[str, ...]):
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

    def read_into(self, plain: dict, memory: memoryview, offset: int) -> None:
        values = self._read(memory, offset)
        for name, at in self._numbers:
            plain[name] = values[at]
        for name, first, end in self._rows:
            plain[name] = list(values[first:end])
        for name, first, end, step in self._grids:
            plain[name] = [list(values[at : at + step]) for at in range(first, end, step)]


layout = lru_cache(Layout)


class Eyes:
    """The views of one table after each decision. Not for several threads at once."""

    def __init__(self, game: Game, players: int):
        self.game, self.players = game, players
        self._views = np.zeros(players + 1, game.dtype)
        self._memory = self._views.view(np.uint8).data
        fields = {name: game.dtype.fields[name][:2] for name in game.dtype.names or ()}  # type: ignore[index]
        self._seen: list[Seen] = list(self._views.view(np.dtype((Seen, fields))))
        self._actions = np.zeros((players, game.actions), np.int16)
        self._counts = np.zeros(players, np.int64)
        self._all = layout(game.dtype, game.dtype.names)
        self._own = layout(game.dtype, game.describe.OWN)
        self._shared: dict = {}  # what all see of the state last looked at; empty until it is asked for
        self._json: dict = {}  # its parts as JSON
        self._divided: list[str] = []  # the names of parts that are JSON item by item

    def look_around(self, states: np.ndarray) -> dict[int, list[int]]:
        """Look at a state (an array of one): the legal actions of every seat that acts."""
        self._shared = {}
        acting = look_around(states, self.players, self._actions, self._counts, self._views)
        counts = self._counts.tolist()
        return {seat: self._actions[seat, : counts[seat]].tolist() for seat in bits.members(acting)}

    def view(self, seat: int) -> np.ndarray:
        """The view of a seat, -1 for a spectator, as an array of one; overwritten when looking again."""
        at = seat if seat >= 0 else self.players
        return self._views[at : at + 1]

    def describe(self, seat: int) -> dict:
        """What a seat saw when we last looked, ready to be sent: what others see too is JSON already."""
        describe = self.game.describe
        if not self._shared:
            self._shared = describe.describe_shared(self._plain(self.players, self._all))
            self._json = {name: _pieces(part) for name, part in self._shared.items()}
            self._divided = [name for name, part in self._shared.items() if _is_divided(part)]
        if seat < 0:
            return self._json
        return self._with_json(describe.add_own(self._shared, self._plain(seat, self._own), seat))

    def _plain(self, at: int, layout: Layout) -> Seen:
        seen = self._seen[at]
        layout.read_into(seen.__dict__, self._memory, at * self._views.itemsize)
        return seen

    def _with_json(self, own: dict) -> dict:
        """Where a part is still the very same object that all see, its JSON. The parts come in the same order."""
        shared, json = self._shared, self._json
        ready = {
            n: j if p is s else p for (n, p), s, j in zip(own.items(), shared.values(), json.values(), strict=True)
        }
        for name in self._divided:
            if own[name] is not shared[name]:
                pieces = zip(own[name], shared[name], json[name], strict=True)
                ready[name] = [j if p is s else p for p, s, j in pieces]
        return ready


def _is_divided(part) -> bool:
    """Whether this is a list of seats or the like, of which a seat's own may differ in some."""
    return type(part) is list and bool(part) and type(part[0]) is dict


def _pieces(part):
    """A part of a description as JSON, as far as that is worth it; a divided one item by item."""
    if _is_divided(part):
        return [Raw(_encode(item)) for item in part]
    return Raw(_encode(part)) if isinstance(part, list | dict) else part
