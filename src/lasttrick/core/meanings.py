"""What the numbers of an observation and the rows of an action table mean, said by the game itself.

Both are laid out in parts, one after another. A part is a table: its axes say what is counted along each way, and the
last axis runs fastest. Pages, versions and tests are made from these words, so a number without a meaning cannot be.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lasttrick.core.contract import Game


@dataclass(frozen=True)
class Axis:
    """One way along a part: what is counted along it, and what each place is called."""

    name: str
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)


class Part:
    """What sections and rows share: their size, and the names of each of their places."""

    axes: tuple[Axis, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(map(len, self.axes))

    @property
    def size(self) -> int:
        return prod(self.shape)

    def places(self) -> Iterator[tuple[str, ...]]:
        """The names of each place, in order."""
        return product(*(axis.names for axis in self.axes))


@dataclass(frozen=True)
class Section(Part):
    """A named part of an observation.

    Where `one` is empty a number is 1 for yes and 0 for no; otherwise it is an amount, and `one` says of what 1 is.
    Where each place has its own unit its name says it.
    """

    name: str
    axes: tuple[Axis, ...]
    meaning: str
    one: str = ""


@dataclass(frozen=True)
class Rows(Part):
    """Rows of the action table that begin with the same word. `text` has the name of each axis in braces."""

    text: str
    axes: tuple[Axis, ...]
    meaning: str

    def texts(self) -> Iterator[str]:
        """The text of each row, as the notation writes it."""
        for names in self.places():
            words = {axis.name: name for axis, name in zip(self.axes, names, strict=True)}
            yield self.text.format(**words)


def seat_axis(seats: int) -> Axis:
    """Seats from the viewer's own on, clockwise."""
    return Axis("seat", ("own", *(f"own + {k}" for k in range(1, seats))))


def one_of(name: str, kinds: Iterable) -> Axis:
    """The members of an enumeration, or words."""
    return Axis(name, tuple(str(getattr(kind, "name", kind)).lower() for kind in kinds))


def numbered(name: str, count: int, first: int = 0) -> Axis:
    return Axis(name, tuple(map(str, range(first, first + count))))


def laid_out(parts: Iterable) -> dict[int, tuple[Part, tuple[str, ...]]]:
    """Each number with its part and the names of its place there."""
    every = ((part, place) for part in parts for place in part.places())
    return dict(enumerate(every))


def slices(sections: Iterable[Section]) -> dict[str, slice]:
    """Where each section is in an observation."""
    found, at = {}, 0
    for section in sections:
        found[section.name] = slice(at, at + section.size)
        at += section.size
    return found


def fingerprint(parts: Iterable) -> str:
    """Twelve letters that change with the names, the order, the places or the units of parts, not with their prose."""
    said = [
        [getattr(part, "name", getattr(part, "text", "")), [[a.name, a.names] for a in part.axes], _unit(part)]
        for part in parts
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:12]


def observation_version(game: "Game") -> str:
    """What an agent was trained on: `GAME 1 c8ed3c620d06`, the game, the version of its observations and their print.

    Agents keep it beside their weights, and are refused where it is another.
    """
    meanings = game.meanings
    return f"{game.name} {meanings.VERSION} {fingerprint((*meanings.SECTIONS, *meanings.ACTION_TABLE))}"


def _unit(part: Part) -> str:
    return part.one if isinstance(part, Section) else ""
