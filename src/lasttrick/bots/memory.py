"""The memory of a search: flat arrays made once and used again for every decision. Nothing grows while it thinks.

A *node* is an information set of the seat that thinks, with the seat that is to act in it. An *edge* is one action
tried from a node. Nodes are found by a hash of the thinker's view, so two orders of play that the thinker cannot tell
apart, or that differ only in what is hidden from it, share a node.
"""

from hashlib import blake2b
from typing import Any

import numpy as np

from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rule import PLAIN, entry, rule

NODES = 1 << 17
EDGES = 1 << 19
SLOTS = 1 << 18
DEPTH = 512  # decisions remembered on the way down
NONE = -1
WORD = 8  # bytes

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
            ("lean", np.float64),  # of a network to the action
            ("action", np.int32),
            ("tries", np.int32),
            ("following", np.int32),  # next edge of the same node
            ("child", np.int32),  # node last reached
        ],
    )
)


def memory_dtype(game) -> np.dtype:
    """One record for everything. Arrays of their own would be counted by the compiler wherever they are passed on,
    which took a third of the time of a search."""
    fields = [
        # records of the game
        ("world", (game.dtype, (1,))),  # the world being played
        ("seen", (game.dtype, (1,))),  # what the thinker sees in it
        # the tree
        ("slots", (np.int32, (SLOTS,))),  # hash table: node + 1, 0 if free
        ("nodes", (NODE, (NODES,))),
        ("edges", (EDGE, (EDGES,))),
        # the way down and small change
        ("path", (np.int32, (DEPTH,))),  # edges
        ("path_node", (np.int32, (DEPTH,))),
        ("path_seat", (np.int8, (DEPTH,))),
        ("edge_of", (np.int32, (game.actions,))),  # edge of an action in the node at hand
        ("actions", (np.int16, (game.actions,))),
        ("worth", (np.float64, (game.actions,))),
        ("lean", (np.float64, (game.actions,))),
        ("chances", (np.float64, (MOST_SEATS,))),  # what each seat gets from this world
        ("scores", (np.int32, (MOST_SEATS,))),
        ("luck", (np.int64, (4,))),  # the thinker's generator while it looks
        ("used", (np.int64, (3,))),  # nodes, edges; and the edge of the action just decided on
        ("sums", (np.float64, (4,))),  # iterations, what the thinker got, its squares, decisions played
    ]
    return in_whole_words(fields)


def in_whole_words(fields: list[tuple[str, Any]]) -> np.dtype:
    """A record of these fields, each beginning at a whole word."""
    names, forms = zip(*fields, strict=True)
    ends = np.cumsum([_whole_words(np.dtype(form).itemsize) for form in forms]).tolist()
    layout: Any = {"names": names, "formats": forms, "offsets": [0, *ends[:-1]], "itemsize": ends[-1]}
    return np.dtype((np.record, np.dtype(layout)))


def _whole_words(size: int) -> int:
    return -(-size // WORD) * WORD


def new_memory(game) -> np.record:
    """Room for one search of a game; about 26 MB, of which a short search touches little."""
    memory = np.zeros(1, memory_dtype(game))[0]
    memory.edge_of[:] = NONE
    return memory


def words_seen(memory: np.record) -> np.ndarray:
    """The bytes of `seen` as words, for hashing."""
    fields: Any = memory.dtype.fields
    kind, at = fields["seen"][:2]
    return np.frombuffer(memory.data, np.int64, _whole_words(kind.itemsize) // WORD, at)


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


if PLAIN:

    def hash_of(words, actor):
        """64 bits of a view and the seat to act."""
        return int.from_bytes(blake2b(words.tobytes() + bytes([actor]), digest_size=8).digest(), "little", signed=True)
else:

    @entry
    def hash_of(words, actor):
        """64 well mixed bits of a view and the seat to act; in two halves, so that both can be worked on at once."""
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
