"""The Trick To Survival: counting what conditions of events and traits speak of, and running their programs."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.content.expressions import DEEPEST, Code, Counter
from lasttrick.games.trick_to_survival.state import SUITS
from lasttrick.games.trick_to_survival.table import is_alive


@rule
def total(state, seat):
    """[TTS-91] All tokens of a player."""
    tokens = np.int64(0)
    for kind in range(SUITS):
        tokens += state.tokens[seat, kind]
    return tokens


@rule
def types(state, seat):
    """[TTS-91] How many types a player holds."""
    held = np.int64(0)
    for kind in range(SUITS):
        if state.tokens[seat, kind] > 0:
            held += 1
    return held


@rule
def counter(state, seat, which):
    """[TTS-90] [TTS-91] One number of a player."""
    if which < SUITS:
        return np.int64(state.tokens[seat, which])
    if which == Counter.TOTAL:
        return total(state, seat)
    if which == Counter.TYPES:
        return types(state, seat)
    if which == Counter.WOUNDS:
        return np.int64(state.wounds[seat])
    if which == Counter.HAND:
        return np.int64(state.hand_size[seat])
    if which == Counter.LEADER:
        return np.int64(1) if state.leader == seat else np.int64(0)
    if which == Counter.LEAD_DAYS:
        return np.int64(state.lead_days[seat])
    if which == Counter.TRADES:
        return np.int64(state.trades[seat])
    return np.int64(state.acts[seat]) if which == Counter.ACTS else np.int64(state.ammo_acts[seat])


@rule
def extreme_of_others(state, seat, which, sign):
    """[TTS-105] The largest (sign 1) or smallest (sign −1) among the other living; nothing is beyond every number."""
    best = -np.inf
    for other in range(state.players):
        if other != seat and is_alive(state, other):
            best = max(best, np.float64(sign * counter(state, other, which)))
    return sign * best


@rule
def living(state):
    return bits.count(state.alive)


@rule
def value_pushed(state, seat, step, number):
    """What a step that takes nothing from the stack leaves there."""
    if step < Code.OWN_END:
        return np.float64(counter(state, seat, step))
    if step < Code.LEAST_OF_OTHERS:
        return extreme_of_others(state, seat, step - Code.MOST_OF_OTHERS, 1)
    if step < Code.END:
        return extreme_of_others(state, seat, step - Code.LEAST_OF_OTHERS, -1)
    if step == Code.NUMBER:
        return np.float64(number)
    if step == Code.PLAYERS:
        return np.float64(state.players)
    if step == Code.DEAD:
        return np.float64(state.players - living(state))
    others = living(state)
    return np.float64(others - 1 if is_alive(state, seat) else others)


@rule
def value_combined(step, a, b):
    """What a step makes of the two topmost numbers."""
    if step == Code.ADD:
        return a + b
    if step == Code.DIVIDE:
        return a / b
    if step == Code.LESS:
        truth = a < b
    elif step == Code.AT_MOST:
        truth = a <= b
    elif step == Code.MORE:
        truth = a > b
    elif step == Code.AT_LEAST:
        truth = a >= b
    elif step == Code.EQUAL:
        truth = a == b
    elif step == Code.UNEQUAL:
        truth = a != b
    elif step == Code.AND:
        truth = a != 0 and b != 0
    else:
        truth = a != 0 or b != 0
    return 1.0 if truth else 0.0


@rule
def holds(state, seat, at):
    """[TTS-105] Whether the condition that begins here is true of a player."""
    stack = np.empty(DEEPEST + 1, np.float64)
    depth = 0
    while state.code[at] != Code.END:
        step = np.int64(state.code[at])
        at += 1
        if step == Code.CEIL:
            stack[depth - 1] = np.ceil(stack[depth - 1])
        elif step == Code.NOT:
            stack[depth - 1] = 1.0 - stack[depth - 1]
        elif step >= Code.ADD:
            depth -= 1
            stack[depth - 1] = value_combined(step, stack[depth - 1], stack[depth])
        else:
            stack[depth] = value_pushed(state, seat, step, state.code[at])
            depth += 1
            if step == Code.NUMBER:
                at += 1
    return stack[0] != 0
