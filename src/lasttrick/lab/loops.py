"""Whole matches inside compiled code, a row each, with notes on what the rules told. One loop serves every game."""

from typing import NamedTuple

import numpy as np

from lasttrick.bots.nets.net import glance
from lasttrick.bots.policy import decide
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS, play_out
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.lab.notes import (
    ROUNDS,
    ROW,
    TAKER,
    TAKER_LEAD,
    TRICK_LEAD,
    TRICKS,
    begin_notes,
    end_notes,
    read_story,
)

NO_NET = -1
MISTAKEN = 100  # so many mistakes in a hundred decisions is a random bot
DECISIONS, TRICKS_ONLY = 1, 2  # what the steps are, if any are asked for

STEP = np.dtype(
    (
        np.record,
        [
            ("match", np.int64),
            ("decision", np.int32),  # from 0; for a trick, the one that ended it
            ("action", np.int32),
            ("legal", np.int16),  # how many actions were legal
            ("round_number", np.int16),  # from 1
            ("trick", np.int16),  # from 0, counted through the match
            ("seat", np.int8),  # that decides, or took the trick
            ("lead", np.int8),  # that leads the trick, NONE if nobody has yet
        ],
    )
)


class Glances(NamedTuple):
    """Networks at a table. `glance` is their memory; actions, worth and luck of the table lie in it, too."""

    nets: np.ndarray
    who: np.ndarray  # the network of each place, NO_NET if none
    temperature: np.ndarray  # of each place
    glance: np.record


@rule
def decide_or_draw(state, seat, n, place, mistakes, glances, actions, worth, rng):
    """The place of the action that a bot takes; a random one is drawn as in matches of random bots alone."""
    if glances is not None:  # known to the compiler: without networks nothing of them is compiled
        if glances.who[place] != NO_NET:
            net = glances.nets[glances.who[place]]
            return glance(net, state, seat, glances.temperature[place], n, glances.glance)
    if mistakes[place] >= MISTAKEN:
        return np.int64(below(rng, n))
    return decide(state, seat, mistakes[place], actions, n, worth, rng)


@rule
def are_random(mistakes):
    for share in mistakes:
        if share < MISTAKEN:
            return False
    return True


@entry
def play_match(state, mistakes, glances, moved, story, actions, worth, rng, reading, notes, each, steps, used, number):
    """One match to its end, and its steps from row `used` on, as far as there is room; how many there were of both."""
    n, rows = 0, 0
    if story.on == 0 and are_random(mistakes):
        return play_out(state, rng, story, actions), rows
    seats = contract.acting(state)
    while seats != 0:
        seat = bits.lowest(seats)
        choices = contract.legal(state, seat, actions)
        place = seat - moved if seat >= moved else seat - moved + state.players
        action = actions[decide_or_draw(state, seat, choices, place, mistakes, glances, actions, worth, rng)]
        round_number, tricks, lead = notes.now[ROUNDS], notes.now[TRICKS], notes.now[TRICK_LEAD]
        contract.apply(state, seat, action, story)
        if story.used > 0:
            read_story(reading, notes, story, state.players)
        if each == DECISIONS or (each == TRICKS_ONLY and notes.now[TRICKS] > tricks):
            if used + rows < len(steps):
                step = steps[used + rows]
                step.match, step.decision, step.action, step.legal = number, n, action, choices
                step.round_number, step.trick = round_number, tricks
                step.seat = seat if each == DECISIONS else notes.now[TAKER]
                step.lead = lead if each == DECISIONS else notes.now[TAKER_LEAD]
            rows += 1
        n += 1
        seats = contract.acting(state)
    return n, rows


@rule
def keep_row(notes, row, fired):
    for i in range(ROW):
        row[i] = notes.now[i]
    for i in range(len(fired)):
        fired[i] = notes.fired[i]


@entry
def play_matches(
    blank,
    base,
    first,
    repeat,
    shift,
    mistakes,
    glances,
    scratch,
    story,
    actions,
    worth,
    rng,
    reading,
    notes,
    out,
    each,
    steps,
):
    """Matches first, first + 1, …, a row of `out` each, until all are played or the steps do not fit.

    `repeat` matches in a row share a deal; with `shift` 1 the bots move on by a seat each time. Gives how many matches
    and how many steps there are.
    """
    used = 0
    for i in range(len(out.winners)):
        number = first + i
        scratch[0] = blank[0]
        state = scratch[0]
        chance.derive_key(base, number // repeat, state.key)
        seed_rng(rng, base[0], number)
        begin_notes(notes)
        contract.start(state, story)
        if story.used > 0:
            read_story(reading, notes, story, state.players)
        moved = (number % repeat) * shift
        n, rows = play_match(
            state, mistakes, glances, moved, story, actions, worth, rng, reading, notes, each, steps, used, number
        )
        if used + rows > len(steps):
            return i, used
        used += rows
        out.decisions[i] = n
        out.winners[i] = contract.result(state, out.scores[i])
        out.ends[i] = state
        if story.on == 1:
            end_notes(reading, notes, state, out.winners[i])
            keep_row(notes, out.notes[i], out.fired[i])
    return len(out.winners), used


class Rows(NamedTuple):
    """Where the rows of a block of matches go."""

    winners: np.ndarray  # sets of seats
    scores: np.ndarray
    decisions: np.ndarray
    ends: np.ndarray  # the last state of each
    notes: np.ndarray  # ROUNDS … LEAD_TAKES
    fired: np.ndarray


def new_rows(game, count: int, counters: int) -> Rows:
    return Rows(
        winners=np.zeros(count, np.int64),
        scores=np.zeros((count, MOST_SEATS), np.int32),
        decisions=np.zeros(count, np.int32),
        ends=np.zeros(count, game.dtype),
        notes=np.zeros((count, ROW), np.int32),
        fired=np.zeros((count, counters), np.int32),
    )
