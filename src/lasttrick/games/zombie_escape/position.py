"""Zombie Escape: a whole position as a few lines of text, both ways.

A: 2Ha 6X | 5Ha 5Sa          hand | zombie in front
played: A:5Ha B:17S          this turn, from the leader on
pile: H1 W2 FOOD …           damage cards in the order of revealing, ? if unseen
taken: A C b                 who took them; a small letter means it lies face down
"""

import json
from functools import cache

import numpy as np

from lasttrick.core import bits
from lasttrick.core.errors import LastTrickError
from lasttrick.core.positions import (
    Line,
    Positions,
    SeatLines,
    Text,
    pairs_text,
    read_number,
    read_pairs,
    read_seat_of,
)
from lasttrick.core.tricks import next_seat
from lasttrick.core.words import LETTERS
from lasttrick.games.zombie_escape import ABOUT
from lasttrick.games.zombie_escape.codes import (
    card,
    cards,
    kind,
    kinds,
    location,
    locations,
    read_card,
    read_cards,
    read_kind,
    read_location,
)
from lasttrick.games.zombie_escape.data import HOUSE, RECOVERIES
from lasttrick.games.zombie_escape.state import (
    DATA_FIELDS,
    FIELDS,
    NO_CARD,
    UNSEEN,
    Phase,
    blank,
    marks,
    revealed,
)

# --- The data in a record --------------------------------------------------------------------------------------------


def data_of(state) -> dict:
    """[ZMB-70] The data that this record holds: what the rules need of it, for its number of players."""
    names = kinds(state)
    recoveries = [RECOVERIES[r] or None for r in state.recovery]
    return {
        "zombies": _rows(state),
        "damage_kinds": {
            name: {"wholes": int(state.wholes[at]), "halves": int(state.halves[at]), "recovery": recoveries[at]}
            for at, name in enumerate(names)
        },
        "damage_piles": {str(state.players): {name: int(state.in_pile[at]) for at, name in enumerate(names)}},
        "max_days": int(state.max_days),
        "end_damage": int(state.end_damage),
        "reversal_damage": int(state.reversal_damage),
    }


def _rows(state) -> list[dict]:
    rows: list[dict] = []
    for at in range(state.deck_size):
        row = state.row_of[at]
        if row == len(rows):
            group = f"seam {state.seam_first[row]}" if state.seam_cards[row] else None
            rows.append({"number": int(state.number[row]), "group": group, "copies": {}})
        letters = locations(marks(state, 1 << at))
        rows[row]["copies"][letters] = rows[row]["copies"].get(letters, 0) + 1
    return rows


@cache
def _house(players: int) -> np.record:
    return blank(players, ABOUT.read_options(players, {}))


def _holds_house_data(state) -> bool:
    house = _house(int(state.players))
    return all(np.array_equal(state[field], house[field]) for field in DATA_FIELDS)


# --- Lines -----------------------------------------------------------------------------------------------------------


def _data(state) -> str:
    return HOUSE if _holds_house_data(state) else json.dumps(data_of(state), separators=(",", ":"))


def _played(state) -> str:
    played = [(s, card(state, state.played[s])) for s in range(state.players) if state.played[s] != NO_CARD]
    return pairs_text(state, played, state.leader)


def _read_played(state, text: str) -> None:
    for seat, code in read_pairs(state, text):
        state.played[seat] = read_card(state, code)


def _seat(state, seat: int) -> dict[str, str]:
    """What a seat has: `hand | zombie`."""
    hand, zombie = (" ".join(cards(state, packed[seat])) for packed in (state.hand, state.zombie))
    return {"": f"{hand} | {zombie}".strip()}


def _read_seat(state, seat: int, lines: dict[str, str]) -> None:
    """A zombie left out is the card its seat played."""
    hand, bar, zombie = lines[""].partition("|")
    played = card(state, state.played[seat]).replace("-", "")
    state.hand[seat] = read_cards(state, hand)
    state.zombie[seat] = read_cards(state, zombie if bar else played)


