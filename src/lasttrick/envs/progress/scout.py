"""SCOUT: the total ahead of the others, in tens a round."""

from lasttrick.core.rule import rule
from lasttrick.envs.progress.lead import lead_of
from lasttrick.games.scout.rules import total

SENTENCE = "your total less the mean of the others, divided by ten times the rounds"


@rule
def progress(state, out):
    for seat in range(state.players):
        out[seat] = total(state, seat)
    lead_of(out, state.players, 10.0 * state.players)
