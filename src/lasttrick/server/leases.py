"""Whose a table is, where several processes share one Postgres.

A process has a number, and keeps it by a sign of life in the database twice a second. A lease says which number a table
belongs to. A process that gives no sign for two seconds, by the database's clock, loses its number and with it all its
leases: the row goes, and every commit holds the row of its own process while it lasts (`store._FENCE`). So one
that was only slow cannot write any more; it begins anew under another number, with no tables.

One that dies is noticed sooner, because Postgres notices: its session ends, and with it a lock that the session holds.
Who has no session and is not found where it listened has gone; who only has none is given two beats to come back.

What processes tell each other by LISTEN and NOTIFY is who is gone, which table has moved and who is present at an open
table; never what is played.

A table is taken by a process whose release plays by its rules. While releases change, one that stops and is the last to
play by some rules finishes the matches at which people sit.
"""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.server import logs, metrics
from lasttrick.server.records import follow_clock
from lasttrick.server.refused import Refused
from lasttrick.server.store import SILENT, Store

HOLDS = 2000  # milliseconds for which a sign of life lasts
BEAT = 0.4  # seconds between two
MISSED = 900  # milliseconds without a sign after which a process that has no session either is taken for gone
SESSIONS = 7817843  # the class of the locks that say which process has a session
PAUSE = 1.5  # seconds between two that may be the database's fault: then others may be late, too
HUNG = 10.0  # seconds without a turn of the event loop after which a process gives no more signs
CHANNEL = "lasttrick"
MOST_NEWS = 7000  # bytes; Postgres takes 8000
CHANGED_MOST = 200  # tables whose presence is told at once

_NOW = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"
_REGISTER = text(
    "INSERT INTO processes (address, secret, rules, until) "
    f"VALUES (:address, :secret, :rules, {_NOW} + {HOLDS}) RETURNING number, {_NOW}"
)
_SIGN = text(
    f"UPDATE processes SET until = {_NOW} + {HOLDS}, address = :address, rules = :rules "
    f"WHERE number = :number RETURNING {_NOW}"
)
_HOLD = text(f"SELECT pg_advisory_lock_shared({SESSIONS}, :number)")
_HAS_NO_SESSION = (
    "number <> ALL (SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted "
    f"AND classid = {SESSIONS} AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
_END_WHERE = (
    "DELETE FROM processes WHERE number IN (SELECT number FROM processes WHERE {} FOR UPDATE SKIP LOCKED) "
    "RETURNING number"
)
_END_LATE = text(_END_WHERE.format(f"until < {_NOW}"))
_END_DEAD = text(_END_WHERE.format(f"until < {_NOW} + {HOLDS - MISSED} AND {_HAS_NO_SESSION}"))
_END_IF_DEAD = text(_END_WHERE.format(f"number = :number AND {_HAS_NO_SESSION}"))
_IS_THERE = text("SELECT 1 FROM processes WHERE number = :number")
_END = text("DELETE FROM processes WHERE number = :number")
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :news)")
_WHOSE = text(
    "SELECT p.number, p.address, p.secret, t.game, t.rules FROM tables t LEFT JOIN leases l ON l.table_id = t.id "
    "LEFT JOIN processes p ON p.number = l.process WHERE t.id = :table"
)
_CLAIM = text(
    "INSERT INTO leases (table_id, process) SELECT id, :number FROM tables WHERE id = :table "
    "ON CONFLICT (table_id) DO NOTHING"
)
_RELEASE = text("DELETE FROM leases WHERE process = :number AND table_id = ANY(:tables)")
_OTHERS = text(
    "SELECT number, address, secret, rules FROM processes WHERE number <> :number AND address <> '' AND rules <> '' "
    "ORDER BY number"
)


class Owner(NamedTuple):
    """The process whose table it is."""

    number: int
    address: str
    secret: str


class Other(NamedTuple):
    """Another process that takes tables, and the rules it plays by."""

    owner: Owner
    rules: dict[str, int]

    def plays(self, game: str, rules: int) -> bool:
        return self.rules.get(game) == rules


class Elsewhere(LastTrickError):
    """The table belongs to another process."""

    def __init__(self, owner: Owner):
        super().__init__("This table is with another process; ask again.")
        self.owner = owner


