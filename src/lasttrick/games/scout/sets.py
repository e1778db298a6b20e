"""SCOUT: which blocks of a row are sets, which is stronger, and where in a row a stronger one stands.

Everything rests on three sets of places: where a card is followed by an equal one, by one higher, by one lower. A
block is a set if all its places but the last are in the same one of them, so the blocks of a length that are sets are
found for all starts at once.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.scout.state import top_of

RUN, SAME = 0, 1  # kinds, the weaker first [SCT-18]


WHY = ("count", "kind", "number")  # what makes a set stronger, in the order in which sets are compared


@rule
def strength(row, start, size):
    """[SCT-17] [SCT-18] [SCT-19] Count, kind and lowest number of the set that stands here; all 0 if there is no card.

    [SCT-R11] A single card counts as "same". [SCT-R08] Of a reduced set, only what is left counts."""
    if size == 0:
        return np.int64(0), np.int64(RUN), np.int64(0)
    first, last = top_of(row[start]), top_of(row[start + size - 1])
    return np.int64(size), np.int64(SAME if first == last else RUN), np.int64(min(first, last))


@rule
def neighbours(row, size):
    """[SCT-14] The places whose card is followed by an equal one, by one higher and by one lower.

    [SCT-R12] 10 and 1 do not follow one another."""
    level, rising, falling = np.int64(0), np.int64(0), np.int64(0)
    number = top_of(row[0])
    for place in range(size - 1):
        following = top_of(row[place + 1])
        level |= one_if(following == number, place)
        rising |= one_if(following == number + 1, place)
        falling |= one_if(following == number - 1, place)
        number = following
    return level, rising, falling


@rule
def one_if(is_in, place):
    """The set of this place or the empty set, without a branch: what comes next in a row cannot be foreseen."""
    return np.int64(is_in) << np.int64(place)


@rule
def chained(places, length):
    """The starts from which `length` (two or more) cards are all joined by these places."""
    starts = places
    for k in range(1, length - 1):
        starts &= places >> np.int64(k)
    return starts


@rule
def sets_of(steps, size, length):
    """[SCT-15] The starts of all sets of a length, as "same", rising runs and falling runs; a single is "same"."""
    if length == 1:
        return bits.first(size), np.int64(0), np.int64(0)
    return chained(steps[0], length), chained(steps[1], length), chained(steps[2], length)


@rule
def above(row, starts, low):
    """Those of these starts whose card is higher than a number."""
    found = np.int64(0)
    while starts != 0:
        start = bits.lowest(starts)
        starts = bits.without_lowest(starts)
        found |= one_if(top_of(row[start]) > low, start)
    return found


@rule
def playable_starts(row, size, steps, length, prior):
    """The starts of all sets of a length that are stronger than the strength `prior`.

    [SCT-16] Any, if there is no Prior Set. [SCT-17] More cards are stronger; [SCT-18] of equal count "same" is stronger
    than a run; [SCT-19] of equal kind the higher lowest number, and equal is not enough."""
    count, kind, low = prior
    if length < count:
        return np.int64(0)
    same, rising, falling = sets_of(steps, size, length)
    if length > count:
        return same | rising | falling
    if kind == SAME:
        return above(row, same, low)
    return same | above(row, rising, low) | above(row, falling, low + length - 1)


@rule
def has_play(row, size, prior):
    """Whether a row holds a set stronger than `prior`: of as many cards or one more, as longer sets have such parts."""
    steps = neighbours(row, size)
    return playable_starts(row, size, steps, max(1, prior[0]), prior) != 0 or (
        prior[0] > 0 and playable_starts(row, size, steps, prior[0] + 1, prior) != 0
    )


# --- After putting a card in ----------------------------------------------------------------------------------------


@rule
def spared_gaps(starts, length, size):
    """The gaps of a row at which a card can go in and leave at least one of these blocks whole."""
    gaps = np.int64(0)
    for gap in range(size + 1):
        left_of_it = starts & bits.first(max(0, gap - length + 1))
        if left_of_it != 0 or starts >> np.int64(gap) != 0:
            gaps |= bits.one(gap)
    return gaps


@rule
def joined(row, size, place, way, number, step):
    """How many cards from a place on, to the right (way 1) or left (-1), go on from a number by these steps."""
    n = 0
    while 0 <= place < size and top_of(row[place]) == number + step:
        number += step
        place += way
        n += 1
    return n


@rule
def joins_to_stronger(row, size, gap, number, prior):
    """Whether a card of this number, put into a gap, becomes part of a set stronger than `prior`."""
    count, kind, low = prior
    for step in range(-1, 2):
        on_left = joined(row, size, gap - 1, -1, number, -step)
        on_right = joined(row, size, gap, 1, number, step)
        length = on_left + 1 + on_right
        if length > count:
            return True
        if length == count:
            its_kind = SAME if length == 1 or step == 0 else RUN
            lowest = number - (on_left if step == 1 else on_right if step == -1 else 0)
            if its_kind > kind or (its_kind == kind and lowest > low):
                return True
    return False


@rule
def gaps_with_play(row, size, steps, number, prior):
    """[SCT-29] The gaps at which a card of this number can go in so that the row holds a set stronger than `prior`."""
    count = prior[0]
    if count == 0:
        return bits.first(size + 1)  # [SCT-R09]
    gaps = spared_gaps(playable_starts(row, size, steps, count, prior), count, size)
    gaps |= spared_gaps(playable_starts(row, size, steps, count + 1, prior), count + 1, size)
    for gap in range(size + 1):
        if not bits.has(gaps, gap) and joins_to_stronger(row, size, gap, number, prior):
            gaps |= bits.one(gap)
    return gaps
