"""A trained network at a table: takes the action that it pulls towards most, at one glance."""

import numpy as np

from lasttrick.bots.bot import Bot, first_view, legal_actions, named
from lasttrick.bots.nets.net import by_lot, glance_dtype, judge, look, new_net, strongest, tell
from lasttrick.bots.nets.weights import Net, read_net, shipped_net
from lasttrick.core.rule import entry


@entry
def take(net, view, seat, temperature, n, g):
    """The place of the action to take; the pulls and the chances of the seats are left in `g`."""
    look(net, view, seat, g)
    tell(net, view, g)
    judge(net, view, seat, n, g)
    return strongest(n, g) if temperature == 0.0 else by_lot(n, temperature, g)


class NetBot(Bot):
    """The network in a file, or the one that comes with the package for the game at hand.

    With a temperature, in hundredths, it tries what it thinks less of, too."""

    def __init__(self, text: str, seed: int = 0, temperature: int = 0, file: str = ""):
        super().__init__(text, seed)
        self.temperature = temperature / 100
        self._own = read_net(file) if file else None
        self._glances: dict[str, np.record] = {}

    def net_for(self, game, players: int) -> Net:
        """The network that plays at such a table; one sentence where there is none."""
        net = self._own or shipped_net(game)
        net.check(game, players)
        return net

    def ready(self, game) -> None:
        view, seat = first_view(game)
        take(new_net(game)[0], view, seat, self.temperature, 1, self._glance(game))

    def choose(self, game, view, seat: int) -> int:
        place, g, _ = self._look(game, view, seat)
        return int(g.actions[place])

    def _look(self, game, view, seat: int):
        net, g = self.net_for(game, int(view.players)), self._glance(game)
        actions = legal_actions(game, view, seat)
        n = len(actions)
        g.actions[:n] = actions
        g.rng[:] = self.rng
        place = take(net.weights[0], view, seat, self.temperature, n, g)
        self.rng[:] = g.rng
        return int(place), g, n

    def _glance(self, game) -> np.record:
        if game.name not in self._glances:
            self._glances[game.name] = np.zeros(1, glance_dtype(game))[0]
        return self._glances[game.name]

    def explain(self, game, view, seat: int) -> dict:
        """The action, how strongly the network pulls towards each, and the chance to win that it sees for each seat."""
        place, g, n = self._look(game, view, seat)
        pull = g.pull[:n].astype(float)
        shares = np.exp(pull - pull.max())
        shares /= shares.sum()
        looks = [
            {**named(game, view, a), "worth": round(float(w), 3), "share": round(float(s), 4)}
            for a, w, s in zip(g.actions[:n], pull, shares, strict=True)
        ]
        looks.sort(key=lambda one: -one["worth"])
        players = int(view.players)
        chances = [round(float(g.chances[(other - seat) % players]), 4) for other in range(players)]
        return {
            "bot": self.name,
            "seat": seat,
            **named(game, view, g.actions[place]),
            "actions": looks,
            "chances": chances,
            "continuation": [],
        }
