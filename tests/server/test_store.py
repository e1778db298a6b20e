"""The store: grouped, durable, once; and honest when it cannot."""

import asyncio
import os
import subprocess

import pytest
from sqlalchemy import MetaData, create_engine, inspect, select

from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.server import records, schema
from lasttrick.server.migrations import upgrade
from lasttrick.server.records import decision_row
from lasttrick.server.store import Conflict, Store, StoreDown, open_engine
from tests.server.client import get, new_table, post, sit
from tests.server.conftest import running
from tests.server.postgres import postgres_server

LONG = os.environ.get("LASTTRICK_LONG") == "1"


def run(url: str, work):
    async def inside():
        store = Store(open_engine(url))
        store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(inside())


async def append(store: Store, *rows: dict) -> list[Exception | None]:
    """Append rows together; what became of each."""
    futures = []
    for row in rows:
        future = asyncio.get_running_loop().create_future()
        store.append(row, lambda job, future=future: future.set_result(job.error))
        futures.append(future)
    return await asyncio.gather(*futures)


def row(version: int, cid: str, table: str = "t") -> dict:
    return decision_row(table, version, cid, 0, 1)


def test_all_of_a_commit_take_a_step_before_any_takes_its_next_and_trouble_is_ones_own(tmp_path, caplog):
    async def work(store):
        taken, done = [], asyncio.get_running_loop().create_future()

        def stumble(job):
            raise ValueError

        def step(name):
            return lambda job: taken.append(f"{job.decision['table_id']} {name}")

        store.append(row(1, "A:1", "t"), step("made"), step("told"))
        store.append(row(1, "A:1", "u"), stumble, step("told"))
        store.append(row(1, "A:1", "v"), step("made"), step("told"), lambda job: done.set_result(None))
        await done
        return taken

    assert run(f"sqlite:///{tmp_path}/tables.db", work) == ["t made", "v made", "t told", "v told"]
    assert [record.getMessage() for record in caplog.records] == ["after a commit"]


def check_once(url: str) -> None:
    async def work(store):
        assert await append(store, row(1, "A:1"), row(2, "A:2"), row(1, "A:1", "u")) == [None] * 3
        errors = await append(store, row(3, "A:3"), row(3, "B:3"), row(4, "A:4"))
        assert [type(error) for error in errors] == [type(None), Conflict, type(None)]
        assert await append(store, row(3, "A:3")) == [None]  # the outcome of a commit that was unknown
        log = schema.decisions.c
        return await store.run(
            lambda c: [r.cid for r in c.execute(select(log.cid).where(log.table_id == "t").order_by(log.version))]
        )

    assert run(url, work) == ["A:1", "A:2", "A:3", "A:4"]


def test_a_version_is_taken_once(tmp_path):
    check_once(f"sqlite:///{tmp_path}/a.db")


def test_an_id_that_another_server_has_written_counts_once(tmp_path):
    """Another server on the same log was quicker: it let seat 0 decide twice, the second time with the id `a`."""

    async def play(server):
        table, tokens = new_table(server.url, 4, people=4)
        at_table = server.house.tables[table]
        async with sit(server.url, table, tokens[0]) as player:
            action = player.latest["legal"][0]["action"]
            elsewhere = written_elsewhere(at_table, last_cid="A:a")
            on_loop = asyncio.run_coroutine_threadsafe(append(server.house.store, *elsewhere), server.house.loop)
            assert set(on_loop.result(10)) == {None}
            answer = await player.ask("act", "a", version=0, action=action)
            assert (answer["type"], answer["reason"]) == ("unavailable", "store")
            await player.until(lambda m: m["type"] == "update" and m["version"] == len(elsewhere))
            answer = await player.ask("act", "a", version=0, action=action)
            assert (answer["type"], answer["version"]) == ("dup", len(elsewhere))

    with running(database=f"sqlite:///{tmp_path}/a.db") as server:
        asyncio.run(play(server))


