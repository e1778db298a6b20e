"""The Trick To Survival, thought about: help the challenge, call for events, keep tokens for upkeep, heal in time.

Worth is counted in wounds: a token is worth the chance that upkeep will ask for it, a challenge the wounds and tokens
that hang on it. The living mean well by each other, at a discount; the dead only want that nobody arrives.
"""

import math

import numpy as np

from lasttrick.bots.survival_camp import appraise_camp, offer_worth
from lasttrick.bots.survival_modify import modification_worth
from lasttrick.bots.survival_needs import burden, loss_of, need, upkeeps_left
from lasttrick.bots.survival_noon import noon_worth, steal_worth, switch_worth, target_worth
from lasttrick.bots.survival_trick import appraise_cards, appraise_raises
from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.games.trick_to_survival.state import (
    ACCEPT,
    ASSIGN,
    CHOOSE_A,
    FOOD,
    GAIN,
    GIVE,
    NAME,
    NOBODY,
    PLACES,
    REVEAL_NO,
    SEATS,
    SPARE,
    SUITS,
    SWAP,
    TARGET,
    WARD_YES,
    Ask,
    value_of,
)
from lasttrick.games.trick_to_survival.table import is_alive
from lasttrick.games.trick_to_survival.week import wins

__all__ = ["SCALE", "appraise", "cut_short", "outlook", "payoff", "stage"]

SCALE = 0.4
OTHERS_SHARE = 0.44  # weight of another's need against the own one: tokens in camp go round as they are needed
NATURE = 0.25  # a win because all died, against a win in the safe house


@entry
def appraise(view, seat, actions, n, worth):
    """Worth of each legal answer to the open question."""
    question = view.ask
    if question in (Ask.PLAY, Ask.NIGHT):
        appraise_cards(view, seat, actions, n, worth)
    elif question == Ask.CAMP:
        appraise_camp(view, seat, actions, n, worth)
    elif question == Ask.RAISE:
        appraise_raises(view, seat, actions, n, worth)
    else:
        for i in range(n):
            worth[i] = answer_worth(view, seat, question, np.int64(actions[i]))


@rule
def answer_worth(view, seat, question, action):
    if question == Ask.MODIFY:
        return modification_worth(view, seat, action)
    if question in (Ask.POOL, Ask.EXTRA):
        return assignment_worth(view, seat, action - ASSIGN)
    if question == Ask.NOON:
        return noon_worth(view, seat, action)
    if question == Ask.OFFER:
        return offer_worth(view) if action == ACCEPT else 0.0
    if question == Ask.SPARE:
        return spare_worth(view, seat, action - SPARE)
    return rare_worth(view, seat, question, action)


@rule
def rare_worth(view, seat, question, action):
    """Questions that come seldom."""
    if question == Ask.STEAL:
        return steal_worth(view, seat, action)
    if question == Ask.SWITCH:
        return switch_worth(view, seat, action)
    if question == Ask.SWAP:
        return -float(value_of((action - SWAP) // SEATS))
    if question == Ask.TARGET:
        return target_worth(view, seat, action - TARGET)
    if question == Ask.WARD:
        return ward_worth(view, seat) if action == WARD_YES else 0.0
    if question == Ask.REVEAL:
        return 1.0 if action == REVEAL_NO else 0.0
    if question == Ask.CHOOSE:
        return 1.0 if action == CHOOSE_A else 0.0
    if question == Ask.GAIN:
        return need(view, seat, action - GAIN)
    if question == Ask.GIVE:
        return -loss_of(view, view.tokens[seat, action - GIVE])
    if question == Ask.GUARD:
        return guard_worth(view, seat, action - NAME)
    return victim_worth(view, seat, action - NAME)


# --- Sharing and sparing ---------------------------------------------------------------------------------------------


@rule
def assignment_worth(view, seat, choice):
    """Tokens go where they are needed most, to oneself a little sooner."""
    kind, to = choice // PLACES, choice % PLACES
    if to == NOBODY:
        return -1.0
    return need(view, to, kind) * (1.0 if to == seat else OTHERS_SHARE)


@rule
def spare_worth(view, seat, to):
    """Whom a wound would hurt most: one death is the end of all."""
    if to == NOBODY:
        return -1.0
    return burden(view, to) + (0.01 if to == seat else 0.0)


@rule
def guard_worth(view, seat, to):
    if to == NOBODY:
        return -1.0
    return burden(view, to) * (1.0 if to == seat else 0.8)


@rule
def victim_worth(view, seat, to):
    """Who has to give: the dead first, then whoever feels it least, oneself last."""
    if to == NOBODY:
        return 0.0
    if not is_alive(view, to):
        return 2.0
    return (0.0 if to != seat else -1.0) + 0.1 * view.tokens[to, FOOD] - 0.1 * view.wounds[to]


@rule
def ward_worth(view, seat):
    """A new week heals all wounds and leaves the ward, so it is kept for the wound that would kill."""
    return 1.0 if view.wounds[seat] == view.death_wounds - 1 else -1.0


# --- Where a rollout may stop ----------------------------------------------------------------------------------------


@rule
def stage(state):
    """The end of a day, when upkeep is paid."""
    return np.int64(state.week) * 8 + state.day


@rule
def cut_short(world):
    pass


@rule
def hope(state, seat):
    """Chance of a living seat to arrive: wounds so far and wounds to come for want of tokens, week by week."""
    left = upkeeps_left(state)
    short = 0.0
    for kind in range(SUITS):
        short += max(0.0, left - state.tokens[seat, kind] - 0.62 * left)
    wounds = state.wounds[seat] + 0.55 * short + 0.25 * left - (0.9 if bits.has(state.wards, seat) else 0.0)
    this_week = 1.0 / (1.0 + math.exp((wounds - 6.3) / 1.1))
    return this_week * 0.8 ** (state.weeks - state.week)


@rule
def outlook(state, chances):
    """The living hope to arrive with their trait fulfilled, together more easily; the dead hope that nobody does."""
    nobody = 1.0
    most = 0.0
    for seat in range(state.players):
        if is_alive(state, seat):
            nobody *= 1.0 - hope(state, seat)
            most += hope(state, seat) / state.players
    for seat in range(state.players):
        if is_alive(state, seat):
            trait = 0.75 if wins(state, seat) else 0.45
            chances[seat] = trait * hope(state, seat) * (0.5 + 0.5 * most)
        else:
            chances[seat] = NATURE * nobody


@rule
def payoff(state, winners, chances):
    """Every winner wins for itself; to win because all died counts little."""
    for seat in range(state.players):
        chances[seat] = 0.0
        if bits.has(winners, seat):
            chances[seat] = 1.0 if is_alive(state, seat) else NATURE
