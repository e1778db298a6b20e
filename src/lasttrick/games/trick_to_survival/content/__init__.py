"""The data of the game: the house content, what a table replaces of it, and its compiled form.

[TTS-93] Roles, events, traits and constants are data; [TTS-95] gives their form. [TTS-110] Each top-level entry can be
replaced by an option of its name, or the whole by `data`. Everything is checked here, before a match starts, and a
mistake is one sentence that names the event or trait it is in.
"""

import hashlib
import json
import re
from collections import deque
from functools import cache, lru_cache
from pathlib import Path
from weakref import WeakValueDictionary

from lasttrick.core.about import listed, shown
from lasttrick.core.data import read_json
from lasttrick.core.errors import LastTrickError
from lasttrick.games.trick_to_survival.content.expressions import SUITS, compile_condition
from lasttrick.games.trick_to_survival.content.operations import SKIP_RULES
from lasttrick.games.trick_to_survival.content.program import MOST_CODE as MOST_CODE
from lasttrick.games.trick_to_survival.content.program import Compiler, Program, check_keys, fail

MOST_ROLES = 8
MOST_EVENTS = 40
MOST_TRAITS = 32
MOST_ROWS = 72  # operations of all events together
LONGEST_ID, LONGEST_NAME = 20, 60  # letters
PLAYER_COUNTS = (2, 3, 4, 5)  # [TTS-01]

_NUMBER = re.compile(r"\s*-?[0-9]{1,9}\s*")

# --- Reading what a person gave --------------------------------------------------------------------------------------


def from_json(value, where: str):
    """A structure as it is, or read from JSON text."""
    return read_json(value, where) if isinstance(value, str) else value


def _whole(low: int, high: int):
    def check(value, where: str) -> int:
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            fail(where, f"must be a whole number from {low} to {high}, not {shown(value)}")
        return value

    return check


