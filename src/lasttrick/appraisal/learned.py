"""What a game's telling learns from matches of the reference, once in a process for the same players and data."""

import numpy as np

from lasttrick.appraisal import loops
from lasttrick.appraisal.telling import has_learned, telling_of
from lasttrick.core import chance
from lasttrick.core.contract import Game
from lasttrick.core.story import new_story

MATCHES = 2_000
STAGES = 8  # of a match that are looked at, after the first
KEPT = 16  # kinds of matches that are remembered
NOTHING = np.zeros(1)

_kept: dict[bytes, np.ndarray] = {}


def numbers_for(game: Game, state: np.record) -> np.ndarray:
    """The numbers of a game's telling for matches like this one."""
    if not has_learned(game):
        return NOTHING
    telling = telling_of(game)
    blank = np.array([telling.like(state)], game.dtype)
    name = blank.tobytes()
    if name not in _kept:
        if len(_kept) == KEPT:
            _kept.clear()
        _kept[name] = telling.learn(*_matches(game, blank))
    return _kept[name]


def _matches(game: Game, blank: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States with which stages began; of the match of each the last state, and what each seat had of the win."""
    players = int(blank[0].players)
    begun, counts = np.zeros((MATCHES, STAGES), game.dtype), np.zeros(MATCHES, np.int64)
    ends, shares = np.zeros(MATCHES, game.dtype), np.zeros((MATCHES, players))
    key, story = chance.key_of("learned"), new_story(on=False)
    loops.note_stages(blank, key, loops.new_memory(game), story, begun, counts, ends, shares)
    which = np.repeat(np.arange(MATCHES), counts)
    states = begun[np.arange(STAGES) < counts[:, None]]
    return states, ends[which], shares[which]
