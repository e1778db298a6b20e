"""SCOUT, thought about: the plan for one's own row, what a scouted card completes, and how near the end is.

Everything is counted in points of the round. A row is worth the best way to cut it into sets: each set promises what
its cards bring once they are laid, a single little, a long set much, since long sets are hard to beat and capture well.
"""

import numpy as np

from lasttrick.core.rule import entry, rule
from lasttrick.core.winning import share_win as payoff
from lasttrick.games.scout.sets import RUN, SAME, strength
from lasttrick.games.scout.state import (
    DOUBLE,
    LEFT,
    LONGEST,
    NUMBERS,
    PLAY,
    RIGHT,
    ROTATE_YES,
    ROW,
    SCOUT,
    TURN,
    bottom_of,
    top_of,
)

__all__ = ["CLUES", "SCALE", "appraise", "clues", "cut_short", "outlook", "payoff", "stage"]

SCALE = 0.6
CLUES = 11
LEAD = (0.0, 0.0, 0.18, 0.18, 0.27, 0.33)  # what a point ahead weighs with so many players, from matches of heuristics
FAIR_OUTLOOK = True  # chances told at the end of a round agree with what is then won
SINGLE = -1.1  # promise of a single card that nothing fits
PAIR = 0.6  # promise of two cards
STEP = 2.0  # and of each card more
SAME_BONUS = 0.25  # for each card, if all are equal
LOW_BONUS = 0.08  # for each number that the lowest card is above 1
TEMPO = 0.7  # for having one set less to lay
CAPTURE = 1.0  # for a card captured
TOKEN = 0.75  # against a token that another seat gets
MARKER = 1.4  # what a Double Action is worth while it can still be used
OUT = 0.5  # for each card in the other hands, shared, when the round ends by going out
LAST_SCOUT = 5.0  # against ending the round for somebody else
EXEMPT = 0.35  # for each own card that would not count, times the chance that nobody beats the set
FAINT = -8.0  # worth below which all is the same to a network
FAR = -9.0  # an action not worth a closer look
BETTER_ROWS = 1.5  # times as many sets as rows have that are dealt and left alone


def _stronger_sets():
    """By length, kind and lowest number of a set: how many stronger ones stand at a place of a row, on average."""
    found = np.zeros((LONGEST + 1, 2, NUMBERS + 1))
    for length in range(1, LONGEST + 1):
        runs = NUMBERS + 1 - length  # numbers from which a run of this length can begin
        same, run = 0.1 ** (length - 1), 2 * runs / NUMBERS * 0.1 ** (length - 1)
        for low in range(NUMBERS + 1):
            longer = 0.1 * same + 0.09 * run
            found[length, SAME, low] = BETTER_ROWS * (longer + (1 - low / NUMBERS) * same)
            found[length, RUN, low] = BETTER_ROWS * (longer + same + max(0, 1 - low / runs) * run)
    return found


STRONGER = _stronger_sets()


# --- The plan for a row ----------------------------------------------------------------------------------------------


@rule
def promise(length, is_same, low):
    """What a set is worth while it is still in the hand."""
    if length == 1:
        return SINGLE + LOW_BONUS * low
    worth = PAIR + STEP * (length - 2) + LOW_BONUS * low
    return worth + SAME_BONUS * length if is_same else worth


@rule
def plan(numbers, size, best):
    """The worth of the best way to cut a row of numbers into sets; `best` is scratch of one place more."""
    best[0] = 0.0
    level, rising, falling = 1, 1, 1  # cards of the longest block of each kind that ends here
    for i in range(size):
        number = numbers[i]
        step = number - numbers[i - 1] if i > 0 else 100
        level = level + 1 if step == 0 else 1
        rising = rising + 1 if step == 1 else 1
        falling = falling + 1 if step == -1 else 1
        most = best[i] + promise(1, True, number)
        for length in range(2, level + 1):
            most = max(most, best[i + 1 - length] + promise(length, True, number))
        for length in range(2, rising + 1):
            most = max(most, best[i + 1 - length] + promise(length, False, number - length + 1))
        for length in range(2, falling + 1):
            most = max(most, best[i + 1 - length] + promise(length, False, number))
        best[i + 1] = most
    return best[size]


