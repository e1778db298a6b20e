"""A glance: a network of two small layers, evaluated inside compiled code.

The input is what `encode` writes, mostly zeros, which are skipped. Sums are taken in one fixed order and nothing is
fused, so that a network gives the same bits on every machine, compiled or plain. An action's *pull* is what the game's
judgement says of it, times the weight that training gave to that, plus what the network says, plus the *clues* that the
judgement has about it, numbers such as the chance to be caught, each with a weight that the network gives it here.
"""

import numpy as np

from lasttrick.bots.memory import in_whole_words
from lasttrick.bots.policy import clues, clues_of, insight, judgement_of
from lasttrick.core import contract
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rng import below
from lasttrick.core.rule import PLAIN, rule
from lasttrick.core.winning import is_shared

FIRST, SECOND = 128, 64  # numbers in the two layers
NOBODY = MOST_SEATS  # the place after the seats': that nobody wins
OUTCOMES = MOST_SEATS + 1
FINE = 1 << 24  # a lot is drawn from so many
DEEPEST = -20.0  # how much worse than the best the judgement may call an action


def clue_places(game) -> int:
    """Room for the clues about an action; one place where there are none."""
    return max(1, clues_of(game).CLUES)


def net_dtype(game) -> np.dtype:
    """All weights of a network for a game in one record; compiled code would count who holds each of many arrays."""
    fields = [
        ("first", (np.float32, (game.observation_size, FIRST))),
        ("first_bias", (np.float32, (FIRST,))),
        ("second", (np.float32, (FIRST, SECOND))),
        ("second_bias", (np.float32, (SECOND,))),
        ("action", (np.float32, (game.actions, SECOND))),
        ("action_bias", (np.float32, (game.actions,))),
        ("outcome", (np.float32, (SECOND, OUTCOMES))),
        ("outcome_bias", (np.float32, (OUTCOMES,))),
        ("clue", (np.float32, (clue_places(game), SECOND))),
        ("clue_bias", (np.float32, (clue_places(game),))),
        ("judgement", (np.float32, (1,))),  # the weight of the game's judgement
        ("scale", (np.float64, (1,))),  # by which the judgement's points are divided
    ]
    return in_whole_words(fields)


def glance_dtype(game) -> np.dtype:
    """Memory for one glance."""
    fields = [
        ("seen", (np.float32, (game.observation_size,))),
        ("first", (np.float32, (FIRST,))),
        ("second", (np.float32, (SECOND,))),
        ("outcome", (np.float32, (OUTCOMES,))),
        ("actions", (np.int16, (game.actions,))),
        ("worth", (np.float64, (game.actions,))),  # by the judgement, 0 for the best
        ("pull", (np.float32, (game.actions,))),
        ("clues", (np.float32, (game.actions, clue_places(game)))),
        ("trust", (np.float32, (clue_places(game),))),  # the weight of each clue here
        ("chances", (np.float64, (MOST_SEATS,))),  # of each seat, from the seat that looks on
        ("rng", (np.int64, (4,))),
        ("scores", (np.int32, (MOST_SEATS,))),
        ("shares", (np.float64, (MOST_SEATS,))),
    ]
    return in_whole_words(fields)


if PLAIN:

    def feed(inputs, weights, bias, out):
        """out = bias + what is not zero among the inputs times its row of weights, the lowest row first."""
        out[:] = bias
        for i in np.flatnonzero(inputs):
            out += inputs[i] * weights[i]
else:

    @rule
    def feed(inputs, weights, bias, out):
        """out = bias + what is not zero among the inputs times its row of weights, the lowest row first."""
        for j in range(len(out)):
            out[j] = bias[j]
        for i in range(len(inputs)):
            x = inputs[i]
            if x != np.float32(0):
                for j in range(len(out)):
                    out[j] += x * weights[i, j]


@rule
def bend(numbers):
    """What is below zero becomes zero."""
    for i in range(len(numbers)):
        numbers[i] = max(numbers[i], np.float32(0))


