"""Zombie Escape: the codes of cards, marks and damage kinds. They follow from the data, so each asks the state."""

from functools import lru_cache

from lasttrick.core import bits
from lasttrick.core.about import did_you_mean
from lasttrick.core.errors import LastTrickError
from lasttrick.games.zombie_escape.data import MARKS, mark_set
from lasttrick.games.zombie_escape.state import KINDS, NO_CARD, NO_LOCATION, UNSEEN

_COPIES = "abcdefghijklmnopqrstuvwxyz"
_ALL_THREE = mark_set("SHM")

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


@lru_cache(maxsize=64)
def _deck(numbers: tuple[int, ...], bearing: tuple[int, ...]) -> dict[str, int]:
    """[ZMB-03] The code of every card: number and marks, X for S, H and M, a copy letter where several are alike."""
    stems = []
    for at, number in enumerate(numbers):
        marks = bits.pack(place for place, bearers in enumerate(bearing) if bearers >> at & 1)
        stems.append(f"{number}{'X' if marks == _ALL_THREE else locations(marks)}")
    copy = [_COPIES[stems[:at].count(stem)] if stems.count(stem) > 1 else "" for at, stem in enumerate(stems)]
    return {stem + letter: at for at, (stem, letter) in enumerate(zip(stems, copy, strict=True))}


def deck(state) -> dict[str, int]:
    """All cards by code, in card order."""
    rows = state.row_of[: state.deck_size]
    return _deck(tuple(state.number[rows].tolist()), tuple(state.bearing.tolist()))


def card(state, number: int) -> str:
    if number >= state.deck_size:
        raise LastTrickError(f"The deck has only {state.deck_size} cards.")
    return list(deck(state))[number] if number != NO_CARD else "-"


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
    names = list(deck(state))
    return [names[number] for number in bits.members(packed)]


def cards_by_number(state, packed) -> list[str]:
    """The cards as people sort them: by rising number, the 1 first."""
    names = list(deck(state))
    rising = sorted(bits.members(packed), key=lambda c: (state.number[state.row_of[c]], c))
    return [names[number] for number in rising]


def read_cards(state, text: str) -> int:
    return bits.pack(read_card(state, code) for code in text.split())


# --- Damage cards ----------------------------------------------------------------------------------------------------


def kinds(state) -> list[str]:
    """[ZMB-15] The names of the damage kinds of this data, in its order."""
    names = [bytes(state.kind_name[at]).rstrip(b"\0").decode() for at in range(KINDS)]
    return [name for name in names if name]


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
