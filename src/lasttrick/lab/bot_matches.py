"""Many matches between bots by name. Bots that only judge play inside compiled code; others decide one by one."""

import numpy as np

from lasttrick.bots.batch import JudgedMatches
from lasttrick.bots.registry import make_bot, read_bot, seats_of
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.match import Match
from lasttrick.lab.arena_match import luck, play_out


def bot_matches(game, players: int, options: dict, seed, bots: list[str]):
    """Matches of these bots, seat by seat, in blocks: `play(first, count)` gives winners, scores, decisions."""
    names = seats_of(bots, players)
    mistakes = [_mistakes(name) for name in names]
    if all(m is not None for m in mistakes):
        return JudgedMatches(game, players, options, seed, mistakes)
    return ThinkingMatches(game, players, options, seed, names)


def _mistakes(name: str) -> int | None:
    """Of a bot that only judges: decisions in a hundred that it makes at random."""
    kind, settings = read_bot(name)
    return {"random": 100, "heuristic": settings.get("mistakes", 0)}.get(kind.name)


class ThinkingMatches:
    """Matches in which some seat searches."""

    def __init__(self, game, players: int, options: dict, seed, names: list[str]):
        self.game, self.players, self.seed, self.names = game, players, seed, names
        self._options = game.about.automatic_options(options)
        game.blank(players, self._options)
        self._bots = [make_bot(name) for name in names]

    def ready(self, game) -> None:
        """Compile or load what the first decisions need."""
        for bot in self._bots:
            bot.ready(game)

    def play(self, first: int, count: int):
        winners = np.zeros(count, np.int64)
        scores = np.zeros((count, MOST_SEATS), np.int32)
        decisions = np.zeros(count, np.int32)
        for i in range(count):
            match = Match(self.game, self.players, self._options, f"{self.seed}/{first + i}")
            for seat, bot in enumerate(self._bots):
                bot.reseed(luck(self.seed, self.names[seat], first + i, seat))
            play_out(match, self._bots, [0.0] * self.players)
            winners[i] = self.game.rules.result(match.state, scores[i])
            decisions[i] = len(match.decisions)
        return winners, scores[:, : self.players], decisions
