"""Compiled loops of the environments: thousands of matches a call, from the decisions to the next observations.

Below the loop over the rows everything is passed as a record: compiled code counts who holds an array, and the counting
took more time than the rules. Everything is in one file, because compiled code on disk notices an edit in its own only.
"""

import numpy as np

from lasttrick.bots.policy import decide
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.winning import share_win
from lasttrick.envs.fetch import fetch
from lasttrick.envs.progress import progress

EVERY_SEAT = -1  # in `own`: the caller decides for every seat
THINKS = -1  # in `mistakes`: a bot outside compiled code decides for this place
NEXT_STEP, SAME_STEP, DISABLED = range(3)  # what follows the end of a match, as Gymnasium's AutoresetMode

WIN, ZERO_SUM, SCORE, SHAPED = range(4)  # kinds of rewards, see `rewards`
PROGRESS_SHARE = 0.5  # of progress against a win, where rewards are shaped

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
            ("unused", np.int8, (5,)),  # callers get columns; PyTorch takes those that step by whole numbers of theirs
            ("legal", np.int64),  # how many actions the mask allows
            ("reward", np.float64),  # for the actor
            ("rewards", np.float64, (MOST_SEATS,)),  # for every seat
            ("progress", np.float64, (MOST_SEATS,)),  # how far every seat has come
            ("paid", np.float64, (MOST_SEATS,)),  # the progress that has been paid for
            ("rng", np.int64, (4,)),  # luck of the bots
        ],
    )
)


PLAN = np.dtype(
    (
        np.record,
        [
            ("key", np.uint32, (8,)),  # the key from which every match has its own
            ("mistakes", np.int64, (MOST_SEATS,)),  # in a hundred, of each place from the caller's on, or THINKS
            ("turns", np.int8),  # 1: the caller's seat moves on by one from match to match
            ("mode", np.int8),
            ("kind", np.int8),  # of rewards
            ("cut", np.int8),  # the ending of a match that a limit stopped
        ],
    )
)


def tools_type(actions: int) -> np.dtype:
    """Memory that one thread works with."""
    return np.dtype(
        (
            np.record,
            [
                ("actions", np.int16, (actions,)),
                ("worth", np.float64, (actions,)),
                ("scores", np.int32, (MOST_SEATS,)),
                ("shares", np.float64, (MOST_SEATS,)),  # of the win
            ],
        )
    )


def as_records(array: np.ndarray) -> np.ndarray:
    """The rows of an array as records, without a copy."""
    return array.view(np.dtype((np.record, [("numbers", array.dtype, array.shape[1:])])))[:, 0]


@entry
def note_progress(state, row):
    progress(state, row.progress)


@rule
def make(state, row, kind, seat, action, story):
    """Make a decision, and note how far each seat has come where that is paid for."""
    contract.apply(state, seat, action, story)
    if kind >= SCORE:
        progress(state, row.progress)


@entry
def pay(state, row, kind, tools):
    """Write what each seat gets now: at the end of a match or, where rewards are shaped, for the way to here."""
    over = contract.acting(state) == 0
    for seat in range(state.players):
        row.rewards[seat] = 0.0
    if kind == SHAPED or (kind == SCORE and over):
        share = PROGRESS_SHARE if kind == SHAPED else 1.0
        for seat in range(state.players):
            row.rewards[seat] = share * (row.progress[seat] - row.paid[seat])
            row.paid[seat] = row.progress[seat]
    if over and kind != SCORE:
        add_win(state, row, kind, tools)


@rule
def add_win(state, row, kind, tools):
    share_win(state, contract.result(state, tools.scores), tools.shares)
    mean = 0.0
    if kind == ZERO_SUM:
        for seat in range(state.players):
            mean += tools.shares[seat] / state.players
    for seat in range(state.players):
        row.rewards[seat] += tools.shares[seat] - mean


