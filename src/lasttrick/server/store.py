"""The store: one thread that writes the database and commits in groups, and one that only reads it.

Whatever is asked while a commit is under way waits and is committed together by the next one, and a busy server's
commits are some milliseconds apart, so many tables share the price of making a decision durable. An answer is given
only after its commit. Lists and tables that are looked for are read beside that, so no commit waits for a reader.
SQLite runs in WAL with `synchronous=FULL` and belongs to one server; the same statements run on Postgres.
"""

import asyncio
import contextlib
import os
import queue
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from lasttrick.core.errors import LastTrickError
from lasttrick.server import logs, metrics, schema
from lasttrick.server.migrations import upgrade
from lasttrick.server.records import Change, insert_decisions, now_ms

MOST_TOGETHER = 1000  # jobs in one commit
APART = 0.016  # seconds between the beginnings of commits that many share: one frame of a screen, and more share each
MANY = 4
MOVED = "This table has moved to another process."
STOPPED_WITHIN = 1500  # milliseconds after which Postgres ends a commit whose process has stopped in the middle
SILENT = {  # a Postgres whose machine falls silent is waited for as long; by the system's own settings for many minutes
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 4000,
}

_FENCE = (  # holds the row of this process, so that nobody can end its leases until this commit is over
    "SELECT l.table_id FROM processes p LEFT JOIN leases l ON l.process = p.number AND l.table_id = ANY(%s) "
    "WHERE p.number = %s FOR KEY SHARE OF p"
)
_LOG = ("table_id", "version", "cid", "seat", "action", "at")
_FENCED_APPEND = (  # the lock, the look and the log in one statement, which is a transaction of its own
    f"WITH mine AS MATERIALIZED ({_FENCE}) INSERT INTO decisions ({', '.join(_LOG)}) "
    "SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::int[], %s::bigint[]) "
    "WHERE (SELECT count(table_id) FROM mine) = %s"
)
_ONE_UPGRADES = "SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(7817842)"


class StoreDown(LastTrickError):
    """The database does not take anything at the moment."""


class Conflict(LastTrickError):
    """Somebody else has written this first."""


class Fenced(StoreDown):
    """The table is another process's by now, or was when this was asked; nothing was written."""


class Job:
    """Something to do in the next commit: a decision to append, statements to run, or a function of the connection."""

    __slots__ = ("decision", "error", "number", "run", "steps", "value")

    def __init__(self, *steps: Callable[["Job"], None], decision: dict | None = None, run=None):
        self.steps = list(steps)  # taken in the event loop after the commit, or with `error` set
        self.decision = decision
        self.run = run
        self.number: int | None = None  # of this process when it was asked, where several share the database
        self.value: Any = None
        self.error: Exception | None = None


def open_engine(url: str) -> Engine:
    """An engine for this URL, with a connection to write and one to read; SQLite durable."""
    try:
        engine = create_engine(url, pool_size=2, max_overflow=0, connect_args=_connect_args(url))
    except (SQLAlchemyError, ImportError) as error:
        if getattr(error, "name", "") == "psycopg":
            raise LastTrickError("Postgres needs psycopg: pip install 'lasttrick[postgres]'.") from None
        raise LastTrickError(
            f"{_without_password(url)!r} is not a database: {error}. Examples: sqlite:///tables.db, postgresql+psycopg://user@host/name."
        ) from None
    if _is_sqlite(url):
        prepare_sqlite(engine)
    return engine


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return re.sub(r":[^:@/]*@", ":***@", url)


def _connect_args(url: str) -> dict:
    if _is_sqlite(url):
        return {"timeout": 1}
    return {**SILENT, "connect_timeout": 5, "options": f"-c idle_in_transaction_session_timeout={STOPPED_WITHIN}"}


def _is_sqlite(url: str) -> bool:
    return str(url).startswith("sqlite")


def prepare_sqlite(engine: Engine, synchronous: str = "FULL") -> None:
    """WAL, synced at every commit, transactions that begin where we say."""

    @event.listens_for(engine, "connect")
    def _connect(connection, _record):
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection):
        reads = connection.get_execution_options().get("reads")
        connection.connection.cursor().execute("BEGIN" if reads else "BEGIN IMMEDIATE")


class DatabaseFile:
    """The file of a SQLite database: readable by its owner alone, and held by one server at a time.

    The lock is SQLite's own, on an empty file beside it, and ends with this process however that ends."""

    def __init__(self, path: str):
        self._path = path
        for file in (path, f"{path}.lock"):
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            os.chmod(file, 0o600)
        self._lock = sqlite3.connect(f"{path}.lock", timeout=1, isolation_level=None, check_same_thread=False)
        self._lock.execute("BEGIN EXCLUSIVE")
        self._number = os.stat(path).st_ino

    def is_there(self) -> bool:
        """Whether the file that was opened is still the one of this name."""
        try:
            return os.stat(self._path).st_ino == self._number
        except OSError:
            return False

    def let_go(self) -> None:
        self._lock.close()


