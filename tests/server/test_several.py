"""What must hold with several processes behind a proxy, whatever dies, sleeps, restarts or is away. Long checks."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import AsyncExitStack

import pytest

from tests.server.client import get, sit
from tests.server.cluster import Log, Patient, back_since, cluster, line, made, played_through, quantile, why_no_proxy
from tests.server.postgres import QUIET, postgres_server, why_no_postgres
from tests.server.processes import Process
from tests.server.test_kill import compare

LONG = os.environ.get("LASTTRICK_LONG") == "1"
WHY_NOT = "" if LONG else "a long check: LASTTRICK_LONG=1"
WHY_NOT = WHY_NOT or why_no_postgres() or why_no_proxy()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "can be run")

PROCESSES = int(os.environ.get("LASTTRICK_PROCESSES", "4"))
TABLES = int(os.environ.get("LASTTRICK_TABLES", "100"))
TIMES = int(os.environ.get("LASTTRICK_TIMES", "100"))
ATTACKED = int(os.environ.get("LASTTRICK_ATTACKED", "300"))  # seconds
STOPPED = 4.0  # seconds, longer than a lease
MOST_TAKEN = 3.0  # seconds until 99 of 100 have their table again, on a machine that does nothing else
MOST_DECIDED = 1.5  # and until 99 of 100 decisions are acknowledged while all processes restart


def nothing_wrong(figures: dict) -> bool:
    return (figures["lost"], figures["doubled"], figures["diverged"]) == (0, 0, 0)


def check(report, name: str, trouble) -> tuple[list, dict]:
    with cluster(PROCESSES) as one:
        people, figures = asyncio.run(played_through(one, TABLES, trouble))
    report(f"{name} processes={PROCESSES} {line(figures)}")
    assert nothing_wrong(figures)
    return people, figures


def test_processes_are_killed_again_and_again(report):
    async def trouble(one, luck) -> int:
        kills, up = 0, list(one.processes)

        async def back(process) -> None:
            await asyncio.sleep(luck.uniform(0, 4))
            await asyncio.to_thread(process.start)
            up.append(process)

        starting: list[asyncio.Future] = []
        while kills < TIMES:
            await asyncio.sleep(luck.uniform(4, 8))  # two cores start a process in that time, and go on meanwhile
            if len(up) > 1:  # somebody is there to take over
                process = up.pop(luck.randrange(len(up)))
                process.kill()
                kills += 1
                starting.append(asyncio.ensure_future(back(process)))
        await asyncio.gather(*starting)
        return kills

    _, figures = check(report, "several kill-9", trouble)
    assert figures["back_p99_s"] <= MOST_TAKEN


def test_a_process_sleeps_longer_than_its_leases_and_wakes(report):
    fell_asleep: list[float] = []

    async def trouble(one, luck) -> int:
        while len(fell_asleep) < max(2, TIMES // 5):
            await asyncio.sleep(luck.uniform(1, 3))
            process = luck.choice(one.processes)
            os.kill(process.process.pid, signal.SIGSTOP)
            fell_asleep.append(time.monotonic())
            await asyncio.sleep(STOPPED + luck.random())
            os.kill(process.process.pid, signal.SIGCONT)
        return len(fell_asleep)

    people, _ = check(report, "several sleepers", trouble)
    taken = back_since(fell_asleep, people)
    figures = " ".join(f"{name}_s={quantile(taken, q):.2f}" for name, q in (("p50", 0.5), ("p99", 0.99), ("most", 1)))
    report(f"several sleepers back_since_it_fell_asleep people={len(taken)} {figures}")
    assert quantile(taken, 0.99) <= MOST_TAKEN


def test_all_processes_are_restarted_in_turn(report):
    span = []

    async def trouble(one, luck) -> int:
        await asyncio.sleep(2)
        span.append(time.monotonic())
        for process in one.processes:
            assert await asyncio.to_thread(process.stop) == 0
            await asyncio.to_thread(process.start)
        span.append(time.monotonic())
        return len(one.processes)

    people, _ = check(report, "several rolling", trouble)
    delays = sorted(delay for one in people for at, delay in one.delays if span[0] <= at <= span[1])
    in_vain = [trouble for one in people for trouble in one.in_vain]
    report(
        f"several rolling decisions={len(delays)} p99_s={quantile(delays, 0.99):.2f} reconnects_in_vain={len(in_vain)}"
    )
    assert not in_vain, in_vain
    assert quantile(delays, 0.99) <= MOST_DECIDED


def test_the_database_is_away_and_the_proxy_restarts(report):
    async def trouble(one, luck) -> int:
        await asyncio.sleep(2)
        await asyncio.to_thread(subprocess.run, [*one.control, "-m", "immediate", "stop"], **QUIET)
        await asyncio.sleep(10)
        await asyncio.to_thread(subprocess.run, [*one.control, "start"], **QUIET)
        await asyncio.sleep(5)
        await asyncio.to_thread(one.stop_proxy)
        await asyncio.to_thread(one.start_proxy)
        return 2

    check(report, "several away", trouble)


AHEAD = "import time; t = time.time_ns; time.time_ns = lambda: t() + {} * 10**9; from lasttrick.cli import main; main()"


@pytest.mark.parametrize("seconds", [30, -30])
def test_nobody_loses_time_to_a_clock_that_is_wrong(seconds, report):
    async def play(one) -> float:
        right, wrong = one.processes
        pace = {"kind": "seconds", "amount": 120}
        table, tokens = await asyncio.to_thread(made, right.url, 4, people=4, pace=pace)
        async with sit(right.url, table, tokens[0]) as player:
            await asyncio.sleep(3)
            assert player.latest["clock"]
        right.kill()
        async with sit(wrong.url, table, tokens[0]) as player:
            return max(player.latest["clock"]["left"].values()) / 1000

    with cluster(0) as one:
        one.processes = [Process(one.database, "--metrics", ""), Process(one.database, "--metrics", "")]
        one.processes[1].program = ["-c", AHEAD.format(seconds)]
        for process in one.processes:
            process.start()
        left = asyncio.run(play(one))
    report(f"several clocks_apart_s={seconds} left_of_120_s={left:.0f}")
    assert 100 < left <= 118


def test_several_processes_behind_one_port(report):
    async def play(one) -> int:
        table, tokens = await asyncio.to_thread(made, one.url, 4, people=4, options={"max_rounds": 1})
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(sit(one.url, table, token)) for token in tokens]
            return sum(await asyncio.gather(*(person.play(random.Random(1)) for person in people)))

    with postgres_server() as (database, _):
        one = Process(database, "--metrics", "", "--processes", "3")
        one.start()
        decided = [asyncio.run(play(one)) for _ in range(3)]
        pids = sorted(children_of(one))
        assert len(pids) == 3
        os.kill(pids[0], signal.SIGKILL)
        decided.append(asyncio.run(play(one)))
        assert one.stop() == 0
    report(f"several one_port processes=3 killed=1 decided={decided}")


def children_of(one: Process) -> set[int]:
    found = subprocess.run(["pgrep", "-P", str(one.process.pid), "-f", "spawn_main"], capture_output=True, text=True)
    return {int(pid) for pid in found.stdout.split()}


def test_sighup_restarts_the_processes_behind_one_port_in_turn_while_people_play(report):
    """Whoever plays goes on with the same match; a stop in the middle of it is a stop."""

    async def play(one) -> tuple[Patient, set[int], set[int]]:
        table, tokens = await asyncio.to_thread(made, one.url, 4, people=1)
        person, before = Patient(one, table, tokens[0], 0, random.Random(1)), children_of(one)
        playing = asyncio.ensure_future(person.play())
        await asyncio.sleep(1)
        one.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 300
        while len(children_of(one)) < 2 or children_of(one) & before:
            assert time.monotonic() < deadline, "they were not all restarted"
            await asyncio.sleep(0.2)
        await asyncio.wait_for(playing, 300)
        return person, before, children_of(one)

    with postgres_server() as (database, _):
        one = Process(database, "--metrics", "", "--processes", "2")
        one.start()
        person, before, after = asyncio.run(play(one))
        lost, doubled, diverged, decisions = compare(Log(database), [person])
        one.process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        one.process.terminate()
        assert one.process.wait(120) == 0
        assert children_of(one) == set()
    report(
        f"several sighup processes=2 restarted={len(before - after)} decisions={decisions} lost={lost} "
        f"doubled={doubled} diverged={diverged} cut_off={len(person.cuts)}"
    )
    assert (lost, doubled, diverged) == (0, 0, 0)


def test_attacks_through_the_proxy_and_two_processes_gain_nothing(report):
    with cluster(0) as one:
        given = ("--metrics", "", "--proxy", "127.0.0.1", "--name", "127.0.0.1", "--bot-delay", "0.7")
        one.processes = [Process(one.database, *given) for _ in range(2)]
        for process in one.processes:
            process.limits = []
        one.connections, one.requests = 200, 800
        one.start()
        command = [sys.executable, "-m", "tests.server.attacks", one.url, str(ATTACKED), "2"]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        assert all(get(process.url, "/health")["status"] == "ok" for process in one.processes)
    tried, hindered = sum(found["tried"].values()), sum(found["hindered"].values())
    report(f"several attacks tried={tried} hindered={hindered} seconds={ATTACKED} gained={len(found['gained'])}")
    assert found["gained"] == [], "\n".join(found["gained"])
