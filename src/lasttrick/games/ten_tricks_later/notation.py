"""10 Tricks Later in text, both ways: cards `R4` `P0`, actions `play R4`, boards `U{G3 Y8} L[R1] X{B2} T 2`."""

import re

from lasttrick.core import bits
from lasttrick.core.positions import (
    Line,
    Positions,
    SeatLines,
    Text,
    complete_trick,
    read_pairs,
    read_seat_of,
    trick_line,
)
from lasttrick.core.text import Actions, Cards, in_hands
from lasttrick.core.words import LETTERS, seat_letter
from lasttrick.games.ten_tricks_later import ABOUT
from lasttrick.games.ten_tricks_later.state import (
    CARDS,
    COLOURS,
    FIELDS,
    GIVE,
    HAND,
    NO_CARD,
    PLAY,
    SURVIVORS,
    UNBOUNDED,
    WISH_NO,
    blank,
    colour_of,
    value_of,
)

COLOUR_LETTERS = "RGYBP"
DECK = Cards([f"{COLOUR_LETTERS[colour_of(c)]}{value_of(c)}" for c in range(CARDS)], "R1 … R8, G…, Y…, B… and P0 … P8")
card, read_card, cards, read_cards = DECK.card, DECK.read_card, DECK.text, DECK.read

_ACTIONS = Actions(
    ("wish", WISH_NO, ("no", "yes")),
    ("give", GIVE, DECK.codes[:SURVIVORS]),
    ("play", PLAY, DECK.codes),
    forms="are wish yes, wish no, give CARD and play CARD",
)
action_text, read_action = _ACTIONS.text, _ACTIONS.read


def by_value(packed) -> list[int]:
    return sorted(bits.members(packed), key=lambda c: (value_of(c), c))


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_json(state, name: str, outcome):
    if name == "remove_colour":
        return COLOUR_LETTERS[outcome[0]]
    return in_hands([card(c) for c in outcome], HAND) if name == "deal" else outcome[0]


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    if name == "remove_colour":
        return [COLOUR_LETTERS.index(outcome)]
    return [read_card(c) for hand in outcome for c in hand] if name == "deal" else [outcome]


# --- Positions -------------------------------------------------------------------------------------------------------


def board(state, seat: int) -> str:
    """`U{..} L[..] X{..} T n`, empty parts left out."""
    upper, lost = (" ".join(map(card, by_value(side[seat]))) for side in (state.upper, state.lost))
    lower = " ".join(map(card, sorted(bits.members(state.lower[seat]), key=lambda c: state.rescued_as[c])))
    parts = (f"U{{{upper}}}" if upper else "", f"L[{lower}]" if lower else "", f"X{{{lost}}}" if lost else "")
    return " ".join([*filter(None, parts), f"T {state.track[seat]}"])


def read_board(state, seat: int, text: str) -> None:
    for mark, inside in re.findall(r"([ULX])[{\[]([^}\]]*)[}\]]", text):
        field = {"U": state.upper, "L": state.lower, "X": state.lost}[mark]
        field[seat] = read_cards(inside)
        if mark == "L":
            for place, name in enumerate(inside.split(), 1):
                state.rescued_as[read_card(name)] = place
    track = re.search(r"T (\d)", text)
    state.track[seat] = int(track[1]) if track else 0


def _read_seat(state, seat: int, lines: dict[str, str]) -> None:
    hand, _, rest = lines[""].partition("|")
    state.hand[seat] = read_cards(hand)
    read_board(state, seat, rest)


def _exchange(state) -> str:
    """Who took the Infected 8, and what for."""
    return f"{seat_letter(state.exchanger)} {card(state.given)}".removesuffix(" -")


def _read_exchange(state, text: str) -> None:
    seat, _, given = text.partition(" ")
    state.exchanger = read_seat_of(state, seat)
    state.given = read_card(given) if given else NO_CARD


def _known(state) -> str:
    """What hands are known not to exceed: `B:R0 B:P1`."""
    return " ".join(
        f"{LETTERS[seat]}:{COLOUR_LETTERS[colour]}{state.at_most[seat, colour]}"
        for seat in range(state.players)
        for colour in range(COLOURS + 1)
        if state.at_most[seat, colour] != UNBOUNDED
    )


def _read_known(state, text: str) -> None:
    for seat, bound in read_pairs(state, text):
        state.at_most[seat, COLOUR_LETTERS.index(bound[0])] = int(bound[1:])


_POSITIONS = Positions(
    ABOUT,
    FIELDS,
    blank,
    texts={
        "colour": Text(lambda colour: COLOUR_LETTERS[colour] if colour >= 0 else "-", "RGYBP".find),
        "cards": Text(cards, read_cards),
    },
    lines={
        "exchange": Line(_exchange, _read_exchange),
        "trick": trick_line(card, read_card),
        "known": Line(_known, _read_known),
    },
    seats=SeatLines(lambda state, s: {"": f"{cards(state.hand[s])} | {board(state, s)}".strip()}, _read_seat),
    complete=complete_trick,
)
write, read = _POSITIONS.write, _POSITIONS.read
