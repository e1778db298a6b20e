"""SCOUT in text, both ways: faces `3/7` (3 on top), actions `play 1 2`, `scout L keep 0`, rows from left to right."""

from lasttrick.core import bits
from lasttrick.core.errors import LastTrickError
from lasttrick.core.positions import Line, Positions, SeatLines, Text, read_number, read_seat_of, read_word
from lasttrick.core.text import Actions, Cards, in_hands
from lasttrick.core.words import seat_letter
from lasttrick.games.scout import ABOUT
from lasttrick.games.scout.state import (
    CARDS,
    CHIPS,
    DOUBLE,
    FACES,
    FIELDS,
    HAND_SIZES,
    LONGEST,
    NUMBERS,
    PLAY,
    ROTATE_NO,
    ROW,
    SCOUT,
    UNSEEN,
    UPRIGHT,
    Phase,
    RoundEnd,
    blank,
    bottom_of,
    card_of,
    top_of,
)

# --- Cards -----------------------------------------------------------------------------------------------------------

_PAIRS = [(int(top_of(face)), int(bottom_of(face))) for face in range(FACES)]
DECK = Cards(
    [f"{top}/{bottom}" if top != bottom else "" for top, bottom in _PAIRS],
    f"two different numbers from 1 to {NUMBERS}, such as 3/7",
    {"?": UNSEEN},
)
card, read_card = DECK.card, DECK.read_card  # a face: its upper number, then its lower; `?` for one that is not seen


def row_text(faces) -> str:
    return " ".join(card(face) for face in faces)


def read_row(text: str, longest: int) -> list[int]:
    faces = [read_card(t) for t in text.split()]
    if len(faces) > longest:
        raise LastTrickError(f"A row of {len(faces)} cards is too long; here it can have {longest}.")
    return faces


def set_text(cards) -> str:
    """A set of cards, each with its lower number on top."""
    return row_text(UPRIGHT[c] for c in bits.members(cards))


def read_set(text: str) -> int:
    return bits.pack(int(card_of(face)) for face in read_row(text, CARDS))


# --- Actions ---------------------------------------------------------------------------------------------------------

_INSERTIONS = [f"{end} {way} {position}" for end in "LR" for way in ("keep", "turn") for position in range(ROW)]
_ACTIONS = Actions(
    ("rotate", ROTATE_NO, ("no", "yes")),
    ("play", PLAY, [f"{start} {length}" for length in range(1, LONGEST + 1) for start in range(ROW)]),
    ("scout", SCOUT, _INSERTIONS),
    ("double", DOUBLE, _INSERTIONS),
    forms="are rotate yes, rotate no, play START LENGTH, scout END WAY POSITION and double END WAY POSITION, "
    f"with END L or R, WAY keep or turn, places from 0 to {ROW - 1} and a LENGTH up to {LONGEST}",
)
action_text, read_action = _ACTIONS.text, _ACTIONS.read


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_json(state, name: str, outcome):
    return in_hands([card(face) for face in outcome], HAND_SIZES[state.players]) if name == "deal" else outcome[0]


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    return [read_card(face) for row in outcome for face in row] if name == "deal" else [outcome]


# --- Positions -------------------------------------------------------------------------------------------------------


def _seat_lines(state, seat: int) -> dict[str, str]:
    """The row of a seat, its pile and the cards known to be in its hand."""
    row = row_text(state.hand[seat][: state.hand_size[seat]])
    return {"": row, "pile": set_text(state.pile[seat]), "known": set_text(state.known[seat])}


def _read_seat_lines(state, seat: int, lines: dict[str, str]) -> None:
    hand = read_row(lines[""], ROW)
    state.hand[seat, : len(hand)] = hand
    state.hand_size[seat] = len(hand)
    state.pile[seat], state.known[seat] = read_set(lines["pile"]), read_set(lines["known"])


def _read_table(state, text: str) -> None:
    table = read_row(text, LONGEST)
    state.table[: len(table)] = table
    state.table_size = len(table)


def _scores(state) -> str:
    n = int(state.players)
    return " | ".join(" ".join(str(score) for score in line[:n]) for line in state.score[:n])


def _read_scores(state, text: str) -> None:
    for at, line in enumerate(text.split("|")):
        scores = [read_number("scores", word, least=-1000) for word in line.split()]
        state.score[at, : len(scores)] = scores


def _rounds(state) -> str:
    return " ".join(RoundEnd(ending).name.lower() for ending in state.round_end[: state.players])


def _read_rounds(state, text: str) -> None:
    for at, word in enumerate(text.split()):
        state.round_end[at] = read_word("rounds", word, [ending.name.lower() for ending in RoundEnd])


def _achievers(state) -> str:
    return " ".join(map(seat_letter, state.achiever[: state.players]))


def _read_achievers(state, text: str) -> None:
    for at, letter in enumerate(text.split()):
        state.achiever[at] = read_seat_of(state, letter)


def _complete(state, lines: dict[str, str]) -> None:
    """Left out: A is to act, a table belongs to the seat before, nothing has been paid."""
    n = int(state.players)
    if "turn" not in lines and state.phase in (Phase.TURN, Phase.DOUBLE):
        state.to_act = 0
    if "owner" not in lines and state.table_size:
        state.owner = (int(state.to_act) - 1) % n
    if "markers" not in lines:
        state.marker[:n] = 0 if n == 2 else 1
    if "tokens" not in lines:
        state.tokens[:n] = CHIPS if n == 2 else 0


_POSITIONS = Positions(
    ABOUT,
    FIELDS,
    blank,
    texts={"cards": Text(set_text, read_set)},
    lines={
        "two_player": Line(lambda state: "oink" if state.players == 2 else "off"),
        "table": Line(lambda state: row_text(state.table[: state.table_size]), _read_table),
        "scores": Line(_scores, _read_scores),
        "rounds": Line(_rounds, _read_rounds),
        "achievers": Line(_achievers, _read_achievers),
    },
    seats=SeatLines(_seat_lines, _read_seat_lines, more=("pile", "known")),
    complete=_complete,
)
write, read = _POSITIONS.write, _POSITIONS.read
