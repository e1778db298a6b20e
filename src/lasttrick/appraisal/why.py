"""Why one action is better than another: the split of the sampled worlds that moves their difference most.

Facts only: where a seat holds a card, the better action gains so much; where it does not, so much.
"""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from lasttrick.appraisal.appraise import FRESH, Appraiser
from lasttrick.bots.policy import best_looking

WORLDS = 256
RARE = 0.05  # a split needs so many of the worlds on either side
SURE = 3.0  # standard errors by which the sides must differ
STEPS = 4  # of a continuation
WAYS = 64  # worlds it is looked for in
FEW = 8  # worlds that must still go the same way


@dataclass(frozen=True)
class Split:
    """Worlds in which a seat holds a card, and the rest: what the better action gains in each."""

    seat: int
    card: str
    share: float  # of the worlds that fit
    gain_there: float
    gain_elsewhere: float


def split(appraiser: Appraiser, view: np.record, seat: int, seed: int, better: int, worse: int) -> Split | None:
    """The card whose holder matters most to the difference of two actions; None where none can be shown to."""
    tried = np.array([better, worse], np.int16)
    values, _ = appraiser.values(view, seat, tried, seed, FRESH, WORLDS, 1 << 40)
    gains = values[:, 0] - values[:, 1]
    holdings = [hands_in(appraiser, view, seat, seed, FRESH + w) for w in range(WORLDS)]
    best: tuple[float, Split] | None = None
    for holder, card in sorted(set().union(*holdings)):
        there = np.array([(holder, card) in held for held in holdings])
        share = float(there.mean())
        if not RARE <= share <= 1 - RARE:
            continue
        gap = float(gains[there].mean() - gains[~there].mean())
        error = math.sqrt(gains[there].var() / there.sum() + gains[~there].var() / (~there).sum())
        moved = share * (1 - share) * gap * gap
        if abs(gap) > SURE * error and (best is None or moved > best[0]):
            found = Split(holder, card, share, float(gains[there].mean()), float(gains[~there].mean()))
            best = moved, found
    return best[1] if best else None


def hands_in(appraiser: Appraiser, view: np.record, seat: int, seed: int, number: int) -> set[tuple[int, str]]:
    """Who holds which card in a world: the hands as they are described to their own seats."""
    game, world = appraiser.game, appraiser.world(view, seat, seed, number)
    seen, found = np.zeros(1, game.dtype), set()
    for other in range(int(view.players)):
        if other != seat:
            game.view.view(world, other, seen)
            hand = game.describe.describe_own(seen[0], other)["seats"][other].get("hand") or []
            found |= {(other, str(card)) for card in hand}
    return found


@dataclass(frozen=True)
class Expected:
    """A step of what comes most often, and the share of the worlds that go this way up to it."""

    seat: int
    text: str
    share: float


def continuation(appraiser: Appraiser, view: np.record, seat: int, seed: int, action: int) -> list[Expected]:
    """What is expected most after an action, as long as more than a few worlds go the same way."""
    ways = [_way_on(appraiser, view, seat, seed, FRESH + w, action) for w in range(WAYS)]
    found: list[Expected] = []
    while following := Counter(way[len(found)] for way in ways if len(way) > len(found)):
        (step, count), *_ = following.most_common(1)
        if count < FEW:
            break
        ways = [way for way in ways if way[len(found) : len(found) + 1] == [step]]
        found.append(Expected(*step, count / WAYS))
    return found


def _way_on(appraiser: Appraiser, view, seat: int, seed: int, number: int, action: int) -> list[tuple[int, str]]:
    game, memory = appraiser.game, appraiser.memory
    world = appraiser.world(view, seat, seed, number)
    game.rules.apply(world, seat, action, appraiser.story)
    way: list[tuple[int, str]] = []
    while len(way) < STEPS and (acting := int(game.rules.acting(world))):
        actor = (acting & -acting).bit_length() - 1
        n = game.rules.legal(world, actor, memory.actions)
        chosen = int(memory.actions[best_looking(world, actor, memory.actions, n, memory.worth, memory.rng)])
        way.append((actor, game.notation.action_text(world, chosen)))
        game.rules.apply(world, actor, chosen, appraiser.story)
    return way
