"""Processes that share a Postgres: what a lost number may write, whose rules are played, what is counted together."""

import asyncio
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager

import pytest

from lasttrick.core.errors import LastTrickError
from lasttrick.server import leases, peers
from lasttrick.server.records import now_ms
from lasttrick.server.store import Fenced, Store, open_engine
from tests.server.client import get, new_table, post, request, sit
from tests.server.conftest import Running, quick
from tests.server.leaks import InlineBots, InlineClerk
from tests.server.postgres import postgres_server, why_no_postgres
from tests.server.test_leases import ask

pytestmark = pytest.mark.skipif(bool(why_no_postgres()), reason=why_no_postgres() or "Postgres is there")


@pytest.fixture(scope="module")
def postgres():
    with postgres_server() as (url, _):
        yield url


@pytest.fixture
def database(postgres):
    """An empty database of the test's own."""
    name = f"tables_{time.monotonic_ns()}"
    ask(postgres, f'CREATE DATABASE "{name}"', none=True)
    return postgres.replace("/postgres?", f"/{name}?")


@contextmanager
def processes(database: str, number: int = 2, **settings):
    """So many servers on one database; threads of this process, as good as processes to each other."""
    found = [Running(quick(database=database, **settings)) for _ in range(number)]
    for one in found:
        one.house.workers, one.house.clerks = InlineBots(), InlineClerk()
    try:
        yield found
    finally:
        for one in found:
            if one.thread.is_alive():
                one.stop()