@rule
def look(net, state, seat, g):
    """The two layers, of what a seat may see."""
    contract.encode(state, seat, g.seen)
    feed(g.seen, net.first, net.first_bias, g.first)
    bend(g.first)
    feed(g.first, net.second, net.second_bias, g.second)
    bend(g.second)


@rule
def judge(net, state, seat, n, g):
    """The pull of each of n legal actions, after a look."""
    insight(state, seat, g.actions, n, g.worth)
    best = g.worth[0]
    for i in range(1, n):
        best = max(best, g.worth[i])
    for i in range(n):
        g.worth[i] = max((g.worth[i] - best) / net.scale[0], DEEPEST)
    clues(state, seat, g.actions, n, g.worth, g.clues)
    for k in range(len(g.trust)):
        g.trust[k] = weighed(g.second, net.clue, k) + net.clue_bias[k]
    for i in range(n):
        g.pull[i] = net.judgement[0] * np.float32(g.worth[i]) + pull_of(net, i, g)


@rule
def pull_of(net, i, g):
    """What the network itself says of the action at a place, and of the clues about it."""
    pull = weighed(g.second, net.action, g.actions[i]) + net.action_bias[g.actions[i]]
    for k in range(len(g.trust)):
        pull += g.trust[k] * g.clues[i, k]
    return pull


@rule
def weighed(numbers, weights, row):
    """The second layer times a row of weights: four sums side by side, which a processor does at once."""
    a = b = c = d = np.float32(0)
    for j in range(0, SECOND, 4):
        a += numbers[j] * weights[row, j]
        b += numbers[j + 1] * weights[row, j + 1]
        c += numbers[j + 2] * weights[row, j + 2]
        d += numbers[j + 3] * weights[row, j + 3]
    return (a + b) + (c + d)


@rule
def tell(net, state, g):
    """Each seat's chance to win, from the seat that looked on, after a look."""
    feed(g.second, net.outcome, net.outcome_bias, g.outcome)
    if is_shared(state) == 0:
        for k in range(state.players):
            g.chances[k] = 1.0 / (1.0 + np.exp(-float(g.outcome[k])))
        return
    most = g.outcome[NOBODY]
    for k in range(state.players):
        most = max(most, g.outcome[k])
    total = np.exp(float(g.outcome[NOBODY] - most))
    for k in range(state.players):
        g.chances[k] = np.exp(float(g.outcome[k] - most))
        total += g.chances[k]
    for k in range(state.players):
        g.chances[k] /= total


@rule
def strongest(n, g):
    """The place of the action with the most pull; of equals the first."""
    best = np.int64(0)
    for i in range(1, n):
        if g.pull[i] > g.pull[best]:
            best = np.int64(i)
    return best


@rule
def by_lot(n, temperature, g):
    """A place by lot: an action has e times the chance of one whose pull is less by `temperature`.

    The worth of each action gives way to its chance."""
    best = g.pull[strongest(n, g)]
    total = 0.0
    for i in range(n):
        g.worth[i] = np.exp(float(g.pull[i] - best) / temperature)
        total += g.worth[i]
    left = total * below(g.rng, FINE) / FINE
    place = np.int64(0)
    for i in range(n):
        g.worth[i] /= total
        if left >= 0.0:
            place = np.int64(i)
        left -= g.worth[i] * total
    return place


@rule
def glance(net, state, seat, temperature, n, g):
    """The place of the action that a network takes, of n legal ones in `g.actions`."""
    if n == 1:
        return np.int64(0)
    look(net, state, seat, g)
    judge(net, state, seat, n, g)
    return strongest(n, g) if temperature == 0.0 else by_lot(n, temperature, g)


def new_net(game) -> np.ndarray:
    """A network that says nothing of its own and plays by the judgement."""
    net = np.zeros(1, net_dtype(game))
    net[0].judgement[0] = 1.0
    net[0].scale[0] = judgement_of(game).SCALE
    return net
