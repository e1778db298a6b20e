"""Getting a game ready: compile its functions once, with something to watch meanwhile."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from lasttrick.core import bits, chance, loops
from lasttrick.core.contract import Game
from lasttrick.core.rng import new_rng
from lasttrick.core.rule import PLAIN, cache_folder
from lasttrick.core.story import new_story


def _marker(game: Game) -> Path | None:
    folder = cache_folder("lasttrick.core.loops", game.package)
    return folder / "ready" if folder else None


def is_warm(game: Game) -> bool:
    """Whether this game's code has been compiled on this machine before."""
    marker = _marker(game)
    return PLAIN or (marker is not None and marker.exists())


def warm(game: Game, report: Callable[[str, int, int], None] = lambda what, done, of: None) -> None:
    """Compile everything a game needs, or load it; `report` hears what is next, how many are done, and of how many.

    Views and sampled worlds share little with the rest, so a second process compiles them meanwhile.
    """
    beside = None if PLAIN or is_warm(game) or _marker(game) is None else _start_beside(game)
    playing, seeing = _playing(game), _seeing(game)
    for done, (what, step) in enumerate([*playing, *seeing]):
        report(what, done, len(playing) + len(seeing))
        if beside is not None and done == len(playing):
            beside.wait()
        step()
    report("ready", 1, 1)
    marker = _marker(game)
    if marker is not None and not PLAIN:
        marker.touch()


def _start_beside(game: Game) -> subprocess.Popen:
    code = f"from lasttrick.core import contract, warm\nwarm.warm_views(contract.load({game.package!r}))"
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def warm_views(game: Game) -> None:
    """The part of `warm` that a second process does."""
    for _, step in _seeing(game):
        step()


def _dealt(game: Game) -> np.ndarray:
    """A blank record, good enough to compile with: compiling looks at types only."""
    states = np.array([game.blank(game.about.players[0])], game.dtype)
    states[0].key[:] = chance.key_of("warm")
    return states


def _playing(game: Game) -> list[tuple[str, Callable]]:
    """Each entry into compiled rules, called once on a first deal."""
    state, story, actions = _dealt(game)[0], new_story(), np.zeros(game.actions, np.int16)
    rules = game.rules

    def decide():
        seat = int(bits.lowest(rules.acting(state)))
        rules.legal(state, seat, actions)
        rules.apply(state, seat, int(actions[0]), story)

    return [
        ("dealing", lambda: rules.start(state, story)),
        ("deciding", decide),
        ("scoring", lambda: rules.result(state, np.zeros(loops.MOST_SEATS, np.int32))),
        ("whole matches", lambda: loops.RandomMatches(game, game.about.players[0], {}, "warm").play(0, 1)),
    ]


def _seeing(game: Game) -> list[tuple[str, Callable]]:
    """Each entry into compiled views. They are compiled for their types and not run, as nothing is dealt."""
    from numba import typeof

    states, seat = _dealt(game), 0
    state, numbers = states[0], np.zeros(game.observation_size, np.float32)

    def compiled(function, *arguments) -> Callable:
        return lambda: function.compile(tuple(typeof(a) for a in arguments))

    view = game.view
    rows, counts = np.zeros((loops.MOST_SEATS, game.actions), np.int16), np.zeros(loops.MOST_SEATS, np.int64)
    foreseeing = [("foresight", compiled(game.foresee.survey, state, seat, new_story()))] if game.foresee else []
    return [
        ("views", compiled(view.view, state, seat, states)),
        ("sampled worlds", compiled(view.determinize, state, seat, new_rng(), states)),
        ("observations", compiled(view.encode, state, seat, numbers)),
        ("tables", compiled(loops.look_around, states, seat, rows, counts, states)),
        *foreseeing,
    ]
