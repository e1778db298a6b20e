"""The Trick To Survival: what tokens and wounds mean to a seat."""

import math

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.state import SUITS
from lasttrick.games.trick_to_survival.table import has_ward, is_alive

FADING = 0.555  # each token of a type that one has makes the next so much less needed
IDLE = 0.07  # worth of a token that no upkeep will ask for
TO_COME = 0.8  # wounds that a day brings
UNSURE = 1.3  # and how far that strays
SCAR = 0.5  # a wound that will be healed
DEADLY = 1.8  # a wound that brings death
HELP = 0.337  # weight of what happens to the others
VARIETY = 0.329  # worth of holding a suit at all, if it will be trump


@rule
def upkeeps_left(view):
    """Upkeeps still to pay in this week; day 1 has none."""
    return view.days - view.day + 1 - (1 if view.day == 1 else 0)


@rule
def challenges_left(view):
    """Challenges of the week after the one under way."""
    return 2 * (view.days - view.day) + (1 if view.night == 0 else 0)


@rule
def worth_of_token(view, number):
    """Worth of the number-th token of a type: the chance that upkeep will want it before more come in."""
    if number > upkeeps_left(view) and view.week == view.weeks:
        return IDLE
    return max(IDLE, FADING ** (number - 1))


@rule
def need(view, seat, kind):
    """What one token more of this type would be worth."""
    if view.tokens[seat, kind] >= view.token_cap or not is_alive(view, seat):
        return 0.0
    return worth_of_token(view, view.tokens[seat, kind] + 1)


@rule
def loss_of(view, tokens):
    """What the last of so many tokens is worth."""
    return worth_of_token(view, tokens) if tokens > 0 else 0.0


@rule
def trade_gain(view, seat, gained, count, given, paid):
    """What a seat gains by so many tokens of one type against so many of another."""
    worth = 0.0
    for i in range(count):
        worth += worth_of_token(view, view.tokens[seat, gained] + i + 1)
    for i in range(paid):
        worth -= loss_of(view, view.tokens[seat, given] - i)
    return worth


@rule
def burden(view, seat):
    """What one wound more would mean to a seat: little when the week will heal it, much when it may bring death."""
    if not is_alive(view, seat):
        return 0.0
    spare = view.death_wounds - view.wounds[seat] - (0.0 if has_ward(view, seat) else 1.0)
    danger = 1.0 / (1.0 + math.exp((spare - TO_COME * upkeeps_left(view)) / UNSURE))
    return SCAR + DEADLY * danger


@rule
def variety(view, seat, suit, cards):
    """What it is worth to hold so many cards of a suit and not one less: with the only one goes the next trump."""
    if bits.count(view.hand[seat, suit]) != cards:
        return 0.0
    return VARIETY * (1.0 - (1.0 - 1.0 / SUITS) ** challenges_left(view))
