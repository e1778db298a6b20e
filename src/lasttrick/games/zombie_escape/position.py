"""Zombie Escape: a whole position as a few lines of text, both ways.

A: 2Ha 6X | 5Ha 5Sa          hand | zombie in front
played: A:5Ha B:17S          this turn, from the leader on
pile: H1 W2 FOOD …           damage cards in the order of revealing, ? if unseen
taken: A C b                 who took them; a small letter means it lies face down
"""

import json
from functools import cache

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.about import did_you_mean
from lasttrick.core.errors import LastTrickError
from lasttrick.core.words import LETTERS, read_seat, seat_letter
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
    NO_CARD,
    UNSEEN,
    Ending,
    Phase,
    blank,
    marks,
    next_seat,
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
    return _blank(players, HOUSE)


def _holds_house_data(state) -> bool:
    house = _house(int(state.players))
    return all(np.array_equal(state[field], house[field]) for field in DATA_FIELDS)


def _blank(players: int, given):
    ABOUT.check_players(players, {})
    return blank(players, ABOUT.read_options(players, {"data": given}))


# --- Writing ---------------------------------------------------------------------------------------------------------


def write(state) -> dict:
    """The complete position; `read` gives the same record back."""
    n = int(state.players)
    return {
        "players": n,
        "data": HOUSE if _holds_house_data(state) else json.dumps(data_of(state), separators=(",", ":")),
        "day": int(state.day),
        "turn": int(revealed(state)),
        "phase": Phase(state.phase).name.lower(),
        "ending": Ending(state.ending).name.lower(),
        "leader": seat_letter(state.leader),
        "acts": seat_letter(state.to_act),
        "location": location(state.location),
        "played": _played(state),
        **{LETTERS[s]: _before(state, s) for s in range(n)},
        "graveyard": " ".join(cards(state, state.graveyard)),
        "pile": " ".join(kind(state, k) for k in state.pile[: state.in_pile.sum(dtype=int)]),
        "taken": _taken(state),
        "void": _void(state),
        "records": " ".join(str(r) for r in state.records[:n]),
        "chance": f"{chance.key_text(state.key)} {state.events}",
    }


def _before(state, seat: int) -> str:
    """What a seat has: `hand | zombie`."""
    return f"{' '.join(cards(state, state.hand[seat]))} | {' '.join(cards(state, state.zombie[seat]))}".strip()


def _played(state) -> str:
    plays: list[str] = []
    seat = int(state.leader)
    while seat >= 0 and len(plays) < state.players and state.played[seat] != NO_CARD:
        plays.append(f"{seat_letter(seat)}:{card(state, state.played[seat])}")
        seat = int(next_seat(state, seat))
    return " ".join(plays)


def _taken(state) -> str:
    takers = {turn: s for s in range(state.players) for turn in bits.members(state.taken[s])}
    letters = [LETTERS[takers[turn]] if turn in takers else "-" for turn in range(max(takers, default=-1) + 1)]
    return " ".join(x.lower() if state.down >> turn & 1 else x for turn, x in enumerate(letters))


def _void(state) -> str:
    return " ".join(f"{LETTERS[s]}:{locations(state.void[s])}" for s in range(state.players) if state.void[s])


# --- Reading ---------------------------------------------------------------------------------------------------------

_LINES = ("players", "data", "day", "turn", "phase", "ending", "leader", "acts", "location", "played", *LETTERS)
_LINES += ("graveyard", "pile", "taken", "void", "records", "chance")


def read(position: dict) -> np.record:
    """The record of a position. Lines left out: house data, day 1, A leads, hands tell the turn, nothing taken."""
    p = {str(name): str(value) for name, value in position.items()}
    for name in p:
        if name not in _LINES:
            raise LastTrickError(f"A position has no line {name!r}. {did_you_mean(name, _LINES)}")
    state = _blank(_number(p, "players", sum(name in LETTERS for name in p)), p.get("data"))
    state.day = _number(p, "day", 1, state.max_days)
    state.ending = _member(p, "ending", Ending, Ending.NONE)
    state.leader = _seat(state, p.get("leader", "A"))
    state.location = read_location(p.get("location", "-"))
    _read_played(state, p)
    _read_cards(state, p)
    _read_damage(state, p)
    for seat, letters in _pairs(state, p.get("void", "")):
        state.void[seat] = bits.pack(map(read_location, letters.replace("-", "")))
    if "records" in p:
        state.records[: state.players] = _numbers(p, "records", state.players)
    if "chance" in p:
        key, _, events = p["chance"].partition(" ")
        state.key[:] = chance.key_of(key)
        state.events = _number({"chance": events}, "chance", 0)
    return state


