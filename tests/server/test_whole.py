"""A table is whole or not there, and ends: what cannot be opened breaks nothing, what nobody plays expires."""

import asyncio
import random
import sqlite3
import time
from contextlib import closing, contextmanager

import pytest

from tests.server.client import BOTS, get, new_table, post, request, sit
from tests.server.conftest import running

DAMAGE = {
    "rules of another release": "UPDATE tables SET rules = 999 WHERE id = ?",
    "an option of another release": """UPDATE tables SET options = '{"rescu": 1}' WHERE id = ?""",
    "options that are no JSON": "UPDATE tables SET options = '{' WHERE id = ?",
    "a game of another release": "UPDATE tables SET game = 'lantern' WHERE id = ?",
    "a number of players there cannot be": "UPDATE tables SET players = 7 WHERE id = ?",
    "an action out of range": "UPDATE decisions SET action = 9999 WHERE table_id = ?",
    "an action that was not legal": "UPDATE decisions SET action = action + 50 WHERE table_id = ?",
    "a seat that was not asked": "UPDATE decisions SET seat = 7 WHERE table_id = ?",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_a_table_that_cannot_be_opened_is_closed_and_breaks_no_list(tmp_path, statement):
    async def decide(url, table, token):
        async with sit(url, table, token) as player:
            await player.act()

    database = f"sqlite:///{tmp_path}/tables.db"
    with running(database=database, alone=True) as server:
        table, [token, *_] = new_table(server.url, 4, people=4)
        asyncio.run(decide(server.url, table, token))
        waiting = post(server.url, "/api/tables", new_wish(public=True), token=token)["table"]["id"]
    with opened(tmp_path) as file:
        file.execute(statement, (table,))
        file.execute("UPDATE tables SET public = 1, phase = 'gathering' WHERE id = ? AND ? LIKE '%tables SET%'",
                     (table, statement))  # fmt: skip
    with running(database=database, alone=True) as server:
        for _ in range(2):
            status, answer, _ = request(server.url, f"/api/tables/{table}", token=token)
            assert (status, answer["key"]) == (410, "closed"), answer
            assert answer["error"].startswith("This table cannot be opened any more")
        mine = {one["table"]["id"] for one in get(server.url, "/api/mine", token=token)}
        assert waiting in mine
        assert waiting in {one["id"] for one in get(server.url, "/api/tables")}
        assert request(server.url, f"/api/tables/{table}/leave", {}, token=token)[0] == 410


@contextmanager
def opened(folder):
    """The database of a server, changed behind its back and let go of."""
    with closing(sqlite3.connect(folder / "tables.db")) as file, file:
        yield file


def new_wish(**more) -> dict:
    return {"game": "ten_tricks_later", "name": "Ann", "players": 3, "program": True, **more}


def test_a_start_that_fails_changes_nothing(tmp_path, monkeypatch):
    from lasttrick.core.errors import LastTrickError
    from lasttrick.server import seating

    def broken(record):
        raise LastTrickError("This deck is too small.")

    with running(database=f"sqlite:///{tmp_path}/tables.db", alone=True) as server:
        table, [token] = new_table(server.url, 3, start=False)
        with monkeypatch.context() as patch:
            patch.setattr(seating, "new_match", broken)
            assert request(server.url, f"/api/tables/{table}/start", {}, token=token)[0] == 400
            assert get(server.url, f"/api/tables/{table}")["table"]["phase"] == "gathering"
        assert post(server.url, f"/api/tables/{table}/start", token=token)["table"]["phase"] == "playing"


def test_a_match_without_people_pauses_and_goes_on_when_one_is_back(tmp_path):
    async def play(server):
        table, tokens = new_table(server.url, 3, people=1, pace={"kind": "seconds", "amount": 5})
        at_table = server.house.tables[table]
        await settled(server, at_table)
        server.call(lambda: at_table.asked.update({s: (v, -1e9) for s, (v, _) in at_table.asked.items()}))
        server.call(at_table.turns.wake)
        await until(lambda: at_table.places[0].away)
        await settled(server, at_table)
        version = at_table.version
        await asyncio.sleep(0.3)
        assert at_table.version == version, "bots play on for nobody"
        async with sit(server.url, table, tokens[0]) as back:
            await back.play(random.Random(1), most=2)
            assert back.version > version

    async def settled(server, at_table):
        await until(lambda: at_table.turns.is_idle)

    async def until(condition):
        while not condition():
            await asyncio.sleep(0.01)

    with running(database=f"sqlite:///{tmp_path}/tables.db", alone=True) as server:
        asyncio.run(asyncio.wait_for(play(server), 60))


def test_a_bot_that_waits_with_its_decision_makes_none_once_nobody_is_left(tmp_path):
    """Several bots decide at once, and the log takes one after the other."""
    from lasttrick.server.table import Waiting

    answers: list = []

    def wait_for_the_log(table):
        seat = next(seat for seat in table.legal if seat)
        table._pending = "the decision of another"
        table.decide(Waiting(table.occupants[seat], table.version, table.legal[seat][0], "b", "b", answers.append))

    def the_log_is_free(table):
        table._pending = None
        table._work_off()

    with running(database=f"sqlite:///{tmp_path}/tables.db", alone=True, bot_delay=60.0) as server:
        while True:
            id, [token] = new_table(server.url, 3)
            table = server.house.tables[id]
            if set(table.legal) - {0}:
                break
        server.call(lambda: wait_for_the_log(table))
        post(server.url, f"/api/tables/{id}/leave", {}, token=token)
        assert not answers
        server.call(lambda: the_log_is_free(table))
        assert (answers[0].reason, table.version) == ("not_seated", 0)


def test_abandoned_tables_expire_and_finished_ones_stay(tmp_path):
    async def finish(url, table, token):
        async with sit(url, table, token) as player:
            await player.play(random.Random(1))

    database = f"sqlite:///{tmp_path}/tables.db"
    with running(database=database, alone=True) as server:
        finished, [token] = new_table(server.url, 3, options={"max_rounds": 1})
        asyncio.run(finish(server.url, finished, token))
        recent, _ = new_table(server.url, 3, people=3)
        begun, _ = new_table(server.url, 3, people=3)
        waiting, _ = new_table(server.url, 3, start=False)
        file = get(server.url, f"/api/tables/{finished}/match")
        brought = post(server.url, "/api/matches", file)["table"]["id"]
    with opened(tmp_path) as file:
        file.execute("UPDATE tables SET created = 1, started = min(started, 1)")
        file.execute("UPDATE decisions SET at = 1")
        row = (recent, 1, "A:1", 0, 0, time.time_ns() // 10**6)
        file.execute("INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?)", row)
    with running(database=database, alone=True) as server:
        deadline = time.monotonic() + 30
        with opened(tmp_path) as file:
            while file.execute("SELECT count(*) FROM tables").fetchone()[0] > 2:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        for gone in (begun, waiting, brought):
            assert request(server.url, f"/api/tables/{gone}")[0] == 410
        assert get(server.url, f"/api/tables/{finished}")["table"]["phase"] == "over"
    with opened(tmp_path) as file:
        assert {row[0] for row in file.execute("SELECT id FROM tables")} == {finished, recent}
        assert {row[0] for row in file.execute("SELECT table_id FROM seats")} == {finished, recent}


def test_a_rematch_whose_table_is_gone_is_made_again(tmp_path):
    async def finish(url, table, token):
        async with sit(url, table, token) as player:
            await player.play(random.Random(1))

    database = f"sqlite:///{tmp_path}/tables.db"
    with running(database=database, alone=True) as server:
        table, [token] = new_table(server.url, 3, options={"max_rounds": 1})
        asyncio.run(finish(server.url, table, token))
        again = post(server.url, f"/api/tables/{table}/rematch", token=token)["table"]["id"]
    with opened(tmp_path) as file:
        file.execute("DELETE FROM tables WHERE id = ?", (again,))
    with running(database=database, alone=True) as server:
        assert post(server.url, f"/api/tables/{table}/rematch", token=token)["table"]["id"] != again


def test_nobody_is_absent_from_a_table_of_days_before_their_time_is_over(tmp_path):
    with running(database=f"sqlite:///{tmp_path}/tables.db", absent_after=0.0) as server:
        table, tokens = new_table(server.url, 3, people=3, pace={"kind": "days", "amount": 3})
        status, answer, _ = request(server.url, f"/api/tables/{table}/seats/1", BOTS[0], token=tokens[0])
        assert (status, answer["key"]) == (409, "present")


def test_a_table_that_somebody_is_about_to_enter_stays_in_memory(tmp_path):
    async def wait(server):
        table, tokens = new_table(server.url, 3, people=3)
        async with sit(server.url, table, tokens[0], hello=False) as entering:
            at_table = server.house.tables[table]
            await asyncio.sleep(1)
            assert server.house.tables.get(table) is at_table
            await entering.ask("hello")

    with running(database=f"sqlite:///{tmp_path}/tables.db", forget_after=0.1) as server:
        asyncio.run(wait(server))
