"""Getting a game ready: compile its functions once, with something to watch meanwhile."""

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from lasttrick.core import bits, chance, loops
from lasttrick.core.contract import Game
from lasttrick.core.rng import new_rng
from lasttrick.core.rule import PLAIN, cache_folder
from lasttrick.core.story import new_story

PARTS = ("table", "worlds", "matches")  # what a table of people needs, what bots imagine, whole matches at random


def _marker(game: Game, part: str) -> Path | None:
    folder = cache_folder("lasttrick.core.loops", game.package)
    return folder / f"ready-{part}" if folder else None


def is_warm(game: Game, parts: Iterable[str] = PARTS) -> bool:
    """Whether these parts of a game's code have been compiled on this machine before."""
    markers = [_marker(game, part) for part in parts]
    return PLAIN or all(marker is not None and marker.exists() for marker in markers)


def warm(
    game: Game,
    report: Callable[[str, int, int], None] = lambda what, done, of: None,
    parts: Iterable[str] = PARTS,
) -> None:
    """Compile parts of a game, or load them; `report` hears what is next, how many are done, and of how many.

    Sampled worlds share little with the rest, so a second process compiles them meanwhile.
    """
    here = {part: _steps(game)[part] for part in parts}
    apart = len(here) > 1 and "worlds" in here and not is_warm(game, here) and _marker(game, "worlds") is not None
    beside = _start_beside(game) if apart else None
    worlds = here.pop("worlds", [])
    steps = [step for part in here.values() for step in part]
    for done, (what, step) in enumerate([*steps, *worlds]):
        report(what, done, len(steps) + len(worlds))
        if beside is not None and done == len(steps):
            beside.wait()
        step()
    report("ready", 1, 1)
    for marker in (_marker(game, part) for part in parts):
        if marker is not None and not PLAIN:
            marker.touch()


def _start_beside(game: Game) -> subprocess.Popen:
    code = f"from lasttrick.core import contract, warm\nwarm.warm(contract.load({game.package!r}), parts=['worlds'])"
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _dealt(game: Game) -> np.ndarray:
    """A blank record, good enough to compile with: compiling looks at types only."""
    states = np.array([game.blank(game.about.players[0])], game.dtype)
    states[0].key[:] = chance.key_of("warm")
    return states


def _steps(game: Game) -> dict[str, list[tuple[str, Callable]]]:
    """Each entry into compiled code by part. Rules are called once on a first deal; what is about views is compiled for
    its types and not run."""
    from numba import typeof

    states, seat = _dealt(game), 0
    state, story, actions = states[0], new_story(), np.zeros(game.actions, np.int16)
    numbers = np.zeros(game.observation_size, np.float32)
    rules, view = game.rules, game.view

    def decide():
        seat = int(bits.lowest(rules.acting(state)))
        rules.legal(state, seat, actions)
        rules.apply(state, seat, int(actions[0]), story)

    def compiled(function, *arguments) -> Callable:
        return lambda: function.compile(tuple(typeof(a) for a in arguments))

    rows, counts = np.zeros((loops.MOST_SEATS, game.actions), np.int16), np.zeros(loops.MOST_SEATS, np.int64)
    foreseeing = [("foresight", compiled(game.foresee.survey, state, seat, story))] if game.foresee else []
    table = [
        ("dealing", lambda: rules.start(state, story)),
        ("deciding", decide),
        ("scoring", lambda: rules.result(state, np.zeros(loops.MOST_SEATS, np.int32))),
        ("views", compiled(view.view, state, seat, states)),
        ("tables", compiled(loops.look_around, states, seat, rows, counts, states)),
        *foreseeing,
    ]
    worlds = [
        ("sampled worlds", compiled(view.determinize, state, seat, new_rng(), states)),
        ("observations", compiled(view.encode, state, seat, numbers)),
    ]
    matches = [("whole matches", lambda: loops.RandomMatches(game, game.about.players[0], {}, "warm").play(0, 1))]
    return dict(zip(PARTS, (table, worlds, matches), strict=True))
