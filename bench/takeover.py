"""How soon a process has the tables of one that was killed: tables a second, and the CPU time of each.

    python bench/takeover.py postgresql+psycopg://tables@/tables --tables 400

Four people play at each table for a while; then the owner is killed and the other process is asked for all tables by
as many at once as `--askers`. One line of figures.
"""

import argparse
import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection

from lean import open_socket
from load import BenchTable, Tally, seat_four
from server_process import ServerProcess, quantile


async def play(owner: ServerProcess, number: int, seconds: float) -> list[str]:
    """So many tables at which people play for so long."""
    tally, ids = Tally(), []
    tally.think = 0.5
    for _ in range(number):
        table, tokens = await asyncio.to_thread(seat_four, owner.host, 12)
        four = BenchTable(tally)
        for seat, token in enumerate(tokens):
            heard = lambda message, at, seat=seat, four=four: four.heard(seat, message, at)  # noqa: E731
            four.sockets.append(await open_socket(owner.host, table, token, heard))
        for socket in four.sockets:
            socket.send(b'{"type":"hello","id":"h"}')
        ids.append(table)
    await asyncio.sleep(seconds)
    tally.stop = True
    return ids


def ask(host: str, table: str) -> tuple[float, int]:
    """When a table is there, and how many decisions it has."""
    lobby = HTTPConnection(host, timeout=60)
    lobby.request("GET", f"/api/tables/{table}")
    answer = lobby.getresponse()
    told = json.loads(answer.read())
    lobby.close()
    if answer.status != 200:
        raise RuntimeError(told)
    return time.perf_counter(), told["table"]["version"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database")
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=20, help="of play before the end of their owner")
    parser.add_argument("--askers", type=int, default=32)
    given = parser.parse_args()
    with ExitStack() as stack:
        options = ("--metrics", "", "--database", given.database)
        owner, other = (stack.enter_context(ServerProcess(*options)) for _ in range(2))
        ids = asyncio.run(play(owner, given.tables, given.seconds))
        owner.process.kill()
        cpu, began = other.cpu_seconds, time.perf_counter()
        with ThreadPoolExecutor(given.askers) as pool:
            found = list(pool.map(lambda table: ask(other.host, table), ids))
        took, cpu = time.perf_counter() - began, other.cpu_seconds - cpu
    there = [at - began for at, _ in found]
    figures = {
        "tables": len(ids),
        "decisions_each": round(sum(version for _, version in found) / len(found)),
        "first_s": round(min(there), 2),
        "p50_s": round(quantile(there, 0.5), 2),
        "all_s": round(took, 2),
        "tables_per_second": round(len(ids) / took),
        "cpu_ms_each": round(1000 * cpu / len(ids), 2),
    }
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
