"""The lab's figures: rows beside raw play-outs, two cores beside one, and a whole report. One line each.

`python bench/lab.py` measures all; `--quick` leaves the reports out. CPU seconds count for speed; the clock for cores.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lasttrick import games
from lasttrick.core.loops import RandomMatches
from lasttrick.lab.plan import make_plan
from lasttrick.lab.run import run

SECONDS = 6  # of play-outs measured
REPORT_MATCHES = 100_000


def cpu(work) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def clock(work) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def rows(name: str) -> None:
    """Rows written by one core, two cores, and raw play-outs, in turns, so that both meet the same machine."""
    game, players = games.game(name), max(games.about(name).players)
    raw = RandomMatches(game, players, {}, "bench")
    raw.play(0, 100)
    matches = int(SECONDS * 2000 / max(0.001, cpu(lambda: raw.play(0, 2000))))
    plan = make_plan(game, players, matches, "bench", ["random"], {})

    def write(cores: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run(plan, Path(folder) / "rows.parquet", cores)

    write(1)
    shares, gains = [], []
    for _ in range(2):
        alone = cpu(lambda: [raw.play(first, 1000) for first in range(0, matches, 1000)])
        shares.append(alone / cpu(lambda: write(1)))
        one, two = clock(lambda: write(1)), clock(lambda: write(2))
        gains.append(one / two)
    print(
        f"{name}, {players} players: {matches:,} matches as rows at {max(shares):.0%} of the raw speed; "
        f"two cores {max(gains):.2f} × one",
        flush=True,
    )


def report(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "lasttrick", "report", name, "-n", str(REPORT_MATCHES), "--out", folder]
        before = os.times()
        spent = clock(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    print(f"{name}: report of {REPORT_MATCHES:,} matches in {spent:.0f} s ({used:.0f} CPU seconds)", flush=True)


if __name__ == "__main__":
    for game_name in games.NAMES:
        rows(game_name)
    if "--quick" not in sys.argv:
        for game_name in games.NAMES:
            report(game_name)