def written_elsewhere(table, last_cid: str) -> list[dict]:
    """Rows of a log in which seat 0 has decided twice."""
    record = table.record
    match = Match(table.game, record.players, record.options, record.seed)
    while [seat for seat, _ in match.decisions].count(0) < 2:
        seat = match.acting[0]
        match.decide(seat, match.legal(seat)[0])
    cids = [f"{seat}:{number}" for number, (seat, _) in enumerate(match.decisions, 1)]
    cids[-1] = last_cid
    decided = zip(cids, match.decisions, strict=True)
    return [decision_row(record.id, n, cid, seat, action) for n, (cid, (seat, action)) in enumerate(decided, 1)]


def test_a_database_that_goes_away_when_asked_what_became_of_a_commit_stops_nothing(tmp_path, monkeypatch):
    async def work(store):
        assert await append(store, row(1, "A:1")) == [None]
        with monkeypatch.context() as patch:
            patch.setattr(store, "_is_stored", lambda job: store._connect().exec_driver_sql("SELECT * FROM away"))
            [error] = await asyncio.wait_for(append(store, row(1, "A:1")), 10)
            assert isinstance(error, StoreDown)
        assert await asyncio.wait_for(append(store, row(1, "A:1"), row(2, "A:2")), 10) == [None, None]

    run(f"sqlite:///{tmp_path}/tables.db", work)


def test_what_is_committed_is_there_after_reopening(tmp_path):
    url = f"sqlite:///{tmp_path}/a.db"
    run(url, lambda store: append(store, row(1, "A:1")))

    async def count(store):
        return await store.run(lambda c: len(c.execute(select(schema.decisions)).all()))

    assert run(url, count) == 1