def begin(*servers: Running) -> None:
    """Start them, until each knows where the others are."""
    for one in servers:
        one.start()
    database, deadline = servers[0].settings.database, time.monotonic() + 30
    while len(ask(database, "SELECT 1 FROM processes WHERE address <> ''")) < len(servers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def table_at(server: Running, **wish) -> tuple[str, list[str]]:
    """A match that this process owns."""
    table, tokens = new_table(server.url, 4, people=4, **wish)
    assert get(server.url, f"/api/tables/{table}")["table"]["phase"] == "playing"
    return table, tokens


# --- The fence -------------------------------------------------------------------------------------------------------


def written(server: Running, table: str, meanwhile=lambda: None) -> Exception | None:
    """Append a first decision as this server would; what happens `meanwhile` comes before the commit."""
    done, jobs = threading.Event(), []
    row = {"table_id": table, "version": 1, "cid": "A:late", "seat": 0, "action": 0, "at": now_ms()}

    def append() -> None:
        server.house.store.append(row, lambda job: (jobs.append(job), done.set()))
        meanwhile()

    server.call(append)
    assert done.wait(30)
    return jobs[0].error


def log_of(database: str, table: str) -> list:
    return ask(database, "SELECT version, cid FROM decisions WHERE table_id = %s", table)


def test_a_process_whose_number_has_ended_writes_nothing(database):
    with processes(database) as (slow, other):
        begin(slow, other)
        table, tokens = table_at(slow)
        slow.house.leases._ending.set()  # it gives no more signs and hears nothing, as if it slept
        slow.house.leases._thread.join()
        ask(database, "DELETE FROM processes WHERE number = %s", slow.house.store.number, none=True)
        assert get(other.url, f"/api/tables/{table}", token=tokens[0])["table"]["version"] == 0
        assert isinstance(written(slow, table), Fenced), "nobody else has decided yet: only the number can stop it"
        assert log_of(database, table) == []


def test_what_was_asked_under_a_lost_number_is_not_written_under_the_next(database):
    with processes(database, 1) as [server]:
        begin(server)
        table, _ = table_at(server)

        def begin_anew() -> None:
            sql = "INSERT INTO processes (address, secret, until) VALUES ('', 's', 9e15) RETURNING number"
            [[number]] = ask(database, sql)
            ask(database, "UPDATE leases SET process = %s WHERE table_id = %s", number, table, none=True)
            server.house.store.number = number

        assert isinstance(written(server, table, begin_anew), Fenced)
        assert written(server, table) is None, "what is asked under the new number is written"
        assert log_of(database, table) == [(1, "A:late")]


# --- Who is gone -----------------------------------------------------------------------------------------------------


def falls_silent(server: Running, database: str) -> None:
    """It has lost its session and gives no more signs of life; the last one would last for ever."""
    server.house.leases._ending.set()
    server.house.leases._thread.join()
    ask(database, "UPDATE processes SET until = 9e15 WHERE number = %s", server.house.store.number, none=True)


def stops_listening(server: Running) -> None:
    server.call(lambda: [one.close() for one in server.server.servers])


def has_settled(server: Running) -> bool:
    """Whether it has had its session for so long that others without one are no victims of the database."""
    return time.monotonic() - server.house.leases._attends_since > leases.HOLDS / 1000


def test_a_process_without_session_that_is_not_where_it_listened_is_gone_at_once(database):
    with processes(database) as (dead, other):
        begin(dead, other)
        table, tokens = table_at(dead)
        while not has_settled(other):
            time.sleep(0.05)
        falls_silent(dead, database)
        stops_listening(dead)
        assert get(other.url, f"/api/tables/{table}", token=tokens[0])["seat"] == 0
        assert list(other.house.tables) == [table], "though its sign of life lasts for ever"


def test_a_process_without_session_is_gone_where_another_listens_in_its_place(database):
    with processes(database) as (dead, other):
        begin(dead, other)
        table, tokens = table_at(dead)
        falls_silent(dead, database)
        other.house.leases.address = dead.house.leases.address
        assert get(other.url, f"/api/tables/{table}", token=tokens[0])["seat"] == 0
        assert list(other.house.tables) == [table]


@pytest.mark.parametrize("lost", [falls_silent, lambda server, _: stops_listening(server)], ids=["session", "port"])
def test_a_process_that_lacks_only_one_of_both_is_not_gone(database, lost):
    with processes(database) as (slow, other):
        begin(slow, other)
        table, _ = table_at(slow)
        number = slow.house.store.number
        while not has_settled(other):
            time.sleep(0.05)
        lost(slow, database)
        request(other.url, f"/api/tables/{table}")
        assert ask(database, "SELECT table_id FROM leases WHERE process = %s", number) == [(table,)]


# --- Releases --------------------------------------------------------------------------------------------------------


def test_a_release_with_other_rules_leaves_a_match_to_the_old_one_until_it_is_over(database):
    with processes(database) as (old, new):
        new.house.leases.rules = {**new.house.leases.rules, "ten_tricks_later": 99}
        begin(old, new)
        table, tokens = table_at(old, options={"max_rounds": 1})
        stopping = threading.Thread(target=old.stop)

        async def play() -> None:
            luck = random.Random(1)
            async with AsyncExitStack() as stack:
                people = [await stack.enter_async_context(sit(new.url, table, token)) for token in tokens]
                stopping.start()
                while not old.house.leases.leaving:
                    await asyncio.sleep(0.05)
                async with sit(new.url, table, tokens[0]):
                    pass  # whoever comes meanwhile is handed on to it
                await asyncio.gather(*(one.play(luck) for one in people))
                assert [one.latest["result"] for one in people] == [people[0].latest["result"]] * 4
                assert people[0].latest["result"]

        asyncio.run(play())
        stopping.join(30)
        assert not stopping.is_alive()
        status, told, _ = request(new.url, f"/api/tables/{table}")
        assert (status, told["error"]) == (
            410,
            "This table was begun under rules version 1 of 10 Tricks Later, which is not played here any more.",
        )
        other, _ = new_table(new.url, 3, people=1, game="scout")
        assert get(new.url, f"/api/tables/{other}")["table"]["phase"] == "playing"


def test_an_old_table_asked_of_a_new_release_is_taken_by_an_old_one(database):
    with processes(database) as (old, new):
        new.house.leases.rules = {**new.house.leases.rules, "ten_tricks_later": 99}
        begin(old, new)
        table, tokens = new_table(old.url, 4, people=4)
        ask(database, "DELETE FROM leases", none=True)
        old.call(lambda: [old.house.drop(one) for one in list(old.house.tables.values())])
        assert get(new.url, f"/api/tables/{table}", token=tokens[2])["seat"] == 2
        assert list(old.house.tables) == [table]
        assert list(new.house.tables) == []


def test_a_process_that_is_the_last_stops_without_waiting_for_matches(database):
    with processes(database, 1) as [server]:
        begin(server)
        table, tokens = table_at(server)

        async def stay() -> None:
            async with sit(server.url, table, tokens[0]) as player:
                server.server.should_exit = True
                await player.until(lambda message: message["type"] == "closing")

        asyncio.run(stay())
        server.stop()


# --- Guesses ---------------------------------------------------------------------------------------------------------


def test_guesses_are_counted_for_all_processes_together(database):
    with processes(database, guesses_burst=10, guesses_per_second=0.001) as two:
        begin(*two)
        statuses = [request(two[i % 2].url, f"/api/tables/guess{i}")[0] for i in range(30)]
        assert statuses.count(404) == 10
        assert set(statuses) == {404, 429}
        table, tokens = table_at(two[0])
        assert get(two[1].url, f"/api/tables/{table}", token=tokens[0])["seat"] == 0, "who knows a table is let in"
        [[made]] = ask(database, "SELECT made FROM guesses")
        assert round(made) == 10


def test_guesses_are_forgotten_in_time(database):
    with processes(database, 1, guesses_burst=5, guesses_per_second=50.0) as [one]:
        begin(one)
        assert request(one.url, "/api/tables/guess")[0] == 404
        deadline = time.monotonic() + 30
        while ask(database, "SELECT party FROM guesses"):
            assert time.monotonic() < deadline
            asyncio.run_coroutine_threadsafe(one.house.guesses.forget(), one.house.loop).result(30)


def test_matches_with_bots_are_counted_wherever_their_tables_are(database):
    with processes(database, bot_matches_per_address=3) as (one, other):
        begin(one, other)
        seats = [{"kind": "bot", "bot": "random"}] * 3
        wish = {"game": "ten_tricks_later", "name": "Eve", "players": 4, "seats": seats, "start": True, "program": True}
        made = [request(one.url, "/api/tables", wish)[:2] for _ in range(5)]
        assert [status for status, _ in made] == [201, 201, 201, 429, 429]
        table, token = made[1][1]["table"]["id"], made[1][1]["token"]
        post(other.url, f"/api/tables/{table}/leave", {}, token=token)
        again = [request(one.url, "/api/tables", wish)[0] for _ in range(2)]
        assert again == [201, 429], "who has left one may begin another"
        with ThreadPoolExecutor(12) as pool:
            at_once = list(pool.map(lambda _: request(one.url, "/api/tables", wish)[0], range(12)))
        assert set(at_once) == {429}, "while the store is asked which are over, none is forgotten"


# --- What another process says ---------------------------------------------------------------------------------------


def test_an_answer_without_end_is_not_gathered(database, monkeypatch):
    monkeypatch.setattr(peers, "MOST_ANSWER", 100)
    with processes(database) as (owner, asked):
        begin(owner, asked)
        table, tokens = table_at(owner)
        status, told, _ = request(asked.url, f"/api/tables/{table}", token=tokens[0])
        assert (status, told["key"]) == (502, "too_long"), told
        assert get(owner.url, f"/api/tables/{table}", token=tokens[0])["seat"] == 0


# --- Bad input -------------------------------------------------------------------------------------------------------


def test_a_database_of_a_newer_release_is_refused_in_a_sentence(database):
    store = Store(open_engine(database))
    ask(database, "CREATE TABLE alembic_version (version_num varchar(32))", none=True)
    ask(database, "INSERT INTO alembic_version VALUES ('9999')", none=True)
    with pytest.raises(LastTrickError, match="of form 9999, written by a newer release; this one knows forms up to"):
        asyncio.run(opened(store))


def test_a_lease_table_from_elsewhere_is_refused_in_a_sentence(database):
    ask(database, "CREATE TABLE leases (what text)", none=True)
    with pytest.raises(LastTrickError, match=r'^The database .* cannot be opened: relation "leases" already exists'):
        asyncio.run(opened(Store(open_engine(database))))


def test_a_lease_table_that_was_changed_is_refused_in_a_sentence(database):
    with processes(database, 1) as [one]:
        begin(one)
    ask(database, "ALTER TABLE processes DROP COLUMN secret", none=True)
    with (
        processes(database, 1) as [one],
        pytest.raises(LastTrickError, match="The leases of the database cannot be used"),
    ):
        asyncio.run(one.house.open())


def test_a_database_that_does_not_answer_is_said_once_for_all_processes():
    database = "postgresql+psycopg://tables:secret@127.0.0.1:1/none"
    command = [sys.executable, "-m", "lasttrick", "serve", "--processes", "3", "--database", database]
    told = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert told.returncode == 1
    [sentence] = told.stderr.splitlines()
    assert sentence.startswith("lasttrick: The database postgresql+psycopg://tables:***@127.0.0.1:1/none cannot be")


async def opened(store: Store) -> None:
    store.open()
