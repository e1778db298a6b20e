"""Getting a game ready: compile its functions once, with something to watch meanwhile."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from lasttrick.core import chance, loops
from lasttrick.core.contract import Game
from lasttrick.core.rng import new_rng
from lasttrick.core.rule import PLAIN, cache_folder
from lasttrick.core.story import new_story


def _marker(game: Game) -> Path | None:
    folder = cache_folder("lasttrick.core")
    return folder / f"{game.name}.ready" if folder else None


def is_warm(game: Game) -> bool:
    """Whether this game's code has been compiled on this machine before."""
    marker = _marker(game)
    return PLAIN or (marker is not None and marker.exists())


def warm(game: Game, report: Callable[[str, int, int], None] = lambda what, done, of: None) -> None:
    """Compile everything a game needs, or load it; `report` hears what is next, how many are done, and of how many."""
    steps = _steps(game)
    for done, (what, step) in enumerate(steps):
        report(what, done, len(steps))
        step()
    report("ready", len(steps), len(steps))
    marker = _marker(game)
    if marker is not None and not PLAIN:
        marker.touch()


def _steps(game: Game) -> list[tuple[str, Callable]]:
    """Each entry into compiled code, called once on a first deal."""
    players = game.about.players[0]
    states = np.array([game.blank(players)], game.dtype)
    states[0].key[:] = chance.key_of("warm")
    state, other = states[0], np.zeros(1, game.dtype)
    story, rng = new_story(), new_rng()
    actions = np.zeros(game.actions, np.int16)
    numbers = np.zeros(game.observation_size, np.float32)
    rules, view = game.rules, game.view

    def decide():
        seat = loops.bits.lowest(rules.acting(state))
        rules.legal(state, seat, actions)
        rules.apply(state, seat, int(actions[0]), story)

    def many():
        base, seats = chance.key_of("warm"), np.zeros(1, np.int64)
        loops.start_many(other, np.array([game.blank(players)], game.dtype), base, 0, story)
        loops.legal_many(other, seats, np.zeros((1, game.actions), np.int8))
        loops.step_many(other, np.array([-1]), np.zeros(1, np.int64), story)

    return [
        ("dealing", lambda: rules.start(state, story)),
        ("deciding", decide),
        ("scoring", lambda: rules.result(state, np.zeros(loops.MOST_SEATS, np.int32))),
        ("views", lambda: view.view(state, 0, other)),
        ("sampled worlds", lambda: view.determinize(other[0], 0, rng, np.zeros(1, game.dtype))),
        ("observations", lambda: view.encode(other[0], 0, numbers)),
        ("whole matches", lambda: loops.RandomMatches(game, players, {}, "warm").play(0, 1)),
        ("batches", many),
    ]
