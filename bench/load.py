"""Full tables of four scripted players: decisions a second, and from sending to all four having seen it.

    python bench/load.py --tables 64 --seconds 10

Every decision is durable before it is acknowledged. The players decide as soon as all four have seen the last decision
(after `--think` milliseconds, half to one and a half times), each with its first legal action. One line of figures.
"""

import argparse
import asyncio
import gc
import json
import random
import time
from contextlib import closing
from functools import partial
from http.client import HTTPConnection

import msgspec
from lean import Heard, Socket, open_socket
from server_process import ServerProcess, busy_seconds, quantile


class Tally:
    recording = False
    stop = False
    think = 0.0

    def __init__(self):
        self.moves = self.matches = self.so_far = 0
        self.delays: list[float] = []


class BenchTable:
    """Four sockets of one match, played to its end."""

    def __init__(self, tally: Tally):
        self.tally = tally
        self.sockets: list[Socket] = []
        self.seen = [-1, -1, -1, -1]
        self.legal: list[list] = [[], [], [], []]
        self.version = 0
        self.sent_at = 0.0
        self.over = asyncio.get_running_loop().create_future()

    def heard(self, seat: int, message: Heard, at: float) -> None:
        if message.type == "welcome" and message.now:
            message = message.now
        elif message.type != "update":
            if message.type in ("illegal", "stale", "unavailable"):
                self.fail(f"{message}")
            return
        self.seen[seat], self.legal[seat] = message.version or 0, message.legal
        if min(self.seen) == max(self.seen) >= self.version:
            self._all_have_it(message, at)

    def fail(self, why: str) -> None:
        if not self.over.done():
            self.over.set_exception(RuntimeError(why))

    def _all_have_it(self, message: Heard, at: float) -> None:
        self.tally.so_far += 1
        if self.sent_at and self.tally.recording:
            self.tally.moves += 1
            self.tally.delays.append(at - self.sent_at)
        if message.result is not None or self.tally.stop:
            self.tally.matches += message.result is not None
            if not self.over.done():
                self.over.set_result(None)
            return
        wait = self.tally.think * (0.5 + random.random())
        if wait:
            asyncio.get_running_loop().call_later(wait, self.act)
        else:
            self.act()

    def act(self) -> None:
        seat = next(s for s in range(4) if self.legal[s])
        action = self.legal[seat][0].action
        self.sent_at, version, self.version = time.perf_counter(), self.seen[seat], self.seen[seat] + 1
        self.sockets[seat].send(b'{"type":"act","id":"%d","version":%d,"action":%d}' % (version, version, action))


def post(lobby: HTTPConnection, path: str, data: dict, token: str = "") -> dict:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    lobby.request("POST", path, json.dumps(data), headers)
    answer = lobby.getresponse()
    told = json.loads(answer.read())
    if answer.status >= 300:
        raise RuntimeError(f"{path}: {told}")
    return told


def seat_four(host: str, rounds: int) -> tuple[str, list[str]]:
    """A table and the tokens of its four players, over one connection, as a browser's or Node's would be kept open."""
    options = {"max_rounds": rounds, "target": 1000}  # about as long as a match of the peer
    wish = {"game": "ten_tricks_later", "name": "P0", "players": 4, "options": options, "program": True}
    with closing(HTTPConnection(host, timeout=60)) as lobby:
        made = post(lobby, "/api/tables", wish)
        table = made["table"]["id"]
        joined = [post(lobby, f"/api/tables/{table}/join", {"name": f"P{i}", "program": True}) for i in (1, 2, 3)]
        post(lobby, f"/api/tables/{table}/start", {}, made["token"])
    return table, [made["token"], *(j["token"] for j in joined)]


async def lane(server: ServerProcess, tally: Tally, rounds: int) -> None:
    """Match after match at one table."""
    while not tally.stop:
        table, tokens = await asyncio.to_thread(seat_four, server.host, rounds)
        four = BenchTable(tally)
        for seat, token in enumerate(tokens):
            four.sockets.append(await open_socket(server.host, table, token, partial(four.heard, seat)))
        for socket in four.sockets:
            socket.send(b'{"type":"hello","id":"h"}')
        await four.over
        for socket in four.sockets:
            socket.transport.close()


async def measure(
    server: ServerProcess, tables: int, seconds: float, warm: float, think: float, rounds: int, warm_moves: int = 0
) -> dict:
    tally = Tally()
    tally.think = think / 1000
    lanes = [asyncio.ensure_future(lane(server, tally, rounds)) for _ in range(tables)]
    await asyncio.sleep(warm)
    while tally.so_far < warm_moves:
        await asyncio.sleep(0.1)
    gc.collect()
    gc.disable()
    cpu, busy, mine, began = server.cpu_seconds, busy_seconds(), time.process_time(), time.perf_counter()
    tally.recording = True
    await asyncio.sleep(seconds)
    tally.recording = False
    took, cpu = time.perf_counter() - began, server.cpu_seconds - cpu
    mine, busy = time.process_time() - mine, busy_seconds() - busy
    tally.stop = True
    await asyncio.wait(lanes, timeout=5)
    failed = [str(lane.exception()) for lane in lanes if lane.done() and lane.exception()]
    return {
        "server": "lasttrick",
        "tables": tables,
        "moves": tally.moves,
        "moves_per_second": round(tally.moves / took),
        "moves_per_cpu_second": round(tally.moves / cpu) if cpu else None,
        "p50_ms": round(quantile(tally.delays, 0.5) * 1000, 2),
        "p99_ms": round(quantile(tally.delays, 0.99) * 1000, 2),
        "server_cpu": round(cpu / took, 2),
        "driver_cpu": round(mine / took, 2),
        "other_cpu": round(max(0.0, busy - cpu - mine) / took, 2),
        "memory_mib": server.memory_kib // 1024,
        "failed": failed[:3],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warm", type=float, default=5)
    parser.add_argument("--think", type=float, default=0, help="milliseconds before a decision")
    parser.add_argument("--rounds", type=int, default=4)
    given = parser.parse_args()
    with ServerProcess() as server:
        found = measure(server, given.tables, given.seconds, given.warm, given.think, given.rounds)
        print(msgspec.json.encode(asyncio.run(found)).decode())


if __name__ == "__main__":
    main()
