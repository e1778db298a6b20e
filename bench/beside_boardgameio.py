"""Moves a server CPU-second beside boardgame.io, in turns on the same core.

    python bench/beside_boardgameio.py --pairs 3

Each server has the first core to itself, and its driver the others. Both are warm after as many moves, not only
seconds: on a busy machine a just-in-time compiler needs longer. Their matches are about as long, 220 and 200 moves, and
are seated by as many requests. Ours makes every decision durable; the peer keeps its matches in memory, its default.

Node's releases are built with all optimisations. A Python may not be: `pyenv` leaves them out, and ours then takes a
fifth longer. `--python` names another interpreter of the same version for the server, such as a distribution's.

Needs Node and npm; the peer is installed into the user's cache folder. The last line names the Node in the path, since
releases differ as much as servers do: the peer makes half as many moves again on Node 24 as on Node 20. It has the
ratio of the medians, and that of each one's best run: on a shared machine the one least disturbed.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
from pathlib import Path

from load import measure
from server_process import ServerProcess

from lasttrick.core.sources import cache_root

WARM_MOVES = 10_000
ROUNDS = 5  # of 44 moves
CORE = 0  # the servers'
SOURCE = Path(__file__).parent / "boardgameio"


def installed() -> Path:
    """The peer, installed by npm once."""
    if not shutil.which("npm"):
        sys.exit("npm was not found; install Node to run the peer.")
    folder = cache_root() / "bench-boardgameio"
    folder.mkdir(parents=True, exist_ok=True)
    for file in SOURCE.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    return folder


def node() -> str:
    """Node itself: what lies in the path may be a script that starts it, whose CPU time is not Node's."""
    return subprocess.run(["node", "-p", "process.execPath"], check=True, capture_output=True, text=True).stdout.strip()


def node_version() -> str:
    return subprocess.run([node(), "--version"], check=True, capture_output=True, text=True).stdout.strip()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def measure_peer(folder: Path, tables: int, warm: float, seconds: float) -> dict:
    port = free_port()
    env = {**os.environ, "NODE_ENV": "production", "PORT": str(port)}
    serve = ["taskset", "-c", str(CORE), node(), "server.js"]
    with subprocess.Popen(serve, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if "up" in line:
                    break
            drive = [node(), "drive.js", *map(str, (port, tables, warm, seconds, server.pid, WARM_MOVES))]
            done = subprocess.run(
                drive, cwd=folder, env=env, capture_output=True, text=True, timeout=warm + seconds + 300
            )
            return json.loads(done.stdout)
        finally:
            server.terminate()


def measure_ours(tables: int, warm: float, seconds: float, python: str) -> dict:
    with ServerProcess(core=CORE, python=python) as server:
        return asyncio.run(measure(server, tables, seconds, warm, 0, ROUNDS, WARM_MOVES))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--warm", type=float, default=5)
    parser.add_argument("--python", default=sys.executable, help="the server's interpreter, of this one's version")
    given = parser.parse_args()
    os.sched_setaffinity(0, os.sched_getaffinity(0) - {CORE} or {CORE})
    folder, found = installed(), {"lasttrick": [], "boardgame.io": []}
    for _ in range(given.pairs):
        for run in (
            measure_ours(given.tables, given.warm, given.seconds, given.python),
            measure_peer(folder, given.tables, given.warm, given.seconds),
        ):
            print(json.dumps(run), flush=True)
            found[run["server"]].append(run["moves_per_cpu_second"])
    ours, peer = found["lasttrick"], found["boardgame.io"]
    middle, best = [statistics.median(ours), statistics.median(peer)], [max(ours), max(peer)]
    print(
        f"BENCH load node={node_version()} tables={given.tables} ours={middle[0]:.0f} peer={middle[1]:.0f} "
        f"moves_per_cpu_second ratio={middle[0] / middle[1]:.2f} "
        f"best_ours={best[0]} best_peer={best[1]} best_ratio={best[0] / best[1]:.2f}"
    )


if __name__ == "__main__":
    main()