def _number(p: dict, name: str, default: int, most: int = 10_000) -> int:
    text = p.get(name, str(default))
    if not text.isdecimal() or int(text) > most:
        raise LastTrickError(f"Line {name} of the position is {text!r}, not a whole number up to {most}.")
    return int(text)


def _numbers(p: dict, name: str, wanted: int) -> list[int]:
    found = [_number({name: text}, name, 0) for text in p[name].split()]
    if len(found) != wanted:
        raise LastTrickError(f"Line {name} of the position has {len(found)} numbers; {wanted} are needed.")
    return found


def _member(p: dict, name: str, kind_of, default):
    names = [member.name.lower() for member in kind_of]
    text = p.get(name, default.name.lower())
    if text not in names:
        raise LastTrickError(f"Line {name} of the position is {text!r}. {did_you_mean(text, names)}")
    return kind_of[text.upper()]


def _seat(state, text: str) -> int:
    seat = read_seat(text)
    if seat >= state.players:
        raise LastTrickError(f"There is no seat {text} with {state.players} players.")
    return seat


def _pairs(state, text: str) -> list[tuple[int, str]]:
    """`A:5Ha B:17S` as seats and texts."""
    pairs = []
    for item in text.split():
        letter, colon, what = item.partition(":")
        if not colon:
            raise LastTrickError(f"{item!r} in the position is not of the form SEAT:WHAT.")
        pairs.append((_seat(state, letter), what))
    return pairs


def _read_played(state, p: dict) -> None:
    """Plays of this turn; with them, the phase and whose turn it is."""
    seat = int(state.leader)
    for seat, code in _pairs(state, p.get("played", "")):
        state.played[seat] = read_card(state, code)
    following = int(next_seat(state, seat)) if p.get("played") else seat
    state.phase = _member(p, "phase", Phase, Phase.FOLLOW if p.get("played") else Phase.LEAD)
    state.to_act = _seat(state, p["acts"]) if "acts" in p else following


def _read_cards(state, p: dict) -> None:
    """Hands, zombies and graveyard. A zombie left out is the card its seat played."""
    state.graveyard = read_cards(state, p.get("graveyard", ""))
    placed = cards(state, state.graveyard)
    for seat in range(state.players):
        hand, bar, zombie = p.get(LETTERS[seat], "").partition("|")
        state.hand[seat] = read_cards(state, hand)
        played = card(state, state.played[seat]) if state.played[seat] != NO_CARD else ""
        state.zombie[seat] = read_cards(state, zombie if bar else played)
        placed += cards(state, state.hand[seat]) + cards(state, state.zombie[seat])
    for code in placed:
        if placed.count(code) > 1:
            raise LastTrickError(f"The position has {code} in several places.")


def _read_damage(state, p: dict) -> None:
    """The pile, who took what, and from it or from the hands the turn."""
    takers = p.get("taken", "").split()
    for turn, letter in enumerate(takers):
        if letter != "-":
            state.taken[_seat(state, letter.upper())] |= 1 << turn
            state.down |= (1 << turn) if letter.islower() else 0
    if "turn" in p:
        state.turn = _number(p, "turn", 1, state.turns) - (state.phase != Phase.OVER)
    elif takers:
        state.turn = len(takers) - (state.phase == Phase.FLIP)
    else:
        state.turn = max(0, state.turns - _largest_hand(state))
    given = [read_kind(state, text) for text in p.get("pile", "").split()]
    rest = _rest_of_pile(state, given) if UNSEEN not in given else []
    order = given + rest[: state.in_pile.sum(dtype=int) - len(given)]
    state.pile[: len(order)] = order


def _largest_hand(state) -> int:
    held = [bits.count(state.hand[s]) + (state.played[s] != NO_CARD) for s in range(state.players)]
    return max(held) or int(state.turns)


def _rest_of_pile(state, given: list[int]) -> list[int]:
    """Cards of the pile that the position does not mention, kind by kind."""
    return [at for at, n in enumerate(state.in_pile) for _ in range(int(n) - given.count(at))]
