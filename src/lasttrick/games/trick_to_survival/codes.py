"""The Trick To Survival in words: cards, suits, seats and actions as text, both ways, and ids of the data."""

from collections.abc import Iterable
from itertools import product

from lasttrick.core.errors import LastTrickError
from lasttrick.core.text import Actions, Cards
from lasttrick.games.trick_to_survival.content import data_of
from lasttrick.games.trick_to_survival.content.expressions import SUITS as LETTERS
from lasttrick.games.trick_to_survival.state import (
    ACCEPT,
    ASSIGN,
    BOOST,
    CHANGE,
    CHOOSE_A,
    COUNTS,
    CRAFT,
    DAYS,
    DECLINE,
    DONE,
    GAIN,
    GIVE,
    NAME,
    NO_CARD,
    OFFER,
    PASS,
    PLACE,
    PLAY,
    RAISE,
    REVEAL_YES,
    SEATS,
    SPARE,
    STEAL,
    SWAP,
    SWITCH,
    TAKE,
    TARGET,
    UNSEEN,
    VALUES,
    WARD_YES,
)

# --- Cards and seats -------------------------------------------------------------------------------------------------


DECK = Cards(
    [f"{suit}{value}" for suit in LETTERS for value in range(1, VALUES + 1)],
    f"a suit of {LETTERS} and a value, F1 to S13",
    {"-": NO_CARD, "?": UNSEEN},
)
card, read_card = DECK.card, DECK.read_card


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

_SEATS = [str(seat) for seat in range(SEATS)]
_SEATS_OR_NOBODY = [*_SEATS, "-"]


def _each(*parts: Iterable) -> list[str]:
    """Every word of the first part with every word of the next, in the order of the rows."""
    return [" ".join(map(str, words)) for words in product(*parts)]


_GIFTS = [f"{type_}{count}" for type_ in LETTERS for count in range(1, COUNTS + 1)]

_ACTIONS = Actions(
    ("raise", RAISE, range(2 * SEATS + 1)),
    ("play", PLAY, DECK.codes),
    ("change", CHANGE, _each(_SEATS, LETTERS)),
    ("boost", BOOST, _each(_SEATS, LETTERS)),
    ("assign", ASSIGN, _each(LETTERS, _SEATS_OR_NOBODY)),
    ("spare", SPARE, _SEATS_OR_NOBODY),
    ("take", TAKE, ()),
    ("place", PLACE, DECK.codes),
    ("pass", PASS, ()),
    ("name", NAME, _SEATS_OR_NOBODY),
    ("switch", SWITCH, _each(DECK.codes, range(1, DAYS + 1))),
    ("steal", STEAL, _each(_SEATS, LETTERS)),
    ("swap", SWAP, _each(DECK.codes, _SEATS)),
    ("target", TARGET, _SEATS),
    ("offer", OFFER, _each(_SEATS, _GIFTS, ["-", *_GIFTS])),
    ("craft", CRAFT, ()),
    ("done", DONE, ()),
    ("accept", ACCEPT, ()),
    ("decline", DECLINE, ()),
    ("ward", WARD_YES, ("yes", "no")),
    ("reveal", REVEAL_YES, ("yes", "no")),
    ("choose", CHOOSE_A, "AB"),
    ("gain", GAIN, LETTERS),
    ("give", GIVE, LETTERS),
    forms="begin with accept, assign, boost, change, choose, craft, decline, done, gain, give, name, offer, pass, "
    "place, play, raise, reveal, spare, steal, swap, switch, take, target or ward",
)
action_text, read_action, verb_of = _ACTIONS.text, _ACTIONS.read, _ACTIONS.verb


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