def _pile(state) -> str:
    return " ".join(kind(state, k) for k in state.pile[: state.in_pile.sum(dtype=int)])


def _read_pile(state, text: str) -> None:
    order = [read_kind(state, word) for word in text.split()]
    state.pile[: len(order)] = order


def _taken(state) -> str:
    takers = {turn: s for s in range(state.players) for turn in bits.members(state.taken[s])}
    letters = [LETTERS[takers[turn]] if turn in takers else "-" for turn in range(max(takers, default=-1) + 1)]
    return " ".join(x.lower() if state.down >> turn & 1 else x for turn, x in enumerate(letters))


def _read_taken(state, text: str) -> None:
    for turn, letter in enumerate(text.split()):
        if letter != "-":
            state.taken[read_seat_of(state, letter.upper())] |= 1 << turn
            state.down |= (1 << turn) if letter.islower() else 0


def _void(state) -> str:
    return pairs_text(state, [(s, locations(state.void[s])) for s in range(state.players) if state.void[s]])


def _read_void(state, text: str) -> None:
    for seat, letters in read_pairs(state, text):
        state.void[seat] = bits.pack(map(read_location, letters.replace("-", "")))


def _read_day(state, text: str) -> None:
    state.day = read_number("day", text, int(state.max_days))


# --- Whole positions -------------------------------------------------------------------------------------------------


def _complete(state, lines: dict[str, str]) -> None:
    """Left out: the plays tell who acts, the hands tell the turn, the rest of the pile lies kind by kind."""
    _refuse_twins(state)
    plays = read_pairs(state, lines.get("played", ""))
    if "phase" not in lines:
        state.phase = Phase.FOLLOW if plays else Phase.LEAD
    if "acts" not in lines:
        state.to_act = next_seat(state, plays[-1][0]) if plays else state.leader
    state.turn = _turn(state, lines)
    given = [int(k) for k in state.pile[: len(lines.get("pile", "").split())]]
    if UNSEEN not in given:
        rest = [at for at, n in enumerate(state.in_pile) for _ in range(int(n) - given.count(at))]
        rest = rest[: state.in_pile.sum(dtype=int) - len(given)]
        state.pile[len(given) : len(given) + len(rest)] = rest


def _turn(state, lines: dict[str, str]) -> int:
    takers = lines.get("taken", "").split()
    if "turn" in lines:
        return read_number("turn", lines["turn"], int(state.turns)) - (state.phase != Phase.OVER)
    if takers:
        return len(takers) - (state.phase == Phase.FLIP)
    held = [bits.count(state.hand[s]) + (state.played[s] != NO_CARD) for s in range(state.players)]
    return max(0, state.turns - (max(held) or int(state.turns)))


def _refuse_twins(state) -> None:
    placed = cards(state, state.graveyard)
    for seat in range(state.players):
        placed += cards(state, state.hand[seat]) + cards(state, state.zombie[seat])
    for code in placed:
        if placed.count(code) > 1:
            raise LastTrickError(f"The position has {code} in several places.")


def _read_graveyard(state, text: str) -> None:
    state.graveyard = read_cards(state, text)


_POSITIONS = Positions(
    ABOUT,
    FIELDS,
    blank,
    texts={"location": Text(location, read_location)},
    lines={
        "data": Line(_data),
        "day": Line(lambda state: int(state.day), _read_day),
        "turn": Line(lambda state: int(revealed(state))),
        "played": Line(_played, _read_played),
        "graveyard": Line(lambda state: " ".join(cards(state, state.graveyard)), _read_graveyard),
        "pile": Line(_pile, _read_pile),
        "taken": Line(_taken, _read_taken),
        "void": Line(_void, _read_void),
    },
    seats=SeatLines(_seat, _read_seat),
    complete=_complete,
)
write, read = _POSITIONS.write, _POSITIONS.read
