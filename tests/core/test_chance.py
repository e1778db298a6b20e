"""Chance: the published ChaCha vectors, fairness of draws, and tapes."""

from collections import Counter

import numpy as np
import pytest

from lasttrick.core import bits, chance
from lasttrick.core.story import clear, lay_tape, memory_of, new_story, split, told, written

STATE = np.dtype((np.record, chance.FIELDS))


def state(seed=0):
    made = np.zeros(1, STATE)[0]
    made.key[:] = chance.key_of(seed)
    return made


@pytest.mark.parametrize(
    ("key", "counter", "nonce", "words"),
    [
        pytest.param(
            bytes(range(32)), 1 | 0x09000000 << 32, 0x4A000000,
            "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 "
            "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2",
            id="RFC 8439, 2.3.2",
        ),
        pytest.param(
            bytes(32), 0, 0,
            "ade0b876 903df1a0 e56a5d40 28bd8653 b819d2bd 1aed8da0 ccef36a8 c70d778b "
            "7c5941da 8d485751 3fe02477 374ad8b8 f4b8436a 1ca11815 69b687c3 8665eeb2",
            id="RFC 8439, A.1, vector 1",
        ),
        pytest.param(
            bytes(32), 1, 0,
            "bee7079f 7a385155 7c97ba98 0d082d73 a0290fcb 6965e348 3e53c612 ed7aee32 "
            "7621b729 434ee69c b03371d5 d539d874 281fed31 45fb0a51 1f0ae1ac 6f4d794b",
            id="RFC 8439, A.1, vector 2",
        ),
    ],
)  # fmt: skip
def test_published_vectors(key, counter, nonce, words):
    block = np.zeros(16, np.int64)
    chance.keystream_block(np.frombuffer(key, "<u4").astype(np.uint32), counter, nonce, 20, block)
    assert " ".join(f"{w:08x}" for w in block) == words


def test_a_shuffle_is_the_documented_one():
    """Redone by hand from the keystream: word by word, w·n >> 32, exchanging from the top."""
    one, story = state("by hand"), new_story()
    items = np.arange(20)
    chance.shuffle(one, items, 20, 0, story)
    words, block = [], np.zeros(16, np.int64)
    for counter in range(2):
        chance.keystream_block(state("by hand").key, counter, 0, 20, block)
        words += [int(w) for w in block]
    wanted = list(range(20))
    for last in range(19, 0, -1):
        other = words.pop(0) * (last + 1) >> 32
        wanted[last], wanted[other] = wanted[other], wanted[last]
    assert items.tolist() == wanted


@pytest.mark.parametrize(("cards", "dealt"), [(45, 45), (44, 22), (3, 2)])
def test_a_deal_is_the_documented_one(cards, dealt):
    """Redone by hand: exchanging from the bottom while there is a choice, then a bit a card, the lowest first."""
    items, turned = np.arange(cards), np.arange(cards) + 100
    chance.deal(state("by hand"), items, cards, dealt, turned, 0, new_story())
    words, block = [], np.zeros(16, np.int64)
    for counter in range(4):
        chance.keystream_block(state("by hand").key, counter, 0, 20, block)
        words += [int(w) for w in block]
    wanted = list(range(cards))
    for i in range(min(dealt, cards - 1)):
        other = i + (words.pop(0) * (cards - i) >> 32)
        wanted[i], wanted[other] = wanted[other], wanted[i]
    for at in range(0, dealt, 32):
        bits = words.pop(0)
        for i in range(at, min(at + 32, dealt)):
            wanted[i] += 100 * (bits >> (i - at) & 1)
    assert items[:dealt].tolist() == wanted[:dealt]


def test_events_of_a_match_are_different_streams():
    one, story = state(), new_story()
    orders = []
    for _ in range(5):
        items = np.arange(30)
        chance.shuffle(one, items, 30, 0, story)
        orders.append(tuple(items))
    assert len(set(orders)) == 5
    assert one.events == 5


def test_every_order_is_equally_likely():
    counts: Counter = Counter()
    for seed in range(6000):
        items = np.arange(3)
        chance.shuffle(state(seed), items, 3, 0, new_story(on=False))
        counts[tuple(items)] += 1
    expected = 1000
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    assert len(counts) == 6
    assert chi_square < 20.5  # 5 degrees of freedom, 99.9 %


def test_a_draw_with_one_option_is_not_made():
    one, story = state(), new_story()
    assert chance.pick_member(one, bits.pack([7]), 0, story) == 7
    assert one.events == 0
    assert written(memory_of(story)) == b""


def test_picking_from_a_list_and_from_a_set_is_the_same_draw():
    options = [3, 5, 8, 21]
    drawn = set()
    for seed in range(60):
        one, two = state(seed), state(seed)
        chosen = chance.pick(one, np.array(options), 4, 0, new_story())
        assert chosen == chance.pick_member(two, bits.pack(options), 0, new_story())
        drawn.add(int(chosen))
    assert drawn == set(options)


def test_a_tape_replaces_the_generator():
    one, story = state(), new_story()
    lay_tape(story, [2, 0, 1, 5])
    items = np.arange(3)
    chance.shuffle(one, items, 3, 1, story)
    assert items.tolist() == [2, 0, 1]
    assert chance.pick_member(one, bits.pack([4, 5, 6]), 2, story) == 5
    assert [told(line)[1:] for line in split(written(memory_of(story)))] == [(1001, (2, 0, 1)), (1002, (5,))]
    clear(memory_of(story))
    assert chance.pick_member(one, bits.pack([4, 5, 6]), 2, story) in (4, 5, 6)


def test_a_tape_has_an_end():
    with pytest.raises(ValueError, match="at most 1024 outcomes"):
        lay_tape(new_story(), range(2000))


def test_the_key_of_a_seed_is_its_sha256_and_a_key_is_itself():
    key = chance.key_text(chance.key_of(42))
    assert key == "73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049"
    assert chance.key_text(chance.key_of(key)) == key
