"""The Trick To Survival: events, run from the rows that the data file was compiled to.

Registers of the record: `row` is the operation reached, `turn` how far it has come (players reached, or stages of an
operation with one player), `repeats` how often its question is still to be asked. `go_on_event` moves one notch.
"""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, tell
from lasttrick.core.tricks import list_members
from lasttrick.games.trick_to_survival.challenge import is_event_due
from lasttrick.games.trick_to_survival.conditions import counter, holds
from lasttrick.games.trick_to_survival.content import MOST_EVENTS
from lasttrick.games.trick_to_survival.content.operations import ALIVE, LEADER, LEAST, MOST, NOBODY, Operation
from lasttrick.games.trick_to_survival.outcome import trumps_needed
from lasttrick.games.trick_to_survival.state import (
    CARDS,
    CHOOSE_A,
    GAIN,
    GIVE,
    NAME,
    NO_CARD,
    NO_EVENT,
    SUITS,
    Ask,
    Chance,
    Event,
    Step,
    suit_of,
    value_of,
)
from lasttrick.games.trick_to_survival.state import NOBODY as NAME_NOBODY
from lasttrick.games.trick_to_survival.table import (
    ask,
    begin_step,
    cards_of,
    close_question,
    gain,
    is_alive,
    may_gain,
    pay,
    receive_openly,
    seat_in_turn,
    take_ward,
)
from lasttrick.games.trick_to_survival.wounds import wound

KIND, WHO, WHAT, AMOUNT = range(4)  # columns of a row
FIRST_ROW, ROWS, ROWS_B = range(3)  # columns of the table of events


# --- The event deck --------------------------------------------------------------------------------------------------


@rule
def shuffle_numbers(state, order, n, event, story):
    """[TTS-97] 0 to n − 1 in a random order; a single one needs no draw."""
    for i in range(n):
        order[i] = i
    if n > 1:
        chance.shuffle(state, order, np.int64(n), event, story)


@rule
def shuffle_events(state, story):
    """[TTS-13] [TTS-85] All events in a new order."""
    order = np.empty(MOST_EVENTS, np.int64)
    shuffle_numbers(state, order, state.event_count, Chance.EVENT_ORDER, story)
    for i in range(state.event_count):
        state.event_deck[i] = order[i]
    state.event_next = 0
    state.resolved = 0


@rule
def draw_event(state, story):
    """[TTS-27] The next event, [TTS-13] [TTS-97] from a new deck when the old one is empty."""
    if state.event_next == state.event_count:
        tell(story, EVERYBODY, Event.DECK_RENEWED, 0, 0, 0)
        shuffle_events(state, story)
    event = np.int64(state.event_deck[state.event_next])
    state.event_deck[state.event_next] = NO_EVENT
    state.event_next += 1
    state.resolved |= bits.one(event)
    state.event = event
    tell(story, EVERYBODY, Event.EVENT, event, 0, 0)
    begin_step(state, Step.EVENT)
    state.row = state.event_table[event, FIRST_ROW]
    state.row_end = state.row + state.event_table[event, ROWS]
    state.repeats = 0
    if state.event_table[event, ROWS_B] >= 0:
        ask(state, Ask.CHOOSE, state.leader)


@rule
def answer_choose(state, action, story):
    """[TTS-88] `choice`: the leader picks A or B."""
    close_question(state)
    tell(story, EVERYBODY, Event.CHOICE, state.leader, action - CHOOSE_A, 0)
    if action != CHOOSE_A:
        state.row = state.row_end
        state.row_end += state.event_table[state.event, ROWS_B]


# --- Going through the rows ------------------------------------------------------------------------------------------


@rule
def go_on_event(state, story):
    """[TTS-88] [TTS-103] Operations one after the other, each for all its players in turn order."""
    if state.event == NO_EVENT:
        if is_event_due(state):
            draw_event(state, story)
        else:
            leave_event(state)
    elif state.row == state.row_end:
        leave_event(state)
    elif state.repeats > 0:
        ask_again(state)
    else:
        go_on_row(state, story)


