"""Search with a network: it says what to try first, and where the tree ends its word counts half.

The tree holds the decisions of the seat that thinks alone, and the network looks at each of them once. The others
decide by the judgement, each from its own hand in the sampled world, and below the tree all do until the stage is over.
A network that has learned to choose as searches do decides for the others, too, as far as the tree reaches.
What comes out and what the network told where the tree ended are wrong about different things, so their mean counts.
"""

import math

import numpy as np

from lasttrick.bots.memory import DEPTH, NONE, add_edge
from lasttrick.bots.nets.net import glance, judge, look, tell
from lasttrick.bots.policy import cut_short, decide, leanings, stage
from lasttrick.bots.tree import (
    LONGEST,
    next_actor,
    node_here,
    open_minded,
    sample_world,
    spread_so_far,
    step_down,
    tell_chances,
    write_back,
)
from lasttrick.core import contract
from lasttrick.core.rule import entry, rule

LIKE_SEARCHES = 0.85  # of a network that shares out like their visits: the temperature at which it takes what they take


@entry
def look_with_net(view, seat, looks, ways, net, lot, g, m, words, story, rng):
    """So many looks at worlds that fit the view of a seat that is to act.

    With a `lot` the others decide by the network, at that temperature; 0: by the judgement."""
    m.luck[:] = rng
    for _ in range(looks):
        sample_world(view, seat, ways, m)
        state = m.world[0]
        cut_short(state)
        depth = play_world(state, seat, ways, net, lot, g, m, words, story)
        write_back(seat, depth, m)
    rng[:] = m.luck


@rule
def play_world(state, seat, ways, net, lot, g, m, words, story):
    """Decide for every seat until the match or the stage is over, and leave everybody's chances.

    Gives the number of edges on the way."""
    begun = stage(state)
    depth, decisions = 0, 0
    is_told = False  # whether the network has told the chances where the tree ends
    seats = contract.acting(state)
    while seats != 0 and stage(state) == begun and decisions < LONGEST:
        actor = next_actor(seats, seat)
        n = contract.legal(state, actor, m.actions)
        if actor != seat and lot > 0.0 and not is_told:
            i = choose_by_lot(net, state, actor, n, lot, g, m)
        elif actor != seat or n == 1 or is_told:
            i = decide(state, actor, ways.noise, m.actions, n, m.worth, m.luck)
        else:
            node = thinkers_node(state, seat, depth, ways, m, words)
            if node != NONE and m.nodes[node].visits == 0:
                open_node(net, state, seat, node, n, g, m)
            i = choose_edge(node, n, ways, m) if node != NONE else np.int64(0)
            if node != NONE and step_down(node, actor, i, depth, m):
                depth += 1
            else:
                look(net, state, seat, g)
                tell(net, state, g)
                is_told = True
                i = decide(state, actor, ways.noise, m.actions, n, m.worth, m.luck)
        contract.apply(state, actor, m.actions[i], story)
        decisions += 1
        seats = contract.acting(state)
    m.sums[3] += decisions
    tell_chances(state, m)
    if is_told:
        mix_chances(state, seat, g, m)
    return depth


@rule
def choose_by_lot(net, state, actor, n, lot, g, m):
    """The place of the action that the network takes for another seat."""
    g.actions[:n] = m.actions[:n]
    g.rng[:] = m.luck
    i = glance(net, state, actor, lot, n, g)
    m.luck[:] = g.rng
    return i


@rule
def thinkers_node(state, seat, depth, ways, m, words):
    """The node of a decision of the thinker, NONE where the tree does not reach."""
    in_tree = depth == 0 or (depth < DEPTH and m.edges[m.path[depth - 1]].tries >= ways.patience)
    return node_here(state, seat, seat, depth == 0, in_tree, m, words)


@rule
def open_node(net, state, seat, node, n, g, m):
    """An edge for each legal action with what the network leans to: in this node the thinker always sees the same."""
    g.actions[:n] = m.actions[:n]
    look(net, state, seat, g)
    judge(net, state, seat, n, g)
    m.worth[:n] = g.pull[:n]
    leanings(m.worth, n, 1.0, m.lean)
    for i in range(n):
        edge = add_edge(m, node, m.actions[i])
        if edge != NONE:
            m.edges[edge].lean = open_minded(m.lean[i], n)


@rule
def choose_edge(node, n, ways, m):
    """The place of the most promising action; the edge it has goes into `used`."""
    here = m.nodes[node]
    mean = here.total / max(1, here.visits)
    open_part = ways.explore * spread_so_far(m) * math.sqrt(here.visits + 1.0)
    best, best_promise = np.int64(NONE), -1e9
    at = np.int64(here.first)
    while at != NONE:
        edge = m.edges[at]
        value = edge.gain / edge.tries if edge.tries > 0 else mean
        promise = value + open_part * edge.lean / (1.0 + edge.tries)
        if promise > best_promise:
            best, best_promise = at, promise
        at = np.int64(edge.following)
    m.used[2] = best
    return place_of(m.edges[best].action, n, m) if best != NONE else np.int64(0)


@rule
def place_of(action, n, m):
    """Where an action stands among the legal ones."""
    for i in range(n):
        if m.actions[i] == action:
            return np.int64(i)
    return np.int64(0)


@rule
def mix_chances(state, seat, g, m):
    """The mean of what each seat got and what the network told the thinker of it."""
    for k in range(state.players):
        other = seat + k if seat + k < state.players else seat + k - state.players
        m.chances[other] = 0.5 * (m.chances[other] + g.chances[k])
