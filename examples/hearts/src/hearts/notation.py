"""Hearts in text, both ways: cards `C2` `SQ` `HT`, actions `pass SQ` `play C2`, whole positions."""

from hearts import ABOUT
from hearts.state import FIELDS, HAND, PASS, PLAY, blank
from lasttrick.core import bits
from lasttrick.core.positions import Positions, SeatLines, Text, complete_trick, trick_line
from lasttrick.core.text import Actions, Cards, in_hands

SUIT_LETTERS = "CDSH"
GROUP_LETTERS = "CDSHQ"
VALUE_LETTERS = "23456789TJQKA"
DECK = Cards([suit + value for suit in SUIT_LETTERS for value in VALUE_LETTERS], "C2 … CA, D…, S… and H2 … HA")
card, read_card, cards, read_cards = DECK.card, DECK.read_card, DECK.text, DECK.read

_ACTIONS = Actions(("pass", PASS, DECK.codes), ("play", PLAY, DECK.codes), forms="are pass CARD and play CARD")
action_text, read_action = _ACTIONS.text, _ACTIONS.read


def chance_json(state, name: str, outcome):
    """The hands as dealt."""
    return in_hands([card(c) for c in outcome], HAND)


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    return [read_card(c) for hand in outcome for c in hand]


def groups_text(packed) -> str:
    return "".join(GROUP_LETTERS[group] for group in bits.members(packed)) or "-"


def read_groups(text: str) -> int:
    return bits.pack(GROUP_LETTERS.index(letter) for letter in text if letter != "-")


def _seat(state, seat: int) -> dict[str, str]:
    return {"": cards(state.hand[seat]), "passed": cards(state.passed[seat]), "laid": cards(state.laid[seat])}


def _read_seat(state, seat: int, lines: dict[str, str]) -> None:
    state.hand[seat], state.passed[seat], state.laid[seat] = map(read_cards, lines.values())


_POSITIONS = Positions(
    ABOUT,
    FIELDS,
    blank,
    texts={"cards": Text(cards, read_cards), "groups": Text(groups_text, read_groups)},
    lines={"trick": trick_line(card, read_card)},
    seats=SeatLines(_seat, _read_seat, more=("passed", "laid")),
    complete=complete_trick,
)
write, read = _POSITIONS.write, _POSITIONS.read
