"""The Trick To Survival: days lived through, and wounds.

Random groups all die, so the win alone pays them nothing to learn from. Days and wounds are what a group can better
step by step.
"""

from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.state import Ending
from lasttrick.games.trick_to_survival.table import is_alive

SENTENCE = "the days you lived through less half a day for each of your wounds, divided by all days; the dead keep it"
WOUND = 0.5  # days


@rule
def progress(state, out):
    days = (state.week - 1) * state.days + state.day - 1
    whole = state.weeks * state.days
    if state.ending == Ending.SAFE_HOUSE:
        days = whole
    for seat in range(state.players):
        if is_alive(state, seat):
            out[seat] = (days - WOUND * state.wounds[seat]) / whole
