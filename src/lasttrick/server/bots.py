"""The bots a table can seat: the room `lasttrick.bots` where it is there, and a random one otherwise.

`python -m lasttrick.server.bots` compiles them for this machine; a server does that beside its work.
"""

import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rule import PLAIN, cache_folder
from lasttrick.server.api import BotFace

LEVELS = ("easy", "normal", "hard", "merciless")  # offered to people
OTHERS = ("random", "heuristic")  # quick ones, for programs and tests
TAKES_OVER = "normal"  # decides for a person who is away
_TAKES = {"hard": 0.1, "merciless": 0.4}  # seconds that a question keeps a worker at most; the bots see to it
_OTHERS_TAKE = 0.03


def takes(name: str) -> float:
    return _TAKES.get(name, _OTHERS_TAKE)


def faces() -> list[BotFace]:
    return [BotFace(name, name in LEVELS) for name in (*LEVELS, *OTHERS)]


def check(name: str) -> str:
    """A bot that may sit at a table; unbounded thinkers may not."""
    if name not in LEVELS + OTHERS:
        raise LastTrickError(f"There is no bot {name!r} for a table. Possible: {', '.join(LEVELS + OTHERS)}.")
    return name


class RandomBot:
    """Any legal action, all equally likely."""

    def __init__(self, name: str, seed: int):
        from lasttrick.core.rng import new_rng

        self.rng = new_rng(seed)

    def choose(self, game, view, seat: int) -> int:
        import numpy as np

        from lasttrick.core.rng import below

        actions = np.zeros(game.actions, np.int16)
        return int(actions[below(self.rng, game.rules.legal(view, seat, actions))])


def make_bot(name: str, seed: int):
    try:
        from lasttrick.bots import make_bot as make
    except ImportError:
        return RandomBot(name, seed)
    return make(name, seed)


def _marker() -> Path | None:
    try:
        from lasttrick.appraisal import advice
    except ImportError:
        return None
    folder = None if PLAIN else cache_folder(advice.__name__, *map(games.package, games.NAMES))
    return folder / "levels.ready" if folder else None


@contextmanager
def made_ready():
    """Meanwhile a process of the lowest priority compiles all bots, so that nobody waits long for their first decision.

    Where that was done before there is nothing to do."""
    marker = _marker()
    if marker is None or marker.exists():
        yield
        return
    command = [sys.executable, "-m", "lasttrick.server.bots"]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere):
        yield  # leaving closes its input


def main() -> None:
    """Compile the bots of all games and the coach. Ends when its input does, so it never outlives the server."""
    from lasttrick.appraisal.advice import Adviser

    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(19)
    for level in LEVELS[1:]:  # what the easy one needs, the normal one needs too
        for name in games.NAMES:
            make_bot(level, 0).ready(games.game(name))
    for name in games.NAMES:
        Adviser(games.game(name)).ready()
    marker = _marker()
    if marker is not None:
        marker.touch()


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
