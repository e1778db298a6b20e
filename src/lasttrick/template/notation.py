"""Template in text, both ways: cards `F1` `L5` `S3`, actions `play F1`, whole positions."""

from lasttrick.core import bits
from lasttrick.core.positions import Positions, SeatLines, Text, complete_trick, trick_line
from lasttrick.core.text import Actions, Cards, in_hands
from lasttrick.template import ABOUT
from lasttrick.template.state import CARDS, DEALT, FIELDS, PLAY, VALUES, blank, suit_of

SUIT_LETTERS = "FLS"
DECK = Cards([f"{SUIT_LETTERS[suit_of(c)]}{c % VALUES + 1}" for c in range(CARDS)], "F1 … F5, L1 … L5 and S1 … S5")
card, read_card, cards, read_cards = DECK.card, DECK.read_card, DECK.text, DECK.read

_ACTIONS = Actions(("play", PLAY, DECK.codes), forms="are play CARD")
action_text, read_action = _ACTIONS.text, _ACTIONS.read


def chance_json(state, name: str, outcome):
    """The hands as dealt, and last the cards that stay face down."""
    hands = in_hands([card(c) for c in outcome[:DEALT]], DEALT // int(state.players))
    return [*hands, [card(c) for c in outcome[DEALT:]]]


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    return [read_card(c) for hand in outcome for c in hand]


def suits_text(packed) -> str:
    return "".join(SUIT_LETTERS[suit] for suit in bits.members(packed)) or "-"


def read_suits(text: str) -> int:
    return bits.pack(SUIT_LETTERS.index(letter) for letter in text if letter != "-")


def _read_hand(state, seat: int, lines: dict[str, str]) -> None:
    state.hand[seat] = read_cards(lines[""])


_POSITIONS = Positions(
    ABOUT,
    FIELDS,
    blank,
    texts={"cards": Text(cards, read_cards), "suits": Text(suits_text, read_suits)},
    lines={"trick": trick_line(card, read_card)},
    seats=SeatLines(lambda state, seat: {"": cards(state.hand[seat])}, _read_hand),
    complete=complete_trick,
)
write, read = _POSITIONS.write, _POSITIONS.read
