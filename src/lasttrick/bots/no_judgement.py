"""Playing a game that nobody has thought about: every action looks the same, and only the end of the match counts."""

from lasttrick.core.rule import entry, rule
from lasttrick.core.winning import share_win as payoff

SCALE = 1.0
CLUES = 0
__all__ = ["CLUES", "SCALE", "appraise", "clues", "cut_short", "outlook", "payoff", "stage"]


@entry
def appraise(view, seat, actions, n, worth):
    for i in range(n):
        worth[i] = 0.0


@rule
def clues(view, seat, actions, n, worth, out):
    pass


@rule
def stage(state):
    return 0


@rule
def cut_short(world):
    pass


@rule
def outlook(state, chances):
    for seat in range(state.players):
        chances[seat] = 1.0 / state.players
