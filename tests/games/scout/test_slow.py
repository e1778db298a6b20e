"""The engine against a slow second version: the same legal actions, the same rounds, the same winners."""

import numpy as np
import pytest

from tests.games.scout.slow import SlowRound, winners
from tests.games.scout.table import COUNTS, SCOUT, Table, random_match


def faces(table: Table, seat: int):
    text = table.hand("ABCDE"[seat])
    return [tuple(map(int, face.split("/"))) for face in text.split()]


@pytest.mark.parametrize(("players", "options"), COUNTS)
@pytest.mark.parametrize("seed", range(4))
def test_whole_matches_agree(players, options, seed):
    """[SCT-47] [SCT-48] [SCT-49] every legal action; [SCT-35] [SCT-36] [SCT-39] [SCT-42] scores and winners."""
    limit = 40 * players if seed else 12
    match, slow, rounds, endings = None, None, [], []
    for match, seat, action in random_match(players, options | {"stall_limit": limit}, seed):
        state = match.state
        if state.phase == SCOUT.state.Phase.ROTATE:
            slow = None
            continue
        if slow is None:
            now = Table(match.position())
            slow = SlowRound([faces(now, s) for s in range(players)], int(state.start_seat), limit)
        assert slow.turn == seat
        assert set(match.legal_text(seat)) == slow.legal()
        slow.apply(match.text(action))
        if slow.ending:
            rounds.append(slow.scores())
            endings.append((slow.ending, slow.exempt))
    result = match.result
    assert [line["scores"] for line in result["rounds"]] == rounds
    assert [line["ending"] for line in result["rounds"]] == [ending for ending, _ in endings]
    for line, (_, exempt) in zip(result["rounds"], endings, strict=True):
        assert exempt is None or line["seat"] == exempt
    assert result["winners"] == winners(rounds)
    assert result["scores"] == [sum(column) for column in zip(*rounds, strict=True)]


@pytest.mark.parametrize("seed", range(3))
def test_random_hands_and_tables_agree(seed):
    """[SCT-29] Doubles, in positions that play seldom reaches: long sets, few numbers, long rows."""
    random = np.random.default_rng(seed)
    cards = [(a, b) for b in range(2, 11) for a in range(1, b)]
    sizes = set()
    for _ in range(80):
        few = [card if random.random() < 0.8 else card[::-1] for card in cards[: random.integers(5, 46)]]
        hand = [few[i] for i in random.permutation(len(few))[:14]]
        hand = sorted(hand) if random.random() < 0.3 else hand
        table = random_set(random)
        position = {"players": 4, "turn": "B", "table": " ".join(f"{a}/{b}" for a, b in table)}
        now = Table(position | {"B": " ".join(f"{a}/{b}" for a, b in hand), "A": "1/2", "C": "1/3", "D": "1/4"})
        slow = SlowRound([[(1, 2)], hand, [(1, 3)], [(1, 4)]], 1, 0)
        slow.table, slow.owner = table, 0
        assert set(now.legal()) == slow.legal()
        sizes.add(len(table))
    assert sizes >= {1, 2, 3, 4, 5}


def random_set(random):
    length = int(random.integers(1, 6))
    start, step = int(random.integers(1, 11)), int(random.integers(-1, 2))
    tops = [start + step * k for k in range(length) if 1 <= start + step * k <= 10]
    return [(top, 1 if top != 1 else 2) for top in tops]
