"""The Trick To Survival: tokens spent on the trick."""

import numpy as np

from lasttrick.bots.survival.needs import loss_of
from lasttrick.bots.survival.purse import cost_to_all, is_still_to_modify, level_to_pay
from lasttrick.bots.survival.secret import pull
from lasttrick.bots.survival.trick import at_stake
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.challenge import card_value, sum_needed
from lasttrick.games.trick_to_survival.outcome import sum_played, trumps_needed, trumps_played
from lasttrick.games.trick_to_survival.state import BOOST, CHANGE, DONE, SUITS, suit_of
from lasttrick.games.trick_to_survival.table import is_alive

WASTE = 0.3  # a token thrown away


@rule
def appraise_modifications(w, view, seat, actions, n, pulls, worth):
    """Spend only what turns failure into success, and no more than that is worth; the dead spoil a success."""
    trumps = trumps_needed(view) - trumps_played(view)
    missing = sum_needed(view) - sum_played(view)
    lives, stake, bill = is_alive(view, seat), 0.0, 0.0
    if lives and trumps <= 1 and (trumps == 1 or missing > 0):
        stake, bill = at_stake(w, view, seat, w.OTHERS_STAKE), cost_to_all(w, view, seat, missing)
    for i in range(n):
        action = np.int64(actions[i])
        if action == DONE:
            worth[i] = 0.0
        elif lives:
            worth[i] = modification_worth(w, view, seat, action, trumps, missing, stake, bill, pulls)
        else:
            worth[i] = spoiling_worth(view, action, trumps, missing)


@rule
def modification_worth(w, view, seat, action, trumps, missing, stake, bill, pulls):
    """What a living seat spends, when so much is at stake and all that is missing of the sum costs so much."""
    if action >= BOOST:
        kind = (action - BOOST) % SUITS
        secret = w.SECRET * pull(pulls, kind, -1)
        if trumps > 0 or missing <= 0:
            return secret - WASTE
        return boost_worth(w, view, seat, (action - BOOST) // SUITS, kind, missing, stake - bill) + secret
    if (trumps <= 0 and missing <= 0) or trumps > 1:
        return -1.0
    return change_worth(w, view, seat, (action - CHANGE) // SUITS, (action - CHANGE) % SUITS, trumps, stake, bill)


@rule
def boost_worth(w, view, seat, other, kind, missing, gain):
    """A token towards what is missing: the cheapest go first, whoever has them."""
    have = np.int64(view.tokens[seat, kind])
    if gain <= 0.0 or have < level_to_pay(view, seat, missing):
        return -1.0
    return gain - 0.1 * loss_of(w, view, have) + (0.01 if other == seat else 0.0)


@rule
def change_worth(w, view, seat, other, suit, trumps, stake, bill):
    """The last trump, made from the lowest card by whoever has most tokens for it."""
    if trumps != 1 or suit != suit_of(view.challenge_card):
        return -1.0
    for later in range(view.players):
        if is_alive(view, later) and is_still_to_modify(view, seat, later):
            if view.tokens[later, suit] > view.tokens[seat, suit]:
                return -1.0
    cost = loss_of(w, view, view.tokens[seat, suit]) + loss_of(w, view, view.tokens[seat, suit] - 1)
    return stake - cost - bill - 0.01 * card_value(view, other)


@rule
def spoiling_worth(view, action, trumps, missing):
    """The dead take the last trump needed out of the trick."""
    if action >= BOOST or trumps != 0 or missing > 0:
        return -1.0
    other, suit = (action - CHANGE) // SUITS, (action - CHANGE) % SUITS
    trump = suit_of(view.challenge_card)
    return 1.0 if view.suit_now[other] == trump and suit != trump and bits.count(view.alive) > 0 else -1.0
