"""How a game is thought about: the generic names under which compiled code reaches a game's own judgement.

For each game the module `judgement` of its package, for those of ours one of its name in this room, may bring

==============================================  ======================================================================
``appraise(view, seat, actions, n, worth)``     how good each of n legal actions looks, in points; more is better
``stage(state)``                                a number that changes where a rollout may stop, e.g. the round
``cut_short(world)``                            let a sampled world end there, if options of the game can say so
``outlook(state, chances)``                     at such a place, each seat's chance to win
``payoff(state, winners, chances)``             what the finished match gives each seat, from 0 to 1
``insight(view, seat, actions, n, worth)``      if it has it: the same to networks, who may have agreed on more
``clues(view, seat, actions, n, worth, out)``   if it has them: ``CLUES`` small numbers about each action, for networks
``SCALE``                                       points by which a choice must be better to be clearly better
==============================================  ======================================================================

`appraise` may read of a record only what the seat can see, so that it says the same of a view and of a full state. A
game without a module is played without judgement.
"""

import importlib
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from lasttrick.core.contract import Game, brought, generic
from lasttrick.core.rng import below
from lasttrick.core.rule import entry, rule
from lasttrick.core.sources import dispatches


def judgement_in(package: str) -> str:
    """The name of the module that knows how to play the game in a package."""
    return brought(package, "judgement", "lasttrick.bots") or "lasttrick.bots.no_judgement"


def judgement_of(game: Game) -> ModuleType:
    """The module that knows how to play a game."""
    return importlib.import_module(judgement_in(game.package))


def clues_of(game: Game) -> ModuleType:
    """The module that has the clues of a game; without any there is nothing to say of an action."""
    module = judgement_of(game)
    return module if hasattr(module, "clues") else importlib.import_module("lasttrick.bots.no_judgement")


def insight_of(game: Game) -> Any:
    """Where the judgement's word to networks is found; most games have one word for all."""
    module = judgement_of(game)
    return module if hasattr(module, "insight") else SimpleNamespace(insight=module.appraise)


appraise = generic("appraise", "seat, actions, n, worth", judgement_of)
insight = generic("insight", "seat, actions, n, worth", insight_of)
clues = generic("clues", "seat, actions, n, worth, out", clues_of)
stage = generic("stage", "", judgement_of)
cut_short = generic("cut_short", "", judgement_of)
outlook = generic("outlook", "chances", judgement_of)
payoff = generic("payoff", "winners, chances", judgement_of)
dispatches(__name__, lambda package: [judgement_in(package), "lasttrick.bots.no_judgement"])


@entry
def best_looking(state, seat, actions, n, worth, rng):
    """The place of the action that looks best."""
    if n == 1:
        return 0
    appraise(state, seat, actions, n, worth)
    return best_of(worth, n, rng)


@rule
def decide(state, seat, mistakes, actions, n, worth, rng):
    """The place of the action that a bot takes which errs in so many of a hundred decisions."""
    if n == 1:
        return np.int64(0)
    if mistakes > 0 and below(rng, 100) < mistakes:
        return np.int64(below(rng, n))
    return np.int64(best_looking(state, seat, actions, n, worth, rng))


@rule
def best_of(worth, n, rng):
    """The place of the highest worth; of equals one by lot."""
    best, equals = 0, 1
    for i in range(1, n):
        if worth[i] > worth[best]:
            best, equals = i, 1
        elif worth[i] == worth[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return best


@rule
def leanings(worth, n, scale, out):
    """Worth as shares that add up to 1: a choice `scale` points better has e times the share."""
    most = worth[0]
    for i in range(1, n):
        most = max(most, worth[i])
    total = 0.0
    for i in range(n):
        out[i] = np.exp(max((worth[i] - most) / scale, -50.0))
        total += out[i]
    for i in range(n):
        out[i] /= total
