"""Whole positions as lines of text, both ways, from the table of a game's fields.

A field is written in its own line by its kind; what the table cannot say, a game says by hand: how a card is written
(`texts`), a line that holds several fields or none (`Line`, `SeatLines`), what follows when lines are left out
(`complete`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.about import About, did_you_mean
from lasttrick.core.errors import LastTrickError
from lasttrick.core.fields import BY_SEAT, CHANCE, Field, Fields
from lasttrick.core.tricks import next_seat
from lasttrick.core.words import LETTERS, read_seat, seat_letter

_WHOLE = re.compile(r"-?\d+")
_FLAGS = ("off", "on")


@dataclass(frozen=True)
class Text:
    """How one number is written, both ways."""

    write: Callable[[int], Any]
    read: Callable[[str], int]


@dataclass(frozen=True)
class Line:
    """A line written by hand; `write` may also give a dict of several lines."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], None] | None = None  # None: what is written follows from the options


@dataclass(frozen=True)
class SeatLines:
    """The lines of a seat, by what follows its name there: `{"": hand, "pile": cards}`; empty ones are left out."""

    write: Callable[[Any, int], dict[str, str]]
    read: Callable[[Any, int, dict[str, str]], None]
    more: tuple[str, ...] = ()


def read_number(line: str, text: str, most: int | None = None, least: int = 0) -> int:
    """A whole number of a line, refused with its name if it is none."""
    number = int(text) if _WHOLE.fullmatch(text) else least - 1
    if number < least or (most is not None and number > most):
        bound = "" if most is None else f" up to {most}"
        raise LastTrickError(f"Line {line} of the position is {text!r}, not a whole number{bound}.")
    return number


def read_word(line: str, text: str, words) -> int:
    """The number of one of these words."""
    words = list(words)
    if text not in words:
        raise LastTrickError(f"Line {line} of the position is {text!r}. {did_you_mean(text, words)}")
    return words.index(text)


def read_seat_of(state, text: str) -> int:
    """A seat that is taken at this table, or nobody."""
    seat = read_seat(text)
    if seat >= state.players:
        raise LastTrickError(f"There is no seat {text} with {state.players} players.")
    return seat


def read_pairs(state, text: str) -> list[tuple[int, str]]:
    """`A:5Ha B:17S` as seats and texts."""
    pairs = []
    for item in text.split():
        letter, colon, what = item.partition(":")
        if not colon:
            raise LastTrickError(f"{item!r} in the position is not of the form SEAT:WHAT.")
        pairs.append((read_seat_of(state, letter), what))
    return pairs


def pairs_text(state, pairs, lead: int = 0) -> str:
    """Seats and texts as `A:5Ha B:17S`, from the lead on."""
    texts = dict(pairs)
    order = [(max(lead, 0) + k) % int(state.players) for k in range(state.players)]
    return " ".join(f"{seat_letter(seat)}:{texts[seat]}" for seat in order if seat in texts)


def trick_line(card: Callable[[int], str], read_card: Callable[[str], int]) -> Line:
    """The line of a trick: the card that each seat has `played`, from the `lead` on."""

    def write(state) -> str:
        played = [(seat, card(state.played[seat])) for seat in range(state.players) if state.played[seat] >= 0]
        return pairs_text(state, played, state.lead)

    def read(state, text: str) -> None:
        for seat, name in read_pairs(state, text):
            state.played[seat] = read_card(name)

    return Line(write, read)


def complete_trick(state, lines: dict[str, str]) -> None:
    """Left out, the hands are as large as they are, and it is the turn of the seat after the last play."""
    laid_out = [bits.count(hand) for hand in state.hand]
    if "hands" not in lines:
        state.hand_size[:] = laid_out
    for seat in range(state.players):
        if state.hand_size[seat] > laid_out[seat]:
            raise LastTrickError(
                f"Line hands of the position gives {seat_letter(seat)} {state.hand_size[seat]} cards, "
                f"but {laid_out[seat]} are laid out."
            )
    if "turn" not in lines:
        plays = read_pairs(state, lines.get("trick", ""))
        state.to_act = next_seat(state, plays[-1][0]) if plays else state.lead


class _FieldText:
    """One field as text, by its kind."""

    def __init__(self, field: Field, texts: dict[str, Text]):
        self._field, self._line = field, field.in_line
        self._form = field.kind.text if not isinstance(field.kind.text, type) else _words_of(field.kind.text)
        self._text = texts.get(self._form) if isinstance(self._form, str) else None

    def write(self, state) -> Any:
        values = state[self._field.name]
        if not self._field.shape:
            return self._written(values)
        values = values[: state.players] if self._field.kind.by_seat else values
        return " ".join(str(self._written(value)) for value in values)

    def _written(self, value) -> Any:
        if isinstance(self._form, tuple):
            return self._form[value]
        if self._text:
            return self._text.write(int(value))
        if self._form == "flag":
            return _FLAGS[value]
        return seat_letter(value) if self._form == "seat" else int(value)

    def read(self, state, text: str) -> None:
        if not self._field.shape:
            state[self._field.name] = self._read(state, text)
            return
        length = int(state.players) if self._field.kind.by_seat else self._field.shape[0]
        values = [self._read(state, word) for word in text.split()]
        if len(values) != length:
            what = "numbers" if self._form == "number" else "words"
            raise LastTrickError(f"Line {self._line} of the position has {len(values)} {what}; {length} are needed.")
        state[self._field.name][:length] = values

    def _read(self, state, text: str) -> int:
        if isinstance(self._form, tuple):
            return read_word(self._line, text, self._form)
        if self._text:
            return self._text.read(text)
        if self._form == "flag":
            return read_word(self._line, text, _FLAGS)
        if self._form == "seat":
            return read_seat_of(state, text)
        limits = np.iinfo(self._field.kind.number)
        return read_number(self._line, text, int(limits.max), int(limits.min))


