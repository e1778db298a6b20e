"""The Trick To Survival, thought about: help the challenge, call for events, keep tokens for upkeep, heal in time.

Worth is counted in wounds: a token is worth the chance that upkeep will ask for it, a challenge the wounds and tokens
that hang on it. The living mean well by each other, at a discount; the dead only want that nobody arrives.

`survival.weights` has the numbers, found by playing; `survival.secret` says what serves the own secret.
"""

import math

import numpy as np

from lasttrick.bots.survival.camp import appraise_camp, offer_worth
from lasttrick.bots.survival.hands import points_in
from lasttrick.bots.survival.modify import appraise_modifications
from lasttrick.bots.survival.needs import burden, loss_of, need, upkeeps_left
from lasttrick.bots.survival.noon import steal_worth, switch_worth, target_worth, weigh_noon
from lasttrick.bots.survival.secret import HURT, ROWS, SIDES, feel_pulls, is_near_the_end, pull
from lasttrick.bots.survival.trick import SECRETS, weigh_cards, weigh_raises
from lasttrick.bots.survival.weights import ALONE, NUMBERS, TOGETHER
from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.winning import share_win
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
    Ending,
    value_of,
)
from lasttrick.games.trick_to_survival.table import has_ward, is_alive
from lasttrick.games.trick_to_survival.week import wins

__all__ = [
    "EXPLORE",
    "NOISE",
    "OTHERS",
    "SCALE",
    "TELLS",
    "appraise",
    "cut_short",
    "insight",
    "outlook",
    "payoff",
    "stage",
]

SCALE = 0.2
TELLS = "lasttrick.bots.survival.weeks"  # chances that agree with what is then won
OTHERS = "heuristic"  # all seats strive for the same; one that is thought to search for itself would only blur the view
NOISE = 0
EXPLORE = 0.6  # a decision changes little by the end of the day, so what looks best is tried most
DEADLY_WOUND = 10.0  # to escape death at once
NATURE = 0.1  # a win because all died, against a win in the safe house: little, or nobody would strive to live


@entry
def appraise(view, seat, actions, n, worth):
    """Worth of each legal answer to the open question."""
    judge(NUMBERS[ALONE], view, seat, actions, n, worth)


@entry
def insight(view, seat, actions, n, worth):
    """The same to a network: it tells the others what it holds, by offers in camp, hears them, and plans nights."""
    judge(NUMBERS[TOGETHER], view, seat, actions, n, worth)


@rule
def judge(w, view, seat, actions, n, worth):
    question = view.ask
    pulls = np.empty((ROWS, 2 * SIDES + 1))
    feel_pulls(view, seat, pulls)
    if question in (Ask.PLAY, Ask.NIGHT, Ask.RAISE, Ask.NOON):
        rows = np.zeros((n, SECRETS + 1))
        weigh(w, view, seat, actions, n, pulls, rows)
        for i in range(n):
            worth[i] = rows[i].sum()
    elif question == Ask.CAMP:
        appraise_camp(w, view, seat, actions, n, pulls, worth)
    elif question == Ask.MODIFY:
        appraise_modifications(w, view, seat, actions, n, pulls, worth)
    else:
        for i in range(n):
            worth[i] = answer_worth(w, view, seat, question, np.int64(actions[i]), pulls)


@rule
def weigh(w, view, seat, actions, n, pulls, rows):
    """Cards, raises and noon: the terms that the worth of each answer is made of."""
    if view.ask == Ask.RAISE:
        weigh_raises(w, view, seat, actions, n, rows)
    elif view.ask == Ask.NOON:
        weigh_noon(w, view, seat, actions, n, pulls, rows)
    else:
        weigh_cards(w, view, seat, actions, n, pulls, rows)


@rule
def answer_worth(w, view, seat, question, action, pulls):
    if question in (Ask.POOL, Ask.EXTRA):
        return assignment_worth(w, view, seat, action - ASSIGN, pulls)
    if question == Ask.OFFER:
        return offer_worth(w, view, pulls) if action == ACCEPT else 0.0
    if question == Ask.SPARE:
        return spare_worth(w, view, seat, action - SPARE, pulls)
    return rare_worth(w, view, seat, question, action, pulls)


