"""Bots think elsewhere, on a view, with a deadline; one that hangs or crashes is replaced and the table goes on."""

import asyncio
import os
import random
import subprocess
import sys
import time
from contextlib import nullcontext

import numpy as np
import pytest

from lasttrick import new_match
from lasttrick.server import bots
from lasttrick.server.worker import Question, think
from lasttrick.server.workers import Workers
from tests.server.client import new_table, sit
from tests.server.conftest import running

ANSWERS = """
import struct, sys, time
from lasttrick.server.worker import Answer, Question, LENGTH
import msgspec
read, write = sys.stdin.buffer, sys.stdout.buffer
while head := read.read(4):
    question = msgspec.msgpack.decode(read.read(LENGTH.unpack(head)[0]), type=Question)
    {what}
    data = msgspec.msgpack.encode(Answer({answer}))
    write.write(LENGTH.pack(len(data)) + data)
    write.flush()
"""


def worker(what: str = "pass", answer: str = "0") -> tuple[str, ...]:
    """A worker that misbehaves."""
    return (sys.executable, "-c", ANSWERS.format(what=what, answer=answer))


def question(bot: str = "random", seed: int = 1) -> Question:
    match = new_match("ten_tricks_later", 4, seed=1)
    return Question("ten_tricks_later", bot, seed, 0, match.view(0).tobytes())


def test_a_bot_decides_on_its_view_alone_and_repeatably():
    match = new_match("ten_tricks_later", 4, seed=1)
    asked = question()
    assert np.frombuffer(asked.view, match.game.dtype)[0].key.sum() == 0
    assert think(asked) == think(asked)
    assert think(asked).action in match.legal(0)


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        pytest.param("time.sleep(60)", "0", id="hangs"),
        pytest.param("sys.exit(3)", "0", id="crashes"),
        pytest.param("pass", "99999", id="answers nonsense"),
        pytest.param("pass", "error='no idea'", id="gives up"),
        pytest.param("write.write(b'xxxxxxxxxx')", "0", id="prints garbage"),
    ],
)
def test_a_table_goes_on_whatever_its_bots_do(tmp_path, monkeypatch, what, answer):
    monkeypatch.setattr("lasttrick.server.workers.FIRST_ANSWER", 0.5)

    async def play(url):
        table, [token] = new_table(url, 4, options={"max_rounds": 1})
        async with sit(url, table, token) as player:
            await player.play(random.Random(1), most=2)
            assert player.version > 4

    with running(database=f"sqlite:///{tmp_path}/tables.db", bot_deadline=0.2) as server:
        server.house.workers = Workers(1, 0.2, worker(what, answer))
        asyncio.run(play(server.url))


def test_a_worker_that_hung_is_replaced_within_the_deadline(monkeypatch):
    monkeypatch.setattr("lasttrick.server.workers.FIRST_ANSWER", 0.3)

    async def ask():
        workers = Workers(1, 0.3, worker("time.sleep(0 if question.seed else 60)", "7"))
        monkeypatch.setattr("lasttrick.server.workers.FIRST_ANSWER", 30)
        assert (await workers.ask(question(seed=1))).action == 7
        began = time.monotonic()
        assert await workers.ask(question(seed=0)) is None
        assert time.monotonic() - began < 1.3
        assert (await workers.ask(question(seed=1))).action == 7
        await workers.close()

    asyncio.run(ask())


def test_many_questions_share_a_few_workers():
    async def ask():
        workers = Workers(2, 10, worker(answer="question.seed"))
        answers = await asyncio.gather(*(workers.ask(question(seed=n)) for n in range(40)))
        assert sorted(answer.action for answer in answers) == list(range(40))
        assert len(workers._all) == 2
        await workers.close()

    asyncio.run(ask())


def test_a_bot_is_shown_no_sooner_than_its_delay(tmp_path):
    async def play(url):
        table, [token] = new_table(url, 3)
        async with sit(url, table, token) as player:
            began = time.monotonic()
            await player.until(lambda m: m["type"] == "update" and m["version"] >= 1)
            assert time.monotonic() - began > 0.2

    with running(database=f"sqlite:///{tmp_path}/tables.db", bot_delay=0.4) as server:
        asyncio.run(play(server.url))


def test_bots_are_compiled_beside_a_server_once(tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(bots.subprocess, "Popen", lambda command, **_: started.append(command) or nullcontext())
    monkeypatch.setattr(bots, "cache_folder", lambda module, *games: tmp_path)
    with bots.made_ready():
        assert started == [[sys.executable, "-m", "lasttrick.server.bots"]]
    (tmp_path / "levels.ready").touch()
    with bots.made_ready():
        assert len(started) == 1


def test_compiling_bots_ends_with_the_server(tmp_path):
    command = [sys.executable, "-m", "lasttrick.server.bots"]
    cold = {**os.environ, "LASTTRICK_CACHE": str(tmp_path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=cold) as compiling:
        time.sleep(0.2)
        assert compiling.poll() is None
    assert compiling.returncode == 0
    assert not list(tmp_path.rglob("levels.ready"))
