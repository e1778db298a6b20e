"""Compiled loops of the environments: thousands of matches a call, from the decisions to the next observations.

Everything here is in one file, because compiled code on disk notices an edit in its own file only.
"""

import numpy as np

from lasttrick.bots.policy import best_looking, payoff
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule

see = contract.view  # under a name of its own: to the compiler, `.view` is NumPy's

EVERY_SEAT = -1  # in `own`: the caller decides for every seat
THINKS = -1  # in `mistakes`: a bot outside compiled code decides for this place
NEXT_STEP, SAME_STEP, DISABLED = range(3)  # what follows the end of a match, as Gymnasium's AutoresetMode

NO_ACTION = -1  # in `chosen`: leave this match as it is, unless it is over
DECIDE, FINISH, SHOW = 1, 2, 4  # the parts of a step; bots outside compiled code answer in between
WHOLE = DECIDE | FINISH | SHOW

ROW = np.dtype(
    (
        np.record,
        [
            ("number", np.int64),  # of the match to begin next
            ("own", np.int64),  # the seat that the caller plays, or EVERY_SEAT
            ("asked", np.int64),  # the seat that is to decide, -1 when the match is over
            ("actor", np.int64),  # the seat for which the caller decided last
            ("over", np.int8),  # 1: the match has ended and another is to begin
            ("terminated", np.bool_),
            ("truncated", np.bool_),
            ("legal", np.int64),  # how many actions the mask allows
            ("reward", np.float64),  # for the actor
            ("rewards", np.float64, (MOST_SEATS,)),  # for every seat
            ("rng", np.int64, (4,)),  # luck of the bots
        ],
    )
)


def tools_type(actions: int) -> np.dtype:
    """Memory that one thread works with; a record, because compiled code passes records on for nothing."""
    return np.dtype(
        (
            np.record,
            [
                ("actions", np.int16, (actions,)),
                ("worth", np.float64, (actions,)),
                ("scores", np.int32, (MOST_SEATS,)),
            ],
        )
    )


@rule
def begin(states, i, blank, base, number, story, rng):
    """Begin match `number` in states[i], with luck of its own for bots."""
    states[i] = blank[0]
    chance.derive_key(base, number, states[i].key)
    seed_rng(rng, base[0], number)
    contract.start(states[i], story)


@entry
def look(state, seat, is_asked, scratch, actions, observation, mask):
    """What a seat sees, as numbers, and a 1 for each of its legal actions; gives how many there are."""
    see(state, seat, scratch)
    contract.encode(scratch[0], seat, observation)
    mask[:] = 0
    n = contract.legal(scratch[0], seat, actions) if is_asked else 0
    for k in range(n):
        mask[actions[k]] = 1
    return n


@entry
def reckon(state, scores, chances):
    """What the finished match is worth to each seat: nothing where nobody has won."""
    winners = contract.result(state, scores)
    if winners != 0:
        payoff(state, winners, chances)
    else:
        chances[:] = 0.0


@rule
def advance(state, own, mistakes, tools, story, rng):
    """Let compiled bots decide until somebody else is asked; gives that seat, -1 when the match is over.

    Of seats that choose at the same time the lowest is asked first.
    """
    seats = contract.acting(state)
    while seats != 0:
        seat = bits.lowest(seats)
        if own == EVERY_SEAT or seat == own:
            return seat
        errs = mistakes[(seat + state.players - own) % state.players]
        if errs == THINKS:
            return seat
        n = contract.legal(state, seat, tools.actions)
        k = np.int64(0)
        if n > 1:
            if errs > 0 and below(rng, 100) < errs:
                k = np.int64(below(rng, n))
            else:
                k = np.int64(best_looking(state, seat, tools.actions, n, tools.worth, rng))
        contract.apply(state, seat, tools.actions[k], story)
        seats = contract.acting(state)
    return np.int64(-1)


@entry
def answer(state, row, mistakes, action, tools, story):
    """Make the decision of the seat that is asked, and go on to the next question."""
    contract.apply(state, row.asked, action, story)
    row.asked = advance(state, row.own, mistakes, tools, story, row.rng)


@rule
def restart(states, i, row, blank, base, mistakes, turns, tools, story):
    """Begin the next match of a row; the caller's seat moves on by one where seats take turns."""
    begin(states, i, blank, base, row.number, story, row.rng)
    if turns:
        row.own = row.number % states[i].players
    row.number += len(states)
    row.over = 0
    row.asked = advance(states[i], row.own, mistakes, tools, story, row.rng)


@rule
def decide(states, i, row, blank, base, mistakes, turns, action, tools, story):
    """Make the caller's decision; where the match was over, begin another instead."""
    row.reward = 0.0
    if row.terminated or row.truncated:
        row.rewards[:] = 0.0
        row.terminated = False
        row.truncated = False
    if row.over == 1:
        restart(states, i, row, blank, base, mistakes, turns, tools, story)
    elif action != NO_ACTION:
        row.actor = row.asked
        answer(states[i], row, mistakes, action, tools, story)


@rule
def finish(states, i, row, blank, base, mistakes, turns, mode, cut, last, mask, scratch, tools, story):
    """If the match is over, give the rewards and do what the mode says."""
    state = states[i]
    reckon(state, tools.scores, row.rewards)
    row.reward = row.rewards[row.actor]
    row.truncated = state.ending == cut
    row.terminated = state.ending != cut
    row.over = 1
    if mode == SAME_STEP:
        look(state, row.actor, False, scratch, tools.actions, last[i], mask[i])
        restart(states, i, row, blank, base, mistakes, turns, tools, story)


@rule
def show(state, row, observation, mask, scratch, tools):
    """Write the observation of the seat that is asked, or, after the end, of the seat that acted last."""
    is_asked = row.asked >= 0
    seat = row.asked if is_asked else row.actor
    row.legal = look(state, seat, is_asked, scratch, tools.actions, observation, mask)


@entry
def step_rows(
    states, rows, blank, base, mistakes, turns, mode, cut, parts, chosen, seen, mask, last, scratch, tools, story, a, b
):
    """One step of rows a … b − 1, or the parts of it that are asked for: see DECIDE, FINISH, SHOW."""
    for i in range(a, b):
        row = rows[i]
        if parts & DECIDE:
            decide(states, i, row, blank, base, mistakes, turns, chosen[i], tools, story)
        if parts & FINISH and row.asked < 0 and row.over == 0:
            finish(states, i, row, blank, base, mistakes, turns, mode, cut, last, mask, scratch, tools, story)
        if parts & SHOW:
            show(states[i], row, seen[i], mask[i], scratch, tools)


@entry
def first_illegal(mask, rows, chosen):
    """The first row whose action is not legal, -1 if there is none. Where a match is over nothing is asked."""
    for i in range(len(chosen)):
        if rows[i].over == 0 and (chosen[i] < 0 or chosen[i] >= mask.shape[1] or mask[i, chosen[i]] == 0):
            return i
    return -1
