"""Spreading unseen cards: always within the limits, and evenly."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from lasttrick.core.rng import new_rng
from lasttrick.core.worlds import NO_LIMIT, spread


def spread_once(groups, room, limit, rng):
    n = len(groups)
    cards, place = np.arange(n), np.full(n, -1)
    fits = spread(cards, n, np.array(groups), np.array(room), np.array(limit), rng, place)
    return {int(c): int(p) for c, p in zip(cards, place, strict=True)} if fits else None


def fits(groups, room, limit, placed) -> bool:
    sizes = Counter(placed)
    held = Counter((p, g) for p, g in zip(placed, groups, strict=True))
    return all(sizes[p] == r for p, r in enumerate(room)) and all(n <= limit[p][g] for (p, g), n in held.items())


TIGHT = pytest.mark.parametrize(
    ("groups", "room", "limit"),
    [
        pytest.param([0, 0, 1, 1], [2, 2], [[NO_LIMIT] * 2] * 2, id="no limits"),
        pytest.param([0, 0, 1, 1, 2], [2, 3], [[0, 9, 9], [9, 9, 9]], id="a void"),
        pytest.param([0, 0, 0, 1, 1, 2], [2, 2, 2], [[1, 9, 9], [9, 0, 9], [1, 9, 0]], id="several limits"),
        pytest.param([0, 0, 0, 1, 1, 1], [3, 3], [[0, 9], [9, 9]], id="only one way"),
    ],
)


@TIGHT
def test_every_spread_fits_and_all_are_about_equally_likely(groups, room, limit):
    possible = {
        placed
        for placed in set(permutations([p for p, r in enumerate(room) for _ in range(r)]))
        if fits(groups, room, limit, placed)
    }
    rng, rounds = new_rng(1), 400 * len(possible)
    counts = Counter()
    for _ in range(rounds):
        placed = spread_once(groups, room, limit, rng)
        counts[tuple(placed[c] for c in range(len(groups)))] += 1
    assert set(counts) == possible
    assert all(abs(n - 400) < 140 for n in counts.values())


def test_tight_limits_beyond_luck_are_still_met():
    """Twelve cards of six groups, each place allowed exactly the two groups it must take."""
    groups = [g for g in range(6) for _ in range(4)]
    limit = np.zeros((3, 6), int)
    for p in range(3):
        limit[p, 2 * p : 2 * p + 2] = 9
    placed = spread_once(groups, [8, 8, 8], limit, new_rng(2))
    assert all(placed[c] == groups[c] // 2 for c in range(24))


def test_an_impossible_spread_is_said_to_be_so():
    assert spread_once([0, 0, 1], [2, 1], [[0, 1], [9, 9]], new_rng(3)) is None


def test_the_flow_gives_shares_back_when_a_place_is_needed():
    """Group 0 fits only into place 0, which group 1 would fill as well; a later card pushes an earlier one aside."""
    for seed in range(50):
        placed = spread_once([1, 1, 0, 0], [2, 2], [[9, 9], [0, 9]], new_rng(seed))
        assert [placed[c] for c in range(4)] == [1, 1, 0, 0]
