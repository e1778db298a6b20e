"""Zombie Escape: the data file with decks and constants, read and checked. Ordinary Python, nothing to compile.

Every sentence of refusal says where in the data it looks and what would be right there.
"""

import json
import re
from copy import deepcopy
from functools import cache
from pathlib import Path

from lasttrick.core.about import did_you_mean, listed, shown
from lasttrick.core.data import read_json
from lasttrick.core.errors import LastTrickError

HOUSE = "house"  # the name of the data that comes with the game
MARKS = "SHMZ"  # [ZMB-02] Shopping Mall, Hospital, Mountain, Zombie, in the order of the codes
RECOVERIES = ("", "always", "last_turn")  # [ZMB-52] never, Food, Helicopter

# What a state has room for.
MOST_CARDS = 60
MOST_NUMBERS = 16
MOST_COPIES = 26  # copy letters a to z
MOST_DANGER = 30_000  # of all cards together
MOST_KINDS = 8
MOST_DAMAGE_CARDS = 32
MOST_DAYS = 100
MOST_THRESHOLD = 10_000
LONGEST_NAME = 60  # letters
_KIND_NAME = re.compile(r"[A-Z][A-Z0-9]{0,5}")

_CONSTANTS = {"max_days": MOST_DAYS, "end_damage": MOST_THRESHOLD, "reversal_damage": MOST_THRESHOLD}
_NEEDED = ("zombies", "damage_kinds", "damage_piles", *_CONSTANTS)
_KEYS = ("title", "locations", *_NEEDED)


@cache
def house() -> dict:
    """[ZMB-70] The house data: [ZMB-11] 48 zombies, [ZMB-12] composed so that every number the rulebook mentions can
    occur; [ZMB-15] six kinds of damage cards and [ZMB-16] a pile for each number of players.

    [ZMB-07] The numbers are 1 to 9, 17 and 999; [ZMB-08] Z is on the 999 alone, every other card bears S, H or M, or
    [ZMB-09] all three, as the 1 does; [ZMB-10] there is one 1 and one 999."""
    return json.loads(Path(__file__).with_name("house.json").read_text(encoding="utf-8"))


def check_data(given):
    """[ZMB-70] The option `data`: "house", or an object of that shape, or its JSON text."""
    if given is None or given == HOUSE:
        return HOUSE
    if isinstance(given, str):
        given = read_json(given)
    check(given)
    return deepcopy(given)


def content(data) -> dict:
    """The dict that a checked option stands for."""
    return house() if data == HOUSE else data


# --- Checking --------------------------------------------------------------------------------------------------------


def check(data) -> None:
    """[ZMB-71] Whether this can be played at all; [ZMB-76] what depends on the players waits for `check_players`."""
    _check_object(data, "The data", _KEYS, _NEEDED)
    if not isinstance(data.get("title", ""), str) or len(data.get("title", "")) > LONGEST_NAME:
        raise LastTrickError(f"title of the data is not a text of at most {LONGEST_NAME} letters.")
    _check_locations(data.get("locations", {}))
    for name, most in _CONSTANTS.items():
        _check_number(data[name], name, 1, most)
    _check_zombies(data["zombies"])
    _check_kinds(data["damage_kinds"])
    _check_piles(data["damage_piles"], data["damage_kinds"])


def check_players(data: dict, players: int) -> None:
    """[ZMB-71] Enough cards for these players; [ZMB-76] of the piles only theirs must be large enough."""
    deck = sum(sum(row["copies"].values()) for row in data["zombies"])
    if deck < players:
        raise LastTrickError(f"The deck of the data has {deck} cards, too few for {players} players.")
    pile = data["damage_piles"].get(str(players))
    if pile is None:
        raise LastTrickError(f"damage_piles of the data has no pile for {players} players.")
    turns, cards = deck // players, sum(pile.values())
    if cards < turns:
        raise LastTrickError(
            f"damage_piles of the data: with {players} players a day has {turns} turns, "
            f"but their pile has only {cards} cards."
        )


def _check_object(value, where: str, known=(), needed=()) -> None:
    if not isinstance(value, dict):
        raise LastTrickError(f"{where} is not an object with named values.")
    for name in value:
        if not isinstance(name, str):
            raise LastTrickError(f"{where} has the key {shown(name)}; keys are texts.")
        if known and name not in known:
            raise LastTrickError(f"{where} has an unknown key {shown(name)}. {did_you_mean(name, known)}")
    for name in needed:
        if name not in value:
            raise LastTrickError(f"{where} lacks {name!r}.")


