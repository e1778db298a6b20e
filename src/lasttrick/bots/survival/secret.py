"""The Trick To Survival: what an answer does for the own secret.

A secret is a condition of the data, so it is not read but tried: in a copy of what the seat sees, as the last day is
expected to leave it, one number after the other is moved, and the condition says whether it holds then. What counts
over the whole match (trades, suit actions, days led) is tried from the beginning, tokens and wounds in the last days.
What a secret does not speak of is not tried: it does nothing for it.
"""

import numpy as np

from lasttrick.bots.survival.needs import upkeeps_left
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.content.expressions import Code, Counter
from lasttrick.games.trick_to_survival.state import NO_SEAT, SEATS, STATE, SUITS, Ask
from lasttrick.games.trick_to_survival.table import is_alive
from lasttrick.games.trick_to_survival.week import wins

LAST_DAYS = 2  # of the match, in which tokens and wounds are kept for the secret
SIDES = 2  # a number is moved by up to so many, up and down

TRADE, ACT, FIRE, LEAD, HURT = range(SUITS, SUITS + 5)  # rows after the six types of tokens; HURT + seat
ROWS = HURT + SEATS
FAR = 3  # moves that are looked ahead
FAR_LEADS = 7

MOVED = np.array(  # the counters that each row moves, as a set
    [
        *(bits.pack([kind, Counter.TOTAL, Counter.TYPES]) for kind in range(SUITS)),
        bits.pack([Counter.TRADES]),
        bits.pack([Counter.ACTS]),
        bits.pack([Counter.ACTS, Counter.AMMO_ACTS]),
        bits.pack([Counter.LEAD_DAYS, Counter.LEADER]),
        *[bits.pack([Counter.WOUNDS])] * SEATS,
    ]
)


@rule
def pull(pulls, row, change):
    """What moving a number does for the secret, from -1 to 1."""
    return pulls[row, change + SIDES]


@rule
def is_near_the_end(view):
    return view.week == view.weeks and view.days - view.day < LAST_DAYS


@rule
def feel_pulls(view, seat, pulls):
    """What of the question at hand serves the secret of a living seat."""
    pulls[:] = 0.0
    question, near = view.ask, is_near_the_end(view)
    asks_trade = question == Ask.CAMP or question == Ask.OFFER
    if not is_alive(view, seat) or not (near or asks_trade or question == Ask.NOON or question == Ask.PLAY):
        return
    spoken, row = spoken_of(view, seat), TRADE if asks_trade else LEAD if question == Ask.PLAY else FIRE
    if not near and spoken & MOVED[row] == 0:
        return
    fates = np.empty(2, STATE)  # what is expected, and what is tried
    fates[0] = view
    pay_upkeep(fates[0], near)
    if question == Ask.PLAY:
        fates[0].leader = NO_SEAT
    fates[1] = fates[0]
    if asks_trade:
        feel(fates, spoken, seat, TRADE, FAR, pulls)
    elif question == Ask.NOON:
        feel(fates, spoken, seat, ACT, FAR, pulls)
        feel(fates, spoken, seat, FIRE, FAR, pulls)
    elif question == Ask.PLAY:
        feel(fates, spoken, seat, LEAD, FAR_LEADS, pulls)
    if near:
        for kind in range(SUITS):
            feel(fates, spoken, seat, kind, FAR, pulls)
        for other in range(view.players):
            if is_alive(view, other):
                feel(fates, spoken, seat, HURT + other, 1, pulls)


@rule
def spoken_of(view, seat):
    """The counters of which the own secret speaks, whosever they are, as a set."""
    at, spoken = np.int64(view.trait_at[view.trait[seat]]), bits.EMPTY
    while view.code[at] != Code.END:
        step = np.int64(view.code[at])
        if step < Code.END:
            spoken |= bits.one(step % Code.MOST_OF_OTHERS)
        at += 2 if step == Code.NUMBER else 1
    return spoken


@rule
def pay_upkeep(fate, near):
    """As far as tokens reach; long before the end, one of a type is thought to be left."""
    left = upkeeps_left(fate)
    for seat in range(fate.players):
        for kind in range(SUITS):
            fate.tokens[seat, kind] = max(0, fate.tokens[seat, kind] - left) if near else 1


@rule
def feel(fates, spoken, seat, row, far, pulls):
    """What moves of one number do: up for all, down for what can go down."""
    if spoken & MOVED[row] == 0:
        return
    middle = SIDES + far
    holds = np.empty(2 * middle + 1, np.bool_)
    for change in range(-middle, middle + 1):
        holds[change + middle] = holds_after(fates, seat, row, change)
    before = nearness(holds, middle, far)
    for change in range(-SIDES, SIDES + 1):
        pulls[row, change + SIDES] = nearness(holds, middle + change, far) - before


@rule
def nearness(holds, at, far):
    """After a move: 1 if the secret holds; less, the more moves of this number it takes; 0 if they do not help."""
    for by in range(far + 1):
        if holds[at + by] or holds[at - by]:
            return 1.0 / (1.0 + by)
    return 0.0


@rule
def holds_after(fates, seat, row, change):
    """Whether the secret holds when a number is moved; what only counts up does not go down."""
    if change < 0 and TRADE <= row < HURT:
        return False
    move(fates[1], seat, row, change)
    holds = wins(fates[1], seat)
    put_back(fates, seat, row)
    return holds


@rule
def move(fate, seat, row, change):
    if row < SUITS:
        fate.tokens[seat, row] = max(0, fate.tokens[seat, row] + change)
    elif row == TRADE:
        fate.trades[seat] += change
    elif row in (ACT, FIRE):
        fate.acts[seat] += change
        fate.ammo_acts[seat] += change if row == FIRE else 0
    elif row == LEAD:
        fate.lead_days[seat] += change
        if change > 0 and is_near_the_end(fate):
            fate.leader = seat
    else:
        fate.wounds[row - HURT] = max(0, fate.wounds[row - HURT] + change)


@rule
def put_back(fates, seat, row):
    """What a move of this number has changed is as it was; a copy of the whole record would take longer than a try."""
    if row < SUITS:
        fates[1].tokens[seat, row] = fates[0].tokens[seat, row]
    elif row >= HURT:
        fates[1].wounds[row - HURT] = fates[0].wounds[row - HURT]
    else:
        fates[1].trades[seat] = fates[0].trades[seat]
        fates[1].acts[seat] = fates[0].acts[seat]
        fates[1].ammo_acts[seat] = fates[0].ammo_acts[seat]
        fates[1].lead_days[seat] = fates[0].lead_days[seat]
        fates[1].leader = fates[0].leader
