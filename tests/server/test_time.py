"""Time tells nothing, and nobody's clock can be turned: when bots answer, and how paces are kept."""

import asyncio
import contextlib
import os
import random
import time
from statistics import fmean as mean

import pytest

from lasttrick.server import bots
from lasttrick.server.table import Table
from lasttrick.server.turns import Turns
from lasttrick.server.workers import Line, Workers
from tests.server.client import new_table, post, sit
from tests.server.conftest import running
from tests.server.test_bots_at_tables import question, worker

LONG = os.environ.get("LASTTRICK_LONG") == "1"
DELAY = 0.7
SECONDS = 90  # of real bots


@pytest.mark.parametrize("thought", ["pass", "time.sleep(0.1)", "time.sleep(0.25)"])
def test_a_question_keeps_its_worker_a_whole_number_of_times(monkeypatch, thought):
    monkeypatch.setattr(bots, "takes", lambda name: 0.4)

    async def ask():
        workers = Workers(1, 10, worker(thought, "7"), steady=True)
        await workers.ask(question())
        began = time.perf_counter()
        assert (await workers.ask(question())).action == 7
        took = time.perf_counter() - began
        await workers.close()
        return took

    assert asyncio.run(ask()) >= 0.4


def test_bots_that_are_asked_together_decide_together(tmp_path, monkeypatch):
    """Whoever thinks longest, no other decision leaves before: all are made in one turn of the event loop."""
    decided, at_once = [], []
    first = Table.decide

    def decide(table, wanted):
        decided.append(wanted.seat)
        if len(decided) == 1:
            table.house.loop.call_soon(lambda: at_once.append(len(decided)))
        first(table, wanted)

    async def play(server):
        table, [token] = new_table(server.url, 4, start=False)
        async with sit(server.url, table, token) as player:
            await asyncio.to_thread(post, server.url, f"/api/tables/{table}/start", token=token)
            await player.until(lambda m: m["type"] == "update" and m["version"] == 3)

    monkeypatch.setattr(Table, "decide", decide)
    with running(database=f"sqlite:///{tmp_path}/tables.db", bot_delay=0.05) as server:
        server.house.workers = Workers(3, 10, worker("time.sleep(0.3 * (question.seat == 2))", "0"))
        asyncio.run(play(server))
    assert at_once == [3]


@pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")
def test_the_moment_of_an_answer_does_not_tell_whether_there_was_a_choice(tmp_path, monkeypatch, report):
    """Real bots at three tables share a worker: answers take as many delays with a choice as without."""
    answers: list[tuple[bool, int]] = []  # had a choice, delays; of bots that were asked alone
    decide = Turns._decide

    async def think(turns, thoughts):
        began = turns.table.house.time()
        if len(thoughts) == 1:
            noted[thoughts[0]] = began, len(turns.table.legal[thoughts[0].seat]) > 1
        await first(turns, thoughts)

    def note(turns, thought, action):
        if thought in noted:
            began, had_choice = noted.pop(thought)
            answers.append((had_choice, round((turns.table.house.time() - began) / DELAY)))
        decide(turns, thought, action)

    async def play(url, bot):
        table, [token] = new_table(url, 4, seats=[{"kind": "bot", "bot": bot}] * 3)
        async with sit(url, table, token) as player:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SECONDS):
                    await player.play(random.Random(1))

    async def all_of_them(url):
        await asyncio.gather(play(url, "merciless"), play(url, "merciless"), play(url, "normal"))

    noted: dict = {}
    first = Turns._think
    monkeypatch.setattr(Turns, "_think", think)
    monkeypatch.setattr(Turns, "_decide", note)
    with running(database=f"sqlite:///{tmp_path}/tables.db", bot_delay=DELAY, workers=1) as server:
        asyncio.run(all_of_them(server.url))
    free, forced = ([delays for had, delays in answers if had is wanted] for wanted in (True, False))
    chance = by_chance(free, forced)
    report(
        f"moments answers={len(answers)} with_choice={len(free)} mean_delays={mean(free):.2f} "
        f"without={len(forced)} mean_delays={mean(forced):.2f} chance={chance:.3f}"
    )
    assert min(len(free), len(forced)) >= 10
    assert chance > 0.001


def by_chance(one: list[int], two: list[int], times: int = 5_000) -> float:
    """How often parts of these sizes, drawn at random, have means as far apart."""
    luck, together = random.Random(1), one + two
    apart = abs(mean(one) - mean(two))
    found = 0
    for _ in range(times):
        luck.shuffle(together)
        found += abs(mean(together[: len(one)]) - mean(together[len(one) :])) >= apart - 1e-9
    return (found + 1) / (times + 1)


def test_every_bot_takes_longer_than_it_thinks():
    quick = [name for name in (*bots.LEVELS, *bots.OTHERS) if name not in ("hard", "merciless")]
    assert {bots.takes(name) for name in quick} == {bots.takes("easy")}
    assert bots.takes("merciless") > bots.takes("hard") > bots.takes("easy")


def test_those_who_wait_take_turns_by_address_and_by_table():
    async def wait():
        line, loop = Line(), asyncio.get_running_loop()
        names = {}
        for name in ("a1 x", "a1 y", "a1 z", "a2 u", "b3 v", "b3 w"):
            turn = loop.create_future()
            names[turn] = name
            line.add(name[0], name[:2], turn)
        order = []
        while (turn := line.next()) is not None:
            order.append(names[turn])
        return order

    assert asyncio.run(wait()) == ["a1 x", "b3 v", "a2 u", "b3 w", "a1 y", "a1 z"]


def test_bots_answer_at_whole_delays_after_the_question(monkeypatch):
    class Still:
        """A table at a moment that does not move."""

        class house:
            time = staticmethod(lambda: 100.0)

            class settings:
                bot_delay = 0.7

    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 6))

    monkeypatch.setattr(asyncio, "sleep", sleep)
    turns = Turns.__new__(Turns)
    turns.table = Still
    for began in (100.0, 99.9, 99.4, 98.7):
        asyncio.run(turns._moment(began))
    assert slept == [0.7, 0.6, 0.1, 0.1]


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_pace_does_not_follow_the_clock_on_the_wall(tmp_path, monkeypatch, hours):
    async def play(server):
        table, tokens = new_table(server.url, 3, people=3, pace={"kind": "seconds", "amount": 300})
        real = time.time_ns
        async with sit(server.url, table, tokens[0]) as player:
            monkeypatch.setattr(time, "time_ns", lambda: real() + hours * 3_600 * 10**9)
            server.call(server.house.tables[table].turns.wake)
            welcome = await player.ask("hello")
            left = welcome["now"]["clock"]["left"]
            assert left
            assert all(100_000 < ms <= 300_000 for ms in left.values()), left
            assert not any(seat["away"] for seat in welcome["table"]["seats"])

    with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
        asyncio.run(play(server))
