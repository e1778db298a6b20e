"""Tables to work in, and sixteen numbers looked at at once."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.scratch import scratch


@rule
def add_up(table, numbers):
    for k in range(len(numbers)):
        table[k % 2, k % 3] += numbers[k]


@entry
def sums(numbers, rounds, out):
    """What a table of each round has at its end, in one row."""
    for r in range(rounds):
        table, row = scratch(2, 3), scratch(1, 2)[0]
        add_up(table, numbers)
        for k in range(6):
            row[k % 2] += table[k // 3, k % 3]
        out[r, 0], out[r, 1] = row[0], row[1]


def test_a_table_is_empty_each_time_and_shared_with_the_rules_that_are_called():
    out = np.zeros((3, 2), np.int64)
    sums(np.arange(1, 7), 3, out)
    expected = np.zeros((2, 3), np.int64)
    for k in range(6):
        expected[k % 2, k % 3] += k + 1
    rows = [expected.ravel()[::2].sum(), expected.ravel()[1::2].sum()]
    assert out.tolist() == [rows] * 3


@entry
def looks(row, at, out):
    out[0] = bits.holds_any(row, at)


@pytest.mark.parametrize(
    ("place", "number", "found"),
    [(4, 1, False), (5, 1, True), (20, -1, True), (20, np.nan, True), (21, 1, False)],
    ids=["before", "first", "last, negative", "no number", "after"],
)
def test_sixteen_numbers_are_looked_at(place, number, found):
    row, out = np.zeros(40, np.float32), np.zeros(1, np.bool_)
    row[place] = number
    looks(row, 5, out)
    assert out[0] == found
