"""One process owns a table at a time: leases in Postgres, and what a process may still write when it has lost them."""

import asyncio
import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack

import pytest

from tests.appraisal.matches import finished
from tests.server.client import get, post, request, sit
from tests.server.cluster import made
from tests.server.postgres import postgres_server, why_no_postgres
from tests.server.processes import Process

pytestmark = pytest.mark.skipif(bool(why_no_postgres()), reason=why_no_postgres() or "Postgres is there")


@pytest.fixture(scope="module")
def database():
    with postgres_server() as (url, _):
        yield url


@pytest.fixture(scope="module")
def three(database):
    """Three processes on one Postgres."""
    found = [Process(database, "--metrics", "") for _ in range(3)]
    with ThreadPoolExecutor() as pool:
        list(pool.map(Process.start, found))
    while len(ask(database, "SELECT 1 FROM processes WHERE address <> ''")) < 3:  # the next sign of life says where
        time.sleep(0.05)
    yield found
    for one in found:
        if one.process.poll() is None:
            one.kill()


@pytest.fixture(scope="module")
def two(three):
    return three[:2]


def ask(database: str, sql: str, *given, none: bool = False) -> list:
    """The rows of a statement; `none` if it gives none."""
    import psycopg

    with psycopg.connect(database.replace("+psycopg", ""), autocommit=True) as connection:
        found = connection.execute(sql, given)
        return [] if none else found.fetchall()


def owner(database: str, table: str) -> str:
    """The port of the process that owns a table."""
    sql = "SELECT address FROM processes JOIN leases ON process = number WHERE table_id = %s"
    return ask(database, sql, table)[0][0].rpartition(":")[2]


def test_a_table_asked_of_another_process_is_played_there_all_the_same(two, database):
    table, tokens = made(two[0].url, 4, people=4, options={"max_rounds": 1})
    assert owner(database, table) == str(two[0].port), "who was asked first owns it"

    async def play():
        luck = random.Random(1)
        async with AsyncExitStack() as stack:
            urls = [two[0].url, two[1].url, two[1].url, two[1].url]
            people = [await stack.enter_async_context(sit(*at)) for at in zip(urls, [table] * 4, tokens, strict=True)]
            await asyncio.gather(*(one.play(luck) for one in people))
            return [one.latest["result"] for one in people], people[0].version

    results, version = asyncio.run(play())
    assert results == [results[0]] * 4
    assert get(two[1].url, f"/api/tables/{table}")["table"]["version"] == version
    assert owner(database, table) == str(two[0].port)
    again = post(two[1].url, f"/api/tables/{table}/rematch", {}, token=tokens[2])["table"]["id"]
    assert post(two[0].url, f"/api/tables/{table}/rematch", {}, token=tokens[1])["table"]["id"] == again


def test_a_visitor_cannot_pretend_to_be_handed_on(two):
    forged = {"x-lasttrick-hop": "x" * 32, "x-lasttrick-for": "198.51.100.1 https"}
    status, made, headers = request(two[0].url, "/api/tables", {"game": "scout", "name": "Ann"}, headers=forged)
    assert status == 201, made
    assert "Secure" not in headers["set-cookie"]


def test_no_table_is_made_by_asking_for_one(two, database):
    assert request(two[0].url, "/api/tables/nothing")[0] == 404
    assert ask(database, "SELECT 1 FROM leases WHERE table_id = 'nothing'") == []


def test_who_is_present_at_an_open_table_is_seen_in_the_lists_of_all(two):
    made = post(two[0].url, "/api/tables", {"game": "scout", "name": "Ann", "public": True, "program": True})

    def present(url: str) -> bool:
        [listed] = [one for one in get(url, "/api/tables") if one["id"] == made["table"]["id"]]
        return listed["seats"][0]["present"]

    async def come():
        async with sit(two[0].url, made["table"]["id"], made["token"]):
            while not await asyncio.to_thread(present, two[1].url):
                await asyncio.sleep(0.1)
        while await asyncio.to_thread(present, two[1].url):
            await asyncio.sleep(0.1)

    asyncio.run(asyncio.wait_for(come(), 60))


