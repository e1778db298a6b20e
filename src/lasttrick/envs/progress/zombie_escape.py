"""Zombie Escape: damage less than the others have, in what ends the match."""

from lasttrick.core.rule import rule
from lasttrick.envs.progress.lead import lead_of

SENTENCE = "the mean record of the others less yours, divided by the damage that ends the match"


@rule
def progress(state, out):
    for seat in range(state.players):
        out[seat] = -state.records[seat]
    lead_of(out, state.players, state.end_damage)
