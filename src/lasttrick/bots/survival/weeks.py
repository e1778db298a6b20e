"""Chances to win told where a new week of The Trick To Survival begins, for play-outs that stop there.

A new week deals all cards anew and heals the living, so little is left that tells what will come: who lives, the stores
and the trait. How much each counts is learned from matches of the reference with the same data and as many players, so
that what is told is what it then wins, whatever the data are and however it plays.
"""

import math

import numpy as np

from lasttrick.bots.trick_to_survival import stores
from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.games.trick_to_survival.content import MOST_TRAITS
from lasttrick.games.trick_to_survival.state import FIELDS, SEATS, Ending
from lasttrick.games.trick_to_survival.table import has_ward, is_alive
from lasttrick.games.trick_to_survival.week import wins

SIGNS = 6
NUMBERS = SIGNS + 2 * MOST_TRAITS  # weights of the signs; of those who arrive, how many meet each trait
RIDGE = 1.0  # what is seen seldom counts little
AS_USUAL = 10  # arrivals with the usual share of met traits that are added to those seen


def like(state: np.record) -> np.record:
    """The record before a match with the same players and data; a view will do."""
    blank = FIELDS.blank(int(state.players), {})
    for name in ("first_leader", *(field.name for field in FIELDS.of_line("data"))):
        blank[name] = state[name]
    return blank


def is_late(view: np.record) -> bool:
    """Whether it is the last day of all; before it, what one seat decides once moves its chance by little."""
    return bool(view.week == view.weeks and view.day == view.days)


@rule
def stage(state):
    return np.int64(state.week)


@rule
def look(state, seat, signs):
    """What tells whether a living seat arrives: the weeks to come, the dead, the stores, a ward."""
    living = bits.count(state.alive)
    signs[0] = 1.0
    signs[1] = state.weeks - state.week
    signs[2] = state.players - living
    signs[3] = stores(state, seat)
    signs[4] = 0.0
    for other in range(state.players):
        if other != seat and is_alive(state, other):
            signs[4] += stores(state, other) / (living - 1.0)
    signs[5] = 1.0 if has_ward(state, seat) else 0.0


@rule
def place_of(state, seat):
    """Where the share of met traits stands: one for traits that do not hold now, one for those that do."""
    return SIGNS + 2 * np.int64(state.trait[seat]) + (1 if wins(state, seat) else 0)


@rule
def outlook(state, numbers, chances):
    """The living win if they arrive and their trait is met."""
    signs = np.empty(SIGNS)
    for seat in range(state.players):
        chances[seat] = 0.0
        if is_alive(state, seat):
            look(state, seat, signs)
            logit = 0.0
            for i in range(SIGNS):
                logit += numbers[i] * signs[i]
            chances[seat] = numbers[place_of(state, seat)] / (1.0 + math.exp(-logit))


@entry
def look_at_all(states, signs, places):
    """The signs of each living seat in each state, and where its trait stands; -1 for the dead."""
    for i in range(len(states)):
        for seat in range(states[i].players):
            places[i, seat] = -1
            if is_alive(states[i], seat):
                look(states[i], seat, signs[i, seat])
                places[i, seat] = place_of(states[i], seat)


def learn(states: np.ndarray, ends: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The numbers, from states in which weeks began, how each match ended, and what each seat had of the win then."""
    numbers = np.zeros(NUMBERS)
    if not len(states):
        return numbers
    signs, places = np.zeros((len(states), SEATS, SIGNS)), np.full((len(states), SEATS), -1, np.int64)
    look_at_all(states, signs, places)
    safe = (ends["ending"] == Ending.SAFE_HOUSE)[:, None]
    has_arrived = safe & ((ends["alive"][:, None] >> np.arange(SEATS)) & 1 == 1)
    living = places >= 0
    numbers[:SIGNS] = logistic(signs[living], has_arrived[living])
    arrived, won = living & has_arrived, np.zeros(places.shape)
    won[:, : shares.shape[1]] = shares
    usual = won[arrived].sum() / max(1, arrived.sum())
    seen = np.bincount(places[arrived], minlength=NUMBERS)[SIGNS:]
    met = np.bincount(places[arrived], won[arrived], NUMBERS)[SIGNS:]
    numbers[SIGNS:] = (met + AS_USUAL * usual) / (seen + AS_USUAL)
    return numbers


def logistic(signs: np.ndarray, happened: np.ndarray, steps: int = 20) -> np.ndarray:
    """Weights whose sum is the logit of what happened, by Newton's method."""
    weights = np.zeros(signs.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-np.clip(signs @ weights, -30, 30)))
        curve = signs.T @ (signs * (chance * (1 - chance))[:, None]) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, signs.T @ (happened - chance) - RIDGE * weights)
    return weights
