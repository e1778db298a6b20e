"""Chance: every card and every lot comes from here.

A match has one key of 256 bits. The e-th event of chance of a match is drawn from the ChaCha keystream (20 rounds) of
that key with nonce e, block counter 0, 1, …: sixteen words of 32 bits a block, taken in order. So nobody can predict a
card from the cards already seen, and anybody who is given the key can draw every event again with any ChaCha.

- A *pick* among n takes a word w and gives w·n >> 32, after the usual rejection that makes all n equally likely.
- A *shuffle* of n items exchanges item i with item pick(i + 1), for i = n−1 … 1.
- A *deal* of k among n items, either way up, exchanges item i with item i + pick(n − i), for i = 0 … k−1 while there is
  a choice; then each of the k is turned if its bit is 1, 32 bits a further word, the lowest bit first.

Where the story carries a tape, outcomes are read from it in the same order and nothing is drawn.
"""

import hashlib

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.scratch import scratch
from lasttrick.core.story import CHANCE, NOBODY, tell_list, tell_one
from lasttrick.core.tricks import list_members

WORD = 0xFFFFFFFF
BLOCK = 16  # words in a block
ROUNDS = 20

FIELDS = [
    ("key", np.uint32, (8,)),  # the match's key; all 0 in a view
    ("events", np.int32),  # events of chance so far
]


@rule
def _quarter(a, b, c, d):
    a = (a + b) & WORD
    d = bits.turn_word(d ^ a, 16)
    c = (c + d) & WORD
    b = bits.turn_word(b ^ c, 12)
    a = (a + b) & WORD
    d = bits.turn_word(d ^ a, 8)
    c = (c + d) & WORD
    b = bits.turn_word(b ^ c, 7)
    return a, b, c, d


@entry
def keystream_block(key, counter, nonce, rounds, out):
    """One block of ChaCha with a 64-bit counter and a 64-bit nonce, as sixteen little-endian words."""
    k0, k1, k2, k3 = np.int64(key[0]), np.int64(key[1]), np.int64(key[2]), np.int64(key[3])
    k4, k5, k6, k7 = np.int64(key[4]), np.int64(key[5]), np.int64(key[6]), np.int64(key[7])
    c0, c1 = np.int64(counter) & WORD, (np.int64(counter) >> 32) & WORD
    n0, n1 = np.int64(nonce) & WORD, (np.int64(nonce) >> 32) & WORD
    x0, x1, x2, x3 = np.int64(0x61707865), np.int64(0x3320646E), np.int64(0x79622D32), np.int64(0x6B206574)
    x4, x5, x6, x7, x8, x9, x10, x11 = k0, k1, k2, k3, k4, k5, k6, k7
    x12, x13, x14, x15 = c0, c1, n0, n1
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    out[0] = (x0 + 0x61707865) & WORD
    out[1] = (x1 + 0x3320646E) & WORD
    out[2] = (x2 + 0x79622D32) & WORD
    out[3] = (x3 + 0x6B206574) & WORD
    out[4] = (x4 + k0) & WORD
    out[5] = (x5 + k1) & WORD
    out[6] = (x6 + k2) & WORD
    out[7] = (x7 + k3) & WORD
    out[8] = (x8 + k4) & WORD
    out[9] = (x9 + k5) & WORD
    out[10] = (x10 + k6) & WORD
    out[11] = (x11 + k7) & WORD
    out[12] = (x12 + c0) & WORD
    out[13] = (x13 + c1) & WORD
    out[14] = (x14 + n0) & WORD
    out[15] = (x15 + n1) & WORD


# A lot is the stream of one event: the words of its block, then the place of the next word and the next block's number.
_AT, _NUMBER, _LOT = BLOCK, BLOCK + 1, BLOCK + 2


@rule
def _open_lot(lot):
    lot[_AT] = BLOCK
    return lot


@rule
def _word(state, lot):
    if lot[_AT] == BLOCK:
        keystream_block(state.key, lot[_NUMBER], state.events, ROUNDS, lot)
        lot[_NUMBER] += 1
        lot[_AT] = 0
    lot[_AT] += 1
    return lot[lot[_AT] - 1]


