"""What all bots share: the legal actions of a view, seeded luck, and reasons as data."""

import numpy as np

from lasttrick.core.contract import Game
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rng import new_rng


class Bot:
    """A view in, an action out. The same name, seed and views give the same actions."""

    def __init__(self, text: str, seed: int = 0):
        self.name = text
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin anew with this luck, as if just made."""
        self.rng = new_rng(seed, 1)

    def choose(self, game: Game, view: np.record, seat: int) -> int:
        """The action this bot takes; `view` is what the seat may know."""
        raise NotImplementedError

    def explain(self, game: Game, view: np.record, seat: int) -> dict:
        """The action with its reasons; see docs/reference/bots.md for the fields."""
        action = self.choose(game, view, seat)
        return {"bot": self.name, "seat": seat, **named(game, view, action), "actions": [], "continuation": []}

    def ready(self, game: Game) -> None:
        """Compile or load what this bot needs for a game, so that its first decision is not late."""


def legal_actions(game: Game, view: np.record, seat: int) -> np.ndarray:
    """The legal actions of a seat that is to act, from its view."""
    actions = np.zeros(game.actions, np.int16)
    if not int(game.rules.acting(view)) >> seat & 1:
        raise LastTrickError(f"Seat {seat} is not to act in this view, so there is nothing to choose.")
    return actions[: game.rules.legal(view, seat, actions)]


def named(game: Game, view: np.record, action: int) -> dict:
    return {"action": int(action), "text": game.notation.action_text(view, int(action))}


def first_view(game: Game) -> tuple[np.record, int]:
    """A first deal as a seat that is to act sees it, good for compiling."""
    from lasttrick.core.match import Match

    match = Match(game, min(game.about.players), game.about.automatic_options({}), "ready")
    return match.view(match.acting[0]), match.acting[0]
