"""How near our rules come to a program written by hand in C: the same random matches of 10 Tricks Later, in one run.

    .venv/bin/python bench/limit/beside.py

Both draw from the same generators in the same order, so every winner must be the same; that is checked first. Rates are
decisions per second of CPU time, measured in turn, the best of each. Needs a C compiler.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lasttrick import games
from lasttrick.core import chance
from lasttrick.core.loops import RandomMatches

SOURCE = Path(__file__).with_name("ten_tricks_later.c")
SEED, CHECKED, MATCHES, TURNS = "limit", 2000, 4000, 8
WANTED = 0.65


def build(folder: str) -> str | None:
    """The program, or None where there is no compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = str(Path(folder) / "ten_tricks_later")
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(SOURCE)], check=True)
    return program


def in_c(program: str, players: int, count: int, *more: str) -> tuple[list[int], int, float]:
    """Winners if asked for, decisions, and CPU seconds."""
    key = chance.key_text(chance.key_of(SEED))
    done = subprocess.run(
        [program, key, str(players), "0", str(count), *more], capture_output=True, text=True, check=True
    )
    decisions, seconds, _ = done.stderr.split()
    return [int(line) for line in done.stdout.split()], int(decisions), float(seconds)


def ours(matches: RandomMatches, count: int) -> tuple[list[int], int, float]:
    begun = time.process_time()
    winners, _, decisions = matches.play(0, count)
    return winners.tolist(), int(decisions.sum()), time.process_time() - begun


def compare(program: str, players: int) -> None:
    matches = RandomMatches(games.game("ten_tricks_later"), players, {}, SEED)
    same = in_c(program, players, CHECKED, "winners")[:2] == ours(matches, CHECKED)[:2]
    if not same:
        sys.exit(f"With {players} players the two programs play different matches: one of them has a rule wrong.")
    best = [0.0, 0.0]
    for _ in range(TURNS):
        for which, play in enumerate((lambda: ours(matches, MATCHES), lambda: in_c(program, players, MATCHES))):
            _, decisions, seconds = play()
            best[which] = max(best[which], decisions / seconds)
    print(
        f"ten_tricks_later, {players} players: {best[0] / 1e6:.1f} million decisions per CPU second, in C "
        f"{best[1] / 1e6:.1f}; {best[0] / best[1]:.2f} of it (wanted {WANTED} with 4); {CHECKED} matches the same",
        flush=True,
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        if program is None:
            print("No C compiler was found (cc, gcc or clang): no yardstick.")
            return
        for players in games.about("ten_tricks_later").players:
            compare(program, players)


if __name__ == "__main__":
    main()
