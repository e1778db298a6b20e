"""A small fast generator for everything that is *not* a card: random players, sampled worlds, tie-breaks of a search.

It is sfc32 (small fast counter, 128 bits of state), written with 32-bit words inside int64 so that compiled and plain
agree without overflow. Cards never come from here; they come from `chance`.
"""

import numpy as np

from lasttrick.core.rule import rule

WORD = 0xFFFFFFFF


@rule
def seed_rng(rng, a, b):
    """Begin the stream named by two numbers; streams of different names are unrelated."""
    rng[0] = a & WORD
    rng[1] = (a >> 32) & WORD
    rng[2] = b & WORD
    rng[3] = 1 + ((b >> 32) & 0x7FFFFFFF)
    for _ in range(12):
        next_word(rng)


@rule
def next_word(rng):
    """32 random bits."""
    total = (rng[0] + rng[1] + rng[3]) & WORD
    rng[3] = (rng[3] + 1) & WORD
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & WORD
    turned = ((rng[2] << 21) | (rng[2] >> 11)) & WORD
    rng[2] = (turned + total) & WORD
    return total


@rule
def below(rng, n):
    """A number from 0 to n−1, all equally likely."""
    product = next_word(rng) * n
    if (product & WORD) < n:
        smallest = (WORD + 1 - n) % n
        while (product & WORD) < smallest:
            product = next_word(rng) * n
    return product >> 32


@rule
def shuffle(rng, items, n):
    """Put the first n items into a random order."""
    for last in range(n - 1, 0, -1):
        other = below(rng, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


def new_rng(seed: int = 0, stream: int = 0) -> np.ndarray:
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed & 0x7FFFFFFFFFFFFFFF, stream & 0x7FFFFFFFFFFFFFFF)
    return rng
