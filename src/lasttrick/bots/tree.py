"""Information-set Monte-Carlo tree search, compiled, for every game of the contract.

One look: sample a world that fits the view, walk down the tree in it, play the world on to a place where chances can be
told, and write what each seat got along the way. docs/explanation/search.md says why it is built so.
"""

import math
from typing import NamedTuple

import numpy as np

from lasttrick.bots.hidden import decide_hidden
from lasttrick.bots.memory import DEPTH, NONE, add_edge, hash_of, node_of
from lasttrick.bots.policy import appraise, best_of, cut_short, leanings, outlook, payoff, stage
from lasttrick.core import bits, contract
from lasttrick.core.contract import view as see
from lasttrick.core.rng import below
from lasttrick.core.rule import entry, rule

LONGEST = 4000  # decisions of a rollout; only a match that never ends is longer
OPEN_MINDED = 0.2  # share of the leanings that is spread evenly


class Ways(NamedTuple):
    """How to search. Numbers only, so that one compiled version serves all."""

    judged_rollouts: int  # 1: rollouts follow the game's judgement; 0: they are random
    judged_others: int  # 1: in the tree the other seats follow it too; 0: they search for themselves
    likely: int  # 1: in sampled worlds the others have decided out of sight as the judgement would; 0: anyhow
    patience: int  # an action is tried so often before what follows it is remembered
    noise: int  # random decisions in a hundred of a judged rollout
    explore: float
    scale: float  # of the game's judgement


@entry
def look(view, seat, looks, ways, m, words, story, rng):
    """So many looks at worlds that fit the view of a seat that is to act."""
    m.luck[:] = rng
    for _ in range(looks):
        sample_world(view, seat, ways, m)
        state = m.world[0]
        cut_short(state)
        depth = play_world(state, seat, ways, m, words, story)
        tell_chances(state, m)
        write_back(seat, depth, m)
    rng[:] = m.luck


@rule
def sample_world(view, seat, ways, m):
    contract.determinize(view, seat, m.luck, m.world)
    if ways.likely == 1:
        decide_hidden(view, seat, m.luck, m.world[0])


@rule
def play_world(state, seat, ways, m, words, story):
    """Decide for every seat until the match or the stage is over: by the tree as far as it reaches, then as a rollout.

    Gives the number of edges on the way. There is one loop for both, since the compiler puts the rules into each.
    """
    begun = stage(state)
    depth, decisions = 0, 0
    is_root = True  # until the thinker has decided
    in_tree = True
    seats = contract.acting(state)
    while seats != 0 and stage(state) == begun and decisions < LONGEST:
        actor = next_actor(seats, seat)
        n = contract.legal(state, actor, m.actions)
        i = np.int64(0)
        if n > 1:
            in_tree = in_tree and depth < DEPTH and (is_root or m.edges[m.path[depth - 1]].tries >= ways.patience)
            node = node_here(state, seat, actor, is_root, in_tree, m, words)
            is_new = node != NONE and m.nodes[node].visits == 0
            i = decide(state, seat, actor, node, n, ways, m)
            in_tree = node != NONE and step_down(node, actor, i, depth, m)
            if in_tree:
                depth += 1
                is_root = is_root and actor != seat
                by_rote = ways.judged_others == 1 and actor != seat
                in_tree = is_root or by_rote or not is_new or (node == 0 and depth == 1)
        contract.apply(state, actor, m.actions[i], story)
        decisions += 1
        seats = contract.acting(state)
    m.sums[3] += decisions
    return depth


@rule
def step_down(node, actor, i, depth, m):
    """Put the edge of the action decided on at the end of the way; False when the memory is full."""
    if depth > 0:
        m.edges[m.path[depth - 1]].child = node
    edge = m.used[2]
    if edge == NONE:
        edge = np.int64(add_edge(m, node, m.actions[i]))
    if edge == NONE:
        return False
    m.path[depth], m.path_node[depth], m.path_seat[depth] = edge, node, actor
    return True


@rule
def next_actor(seats, thinker):
    """Of seats that choose at once the thinker goes last, so that nobody answers a choice that is not shown yet."""
    others = seats & ~bits.one(thinker)
    return bits.lowest(others) if others != 0 else np.int64(thinker)


@rule
def node_here(state, seat, actor, is_root, in_tree, m, words):
    """The node of this decision: the root until the thinker has decided, NONE below the tree or when memory is full."""
    if not in_tree:
        return np.int64(NONE)
    if is_root and actor == seat:
        return np.int64(0)
    see(state, seat, m.seen)
    node = np.int64(node_of(m, hash_of(words, actor)))
    if node != NONE:
        m.nodes[node].actor = actor
    return node


