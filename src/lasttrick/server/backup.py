"""A copy of a SQLite database while its server runs, and bringing it back. Postgres has tools of its own for both."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from lasttrick.core.errors import LastTrickError
from lasttrick.server.migrations import newest
from lasttrick.server.store import DatabaseFile


def file_of(database: str) -> Path:
    """The file of a SQLite database; anything else is refused with what to use instead."""
    try:
        url = make_url(database)
    except ArgumentError:
        raise LastTrickError(f"{database!r} is not a database; for example sqlite:///tables.db.") from None
    if url.get_backend_name() != "sqlite":
        raise LastTrickError("Postgres is backed up by its own pg_dump and brought back by pg_restore.")
    if not url.database:
        raise LastTrickError("This database is in memory only; name a file, for example sqlite:///tables.db.")
    return Path(url.database)


def back_up(database: str, out: Path) -> int:
    """Copy a database as it is at one moment; gives how many decisions the copy holds. Nobody waits for it."""
    source = file_of(database)
    if not source.exists():
        raise LastTrickError(f"There is no database {source}.")
    if out.exists():
        raise LastTrickError(f"{out} is there already; name another file.")
    part = out.with_name(f"{out.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))
    _copy(source, part)
    decisions = check(part)
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.rename(out)
    return decisions


def restore(file: Path, database: str) -> tuple[int, Path | None]:
    """Put a copy in the place of a database that no server uses; gives its decisions, and where the former one is."""
    target = file_of(database)
    decisions = check(file)
    before = target.with_name(f"{target.name}.before") if target.exists() and target.stat().st_size else None
    if before is not None and before.exists():
        raise LastTrickError(f"{before} is there from another time; move it away first.")
    try:
        held = DatabaseFile(str(target))
    except sqlite3.Error:
        raise LastTrickError(f"The database {target} is in use by a server; stop it first.") from None
    try:
        if before is not None:
            os.close(os.open(before, os.O_RDWR | os.O_CREAT, 0o600))
            _copy(target, before)
        _copy(file, target)
    finally:
        held.let_go()
    return decisions, before


def check(file: Path) -> int:
    """Whether this is a whole database of ours that this release can read; gives how many decisions it holds."""
    if not file.exists():
        raise LastTrickError(f"There is no file {file}.")
    try:
        with closing(sqlite3.connect(file)) as database:
            said = database.execute("PRAGMA integrity_check").fetchone()[0]
            form = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            decisions = database.execute("SELECT count(*) FROM decisions").fetchone()[0]
    except (sqlite3.Error, TypeError) as error:
        raise LastTrickError(f"{file} is no database of tables: {error}.") from None
    if said != "ok":
        raise LastTrickError(f"{file} is damaged: {said}.")
    if str(form) > newest():
        raise LastTrickError(f"{file} is of form {form}, written by a newer release; this one knows up to {newest()}.")
    return decisions


def _copy(source: Path, target: Path) -> None:
    """SQLite's own online backup, in one step: the copy is of one moment, and writers go on meanwhile."""
    try:
        with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(target)) as here:
            there.backup(here)
            here.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise LastTrickError(f"{source} cannot be copied to {target}: {error}.") from None
