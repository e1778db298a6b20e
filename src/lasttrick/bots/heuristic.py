"""`heuristic`: takes the action that its game's judgement likes best, with as many mistakes as it is told to make."""

import numpy as np

from lasttrick.bots.bot import Bot, first_view, legal_actions, named
from lasttrick.bots.policy import best_looking, judgement_of
from lasttrick.core.rng import below


class HeuristicBot(Bot):
    def __init__(self, text: str, seed: int = 0, mistakes: int = 0):
        super().__init__(text, seed)
        self.mistakes = mistakes

    def ready(self, game) -> None:
        view, seat = first_view(game)
        self._decide(game, view, seat)

    def choose(self, game, view, seat: int) -> int:
        return self._decide(game, view, seat)[0]

    def _decide(self, game, view, seat: int):
        actions = legal_actions(game, view, seat)
        worth = np.zeros(len(actions))
        judgement_of(game)
        if self.mistakes and below(self.rng, 100) < self.mistakes:
            return int(actions[below(self.rng, len(actions))]), actions, worth
        best = best_looking(view, seat, actions, len(actions), worth, self.rng)
        return int(actions[best]), actions, worth

    def explain(self, game, view, seat: int) -> dict:
        action, actions, worth = self._decide(game, view, seat)
        looks = [{**named(game, view, a), "worth": round(float(w), 3)} for a, w in zip(actions, worth, strict=True)]
        looks.sort(key=lambda look: -look["worth"])
        return {"bot": self.name, "seat": seat, **named(game, view, action), "actions": looks, "continuation": []}