@rule
def _below(state, lot, n):
    product = _word(state, lot) * n
    if (product & WORD) < n:
        smallest = (WORD + 1 - n) % n
        while (product & WORD) < smallest:
            product = _word(state, lot) * n
    return product >> 32


@rule
def _is_taped(story):
    return story.tape_at < story.tape_length


@rule
def _from_tape(story):
    story.tape_at += 1
    return np.int64(story.tape[story.tape_at - 1])


@rule
def _is_to_be_told(story):
    """Whether somebody listens who has not heard yet among what the first lot beyond the tape is drawn."""
    return story.on == 1 and story.offers == 0


@rule
def _offer(story, n):
    story.offers = n
    story.offered_at = story.used


@rule
def shuffle(state, items, n, event, story):
    """Event of chance: the first n items in a random order, told as the whole order."""
    if _is_taped(story):
        for i in range(n):
            items[i] = _from_tape(story)
    else:
        lot = _open_lot(scratch(1, _LOT)[0])
        for last in range(n - 1, 0, -1):
            other = _below(state, lot, last + 1)
            kept = items[last]
            items[last] = items[other]
            items[other] = kept
    state.events += 1
    tell_list(story, NOBODY, CHANCE + event, items, n)


@rule
def deal(state, items, n, dealt, turned, event, story):
    """Event of chance: so many of the first n items in a random order, each as it is or as `turned[item]`."""
    if _is_taped(story):
        for i in range(dealt):
            items[i] = _from_tape(story)
    else:
        lot = _open_lot(scratch(1, _LOT)[0])
        for i in range(min(dealt, n - 1)):
            other = i + _below(state, lot, n - i)
            kept = items[i]
            items[i] = items[other]
            items[other] = kept
        ways = np.int64(0)
        for i in range(dealt):
            ways = _word(state, lot) if i % 32 == 0 else ways >> 1
            if ways & 1 == 1:
                items[i] = turned[items[i]]
    state.events += 1
    tell_list(story, NOBODY, CHANCE + event, items, dealt)


@rule
def pick(state, options, n, event, story):
    """Event of chance: one of the first n options. With a single option nothing is drawn and nothing told."""
    if n == 1:
        return np.int64(options[0])
    if _is_taped(story):
        chosen = _from_tape(story)
    else:
        if _is_to_be_told(story):
            for i in range(n):
                story.offered[i] = options[i]
            _offer(story, n)
        chosen = np.int64(options[_below(state, _open_lot(scratch(1, _LOT)[0]), n)])
    state.events += 1
    tell_one(story, NOBODY, CHANCE + event, chosen)
    return chosen


@rule
def pick_member(state, members, event, story):
    """Event of chance: one member of a bit set, by the same rules as `pick` among its members in rising order."""
    n = bits.count(members)
    if n == 1:
        return bits.lowest(members)
    if _is_taped(story):
        chosen = _from_tape(story)
    else:
        if _is_to_be_told(story):
            _offer(story, list_members(members, 0, story.offered, 0))
        for _ in range(_below(state, _open_lot(scratch(1, _LOT)[0]), n)):
            members = bits.without_lowest(members)
        chosen = bits.lowest(members)
    state.events += 1
    tell_one(story, NOBODY, CHANCE + event, chosen)
    return chosen


@rule
def derive_key(base, number, out):
    """The key of match `number` of a batch: the first half of block 0 of the base key's stream `number`."""
    for i in range(8):  # where it lies beside a state's own key, one compiled version draws from both
        out[i] = base[i]
    block = scratch(1, BLOCK)[0]
    keystream_block(out, 0, number, ROUNDS, block)
    for i in range(8):
        out[i] = block[i]


def key_of(seed: int | str) -> np.ndarray:
    """The key of a seed: SHA-256 of its text. 64 hexadecimal digits are taken as the key itself."""
    text = str(seed)
    if len(text) == 64 and all(c in "0123456789abcdef" for c in text):
        digest = bytes.fromhex(text)
    else:
        digest = hashlib.sha256(text.encode()).digest()
    return np.frombuffer(digest, "<u4").astype(np.uint32)


def key_text(key) -> str:
    return np.asarray(key).astype("<u4").tobytes().hex()