@rule
def leave_event(state):
    """[TTS-28] On to the modify step, which the night does not have."""
    begin_step(state, Step.OUTCOME if state.night == 1 else Step.MODIFY)


@rule
def go_on_row(state, story):
    """One notch of an operation: the challenge itself, the next of the living, or the one player it means."""
    row = state.event_rows[state.row]
    if row[KIND] == Operation.GIVE_ONE:
        go_on_give_one(state, row)
    elif row[WHO] == NOBODY:
        change_challenge(state, row, story)
        next_row(state)
    elif row[WHO] != ALIVE and state.turn == 0:
        state.turn = 1
        find_player(state, row[WHO])
    elif state.turn < (state.players if row[WHO] == ALIVE else 2):
        seat = seat_in_turn(state) if row[WHO] == ALIVE else np.int64(state.giver)
        state.turn += 1
        if is_alive(state, seat):
            reach(state, seat, row, story)
    else:
        next_row(state)


@rule
def find_player(state, who):
    """[TTS-88] The leader, or one whom the leader names among those tied."""
    if who == LEADER:
        name_player(state, state.leader)
    else:
        ask(state, Ask.EXTREME, state.leader)


@rule
def name_player(state, seat):
    """The player that an operation means; [TTS-104] of a gift first the giver, then the receiver."""
    if state.turn == 1:
        state.giver = seat
    else:
        state.receiver = seat


@rule
def next_row(state):
    state.row += 1
    state.turn = 0


@rule
def reach(state, seat, row, story):
    """[TTS-95] [TTS-103] The operation meets a player: `where` is judged now."""
    condition = state.event_where[state.event]
    if condition < 0 or holds(state, seat, condition):
        act_on(state, seat, row, story)


@rule
def act_on(state, seat, row, story):
    """[TTS-88] [TTS-104] One operation on one player."""
    kind, amount = row[KIND], np.int64(row[AMOUNT])
    if kind == Operation.GAIN:
        gain(state, seat, row[WHAT], amount, story)
    elif kind == Operation.PAY:
        wound(state, seat, pay(state, seat, row[WHAT], amount, story))  # [TTS-69] a wound for each one missing
    elif kind == Operation.HEAL:
        heal(state, seat, amount, story)
    elif kind == Operation.WOUND:
        wound(state, seat, amount)
    elif kind == Operation.WARD:
        take_ward(state, seat, story)
    elif kind == Operation.DRAW_DISCARD:
        for _ in range(amount):
            salvage(state, seat, story)
    else:  # GAIN_ANY and WARD_PICK ask again and again
        state.receiver = seat
        state.repeats = amount


@rule
def heal(state, seat, count, story):
    """[TTS-88] Up to so many wounds go."""
    count = min(np.int64(count), np.int64(state.wounds[seat]))
    if count > 0:
        state.wounds[seat] -= count
        tell(story, EVERYBODY, Event.HEALED, seat, count, 0)


@rule
def salvage(state, seat, story):
    """[TTS-104] E18: a random card of the discard pile, while it lasts; [TTS-109] all see it."""
    pile = np.empty(CARDS, np.int64)
    n = cards_of(state.discard, pile)
    if n == 0:
        return
    card = chance.pick(state, pile, n, Chance.SALVAGE_CARD, story)
    state.discard[suit_of(card)] &= ~bits.one(value_of(card) - 1)
    receive_openly(state, seat, card)
    tell(story, EVERYBODY, Event.SALVAGED, seat, card, 0)


@rule
def change_challenge(state, row, story):
    """[TTS-88] What an event does to the challenge in progress."""
    kind, amount = row[KIND], np.int64(row[AMOUNT])
    if kind == Operation.VALUE:
        state.value = max(1, state.value + amount)
        tell(story, EVERYBODY, Event.VALUE, state.value, 0, 0)
    elif kind == Operation.CARDS:
        for seat in range(state.players):
            if state.played[seat] != NO_CARD:
                state.bonus[seat] += amount
        tell(story, EVERYBODY, Event.CARDS_CHANGE, amount, 0, 0)
    elif kind == Operation.NO_WOUNDS:
        state.no_wounds = 1
        tell(story, EVERYBODY, Event.NO_WOUNDS, 0, 0, 0)
    else:
        if kind == Operation.NEED:
            state.need_shift += amount
        else:  # [TTS-104] NEED_SET
            state.need_fixed = amount
            state.need_shift = 0
        tell(story, EVERYBODY, Event.NEED, trumps_needed(state), 0, 0)


