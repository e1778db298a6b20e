"""The memory of a search: flat arrays made once and used again for every decision. Nothing grows while it thinks.

A *node* is an information set of the seat that thinks, with the seat that is to act in it. An *edge* is one action
tried from a node. Nodes are found by a hash of the thinker's view, so two orders of play that the thinker cannot tell
apart, or that differ only in what is hidden from it, share a node.
"""

from typing import NamedTuple

import numpy as np

from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rule import entry, rule

NODES = 1 << 17
EDGES = 1 << 19
SLOTS = 1 << 18
DEPTH = 512  # decisions remembered on the way down
NONE = -1


NODE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64),
            ("total", np.float64),  # sum of what the node's actor got
            ("visits", np.int32),
            ("first", np.int32),  # first edge
            ("actor", np.int32),  # seat to act
            ("spare", np.int32),
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("gain", np.float64),  # sum of what the actor got
            ("squares", np.float64),  # sum of the squares
            ("action", np.int32),
            ("tries", np.int32),
            ("following", np.int32),  # next edge of the same node
            ("child", np.int32),  # node last reached
        ],
    )
)


class Memory(NamedTuple):
    # records of the game
    world: np.ndarray  # the world being played
    seen: np.ndarray  # what the thinker sees in it
    words: np.ndarray  # the same bytes as `seen`, for hashing
    # the tree
    slots: np.ndarray  # hash table: node + 1, 0 if free
    nodes: np.ndarray
    edges: np.ndarray
    # the way down and small change
    path: np.ndarray  # edges
    path_node: np.ndarray
    path_seat: np.ndarray
    edge_of: np.ndarray  # edge of an action in the node at hand
    actions: np.ndarray
    worth: np.ndarray
    lean: np.ndarray
    chances: np.ndarray  # what each seat gets from this world
    scores: np.ndarray
    used: np.ndarray  # nodes, edges; and the edge of the action just decided on
    sums: np.ndarray  # iterations, what the thinker got, its squares, decisions played


def new_memory(game) -> Memory:
    """Room for one search of a game; about 22 MB, of which a short search touches little."""
    size = game.dtype.itemsize
    raw = np.zeros(-(-size // 8) * 8, np.uint8)
    return Memory(
        world=np.zeros(1, game.dtype),
        seen=raw[:size].view(game.dtype),
        words=raw.view(np.int64),
        slots=np.zeros(SLOTS, np.int32),
        nodes=np.zeros(NODES, NODE),
        edges=np.zeros(EDGES, EDGE),
        path=np.zeros(DEPTH, np.int32),
        path_node=np.zeros(DEPTH, np.int32),
        path_seat=np.zeros(DEPTH, np.int8),
        edge_of=np.full(game.actions, NONE, np.int32),
        actions=np.zeros(game.actions, np.int16),
        worth=np.zeros(game.actions),
        lean=np.zeros(game.actions),
        chances=np.zeros(MOST_SEATS),
        scores=np.zeros(MOST_SEATS, np.int32),
        used=np.zeros(3, np.int64),
        sums=np.zeros(4),
    )


def bytes_of(memory: Memory) -> int:
    return sum(array.nbytes for array in memory)


@entry
def forget(m):
    """Make the tree empty but for its root, node 0."""
    m.slots[:] = 0
    m.used[:] = 0
    m.sums[:] = 0
    add_node(m, 0)


@rule
def add_node(m, key):
    at = m.used[0]
    m.used[0] += 1
    node = m.nodes[at]
    node.key = key
    node.first = NONE
    node.visits = 0
    node.total = 0
    return at


@rule
def add_edge(m, node, action):
    """A new edge, or NONE when the memory is full."""
    at = m.used[1]
    if at == EDGES:
        return NONE
    m.used[1] += 1
    edge = m.edges[at]
    edge.action = action
    edge.following = m.nodes[node].first
    m.nodes[node].first = at
    edge.tries = 0
    edge.gain = 0
    edge.squares = 0
    edge.child = NONE
    return at


@entry
def hash_of(words, actor):
    """64 well mixed bits of a view and the seat to act; two halves, so that the processor can work on both at once."""
    a = np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(actor + 1)
    b = np.uint64(0xC2B2AE3D27D4EB4F)
    half = len(words) // 2
    for i in range(half):
        a = (a ^ np.uint64(words[i])) * np.uint64(0xFF51AFD7ED558CCD)
        b = (b ^ np.uint64(words[half + i])) * np.uint64(0xC4CEB9FE1A85EC53)
        a ^= a >> np.uint64(32)
        b ^= b >> np.uint64(32)
    if len(words) % 2 == 1:
        a = (a ^ np.uint64(words[len(words) - 1])) * np.uint64(0xFF51AFD7ED558CCD)
    a = (a ^ (a >> np.uint64(29)) ^ b) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64(a ^ (a >> np.uint64(32)))


@entry
def node_of(m, key):
    """The node of this key, new if there is none yet, NONE when the memory is full."""
    at = key & (SLOTS - 1)
    while m.slots[at] != 0:
        node = m.slots[at] - 1
        if m.nodes[node].key == key:
            return node
        at = (at + 1) & (SLOTS - 1)
    if m.used[0] == NODES:
        return NONE
    node = add_node(m, key)
    m.slots[at] = node + 1
    return node
