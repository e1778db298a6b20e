"""Compiled generic loops: whole matches and whole batches inside machine code. Every loop works for every game."""

import numpy as np

from lasttrick.core import bits, chance, contract
from lasttrick.core.rng import below, seed_rng
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import new_story

see = contract.view  # under a name of its own: to the compiler, `.view` is NumPy's

MOST_SEATS = 8  # room for scores; no game has more


@rule
def play_out(state, rng, story, actions):
    """Random legal decisions until the match is over; gives how many there were."""
    decisions = 0
    seats = contract.acting(state)
    while seats != 0:
        seat = bits.lowest(seats)
        n = contract.legal(state, seat, actions)
        contract.apply(state, seat, actions[below(rng, n)], story)
        decisions += 1
        seats = contract.acting(state)
    return decisions


@entry
def play_matches(blank, base, first, scratch, story, actions, rng, winners, scores, decisions, endings):
    """Play matches first, first + 1, … at random, a row each; every match has its own key and its own luck."""
    for i in range(len(winners)):
        scratch[0] = blank[0]
        state = scratch[0]
        chance.derive_key(base, first + i, state.key)
        seed_rng(rng, base[0], first + i)
        contract.start(state, story)
        decisions[i] = play_out(state, rng, story, actions)
        winners[i] = contract.result(state, scores[i])
        endings[i] = state.ending


@entry
def start_many(states, blank, base, first, story):
    """Begin match first + i in states[i]."""
    for i in range(len(states)):
        states[i] = blank[0]
        chance.derive_key(base, first + i, states[i].key)
        contract.start(states[i], story)


@entry
def step_many(states, seats, actions, story):
    """Apply one decision to each state whose seat is not negative."""
    for i in range(len(states)):
        if seats[i] >= 0:
            contract.apply(states[i], seats[i], actions[i], story)


@entry
def legal_many(states, seats, mask):
    """The lowest acting seat of each state, -1 when it is over, and a row of 0 and 1 for its legal actions."""
    actions = np.empty(mask.shape[1], np.int16)
    for i in range(len(states)):
        mask[i, :] = 0
        acting = contract.acting(states[i])
        seats[i] = -1
        if acting != 0:
            seats[i] = bits.lowest(acting)
            for k in range(contract.legal(states[i], seats[i], actions)):
                mask[i, actions[k]] = 1


@entry
def look_around(states, players, actions, counts, views):
    """Everything a table tells after a decision, in one call: who may act, what they may do, what everybody sees.

    Row k of `actions`, with its length in `counts`, is for seat k; `views[k]` too; the last view is a spectator's.
    """
    state = states[0]
    acting = contract.acting(state)
    for seat in range(players):
        counts[seat] = contract.legal(state, seat, actions[seat]) if bits.has(acting, seat) else 0
        see(state, seat, views[seat : seat + 1])
    see(state, -1, views[players : players + 1])
    return acting


@entry
def find_changes(views, before, ranges):
    """The set of parts that are not as they were; views as rows of bytes, and afterwards `before` is the same.

    A row of `ranges` is a part's number, the row in which to look, and the first byte and the end there."""
    changed = 0
    for k in range(len(ranges)):
        part, row = ranges[k, 0], ranges[k, 1]
        for at in range(ranges[k, 2], ranges[k, 3]):
            if views[row, at] != before[row, at]:
                changed |= bits.one(part)
                break
    before[:] = views
    return changed


def one(record: np.record) -> np.ndarray:
    """A record as an array of one, the form in which compiled code takes it without a copy."""
    return np.frombuffer(record.data, record.dtype) if record.base is not None else np.array([record], record.dtype)


@entry
def count_continuations(states, depth, actions, chosen, story):
    """How many ways the match in states[0] can go on for `depth` decisions (fewer where it ends).

    A walk without recursion: level k has its own state, its legal actions and how many of them are still to be tried.
    """
    level, found = 0, 0
    chosen[0] = -1
    while level >= 0:
        seats = contract.acting(states[level])
        if level == depth or seats == 0:
            found += 1
            level -= 1
            continue
        seat = bits.lowest(seats)
        if chosen[level] < 0:
            chosen[level] = contract.legal(states[level], seat, actions[level])
        if chosen[level] == 0:
            level -= 1
            continue
        chosen[level] -= 1
        states[level + 1] = states[level]
        contract.apply(states[level + 1], seat, actions[level, chosen[level]], story)
        chosen[level + 1] = -1
        level += 1
    return found


class RandomMatches:
    """Random play of many matches of one kind, in blocks, reusing its memory."""

    def __init__(self, game, players: int, options: dict | None, seed):
        self.game, self.players = game, players
        self._blank = np.array([game.blank(players, game.about.automatic_options(options or {}))], game.dtype)
        self._base = chance.key_of(seed)
        self._scratch = np.zeros(1, game.dtype)
        self._story = new_story(on=False)
        self._actions = np.zeros(game.actions, np.int16)
        self._rng = np.zeros(4, np.int64)
        self.endings = np.zeros(0, np.int64)  # why the matches played last ended

    def play(self, first: int, count: int):
        """Matches first … first + count − 1 as arrays: winners (bit sets), scores (a column a seat), decisions."""
        winners = np.zeros(count, np.int64)
        scores = np.zeros((count, MOST_SEATS), np.int32)
        decisions = np.zeros(count, np.int32)
        self.endings = np.zeros(count, np.int64)
        play_matches(
            self._blank,
            self._base,
            first,
            self._scratch,
            self._story,
            self._actions,
            self._rng,
            winners,
            scores,
            decisions,
            self.endings,
        )
        return winners, scores[:, : self.players], decisions
