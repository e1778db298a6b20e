"""The data of the game: the house content, what a table replaces of it, and its compiled form.

[TTS-93] Roles, events, traits and constants are data; [TTS-95] gives their form. [TTS-110] Each top-level entry can be
replaced by an option of its name, or the whole by `data`. Everything is checked here, before a match starts, and a
mistake is one sentence that names the event or trait it is in.
"""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from lasttrick.core.about import did_you_mean, listed
from lasttrick.core.errors import LastTrickError
from lasttrick.games.trick_to_survival.expressions import COUNTERS, SUITS, Counter, amount, compile_condition
from lasttrick.games.trick_to_survival.operations import (
    ALIVE,
    LEADER,
    MOST,
    NEVER,
    NOBODY,
    SKIP_RULES,
    LEAST,
    Operation,
)

MOST_ROLES = 8
MOST_EVENTS = 40
MOST_TRAITS = 32
MOST_ROWS = 72  # operations of all events together
MOST_CODE = 256  # steps of all conditions together
PLAYER_COUNTS = (2, 3, 4, 5)  # [TTS-01]

# --- Reading what a person gave --------------------------------------------------------------------------------------


def from_json(value, where: str):
    """A structure as it is, or read from JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        raise LastTrickError(f"{where} is not JSON: {_place(error)}.") from None


def _place(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return str(error)


def _fail(where: str, why: str):
    raise LastTrickError(f"{where} {why}.")


def _keys(value, wanted, where: str, optional=()) -> None:
    if not isinstance(value, dict):
        _fail(where, f"must be an object with {listed(wanted)}")
    for key in value:
        if key not in wanted and key not in optional:
            _fail(where, f"has no entry {key!r}. {did_you_mean(key, [*wanted, *optional])}".rstrip("."))
    missing = [key for key in wanted if key not in value]
    if missing:
        _fail(where, f"lacks {', '.join(missing)}")


def _whole(low: int, high: int):
    def check(value, where: str) -> int:
        if isinstance(value, str) and value.strip().lstrip("-").isdigit():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            _fail(where, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    return check


def _truth(value, where: str) -> bool:
    value = {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(value, bool):
        _fail(where, f"must be true or false, not {value!r}")
    return value


def _skip_rule(value, where: str) -> str:
    if value not in SKIP_RULES:
        _fail(where, f"must be {listed(SKIP_RULES)}, not {value!r}")
    return value


def _object(**checks):
    def check(value, where: str) -> dict:
        value = from_json(value, where)
        _keys(value, list(checks), where)
        return {key: inner(value[key], f"{where}.{key}") for key, inner in checks.items()}

    return check


def _list(value, where: str, keys, optional, most: int) -> list[dict]:
    value = from_json(value, where)
    if not isinstance(value, list) or not value:
        _fail(where, "must be a list with at least one entry")
    if len(value) > most:
        _fail(where, f"has {len(value)} entries; at most {most} fit")
    for number, entry in enumerate(value, 1):
        _keys(entry, keys, _name_of(where, entry, number), optional)
        if not all(isinstance(entry[key], str) and entry[key] for key in ("id", "name")):
            _fail(_name_of(where, entry, number), "needs an id and a name that are words")
    ids = [entry["id"] for entry in value]
    for name in ids:
        if ids.count(name) > 1:
            _fail(where, f"has the id {name} twice")
        if any(c.isspace() for c in name):
            _fail(where, f"has the id {name!r}; an id is one word")
    return value


def _name_of(where: str, entry, number: int) -> str:
    name = entry.get("id") if isinstance(entry, dict) else None
    return f"{where.removesuffix('s')} {name or number}"


def _roles(value, where: str) -> list[dict]:
    """[TTS-86] Roles: two of `input` for one of `output`, +1 on `specialty`."""
    roles = _list(value, where, ("id", "name", "input", "output", "specialty"), (), MOST_ROLES)
    for role in roles:
        for key in ("input", "output", "specialty"):
            if role[key] not in tuple(SUITS):
                _fail(f"role {role['id']}", f"has {key} {role[key]!r}; types are {listed(SUITS)}")
    return roles


def _events(value, where: str) -> list[dict]:
    events = _list(value, where, ("id", "name"), ("ops", "choice", "where"), MOST_EVENTS)
    for event in events:
        if ("ops" in event) == ("choice" in event):
            _fail(f"event {event['id']}", "needs either ops or a choice")
    _Compiler({"cache": 1, "parcel": 1}, 2).events(events)
    return events


def _traits(value, where: str) -> list[dict]:
    traits = _list(value, where, ("id", "name", "if"), (), MOST_TRAITS)
    for trait in traits:
        compile_condition(trait["if"], f"trait {trait['id']}")
    return traits


_by_players = _object(**{str(n): _whole(0, 20) for n in PLAYER_COUNTS})

CHECKS = {
    "weeks": _whole(1, 20),
    "days": _whole(2, 7),
    "hand": _whole(1, 38),
    "token_cap": _whole(1, 20),
    "death_wounds": _whole(1, 1000),
    "low_player_max_value": _whole(1, 13),
    "max_value": _whole(1, 13),
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
    """A whole data file: an object, JSON text, or the path of a file."""
    where = "data"
    if isinstance(value, str) and not value.lstrip().startswith("{"):
        where = value
        try:
            value = Path(value).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise LastTrickError(f"The data file {where} cannot be read: {error}.") from None
    value = from_json(value, where)
    _keys(value, list(CHECKS), where)
    return {name: check(value[name], name) for name, check in CHECKS.items()}


@cache
def house() -> dict:
    """The house content, checked."""
    return check_data((Path(__file__).parent / "house.json").read_text(encoding="utf-8"))


def merged(options: dict) -> dict:
    """The data of a match: the file, with the entries that options replace."""
    data = dict(options.get("data") or house())
    for name in CHECKS:
        if options.get(name) is not None:
            data[name] = options[name]
    return data


# --- Compiling -------------------------------------------------------------------------------------------------------


@dataclass
class Program:
    """Events and traits as rows of small numbers."""

    rows: list[tuple[int, int, int, int]] = field(default_factory=list)  # Operation, who, what, amount
    events: list[tuple[int, int, int]] = field(default_factory=list)  # first row, rows (of A), rows of B or -1
    where: list[int] = field(default_factory=list)  # an event's condition in `code`, or -1
    traits: list[int] = field(default_factory=list)  # a trait's condition in `code`
    code: list[int] = field(default_factory=list)


class _Compiler:
    def __init__(self, sizes: dict[str, int], players: int):
        self.sizes = {"c": sizes["cache"], "q": sizes["parcel"], "n": players}
        self.program = Program()

    def condition(self, text, where: str) -> int:
        """Where the program of a condition begins; equal conditions share one."""
        steps, code = compile_condition(text, where), self.program.code
        for at in range(len(code)):
            if code[at : at + len(steps)] == steps:
                return at
        code += steps
        return len(code) - len(steps)

    def events(self, events: list[dict]) -> None:
        for event in events:
            where = f"event {event['id']}"
            condition = self.condition(event["where"], f"{where}, where") if "where" in event else -1
            self.program.where.append(condition)
            first = len(self.program.rows)
            if "ops" in event:
                self.program.events.append((first, self.operations(event["ops"], where), -1))
            else:
                _keys(event["choice"], ("A", "B"), f"the choice of {where}")
                ways = [self.operations(event["choice"][way], f"{where}, choice {way}") for way in "AB"]
                self.program.events.append((first, *ways))

    def operations(self, operations, where: str) -> int:
        if not isinstance(operations, list) or not operations:
            _fail(where, "needs a list of operations")
        for operation in operations:
            self.program.rows.append(self.operation(operation, where))
        return len(operations)

    def operation(self, operation, where: str) -> tuple[int, int, int, int]:
        """[TTS-88] [TTS-104] One operation, its arguments in the order of the table."""
        if not isinstance(operation, list) or not operation:
            _fail(where, f"has {operation!r}, which is not an operation like ['gain', 'alive', 'F', 1]")
        name, *arguments = operation
        if name not in FORMS:
            _fail(where, f"uses the operation {name!r}, which is not known. {did_you_mean(name, FORMS)}".rstrip("."))
        form = FORMS[name].split()
        if len(arguments) != len(form):
            _fail(where, f"writes {operation!r}; {name} takes {' '.join(form) or 'nothing'}")
        row = {"who": NOBODY, "what": 0, "amount": 1}
        for kind, argument in zip(form, arguments, strict=True):
            key, value = self.argument(kind, argument, where)
            row[key] = value
        return Operation[name.upper()], row["who"], row["what"], row["amount"]

    def argument(self, kind: str, argument, where: str) -> tuple[str, int]:
        if kind in ("who", "giver", "receiver", "leader"):
            return "what" if kind == "receiver" else "who", self.who(kind, argument, where)
        if kind == "type":
            if argument not in tuple(SUITS):
                _fail(where, f"names the type {argument!r}; types are {listed(SUITS)}")
            return "what", SUITS.index(argument)
        value = amount(argument, self.sizes, where)
        if kind == "count" and value < 0:
            _fail(where, f"has the amount {argument!r}; it may not be below 0")
        return "amount", value

    def who(self, kind: str, text, where: str) -> int:
        """[TTS-95] `alive`, `leader`, or the player with the most or least of something."""
        if text == "leader" or (text == "alive" and kind == "who"):
            return LEADER if text == "leader" else ALIVE
        way, _, what = str(text).partition(":")
        counters = {**{suit: i for i, suit in enumerate(SUITS)}, **{c.name.lower(): int(c) for c in Counter}}
        if way in ("max", "min") and what in counters and kind != "leader":
            return (MOST if way == "max" else LEAST) + counters[what]
        possible = {"leader": "leader", "who": "alive, leader, max:X and min:X"}.get(kind, "leader, max:X and min:X")
        return _fail(where, f"names {text!r}; here it can be {possible} (X a type or a counter such as total)")


# The arguments of each operation. A count is not below 0; a change may be.
FORMS = {
    "gain": "who type count",
    "gain_any": "who count",
    "pay": "who type count",
    "heal": "who count",
    "wound": "who count",
    "ward": "who",
    "ward_pick": "leader count",
    "draw_discard": "who count",
    "give_one": "giver receiver",
    "value": "change",
    "need": "change",
    "need_set": "count",
    "cards": "change",
    "no_wounds": "",
}
assert COUNTERS == 15 and NEVER in SKIP_RULES


def canonical(data: dict) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


_seen: dict[int, dict] = {}


def fingerprint(data: dict) -> int:
    """A number that names this data; `data_of` finds it again."""
    text = canonical(data)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1
    _seen.setdefault(number, json.loads(text))
    return number


def data_of(number: int) -> dict:
    """The data with this fingerprint, if a match of this process has used it; else the house content."""
    fingerprint(house())
    return _seen.get(int(number), house())


def compile_data(data: dict, players: int) -> Program:
    return _compile(canonical(data), players)


@cache
def _compile(text: str, players: int) -> Program:
    data = json.loads(text)
    compiler = _Compiler({name: data[name][str(players)] for name in ("cache", "parcel")}, players)
    compiler.events(data["events"])
    program = compiler.program
    program.traits = [compiler.condition(t["if"], f"trait {t['id']}") for t in data["traits"]]
    if len(program.rows) > MOST_ROWS:
        _fail("events", f"have {len(program.rows)} operations together; at most {MOST_ROWS} fit")
    if len(program.code) > MOST_CODE:
        _fail("The conditions of events and traits", f"take {len(program.code)} steps; at most {MOST_CODE} fit")
    return program


def check_for(data: dict, players: int) -> None:
    """[TTS-15] [TTS-11] [TTS-12] Enough cards for hands and challenges, a role and a trait for everybody."""
    values = data["low_player_max_value" if players <= 3 else "max_value"]
    cards, needed = 6 * values, players * data["hand"] + 2 * data["days"]
    if cards < needed:
        _fail(
            f"{players} players", f"need {needed} cards for hands and challenges; values up to {values} make {cards}"
        )
    for name in ("roles", "traits"):
        if len(data[name]) < players:
            _fail(f"{players} players", f"need {players} {name}; there are {len(data[name])}")