def _truth(value, where: str) -> bool:
    value = {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(value, bool):
        fail(where, f"must be true or false, not {shown(value)}")
    return value


def _skip_rule(value, where: str) -> str:
    if value not in SKIP_RULES:
        fail(where, f"must be {listed(SKIP_RULES)}, not {shown(value)}")
    return value


def _object(**checks):
    def check(value, where: str) -> dict:
        value = from_json(value, where)
        check_keys(value, list(checks), where)
        return {key: inner(value[key], f"{where}.{key}") for key, inner in checks.items()}

    return check


def _list(value, where: str, keys, optional, most: int) -> list[dict]:
    value = from_json(value, where)
    if isinstance(value, dict) and where in value:
        fail(where, "was given a whole data file; give the file as data, or its list alone as this option")
    if not isinstance(value, list) or not value:
        fail(where, "must be a list with at least one entry")
    if len(value) > most:
        fail(where, f"has {len(value)} entries; at most {most} fit")
    for number, entry in enumerate(value, 1):
        check_keys(entry, keys, _name_of(where, entry, number), optional)
        if not all(isinstance(entry[key], str) and entry[key] for key in ("id", "name")):
            fail(_name_of(where, entry, number), "needs an id and a name that are words")
        if len(entry["id"]) > LONGEST_ID or len(entry["name"]) > LONGEST_NAME:
            fail(f"{where}, entry {number},", f"has an id above {LONGEST_ID} letters or a name above {LONGEST_NAME}")
    ids = [entry["id"] for entry in value]
    for name in ids:
        if ids.count(name) > 1:
            fail(where, f"has the id {name} twice")
        if any(c.isspace() for c in name):
            fail(where, f"has the id {name!r}; an id is one word")
    return value


def _name_of(where: str, entry, number: int) -> str:
    name = entry.get("id") if isinstance(entry, dict) else None
    return f"{where.removesuffix('s')} {name if isinstance(name, str) and 0 < len(name) <= LONGEST_ID else number}"


def _roles(value, where: str) -> list[dict]:
    """[TTS-86] Roles: two of `input` for one of `output`, +1 on `specialty`."""
    roles = _list(value, where, ("id", "name", "input", "output", "specialty"), (), MOST_ROLES)
    for role in roles:
        for key in ("input", "output", "specialty"):
            if role[key] not in tuple(SUITS):
                fail(f"role {role['id']}", f"has {key} {shown(role[key])}; types are {listed(SUITS)}")
        if role["input"] == role["output"]:
            fail(f"role {role['id']}", f"makes {role['output']} out of {role['input']}; give it two types that differ")
    return roles


def _events(value, where: str) -> list[dict]:
    events = _list(value, where, ("id", "name"), ("ops", "choice", "where"), MOST_EVENTS)
    for event in events:
        if ("ops" in event) == ("choice" in event):
            fail(f"event {event['id']}", "needs either ops or a choice")
    Compiler({"cache": 1, "parcel": 1}, 2).events(events)
    return events


def _traits(value, where: str) -> list[dict]:
    traits = _list(value, where, ("id", "name", "if"), (), MOST_TRAITS)
    for trait in traits:
        compile_condition(trait["if"], f"trait {trait['id']}")
    return traits


_by_players = _object(**{str(n): _whole(0, 20) for n in PLAYER_COUNTS})

NUMBERS = {  # from and to
    "weeks": (1, 20),
    "days": (2, 7),
    "hand": (1, 38),
    "token_cap": (1, 20),
    "death_wounds": (1, 1000),
    "low_player_max_value": (1, 13),
    "max_value": (1, 13),
}

CHECKS = {
    **{name: _whole(low, high) for name, (low, high) in NUMBERS.items()},
    "week_start": _object(tokens_each=_whole(0, 20), living_wounds_reset=_truth),
    "upkeep_skipped_on": _skip_rule,
    "event_check_at_night": _truth,
    "camp": _object(
        offers=_whole(0, 10), offer_give_max=_whole(1, 2), offer_want_max=_whole(0, 2), crafts=_whole(0, 20)
    ),
    "cache": _by_players,
    "parcel": _by_players,
    "roles": _roles,
    "events": _events,
    "traits": _traits,
}


def check_entry(name: str):
    """The check of an option that replaces one entry."""

    def check(value):
        return CHECKS[name](value, name)

    return check


def check_data(value) -> dict:
    """A whole data file: an object or its JSON text."""
    value = from_json(value, "data")
    check_keys(value, list(CHECKS), "data")
    return {name: check(value[name], name) for name, check in CHECKS.items()}


@cache
def house() -> dict:
    """The house content, checked."""
    return check_data((Path(__file__).parent.parent / "house.json").read_text(encoding="utf-8"))


def merged(options: dict) -> dict:
    """The data of a match: the file, with the entries that options replace."""
    data = dict(options.get("data") or house())
    for name in CHECKS:
        if options.get(name) is not None:
            data[name] = options[name]
    return data


# --- The data of a match, by its fingerprint -------------------------------------------------------------------------


def canonical(data: dict) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


class Data(dict):
    """The data of a match. Whoever plays it holds it; nobody else keeps it for ever."""

    __slots__ = ("__weakref__",)


_seen: WeakValueDictionary[int, Data] = WeakValueDictionary()
_lately: deque[Data] = deque(maxlen=64)  # for states that nobody holds the data of


def fingerprint(data: dict) -> int:
    """A number that names this data; `data_of` finds it again as long as a match holds it."""
    text = canonical(data)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1
    if number not in _seen:
        found = _seen[number] = Data(json.loads(text))
        _lately.append(found)
    return number


def data_of(number: int) -> Data:
    """The data with this fingerprint: the house content, or data that a match of this process has used lately."""
    number = int(number)
    if number not in _seen:
        fingerprint(house())
    if number not in _seen:
        raise LastTrickError("The data of this match is not known here; begin a match with its options first.")
    return _seen[number]


def compile_data(data: dict, players: int) -> Program:
    return _compile(canonical(data), players)


@lru_cache(64)
def _compile(text: str, players: int) -> Program:
    data = json.loads(text)
    compiler = Compiler({name: data[name][str(players)] for name in ("cache", "parcel")}, players)
    compiler.events(data["events"])
    program = compiler.program
    program.traits = [compiler.condition(t["if"], f"trait {t['id']}") for t in data["traits"]]
    if len(program.rows) > MOST_ROWS:
        fail("events", f"have {len(program.rows)} operations together; at most {MOST_ROWS} fit")
    return program


def check_for(data: dict, players: int) -> None:
    """[TTS-15] [TTS-11] [TTS-12] Enough cards for hands and challenges, a role and a trait for everybody."""
    values = data["low_player_max_value" if players <= 3 else "max_value"]
    cards, needed = 6 * values, players * data["hand"] + 2 * data["days"]
    if cards < needed:
        fail(f"{players} players", f"need {needed} cards for hands and challenges; values up to {values} make {cards}")
    for name in ("roles", "traits"):
        if len(data[name]) < players:
            fail(f"{players} players", f"need {players} {name}; there are {len(data[name])}")


def check_whole(data: dict, players: int) -> None:
    """All that can be wrong with the data of a match, before there is one."""
    check_for(data, players)
    compile_data(data, players)
