"""What the coach says a choice costs: the appraisal of the review, with a budget that fits a question at the table.

A bot says what it would do; the appraisal says what every other choice costs against that, from worlds that are paired.
Where it proves that the bot's choice loses, the best it knows is advised instead: no review calls the coach's advice a
slip for the same worlds.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lasttrick.appraisal.appraise import Appraisal, Appraiser, Budget, Worth
from lasttrick.appraisal.telling import is_staged
from lasttrick.bots.bot import first_view, legal_actions

STAGED = Budget(worlds=256)  # where play-outs end with the round: some tenths of a second
WHOLE = Budget(worlds=128)  # where every play-out goes to the end of the match,
MOST_WHOLE = 8  # and the choices that are looked at there


@dataclass(frozen=True)
class Cost:
    """What a choice loses of a match against the advised one, with half a 95 % interval."""

    cost: float
    reach: float


@dataclass(frozen=True)
class Advised:
    action: int
    costs: dict[int, Cost]  # of the choices that were looked at


class Adviser:
    """Weighs choices of one game, using its memory again and again."""

    def __init__(self, game):
        self._game = game
        self.is_staged = is_staged(game)
        self._appraiser = Appraiser(game, STAGED if self.is_staged else WHOLE)

    def ready(self) -> None:
        """Compile what is needed."""
        view, seat = first_view(self._game)
        self.advise(view, seat, legal_actions(self._game, view, seat)[:2].tolist())

    def advise(self, view: np.record, seat: int, choices: Sequence[int], seed: int = 0) -> Advised:
        """What to do, and what the rest costs; the choices are in the order in which a bot prefers them."""
        looked_at = choices if self.is_staged else choices[:MOST_WHOLE]
        action = looked_at[0]
        told = self._appraiser.appraise(view, seat, seed, action, looked_at, action)
        if told.of(action).verdict in ("slip", "mistake", "blunder"):
            action = min(told.best.actions, key=looked_at.index)
            told = self._appraiser.appraise(view, seat, seed, action, looked_at, action)
        return Advised(action, {one: cost_of(told, worth, action) for worth in told.worths for one in worth.actions})


def cost_of(told: Appraisal, worth: Worth, advised: int) -> Cost:
    """Against the advised choice, in the same worlds; what was screened out is known against the best only."""
    if not math.isnan(worth.edge):
        return Cost(0.0 if advised in worth.actions else -worth.edge, worth.edge_reach)
    own = told.of(advised)
    return Cost(worth.loss - own.loss, math.hypot(worth.loss_reach, own.loss_reach))
