"""Matches written down for learning, inside compiled code: what a network saw, and what its choices would come to."""

from typing import NamedTuple

import numpy as np

from lasttrick.bots.memory import in_whole_words
from lasttrick.bots.nets.net import clue_places, judge, look, strongest, tell
from lasttrick.bots.nets.play import decide
from lasttrick.bots.policy import cut_short, outlook, payoff, stage
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.winning import share_win

MOST_CHOICES = 6  # of a decision: so many of the strongest are written down …
CHANCE_AT_ALL = np.float32(3.0)  # … whose pull is behind the best's by no more
SELDOM = 4  # one of the others in so many decisions


def notes_dtype(game, decisions: int, cells: int, choices: int, matches: int) -> np.dtype:
    """Room for what is written down while networks play."""
    fields = [
        ("used", (np.int64, (4,))),  # decisions, cells, choices, matches
        ("cell", (np.int16, (cells,))),  # numbers of the observation that are not zero …
        ("amount", (np.float32, (cells,))),  # … and what they are
        ("cell_end", (np.int64, (decisions,))),  # of each decision
        ("choice", (np.int16, (choices,))),  # the strongest legal actions
        ("worth", (np.float32, (choices,))),  # by the judgement
        ("clue", (np.float32, (choices, clue_places(game)))),
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
    begin, end = notes.choice_end[d - 1] if d > 0 else np.int64(0), notes.choice_end[d]
    if end - begin == 1:
        notes.advice[begin] = 0  # there is nothing to compare
        return
    for k in range(begin, end):
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
            at = decide(nets, who[actor], 0.0, world, actor, n, ahead)
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
    choices = notes.used[2]
    least = strong_enough(n, g)
    for i in range(n):
        if g.pull[i] >= least or below(g.rng, SELDOM * n) == 0:
            note_choice(i, g, choices, notes)
            choices += 1
    note_seen(seat, choices, g.chances[0], g, notes)


@entry
def note_search(net, view, seat, n, shares, value, g, notes):
    """Write down what a search saw, how it shared out its visits among all n legal actions, and what it expects.

    They are in `g.actions`; the network says nothing here, but its memory holds what is seen and the clues."""
    look(net, view, seat, g)
    judge(net, view, seat, n, g)
    choices = notes.used[2]
    for i in range(n):
        note_choice(i, g, choices + i, notes)
        notes.advice[choices + i] = shares[i]
    note_seen(seat, choices + n, value, g, notes)


@rule
def note_seen(seat, choices, value, g, notes):
    """End a decision: what was seen, what the seat's chance was said to be, and where its choices end."""
    d, cells = notes.used[0], notes.used[1]
    for k in range(len(g.seen)):
        if g.seen[k] != np.float32(0):
            notes.cell[cells] = k
            notes.amount[cells] = g.seen[k]
            cells += 1
    notes.value[d] = value
    notes.match[d] = notes.used[3]
    notes.seat[d] = seat
    notes.cell_end[d] = cells
    notes.choice_end[d] = choices
    notes.used[0], notes.used[1], notes.used[2] = d + 1, cells, choices


@rule
def note_choice(i, g, at, notes):
    notes.choice[at] = g.actions[i]
    notes.worth[at] = g.worth[i]
    for k in range(g.clues.shape[1]):
        notes.clue[at, k] = g.clues[i, k]


@rule
def strong_enough(n, g):
    """The pull that a choice needs to be written down; a few of the others are by lot."""
    least = np.float32(np.inf)
    for _ in range(min(n, MOST_CHOICES)):
        most = np.float32(-np.inf)
        for i in range(n):
            if g.pull[i] < least:
                most = max(most, g.pull[i])
        least = most
    return max(least, g.pull[strongest(n, g)] - CHANCE_AT_ALL)


@rule
def note_end(state, g, notes):
    """The match is over: write its result."""
    match = notes.used[3]
    share_win(state, contract.result(state, g.scores), g.shares)
    for seat in range(state.players):
        notes.shares[match, seat] = g.shares[seat]
    notes.players[match] = state.players
    notes.used[3] = match + 1
