"""What everybody at a table sees, described quickly.

One compiled call gives who may act, their legal actions and all views. `describe` of a game then reads a view field by
field; from a NumPy record each read costs a microsecond and gives numbers that are slow in plain Python, so a view is
first read into plain values in one go. It stays a record of the game's type: compiled functions take it as before. A
game may describe what all seats share once (`describe_shared`) and add what a seat alone sees (`add_own`,
reading the fields `OWN`).
"""

import struct

import numpy as np

from lasttrick.core import bits
from lasttrick.core.contract import Game
from lasttrick.core.loops import MOST_SEATS, look_around

WATCHING = -1
_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}


class Seen(np.record):  # type: ignore[misc]
    """A view whose plain fields are found at once; the rest is read from the record."""

    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str):
        return np.record.__getattribute__(self, name)


class Eyes:
    """The views of one table after each decision. Not for several threads at once."""

    def __init__(self, game: Game, players: int):
        self.game, self.players = game, players
        self._views = np.zeros(MOST_SEATS + 1, game.dtype)
        self._actions = np.zeros((MOST_SEATS, game.actions), np.int16)
        self._counts = np.zeros(MOST_SEATS, np.int64)
        fields = {name: game.dtype.fields[name][:2] for name in game.dtype.names or ()}  # type: ignore[index]
        self._seen = self._views.view(np.dtype((Seen, fields)))
        describe = game.describe
        self._shared: dict | None = None
        self._takes_plain = True
        self._is_divided = hasattr(describe, "describe_shared") and hasattr(describe, "add_own")
        names = game.dtype.names or ()
        self._all = _layout(game.dtype, names, rows=self._is_divided)
        self._own = _layout(game.dtype, getattr(describe, "OWN", names), rows=self._is_divided)

    def look_around(self, states: np.ndarray) -> dict[int, list[int]]:
        """Look at a state (an array of one): the legal actions of every seat that acts."""
        self._shared = None
        acting = look_around(states, self.players, self._actions, self._counts, self._views)
        counts = self._counts.tolist()
        return {seat: self._actions[seat, : counts[seat]].tolist() for seat in bits.members(acting)}

    def view(self, seat: int) -> np.ndarray:
        """The view of a seat, -1 for a spectator, as an array of one; overwritten when looking again."""
        at = seat if seat >= 0 else self.players
        return self._views[at : at + 1]

    def describe(self, seat: int) -> dict:
        """What a seat saw when we last looked."""
        describe = self.game.describe
        if not self._is_divided:
            return self._describe_whole(seat)
        if self._shared is None:
            self._shared = describe.describe_shared(self._plain(WATCHING, self._all))
        return describe.add_own(self._shared, self._plain(seat, self._own), seat) if seat >= 0 else self._shared

    def _describe_whole(self, seat: int) -> dict:
        """In plain values where the game's description can do with them, else, slower, from the record itself."""
        if self._takes_plain:
            try:
                return self.game.describe.describe(self._plain(seat, self._all), seat)
            except (TypeError, AttributeError):
                self._takes_plain = False  # it reckons with NumPy's own arrays
        return self.game.describe.describe(self.view(seat)[0], seat)

    def _plain(self, seat: int, layout) -> Seen:
        at = seat if seat >= 0 else self.players
        seen = self._seen[at]
        plain = seen.__dict__
        values = layout[0].unpack(seen.tobytes())
        for name, first, end in layout[1]:
            plain[name] = list(values[first:end]) if end else values[first]
        return seen


def _layout(dtype: np.dtype, wanted, rows: bool) -> tuple[struct.Struct, list[tuple[str, int, int]]]:
    """How to read the wanted single numbers of a record at once; other fields are skipped.

    Rows of numbers become lists where the game is written for that; other games index them as arrays."""
    form, places, at, count = "<", [], 0, 0
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        form += f"{offset - at}x"
        at = offset + kind.itemsize
        letter = _LETTERS.get(kind.base.str[1:])
        if letter is None or len(kind.shape) > rows or name not in wanted:
            form += f"{kind.itemsize}x"
            continue
        length = kind.shape[0] if kind.shape else 0
        form += f"{length or 1}{letter}"
        places.append((name, count, count + length if length else 0))
        count += length or 1
    return struct.Struct(form + f"{dtype.itemsize - at}x"), places
