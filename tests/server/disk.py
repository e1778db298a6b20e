"""A disk that can lose power: SQLite on a recording file system, and what would be left after a cut.

Every write, truncation and sync of the database's files is noted in order. A cut keeps everything that was synced
before it; of the later writes each sector of 512 bytes is kept or lost by lot, as a disk with a cache may do.
"""

import random
from pathlib import Path

import apsw

SECTOR = 512


class Journal:
    """What happened to the files, in order, with marks for what was acknowledged."""

    def __init__(self):
        self.events: list[tuple] = []

    def left_after(self, cut: int, luck: random.Random, folder: Path) -> None:
        """Write into a folder what the disk holds if power fails after so many events."""
        durable: dict[str, bytearray] = {}
        floating: dict[str, list[tuple]] = {}
        for event in self.events[:cut]:
            kind, name = event[0], event[1]
            if kind in ("write", "truncate"):
                floating.setdefault(name, []).append(event)
            elif kind == "sync":
                for change in floating.pop(name, []):
                    _make(durable.setdefault(name, bytearray()), change)
            elif kind == "delete":
                durable.pop(name, None)
                floating.pop(name, None)
        for name, changes in floating.items():
            for change in changes:
                _make_partly(durable.setdefault(name, bytearray()), change, luck)
        for name, content in durable.items():
            (folder / name).write_bytes(content)


def _make(content: bytearray, change: tuple) -> None:
    if change[0] == "truncate":
        del content[change[2] :]
        return
    _, _, offset, data = change
    content.extend(b"\0" * (offset + len(data) - len(content)))
    content[offset : offset + len(data)] = data


def _make_partly(content: bytearray, change: tuple, luck: random.Random) -> None:
    if change[0] == "truncate":
        if luck.random() < 0.5:
            _make(content, change)
        return
    _, name, offset, data = change
    at = 0
    while at < len(data):
        end = min(len(data), at + SECTOR - (offset + at) % SECTOR)
        if luck.random() < 0.5:
            _make(content, ("write", name, offset + at, data[at:end]))
        at = end


class RecordingVFS(apsw.VFS):
    """The usual file system, with a journal of what is written and synced."""

    def __init__(self, name: str, journal: Journal):
        self.journal, self.vfs_name = journal, name
        super().__init__(name, "")

    def xOpen(self, name, flags):
        return _File(self, name, flags)

    def xDelete(self, filename, syncdir):
        self.journal.events.append(("delete", Path(filename).name))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, vfs: RecordingVFS, name, flags):
        self._events = vfs.journal.events
        text = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = Path(text).name if text else "temporary"
        super().__init__("", name, flags)

    def xWrite(self, data, offset):
        self._events.append(("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size):
        self._events.append(("truncate", self._name, size))
        super().xTruncate(size)

    def xSync(self, flags):
        super().xSync(flags)
        self._events.append(("sync", self._name))


# --- the little of a database driver that the store needs, over apsw ---


class Connection:
    """Just enough of Python's database interface for SQLAlchemy to drive SQLite through apsw."""

    def __init__(self, file: str, vfs: str):
        self._apsw = apsw.Connection(file, vfs=vfs)
        self._apsw.execute("PRAGMA locking_mode=EXCLUSIVE")  # such a file system has no shared memory
        self.isolation_level = None

    def cursor(self):
        return Cursor(self._apsw)

    def _end(self, how: str) -> None:
        if self._apsw.in_transaction:
            self._apsw.execute(how)

    def commit(self) -> None:
        self._end("COMMIT")

    def rollback(self) -> None:
        self._end("ROLLBACK")

    def close(self) -> None:
        self._apsw.close()

    def create_function(self, *_, **__) -> None:
        pass


class Cursor:
    arraysize = 1
    lastrowid = None

    def __init__(self, connection):
        self._apsw, self._rows, self._at = connection, [], 0
        self.description = None
        self.rowcount = -1

    def execute(self, sql, parameters=()):
        cursor = self._apsw.cursor()
        self.description = None
        cursor.setexectrace(self._describe)
        self._rows, self._at = list(cursor.execute(sql, tuple(parameters))), 0
        self.rowcount = self._apsw.changes()
        return self

    def _describe(self, cursor, sql, bindings) -> bool:
        described = cursor.getdescription()
        self.description = [(name, None, None, None, None, None, None) for name, *_ in described] or None
        return True

    def executemany(self, sql, rows):
        self._apsw.cursor().executemany(sql, [tuple(row) for row in rows])
        self.description = None
        return self

    def fetchone(self):
        self._at += 1
        return self._rows[self._at - 1] if self._at <= len(self._rows) else None

    def fetchall(self):
        rest, self._at = self._rows[self._at :], len(self._rows)
        return rest

    def fetchmany(self, size=None):
        rest = self._rows[self._at : self._at + (size or 1)]
        self._at += len(rest)
        return rest

    def close(self) -> None:
        pass