@rule
def decide(state, seat, actor, node, n, ways, m):
    """The place of the action to take; the edge it has goes into `used`.

    In the tree the most promising; for another seat, if told so, and below the tree what judgement or lot says."""
    is_thought_about = node != NONE and (actor == seat or ways.judged_others == 0)
    m.used[2] = NONE
    if not is_thought_about and (ways.judged_rollouts == 0 or below(m.luck, 100) < ways.noise):
        best = np.int64(below(m.luck, n))
    else:
        if ways.judged_rollouts == 1:
            appraise(state, actor, m.actions, n, m.worth)
        if is_thought_about:
            mark_edges(m, node)
            best = think(node, n, ways, m)
            unmark_edges(m, node)
        else:
            best = np.int64(best_of(m.worth, n, m.luck))
    if node != NONE:
        m.used[2] = edge_from(m, node, m.actions[best])
    return best


@rule
def think(node, n, ways, m):
    """The most promising of the legal actions, with the edges of the node marked."""
    weight = ways.explore * spread_so_far(m)
    if ways.judged_rollouts == 0:
        return least_settled(n, weight, m)
    leanings(m.worth, n, ways.scale, m.lean)
    for i in range(n):
        m.lean[i] = open_minded(m.lean[i], n)
    return most_promising(node, n, weight, m)


@rule
def open_minded(lean, n):
    """A leaning to one of n actions, some of it spread evenly over all."""
    return (1 - OPEN_MINDED) * lean + OPEN_MINDED / n


@rule
def edge_from(m, node, action):
    """The edge of an action in a node, NONE if it has not been tried."""
    edge = np.int64(m.nodes[node].first)
    while edge != NONE and m.edges[edge].action != action:
        edge = np.int64(m.edges[edge].following)
    return edge


@rule
def mark_edges(m, node):
    """Write down which edge an action has in this node."""
    edge = m.nodes[node].first
    while edge != NONE:
        m.edge_of[m.edges[edge].action] = edge
        edge = m.edges[edge].following


@rule
def unmark_edges(m, node):
    edge = m.nodes[node].first
    while edge != NONE:
        m.edge_of[m.edges[edge].action] = NONE
        edge = m.edges[edge].following


@rule
def tries_here(n, m):
    """How often the actions that are legal in this world have been tried from the marked node."""
    tried = 0
    for i in range(n):
        edge = m.edge_of[m.actions[i]]
        if edge != NONE:
            tried += m.edges[edge].tries
    return tried


@rule
def spread_so_far(m):
    """Standard deviation of what the thinker got, so that exploring means the same in a close and a clear position."""
    looks = m.sums[0]
    if looks < 8:
        return 0.5
    mean = m.sums[1] / looks
    return max(0.02, math.sqrt(max(0.0, m.sums[2] / looks - mean * mean)))


@rule
def most_promising(node, n, weight, m):
    """Mean so far plus what little trying leaves open, by leaning; only actions legal in this world compete."""
    mean = m.nodes[node].total / max(1, m.nodes[node].visits)
    open_part = weight * math.sqrt(tries_here(n, m) + 1.0)
    best, best_promise = np.int64(0), -1e9
    first = below(m.luck, n)
    for k in range(n):
        i = first + k if first + k < n else first + k - n
        edge = m.edge_of[m.actions[i]]
        tries = m.edges[edge].tries if edge != NONE else 0
        value = m.edges[edge].gain / tries if tries > 0 else mean
        promise = value + open_part * m.lean[i] / (1.0 + tries)
        if promise > best_promise:
            best, best_promise = np.int64(i), promise
    return best


@rule
def pick_untried(n, number, m):
    """The place of the untried action with this number."""
    for i in range(n):
        if m.edge_of[m.actions[i]] == NONE:
            if number == 0:
                return np.int64(i)
            number -= 1
    return np.int64(0)


@rule
def least_settled(n, weight, m):
    """Without leanings: what has never been tried, by lot; then mean so far plus an upper bound of the doubt in it."""
    untried = 0
    for i in range(n):
        if m.edge_of[m.actions[i]] == NONE:
            untried += 1
    if untried > 0:
        return pick_untried(n, below(m.luck, untried), m)
    best = np.int64(0)
    doubt = weight * weight * math.log(tries_here(n, m) + 1.0)
    best_promise = -1e9
    for i in range(n):
        edge = m.edges[m.edge_of[m.actions[i]]]
        each = 1.0 / edge.tries
        promise = edge.gain * each + math.sqrt(doubt * each)
        if promise > best_promise:
            best, best_promise = np.int64(i), promise
    return best


@rule
def tell_chances(state, m):
    """What each seat gets: what the result gives it, or its outlook where the match goes on."""
    if contract.acting(state) != 0:
        outlook(state, m.chances)
        return
    payoff(state, contract.result(state, m.scores), m.chances)


@rule
def write_back(seat, depth, m):
    for k in range(depth):
        got = m.chances[m.path_seat[k]]
        edge, node = m.edges[m.path[k]], m.nodes[m.path_node[k]]
        edge.tries += 1
        edge.gain += got
        edge.squares += got * got
        node.visits += 1
        node.total += got
    m.sums[0] += 1
    m.sums[1] += m.chances[seat]
    m.sums[2] += m.chances[seat] * m.chances[seat]