class _FieldLine:
    """A line of one field, or of several that are single numbers: a word each, of which the last may be left out."""

    def __init__(self, fields: list[Field], texts: dict[str, Text]):
        if len(fields) > 1 and any(field.shape for field in fields):
            raise TypeError(f"Line {fields[0].in_line} holds a row beside other fields; write it by hand.")
        self._parts = [_FieldText(field, texts) for field in fields]

    def write(self, state) -> Any:
        written = [part.write(state) for part in self._parts]
        return " ".join(map(str, written)) if len(written) > 1 else written[0]

    def read(self, state, text: str) -> None:
        words = text.split() if len(self._parts) > 1 else [text]
        for part, word in zip(self._parts, words, strict=False):
            part.read(state, word)


def _words_of(kind) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in kind)


_CHANCE = Line(
    lambda state: f"{chance.key_text(state.key)} {state.events}",
    lambda state, text: _read_chance(state, *text.partition(" ")[::2]),
)


def _read_chance(state, key: str, events: str) -> None:
    state.key[:] = chance.key_of(key)
    state.events = read_number(CHANCE, events)


class Positions:
    """Writes the positions of a game, and reads them leniently: a position for a test is a few lines."""

    def __init__(
        self,
        about: About,
        fields: Fields,
        blank: Callable[[int, dict], np.record],
        *,
        texts: dict[str, Text] | None = None,
        lines: dict[str, Line] | None = None,
        seats: SeatLines | None = None,
        complete: Callable[[np.record, dict[str, str]], None] | None = None,
        letters: str = LETTERS,
    ):
        self._about, self._fields, self._blank = about, fields, blank
        self._options = [option.name for option in about.options]
        self._seats, self._letters, self._complete = seats, letters, complete
        self._lines: dict[str, Any] = {}
        for line in fields.lines:
            given = (lines or {}).get(line) or (_CHANCE if line == CHANCE else None)
            if line != BY_SEAT:
                self._lines[line] = given or _FieldLine(fields.of_line(line), texts or {})

    def write(self, state) -> dict:
        """The complete position; `read` gives the same record back."""
        position: dict[str, Any] = {}
        for name in self._fields.lines:
            if name == BY_SEAT:
                position |= self._seat_lines(state)
            else:
                written = self._lines[name].write(state)
                position |= written if isinstance(written, dict) else {name: written}
        return position

    def _seat_lines(self, state) -> dict[str, str]:
        found: dict[str, str] = {}
        for seat in range(state.players if self._seats else 0):
            for what, text in self._seats.write(state, seat).items():  # type: ignore[union-attr]
                if text or not what:
                    found[f"{self._letters[seat]} {what}".rstrip()] = text
        return found

    def read(self, position: dict) -> np.record:
        """The record of a position; what the lines left out mean, the game's table of fields says."""
        lines = {str(name): str(value) for name, value in position.items()}
        seated = sum(name in self._letters for name in lines)
        players = read_number("players", lines.get("players", str(max(seated, self._about.players[0]))))
        self._refuse_unknown(players, lines)
        state = self._begun(players, {name: lines[name] for name in self._options if name in lines})
        for name, line in self._lines.items():
            if name in lines and name not in self._options and name != "players" and line.read:
                line.read(state, lines[name])
        if self._seats:
            for seat in range(players):
                of_seat = {
                    what: lines.get(f"{self._letters[seat]} {what}".rstrip()) for what in ("", *self._seats.more)
                }
                self._seats.read(state, seat, {what: text or "" for what, text in of_seat.items()})
        if self._complete:
            self._complete(state, lines)
        return state

    def _begun(self, players: int, given: dict) -> np.record:
        """A blank record, with what lines mean that are left out."""
        if players in self._about.extra_players:
            given = dict([self._about.extra_players[players]]) | given
        self._about.check_players(players, given)
        state = self._blank(players, self._about.read_options(players, given))
        for field in self._fields:
            if field.left_out is not None:
                state[field.name] = field.left_out
            if field.left_out is not None and field.kind.by_seat:
                state[field.name][players:] = field.kind.none
        return state

    def _refuse_unknown(self, players: int, lines: dict[str, str]) -> None:
        more = self._seats.more if self._seats else ()
        seats = [f"{letter} {what}".rstrip() for letter in self._letters[:players] for what in ("", *more)]
        known = [*self._lines, *self._options, *seats]
        for name in lines:
            if name not in known:
                raise LastTrickError(
                    f"A position of {players} players has no line {name!r}. {did_you_mean(name, known)}"
                )
