"""[TTL-55] A sampled world, wound back to its deal, allows every action so far and leads to itself."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.story import CHANCE
from lasttrick.core.trace import random_choice
from lasttrick.games.ten_tricks_later.state import INFECTED_8, PLAY, Phase, Wish
from tests.games.ten_tricks_later.table import GAME


def dealt_hands(world, decisions) -> list[list[int]]:
    """The hands of the deal: what is still held, what was played and given, less the Infected 8."""
    hands = [set(bits.members(h)) for h in world.hand[: world.players]]
    for seat, action in decisions:
        if action >= PLAY:
            hands[seat].add(action - PLAY)
    if world.exchanger >= 0:
        hands[world.exchanger].discard(INFECTED_8)
        if world.given >= 0:
            hands[world.exchanger].add(int(world.given))
    return [sorted(hand) for hand in hands]


def actions_in_world(world, decisions):
    """The decisions as the world has them: what others wished or gave in secret is the world's own."""
    for seat, action in decisions:
        if action < 2 and world.phase == Phase.WISH:
            action = int(world.wish[seat] == Wish.YES)
        elif 2 <= action < PLAY:
            action = 2 + int(world.given)
        yield seat, action


def wound_back(world, match: Match) -> Match:
    removed = [int(world.removed)] if match.players == 3 else []
    hands = dealt_hands(world, match.decisions)
    tape = removed + [card for hand in hands for card in hand]
    again = Match(GAME, match.players, match.options, seed=0, tape=tape)
    for (seat, action), story in zip(actions_in_world(world, match.decisions), match.stories, strict=True):
        again.apply(seat, action, tape=[n for _, kind, facts in story if kind >= CHANCE for n in facts])
    return again


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", [4, 7, 11, 12, 15])
def test_a_world_allows_every_action_so_far(players, seed):
    match, choose = Match(GAME, players, {"max_rounds": "1", "target": "50"}, seed=seed), random_choice(seed)
    match.stories = []
    world, rng = np.zeros(1, GAME.dtype), new_rng(seed)
    while not match.over:
        for seat in range(-1, players):
            GAME.view.determinize(match.view(seat), seat, rng, world)
            again = wound_back(world[0], match)
            again.state.key[:] = world[0].key
            again.state.events = world[0].events
            assert again.state.tobytes() == world[0].tobytes()
        match.apply(*choose(match))
        match.stories.append(match.story)


@pytest.mark.parametrize("known", ["", "B:R0 C:G1", "B:R0 B:G0 C:Y0"])
def test_sampled_hands_keep_to_what_was_shown(known):
    position = {
        "players": 3, "removed": "B", "known": known, "hands": "4 4 4", "tricks": 6, "ban": "off",
        "A": "R1 G2 Y3 P4", "B": "G5 G6 Y1 Y2" if "B:R0" not in known else "Y1 Y2 Y4 P1", "C": "R2 R3 G1 P2",
        "aside": "P1 P3 P5 P6" if "B:R0" not in known else "P3 P5 P6",
    }  # fmt: skip
    match = Match.from_position(GAME, position)
    held = {c for h in match.state.hand for c in bits.members(h)}
    rest = [c for c in range(24) if c not in held]
    match.state.upper[0] = bits.pack(rest)
    world, rng = np.zeros(1, GAME.dtype), new_rng(1)
    seen = {}
    for _ in range(200):
        GAME.view.determinize(match.view(0), 0, rng, world)
        for seat in (1, 2):
            for colour in range(5):
                cards = [c for c in bits.members(world[0].hand[seat]) if min(c // 8, 4) == colour]
                assert len(cards) <= match.state.at_most[seat, colour]
        seen[world[0].hand.tobytes()] = True
    assert len(seen) > 1
