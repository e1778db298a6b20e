"""Whole matches of networks inside compiled code: for the lab's shares, and written down for learning."""

import numpy as np

from lasttrick.bots.memory import in_whole_words
from lasttrick.bots.nets.net import by_lot, glance, glance_dtype, judge, look, strongest, tell
from lasttrick.bots.policy import best_looking, judgement_of
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import new_story
from lasttrick.core.winning import share_win

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


def notes_dtype(decisions: int, cells: int, choices: int, matches: int) -> np.dtype:
    """Room for what is written down while networks play."""
    fields = [
        ("used", (np.int64, (4,))),  # decisions, cells, choices, matches
        ("cell", (np.int16, (cells,))),  # numbers of the observation that are not zero …
        ("amount", (np.float32, (cells,))),  # … and what they are
        ("cell_end", (np.int64, (decisions,))),  # of each decision
        ("choice", (np.int16, (choices,))),  # legal actions
        ("worth", (np.float32, (choices,))),  # by the judgement
        ("choice_end", (np.int64, (decisions,))),
        ("taken", (np.int64, (decisions,))),  # the place among all choices
        ("chance", (np.float32, (decisions,))),  # with which it was taken
        ("value", (np.float32, (decisions,))),  # the seat's chance to win, as it was told
        ("gain", (np.float32, (decisions,))),  # how much better it went than was told
        ("match", (np.int32, (decisions,))),
        ("seat", (np.int8, (decisions,))),
        ("players", (np.int8, (matches,))),
        ("shares", (np.float32, (matches, MOST_SEATS))),
    ]
    return in_whole_words(fields)


@entry
def note_matches(nets, blank, base, first, count, who, temperature, fade, scratch, story, g, notes):
    """Play matches first … first + count − 1 and write down what network 0 decides, as long as there is room.

    Row i of `who` says who sits where in match i; see `glance` for the temperature. Afterwards every decision knows how
    much better than told it went: the changes of the seat's chances from then on, each later one counting `fade` of the
    one before. Gives how many matches were played."""
    for i in range(count):
        if not has_room(notes):
            return i
        scratch[0] = blank[0]
        state = scratch[0]
        chance.derive_key(base, first + i, state.key)
        seed_rng(g.rng, base[0], first + i)
        contract.start(state, story)
        begun = notes.used[0]
        seats = contract.acting(state)
        while seats != 0:
            seat = bits.lowest(seats)
            n = contract.legal(state, seat, g.actions)
            if n > 1 and who[i, seat] == 0:
                at = note_decision(nets[0], state, seat, temperature, n, g, notes)
            else:
                at = decide(nets, who[i, seat], temperature, state, seat, n, g)
            contract.apply(state, seat, g.actions[at], story)
            seats = contract.acting(state)
        note_end(state, begun, fade, g, notes)
    return count


@rule
def has_room(notes):
    """Whether another match is sure to fit."""
    full = (
        notes.used[0] * 10 >= len(notes.value) * 9
        or notes.used[1] * 10 >= len(notes.cell) * 9
        or notes.used[2] * 10 >= len(notes.choice) * 9
        or notes.used[3] >= len(notes.players)
    )
    return not full


@rule
def note_decision(net, state, seat, temperature, n, g, notes):
    """Let the network decide, and write down all that it saw and did."""
    look(net, state, seat, g)
    judge(net, state, seat, n, g)
    tell(net, state, g)
    d, cells, choices = notes.used[0], notes.used[1], notes.used[2]
    for k in range(len(g.seen)):
        if g.seen[k] != np.float32(0):
            notes.cell[cells] = k
            notes.amount[cells] = g.seen[k]
            cells += 1
    for i in range(n):
        notes.choice[choices + i] = g.actions[i]
        notes.worth[choices + i] = g.worth[i]
    at = by_lot(n, temperature, g) if temperature > 0.0 else strongest(n, g)
    notes.taken[d] = choices + at
    notes.chance[d] = g.worth[at] if temperature > 0.0 else 1.0
    notes.value[d] = g.chances[0]
    notes.match[d] = notes.used[3]
    notes.seat[d] = seat
    notes.cell_end[d] = cells
    notes.choice_end[d] = choices + n
    notes.used[0], notes.used[1], notes.used[2] = d + 1, cells, choices + n
    return at


@rule
def note_end(state, begun, fade, g, notes):
    """The match is over: write its result, and how much better each decision went than was told."""
    match = notes.used[3]
    share_win(state, contract.result(state, g.scores), g.shares)
    for seat in range(state.players):
        notes.shares[match, seat] = g.shares[seat]
        following, gain = g.shares[seat], 0.0
        for d in range(notes.used[0] - 1, begun - 1, -1):
            if notes.seat[d] == seat:
                gain = following - notes.value[d] + fade * gain
                following = notes.value[d]
                notes.gain[d] = gain
    notes.players[match] = state.players
    notes.used[3] = match + 1


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

    def shares(self, first: int, count: int) -> np.ndarray:
        """The share of the win of each place, a row a match."""
        from lasttrick.core.winning import win_shares

        winners, _, _, ends = self.play(first, count)
        by_seat = win_shares(self.game, winners, ends, self.players)
        moved = (np.arange(first, first + count) % self._repeat)[:, None]
        return np.take_along_axis(by_seat, (np.arange(self.players)[None, :] + moved) % self.players, axis=1)