@rule
def copy_numbers(view, seat, numbers):
    for place in range(view.hand_size[seat]):
        numbers[place] = top_of(view.hand[seat, place])


@rule
def put_in(numbers, size, position, number, out):
    """A row with one number more."""
    for place in range(position):
        out[place] = numbers[place]
    out[position] = number
    for place in range(position, size):
        out[place + 1] = numbers[place]


@rule
def take_out(numbers, size, start, length, out):
    """A row without a block."""
    for place in range(start):
        out[place] = numbers[place]
    for place in range(start + length, size):
        out[place - length] = numbers[place]


# --- What an action brings -------------------------------------------------------------------------------------------


@rule
def cards_against(view, seat):
    """Cards in the other hands, on average."""
    cards = 0
    for other in range(view.players):
        if other != seat:
            cards += view.hand_size[other]
    return cards / (view.players - 1)


@rule
def play_worth(view, seat, numbers, size, start, length, captured, before, other, best):
    """A Play: cards captured, tempo, what the plan loses by it, and the ends of the round it brings nearer."""
    take_out(numbers, size, start, length, other)
    after = plan(other, size - length, best)
    is_same = numbers[start] == numbers[start + length - 1]
    low = min(numbers[start], numbers[start + length - 1])
    worth = CAPTURE * captured + TEMPO + promise(length, is_same, low) + after - before
    if size == length:
        return worth + OUT * cards_against(view, seat) + 3.0
    if length >= view.players - 1:
        worth += EXEMPT * (size - length) * hard_to_beat(length, is_same, low)
    return worth


@rule
def hard_to_beat(length, is_same, low):
    return min(1.0, 0.12 * length * length * (1.3 if is_same else 1.0) * (0.5 + 0.5 * low / NUMBERS)) * 0.5


@rule
def scout_worth(view, seat, numbers, size, position, number, before, other, best):
    """A Scout: what the card does for the plan, against a card more in hand and a token for the owner."""
    put_in(numbers, size, position, number, other)
    return plan(other, size + 1, best) - before - TOKEN


@rule
def touches(numbers, size, position, number):
    """Whether a number put in here makes a set with a neighbour."""
    on_left = position > 0 and abs(numbers[position - 1] - number) <= 1
    on_right = position < size and abs(numbers[position] - number) <= 1
    return on_left or on_right


@rule
def scouted_number(view, choice):
    """The number that a card from this end, this way up, shows."""
    face = view.table[0] if choice // 2 == LEFT else view.table[view.table_size - 1]
    return bottom_of(face) if choice % 2 == TURN else top_of(face)


@rule
def double_worth(view, seat, numbers, size, position, choice, before, other, third, best):
    """A Double Action: the card goes in, then the best Play with it, against the marker and the token."""
    put_in(numbers, size, position, scouted_number(view, choice), other)
    most, _, _ = play_after(view, seat, other, size + 1, position, choice, before, third, best)
    return most - MARKER - TOKEN if most > FAR else FAR


