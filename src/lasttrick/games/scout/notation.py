"""SCOUT in text, both ways: faces `3/7` (3 on top), actions `play 1 2`, `scout L keep 0`, rows from left to right."""

import re

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.errors import LastTrickError
from lasttrick.core.words import LETTERS, read_seat, seat_letter
from lasttrick.games.scout import ABOUT
from lasttrick.games.scout.state import (
    CARDS,
    DOUBLE,
    HAND_SIZES,
    LONGEST,
    NUMBERS,
    PLAY,
    ROTATE_NO,
    ROTATE_YES,
    ROW,
    SCOUT,
    UNSEEN,
    UPRIGHT,
    Ending,
    Phase,
    Rotated,
    RoundEnd,
    Visibility,
    blank,
    card_of,
    face_of,
)

# --- Cards -----------------------------------------------------------------------------------------------------------


_FACES = {"?": UNSEEN} | {
    f"{top}/{bottom}": int(face_of(top, bottom))
    for top in range(1, NUMBERS + 1)
    for bottom in range(1, NUMBERS + 1)
    if top != bottom
}
_TEXTS = {face: text for text, face in _FACES.items()}


def card(face: int) -> str:
    """A face: its upper number, then its lower; `?` for one that is not seen."""
    return _TEXTS[face]


def read_card(text: str) -> int:
    if text not in _FACES:
        raise LastTrickError(f"{text!r} is not a card; cards are two different numbers from 1 to 10, such as 3/7.")
    return _FACES[text]


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

_ENDS, _WAYS = "LR", ("keep", "turn")
_ACTION = re.compile(r"(?:(play) (\d+) (\d+)|(scout|double) ([LR]) (keep|turn) (\d+)|rotate (yes|no))")


def action_text(state, action: int) -> str:
    if action < PLAY:
        return "rotate yes" if action == ROTATE_YES else "rotate no"
    if action < SCOUT:
        length, start = divmod(action - PLAY, ROW)
        return f"play {start} {length + 1}"
    verb, choice = ("double", action - DOUBLE) if action >= DOUBLE else ("scout", action - SCOUT)
    end_and_way, position = divmod(choice, ROW)
    return f"{verb} {_ENDS[end_and_way // 2]} {_WAYS[end_and_way % 2]} {position}"


def read_action(state, text: str) -> int:
    found = _ACTION.fullmatch(text.strip())
    if not found:
        raise LastTrickError(
            f"{text!r} is not an action; actions are rotate yes, rotate no, play START LENGTH, "
            "scout END WAY POSITION and double END WAY POSITION, with END L or R and WAY keep or turn."
        )
    play, start, length, verb, end, way, position, answer = found.groups()
    if answer:
        return ROTATE_YES if answer == "yes" else ROTATE_NO
    if play:
        at = _number(start, 0, ROW - 1, "A start")
        return PLAY + (_number(length, 1, LONGEST, "The length of a block") - 1) * ROW + at
    choice = (2 * _ENDS.index(end) + _WAYS.index(way)) * ROW + _number(position, 0, ROW - 1, "A position")
    return (DOUBLE if verb == "double" else SCOUT) + choice


def _number(text: str, low: int, high: int, what: str) -> int:
    if not low <= int(text) <= high:
        raise LastTrickError(f"{what} is a number from {low} to {high}, not {text}.")
    return int(text)


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_json(state, name: str, outcome):
    if name == "deal":
        each = int(HAND_SIZES[state.players])
        return [[card(face) for face in outcome[at : at + each]] for at in range(0, len(outcome), each)]
    return outcome[0]


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    if name == "deal":
        return [read_card(face) for row in outcome for face in row]
    return [outcome]


# --- Positions -------------------------------------------------------------------------------------------------------


def _numbers(field) -> str:
    return " ".join(str(n) for n in field)


def _names(kind, field) -> str:
    return " ".join(kind(x).name.lower() for x in field)


def _seat_lines(state, seat: int) -> dict[str, str]:
    """The row of a seat, its pile and the cards known to be in its hand; the last two only if there are any."""
    letter = LETTERS[seat]
    lines = {letter: row_text(state.hand[seat][: state.hand_size[seat]])}
    if state.pile[seat]:
        lines[f"{letter} pile"] = set_text(state.pile[seat])
    if state.known[seat]:
        lines[f"{letter} known"] = set_text(state.known[seat])
    return lines


