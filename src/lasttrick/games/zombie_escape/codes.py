"""Zombie Escape: the codes of cards, marks and damage kinds. They follow from the data, so each asks the state."""

from lasttrick.core import bits
from lasttrick.core.about import did_you_mean
from lasttrick.core.errors import LastTrickError
from lasttrick.core.text import Actions
from lasttrick.games.zombie_escape.data import MARKS, mark_set
from lasttrick.games.zombie_escape.state import (
    DATA_FIELDS,
    FLIP,
    FOLLOW,
    LEAD,
    NO_CARD,
    NO_LOCATION,
    STATE,
    UNSEEN,
    danger,
    marks,
    mates,
)

_COPIES = "abcdefghijklmnopqrstuvwxyz"
_ALL_THREE = mark_set("SHM")
_OFFSETS = {name: kind[1] for name, kind in (STATE.fields or {}).items()}
_DATA = slice(_OFFSETS[DATA_FIELDS[0]], _OFFSETS["day"])  # where the data lies in a record
MOST_BOOKS = 64
MOST_ZOMBIES = 10_000

# --- Locations -------------------------------------------------------------------------------------------------------


def locations(packed) -> str:
    """[ZMB-02] A set of locations as letters, [ZMB-74] in the order S, H, M, Z."""
    return "".join(MARKS[location] for location in bits.members(packed))


def location(number: int) -> str:
    return MARKS[number] if number != NO_LOCATION else "-"


def read_location(text: str) -> int:
    if text == "-":
        return NO_LOCATION
    if len(text) != 1 or text not in MARKS:
        raise LastTrickError(f"{text!r} is not a location; locations are S, H, M and Z.")
    return MARKS.index(text)


# --- Zombie cards ----------------------------------------------------------------------------------------------------


class Book:
    """The codes that follow from one data file, and what is asked again and again about its cards."""

    def __init__(self, state):
        numbers = [int(state.number[row]) for row in state.row_of[: state.deck_size]]
        self.cards = _codes(numbers, [int(bearers) for bearers in state.bearing])
        self.numbers = {code: at for at, code in enumerate(self.cards)}
        self.kinds = [name for name in (bytes(row).rstrip(b"\0").decode() for row in state.kind_name) if name]
        rising = sorted(range(len(numbers)), key=numbers.__getitem__)
        self._rank = [rising.index(at) for at in range(len(rising))]
        self.actions = Actions(
            ("lead", LEAD, [f"{code} {mark}" for code in self.cards for mark in MARKS]),
            ("follow", FOLLOW, self.cards),
            ("flip", FLIP, self.kinds),
            forms="are lead CARD LOCATION, follow CARD and flip KIND",
        )
        self._mates: dict[int, int] = {}
        self._zombies: dict[int, dict] = {}

    def by_number(self, packed) -> list[str]:
        """The cards as people sort them: by rising number, the 1 first."""
        return [self.cards[at] for at in sorted(bits.members(packed), key=self._rank.__getitem__)]

    def mates(self, state, card: int) -> int:
        """The cards that belong together with a card."""
        if card not in self._mates:
            self._mates[card] = int(mates(state, card))
        return self._mates[card]

    def zombie(self, state, packed: int) -> dict:
        """What some cards together are worth as a zombie."""
        found = self._zombies.get(packed)
        if found is None:
            if len(self._zombies) >= MOST_ZOMBIES:
                self._zombies.clear()
            worth = int(danger(state, packed))
            found = {"danger": worth, "size": packed.bit_count(), "marks": locations(marks(state, packed))}
            self._zombies[packed] = found
        return found


def _codes(numbers: list[int], bearing: list[int]) -> list[str]:
    """[ZMB-03] The code of every card: number and marks, X for S, H and M, a copy letter where several are alike."""
    stems = []
    for at, number in enumerate(numbers):
        borne = bits.pack(place for place, bearers in enumerate(bearing) if bearers >> at & 1)
        stems.append(f"{number}{'X' if borne == _ALL_THREE else locations(borne)}")
    copy = [_COPIES[stems[:at].count(stem)] if stems.count(stem) > 1 else "" for at, stem in enumerate(stems)]
    return [stem + letter for stem, letter in zip(stems, copy, strict=True)]


_books: dict[bytes, Book] = {}


def book(state) -> Book:
    """The book of the data in this state, made once."""
    key = state.tobytes()[_DATA]
    if key not in _books:
        if len(_books) >= MOST_BOOKS:
            _books.clear()
        _books[key] = Book(state)
    return _books[key]


def deck(state) -> dict[str, int]:
    """All cards by code, in card order."""
    return book(state).numbers


def card(state, number: int) -> str:
    if number >= state.deck_size:
        raise LastTrickError(f"The deck has only {state.deck_size} cards.")
    return book(state).cards[number] if number != NO_CARD else "-"


def read_card(state, text: str) -> int:
    known = deck(state)
    if text not in known:
        raise LastTrickError(f"{text!r} is not a card of this deck. {_like(text, known)}")
    return known[text]


def _like(text: str, known) -> str:
    """For `2H` the copies `2Ha`, `2Hb`…; else a near code, else how codes look."""
    copies = [code for code in known if text and code[:-1] == text]
    if copies:
        return f"There are {', '.join(copies)}."
    hint = did_you_mean(text, known)
    return hint if hint.startswith("Did") else f"Cards look like {', '.join(list(known)[:3])}."


def cards(state, packed) -> list[str]:
    names = book(state).cards
    return [names[number] for number in bits.members(packed)]


def read_cards(state, text: str) -> int:
    return bits.pack(read_card(state, code) for code in text.split())


# --- Damage cards ----------------------------------------------------------------------------------------------------


def kinds(state) -> list[str]:
    """[ZMB-15] The names of the damage kinds of this data, in its order."""
    return book(state).kinds


def kind(state, number: int) -> str:
    known = kinds(state)
    if number >= len(known):
        raise LastTrickError(f"There are only {len(known)} kinds of damage cards.")
    return known[number] if number != UNSEEN else "?"


def read_kind(state, text: str) -> int:
    if text == "?":
        return UNSEEN
    known = kinds(state)
    if text not in known:
        raise LastTrickError(f"{text!r} is not a damage kind; kinds are {', '.join(known)}.")
    return known.index(text)


def damage(state, turns) -> list[str]:
    """The damage cards taken in these turns of today."""
    return [kind(state, int(state.pile[turn])) for turn in bits.members(turns)]
