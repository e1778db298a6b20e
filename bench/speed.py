"""How fast the rules run: whole random matches on one core, beside OpenSpiel's hearts in the same run.

    make bench            everything
    .venv/bin/python bench/speed.py --seconds 1 scout

Rates are per second of process CPU time. Ours and the peer's are measured in turn, three times, and the best of each
counts, because the machine may be busy with other things. Where the peer is not installed, that is said.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

from lasttrick import games
from lasttrick.core.loops import RandomMatches
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice

TARGETS = {"ten_tricks_later": 8.0, "scout": 1.5, "zombie_escape": 3.0, "trick_to_survival": 1.0}  # × hearts in C++
ROUNDS = 3
BLOCK = 2000  # matches a call, so that what is measured is not Python


def rate(play, seconds: float) -> float:
    """Decisions a CPU second; `play()` plays some matches and gives how many decisions they had."""
    play()
    decisions, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        decisions += play()
    return decisions / spent


def ours(name: str, players: int):
    matches, at = RandomMatches(games.game(name), players, {}, "bench"), iter(range(0, 1 << 40, BLOCK))
    return lambda: int(matches.play(next(at), BLOCK)[2].sum())


def hearts_native():
    """OpenSpiel's hearts, dealt and played whole by C++ random bots."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(p, 11 + p) for p in range(4)]
    length = sum(_hearts_in_python(game) for _ in range(30)) / 30
    seeds = iter(range(1 << 40))

    def play():
        for _ in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 20 * length

    return play


def _hearts_in_python(game) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def hearts_python():
    import pyspiel

    game = pyspiel.load_game("hearts")
    return lambda: _hearts_in_python(game)


def peers() -> dict:
    try:
        return {"hearts, C++ bots": hearts_native(), "hearts, Python loop": hearts_python()}
    except ImportError:
        print("OpenSpiel is not installed (pip install 'lasttrick[bench]'): no ratios.")
        return {}


def measure_speed(names: list[str], seconds: float) -> None:
    plays = {(name, n): ours(name, n) for name in names for n in games.about(name).players}
    plays.update({(peer, 4): play for peer, play in peers().items()})
    best = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for key, play in plays.items():
            best[key] = max(best[key], rate(play, seconds))
    native, python = (best.get((f"hearts, {how}", 4)) for how in ("C++ bots", "Python loop"))
    for (name, players), found in best.items():
        line = f"{name}, {players} players: {found / 1e6:.2f} million decisions per CPU second"
        if name in games.NAMES:
            line += f", {games.game(name).dtype.itemsize} bytes a state"
            if native and players == 4:
                line += f"; {found / native:.1f} × hearts in C++ (wanted {TARGETS[name]})"
                line += f", {found / python:.0f} × its Python loop"
        print(line, flush=True)


def measure_start(names: list[str]) -> None:
    """Compiling a game for the first time, starting later, and asking for help, each in a fresh process."""
    for name in names:
        with tempfile.TemporaryDirectory() as cache:
            code = (
                "import time; t = time.perf_counter()\n"
                "from lasttrick import games; from lasttrick.core.warm import warm\n"
                f"warm(games.game({name!r})); print(time.perf_counter() - t)"
            )
            first, later = (_seconds(code, cache) for _ in range(2))
        print(f"{name}: first compile {first:.1f} s, later starts {later:.2f} s", flush=True)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "lasttrick", "--help"], capture_output=True, check=True)
    print(f"lasttrick --help: {time.perf_counter() - begun:.2f} s", flush=True)


def _seconds(code: str, cache: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LASTTRICK_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def measure_interactive(names: list[str]) -> None:
    """One decision as a server makes it: view, legal, apply, each called from Python."""
    for name in names:
        game, decisions, spent = games.game(name), 0, 0.0
        for seed in range(7):
            if seed == 1:  # the first match loaded the compiled code
                decisions, spent = 0, 0.0
            match, choose = Match(game, None, game.about.automatic_options({}), seed), random_choice(seed)
            while not match.over:
                seat, action = choose(match)
                begun = time.process_time()
                game.view.view(match.state, seat, match._view)
                game.rules.legal(match.state, seat, match._actions)
                game.rules.apply(match.state, seat, action, match._story)
                spent += time.process_time() - begun
                match._story.used = 0
                decisions += 1
        print(f"{name}: view + legal + apply from Python {spent / decisions * 1e6:.0f} µs a decision", flush=True)


def measure_growth(name: str) -> None:
    """Cost is linear in matches, and memory does not grow with them."""
    matches = RandomMatches(games.game(name), max(games.about(name).players), {}, "growth")
    matches.play(0, 100)
    rows = []
    for count in (1000, 4000, 16000):
        begun = time.process_time()
        matches.play(0, count)
        rows.append(f"{count} matches {(time.process_time() - begun) / count * 1e6:.1f} µs each")
    memory = [_memory_after(matches) for _ in range(3)]
    print(
        f"{name}: {', '.join(rows)}; peak memory {memory[0]:.0f}, {memory[1]:.0f}, {memory[2]:.0f} MB in turn",
        flush=True,
    )


def _memory_after(matches) -> float:
    for block in range(20):
        matches.play(block * 1000, 1000)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games by name; all if not said")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds a measurement")
    given = parser.parse_args()
    names = given.games or list(games.NAMES)
    measure_speed(names, given.seconds)
    measure_interactive(names)
    for name in names:
        measure_growth(name)
    measure_start(names)


if __name__ == "__main__":
    main()