def test_a_choice_is_taken_back_through_another_process(two, database):
    """The fork of one process, undone through the other: gone at both, and the new table is the same at both."""
    one, other = (process.url for process in two)
    match = post(one, "/api/matches", finished("ten_tricks_later", 3, target="3").to_json())["table"]["id"]
    wish = {"name": "Ann", "bot": "random", "program": True, "step": 12, "seat": 1}
    fork = post(one, f"/api/tables/{match}/fork", wish)
    old, token = fork["table"]["id"], fork["token"]

    async def choose(url: str, table: str) -> tuple:
        """The first decision with a choice: what this seat saw before it, and which version that was."""
        async with sit(url, table, token) as player:
            while True:
                while not player.latest or not player.latest["legal"]:
                    await player.until(lambda message: message["type"] == "update")
                before = player.version, player.latest["view"], len(player.latest["legal"])
                answer = await player.act()
                if before[2] > 1:
                    return before
                while player.version < answer["version"]:
                    await player.until(lambda message: message["type"] == "update")

    before = asyncio.run(choose(one, old))
    assert owner(database, old) == str(two[0].port)
    new = post(other, f"/api/tables/{old}/undo", {}, token=token)["table"]
    assert new["version"] == before[0]
    assert [request(url, f"/api/tables/{old}")[0] for url in (one, other)] == [410, 404], "gone"
    assert asyncio.run(choose(other, new["id"])) == before
    assert ask(database, "SELECT count(*) FROM leases WHERE table_id = %s", new["id"]) == [(1,)]


def test_the_day_is_the_same_at_all_processes_and_its_puzzle_is_answered_once(two):
    one, other = (process.url for process in two)
    path = "/api/daily/ten_tricks_later"
    days = [get(url, path) for url in (one, other)]
    assert days[0] == days[1], "one secret, whoever drew it"
    action = get(one, f"/api/puzzles/ten_tricks_later/{days[0]['puzzle']}")["legal"][0]["action"]
    status, told, headers = request(one, f"{path}/puzzle", {"action": action})
    assert status == 200, told
    token = headers["set-cookie"].split("=")[1].split(";")[0]
    assert request(other, f"{path}/puzzle", {"action": action}, token=token)[1]["key"] == "tried"
    assert get(other, path, token=token)["kept"] == told["kept"]
    table = post(one, f"{path}/deal", {"name": "Ann"}, token=token)["table"]["id"]
    assert request(other, f"{path}/deal", {"name": "Ann"}, token=token)[1]["key"] == "tried"
    assert get(other, path, token=token)["table"] == table


def test_a_process_that_was_only_slow_cannot_write_and_its_tables_go_on_elsewhere(two, database, report):
    slow, other = two
    table, tokens = made(slow.url, 4, people=4)

    async def play():
        async with sit(slow.url, table, tokens[0]) as player:
            action = player.latest["legal"][0]["action"]
            os.kill(slow.process.pid, signal.SIGSTOP)
            began = time.monotonic()
            asked = await player.send("act", "a", version=0, action=action)  # lies in its buffer while it sleeps
            try:
                async with sit(other.url, table, tokens[0]) as again:
                    taken = time.monotonic() - began
                    choice = again.latest["legal"][-1]["action"]
                    assert (await again.ask("act", "b", version=0, action=choice))["type"] == "ack"
            finally:
                os.kill(slow.process.pid, signal.SIGCONT)
            done, _ = await asyncio.wait([asked, player._reader], timeout=30, return_when=asyncio.FIRST_COMPLETED)
            assert done, "the slow one neither answers nor sends anybody away"
            if asked.done():
                assert asked.result()["type"] == "unavailable"
            return taken, choice

    taken, choice = asyncio.run(play())
    log = ask(database, "SELECT version, cid, action FROM decisions WHERE table_id = %s", table)
    assert log == [(1, "A:b", choice)]
    assert get(slow.url, f"/api/tables/{table}")["table"]["version"] == 1, "it hands on what it has lost"
    assert owner(database, table) == str(other.port)
    report(f"slow_process takeover_s={taken:.1f} written_after=0")


def test_a_killed_process_is_replaced_with_its_bots(two, database, report):
    dead, other = two
    table, [token] = made(dead.url, 4, people=1, options={"max_rounds": 1})

    async def play():
        async with sit(dead.url, table, token) as player:
            await player.play(random.Random(1), most=3)
            before = player.version
        dead.kill()
        began = time.monotonic()
        async with sit(other.url, table, token) as player:
            taken = time.monotonic() - began
            assert player.version >= before
            await player.play(random.Random(2))
        return taken

    taken = asyncio.run(play())
    report(f"killed_process takeover_s={taken:.1f}")


def test_a_process_that_stops_hands_its_tables_over(three, database):
    _, other, leaving = three
    table, tokens = made(leaving.url, 4, people=4)

    async def play():
        async with sit(leaving.url, table, tokens[0]) as player:
            action = player.latest["legal"][0]["action"]
            assert (await player.ask("act", "a", version=0, action=action))["type"] == "ack"
            leaving.process.terminate()
            await player.until(lambda message: message["type"] == "closing")
        async with sit(other.url, table, tokens[0]) as player:
            assert player.version == 1

    asyncio.run(play())
    assert leaving.process.wait(30) == 0
    assert owner(database, table) == str(other.port)
