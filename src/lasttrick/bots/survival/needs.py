"""The Trick To Survival: what tokens and wounds mean to a seat."""

import math

from lasttrick.bots.survival import weights as w
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.table import has_ward, is_alive


@rule
def upkeeps_left(view):
    """Upkeeps still to pay in this week; day 1 has none."""
    return view.days - view.day + 1 - (1 if view.day == 1 else 0)


@rule
def challenges_left(view):
    """Challenges of the week after the one under way."""
    return 2 * (view.days - view.day) + (1 if view.night == 0 else 0)


# --- Wounds ----------------------------------------------------------------------------------------------------------


@rule
def danger(view, seat):
    """Chance that a living seat dies before the week is over, by and large."""
    spare = view.death_wounds - view.wounds[seat] - (0.0 if has_ward(view, seat) else 1.0)
    return 1.0 / (1.0 + math.exp((spare - w.TO_COME * upkeeps_left(view)) / w.UNSURE))


@rule
def burden(view, seat):
    """What one wound more would mean to a seat: little when the week will heal it, much when it may bring death."""
    if not is_alive(view, seat):
        return 0.0
    return w.SCAR + w.DEADLY * danger(view, seat)


# --- Tokens ----------------------------------------------------------------------------------------------------------


@rule
def worth_of_token(view, number):
    """Worth of the number-th token of a type: the chance that upkeep will want it before more come in."""
    left = upkeeps_left(view)
    if number > left and view.week == view.weeks:
        return w.IDLE
    lasts = w.LASTS + w.LASTS_A_DAY * left
    return max(w.IDLE, math.exp((1.0 - number) / lasts))


@rule
def prospect(view, seat):
    """How much a token does for this seat, against one that is safe."""
    return 1.0 - w.FORLORN * danger(view, seat)


@rule
def need(view, seat, kind):
    """What one token more of this type would be worth."""
    if view.tokens[seat, kind] >= view.token_cap or not is_alive(view, seat):
        return 0.0
    return prospect(view, seat) * worth_of_token(view, view.tokens[seat, kind] + 1)


@rule
def loss_of(view, tokens):
    """What the last of so many tokens is worth to a seat that is safe."""
    return worth_of_token(view, tokens) if tokens > 0 else 0.0
