"""The bots a table can seat: the room `lasttrick.bots` where it is there, and a random one otherwise."""

from lasttrick.core.errors import LastTrickError
from lasttrick.server.api import BotFace

LEVELS = ("easy", "normal", "hard")  # offered to people
OTHERS = ("random", "heuristic")  # quick ones, for programs and tests
TAKES_OVER = "normal"  # decides for a person who is away


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
