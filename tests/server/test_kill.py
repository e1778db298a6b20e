"""kill -9: whatever was acknowledged is there when the server comes back, once, and every match finishes."""

import asyncio
import json
import os
import random
import sqlite3
import time
from collections.abc import Sequence

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.server.table import client_cid, read_result
from tests.cases import SHORT
from tests.server.client import new_table, sit
from tests.server.processes import Process

LONG = os.environ.get("LASTTRICK_LONG") == "1"
KILLS = 200 if LONG else 3
TABLES = 50 if LONG else 10
OPTIONS = {**SHORT, "ten_tricks_later": {"max_rounds": 12 if LONG else 3, "target": 1000}}  # it outlasts the kills
TROUBLE = (ConnectionClosed, InvalidMessage, InvalidStatus, OSError, TimeoutError, EOFError)


class Witness:
    """One person at one table, who notes what was acknowledged and tries again with the same id what was not."""

    def __init__(self, process: Process, table: str, token: str, seat: int, luck: random.Random):
        self.process, self.table, self.token, self.seat, self.luck = process, table, token, seat, luck
        self.acknowledged: dict[str, tuple[int, int]] = {}  # id: version and action
        self.unanswered: tuple[str, int, int] | None = None  # id, version, action
        self.result: dict | None = None
        self.in_no_hurry = 0.15  # seconds at most between decisions

    async def play(self) -> None:
        while self.result is None:
            try:
                async with sit(
                    self.process.url, self.table, self.token, prefix=f"{self.luck.getrandbits(48):x}-"
                ) as me:
                    await self._play(me)
            except TROUBLE:
                await asyncio.sleep(0.05 + 0.1 * self.luck.random())

    async def _play(self, me) -> None:
        while me.latest["result"] is None:
            if self.unanswered is None and me.latest["legal"]:
                choice = self.luck.choice(me.latest["legal"])
                self.unanswered = (f"{self.luck.getrandbits(64):x}", me.version, choice["action"])
            if self.unanswered is not None:
                await self._send(me)
                await asyncio.sleep(self.in_no_hurry * self.luck.random())
            elif not me._reader.done():
                await me.until(lambda m: m["type"] == "update", within=5)
            else:
                raise EOFError
        self.result = me.latest["result"]

    async def _send(self, me) -> None:
        assert self.unanswered is not None
        id, version, action = self.unanswered
        answer = await asyncio.wait_for(await me.send("act", id, version=version, action=action), 5)
        if answer["type"] in ("ack", "dup"):
            self.acknowledged[id] = (answer["version"], action)
            while me.version < answer["version"]:
                await me.until(lambda m: m["type"] == "update", within=5)
        else:
            assert answer["type"] in ("stale", "unavailable"), answer
        self.unanswered = None if answer["type"] != "unavailable" else self.unanswered


async def storm(process: Process, luck: random.Random) -> tuple[list[Witness], int, list[float]]:
    """People play while the server is killed again and again; then they finish."""
    witnesses, recoveries, kills = [], [], 0
    for number in range(TABLES):
        game = games.OURS[number % len(games.OURS)]
        players = luck.choice(list(games.about(game).players))
        wish = {"people": luck.randint(1, players), "game": game, "options": OPTIONS.get(game, {})}
        table, tokens = await asyncio.to_thread(new_table, process.url, players, **wish)
        witnesses += [Witness(process, table, t, s, random.Random(luck.random())) for s, t in enumerate(tokens)]
    playing = [asyncio.ensure_future(witness.play()) for witness in witnesses]
    while kills < KILLS and not all(task.done() for task in playing):
        await asyncio.sleep(luck.uniform(0.05, 0.8))
        process.kill()
        kills += 1
        began = time.perf_counter()
        await asyncio.to_thread(process.start)
        recoveries.append(time.perf_counter() - began)
    for witness in witnesses:
        witness.in_no_hurry = 0
    await asyncio.wait_for(asyncio.gather(*playing), 300 if not LONG else 1800)
    return witnesses, kills, recoveries


def test_no_acknowledged_decision_is_lost_doubled_or_changed_by_kill_9(tmp_path, report):
    file = tmp_path / "tables.db"
    process = Process(f"sqlite:///{file}")
    process.start()
    try:
        witnesses, kills, recoveries = asyncio.run(storm(process, random.Random(1)))
    finally:
        process.stop()
    lost, doubled, diverged, decisions = compare(sqlite3.connect(file), witnesses)
    acknowledged = sum(len(witness.acknowledged) for witness in witnesses)
    report(
        f"kill-9 kills={kills} tables={TABLES} games={len(games.OURS)} acknowledged={acknowledged} "
        f"decisions={decisions} lost={lost} doubled={doubled} diverged={diverged} unfinished=0 "
        f"back_after_s={max(recoveries):.1f}"
    )
    assert kills >= KILLS, "the matches ended before the last kill; make them longer"
    assert (lost, doubled, diverged) == (0, 0, 0)


def compare(database, witnesses: Sequence[Witness]) -> tuple[int, int, int, int]:
    """The log beside what people were told: lost, doubled, different; and its length."""
    lost = doubled = diverged = decisions = 0
    for witness in witnesses:
        sql = "SELECT version, cid, seat, action FROM decisions WHERE table_id = ? ORDER BY version"
        log = database.execute(sql, (witness.table,)).fetchall()
        cids = [cid for _, cid, _, _ in log]
        for id, (version, action) in witness.acknowledged.items():
            cid = client_cid(witness.seat, id)
            lost += cid not in cids
            doubled += cids.count(cid) > 1
            row = next((r for r in log if r[1] == cid), None)
            diverged += row is not None and (row[0], row[2], row[3]) != (version, witness.seat, action)
        diverged += [version for version, *_ in log] != list(range(1, len(log) + 1))
        if witness.seat == 0:
            decisions += len(log)
            diverged += replayed(database, witness.table, log) != witness.result
    return lost, doubled, diverged, decisions


def replayed(database, table: str, log: list) -> dict:
    """The result of the log, played again from the seed."""
    row = database.execute("SELECT game, players, options, seed FROM tables WHERE id = ?", (table,)).fetchone()
    game, players, options, seed = row
    match = Match(games.game(game), players, json.loads(options), seed)
    for _, _, seat, action in log:
        match.apply(seat, action)
    return msgspec.to_builtins(read_result(match))


def test_a_second_server_on_the_same_database_says_so(tmp_path):
    first = Process(f"sqlite:///{tmp_path}/tables.db")
    first.start()
    try:
        second = Process(f"sqlite:///{tmp_path}/tables.db")
        with pytest.raises(AssertionError, match="is in use by another server"):
            second.start()
    finally:
        assert first.stop() == 0
