"""The Trick To Survival in words: cards, suits, seats and actions as text, both ways, and ids of the data."""

from collections.abc import Callable

from lasttrick.core.errors import LastTrickError
from lasttrick.games.trick_to_survival.camp import offer_parts
from lasttrick.games.trick_to_survival.content import data_of
from lasttrick.games.trick_to_survival.expressions import SUITS as LETTERS
from lasttrick.games.trick_to_survival.state import (
    ACCEPT,
    ACTIONS,
    ASSIGN,
    BOOST,
    CARDS,
    CHANGE,
    CHOOSE_A,
    CHOOSE_B,
    COUNTS,
    CRAFT,
    DAYS,
    DECLINE,
    DONE,
    GAIN,
    GIVE,
    NAME,
    NO_CARD,
    NOBODY,
    OFFER,
    PASS,
    PLACE,
    PLACES,
    PLAY,
    RAISE,
    REVEAL_NO,
    REVEAL_YES,
    SEATS,
    SPARE,
    STEAL,
    SUITS,
    SWAP,
    SWITCH,
    TAKE,
    TARGET,
    UNSEEN,
    VALUES,
    WANTS,
    WARD_NO,
    WARD_YES,
)

# --- Cards and seats -------------------------------------------------------------------------------------------------


def card(number: int) -> str:
    number = int(number)
    if number < 0:
        return "?" if number == UNSEEN else "-"
    return f"{LETTERS[number // VALUES]}{number % VALUES + 1}"


_CARDS = {card(c): c for c in range(CARDS)}


def read_card(text: str) -> int:
    if text in ("-", "?"):
        return NO_CARD if text == "-" else UNSEEN
    if text not in _CARDS:
        raise LastTrickError(f"{text!r} is not a card; cards are a suit of {LETTERS} and a value, F1 to S13.")
    return _CARDS[text]


def suit(number: int) -> str:
    return LETTERS[number] if number >= 0 else "-"


def read_suit(text: str) -> int:
    if text == "-":
        return -1
    if len(text) != 1 or text not in LETTERS:
        raise LastTrickError(f"{text!r} is not a type; types are F, W, A, M, H and S.")
    return LETTERS.index(text)


def place(number: int) -> str:
    """A seat as its number, or `-` for nobody."""
    return str(int(number)) if 0 <= number < SEATS else "-"


def read_place(text: str) -> int:
    if text == "-":
        return -1
    if len(text) != 1 or text not in "01234":
        raise LastTrickError(f"{text!r} is not a seat; seats are numbers from 0.")
    return int(text)


# --- Actions ---------------------------------------------------------------------------------------------------------

_ALONE = {
    TAKE: "take",
    PASS: "pass",
    CRAFT: "craft",
    DONE: "done",
    ACCEPT: "accept",
    DECLINE: "decline",
    WARD_YES: "ward yes",
    WARD_NO: "ward no",
    REVEAL_YES: "reveal yes",
    REVEAL_NO: "reveal no",
    CHOOSE_A: "choose A",
    CHOOSE_B: "choose B",
}


def _offer(row: int) -> str:
    partner, give, count, want, wanted = (int(n) for n in offer_parts(OFFER + row))
    return f"{partner} {suit(give)}{count} " + (f"{suit(want)}{wanted}" if wanted else "-")


def _seat_or_nobody(row: int) -> str:
    return "-" if row == NOBODY else str(row)


# Each verb: its first row, how many rows it has, and what is written after it.
_VERBS: dict[str, tuple[int, int, Callable[[int], str]]] = {
    "raise": (RAISE, 2 * SEATS + 1, str),
    "play": (PLAY, CARDS, card),
    "change": (CHANGE, SEATS * SUITS, lambda row: f"{row // SUITS} {suit(row % SUITS)}"),
    "boost": (BOOST, SEATS * SUITS, lambda row: f"{row // SUITS} {suit(row % SUITS)}"),
    "assign": (ASSIGN, SUITS * PLACES, lambda row: f"{suit(row // PLACES)} {_seat_or_nobody(row % PLACES)}"),
    "spare": (SPARE, PLACES, _seat_or_nobody),
    "place": (PLACE, CARDS, card),
    "name": (NAME, PLACES, _seat_or_nobody),
    "switch": (SWITCH, CARDS * DAYS, lambda row: f"{card(row // DAYS)} {row % DAYS + 1}"),
    "steal": (STEAL, SEATS * SUITS, lambda row: f"{row // SUITS} {suit(row % SUITS)}"),
    "swap": (SWAP, CARDS * SEATS, lambda row: f"{card(row // SEATS)} {row % SEATS}"),
    "target": (TARGET, SEATS, str),
    "offer": (OFFER, SEATS * SUITS * COUNTS * WANTS, _offer),
    "gain": (GAIN, SUITS, suit),
    "give": (GIVE, SUITS, suit),
}


def verb_of(action: int) -> str:
    """The word an action begins with."""
    if action in _ALONE:
        return _ALONE[action].split()[0]
    return next(verb for verb, (first, rows, _) in _VERBS.items() if first <= action < first + rows)


def _text(action: int) -> str:
    if action in _ALONE:
        return _ALONE[action]
    verb = verb_of(action)
    first, _, words = _VERBS[verb]
    return f"{verb} {words(action - first)}"


_TEXTS: list[str] = []
_ACTIONS: dict[str, int] = {}


def _table() -> list[str]:
    if not _TEXTS:
        _TEXTS.extend(_text(action) for action in range(ACTIONS))
        _ACTIONS.update({text: action for action, text in reversed(list(enumerate(_TEXTS)))})
    return _TEXTS


def action_text(state, action: int) -> str:
    return _table()[action]


def read_action(state, text: str) -> int:
    _table()
    words = " ".join(text.split())
    if words in _ACTIONS:
        return _ACTIONS[words]
    verbs = sorted({*_VERBS, *(alone.split()[0] for alone in _ALONE.values())})
    raise LastTrickError(f"{text!r} is not an action; actions begin with {', '.join(verbs[:-1])} or {verbs[-1]}.")


# --- Names from the data ---------------------------------------------------------------------------------------------


def ids(state, table: str) -> list[str]:
    """The ids of roles, events or traits, in the order of the data."""
    return [entry["id"] for entry in data_of(state.content)[table]]


def id_of(state, table: str, number: int) -> str:
    return data_of(state.content)[table][number]["id"]


def name_of(state, table: str, number: int) -> str:
    return data_of(state.content)[table][number]["name"]


def read_id(state, table: str, text: str) -> int:
    known = ids(state, table)
    if text not in known:
        raise LastTrickError(f"{text!r} is not one of the {table}: {', '.join(known)}.")
    return known.index(text)