def make(connection: Connection, *changes: Change) -> None:
    """Make changes through the driver itself, which is several times quicker than through SQLAlchemy."""
    cursor = connection.connection.cursor()
    for statement, rows in changes:
        if rows:
            text, read_row = _translated(statement, connection.dialect)
            cursor.executemany(text, [read_row(row) for row in rows])
    cursor.close()


@lru_cache(256)
def _translated(statement: Any, dialect: Dialect) -> tuple[str, Callable[[dict], Any]]:
    """The statement in the words of this database, and how its driver wants a row."""
    compiled = statement.compile(dialect=dialect)
    names = compiled.positiontup
    if not names:
        return str(compiled), dict
    return str(compiled), itemgetter(*names) if len(names) > 1 else lambda row: (row[names[0]],)


class Store:
    """The database behind its thread.

    Jobs wait in the event loop; all that wait go to the thread together, as soon as it is free."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop | None = None):
        self.engine = engine
        self.loop = loop
        self._waiting: list[Job] = []
        self._is_busy = False  # the thread has a group, or is about to be given one
        self._next = 0.0  # when the next commit may begin
        self._groups: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._connection: Connection | None = None
        self._file: DatabaseFile | None = None
        self.number: int | None = None  # of this process among those that share the database; every job carries it
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)

    def open(self) -> None:
        """Bring the database to its present form and start the thread. Called from where the loop runs."""
        self.loop = self.loop or asyncio.get_running_loop()
        self.bring_up()
        self._thread.start()

    def bring_up(self) -> None:
        """Bring the database to its present form; one that cannot be used is said in a sentence."""
        try:
            if self.engine.url.database and _is_sqlite(self.engine.url.drivername):
                self._file = DatabaseFile(self.engine.url.database)
            with self.engine.begin() as connection:
                if self.is_shared:
                    connection.exec_driver_sql(_ONE_UPGRADES)
                upgrade(connection)
        except (DBAPIError, sqlite3.Error, OSError) as error:
            if self._file is not None:
                self._file.let_go()
            raise LastTrickError(_why(self.engine, error)) from None

    async def close(self) -> None:
        """Commit what is waiting, then let go of the database."""
        while self._waiting:
            self._hand_over()
        self._groups.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        self._reader.shutdown()
        self.let_go()

    def let_go(self) -> None:
        self.engine.dispose()
        if self._file is not None:
            self._file.let_go()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the same database."""
        return not _is_sqlite(self.engine.url.drivername)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    # --- in the event loop ---

    def append(self, decision: dict, *steps: Callable[[Job], None]) -> None:
        """Append one decision to the log; the steps are taken when it is durable."""
        self._wait(Job(*steps, decision=decision))

    async def run(self, work: Callable[[Connection], Any]) -> Any:
        """Run a function of the connection inside the next commit and give what it gives."""
        future: asyncio.Future = asyncio.get_running_loop().create_future()
        self._wait(Job(lambda job: _settle(future, job), run=work))
        return await future

    async def save(self, *changes: Change) -> None:
        """Make changes inside the next commit."""
        await self.run(lambda connection: make(connection, *changes))

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        """Run a function that only reads, on what is committed; commits do not wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, work)

    async def check(self) -> None:
        """Write something; `StoreDown` if the database does not take it, or is not where it was."""
        beat = update(schema.pulse).values(at=now_ms())
        await self.run(lambda connection: connection.execute(beat) if self.number is None else None)
        if self._file is not None and not self._file.is_there():
            raise StoreDown("The database file is no longer where it was.")

    def _wait(self, job: Job) -> None:
        job.number = self.number
        self._waiting.append(job)
        if not self._is_busy:
            self._plan()

    def _plan(self) -> None:
        """Hand over what waits as soon as commits are far enough apart, with what else comes until then."""
        assert self.loop is not None
        self._is_busy = True
        self.loop.call_at(self._next, self._hand_over)

    def _hand_over(self) -> None:
        group, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        self._is_busy = bool(group)
        if group:
            self._next = self.loop.time() + APART if len(group) >= MANY else 0.0  # type: ignore[union-attr]
            self._groups.put(group)

    def _done(self, group: list[Job]) -> None:
        """All take their first step, then all their second: the processor's caches hold the way of one step at a time,
        not of all, which takes a tenth less time than to go all the way with each."""
        self._plan()
        while group:
            group = [job for job in group if self._take_step(job)]

    def _take_step(self, job: Job) -> bool:
        """Whether there are more."""
        try:
            job.steps.pop(0)(job)
        except Exception:
            logs.alarm("after a commit")  # trouble at one table is none of the others'
            job.steps.clear()
        return bool(job.steps)

    # --- in the threads ---

    def _read(self, work: Callable[[Connection], Any]) -> Any:
        try:
            with self.engine.connect().execution_options(reads=True) as connection, connection.begin():
                return work(connection)
        except DBAPIError as error:
            raise StoreDown(_said(error)) from None

    def _work(self) -> None:
        while (group := self._groups.get()) is not None:
            self._commit(group)
        self._disconnect()

    def _commit(self, jobs: list[Job]) -> None:
        began = time.perf_counter()
        try:
            self._transact(jobs)
        except Exception:
            for job in jobs:
                self._commit_alone(job)
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
        metrics.COMMIT_SIZE.observe(len(jobs))
        assert self.loop is not None
        self.loop.call_soon_threadsafe(self._done, jobs)

    def _transact(self, jobs: Sequence[Job]) -> None:
        connection = self._connect()
        if all(job.decision is not None for job in jobs) and (self.number is not None or not self.is_shared):
            self._log_only(connection.connection.driver_connection, jobs)
            return
        with connection.begin():
            if self.number is not None:
                self._check_number(connection, jobs)
            decisions: list[dict] = []
            for job in jobs:
                if job.decision is not None:
                    decisions.append(job.decision)
                else:
                    self._append(connection, decisions)
                    job.value = job.run(connection)
            self._append(connection, decisions)

    def _log_only(self, driver: Any, jobs: Sequence[Job]) -> None:
        """A commit of decisions alone, as nearly all are: by the driver itself, in as few words as it takes."""
        rows = [_logged(job.decision) for job in jobs]
        if not self.is_shared:
            with _begun(driver) as cursor:
                cursor.executemany(_APPEND, rows)
            return
        number, tables = jobs[0].number or 0, list({row[0] for row in rows})
        if any(job.number != number for job in jobs):
            raise Fenced(MOVED)
        driver.autocommit = True
        try:
            columns = map(list, zip(*rows, strict=True))
            written = driver.execute(_FENCED_APPEND, (tables, number, *columns, len(tables))).rowcount
        finally:
            driver.autocommit = False
        if written != len(rows):
            raise Fenced(MOVED)

    def _check_number(self, connection: Connection, jobs: Sequence[Job]) -> None:
        """What was asked by a process whose leases have ended is not written, nor a decision of another's table."""
        numbers = {job.number or 0 for job in jobs}
        tables = list({job.decision["table_id"] for job in jobs if job.decision is not None})
        cursor = connection.connection.cursor()
        found = cursor.execute(_FENCE, (tables, max(numbers))).fetchall() if len(numbers) == 1 else []
        cursor.close()
        if not found or (tables and sum(table is not None for (table,) in found) < len(tables)):
            raise Fenced(MOVED)

    def _append(self, connection: Connection, decisions: list[dict]) -> None:
        if decisions:
            make(connection, insert_decisions(decisions))
            decisions.clear()

    def _connect(self) -> Connection:
        if self._connection is None or self._connection.closed or self._connection.invalidated:
            self._disconnect()
            self._connection = self.engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                if self.is_shared:
                    connection.invalidate()  # it may be broken
                connection.close()

    def _commit_alone(self, job: Job) -> None:
        """One job that spoilt a commit, or was in one that was spoilt: its own error is its own."""
        try:
            job.error = self._conflict_of(job)
        except (DBAPIError, self.engine.dialect.loaded_dbapi.Error) as error:
            self._disconnect()
            job.error = StoreDown(_said(error))
        except Exception as error:
            job.error = error

    def _conflict_of(self, job: Job) -> Conflict | None:
        """Commit one job; whether somebody else has written this first."""
        try:
            self._transact([job])
        except (IntegrityError, self.engine.dialect.loaded_dbapi.IntegrityError) as error:
            return None if self._is_stored(job) else Conflict(_said(error))
        return None

    def _is_stored(self, job: Job) -> bool:
        """Whether a commit whose outcome was unknown did reach the log after all."""
        if job.decision is None:
            return False
        log = schema.decisions.c
        wanted = select(log.cid).where(log.table_id == job.decision["table_id"], log.version == job.decision["version"])
        with self._connect().begin():
            return self._connect().execute(wanted).scalar() == job.decision["cid"]


