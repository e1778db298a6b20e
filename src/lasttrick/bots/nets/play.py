"""Whole matches of networks inside compiled code, for the lab's shares; `notes` writes others down for learning."""

import numpy as np

from lasttrick.bots.nets.net import glance, glance_dtype
from lasttrick.bots.policy import best_looking, judgement_of
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import new_story

JUDGEMENT = -1  # in `who`: the game's judgement decides, without a network
RANDOM = -2


@rule
def decide(nets, who, temperature, state, seat, n, g):
    """The place of the action that a seat takes: by the network of this number, or without one."""
    if n == 1:
        return np.int64(0)
    if who == RANDOM:
        return np.int64(below(g.rng, n))
    if who == JUDGEMENT:
        return np.int64(best_looking(state, seat, g.actions, n, g.worth, g.rng))
    return glance(nets[who], state, seat, temperature, n, g)


@entry
def play_nets(nets, blank, base, first, repeat, who, temperature, scratch, story, g, winners, scores, decisions, ends):
    """Matches first, first + 1, …, a row each; `repeat` matches in a row share a deal with the seats moved by one.

    Place k sits in seat (k + match mod repeat) mod players and is played by who[k]."""
    for i in range(len(winners)):
        number = first + i
        scratch[0] = blank[0]
        state = scratch[0]
        chance.derive_key(base, number // repeat, state.key)
        seed_rng(g.rng, base[0], number)
        contract.start(state, story)
        moved = number % repeat
        seats = contract.acting(state)
        while seats != 0:
            seat = bits.lowest(seats)
            n = contract.legal(state, seat, g.actions)
            place = (seat + state.players - moved) % state.players
            at = decide(nets, who[place], temperature[place], state, seat, n, g)
            contract.apply(state, seat, g.actions[at], story)
            decisions[i] += 1
            seats = contract.acting(state)
        winners[i] = contract.result(state, scores[i])
        ends[i] = state.ending


class NetMatches:
    """Many matches between networks, judgement and lot, in blocks, reusing memory."""

    def __init__(
        self, game, players: int, options: dict | None, seed, nets: np.ndarray, who, temperature, duplicate=False
    ):
        judgement_of(game)
        self.game, self.players, self._nets = game, players, nets
        self._blank = np.array([game.blank(players, game.about.automatic_options(options or {}))], game.dtype)
        self._base = chance.key_of(seed)
        self._who, self._temperature = np.array(who, np.int64), np.array(temperature, np.float64)
        self._repeat = players if duplicate else 1
        self._scratch = np.zeros(1, game.dtype)
        self._story = new_story(on=False)
        self._glance = np.zeros(1, glance_dtype(game))[0]

    def play(self, first: int, count: int):
        """Matches first … first + count − 1: winners (sets of seats), scores, decisions, endings."""
        winners, decisions, ends = np.zeros(count, np.int64), np.zeros(count, np.int32), np.zeros(count, np.int64)
        scores = np.zeros((count, MOST_SEATS), np.int32)
        play_nets(
            self._nets,
            self._blank,
            self._base,
            first,
            self._repeat,
            self._who,
            self._temperature,
            self._scratch,
            self._story,
            self._glance,
            winners,
            scores,
            decisions,
            ends,
        )
        return winners, scores[:, : self.players], decisions, ends

    @property
    def last_state(self) -> np.record:
        """How the match played last ended."""
        return self._scratch[0]

    def shares(self, first: int, count: int) -> np.ndarray:
        """The share of the win of each place, a row a match."""
        from lasttrick.core.winning import win_shares

        winners, _, _, ends = self.play(first, count)
        by_seat = win_shares(self.game, winners, ends, self.players)
        moved = (np.arange(first, first + count) % self._repeat)[:, None]
        return np.take_along_axis(by_seat, (np.arange(self.players)[None, :] + moved) % self.players, axis=1)
