"""What a finished match is worth to its seats, where a game says nothing else: the win, shared among the winners."""

from lasttrick.core import bits
from lasttrick.core.rule import rule


@rule
def share_the_win(state, winners, chances):
    shared = bits.count(winners)
    for seat in range(state.players):
        chances[seat] = 1.0 / shared if bits.has(winners, seat) else 0.0
