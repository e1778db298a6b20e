"""`random`: any legal action, all equally likely."""

from lasttrick.bots.bot import Bot, legal_actions
from lasttrick.core.rng import below


class RandomBot(Bot):
    def choose(self, game, view, seat: int) -> int:
        actions = legal_actions(game, view, seat)
        return int(actions[below(self.rng, len(actions))])
