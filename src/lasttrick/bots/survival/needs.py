"""The Trick To Survival: what tokens and wounds mean to a seat.

All is reckoned from one guess: the chance that a living seat dies before the week is over, by its wounds, by the tokens
that it will lack, and by the days that are left.
"""

import math

from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.camp import is_upkeep_skipped
from lasttrick.games.trick_to_survival.state import SUITS, Step
from lasttrick.games.trick_to_survival.table import has_ward, is_alive


@rule
def upkeeps_left(view):
    """Upkeeps still to pay in this week; day 1 has none."""
    return view.days - view.day + 1 - (1 if view.day == 1 else 0)


@rule
def challenges_left(view):
    """Challenges of the week after the one under way."""
    return 2 * (view.days - view.day) + (1 if view.night == 0 else 0)


# --- Tokens ----------------------------------------------------------------------------------------------------------


@rule
def worth_of_token(w, view, number):
    """Worth of the number-th token of a type: the chance that upkeep will want it before more come in."""
    left = upkeeps_left(view)
    if number > left and view.week == view.weeks:
        return w.IDLE
    return max(w.IDLE, w.WANTED[left, number])


@rule
def lack(w, view, tokens):
    """Wounds to expect for want of one type: tonight's for sure, if there is none and none can come any more."""
    tonight = 0.0
    if tokens == 0 and not is_upkeep_skipped(view):
        tonight = 1.0 if view.step == Step.CAMP else w.TONIGHT
    return tonight + w.LACK * w.LATER[upkeeps_left(view), tokens]


@rule
def loss_of(w, view, tokens):
    """What the last of so many tokens is worth to a seat that is safe."""
    return worth_of_token(w, view, tokens) if tokens > 0 else 0.0


# --- Wounds ----------------------------------------------------------------------------------------------------------


@rule
def days_ahead(view):
    """Days of this week that can still bring wounds by challenges and events."""
    return view.days - view.day + (0.0 if view.step == Step.CAMP else 0.5 if view.night == 1 else 1.0)


@rule
def wounds_to_come(w, view, seat):
    """Wounds that a seat will have at the end of the week, by and large, beyond those that it can bear."""
    wants = 0.0
    for kind in range(SUITS):
        wants += lack(w, view, view.tokens[seat, kind])
    bears = view.death_wounds - 0.5 + (1.0 if has_ward(view, seat) else 0.0)
    return view.wounds[seat] + wants + w.A_DAY * days_ahead(view) - bears


@rule
def strays(w, view):
    """How far what will come may be from what is expected: less, the fewer days are left."""
    return w.SURE + w.STRAYS * math.sqrt(days_ahead(view))


@rule
def fate(w, view, beyond):
    """Chance of death before the week is over: the fewer days are left, the surer it is either way."""
    return doom(beyond, strays(w, view))


@rule
def doom(beyond, far):
    """The same, where it is known how far what will come may be from what is expected."""
    return 1.0 / (1.0 + math.exp(-beyond / far))


@rule
def danger(w, view, seat):
    """Chance that a living seat dies before the week is over, by its wounds alone."""
    spare = view.death_wounds - view.wounds[seat] - (0.0 if has_ward(view, seat) else 1.0)
    return 1.0 / (1.0 + math.exp((spare - w.TO_COME * upkeeps_left(view)) / w.UNSURE))


@rule
def burden(w, view, seat):
    """What one wound more would mean to a seat: little when the week will heal it, much when it may bring death."""
    if not is_alive(view, seat):
        return 0.0
    return w.SCAR + w.DEADLY * danger(w, view, seat)


@rule
def need(w, view, seat, kind):
    """What one token more of this type would be worth: for upkeep, and for how much it keeps death away."""
    have = view.tokens[seat, kind]
    if have >= view.token_cap or not is_alive(view, seat):
        return 0.0
    beyond = wounds_to_come(w, view, seat)
    saves = fate(w, view, beyond) - fate(w, view, beyond + lack(w, view, have + 1) - lack(w, view, have))
    return worth_of_token(w, view, have + 1) + w.DEATH * saves