def test_a_full_disk_is_said_and_gets_over_with(tmp_path):
    async def work(store):
        await append(store, row(1, "A:1"))
        await store.run(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1").all())
        many = [row(v, f"A:{v}" + "x" * 500) for v in range(2, 400)]
        errors = await append(store, *many)
        assert isinstance(errors[-1], StoreDown)
        there = await store.run(lambda c: len(c.execute(select(schema.decisions)).all()))
        assert there == 1 + sum(error is None for error in errors)
        await store.run(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1000000").all())
        assert await append(store, row(1000, "A:1000")) == [None]

    run(f"sqlite:///{tmp_path}/a.db", work)


def test_nothing_is_acknowledged_while_the_store_is_down(tmp_path, monkeypatch):
    async def play(server):
        table, tokens = new_table(server.url, 4, people=4)
        store = server.house.store
        async with sit(server.url, table, tokens[0]) as player:
            works = store._transact

            def broken(jobs):
                raise StoreDown("no disk")

            store._transact = broken
            action = player.latest["legal"][0]["action"]
            answer = await player.ask("act", "a", version=0, action=action)
            assert (answer["type"], answer["reason"]) == ("unavailable", "store")
            assert server.house.tables[table].version == 0
            assert (await player.ask("say", "b", text="hello"))["type"] == "unavailable"
            store._transact = works
            assert (await player.ask("act", "a", version=0, action=action))["type"] == "ack"
            assert (await player.ask("say", "b", text="hello"))["type"] == "ack"

    with running(database=f"sqlite:///{tmp_path}/a.db") as server:
        asyncio.run(play(server))


def test_the_migrations_build_what_the_schema_says(tmp_path):
    migrated, declared = (create_engine(f"sqlite:///{tmp_path}/{name}.db") for name in ("migrated", "declared"))
    with migrated.begin() as connection:
        upgrade(connection)
        upgrade(connection)
    schema.metadata.create_all(declared)
    assert described(migrated) == described(declared)


def test_a_log_of_the_first_form_is_kept_as_it_is(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path}/a.db")
    with engine.begin() as connection:
        upgrade(connection, "0001")
        connection.execute(schema.decisions.insert(), [row(1, "A:1"), row(2, "B:2"), row(1, "A:1", "u")])
        before = connection.execute(select(schema.decisions)).all()
        upgrade(connection)
        assert connection.execute(select(schema.decisions)).all() == before
        form = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'decisions'").scalar()
        assert form.rstrip().endswith("WITHOUT ROWID")
        assert "decisions_once" not in form


def described(engine) -> dict:
    found, metadata = {}, MetaData()
    metadata.reflect(engine)
    for name, table in metadata.tables.items():
        if name == "alembic_version":
            continue
        columns = [(c.name, str(c.type), c.nullable, c.primary_key) for c in table.columns]
        look = inspect(engine)
        unique = [sorted(u["column_names"]) for u in look.get_unique_constraints(name)]
        found[name] = (columns, sorted(unique), sorted(i["column_names"] for i in look.get_indexes(name)))
    return found


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////no/such/folder/a.db", "oracle://x/y"])
def test_a_database_that_cannot_be_opened_is_said_in_one_sentence(url):
    with pytest.raises(LastTrickError, match="database"):
        run(url, lambda store: append(store))


# --- Postgres ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def postgres():
    with postgres_server() as started:
        yield started


def check_upgrade(url: str) -> None:
    """A database of an earlier release is brought to the present form with what it holds."""
    engine = open_engine(url)
    with engine.begin() as connection:
        upgrade(connection, "0002")
        connection.execute(schema.decisions.insert(), [row(1, "A:1", "old")])
    engine.dispose()

    async def read(store):
        wanted = select(schema.decisions.c.cid).where(schema.decisions.c.table_id == "old")
        await store.check()
        return await store.read(lambda connection: list(connection.scalars(wanted)))

    assert run(url, read) == ["A:1"]


def numbers(server, wanted) -> list[int]:
    with server.house.store.engine.connect() as connection:
        return list(connection.scalars(wanted))


@pytest.mark.skipif(not LONG, reason="a real Postgres is part of the long checks")
def test_postgres_keeps_tables_as_sqlite_does(postgres, report, monkeypatch):
    url, control = postgres
    check_upgrade(url)
    check_once(url)
    monkeypatch.setattr(records, "KEPT_CHAT", 2)
    import random

    async def play(server):
        table, [token] = new_table(server.url, 4, options={"max_rounds": 1})
        async with sit(server.url, table, token) as player:
            for number in range(4):
                assert (await player.ask("say", text=f"line {number}"))["type"] == "ack"
            decided = await player.play(random.Random(1))
        async with sit(server.url, table, token) as back:
            assert len(back.latest["legal"]) == 0
        public = post(server.url, "/api/tables", {"game": "scout", "name": "Ann", "public": True})["table"]["id"]
        assert [one["id"] for one in get(server.url, "/api/tables")] == [public]
        assert [one["table"]["id"] for one in get(server.url, "/api/mine", token=token)] == [table]
        kept = select(schema.chats.c.number).where(schema.chats.c.table_id == table).order_by(schema.chats.c.number)
        assert await asyncio.to_thread(numbers, server, kept) == [3, 4]
        assert get(server.url, f"/api/tables/{table}/verify")["match_agrees"]
        return decided

    async def outage(server):
        table, tokens = new_table(server.url, 4, people=4)
        async with sit(server.url, table, tokens[0]) as player:
            quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            await asyncio.to_thread(subprocess.run, [*control, "-m", "immediate", "stop"], **quiet)
            action = player.latest["legal"][0]["action"]
            assert (await player.ask("act", "a", version=0, action=action))["type"] == "unavailable"
            await asyncio.to_thread(subprocess.run, [*control, "start"], **quiet)
            answer = {"type": "unavailable"}
            while answer["type"] == "unavailable":
                answer = await player.ask("act", "a", version=0, action=action)
            assert answer["type"] == "ack"

    with running(database=url) as server:
        decided = asyncio.run(play(server))
        asyncio.run(outage(server))
        assert post(server.url, "/api/tables", {"game": "ten_tricks_later", "name": "Ann"})["seat"] == 0
    report(f"postgres decided={decided} outages=1 lost=0")
