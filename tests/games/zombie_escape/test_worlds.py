"""[ZMB-75] A sampled world, wound back to its deal, allows every action so far and leads to itself."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.trace import random_choice
from lasttrick.games.zombie_escape import codes, rules
from lasttrick.games.zombie_escape.data import house
from lasttrick.games.zombie_escape.state import FLIP, FOLLOW, LOCATIONS, marks
from tests.games.zombie_escape.table import EVERY_COUNT, GAME, at

ONE_DAY = {**house(), "max_days": 1}


def wound_back(world, match: Match) -> Match:
    """The match of this world: its deal is what is held, what was played and what is aside."""
    hands = [bits.members(hand) for hand in world.hand[: match.players]]
    for seat, action in match.decisions:
        if action < FLIP:
            hands[seat].append(action - FOLLOW if action >= FOLLOW else action // LOCATIONS)
    dealt = [card for hand in hands for card in hand] + bits.members(rules.aside(world))
    pile = world.pile[: world.in_pile.sum(dtype=int)].tolist()
    again = Match(GAME, match.players, {**match.options, "first_leader": "A"}, seed=0, tape=[*dealt, *pile])
    for seat, action in match.decisions:
        again.apply(seat, action)
    return again


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_world_allows_every_action_so_far(players, seed):
    options = {"data": ONE_DAY, "first_leader": "A"}
    match, choose = Match(GAME, players, options, seed=seed), random_choice(seed)
    world, rng = np.zeros(1, GAME.dtype), new_rng(seed)
    while not match.over:
        for seat in (-1, int(rng[0]) % players):
            GAME.view.determinize(match.view(seat), seat, rng, world)
            again = wound_back(world[0], match)
            again.state.key[:] = world[0].key
            again.state.events = world[0].events
            assert again.state.tobytes() == world[0].tobytes()
        match.apply(*choose(match))


@pytest.mark.parametrize("void", ["", "B:S", "B:SH C:H", "B:SH C:HM D:S E:M"])
def test_sampled_hands_keep_to_what_was_shown(void):
    """Five players, the last two turns: B, C, D and E hold eight of the unseen cards, three are aside."""
    unseen = "2Sa 2Ha 2Ma 3Sa 3Ha 3Ma 4Sa 4Ma 6X 17M 999Z"
    match = at(players=5, turn=8, A="9S 9H", void=void, graveyard=everything_but(f"9S 9H {unseen}"))
    world, rng, seen = np.zeros(1, GAME.dtype), new_rng(1), set()
    for _ in range(200):
        GAME.view.determinize(match.view(0), 0, rng, world)
        for seat in range(1, 5):
            assert bits.count(world[0].hand[seat]) == 2
            assert marks(world[0], world[0].hand[seat]) & match.state.void[seat] == 0
        seen.add(world[0].hand.tobytes())
    assert len(seen) > 20


def test_every_unseen_place_is_as_likely():
    """Uniform over all fitting deals: B is void in S, so each card without S is twice as often with B as elsewhere."""
    match = at(players=3, turn=15, A="9S 9H", void="B:S", graveyard=everything_but("9S 9H 17S 17H 17M 8H"))
    world, rng = np.zeros(1, GAME.dtype), new_rng(2)
    with_b = {"17S": 0, "17H": 0, "17M": 0, "8H": 0}
    for _ in range(3000):
        GAME.view.determinize(match.view(0), 0, rng, world)
        for card in codes.cards(world[0], world[0].hand[1]):
            with_b[card] += 1
    assert with_b.pop("17S") == 0
    assert all(abs(times - 2000) < 120 for times in with_b.values()), with_b


def everything_but(cards: str) -> str:
    return " ".join(c for c in codes.deck(at(players=3).state) if c not in cards.split())


def test_the_rest_of_the_pile_is_shuffled():
    match = at(players=3, pile="W2 FOOD", taken="A", turn=2)
    world, rng, third = np.zeros(1, GAME.dtype), new_rng(3), []
    for _ in range(600):
        GAME.view.determinize(match.view(-1), -1, rng, world)
        third.append(codes.kind(world[0], int(world[0].pile[2])))
    assert set(third) == {"H1", "W1", "WH", "FOOD", "HELI"}
    assert 0.45 < third.count("H1") / 600 < 0.70  # eight of fourteen
