"""Decisions a CPU second of several processes on one Postgres, beside one process and beside SQLite.

    python bench/several.py postgresql+psycopg://tables@/tables --processes 4

Each table is asked of the process that owns it, as behind a proxy that hashes its id. With `--hop` it is asked of the
next one, which hands everything on. With `--pairs 3` one process is measured in turn with them, and the line says what
part of its figure each of the many makes. Every process has as many tables, at which people think as long, so that
each has the same to do; how many decisions share a commit depends on that. One line of figures.
"""

import argparse
import asyncio
import json
import time
from contextlib import ExitStack
from types import SimpleNamespace

from lean import open_socket
from load import BenchTable, Tally, lane, seat_four
from server_process import ServerProcess, quantile


async def hopping_lane(owner: ServerProcess, asked: ServerProcess, tally: Tally, rounds: int) -> None:
    """Match after match at a table of one process, through another."""
    while not tally.stop:
        table, tokens = await asyncio.to_thread(seat_four, owner.host, rounds)
        four = BenchTable(tally)
        for seat, token in enumerate(tokens):
            heard = lambda message, at, seat=seat: four.heard(seat, message, at)  # noqa: E731, B023
            four.sockets.append(await open_socket(asked.host, table, token, heard))
        for socket in four.sockets:
            socket.send(b'{"type":"hello","id":"h"}')
        await four.over
        for socket in four.sockets:
            socket.transport.close()


async def measure(servers: list, given: SimpleNamespace) -> dict:
    tally, number = Tally(), len(servers)
    tally.think = given.think / 1000
    pairs = [(servers[i % number], servers[(i + 1) % number]) for i in range(given.tables * number)]
    if given.hop:
        lanes = [asyncio.ensure_future(hopping_lane(*pair, tally, 4)) for pair in pairs]
    else:
        lanes = [asyncio.ensure_future(lane(owner, tally, 4)) for owner, _ in pairs]
    await asyncio.sleep(given.warm)
    cpu, began = sum(server.cpu_seconds for server in servers), time.perf_counter()
    tally.recording = True
    await asyncio.sleep(given.seconds)
    tally.recording = False
    took, cpu = time.perf_counter() - began, sum(server.cpu_seconds for server in servers) - cpu
    tally.stop = True
    await asyncio.wait(lanes, timeout=5)
    failed = [str(lane.exception()) for lane in lanes if lane.done() and lane.exception()]
    return {
        "processes": number,
        "hop": given.hop,
        "tables_each": given.tables,
        "think_ms": given.think,
        "moves": tally.moves,
        "moves_per_second": round(tally.moves / took),
        "moves_per_cpu_second": round(tally.moves / cpu),
        "p50_ms": round(quantile(tally.delays, 0.5) * 1000, 1),
        "p99_ms": round(quantile(tally.delays, 0.99) * 1000, 1),
        "failed": failed[:3],
    }


def run(number: int, given: argparse.Namespace) -> dict:
    more = [] if given.database == "sqlite" else ["--database", given.database]
    with ExitStack() as stack:
        servers = [stack.enter_context(ServerProcess("--metrics", "", *more)) for _ in range(number)]
        return asyncio.run(measure(servers, SimpleNamespace(**vars(given))))


def beside_one(given: argparse.Namespace) -> dict:
    """So many processes and one, in turn: decisions a CPU second of each, and what part of one's the many make."""
    runs = [(run(1, given), run(given.processes, given)) for _ in range(given.pairs)]
    one, many = ([pair[i]["moves_per_cpu_second"] for pair in runs] for i in (0, 1))
    parts = sorted(m / o for o, m in zip(one, many, strict=True))
    return {
        "processes": given.processes,
        "tables_each": given.tables,
        "think_ms": given.think,
        "one_per_cpu_second": one,
        "many_per_cpu_second": many,
        "part_of_one": round(parts[len(parts) // 2], 3),
        "failed": [why for pair in runs for found in pair for why in found["failed"]][:3],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", help="a Postgres; or sqlite for one process with a file")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--tables", type=int, default=64, help="of each process")
    parser.add_argument("--think", type=float, default=100, help="milliseconds before a decision")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warm", type=float, default=5)
    parser.add_argument("--hop", action="store_true")
    parser.add_argument("--pairs", type=int, default=0, help="measure one process as well, so often in turn")
    given = parser.parse_args()
    print(json.dumps(beside_one(given) if given.pairs else run(given.processes, given)), flush=True)


if __name__ == "__main__":
    main()
