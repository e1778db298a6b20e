"""How many commits a second a Postgres takes, by how many decisions share one, and what they cost this process.

    python bench/commits.py postgresql+psycopg://tables@/tables

One connection writes decisions as the server does. A line of figures for each size of a group.
"""

import argparse
import json
import time

from sqlalchemy import text

from lasttrick.server import schema
from lasttrick.server.migrations import upgrade
from lasttrick.server.records import decision_row
from lasttrick.server.store import Job, Store, open_engine

SIZES = (1, 10, 100, 1000)


def commits(store: Store, size: int, seconds: float) -> dict:
    """Commits for so long; each of so many tables gets one decision a commit."""
    connection, version, took = store._connect(), 0, 0.0
    tables = [f"bench {size} {i}" for i in range(size)]
    with connection.begin():
        number = connection.execute(
            text("INSERT INTO processes (address, secret, until) VALUES ('', '', 0) RETURNING number")
        ).scalar()
        connection.execute(schema.leases.insert(), [{"table_id": table, "process": number} for table in tables])
    store.number = number
    began, cpu = time.perf_counter(), time.process_time()
    while took < seconds:
        version += 1
        jobs = [Job(print, decision=decision_row(table, version, f"A:{version}", 0, 1)) for table in tables]
        for job in jobs:
            job.number = number
        store._transact(jobs)
        took = time.perf_counter() - began
    cpu = time.process_time() - cpu
    with connection.begin():
        connection.execute(text("DELETE FROM processes WHERE number = :n"), {"n": number})
        connection.execute(text("DELETE FROM decisions WHERE table_id LIKE 'bench %'"))
    return {
        "group": size,
        "commits_per_second": round(version / took),
        "decisions_per_second": round(version * size / took),
        "cpu_ms_a_commit": round(1000 * cpu / version, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database")
    parser.add_argument("--seconds", type=float, default=3)
    given = parser.parse_args()
    store = Store(open_engine(given.database))
    with store.engine.begin() as connection:
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        upgrade(connection)
    for size in SIZES:
        print(json.dumps(commits(store, size, given.seconds)), flush=True)


if __name__ == "__main__":
    main()