@rule
def play_after(view, seat, numbers, size, position, choice, before, rest, best):
    """Worth, start and length of the best Play with the card just put in at a position; length 0 if there is none."""
    prior = strength(view.table, 1 if choice // 2 == LEFT else 0, view.table_size - 1)
    most, its_start, its_length = FAR, 0, 0
    first = position
    while first > 0 and abs(numbers[first] - numbers[first - 1]) <= 1:
        first -= 1
    for start in range(first, position + 1):
        for end in range(position, size):
            length = end - start + 1
            if beats(numbers, start, length, prior):
                worth = play_worth(view, seat, numbers, size, start, length, view.table_size - 1, before, rest, best)
                if worth > most:
                    most, its_start, its_length = worth, start, length
    return most, its_start, its_length


@rule
def beats(numbers, start, length, prior):
    """Whether the block is a set stronger than `prior`."""
    step = 0
    if length > 1:
        step = numbers[start + 1] - numbers[start]
        if abs(step) > 1:
            return False
        for place in range(start + 1, start + length - 1):
            if numbers[place + 1] - numbers[place] != step:
                return False
    kind = 1 if step == 0 else 0
    low = min(numbers[start], numbers[start + length - 1])
    if length != prior[0]:
        return length > prior[0]
    return kind > prior[1] or (kind == prior[1] and low > prior[2])


# --- Judgement -------------------------------------------------------------------------------------------------------


@entry
def appraise(view, seat, actions, n, worth):
    """Worth of each legal action, in points of this round."""
    size = view.hand_size[seat]
    numbers = np.empty(ROW + 1, np.int64)
    other = np.empty(ROW + 1, np.int64)
    third = np.empty(ROW + 1, np.int64)
    best = np.empty(ROW + 2)
    copy_numbers(view, seat, numbers)
    before = plan(numbers, size, best)
    for i in range(n):
        action = actions[i]
        if action >= DOUBLE:
            choice, position = (action - DOUBLE) // ROW, (action - DOUBLE) % ROW
            worth[i] = FAR
            if touches(numbers, size, position, scouted_number(view, choice)) or size == 1:
                worth[i] = double_worth(view, seat, numbers, size, position, choice, before, other, third, best)
        elif action >= SCOUT:
            choice, position = (action - SCOUT) // ROW, (action - SCOUT) % ROW
            number = scouted_number(view, choice)
            worth[i] = FAR - LAST_SCOUT
            if position == size or touches(numbers, size, position, number):
                worth[i] = scout_worth(view, seat, numbers, size, position, number, before, other, best)
            if view.scouts + 1 == view.players - 1:
                worth[i] -= LAST_SCOUT
        elif action >= PLAY:
            start, length = (action - PLAY) % ROW, (action - PLAY) // ROW + 1
            captured = view.table_size
            worth[i] = play_worth(view, seat, numbers, size, start, length, captured, before, other, best)
        else:
            worth[i] = rotation_worth(view, seat, numbers, best) if action == ROTATE_YES else before


@rule
def clues(view, seat, actions, n, worth, out):
    """The worth of a Play, of a Scout and of a Double Action each for itself; what it does to the plan and to the
    number of sets that are left to lay, and whether these are few; the strongest of them. Of a Play and of the one that
    a Double Action is made for: the chance that nobody beats it, what is then left, and both together. Of a Scout how
    well the rest of the table would stand."""
    size = view.hand_size[seat]
    numbers, other, third = np.empty(ROW + 1, np.int64), np.empty(ROW + 1, np.int64), np.empty(ROW + 1, np.int64)
    best = np.empty(ROW + 2)
    copy_numbers(view, seat, numbers)
    before, (sets, _) = plan(numbers, size, best), sets_in(numbers, size, best)
    rest = without_an_end(view, seat, LEFT), without_an_end(view, seat, RIGHT)
    for i in range(n):
        out[i, :] = 0
        action = actions[i]
        told = max(worth[i], FAINT) / 4
        if action >= SCOUT:
            choice, position = (action - SCOUT) // ROW % 4, (action - SCOUT) % ROW
            out[i, 2 if action >= DOUBLE else 1] = told
            out[i, 3], out[i, 4] = FAINT / 4, 0.5
            if worth[i] <= FAINT:
                continue
            put_in(numbers, size, position, scouted_number(view, choice), other)
            if action < DOUBLE:
                tell_row(other, size + 1, before, sets, best, out[i])
                out[i, 9] = rest[choice // 2]
            else:
                _, start, length = play_after(view, seat, other, size + 1, position, choice, before, third, best)
                tell_play(view, seat, other, size + 1, start, length, before, sets, third, best, out[i])
        elif action >= PLAY:
            start, length = (action - PLAY) % ROW, (action - PLAY) // ROW + 1
            out[i, 0] = told
            tell_play(view, seat, numbers, size, start, length, before, sets, other, best, out[i])


@rule
def tell_row(numbers, size, before, sets, best, out):
    """Clues about the row that an action leaves."""
    left, strongest = sets_in(numbers, size, best)
    out[3] = (plan(numbers, size, best) - before) / 4
    out[4] = (left - sets) / 2
    out[5] = 1.0 / (1.0 + left)
    out[6] = strongest / 4


@rule
def tell_play(view, seat, numbers, size, start, length, before, sets, rest, best, out):
    """Clues about a Play from these numbers."""
    if length == 0:
        return
    kind = 1 if numbers[start] == numbers[start + length - 1] else 0
    chance = stays(view, seat, length, kind, min(numbers[start], numbers[start + length - 1]))
    take_out(numbers, size, start, length, rest)
    tell_row(rest, size - length, before, sets, best, out)
    out[7] = chance
    out[8] = (size - length) / 10
    out[10] = chance * (size - length) / 4


@rule
def without_an_end(view, seat, end):
    """The chance that nobody else beats the table without the card at this end."""
    if view.table_size < 2:
        return 0.0
    length, kind, low = strength(view.table, 1 if end == LEFT else 0, view.table_size - 1)
    return stays(view, seat, length, kind, low)


@rule
def stays(view, seat, length, kind, low):
    """The chance that no other row holds a stronger set."""
    places = 0
    for player in range(view.players):
        if player != seat:
            places += max(0, view.hand_size[player] + 1 - length)
    return np.exp(-places * STRONGER[length, kind, low])


@rule
def sets_in(numbers, size, least):
    """In how few sets a row can be laid, and the length of its strongest set, with a part of one more if that is of
    equal cards or high; `least` is scratch of one place more."""
    least[0] = 0.0
    most = 0.0
    level, rising, falling = 1, 1, 1  # cards of the longest block of each kind that ends here
    for i in range(size):
        step = numbers[i] - numbers[i - 1] if i > 0 else 100
        level = level + 1 if step == 0 else 1
        rising = rising + 1 if step == 1 else 1
        falling = falling + 1 if step == -1 else 1
        run = max(rising, falling)
        low = numbers[i] + 1 - rising
        least[i + 1] = 1.0 + least[i + 1 - max(level, run)]
        most = max(most, max(level + 0.5 + 0.04 * numbers[i], run + 0.04 * low))
    return least[size], most


@rule
def rotation_worth(view, seat, numbers, best):
    """The plan for the row turned round."""
    for place in range(view.hand_size[seat]):
        numbers[place] = bottom_of(view.hand[seat, place])
    return plan(numbers, view.hand_size[seat], best)


# --- Where a rollout may stop ----------------------------------------------------------------------------------------


@rule
def stage(state):
    """Rounds are dealt afresh; only the scores go on."""
    return np.int64(state.round_number)


@rule
def total(state, seat):
    points = 0
    for number in range(state.players):
        points += state.score[number, seat]
    return points


@rule
def cut_short(world):
    pass


@rule
def outlook(state, chances):
    """Chances from the totals: a lead counts more the fewer rounds are left."""
    left = max(1, state.players - state.round_number + 1)
    weight = LEAD[state.players] / np.sqrt(left)
    most = -1000
    for seat in range(state.players):
        most = max(most, total(state, seat))
    everything = 0.0
    for seat in range(state.players):
        chances[seat] = np.exp(weight * (total(state, seat) - most))
        everything += chances[seat]
    for seat in range(state.players):
        chances[seat] /= everything
