"""Bots that think on a Ray cluster: asked in time, shown views alone, and answered for by local ones if it fails."""

import asyncio
import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.server import bots
from lasttrick.server import far as far_module
from lasttrick.server.far import Far, FarWorkers
from lasttrick.server.worker import Answer, Question
from tests.server.test_bots_at_tables import question
from tests.server.test_proxies import free_port, listens

BRIDGE = """
import sys, time, msgspec
from lasttrick.server.bridge import Call, Reply
from lasttrick.server.worker import LENGTH, Answer
def say(reply):
    data = msgspec.msgpack.encode(reply)
    sys.stdout.buffer.write(LENGTH.pack(len(data)) + data)
    sys.stdout.buffer.flush()
say({hello})
while head := sys.stdin.buffer.read(LENGTH.size):
    call = msgspec.msgpack.decode(sys.stdin.buffer.read(LENGTH.unpack(head)[0]), type=Call)
    {what}
    say(Reply(call.id, Answer({answer})))
"""


class Here:
    """Stands for the local workers."""

    deadline = 10.0

    def __init__(self):
        self.asked = 0

    async def ask(self, *_) -> Answer:
        self.asked += 1
        return Answer(1)

    async def close(self) -> None:
        pass


async def asked(times: int, what="pass", answer="7", hello="Reply(0, ready=1)", pause=0.0) -> tuple[list, int]:
    """What is answered, and how many of the questions local bots were asked."""
    program = BRIDGE.format(what=what, answer=answer, hello=hello)
    far, here = Far("local", (sys.executable, "-c", program)), Here()
    workers = FarWorkers(far, here)  # type: ignore[arg-type]
    keeping = asyncio.ensure_future(workers.keep())
    deadline = time.monotonic() + 60
    while not far.ready and "error" not in hello:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
    answers = []
    for _ in range(times):
        answers.append((await workers.ask(question())).action)
        await asyncio.sleep(pause)
    await workers.close()
    keeping.cancel()
    return answers, here.asked


def test_a_cluster_answers():
    assert asyncio.run(asked(3)) == ([7, 7, 7], 0)


def test_a_cluster_that_is_late_is_not_waited_for_and_rests(monkeypatch):
    monkeypatch.setattr(far_module, "WITHIN", 0.3)
    there, ask = [], Far.ask
    monkeypatch.setattr(Far, "ask", lambda *given: there.append(given) or ask(*given))
    assert asyncio.run(asked(5, what="time.sleep(60)")) == ([1] * 5, 5)
    assert len(there) == 1, "after one failure the others are asked here at once"


@pytest.mark.parametrize(
    "what", ["sys.exit(1)", "sys.stdout.buffer.write(b'x' * 99); sys.stdout.flush(); time.sleep(9)"]
)
def test_a_bridge_that_ends_or_talks_nonsense_is_answered_for(monkeypatch, what):
    monkeypatch.setattr(far_module, "WITHIN", 1.0)
    assert asyncio.run(asked(2, what=what)) == ([1, 1], 2)


def test_a_bot_that_fails_there_is_asked_here(caplog):
    assert asyncio.run(asked(1, answer="error='no such game'")) == ([1], 1)


def test_a_cluster_that_is_not_there_is_said_once_and_bots_think_here(caplog, monkeypatch):
    monkeypatch.setattr(far_module, "AGAIN", 0.1)
    with caplog.at_level("INFO", "lasttrick.server"):
        assert asyncio.run(asked(1, hello="Reply(0, error='No Ray cluster answers.')", pause=2)) == ([1], 1)
    told = [record.facts.get("reason") for record in caplog.records if record.message == "bots think here"]
    assert told == ["No Ray cluster answers."], "tried again meanwhile, and said once"


def test_a_bridge_says_in_a_sentence_that_nobody_answers():
    without_ray = "A Ray cluster needs its library: pip install 'lasttrick[ray]'."
    command = [sys.executable, "-m", "lasttrick.server.bridge", "ray://127.0.0.1:1"]
    told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120).stdout
    has_ray = importlib.util.find_spec("ray") is not None
    expected = "No Ray cluster answers at ray://127.0.0.1:1" if has_ray else without_ray
    assert expected.encode() in told


long = pytest.mark.skipif(os.environ.get("LASTTRICK_LONG") != "1", reason="a long check: make check-long")


no_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is not installed: pip install 'lasttrick[ray]'"
)


@contextmanager
def cluster_elsewhere():
    """A cluster of one processor on this machine, reached through its client server as one far away is.

    It has a token of its own, as Ray's clusters have by default from 2.61 on; whoever asks needs it as well."""
    client, folder = free_port(), tempfile.mkdtemp(prefix="ray", dir="/tmp")  # its sockets' names must be short
    given = {
        "node-ip-address": "127.0.0.1",
        "port": free_port(),
        "ray-client-server-port": client,
        "num-cpus": 1,
        "object-store-memory": 80 * 1024 * 1024,
        "include-dashboard": "false",
        "temp-dir": folder,
    }
    options = [f"--{name}={value}" for name, value in given.items()]
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--disable-usage-stats"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        with open(f"{folder}/said", "wb") as said:
            ray = subprocess.Popen([*command, *options], stdout=said, stderr=said, start_new_session=True)
        try:
            while not listens(client):
                assert ray.poll() is None, Path(f"{folder}/said").read_text()
                time.sleep(0.2)
            yield f"ray://127.0.0.1:{client}"
        finally:
            os.killpg(ray.pid, signal.SIGTERM)
            ray.wait(60)
            shutil.rmtree(folder, ignore_errors=True)


@long
@no_ray
@pytest.mark.parametrize("where", [lambda: nullcontext("local"), cluster_elsewhere], ids=["local", "client"])
def test_bots_think_on_a_real_cluster(where, report, monkeypatch):
    """Every game and level, by a cluster of this machine, however busy that is: each answer is a legal action."""
    monkeypatch.setattr(far_module, "WITHIN", 120.0)
    monkeypatch.setattr(Here, "deadline", 120.0)

    def views():
        for name in games.OURS:
            match = Match(games.game(name), max(games.about(name).players), {}, "1")
            seat = match.acting[0]
            yield name, seat, match.view(seat).tobytes(), set(match.legal(seat))

    async def ask(address: str) -> tuple[int, float, int]:
        far, here = Far(address), Here()
        workers = FarWorkers(far, here)  # type: ignore[arg-type]
        keeping = asyncio.ensure_future(workers.keep())
        began, answered = time.monotonic(), 0
        while not far.ready:
            assert time.monotonic() < began + 900, "no thinker became ready"
            await asyncio.sleep(0.2)
        ready = time.monotonic() - began
        for name, seat, view, legal in views():
            for level in bots.LEVELS:
                answer = await workers.ask(Question(name, level, 1, seat, view))
                assert here.asked or answer.action in legal
                answered += 1
        await workers.close()
        keeping.cancel()
        return answered, ready, here.asked

    with where() as address:
        answered, ready, here = asyncio.run(ask(address))
    kind = address.partition(":")[0]
    report(f"bots_on_ray at={kind} answered={answered} ready_after_s={ready:.0f} asked_here={here}")
    assert (answered, here) == (len(bots.LEVELS) * len(games.OURS), 0)
