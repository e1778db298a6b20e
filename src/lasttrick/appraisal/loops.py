"""Play-outs inside compiled code: the same worlds and the same luck for every action that is tried.

A play-out follows the reference bot, the game's judgement, for all seats alike. It stops where the stage is over (a
round, a day, a week), if the game can tell chances there, and is played to the end of the match otherwise, and in some
worlds anyway, so that what the chances told there get wrong on average can be put right.
"""

import numpy as np

from lasttrick.appraisal.telling import outlook, stage, telling_of
from lasttrick.bots.hidden import sample
from lasttrick.bots.memory import in_whole_words
from lasttrick.bots.policy import decide
from lasttrick.bots.policy import stage as part
from lasttrick.core import bits, chance, contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import next_word, seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.winning import share_win

LONGEST = 20_000  # decisions of a play-out; only a match that never ends is longer


@rule
def seed_lots(seed, number, m):
    """The lots of a play-out."""
    m.luck[0], m.luck[1] = seed, number
    seed_rng(m.rng, seed, number)


@rule
def play_on(state, begun, story, m):
    """The reference decides for every seat until the match is over, or another stage than `begun` has come.

    With each day of a longer stage lots begin anew: they are the same again after actions that drew fewer or more of
    them before. A seat may be made to err in so many of a hundred decisions: `m.mistakes`."""
    decisions, day = 0, part(state)
    seats = contract.acting(state)
    while seats != 0 and stage(state) == begun and decisions < LONGEST:
        if part(state) != day:
            day = part(state)
            seed_rng(m.rng, m.luck[0] + day, m.luck[1])
        seat = bits.lowest(seats)
        n = contract.legal(state, seat, m.actions)
        at = decide(state, seat, m.mistakes[seat], m.actions, n, m.worth, m.rng)
        contract.apply(state, seat, m.actions[at], story)
        decisions += 1
        seats = contract.acting(state)


@rule
def play_to_the_end(state, story, m):
    stages = 0
    while contract.acting(state) != 0 and stages < LONGEST:
        play_on(state, stage(state), story, m)
        stages += 1


@entry
def tell_shares(state, numbers, scores, shares):
    """What each seat has of the win: by the result, or by its outlook where the match goes on."""
    if contract.acting(state) != 0:
        outlook(state, numbers, shares)
    else:
        share_win(state, contract.result(state, scores), shares)


@rule
def play_out(state, begun, is_staged, is_whole, story, m):
    """Play on from a decision just made: `m.shares` where the stage ends, `m.ends` where the match ends if asked.

    Without stages both are those of the match's end."""
    if is_staged == 1:
        play_on(state, begun, story, m)
        tell_shares(state, m.numbers, m.scores, m.shares)
        if is_whole == 0:
            return
    play_to_the_end(state, story, m)
    tell_shares(state, m.numbers, m.scores, m.ends)
    if is_staged == 0:
        m.shares[:] = m.ends


@entry
def try_actions(view, seat, tried, seed, first, is_staged, every, m, story, values, ends):
    """Row w of `values`: what the seat has of the win after each action tried, where the stage ends in world first + w.

    In every so many-th world it is played to the end of the match, which gives `ends`; the other rows there stay."""
    begun = stage(view)
    for w in range(len(values)):
        seed_rng(m.rng, seed, first + w)
        sample(view, seat, m.rng, m.world)
        is_whole = 1 if (first + w) % every == 0 else 0
        for i in range(len(tried)):
            m.state[0] = m.world[0]
            seed_lots(seed + 1, first + w, m)
            contract.apply(m.state[0], seat, tried[i], story)
            play_out(m.state[0], begun, is_staged, is_whole, story, m)
            values[w, i] = m.shares[seat]
            if is_whole == 1:
                ends[w, i] = m.ends[seat]


@entry
def sample_world(view, seat, seed, number, m):
    """The world of this number, as `try_actions` sees it."""
    seed_rng(m.rng, seed, number)
    sample(view, seat, m.rng, m.world)


@entry
def make_each(view, seat, tried, seed, number, m, story, states):
    """The states that the actions lead to in the world of this number."""
    seed_rng(m.rng, seed, number)
    sample(view, seat, m.rng, m.world)
    for i in range(len(tried)):
        states[i] = m.world[0]
        contract.apply(states[i], seat, tried[i], story)


@entry
def open_values(state, seat, action, seed, is_staged, m, story, values):
    """What each seat has of the win when all cards lie open and only later luck is unknown, a row a play-out.

    With an action it is made first, its own luck unknown too; with a negative one the reference decides."""
    begun = stage(state)
    for w in range(len(values)):
        m.state[0] = state
        seed_rng(m.rng, seed, w)
        for i in range(len(m.state[0].key)):
            m.state[0].key[i] = next_word(m.rng)
        seed_lots(seed + 1, w, m)
        if action >= 0:
            contract.apply(m.state[0], seat, action, story)
        play_out(m.state[0], begun, is_staged, 0, story, m)
        values[w, :] = m.shares[: values.shape[1]]


@entry
def fresh_matches(blank, base, m, story, values):
    """What each seat has of the win of whole matches of the reference, a row a match."""
    for w in range(len(values)):
        m.state[0] = blank[0]
        chance.derive_key(base, w, m.state[0].key)
        seed_lots(base[0], w, m)
        contract.start(m.state[0], story)
        play_to_the_end(m.state[0], story, m)
        tell_shares(m.state[0], m.numbers, m.scores, m.shares)
        values[w, :] = m.shares[: values.shape[1]]


@entry
def note_stages(blank, base, m, story, begun, counts, ends, values):
    """Whole matches of the reference, a row each: the states with which its stages began after the first, how many
    these are, the last state, and what each seat has of the win."""
    for w in range(len(values)):
        m.state[0] = blank[0]
        chance.derive_key(base, w, m.state[0].key)
        seed_lots(base[0], w, m)
        contract.start(m.state[0], story)
        play_on(m.state[0], stage(m.state[0]), story, m)
        counts[w] = 0
        while contract.acting(m.state[0]) != 0:
            if counts[w] < begun.shape[1]:
                begun[w, counts[w]] = m.state[0]
                counts[w] += 1
            play_on(m.state[0], stage(m.state[0]), story, m)
        ends[w] = m.state[0]
        tell_shares(m.state[0], m.numbers, m.scores, m.shares)
        values[w, :] = m.shares[: values.shape[1]]


def new_memory(game) -> np.record:
    """Room for the play-outs of a game."""
    fields = [
        ("world", (game.dtype, (1,))),
        ("state", (game.dtype, (1,))),
        ("actions", (np.int16, (game.actions,))),
        ("worth", (np.float64, (game.actions,))),
        ("rng", (np.int64, (4,))),
        ("luck", (np.int64, (2,))),
        ("mistakes", (np.int64, (MOST_SEATS,))),
        ("numbers", (np.float64, (telling_of(game).NUMBERS,))),
        ("scores", (np.int32, (MOST_SEATS,))),
        ("shares", (np.float64, (MOST_SEATS,))),
        ("ends", (np.float64, (MOST_SEATS,))),
    ]
    return np.zeros(1, in_whole_words(fields))[0]
