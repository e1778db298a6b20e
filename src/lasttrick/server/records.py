"""A table as the database keeps it, and as plain objects."""

import json
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from lasttrick.server import schema
from lasttrick.server.protocol import Pace


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass
class Place:
    """A seat: who sits there, and what they added to the deal."""

    seat: int
    kind: str = "open"
    name: str = ""
    bot: str = ""
    away: bool = False
    word: str = ""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or (self.kind == "person" and self.away)


@dataclass
class Record:
    """The row of a table."""

    id: str
    game: str
    rules: int
    players: int
    options: dict
    pace: Pace
    public: bool
    hints: bool
    secret: str
    phase: str = "gathering"
    host: int = 0
    seed: str = ""
    rematch: str = ""
    before: str = ""
    created: int = field(default_factory=now_ms)
    started: int = 0

    def row(self) -> dict:
        row = {**vars(self), "options": json.dumps(self.options)}
        row["pace"], row["pace_amount"] = self.pace.kind, self.pace.amount
        return row


def read_record(row) -> Record:
    values = dict(row._mapping)
    values["pace"] = Pace(values["pace"], values.pop("pace_amount"))
    values["options"] = json.loads(values["options"])
    return Record(**values)


@dataclass
class Line:
    """A line of chat."""

    number: int
    cid: str
    seat: int
    name: str
    text: str
    at: int


@dataclass
class Kept:
    """Everything the database has about one table."""

    record: Record
    places: list[Place]
    tokens: dict[str, int]  # hash of a token: its seat
    decisions: list[tuple[str, int, int, int]]  # cid, seat, action, at
    chat: list[Line]


def load(connection: Connection, table: str) -> Kept | None:
    """One table, or None if there is none of this id."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
    if row is None:
        return None

    def rows_of(what, order):
        return connection.execute(select(what).where(what.c.table_id == table).order_by(order))

    seats = [Place(r.seat, r.kind, r.name, r.bot, r.away, r.word) for r in rows_of(schema.seats, schema.seats.c.seat)]
    tokens = {r.hash: r.seat for r in rows_of(schema.tokens, schema.tokens.c.hash)}
    log = [(r.cid, r.seat, r.action, r.at) for r in rows_of(schema.decisions, schema.decisions.c.version)]
    chat = [Line(r.number, r.cid, r.seat, r.name, r.text, r.at) for r in rows_of(schema.chats, schema.chats.c.number)]
    return Kept(read_record(row), seats, tokens, log, chat)


# --- Changes ---------------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """A statement and the rows to run it with. Each statement is made once, so that the store translates it once."""

    statement: Any
    rows: list[dict]


@cache
def _insert(what: Table):
    return insert(what)


_tokens = schema.tokens.c
_DELETE_TOKENS = delete(schema.tokens).where(
    _tokens.table_id == bindparam("old_table_id"), _tokens.seat == bindparam("old_seat")
)
_links = schema.links.c
_DELETE_LINKS = delete(schema.links).where(
    _links.table_id == bindparam("old_table_id"), _links.seat == bindparam("old_seat")
)


@cache
def _update(what: Table, *names: str):
    """These columns of the row with this key."""
    key = [column == bindparam(f"old_{column.name}") for column in what.primary_key]
    return update(what).where(*key).values({name: bindparam(f"new_{name}") for name in names})


def _new(values: dict) -> dict:
    return {f"new_{name}": value for name, value in values.items()}


def insert_table(record: Record, places: list[Place]) -> list[Change]:
    rows = [{"table_id": record.id, **vars(place)} for place in places]
    return [Change(_insert(schema.tables), [record.row()]), Change(_insert(schema.seats), rows)]


def update_table(table: str, **values) -> Change:
    return Change(_update(schema.tables, *values), [{"old_id": table, **_new(values)}])


def update_seat(table: str, seat: int, **values) -> Change:
    return Change(_update(schema.seats, *values), [{"old_table_id": table, "old_seat": seat, **_new(values)}])


def insert_token(table: str, token: str, seat: int) -> Change:
    return Change(_insert(schema.tokens), [{"hash": token, "table_id": table, "seat": seat}])


def delete_tokens(table: str, seat: int) -> Change:
    """Of whoever sits here."""
    return Change(_DELETE_TOKENS, [{"old_table_id": table, "old_seat": seat}])


def delete_links(table: str, seat: int) -> Change:
    """Personal links of whoever sits here."""
    return Change(_DELETE_LINKS, [{"old_table_id": table, "old_seat": seat}])


def insert_chat(table: str, line: Line) -> Change:
    return Change(_insert(schema.chats), [{"table_id": table, **vars(line)}])


def insert_decisions(rows: list[dict]) -> Change:
    return Change(_insert(schema.decisions), rows)


def decision_row(table: str, version: int, cid: str, seat: int, action: int) -> dict:
    return {"table_id": table, "version": version, "cid": cid, "seat": seat, "action": action, "at": now_ms()}