class Leases:
    """The leases of this process. `lost` is called in the event loop with a new number when the old one has ended."""

    def __init__(self, store: Store, lost: Callable[[], None], told: Callable[[str, Any], None]):
        self._store, self._lost, self._told = store, lost, told
        self.address = ""  # HOST:PORT; set once this process listens
        self.secret = secrets.token_urlsafe(24)
        self.rules = {name: games.about(name).rules_version for name in games.NAMES}  # what we play
        self.leaving = False  # it takes no more tables
        self.finishing = False  # and others still find it where it was, for the tables it keeps
        self.present: dict[str, list[int]] = {}  # who is at which open table here, as last told
        self._changed: dict[str, list[int]] = {}  # presence to be told
        self._number = 0
        self._last_turn = time.monotonic()  # of the event loop
        self._attends_since: float | None = None  # since when we have a session
        self._ending = threading.Event()
        self._engine: Engine | None = None
        self._thread = threading.Thread(target=self._live, name="leases", daemon=True)

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take a number and begin to keep it."""
        self._loop = loop
        url, args = self._store.engine.url, {**SILENT, "connect_timeout": 2, "options": "-c statement_timeout=2000"}
        self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=args)
        try:
            self._first = self._engine.connect()
            self._store.number = self._register(self._first)
        except DBAPIError as error:
            raise LastTrickError(f"The leases of the database cannot be used: {error.orig}.") from None
        self._thread.start()

    async def close(self) -> None:
        """All leases end now; nobody need wait until they lapse."""
        self._ending.set()
        await self._loop.run_in_executor(None, self._thread.join)
        try:
            await self._store.read(self._end)
        except LastTrickError as error:
            logs.note("leases not ended", error=str(error))

    def _end(self, connection: Connection) -> None:
        connection.execute(_END, {"number": self._number})
        _notify(connection, "gone", [self._number])

    # --- tables ---

    async def claim(self, table: str, to_play: bool = True) -> Owner | None:
        """Whose the table is: ours if it was nobody's; None if there is no such table.

        One that we do not take, because we leave or because it is of another release's rules, is another's."""
        found = await self._store.read(lambda connection: self._claim(connection, table, to_play))
        if found is None:
            return None
        owner, game, rules = found
        if self._takes(game, rules, to_play) or owner.number not in (0, self._store.number):
            return owner
        others = [other.owner for other in await self.others() if other.plays(game, rules)]
        if self.leaving or others:
            return others[sum(table.encode()) % len(others)] if others else Owner(0, "", "")
        title = games.about(game).title if game in games.NAMES else game
        sentence = f"This table was begun under rules version {rules} of {title}, which is not played here any more."
        raise Refused(410, "closed", sentence)

    def is_ours(self, owner: Owner) -> bool:
        return owner.number == self._store.number

    def _takes(self, game: str, rules: int, to_play: bool) -> bool:
        return not self.leaving and (self.rules.get(game) == rules or not to_play)

    def _claim(self, connection: Connection, table: str, to_play: bool) -> tuple[Owner, str, int] | None:
        """Whose a table is, ours if it was nobody's and we take it; its game and the version of its rules."""
        found = self._whose(connection, table)
        if found is not None and not found[0].number and self._takes(*found[1:], to_play):
            connection.execute(_CLAIM, {"number": self._store.number, "table": table})
            found = self._whose(connection, table)
        return found

    def _whose(self, connection: Connection, table: str) -> tuple[Owner, str, int] | None:
        row = connection.execute(_WHOSE, {"table": table}).first()
        return row and (Owner(row.number or 0, row.address or "", row.secret or ""), row.game, row.rules)

    async def end_if_dead(self, owner: Owner) -> bool:
        """Whether a process that is not found where it listened has gone, and its leases with it, from now on."""
        since = self._attends_since
        if since is None or (time.monotonic() - since < HOLDS / 1000 and owner.address != self.address):
            return False  # the database may have been away, and the owner not be back yet

        def end(connection: Connection) -> bool:
            number = {"number": owner.number}
            _tell_gone(connection, list(connection.execute(_END_IF_DEAD, number).scalars()), "it is not there")
            return connection.execute(_IS_THERE, number).first() is None  # somebody else may have been first

        return await self._store.read(end)

    async def others(self) -> list["Other"]:
        """The other processes that take tables."""
        number = self._store.number
        rows = await self._store.read(lambda connection: connection.execute(_OTHERS, {"number": number}).all())
        return [Other(Owner(*row[:3]), msgspec.json.decode(row.rules)) for row in rows]

    async def release(self, tables: list[str]) -> None:
        """These are nobody's now; everything about them is committed."""
        number = self._store.number

        def let_go(connection: Connection) -> None:
            connection.execute(_RELEASE, {"number": number, "tables": tables})
            _notify(connection, "moved", tables)

        await self._store.read(let_go)

    def tell_present(self, table: str, seats: list[int]) -> None:
        """Who is at an open table; the others hear of it within a beat."""
        if self.present.get(table, []) != seats:
            self._changed[table] = self.present[table] = seats
            if not seats:
                del self.present[table]

    # --- in the thread ---

    def _register(self, connection: Connection) -> int:
        self._number, now = connection.execute(_REGISTER, {**self._told_of_us(), "secret": self.secret}).one()
        connection.execute(_HOLD, {"number": self._number})
        follow_clock(now)
        return self._number

    def _told_of_us(self) -> dict:
        """Where we are, and what we take."""
        is_found = self.finishing or not self.leaving
        rules = "" if self.leaving else msgspec.json.encode(self.rules).decode()
        return {"address": self.address if is_found else "", "rules": rules}

    def _live(self) -> None:
        """Give signs of life and hear news, until told to end, whatever the database does."""
        connection: Connection | None = self._first
        while not self._ending.is_set():
            try:
                with connection or self._engine.connect() as connection:  # type: ignore[union-attr]
                    self._attend(connection)
            except Exception as error:
                connection = self._attends_since = None
                said = error.orig if isinstance(error, DBAPIError) else error
                logs.note("no sign of life", error=str(said).splitlines()[0] if str(said) else type(error).__name__)
                self._ending.wait(BEAT / 2)

    def _attend(self, connection: Connection) -> None:
        connection.execute(text(f"LISTEN {CHANNEL}"))
        connection.execute(_HOLD, {"number": self._number})
        driver: Any = connection.connection.driver_connection
        _notify(connection, "all", None)
        since = last = self._attends_since = time.monotonic()  # since when signs were given without a pause
        while not self._ending.is_set():
            began = time.monotonic()
            self._loop.call_soon_threadsafe(self._turn)
            if began - self._last_turn < HUNG:
                self._give_sign(connection)
            before, last = last, time.monotonic()
            since = since if last - before < PAUSE else last
            self._end_others(connection, last - since, last - self._attends_since)
            self._tell_changed(connection)
            for news in driver.notifies(timeout=max(0.01, BEAT - (time.monotonic() - began))):
                self._hear(*msgspec.json.decode(news.payload))

    def _turn(self) -> None:
        self._last_turn = time.monotonic()

    def _give_sign(self, connection: Connection) -> None:
        now = connection.execute(_SIGN, {**self._told_of_us(), "number": self._number}).scalar()
        if now is not None:
            follow_clock(now)
            return
        was, number = self._number, self._register(connection)
        logs.note("leases lost", reason=f"number {was} has ended; begun anew as {number}")
        self._loop.call_soon_threadsafe(self._begin_anew, number)

    def _begin_anew(self, number: int) -> None:
        """In the event loop: what was ours is dropped before anything can be asked under the new number."""
        metrics.LEASES_LOST.inc()
        self._lost()
        self.present.clear()
        self._store.number = number

    def _end_others(self, connection: Connection, steady: float, attended: float) -> None:
        """End the leases of those who are gone; after a pause of the database everybody may be late."""
        if attended > HOLDS / 1000:
            _tell_gone(connection, list(connection.execute(_END_DEAD).scalars()), "no session")
        if steady > HOLDS / 1000:
            _tell_gone(connection, list(connection.execute(_END_LATE).scalars()), "no sign of life")

    def _tell_changed(self, connection: Connection) -> None:
        tables = list(self._changed)[:CHANGED_MOST]
        changed = {table: self._changed.pop(table) for table in tables}
        if changed:
            _notify(connection, "present", [self._number, changed])

    def _hear(self, kind: str, facts: Any) -> None:
        self._loop.call_soon_threadsafe(self._told, kind, facts)


def _tell_gone(connection: Connection, gone: list[int], why: str) -> None:
    if gone:
        logs.note("leases ended", reason=f"{why}: {gone}")
        _notify(connection, "gone", gone)


def _notify(connection: Connection, kind: str, facts: Any) -> None:
    news = msgspec.json.encode([kind, facts]).decode()
    connection.execute(_NOTIFY, {"news": news if len(news) < MOST_NEWS else '["all",null]'})