def _options(state) -> dict:
    return {
        "names": "oink" if state.oink_names else "default",
        "two_player": "oink" if state.players == 2 else "off",
        "start": "holder_of_1_2" if state.holder_starts else "chance",
        "insertion_visibility": Visibility(state.visibility).name.lower(),
        "stall_limit": int(state.stall_limit),
    }


def write(state) -> dict:
    """The complete position; `read` gives the same record back."""
    n = int(state.players)
    position = {
        "players": n,
        **_options(state),
        "round": int(state.round_number),
        "phase": Phase(state.phase).name.lower(),
        "ending": Ending(state.ending).name.lower(),
        "first": seat_letter(state.start_seat),
        "turn": seat_letter(state.to_act),
        "rotated": _names(Rotated, state.rotated[:n]),
        "table": row_text(state.table[: state.table_size]),
        "owner": seat_letter(state.owner),
    }
    for seat in range(n):
        position |= _seat_lines(state, seat)
    return position | {
        "tokens": _numbers(state.tokens[:n]),
        "markers": _numbers(state.marker[:n]),
        "scouts": int(state.scouts),
        "idle": int(state.idle),
        "holder": seat_letter(state.holder),
        "gone": set_text(state.gone),
        "scores": " | ".join(_numbers(line[:n]) for line in state.score[:n]),
        "rounds": _names(RoundEnd, state.round_end[:n]),
        "achievers": " ".join(seat_letter(seat) for seat in state.achiever[:n]),
        "chance": f"{chance.key_text(state.key)} {state.events}",
    }


def read(position: dict) -> np.record:
    """The record of a position; lines left out: a first round with an empty table, A to act, all markers there.

    A table without an owner belongs to the seat before the one to act."""
    p = {key: str(value) for key, value in position.items()}
    n = int(p.get("players", sum(key in LETTERS for key in p)))
    given = {option.name: p[option.name] for option in ABOUT.options if option.name in p}
    if n == 2:
        given["two_player"] = "oink"
    ABOUT.check_players(n, given)
    state = blank(n, ABOUT.read_options(n, given))
    state.round_number = int(p.get("round", 1))
    state.phase = Phase[p.get("phase", "turn").upper()]
    state.ending = Ending[p.get("ending", "none").upper()]
    state.start_seat = read_seat(p.get("first", "A"))
    state.to_act = read_seat(p.get("turn", "A" if state.phase in (Phase.TURN, Phase.DOUBLE) else "-"))
    for seat, answer in enumerate(p.get("rotated", "no " * n).split()):
        state.rotated[seat] = Rotated[answer.upper()]
    _read_table(state, p)
    for seat in range(n):
        _read_seat_lines(state, seat, p)
    _read_counts(state, p)
    if "chance" in p:
        key, events = p["chance"].split()
        state.key[:] = chance.key_of(key)
        state.events = int(events)
    return state


def _read_table(state, p: dict) -> None:
    table = read_row(p.get("table", ""), LONGEST)
    state.table[: len(table)] = table
    state.table_size = len(table)
    before = LETTERS[(int(state.to_act) - 1) % int(state.players)]
    state.owner = read_seat(p.get("owner", before if table else "-"))


def _read_seat_lines(state, seat: int, p: dict) -> None:
    letter = LETTERS[seat]
    hand = read_row(p.get(letter, ""), ROW)
    state.hand[seat, : len(hand)] = hand
    state.hand_size[seat] = len(hand)
    state.pile[seat] = read_set(p.get(f"{letter} pile", ""))
    state.known[seat] = read_set(p.get(f"{letter} known", ""))


def _read_counts(state, p: dict) -> None:
    n = int(state.players)
    state.marker[:n] = [int(x) for x in p.get("markers", "0 0" if n == 2 else "1 " * n).split()]
    state.tokens[:n] = [int(x) for x in p.get("tokens", "3 3" if n == 2 else "0 " * n).split()]
    state.scouts = int(p.get("scouts", 0))
    state.idle = int(p.get("idle", 0))
    state.holder = read_seat(p.get("holder", "-"))
    state.gone = read_set(p.get("gone", ""))
    for at, line in enumerate(p.get("scores", "").split("|")):
        if line.strip():
            state.score[at, :n] = [int(x) for x in line.split()]
    for at, name in enumerate(p.get("rounds", "").split()):
        state.round_end[at] = RoundEnd[name.upper()]
    for at, letter in enumerate(p.get("achievers", "").split()):
        state.achiever[at] = read_seat(letter)
