"""10 Tricks Later: the total ahead of the others, in targets."""

from lasttrick.core.rule import rule
from lasttrick.envs.progress.lead import lead_of

SENTENCE = "your total less the mean of the others, divided by the target"


@rule
def progress(state, out):
    for seat in range(state.players):
        out[seat] = state.total[seat]
    lead_of(out, state.players, state.target)
