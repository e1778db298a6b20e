"""A table as the database keeps it, and as plain objects."""

import json
import time
from dataclasses import asdict, dataclass, field

from sqlalchemy import Connection, insert, select, update

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
        row = asdict(self)
        row["options"] = json.dumps(self.options)
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


# --- Statements ------------------------------------------------------------------------------------------------------


def insert_table(record: Record, places: list[Place]) -> list:
    rows = [{"table_id": record.id, **asdict(place)} for place in places]
    return [insert(schema.tables).values(record.row()), insert(schema.seats).values(rows)]


def update_table(table: str, **values):
    return update(schema.tables).where(schema.tables.c.id == table).values(**values)


def update_seat(table: str, seat: int, **values):
    what = schema.seats
    return update(what).where(what.c.table_id == table, what.c.seat == seat).values(**values)


def insert_token(table: str, token: str, seat: int):
    return insert(schema.tokens).values(hash=token, table_id=table, seat=seat)


def insert_chat(table: str, line: Line):
    return insert(schema.chats).values(table_id=table, **asdict(line))


def decision_row(table: str, version: int, cid: str, seat: int, action: int) -> dict:
    return {"table_id": table, "version": version, "cid": cid, "seat": seat, "action": action, "at": now_ms()}
