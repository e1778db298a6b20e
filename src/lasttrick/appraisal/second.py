"""A second opinion: play-outs in which a trained network decides, for all seats alike, instead of the judgement."""

import numpy as np

from lasttrick.appraisal.loops import LONGEST, tell_shares
from lasttrick.appraisal.telling import stage
from lasttrick.bots.hidden import sample
from lasttrick.bots.nets.net import glance
from lasttrick.core import bits, contract
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule


@rule
def play_on(net, state, begun, is_staged, story, g, m):
    """The network decides until the match is over or, where there are stages, another than `begun` has come."""
    decisions = 0
    seats = contract.acting(state)
    while seats != 0 and (is_staged == 0 or stage(state) == begun) and decisions < LONGEST:
        seat = bits.lowest(seats)
        n = contract.legal(state, seat, g.actions)
        if m.mistakes[seat] > 0 and below(m.rng, 100) < m.mistakes[seat]:
            at = np.int64(below(m.rng, n))
        else:
            at = glance(net, state, seat, 0.0, n, g)
        contract.apply(state, seat, g.actions[at], story)
        decisions += 1
        seats = contract.acting(state)


@entry
def try_actions(net, view, seat, tried, seed, first, is_staged, g, m, story, values):
    """As the reference's: row w is what the seat has of the win after each action tried in world first + w."""
    begun = stage(view)
    for w in range(len(values)):
        seed_rng(m.rng, seed, first + w)
        sample(view, seat, m.rng, m.world)
        for i in range(len(tried)):
            m.state[0] = m.world[0]
            seed_rng(m.rng, seed + 1, first + w)
            contract.apply(m.state[0], seat, tried[i], story)
            play_on(net, m.state[0], begun, is_staged, story, g, m)
            tell_shares(m.state[0], m.numbers, m.scores, m.shares)
            values[w, i] = m.shares[seat]