_APPEND = f"INSERT INTO decisions ({', '.join(_LOG)}) VALUES ({', '.join('?' * len(_LOG))})"
_logged: Callable[[Any], tuple] = itemgetter(*_LOG)


@contextlib.contextmanager
def _begun(driver: Any) -> Iterator[Any]:
    """A transaction of SQLite."""
    cursor = driver.cursor()
    try:
        cursor.execute("BEGIN IMMEDIATE")
        yield cursor
        cursor.execute("COMMIT")
    except BaseException:
        driver.rollback()
        raise
    finally:
        cursor.close()


def _said(error: Exception) -> str:
    """What the driver said, whether or not SQLAlchemy has wrapped it."""
    return str(error.orig if isinstance(error, DBAPIError) else error)


def _settle(future: asyncio.Future, job: Job) -> None:
    if future.done():
        return
    if job.error is not None:
        future.set_exception(job.error)
    else:
        future.set_result(job.value)


def _why(engine: Engine, error: Exception) -> str:
    place = engine.url.render_as_string(hide_password=True)
    if "locked" in _said(error):
        return f"The database {place} is in use by another server; stop it first or name another database."
    said = _said(error).splitlines()[0].rstrip(".")
    hint = " It holds something else; name an empty one." if isinstance(error, ProgrammingError) else ""
    return f"The database {place} cannot be opened: {said}.{hint}"
