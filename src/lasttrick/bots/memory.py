"""The memory of a search: flat arrays made once and used again for every decision. Nothing grows while it thinks.

A *node* is an information set of the seat that thinks, with the seat that is to act in it. An *edge* is one action
tried from a node. Nodes are found by a hash of the thinker's view, so two orders of play that the thinker cannot tell
apart, or that differ only in what is hidden from it, share a node.
"""

from typing import NamedTuple

import numpy as np

from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rule import rule

NODES = 1 << 17
EDGES = 1 << 19
SLOTS = 1 << 18
DEPTH = 512  # decisions remembered on the way down
NONE = -1


class Memory(NamedTuple):
    # records of the game
    world: np.ndarray  # the world being played
    seen: np.ndarray  # what the thinker sees in it
    words: np.ndarray  # the same bytes as `seen`, for hashing
    # nodes
    slots: np.ndarray  # hash table: node + 1, 0 if free
    key: np.ndarray
    first: np.ndarray  # first edge
    actor: np.ndarray  # seat to act
    visits: np.ndarray
    total: np.ndarray  # sum of what the node's actor got
    # edges
    action: np.ndarray
    following: np.ndarray  # next edge of the same node
    tries: np.ndarray
    gain: np.ndarray  # sum of what the actor got
    squares: np.ndarray  # sum of the squares
    child: np.ndarray  # node last reached
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
    used: np.ndarray  # nodes, edges
    sums: np.ndarray  # iterations, what the thinker got, its squares, decisions played


def new_memory(game) -> Memory:
    """Room for one search of a game; about 25 MB, of which a short search touches little."""
    size = game.dtype.itemsize
    raw = np.zeros(-(-size // 8) * 8, np.uint8)
    return Memory(
        world=np.zeros(1, game.dtype),
        seen=raw[:size].view(game.dtype),
        words=raw.view(np.int64),
        slots=np.zeros(SLOTS, np.int32),
        key=np.zeros(NODES, np.int64),
        first=np.zeros(NODES, np.int32),
        actor=np.zeros(NODES, np.int8),
        visits=np.zeros(NODES, np.int32),
        total=np.zeros(NODES),
        action=np.zeros(EDGES, np.int16),
        following=np.zeros(EDGES, np.int32),
        tries=np.zeros(EDGES, np.int32),
        gain=np.zeros(EDGES),
        squares=np.zeros(EDGES),
        child=np.zeros(EDGES, np.int32),
        path=np.zeros(DEPTH, np.int32),
        path_node=np.zeros(DEPTH, np.int32),
        path_seat=np.zeros(DEPTH, np.int8),
        edge_of=np.full(game.actions, NONE, np.int32),
        actions=np.zeros(game.actions, np.int16),
        worth=np.zeros(game.actions),
        lean=np.zeros(game.actions),
        chances=np.zeros(MOST_SEATS),
        scores=np.zeros(MOST_SEATS, np.int32),
        used=np.zeros(2, np.int64),
        sums=np.zeros(4),
    )


def bytes_of(memory: Memory) -> int:
    return sum(array.nbytes for array in memory)


@rule
def forget(m):
    """Make the tree empty but for its root, node 0."""
    m.slots[:] = 0
    m.used[:] = 0
    m.sums[:] = 0
    add_node(m, 0)


@rule
def add_node(m, key):
    node = m.used[0]
    m.used[0] += 1
    m.key[node] = key
    m.first[node] = NONE
    m.visits[node] = 0
    m.total[node] = 0
    return node


@rule
def add_edge(m, node, action):
    """A new edge, or NONE when the memory is full."""
    edge = m.used[1]
    if edge == EDGES:
        return NONE
    m.used[1] += 1
    m.action[edge] = action
    m.following[edge] = m.first[node]
    m.first[node] = edge
    m.tries[edge] = 0
    m.gain[edge] = 0
    m.squares[edge] = 0
    m.child[edge] = NONE
    return edge


@rule
def hash_of(words, actor):
    """64 well mixed bits of a view and the seat to act."""
    h = np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(actor + 1)
    for i in range(len(words)):
        h = (h ^ np.uint64(words[i])) * np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(32)
    return np.int64(h)


@rule
def node_of(m, key):
    """The node of this key, new if there is none yet, NONE when the memory is full."""
    at = key & (SLOTS - 1)
    while m.slots[at] != 0:
        node = m.slots[at] - 1
        if m.key[node] == key:
            return node
        at = (at + 1) & (SLOTS - 1)
    if m.used[0] == NODES:
        return NONE
    node = add_node(m, key)
    m.slots[at] = node + 1
    return node
