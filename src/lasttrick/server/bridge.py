"""The bridge to a Ray cluster: a process of its own, so that Ray's threads, memory and signals are not the server's.

`python -m lasttrick.server.bridge ADDRESS` keeps thinkers on the cluster, as many as it has processors, and passes
questions to them. Messages are framed as a worker's are; a thinker is shown a view and nothing else. The process ends
when its input does.
"""

import os
import queue
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from lasttrick import __version__, games
from lasttrick.core.cluster import connect
from lasttrick.core.errors import LastTrickError
from lasttrick.server import bots
from lasttrick.server.worker import LENGTH, Answer, Question, think

MOST_THINKERS = 64
FIRST = 600.0  # seconds for a thinker to compile all bots
HUNG = 30.0  # seconds after which a thinker is ended; whoever asked has long gone on
OWN_MEMORY = 80 * 1024 * 1024  # of a cluster of our own: views are small


class Call(msgspec.Struct):
    id: int
    question: Question


class Reply(msgspec.Struct):
    """The answer to a call; with the id 0, how many thinkers are ready, or why there are none."""

    id: int
    answer: Answer | None = None
    ready: int = 0
    error: str = ""


class Thinker:
    """On the cluster: one bot at a time."""

    def get_ready(self) -> str:
        """Compile all bots; gives the release that thinks here."""
        for level in bots.LEVELS[1:]:  # what the easy one needs, the normal one needs too
            for name in games.NAMES:
                bots.make_bot(level, 0).ready(games.game(name))
        return __version__

    def think(self, question: bytes) -> bytes:
        return msgspec.msgpack.encode(think(msgspec.msgpack.decode(question, type=Question)))


class Bridge:
    """Questions to whichever thinker is free."""

    def __init__(self, ray: Any, say: Any):
        self._ray, self._say = ray, say
        self._idle: queue.SimpleQueue = queue.SimpleQueue()
        self._ready = 0
        self._lock = threading.Lock()
        number = max(1, min(MOST_THINKERS, int(ray.cluster_resources().get("CPU", 1))))
        self._pool = ThreadPoolExecutor(2 * number)
        kind = ray.remote(num_cpus=0, max_restarts=-1, scheduling_strategy="SPREAD")(Thinker)
        for _ in range(number):
            self._pool.submit(self._prepare, kind.remote())

    def _prepare(self, thinker: Any) -> None:
        try:
            release = self._ray.get(thinker.get_ready.remote(), timeout=FIRST)
        except Exception as error:
            self._say(Reply(0, error=f"A thinker on the Ray cluster did not start: {_reason(error)}"))
            return
        if release != __version__:
            self._say(Reply(0, error=f"The Ray cluster has lasttrick {release}, this server {__version__}."))
            return
        with self._lock:
            self._ready += 1
            self._idle.put(thinker)
            self._say(Reply(0, ready=self._ready))

    def ask(self, call: Call) -> None:
        self._pool.submit(self._ask, call)

    def _ask(self, call: Call) -> None:
        thinker = self._idle.get()
        try:
            asked = thinker.think.remote(msgspec.msgpack.encode(call.question))
            answer = msgspec.msgpack.decode(self._ray.get(asked, timeout=HUNG), type=Answer)
        except Exception as error:
            answer = Answer(error=_reason(error))
            if isinstance(error, TimeoutError):
                self._ray.kill(thinker, no_restart=False)
        self._idle.put(thinker)
        self._say(Reply(call.id, answer))


def _reason(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[-1] if lines else ''}"


class Out:
    """The way back to the server, for several threads."""

    def __init__(self, file: Any):
        self._file, self._lock = file, threading.Lock()

    def say(self, reply: Reply) -> None:
        data = msgspec.msgpack.encode(reply)
        with self._lock:
            self._file.write(LENGTH.pack(len(data)) + data)
            self._file.flush()


def main() -> None:
    out = Out(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # whatever a library prints goes to the log, not between the answers
    if hasattr(os, "nice"):
        os.nice(10)  # on a cluster of this machine the event loop comes first
    try:
        ray = connect(sys.argv[1], object_store_memory=OWN_MEMORY)
    except LastTrickError as error:
        out.say(Reply(0, error=str(error)))
        return
    bridge, decoder = Bridge(ray, out.say), msgspec.msgpack.Decoder(Call)
    while head := sys.stdin.buffer.read(LENGTH.size):
        bridge.ask(decoder.decode(sys.stdin.buffer.read(LENGTH.unpack(head)[0])))
    ray.shutdown()
    os._exit(0)  # threads may still wait for thinkers that are gone


if __name__ == "__main__":
    main()
