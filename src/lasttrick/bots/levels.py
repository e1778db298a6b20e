"""The levels for people: names for bots of measured strength, in each game others.

docs/reference/bots.md says how strong they are, and `bench/strength_table.py` measures it. The easy one often takes
what it thinks less of, the normal one now and then, the hard one plays what it finds best at a glance, the merciless
one looks ahead; where that does no good, they only err less and less. Budgets are iterations, so that a busy
machine weakens nobody; where they take several times as long as usual, a level cuts its search short, so that nobody
waits for it.
"""

from lasttrick.bots.bot import Bot
from lasttrick.bots.nets.weights import shipped_net
from lasttrick.bots.registry import LEVELS, make_bot

OF_ALL = ("heuristic:mistakes=35", "heuristic", "search:iterations=100", "search:iterations=1000")
OF_GAME = {
    "ten_tricks_later": ("net:temperature=620", "net:temperature=300", "net", "search:iterations=1000,net=1"),
    "scout": ("net:temperature=315", "net:temperature=210", "net", "search:iterations=400"),
    "zombie_escape": ("net:temperature=420", "net:temperature=250", "net", "search:iterations=500,net=1"),
    # all sink or swim together: who errs more, or searches for itself, lets all die
    "trick_to_survival": ("heuristic:mistakes=8", "heuristic:mistakes=4", "heuristic", "net"),
}
MOST_MS = {"hard": 100, "merciless": 400}  # that a decision may take at a table


def stands_for(text: str, game, players: int) -> str:
    """The bot that a level means at such a table; any other bot's string as it is."""
    name = text.strip()
    if name not in LEVELS:
        return text
    return _of(game, players)[LEVELS.index(name)]


def _of(game, players: int) -> tuple[str, ...]:
    """What the levels mean; a table that no network knows has what serves all games."""
    bots = OF_GAME.get(game.name, OF_ALL)
    return bots if "net" not in bots or players in shipped_net(game).players else OF_ALL


class LevelBot(Bot):
    """Plays each game as its level says."""

    def __init__(self, text: str, seed: int = 0):
        self._bots: dict[str, Bot] = {}
        super().__init__(text, seed)

    def reseed(self, seed: int) -> None:
        self._seed = seed
        for bot in self._bots.values():
            bot.reseed(seed)

    def _bot(self, game, players: int) -> Bot:
        text = stands_for(self.name, game, players)
        if text not in self._bots:
            deadline = f",ms={MOST_MS[self.name]}" if text.startswith("search") else ""
            self._bots[text] = make_bot(text + deadline, self._seed)
        return self._bots[text]

    def ready(self, game) -> None:
        for bot in {self._bot(game, players) for players in game.about.players}:
            bot.ready(game)

    def choose(self, game, view, seat: int) -> int:
        return self._bot(game, int(view.players)).choose(game, view, seat)

    def explain(self, game, view, seat: int) -> dict:
        return {**self._bot(game, int(view.players)).explain(game, view, seat), "bot": self.name}