def _check_number(value, where: str, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise LastTrickError(f"{where} of the data is {shown(value)}; it must be a whole number from {low} to {high}.")


def _check_locations(locations) -> None:
    """[ZMB-02] The four locations are fixed; their names are free."""
    _check_object(locations, "locations of the data", MARKS)
    for letter, name in locations.items():
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise LastTrickError(f"locations of the data: the name of {letter} is not a short text.")


def _check_zombies(rows) -> None:
    """[ZMB-35] Each number stands in one row, so that it belongs to one seam group or to none."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_NUMBERS:
        raise LastTrickError(f"zombies of the data is not a list of 1 to {MOST_NUMBERS} rows, one for each number.")
    for at, row in enumerate(rows):
        _check_row(row, f"zombies[{at}]")
    numbers = [row["number"] for row in rows]
    for number in numbers:
        if numbers.count(number) > 1:
            raise LastTrickError(f"zombies of the data has several rows for the number {number}; make them one.")
    deck = sum(sum(row["copies"].values()) for row in rows)
    _check_number(deck, "The number of cards in zombies", 1, MOST_CARDS)
    danger = sum(row["number"] * sum(row["copies"].values()) for row in rows)
    _check_number(danger, "The sum of the numbers of all cards in zombies", 1, MOST_DANGER)


def _check_row(row, where: str) -> None:
    """[ZMB-71] Every card has at least one mark."""
    _check_object(row, where, ("number", "group", "copies"), ("number", "group", "copies"))
    _check_number(row["number"], f"{where}.number", 1, MOST_DANGER)
    if row["group"] is not None and not isinstance(row["group"], str):
        raise LastTrickError(
            f"{where}.group of the data is {shown(row['group'])}; it must be a text, or null for no seam."
        )
    _check_object(row["copies"], f"{where}.copies")
    if not row["copies"]:
        raise LastTrickError(f"{where}.copies of the data is empty; leave the row out or give it cards.")
    seen: dict[int, str] = {}
    for marks, copies in row["copies"].items():
        _check_marks(marks, f"{where}.copies")
        _check_number(copies, f"{where}.copies.{marks}", 1, MOST_COPIES)
        same = seen.setdefault(mark_set(marks), marks)
        if same != marks:
            raise LastTrickError(f"{where}.copies of the data: {same} and {marks} are the same marks.")


def _check_marks(marks: str, where: str) -> None:
    if marks == "":
        raise LastTrickError(f"{where} of the data: a card has no mark; every card needs at least one of {MARKS}.")
    for mark in marks:
        if mark not in MARKS:
            raise LastTrickError(
                f"{where} of the data: {mark!r} in {shown(marks)} is not a mark; marks are {listed(MARKS)}."
            )
        if marks.count(mark) > 1:
            raise LastTrickError(f"{where} of the data: {shown(marks)} has the mark {mark} twice.")


def _check_kinds(kinds) -> None:
    """[ZMB-14] A damage card shows whole and half stains, or is a recovery card."""
    where = "damage_kinds of the data"
    _check_object(kinds, where)
    if not 1 <= len(kinds) <= MOST_KINDS:
        raise LastTrickError(f"{where} has {len(kinds)} kinds; it must have 1 to {MOST_KINDS}.")
    for name, kind in kinds.items():
        if not _KIND_NAME.fullmatch(name):
            raise LastTrickError(
                f"{where}: {shown(name)} is not a name of a kind; names are up to six capitals and digits."
            )
        at = f"damage_kinds.{name}"
        _check_object(kind, at, ("wholes", "halves", "recovery"), ("wholes", "halves"))
        _check_number(kind["wholes"], f"{at}.wholes", 0, 100)
        _check_number(kind["halves"], f"{at}.halves", 0, 100)
        if kind.get("recovery") not in (None, *RECOVERIES[1:]):
            raise LastTrickError(
                f"{at}.recovery of the data is {shown(kind['recovery'])}; possible: {listed(RECOVERIES[1:])}, or null."
            )


def _check_piles(piles, kinds) -> None:
    """[ZMB-16] A pile for a number of players says how many cards of each kind it has."""
    _check_object(piles, "damage_piles of the data", ("3", "4", "5", "6"))
    for players, pile in piles.items():
        where = f"damage_piles.{players}"
        _check_object(pile, where)
        for kind, cards in pile.items():
            if kind not in kinds:
                raise LastTrickError(
                    f"{where} of the data: there is no damage kind {shown(kind)}. {did_you_mean(kind, kinds)}"
                )
            _check_number(cards, f"{where}.{kind}", 0, MOST_DAMAGE_CARDS)
        _check_number(sum(pile.values()), f"The number of cards in {where}", 0, MOST_DAMAGE_CARDS)


# --- Laying out ------------------------------------------------------------------------------------------------------


def mark_set(marks: str) -> int:
    """Marks as a set of locations: S, H, M, Z are members 0, 1, 2, 3."""
    return sum(1 << MARKS.index(mark) for mark in marks)


def rows_in_order(data: dict) -> list[dict]:
    """The rows of the deck by rising number, numbers of one seam group side by side where its highest stands.

    So the 1 lies beside the 999 it combines with, and the cards of a group are neighbours. The order in the file does
    not matter.
    """
    highest: dict[str, int] = {}
    for row in data["zombies"]:
        if row["group"] is not None:
            highest[row["group"]] = max(highest.get(row["group"], 0), row["number"])
    return sorted(data["zombies"], key=lambda row: (highest.get(row["group"], row["number"]), row["number"]))


def cards_in_order(row: dict) -> list[int]:
    """The mark sets of the cards of one row, S before H before M before Z."""
    return [marks for marks in sorted(map(mark_set, row["copies"])) for _ in range(_copies(row, marks))]


def _copies(row: dict, marks: int) -> int:
    return sum(copies for name, copies in row["copies"].items() if mark_set(name) == marks)
