"""A game that says nothing of progress: the rewards `score` and `shaped` have only the win."""

from lasttrick.core.rule import rule

SENTENCE = "none"


@rule
def progress(state, out):
    for seat in range(state.players):
        out[seat] = 0.0
