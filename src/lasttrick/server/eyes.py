"""What a seat sees, described quickly.

`describe` of a game reads a view field by field. From a NumPy record each read costs a microsecond and gives NumPy
numbers that are slow in plain Python; with every view of every table passing through here that is most of the
server's work. So a view is read into plain Python values in one go. It stays a record of the game's type: compiled
functions take it as before.
"""

import struct

import numpy as np

from lasttrick.core.contract import Game

_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}


class Seen(np.record):  # type: ignore[misc]
    """A view whose plain fields are found at once; the rest is read from the record."""

    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str):
        return np.record.__getattribute__(self, name)


class Eyes:
    """Describes views of one game. Not for several threads at once."""

    def __init__(self, game: Game):
        self.game = game
        self._view = np.zeros(1, game.dtype)
        fields = {name: game.dtype.fields[name][:2] for name in game.dtype.names or ()}  # type: ignore[index]
        self._seen = self._view.view(np.dtype((Seen, fields)))
        self._struct, self._places = _layout(game.dtype)

    def view(self, state, seat: int) -> np.ndarray:
        """The view of a seat as an array of one; overwritten by the next."""
        self.game.view.view(state, seat, self._view)
        return self._view

    def look(self, state, seat: int) -> dict:
        """The description of what a seat sees, -1 for a spectator."""
        self.view(state, seat)
        return self.game.describe.describe(self._plain(), seat)

    def _plain(self) -> Seen:
        seen = self._seen[0]
        plain = seen.__dict__
        values = self._struct.unpack(self._view.tobytes())
        for name, first, end in self._places:
            plain[name] = list(values[first:end]) if end else values[first]
        return seen


def _layout(dtype: np.dtype) -> tuple[struct.Struct, list[tuple[str, int, int]]]:
    """How to read all single numbers and rows of numbers of a record at once; other fields are skipped."""
    form, places, at, count = "<", [], 0, 0
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        form += f"{offset - at}x"
        at = offset + kind.itemsize
        letter = _LETTERS.get(kind.base.str[1:])
        if letter is None or len(kind.shape) > 1:
            form += f"{kind.itemsize}x"
            continue
        length = kind.shape[0] if kind.shape else 0
        form += f"{length or 1}{letter}"
        places.append((name, count, count + length if length else 0))
        count += length or 1
    return struct.Struct(form + f"{dtype.itemsize - at}x"), places
