"""Who has won, and how much of it: what a game's `Win` says (see `core.about`), for compiled code and for rows.

Everything that counts wins asks here: tables, pages, bots and learners.
"""

import importlib

import numpy as np

from lasttrick.core import bits
from lasttrick.core.contract import Game, constant
from lasttrick.core.rule import rule
from lasttrick.core.sources import takes

ANY_ENDING = -1


def ending_that_counts(game: Game) -> int:
    """The one `Ending` by which a win counts, or ANY_ENDING."""
    name = game.about.win.ending
    return int(game.state.Ending[name.upper()]) if name else ANY_ENDING


counting_ending = constant(ending_that_counts)
is_shared = constant(lambda game: int(game.about.win.shared))
takes(__name__, lambda package: importlib.import_module(package).ABOUT.win)


@rule
def counted_winners(state, winners):
    """Of the winners that the rules name those that count: none, if the match ended otherwise than a win asks."""
    wanted = counting_ending(state)
    return winners if wanted == ANY_ENDING or wanted == state.ending else np.int64(0)


@rule
def share_win(state, winners, shares):
    """Write what each seat has of the win, from 0 to 1; `winners` is what the rules' `result` gave."""
    won = counted_winners(state, winners)
    whole = 1.0 / max(1, bits.count(won)) if is_shared(state) == 1 else 1.0
    for seat in range(state.players):
        shares[seat] = whole if bits.has(won, seat) else 0.0


def win_shares(game: Game, winners, endings, players: int) -> np.ndarray:
    """What each seat has of the win, a row a match; `winners` are sets of seats, `endings` numbers of `Ending`."""
    won = ((np.asarray(winners, np.int64)[:, None] >> np.arange(players)) & 1).astype(float)
    if ending_that_counts(game) != ANY_ENDING:
        won *= (np.asarray(endings) == ending_that_counts(game))[:, None]
    return won / np.maximum(1, won.sum(axis=1))[:, None] if game.about.win.shared else won
