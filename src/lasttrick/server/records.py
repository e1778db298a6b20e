"""A table as the database keeps it, and as plain objects."""

import json
import time
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, or_, select, update

from lasttrick.core.forks import Fork
from lasttrick.server import schema
from lasttrick.server.protocol import Pace

LATEST_CHAT = 100  # lines a newcomer is shown
KEPT_CHAT = 1000  # lines of a table that are kept


_ahead = 0  # milliseconds by which the database's clock is ahead of this machine's, where several processes share it


def now_ms() -> int:
    return time.time_ns() // 1_000_000 + _ahead


def follow_clock(theirs: int, within: int = 250) -> None:
    """From now on times are those of the database, whose clock shows this; a small difference is left as it is."""
    global _ahead
    if abs(theirs - now_ms()) > within:
        _ahead = theirs - time.time_ns() // 1_000_000


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
    muted: bool = False
    fork: Fork | None = None
    daily: str = ""

    def row(self) -> dict:
        row = {**vars(self), "options": json.dumps(self.options)}
        row["fork"] = json.dumps(asdict(self.fork)) if self.fork else ""
        row["pace"], row["pace_amount"] = self.pace.kind, self.pace.amount
        return row


def read_record(row) -> Record:
    values = dict(row._mapping)
    values["pace"] = Pace(values["pace"], values.pop("pace_amount"))
    values["options"] = json.loads(values["options"])
    values["fork"] = Fork(**json.loads(values["fork"])) if values["fork"] else None
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
    latest = rows_of(schema.chats, schema.chats.c.number.desc()).fetchmany(LATEST_CHAT)
    chat = [Line(r.number, r.cid, r.seat, r.name, r.text, r.at) for r in reversed(latest)]
    return Kept(read_record(row), seats, tokens, log, chat)


@dataclass
class Head:
    """What a list shows of a table, without its log."""

    record: Record
    places: list[Place]
    version: int  # how many decisions there were


def heads(connection: Connection, ids: list[str]) -> list[Head]:
    """The heads of these tables, in this order; one whose row cannot be read is left out."""
    tables, seats, log = schema.tables, schema.seats, schema.decisions.c
    places: dict[str, list[Place]] = {id: [] for id in ids}
    for r in connection.execute(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)):
        places[r.table_id].append(Place(r.seat, r.kind, r.name, r.bot, r.away, r.word))
    last = select(func.max(log.version)).where(log.table_id == tables.c.id).scalar_subquery()
    versions = {r.id: r.last or 0 for r in connection.execute(select(tables.c.id, last.label("last")).where(_in(ids)))}
    found = {r.id: r for r in connection.execute(select(tables).where(_in(ids)))}
    read = ((id, _readable(found.get(id))) for id in ids)
    return [Head(record, places[id], versions[id]) for id, record in read if record is not None]


def _readable(row) -> Record | None:
    try:
        return read_record(row) if row is not None else None
    except ValueError:
        return None


def _in(ids: list[str]):
    return schema.tables.c.id.in_(ids)


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
_chats = schema.chats.c
_DELETE_CHAT = delete(schema.chats).where(
    _chats.table_id == bindparam("old_table_id"), _chats.number <= bindparam("old_number")
)

_tries = schema.tries.c
_END_TRY = (
    update(schema.tries)
    .where(_tries.table_id == bindparam("old_table_id"))
    .values(score=bindparam("new_score"), won=bindparam("new_won"))
)
_DELETE_TRIES = delete(schema.tries).where(_tries.at < bindparam("old_at"))


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


def expired(connection: Connection, limit: int, most: int = 100) -> list[str]:
    """Tables made before this time that have had no decision since and whose match was not ended here."""
    tables, log = schema.tables.c, schema.decisions.c
    latest = select(log.at).where(log.table_id == tables.id).order_by(log.version.desc()).limit(1).scalar_subquery()
    was_brought = (tables.phase == "over") & (tables.host < 0)
    wanted = select(tables.id).where(or_(tables.phase.in_(("gathering", "playing")), was_brought))
    wanted = wanted.where(tables.created < limit)
    wanted = wanted.where(tables.started < limit, func.coalesce(latest, 0) < limit)
    wanted = wanted.where(tables.id.not_in(select(schema.leases.c.table_id)))  # nobody has it in memory
    return [row.id for row in connection.execute(wanted.limit(most))]


@cache
def _delete_of(what: Table):
    key = what.c.id if what is schema.tables else what.c.table_id
    return delete(what).where(key == bindparam("old_id"))


def delete_table(table: str) -> list[Change]:
    """A table with everything that belongs to it."""
    parts = (schema.tables, schema.seats, schema.tokens, schema.links, schema.decisions, schema.chats, schema.leases)
    return [Change(_delete_of(part), [{"old_id": table}]) for part in parts]


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


def insert_chat(table: str, line: Line) -> list[Change]:
    """One line more; the oldest goes when there are enough."""
    added = Change(_insert(schema.chats), [{"table_id": table, **vars(line)}])
    oldest = line.number - KEPT_CHAT
    return [added, Change(_DELETE_CHAT, [{"old_table_id": table, "old_number": oldest}])] if oldest > 0 else [added]


def insert_decisions(rows: list[dict]) -> Change:
    return Change(_insert(schema.decisions), rows)


def insert_try(row: dict) -> Change:
    return Change(_insert(schema.tries), [row])


def insert_day(day: str, game: str, secret: str) -> Change:
    return Change(_insert(schema.days), [{"day": day, "game": game, "secret": secret}])


def update_try(table: str, score: int, won: bool) -> Change:
    """How a deal of the day ended."""
    return Change(_END_TRY, [{"old_table_id": table, "new_score": score, "new_won": won}])


def delete_tries(before: int) -> Change:
    return Change(_DELETE_TRIES, [{"old_at": before}])


def decision_row(table: str, version: int, cid: str, seat: int, action: int) -> dict:
    return {"table_id": table, "version": version, "cid": cid, "seat": seat, "action": action, "at": now_ms()}
