"""What is foreseen as certain comes to pass; it rests on the view alone; and planted errors are noticed."""

import os
import random
from collections import Counter
from unittest import mock

import numpy as np
import pytest

from lasttrick import games
from lasttrick.core import foresight
from lasttrick.core.rng import new_rng
from tests.cases import cases, walk
from tests.contract.foreseeing import hold_match

LONG = os.environ.get("LASTTRICK_LONG") == "1"
DECISIONS = 20_000 if LONG else 300  # of each game at each number of players

foreseeing = [case for case in cases() if games.game(case[0]).foresee]
every_case = pytest.mark.parametrize(
    ("name", "players", "options"), [pytest.param(*case, id=f"{case[0]}-{case[1]}") for case in foreseeing]
)


@every_case
def test_what_is_certain_comes_to_pass(name, players, options, report):
    luck, decisions, came_true = random.Random(f"{name} {players}"), 0, Counter()
    while decisions < DECISIONS:
        held, made = hold_match(name, players, options, luck)
        decisions, came_true = decisions + made, came_true + held.came_true
    assert came_true
    report(f"foresee game={name} players={players} decisions={decisions} certain={came_true.total()} false=0")


@every_case
def test_facts_are_the_same_in_all_worlds_that_a_seat_cannot_tell_apart(name, players, options):
    game = games.game(name)
    world, again, rng = np.zeros(1, game.dtype), np.zeros(1, game.dtype), new_rng(4)
    for number, (match, seat, action) in enumerate(walk(name, players, options)):
        if number % 5:
            continue
        facts = foresight.foreseen(game, match.view(seat), seat, action)
        game.view.determinize(match.view(seat), seat, rng, world)
        game.view.view(world[0], seat, again)
        assert foresight.foreseen(game, again[0], seat, action) == facts
        for viewer in range(-1, players):
            now = foresight.standing(game, match.view(viewer), viewer)
            game.view.determinize(match.view(viewer), viewer, rng, world)
            game.view.view(world[0], viewer, again)
            assert foresight.standing(game, again[0], viewer) == now


@every_case
def test_foreseeing_changes_nothing_and_is_told_in_plain_sentences(name, players, options):
    game = games.game(name)
    for number, (match, seat, _) in enumerate(walk(name, players, options)):
        if number % 5:
            continue
        view = match.view(seat)
        before = view.tobytes()
        facts = foresight.standing(game, view, seat)
        for action in match.legal(seat)[:5]:
            facts += foresight.foreseen(game, view, seat, action)
        assert view.tobytes() == before
        for fact in facts:
            assert type(fact["certain"]) is bool
            assert foresight.fact_sentence(game, fact).endswith(".")
            assert "{" not in foresight.fact_sentence(game, fact)


# --- The checks can fail ---------------------------------------------------------------------------------------------


def of_another_action(game):
    """The facts of another legal action."""
    first = game.foresee.foresee

    def wrong(view, seat, action):
        actions = np.zeros(game.actions, np.int16)
        legal = actions[: game.rules.legal(view, seat, actions)].tolist()
        return first(view, seat, legal[legal.index(action) - 1])

    return mock.patch.object(game.foresee, "foresee", wrong)


def sure_of_everything(game):
    """Events that come as things stand are called certain."""
    first, events = game.foresee.foresee, {event.name.lower() for event in game.state.Event}

    def sure(*given):
        return [{**fact, "certain": fact["certain"] or fact["fact"] in events} for fact in first(*given)]

    return mock.patch.object(game.foresee, "foresee", sure)


def of_the_imagined_world(game):
    """The whole story of the imagined world is believed."""
    trials, events = game.foresee._trials, {event.name.lower() for event in game.state.Event}
    return mock.patch.multiple(trials, _uncovers=frozenset(), _sentences={*game.foresee.SENTENCES, *events})


# With most players, chance comes before all that the imagined world could make up in the first two games, and no event
# of SCOUT is foreseen but as certain.
PLANTED = {
    of_another_action: ("ten_tricks_later", "scout", "zombie_escape", "trick_to_survival"),
    sure_of_everything: ("ten_tricks_later", "zombie_escape", "trick_to_survival"),
    of_the_imagined_world: ("zombie_escape", "trick_to_survival"),
}


@pytest.mark.parametrize(
    ("plant", "name"),
    [pytest.param(plant, name, id=f"{name}-{plant.__name__}") for plant, names in PLANTED.items() for name in names],
)
def test_a_planted_error_is_noticed(plant, name):
    game = games.game(name)
    with plant(game), pytest.raises(AssertionError, match="foreseen as certain"):
        hold_matches(name, max(game.about.players), random.Random(1), 30)


def hold_matches(name: str, players: int, luck: random.Random, matches: int) -> None:
    for _ in range(matches):
        hold_match(name, players, {}, luck)