@rule
def advance(state, row, plan, tools, story):
    """Let compiled bots decide until somebody else is asked: that seat, -1 when the match is over.

    Of seats that choose at the same time the lowest is asked first.
    """
    seats = contract.acting(state)
    while seats != 0:
        seat = bits.lowest(seats)
        if row.own == EVERY_SEAT or seat == row.own:
            row.asked = seat
            return
        errs = plan.mistakes[(seat + state.players - row.own) % state.players]
        if errs == THINKS:
            row.asked = seat
            return
        n = contract.legal(state, seat, tools.actions)
        chosen = tools.actions[decide(state, seat, errs, tools.actions, n, tools.worth, row.rng)]
        make(state, row, plan.kind, seat, chosen, story)
        seats = contract.acting(state)
    row.asked = -1


@entry
def answer(state, row, plan, action, tools, story):
    """Make the decision of the seat that is asked, and go on to the next question."""
    make(state, row, plan.kind, row.asked, action, story)
    advance(state, row, plan, tools, story)


@rule
def begin(state, row, matches, plan, tools, story):
    """Begin the next match of a row in a blank state, with luck of its own for bots."""
    chance.derive_key(plan.key, row.number, state.key)
    seed_rng(row.rng, plan.key[0], row.number)
    contract.start(state, story)
    if plan.turns == 1:
        row.own = row.number % state.players
    row.number += matches
    row.over = 0
    row.progress[:] = 0.0
    row.paid[:] = 0.0
    advance(state, row, plan, tools, story)


@rule
def forget_end(row):
    """What the end of the last match gave is given once."""
    row.reward = 0.0
    if row.terminated or row.truncated:
        row.rewards[:] = 0.0
        row.terminated = False
        row.truncated = False


@rule
def finish(state, row, plan, tools):
    """The match is over: give the rewards."""
    pay(state, row, plan.kind, tools)
    row.reward = row.rewards[row.actor]
    row.truncated = state.ending == plan.cut
    row.terminated = state.ending != plan.cut
    row.over = 1


@rule
def show(state, row, seen, mask, choices):
    """Write what the seat that is asked sees and may do; after the end, what the seat that acted last sees."""
    seat = row.asked if row.asked >= 0 else row.actor
    row.legal = contract.legal(state, seat, choices.numbers) if row.asked >= 0 else 0
    mask.numbers[:] = 0
    for k in range(row.legal):
        mask.numbers[choices.numbers[k]] = 1
    contract.encode(state, seat, seen.numbers)


@entry
def step_rows(states, rows, blank, plan, parts, chosen, seen, mask, choices, last, tools, story, a, b):
    """One step of rows a … b − 1, or the parts of it that are asked for: see DECIDE, FINISH, SHOW."""
    matches = len(states)
    for i in range(a, b):
        row = rows[i]
        if i + 1 < b:
            fetch(states[i + 1])
        if parts & DECIDE:
            forget_end(row)
            if row.over == 1:
                states[i] = blank[0]
                begin(states[i], row, matches, plan, tools, story)
            elif chosen[i] != NO_ACTION:
                row.actor = row.asked
                answer(states[i], row, plan, chosen[i], tools, story)
        if parts & FINISH and row.asked < 0 and row.over == 0:
            finish(states[i], row, plan, tools)
            if plan.mode == SAME_STEP:
                contract.encode(states[i], row.actor, last[i].numbers)
                states[i] = blank[0]
                begin(states[i], row, matches, plan, tools, story)
        elif parts & FINISH and plan.kind == SHAPED and row.over == 0:
            pay(states[i], row, plan.kind, tools)
            row.reward = row.rewards[row.actor]
        if parts & SHOW:
            show(states[i], row, seen[i], mask[i], choices[i])


@entry
def first_illegal(mask, rows, chosen):
    """The first row whose action is not legal, -1 if there is none. Where a match is over nothing is asked."""
    for i in range(len(chosen)):
        if rows[i].over == 0 and (chosen[i] < 0 or chosen[i] >= mask.shape[1] or mask[i, chosen[i]] == 0):
            return i
    return -1
