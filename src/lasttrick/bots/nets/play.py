"""Whole matches of networks inside compiled code: for the lab's shares, and written down for learning."""

from typing import NamedTuple

import numpy as np

from lasttrick.bots.memory import in_whole_words
from lasttrick.bots.nets.net import glance, glance_dtype, judge, look, tell
from lasttrick.bots.policy import best_looking, cut_short, judgement_of, outlook, payoff, stage
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import new_story
from lasttrick.core.winning import share_win

JUDGEMENT = -1  # in `who`: the game's judgement decides, without a network
RANDOM = -2
MOST_CHOICES = 8  # of a decision: so many of the strongest are written down


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
        ("choice", (np.int16, (choices,))),  # the strongest legal actions
        ("worth", (np.float32, (choices,))),  # by the judgement
        ("advice", (np.float32, (choices,))),  # the seat's chance when the stage is played on from there
        ("choice_end", (np.int64, (decisions,))),
        ("value", (np.float32, (decisions,))),  # the seat's chance to win, as it was told
        ("match", (np.int32, (decisions,))),
        ("seat", (np.int8, (decisions,))),
        ("players", (np.int8, (matches,))),
        ("shares", (np.float32, (matches, MOST_SEATS))),
    ]
    return in_whole_words(fields)


class Ways(NamedTuple):
    """How matches are played for learning."""

    temperature: float  # of network 0 and its older selves; see `glance`
    noted: int  # of a hundred decisions of network 0: so many are written down
    advised: int  # 1: with advice
    judged: int  # of a hundred pieces of advice: so many are played out by the judgement alone, which is quicker
    told: int  # 1: where a stage ends the network tells the chances, 0: the judgement


@entry
def note_matches(nets, blank, base, first, count, who, ways, scratch, story, g, ahead, notes):
    """Play matches first … first + count − 1 and write down what network 0 decides, as long as there is room.

    Row i of `who` says who sits where in match i. Gives how many matches were played."""
    for i in range(count):
        if not has_room(notes):
            return i
        scratch[0] = blank[0]
        state = scratch[0]
        chance.derive_key(base, first + i, state.key)
        seed_rng(g.rng, base[0], first + i)
        contract.start(state, story)
        seats = contract.acting(state)
        while seats != 0:
            seat = bits.lowest(seats)
            n = contract.legal(state, seat, g.actions)
            at = decide(nets, who[i, seat], ways.temperature, state, seat, n, g)
            action = g.actions[at]
            if n > 1 and who[i, seat] == 0 and below(g.rng, 100) < ways.noted:
                note_decision(nets[0], state, seat, n, g, notes)
                if ways.advised == 1:
                    advise(nets, who[i], state, seat, ways, scratch, story, g, ahead, notes)
            contract.apply(state, seat, action, story)
            seats = contract.acting(state)
        note_end(state, g, notes)
    return count


@rule
def advise(nets, who, state, seat, ways, scratch, story, g, ahead, notes):
    """Play on from each choice of the decision just noted to the end of the stage, all with the same cards and luck.

    The seats go on as they are, without lot. The cards are the real ones, which no decision sees: what is learned from
    many such decisions is what a choice comes to on average over all cards that the seat cannot tell apart."""
    d = notes.used[0] - 1
    is_judged = below(g.rng, 100) < ways.judged
    for k in range(notes.choice_end[d - 1] if d > 0 else 0, notes.choice_end[d]):
        scratch[1] = state
        world = scratch[1]
        cut_short(world)
        ahead.rng[:] = g.rng
        begun = stage(world)
        contract.apply(world, seat, notes.choice[k], story)
        seats = contract.acting(world)
        while seats != 0 and stage(world) == begun:
            actor = bits.lowest(seats)
            n = contract.legal(world, actor, ahead.actions)
            at = decide(nets, JUDGEMENT if is_judged else who[actor], 0.0, world, actor, n, ahead)
            contract.apply(world, actor, ahead.actions[at], story)
            seats = contract.acting(world)
        notes.advice[k] = chance_after(nets[0], world, seats != 0, seat, ways, ahead)


@rule
def chance_after(net, world, goes_on, seat, ways, ahead):
    """A seat's chance at the end of a stage, or what the match gave it."""
    if not goes_on and ways.told == 1:
        share_win(world, contract.result(world, ahead.scores), ahead.shares)
    elif not goes_on:
        payoff(world, contract.result(world, ahead.scores), ahead.shares)
    elif ways.told == 0:
        outlook(world, ahead.shares)
    else:
        look(net, world, seat, ahead)
        tell(net, world, ahead)
        return ahead.chances[0]
    return ahead.shares[seat]


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
def note_decision(net, state, seat, n, g, notes):
    """Write down all that a network sees, what it tells, and its strongest choices."""
    look(net, state, seat, g)
    judge(net, state, seat, n, g)
    tell(net, state, g)
    d, cells, choices = notes.used[0], notes.used[1], notes.used[2]
    for k in range(len(g.seen)):
        if g.seen[k] != np.float32(0):
            notes.cell[cells] = k
            notes.amount[cells] = g.seen[k]
            cells += 1
    least = strong_enough(n, g)
    for i in range(n):
        if g.pull[i] >= least or below(g.rng, n) == 0:
            notes.choice[choices] = g.actions[i]
            notes.worth[choices] = g.worth[i]
            choices += 1
    notes.value[d] = g.chances[0]
    notes.match[d] = notes.used[3]
    notes.seat[d] = seat
    notes.cell_end[d] = cells
    notes.choice_end[d] = choices
    notes.used[0], notes.used[1], notes.used[2] = d + 1, cells, choices


@rule
def strong_enough(n, g):
    """The pull that MOST_CHOICES of n choices reach; a few of the others are written down by lot."""
    least = np.float32(np.inf)
    for _ in range(min(n, MOST_CHOICES)):
        most = np.float32(-np.inf)
        for i in range(n):
            if g.pull[i] < least:
                most = max(most, g.pull[i])
        least = most
    return least


@rule
def note_end(state, g, notes):
    """The match is over: write its result."""
    match = notes.used[3]
    share_win(state, contract.result(state, g.scores), g.shares)
    for seat in range(state.players):
        notes.shares[match, seat] = g.shares[seat]
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
