"""Finished matches of bots, for reviews."""

from functools import cache

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.core.match import Match


@cache
def finished(name: str, players: int, seed: str = "finished", bots: str = "heuristic:mistakes=20", **options) -> Match:
    """A match that bots have played to its end: one name for all seats, or one for each."""
    game = games.game(name)
    match = Match(game, players, {**game.about.automatic_options({}), **options}, seed)
    names = bots.split() if " " in bots else [bots] * players
    seated = [make_bot(name, seat) for seat, name in enumerate(names)]
    while not match.over:
        seat = match.acting[0]
        match.decide(seat, seated[seat].choose(game, match.view(seat), seat))
    return match