# --- Questions of events [TTS-80k] -----------------------------------------------------------------------------------


@rule
def extreme_players(state):
    """[TTS-88] [TTS-105] The living with the most or least, as the row reached says; 0 counts."""
    row = state.event_rows[state.row]
    is_receiver = row[KIND] == Operation.GIVE_ONE and state.turn == 2
    who = np.int64(row[WHAT] if is_receiver else row[WHO])
    sign = -1 if who >= LEAST else 1
    which = who - (LEAST if who >= LEAST else MOST)
    best = np.int64(-100000)
    seats = np.int64(0)
    for seat in range(state.players):
        if is_alive(state, seat):
            number = sign * counter(state, seat, which)
            if number > best:
                best = number
                seats = np.int64(0)
            if number == best:
                seats |= bits.one(seat)
    return seats


@rule
def answer_extreme(state, seat, action, story):
    """[TTS-88] The leader has named one of those tied."""
    close_question(state)
    tell(story, EVERYBODY, Event.NAMED, seat, action - NAME, 0)
    name_player(state, action - NAME)


@rule
def ask_again(state):
    """[TTS-99] The next choice of gain_any, if any type has room, or of ward_pick."""
    if state.event_rows[state.row, KIND] == Operation.WARD_PICK:
        ask(state, Ask.GUARD, state.leader)
        return
    for kind in range(SUITS):
        if may_gain(state, state.receiver, kind):
            ask(state, Ask.GAIN, state.receiver)
            return
    state.repeats = 0


@rule
def list_gains(state, seat, out):
    """[TTS-88] gain_any: any type below the cap."""
    n = 0
    for kind in range(SUITS):
        if may_gain(state, seat, kind):
            out[n] = GAIN + kind
            n += 1
    return n


@rule
def answer_gain(state, seat, action, story):
    close_question(state)
    gain(state, seat, action - GAIN, 1, story)
    state.repeats -= 1


@rule
def list_guards(state, out):
    """[TTS-104] ward_pick: a living player without a ward, or nobody."""
    n = list_members(np.int64(state.alive) & ~np.int64(state.wards), NAME, out, 0)
    out[n] = NAME + NAME_NOBODY
    return n + 1


@rule
def answer_guard(state, action, story):
    close_question(state)
    named = action - NAME
    if named == NAME_NOBODY:
        state.repeats = 0
    else:
        take_ward(state, named, story)
        state.repeats -= 1


# --- E30: one token from one player to another -----------------------------------------------------------------------


@rule
def go_on_give_one(state, row):
    """[TTS-104] First the giver is found, then the receiver, then the giver chooses the token."""
    stage = state.turn
    state.turn += 1
    if stage == 0:
        find_player(state, row[WHO])
    elif stage == 1:
        find_player(state, row[WHAT])
    elif stage == 2 and has_gift(state):
        ask(state, Ask.GIVE, state.giver)
    elif stage > 2:
        next_row(state)


@rule
def may_give(state, kind):
    """[TTS-89] E30: a token that the giver has and the receiver can hold."""
    return state.tokens[state.giver, kind] > 0 and may_gain(state, state.receiver, kind)


@rule
def has_gift(state):
    """[TTS-104] The same player named twice: nothing happens."""
    if state.giver == state.receiver:
        return False
    for kind in range(SUITS):
        if may_give(state, kind):
            return True
    return False


@rule
def list_gifts(state, out):
    n = 0
    for kind in range(SUITS):
        if may_give(state, kind):
            out[n] = GIVE + kind
            n += 1
    return n


@rule
def answer_give(state, action, story):
    close_question(state)
    kind = action - GIVE
    state.tokens[state.giver, kind] -= 1
    state.tokens[state.receiver, kind] += 1
    tell(story, EVERYBODY, Event.GAVE, state.giver, state.receiver, kind)
