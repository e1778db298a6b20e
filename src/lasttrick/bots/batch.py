"""Whole matches between bots that only judge, inside compiled code: random and heuristic seats, thousands a second."""

import numpy as np

from lasttrick.bots.policy import decide, judgement_of
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import new_story


@rule
def play_judged_match(state, mistakes, moved, story, actions, worth, rng):
    decisions = 0
    seats = contract.acting(state)
    while seats != 0:
        seat = bits.lowest(seats)
        n = contract.legal(state, seat, actions)
        place = (seat + state.players - moved) % state.players
        chosen = actions[decide(state, seat, mistakes[place], actions, n, worth, rng)]
        contract.apply(state, seat, chosen, story)
        decisions += 1
        seats = contract.acting(state)
    return decisions


@entry
def play_judged(
    blank, base, first, repeat, shift, mistakes, scratch, story, actions, worth, rng, winners, scores, decisions
):
    """Matches first, first + 1, …, a row each; `repeat` matches in a row share a deal with the seats moved by one.

    Place k sits in seat (k + shift of the match) mod players and errs in mistakes[k] of a hundred decisions.
    """
    for i in range(len(winners)):
        number = first + i
        scratch[0] = blank[0]
        state = scratch[0]
        chance.derive_key(base, number // repeat, state.key)
        seed_rng(rng, base[0], number)
        contract.start(state, story)
        moved = (number % repeat) * shift
        decisions[i] = play_judged_match(state, mistakes, moved, story, actions, worth, rng)
        winners[i] = contract.result(state, scores[i])


class JudgedMatches:
    """Many matches between heuristics, in blocks, reusing memory; a random seat is one that always errs."""

    def __init__(self, game, players: int, options: dict | None, seed, mistakes, duplicate: bool = False):
        judgement_of(game)
        self.game, self.players = game, players
        self._blank = np.array([game.blank(players, game.about.automatic_options(options or {}))], game.dtype)
        self._base = chance.key_of(seed)
        self._mistakes = np.array(mistakes, np.int64)
        self._repeat = players if duplicate else 1
        self._scratch = np.zeros(1, game.dtype)
        self._story = new_story(on=False)
        self._actions = np.zeros(game.actions, np.int16)
        self._worth = np.zeros(game.actions)
        self._rng = np.zeros(4, np.int64)

    def ready(self, game) -> None:
        """Compile or load what the first match needs."""
        self.play(0, 1)

    def play(self, first: int, count: int):
        """Matches first … first + count − 1 as arrays: winners (bit sets of seats), scores, decisions."""
        winners = np.zeros(count, np.int64)
        scores = np.zeros((count, MOST_SEATS), np.int32)
        decisions = np.zeros(count, np.int32)
        play_judged(
            self._blank,
            self._base,
            first,
            self._repeat,
            1,
            self._mistakes,
            self._scratch,
            self._story,
            self._actions,
            self._worth,
            self._rng,
            winners,
            scores,
            decisions,
        )
        return winners, scores[:, : self.players], decisions

    @property
    def last_state(self) -> np.record:
        """How the match played last ended."""
        return self._scratch[0]

    def shares(self, first: int, count: int) -> np.ndarray:
        """The share of the win of each place, a row a match."""
        winners, _, _ = self.play(first, count)
        numbers = np.arange(first, first + count)
        seats = (np.arange(self.players)[None, :] + (numbers % self._repeat)[:, None]) % self.players
        won = (winners[:, None] >> seats) & 1
        return won / np.maximum(1, won.sum(axis=1))[:, None]
