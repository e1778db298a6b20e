"""A fork goes on from a step of another match: with its cards, or in a fresh world that fits what a seat knew."""

import json
import os
from collections import Counter, defaultdict

import numpy as np
import pytest

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.forks import Fork
from lasttrick.core.match import Match, read_match
from lasttrick.core.words import describe
from tests.bots.positions import least_players
from tests.cases import every_game, short_match, walk

LONG = os.environ.get("LASTTRICK_LONG") == "1"


def parent_of(name: str, decisions: int = 9) -> Match:
    match = short_match(name, least_players(name), {})
    for _, seat, action in walk(name, least_players(name), {}):
        if len(match.decisions) == decisions:
            break
        match.decide(seat, action)
    return match


def forked(parent: Match, fork: Fork) -> Match:
    match = Match(parent.game, parent.players, parent.options, parent.to_json()["seed"], fork=fork)
    for seat, action in parent.decisions[: fork.step]:
        match.decide(seat, action)
    return match


@every_game
def test_with_the_real_cards_it_stands_where_the_parent_stood(name):
    parent = parent_of(name)
    step = len(parent.decisions)
    assert forked(parent, Fork("x", step, 0)).state.tobytes() == parent.state.tobytes()


@every_game
@pytest.mark.parametrize("step", [0, 9])
def test_in_a_fresh_world_the_seat_sees_what_it_saw_and_plays_on(name, step):
    parent = parent_of(name, step)
    seat = parent.acting[0]
    match = forked(parent, Fork("x", len(parent.decisions), seat, 5))
    assert match.view(seat).tobytes() == parent.view(seat).tobytes()
    assert match.state.tobytes() != parent.state.tobytes()
    match.decide(seat, match.legal(seat)[0])
    again = read_match(json.dumps(match.to_json()), games.game)
    assert again == match
    assert again.fork == match.fork
    match.undo()
    assert match.view(seat).tobytes() == parent.view(seat).tobytes()
    assert match.copy().fork == match.fork


def test_the_real_cards_do_not_matter_to_the_fresh_world():
    """The view and the number of the world are all that goes in: another parent with the same view leads to it."""
    parent = parent_of("ten_tricks_later")
    seat = parent.acting[0]
    step = len(parent.decisions)
    other = forked(parent, Fork("x", step, seat, 77))  # a world in which the others hold other cards
    assert other.state.tobytes() != parent.state.tobytes()
    fork = Fork("x", step, seat, 5)
    found = []
    for one in (parent, other):
        world = one.states.copy()
        fork.enter(one.game, one.view(seat), world)
        found.append(world.tobytes())
    assert found[0] == found[1]


def hand_of(game, world: np.ndarray, seat: int) -> list[str]:
    """The cards of a hand as its seat sees them; which way up a card is held does not matter."""
    seen = np.zeros(1, game.dtype)
    game.view.view(world[0], seat, seen)
    return ["/".join(sorted(str(card).split("/"))) for card in describe(game, seen[0], seat)["seats"][seat]["hand"]]


@every_game
def test_fresh_worlds_are_all_equally_likely(name):
    """Before anything is played, every card unseen lies in each place as often as the place is large: chi-square.

    A card that everybody knows the holder of (one of SCOUT's) is in the same hand in every world, and left out."""
    worlds = 10_000 if LONG else 500
    parent = parent_of(name, 0)
    seat, view, world = parent.acting[0], parent.view(parent.acting[0]), parent.states.copy()
    others = [s for s in range(parent.players) if s != seat]
    held: dict[str, Counter[int]] = defaultdict(Counter)
    for number in range(worlds):
        Fork("x", 0, seat, number).enter(parent.game, view, world)
        for other in others:
            for card in hand_of(parent.game, world, other):
                held[card][other] += 1
    known = [card for card, places in held.items() if worlds in places.values()]
    assert len(known) <= 1
    real = {card for other in others for card in hand_of(parent.game, parent.states, other)}
    assert real <= set(held)
    room = [len(hand_of(parent.game, world, s)) - sum(s in held[card] for card in known) for s in others]
    counts = np.array([[places[s] for s in others] for card, places in held.items() if card not in known])
    counts = np.column_stack([counts, worlds - counts.sum(axis=1)])  # the rest lies in nobody's hand
    expected = worlds * np.array([*room, len(counts) - sum(room)]) / len(counts)
    is_place = expected > 0
    assert not counts[:, ~is_place].any()
    found = float((((counts - expected) ** 2)[:, is_place] / expected[is_place]).sum())
    freedom = (len(counts) - 1) * (int(is_place.sum()) - 1)
    print(f"CHECK {name}, fresh worlds: chi-square {found:.0f} with {freedom} degrees of freedom over {worlds} worlds")
    assert abs(found - freedom) <= 4 * np.sqrt(2 * freedom)


def test_in_fresh_worlds_any_seat_with_room_may_hold_a_card_that_was_not_seen():
    parent = parent_of("ten_tricks_later")
    seat, step = parent.acting[0], len(parent.decisions)
    sizes = [len(parent.describe(s)["seats"][s]["hand"]) for s in range(parent.players)]
    card = next(c for s in range(parent.players) if s != seat for c in parent.describe(s)["seats"][s]["hand"])
    holders: Counter[int] = Counter()
    for world in range(80):
        match = forked(parent, Fork("x", step, seat, world))
        holders.update(s for s in range(parent.players) if card in match.describe(s)["seats"][s]["hand"])
    others = [s for s in range(parent.players) if s != seat]
    assert all(holders[s] > 0 for s in others if sizes[s])
    assert not holders[seat]


@pytest.mark.parametrize(
    ("fork", "sentence"),
    [
        ({"parent": 3, "step": 0, "seat": 0}, "names its parent"),
        ({"parent": "x", "step": 99, "seat": 0}, "a step of the match"),
        ({"parent": "x", "step": 0, "seat": 9}, "a seat at its table"),
        ({"parent": "x", "step": 0, "seat": True}, "a seat at its table"),
        ({"parent": "x", "step": 0, "seat": 0, "world": -1}, "is a number, or null"),
        ([], "names its parent"),
    ],
)
def test_a_damaged_fork_gets_one_sentence(fork, sentence):
    file = parent_of("ten_tricks_later").to_json() | {"fork": fork}
    with pytest.raises(LastTrickError, match=sentence):
        read_match(json.dumps(file), games.game)