@rule
def rare_worth(w, view, seat, question, action, pulls):
    """Questions that come seldom."""
    if question == Ask.STEAL:
        return steal_worth(w, view, seat, action, pulls)
    if question == Ask.SWITCH:
        return switch_worth(w, view, seat, action)
    if question == Ask.SWAP:
        return -float(value_of((action - SWAP) // SEATS))
    if question == Ask.TARGET:
        return target_worth(w, view, seat, action - TARGET, pulls)
    if question == Ask.WARD:
        return ward_worth(w, view, seat, pulls) if action == WARD_YES else 0.0
    if question == Ask.REVEAL:
        return 1.0 if action == REVEAL_NO else 0.0
    if question == Ask.CHOOSE:
        return 1.0 if action == CHOOSE_A else 0.0
    if question == Ask.GAIN:
        return need(w, view, seat, action - GAIN) + w.SECRET * pull(pulls, action - GAIN, 1)
    if question == Ask.GIVE:
        return w.SECRET * pull(pulls, action - GIVE, -1) - loss_of(w, view, view.tokens[seat, action - GIVE])
    if question == Ask.GUARD:
        return guard_worth(w, view, seat, action - NAME)
    return victim_worth(view, seat, action - NAME)


# --- Sharing and sparing ---------------------------------------------------------------------------------------------


@rule
def assignment_worth(w, view, seat, choice, pulls):
    """Tokens go where they are needed most, to oneself a little sooner."""
    kind, to = choice // PLACES, choice % PLACES
    if to == NOBODY:
        return -1.0
    if to == seat:
        return need(w, view, to, kind) + w.SECRET * pull(pulls, kind, 1)
    return w.OTHERS_SHARE * need(w, view, to, kind)


@rule
def spare_worth(w, view, seat, to, pulls):
    """Whom a wound would hurt most: one death is the end of all."""
    if to == NOBODY:
        return -1.0
    return burden(w, view, to) + (0.01 if to == seat else 0.0) - w.SECRET * pull(pulls, HURT + to, 1)


@rule
def guard_worth(w, view, seat, to):
    if to == NOBODY:
        return -1.0
    return burden(w, view, to) * (1.0 if to == seat else 0.8)


@rule
def victim_worth(view, seat, to):
    """Who has to give: the dead first, then whoever feels it least, oneself last."""
    if to == NOBODY:
        return 0.0
    if not is_alive(view, to):
        return 2.0
    return (0.0 if to != seat else -1.0) + 0.1 * view.tokens[to, FOOD] - 0.1 * view.wounds[to]


@rule
def ward_worth(w, view, seat, pulls):
    """A new week heals all wounds and leaves the ward, so it is kept for a wound that kills or spoils a secret."""
    if view.wounds[seat] == view.death_wounds - 1:
        return DEADLY_WOUND
    kept = 1.0 if not is_near_the_end(view) else 0.1
    return -kept - w.SECRET * pull(pulls, HURT + seat, 1)


# --- Where a rollout may stop ----------------------------------------------------------------------------------------


@rule
def stage(state):
    """The end of a day, when upkeep is paid."""
    return np.int64(state.week) * 8 + state.day


@rule
def cut_short(world):
    pass


@rule
def stores(state, seat):
    """Tokens of a seat, at most three of a type."""
    count = 0
    for kind in range(SUITS):
        count += min(3, state.tokens[seat, kind])
    return count


@rule
def hope(state, seat):
    """Chance of a living seat to arrive: a logistic curve fitted to 2,500 matches between four heuristics.

    It reads the calendar, the own wounds and tokens, those of the others, the dead, and the cards of the living."""
    living = bits.count(state.alive)
    wounds, others, points = 0.0, 0.0, 0.0
    for other in range(state.players):
        if is_alive(state, other):
            points += points_in(state.hand[other]) / living
            if other != seat and living > 1:
                wounds += state.wounds[other] / (living - 1.0)
                others += stores(state, other) / (living - 1.0)
    spare = state.death_wounds - state.wounds[seat] - (0.0 if has_ward(state, seat) else 1.0)
    calendar = 0.24 - 0.89 * (state.weeks - state.week) - 1.13 * upkeeps_left(state)
    group = 0.15 * others - 0.33 * wounds - 0.31 * (state.players - living) + 0.056 * points
    return 1.0 / (1.0 + math.exp(-(calendar + group + 0.25 * spare + 0.124 * stores(state, seat))))


@rule
def trait_chance(state, seat):
    """Chance that the trait of a seat holds at the end: as it does now, more surely the nearer the end."""
    days = 7 * (state.weeks - state.week) + upkeeps_left(state)
    sure = 0.45 / (1.0 + 0.15 * days)
    return 0.5 + sure if wins(state, seat) else 0.5 - sure


@rule
def outlook(state, chances):
    """The living hope to arrive with their trait fulfilled; else all hope that nobody does.

    They mostly arrive together, so nobody does about as often as the one with the best hope does not."""
    best = 0.0
    for seat in range(state.players):
        chances[seat] = 0.0
        if is_alive(state, seat):
            chances[seat] = hope(state, seat)
            best = max(best, chances[seat])
    for seat in range(state.players):
        chances[seat] = chances[seat] * trait_chance(state, seat) + NATURE * (1.0 - best)


@rule
def payoff(state, winners, chances):
    """What the game counts as won; and a little for a common death, so that the dead have something to strive for."""
    share_win(state, winners, chances)
    if state.ending == Ending.NATURE:
        for seat in range(state.players):
            chances[seat] = NATURE
