"""The Trick To Survival: what tokens and wounds mean to a seat."""

import math

from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.state import SUITS
from lasttrick.games.trick_to_survival.table import has_ward, is_alive

IDLE = 0.0699  # worth of a token that no upkeep will ask for
LASTS = 1.9  # tokens of a type that count, before each further one is worth a third,
LASTS_A_DAY = 0.198  # more for each upkeep to come in this week,
LASTS_A_WEEK = -0.127  # and more if there is another week
TO_COME = 0.67  # wounds that a day brings,
TO_COME_SHORT = -0.0232  # more for each token that will be missing,
INCOME = 0.783  # if so many of a type come in each day,
UNSURE = 1.18  # and how far that strays
SCAR = 0.345  # a wound that will be healed,
SCAR_A_DAY = 0.0062  # more for each upkeep to come
DEADLY = 2.3  # a wound that brings death
CARE = -0.121  # how much more a token is worth to a seat in danger


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
def tokens_short(view, seat):
    """Tokens that will be missing at the upkeeps of this week."""
    will_want = (1.0 - INCOME) * upkeeps_left(view)
    short = 0.0
    for kind in range(SUITS):
        short += max(0.0, will_want - view.tokens[seat, kind])
    return short


@rule
def danger(view, seat):
    """Chance that a living seat dies before the week is over, by and large."""
    spare = view.death_wounds - view.wounds[seat] - (0.0 if has_ward(view, seat) else 1.0)
    to_come = TO_COME * upkeeps_left(view) + TO_COME_SHORT * tokens_short(view, seat)
    return 1.0 / (1.0 + math.exp((spare - to_come) / UNSURE))


@rule
def burden(view, seat):
    """What one wound more would mean to a seat: little when the week will heal it, much when it may bring death."""
    if not is_alive(view, seat):
        return 0.0
    return SCAR + SCAR_A_DAY * upkeeps_left(view) + DEADLY * danger(view, seat)


# --- Tokens ----------------------------------------------------------------------------------------------------------


@rule
def worth_of_token(view, number):
    """Worth of the number-th token of a type: the chance that upkeep will want it before more come in."""
    left = upkeeps_left(view)
    if number > left and view.week == view.weeks:
        return IDLE
    lasts = LASTS + LASTS_A_DAY * left + (LASTS_A_WEEK if view.week < view.weeks else 0.0)
    return max(IDLE, math.exp((1.0 - number) / lasts))


@rule
def gravity(view, seat):
    """How much more a token means to this seat than to one that is safe."""
    return 1.0 + CARE * danger(view, seat)


@rule
def need(view, seat, kind):
    """What one token more of this type would be worth."""
    if view.tokens[seat, kind] >= view.token_cap or not is_alive(view, seat):
        return 0.0
    return gravity(view, seat) * worth_of_token(view, view.tokens[seat, kind] + 1)


@rule
def loss_of(view, tokens):
    """What the last of so many tokens is worth to a seat that is safe."""
    return worth_of_token(view, tokens) if tokens > 0 else 0.0
