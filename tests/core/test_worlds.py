"""Spreading unseen cards: always within the limits, and evenly."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from lasttrick import games, lessons
from lasttrick.core.bits import members, pack
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.worlds import NO_LIMIT, spread, spread_set


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


# --- Fewer cards than the deck has -----------------------------------------------------------------------------------


@pytest.mark.parametrize("tight", [False, True], ids=["by luck", "beyond luck"])
def test_where_there_are_more_cards_than_room_each_is_as_likely_to_be_nowhere(tight):
    groups = [0, 1] * 3 if not tight else [0, 0, 0, 1, 1, 1]
    limit = [[NO_LIMIT] * 2, [NO_LIMIT] * 2] if not tight else [[1, 0], [0, 1]]
    room, rng, nowhere = [1, 1], new_rng(4), Counter()
    for _ in range(600):
        placed = spread_once(groups, room, limit, rng)
        assert Counter(placed.values()) == {0: 1, 1: 1, 2: 4}
        nowhere.update(card for card, place in placed.items() if place == 2)
    assert len(nowhere) == 6
    assert max(nowhere.values()) - min(nowhere.values()) < 100


def test_where_there_are_fewer_cards_than_room_nothing_fits():
    assert spread_once([0, 0], [2, 1], [[9], [9]], new_rng(5)) is None
    hands, group = np.zeros(2, np.int64), np.zeros(2, np.int64)
    spread_set(pack([0, 1]), group, np.array([2, 1]), np.full((2, 1), NO_LIMIT), new_rng(5), hands)
    assert hands.tolist() == [0, 0]


def test_limits_that_contradict_themselves_are_let_go():
    hands, group = np.zeros(2, np.int64), np.zeros(3, np.int64)
    spread_set(pack([0, 1, 2]), group, np.array([2, 1]), np.zeros((2, 1), np.int64), new_rng(6), hands)
    assert [len(members(hand)) for hand in hands] == [2, 1]


@pytest.mark.parametrize("name", games.OURS)
def test_the_positions_of_lessons_have_worlds_that_fit(name):
    """They lay out few cards; the others of the deck are nowhere, and a world looks like the position."""
    game, rng = games.game(name), new_rng(8)
    world, again = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    for lesson in lessons.course(name).lessons:
        match = Match.from_position(game, lesson.position)
        for seat in range(-1, match.players):
            seen = match.view(seat)
            game.view.determinize(seen, seat, rng, world)
            game.view.view(world[0], seat, again)
            assert again[0].tobytes() == seen.tobytes(), (lesson.name, seat)


def test_a_position_that_gives_a_hand_more_cards_than_it_lays_out_is_refused():
    position = {"players": 3, "removed": "B", "A": "R1 R2", "B": "G1 G2", "C": "Y1", "hands": "2 2 2"}
    with pytest.raises(LastTrickError, match="gives C 2 cards, but 1 are laid out"):
        Match.from_position(games.game("ten_tricks_later"), position)
