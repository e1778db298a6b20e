"""The first use of a game, compiled from an empty cache, beside the same of an earlier commit.

    python bench/first_use.py --beside bcf9c86

Both play `lasttrick simulate GAME -n 10` in turn, with the environment's own libraries. Processor seconds of all
processes and seconds by the clock, the least of the rounds; one line of figures a game.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lasttrick import games

HERE = Path(__file__).parent.parent


def first_use(source: Path, game: str) -> tuple[float, float]:
    """Processor seconds and seconds by the clock."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(
            [sys.executable, "-m", "lasttrick", "simulate", game, "-n", "10"],
            env={**os.environ, "PYTHONPATH": str(source / "src"), "LASTTRICK_CACHE": cache},
            cwd=cache,
            capture_output=True,
            check=True,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", required=True, metavar="COMMIT")
    parser.add_argument("--game", choices=games.NAMES, action="append", help="all if not said")
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as earlier:
        archive = subprocess.run(["git", "-C", HERE, "archive", given.beside], capture_output=True, check=True).stdout
        subprocess.run(["tar", "x", "-C", earlier], input=archive, check=True)
        for game in given.game or games.NAMES:
            pairs = [[first_use(source, game) for source in (Path(earlier), HERE)] for _ in range(given.rounds)]
            (then, then_by_clock), (now, now_by_clock) = (
                map(min, zip(*runs, strict=True)) for runs in zip(*pairs, strict=True)
            )
            print(
                f"BENCH first_use {game} then_cpu_s={then:.1f} now_cpu_s={now:.1f} of_it={now / then:.2f} | "
                f"then_s={then_by_clock:.1f} now_s={now_by_clock:.1f} rounds={given.rounds}",
                flush=True,
            )


if __name__ == "__main__":
    main()
