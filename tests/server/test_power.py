"""Power loss: of a database cut off at any point, every acknowledged decision is there, in order, undamaged.

A control run with `synchronous=NORMAL` must lose some; otherwise the check would prove nothing.
"""

import asyncio
import itertools
import os
import random
import sqlite3

from sqlalchemy import StaticPool, create_engine

from lasttrick.server.records import decision_row
from lasttrick.server.store import Store, prepare_sqlite
from tests.server.disk import Connection, Journal, RecordingVFS

LONG = os.environ.get("LASTTRICK_LONG") == "1"
CUTS = 2000 if LONG else 100
TABLES = 6
DECISIONS = 1500 if LONG else 500
_names = itertools.count()


def recorded_run(folder, synchronous: str) -> Journal:
    """Decisions of a few tables through the store; every acknowledgement is marked in the journal."""
    journal = Journal()
    vfs = RecordingVFS(f"power{next(_names)}", journal)
    file = str(folder / "tables.db")
    engine = create_engine("sqlite://", creator=lambda: Connection(file, vfs.vfs_name), poolclass=StaticPool)
    prepare_sqlite(engine, synchronous)
    asyncio.run(_decide(Store(engine), journal))
    return journal


async def _decide(store: Store, journal: Journal) -> None:
    store.open()
    done = asyncio.Event()
    versions, total = [0] * TABLES, itertools.count(1)

    def next_decision(table: int) -> None:
        versions[table] += 1
        row = decision_row(f"t{table}", versions[table], f"A:{versions[table]}", 0, versions[table] % 40)
        store.append(row, lambda job: stored(table, job))

    def stored(table: int, job) -> None:
        assert job.error is None, job.error
        journal.events.append(("acknowledged", "", table, job.decision["version"]))
        if next(total) >= DECISIONS:
            done.set()
        else:
            next_decision(table)

    for table in range(TABLES):
        next_decision(table)
    await done.wait()
    await store.close()


def lost_by_cuts(journal: Journal, folder, cuts: int, luck: random.Random) -> tuple[int, int, int, int]:
    """Acknowledged, lost, damaged and out of order over many random cuts."""
    first = next(i for i, event in enumerate(journal.events) if event[0] == "acknowledged")
    acknowledged = lost = damaged = disordered = 0
    for number in range(cuts):
        place = folder / f"cut{number}"
        place.mkdir()
        cut = luck.randrange(first, len(journal.events))
        journal.left_after(cut, luck, place)
        promised: dict[int, int] = {}
        for event in journal.events[:cut]:
            if event[0] == "acknowledged":
                promised[event[2]] = event[3]
        database = sqlite3.connect(place / "tables.db")
        damaged += database.execute("PRAGMA integrity_check").fetchone()[0] != "ok"
        for table, version in promised.items():
            there = versions_left(database, f"t{table}")
            acknowledged += version
            lost += max(0, version - len(there))
            disordered += there != list(range(1, len(there) + 1))
        database.close()
        for file in place.iterdir():
            file.unlink()
    return acknowledged, lost, damaged, disordered


def versions_left(database, table: str) -> list[int]:
    try:
        sql = "SELECT version FROM decisions WHERE table_id = ? ORDER BY version"
        return [row[0] for row in database.execute(sql, (table,))]
    except sqlite3.OperationalError:
        return []  # not even the tables themselves are left


def test_no_acknowledged_decision_is_lost_when_power_fails(tmp_path, report):
    figures = {}
    for synchronous in ("FULL", "NORMAL"):
        folder = tmp_path / synchronous
        folder.mkdir()
        journal = recorded_run(folder, synchronous)
        figures[synchronous] = lost_by_cuts(journal, folder, CUTS, random.Random(4))
    acknowledged, lost, damaged, disordered = figures["FULL"]
    report(
        f"power cuts={CUTS} acknowledged={acknowledged} lost={lost} damaged={damaged} disordered={disordered} "
        f"control_lost={figures['NORMAL'][1]}"
    )
    assert (lost, damaged, disordered) == (0, 0, 0)
    assert figures["NORMAL"][1] > 0, "the control lost nothing, so this check proves nothing"
