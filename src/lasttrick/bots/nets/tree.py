"""Search with a network: it says what to try first, decides for the other seats, and tells the chances at the leaves.

The tree holds the decisions of the seat that thinks alone. The others decide as the network would in their place, each
from its own hand in the sampled world; nothing is played to the end of a stage unless the tree reaches so far.
"""

import numpy as np

from lasttrick.bots.memory import DEPTH, NONE
from lasttrick.bots.nets.net import by_lot, judge, look, tell
from lasttrick.bots.policy import stage
from lasttrick.bots.tree import (
    LONGEST,
    edge_from,
    mark_edges,
    next_actor,
    node_here,
    step_down,
    tell_chances,
    think,
    unmark_edges,
    write_back,
)
from lasttrick.core import contract
from lasttrick.core.rule import entry, rule

OTHERS_TEMPERATURE = 0.5  # the others mostly do what the network would, and not always


@entry
def look_with_net(view, seat, looks, ways, net, g, m, words, story, rng):
    """So many looks at worlds that fit the view of a seat that is to act."""
    m.luck[:] = rng
    if m.sums[0] == 0:  # further looks of the same search go on with the luck they have
        g.rng[:] = rng
    for _ in range(looks):
        contract.determinize(view, seat, m.luck, m.world)
        depth = play_world(m.world[0], seat, ways, net, g, m, words, story)
        write_back(seat, depth, m)
    rng[:] = m.luck


@rule
def play_world(state, seat, ways, net, g, m, words, story):
    """Decide until a decision of the thinker lies below the tree, and leave everybody's chances there.

    Gives the number of edges on the way."""
    begun = stage(state)
    depth, decisions = 0, 0
    seats = contract.acting(state)
    while seats != 0 and stage(state) == begun and decisions < LONGEST:
        actor = next_actor(seats, seat)
        n = contract.legal(state, actor, g.actions)
        i = np.int64(0)
        if n > 1:
            look(net, state, actor, g)
            if actor == seat:
                node = thinkers_node(state, seat, depth, ways, m, words)
                if node == NONE:
                    tell_seats(net, state, seat, g, m)
                    return depth
                judge(net, state, actor, n, g)
                i = choose_edge(node, n, ways, g, m)
                if not step_down(node, actor, i, depth, m):
                    tell_seats(net, state, seat, g, m)
                    return depth
                depth += 1
            else:
                judge(net, state, actor, n, g)
                i = by_lot(n, OTHERS_TEMPERATURE, g)
        contract.apply(state, actor, g.actions[i], story)
        decisions += 1
        seats = contract.acting(state)
    m.sums[3] += decisions
    tell_chances(state, m)
    return depth


@rule
def thinkers_node(state, seat, depth, ways, m, words):
    """The node of a decision of the thinker, NONE where the tree does not reach."""
    in_tree = depth == 0 or (depth < DEPTH and m.edges[m.path[depth - 1]].tries >= ways.patience)
    return node_here(state, seat, seat, depth == 0, in_tree, m, words)


@rule
def choose_edge(node, n, ways, g, m):
    """The place of the most promising action; the edge it has goes into `used`."""
    for i in range(n):
        m.actions[i] = g.actions[i]
        m.worth[i] = g.pull[i]
    mark_edges(m, node)
    best = think(node, n, ways, m)
    unmark_edges(m, node)
    m.used[2] = edge_from(m, node, m.actions[best])
    return best


@rule
def tell_seats(net, state, seat, g, m):
    """Every seat's chance as the network tells it, after a look of the thinker."""
    tell(net, state, g)
    for k in range(state.players):
        other = seat + k if seat + k < state.players else seat + k - state.players
        m.chances[other] = g.chances[k]
