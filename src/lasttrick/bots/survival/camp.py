"""The Trick To Survival: camp. Tokens change hands when that does the two together good.

A camp offers some two hundred exchanges. A glance gives the worth of each but for the last bits; what may be the best
so far is reckoned exactly, as there a bit decides between equals, or that lots are drawn.
"""

import math

import numpy as np

from lasttrick.bots.survival import weights as w
from lasttrick.bots.survival.needs import MOST, doom, lack, strays, worth_of_token, wounds_to_come
from lasttrick.bots.survival.secret import TRADE, pull
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.camp import CRAFT_COST, INPUT, OUTPUT, offer_parts
from lasttrick.games.trick_to_survival.state import CRAFT, DONE, OFFER, SEATS
from lasttrick.games.trick_to_survival.table import is_alive, seat_in_turn

CLOSE = 1e-9  # how far a glance may be wrong, and much more
WORTH, ADDS, TAKES = range(3)  # of so many tokens of a type: their worth, and what they do to the odds of death


@rule
def appraise_camp(view, seat, actions, n, pulls, worth):
    """Offers and crafts against being done, which is worth nothing; the dead are done."""
    deaths, each, lacks = np.empty((SEATS, 2)), np.empty(MOST), np.empty(MOST)
    far = weigh_tokens(view, deaths, each, lacks)
    odds, stores = np.empty(SEATS), np.empty((MOST, 3))
    glance_at_tokens(view, deaths, far, each, lacks, odds, stores)
    lives, best = is_alive(view, seat), -np.inf
    for i in range(n):
        action = np.int64(actions[i])
        worth[i] = 0.0 if lives or action == DONE else -1.0
        if lives and action >= OFFER and action < CRAFT:
            secret = secret_of_offer(view, action, pulls)
            worth[i] = glance_at_offer(view, seat, action, deaths, odds, stores) + secret
            if worth[i] > best - CLOSE:
                gain = exchange_worth(view, seat, action, deaths, far, each, lacks)
                worth[i] = gain - w.WORTH_A_TRADE + secret
        elif lives and action == CRAFT:
            worth[i] = craft_worth(view, seat, deaths, far, each, lacks, pulls)
        best = max(best, worth[i])


@rule
def glance_at_tokens(view, deaths, far, each, lacks, odds, stores):
    """The odds of death of each seat, and for so many tokens of a type what they are worth and do to such odds."""
    for other in range(view.players):
        odds[other] = math.exp(deaths[other, 0] / far)
    worth = 0.0
    for number in range(view.token_cap + 1):
        worth += each[number]
        stores[number, WORTH] = worth
        stores[number, ADDS] = math.exp(lacks[number] / far)
        stores[number, TAKES] = 1.0 / stores[number, ADDS]


@rule
def glance_at_turn(view, seat, give, count, want, wanted, deaths, odds, stores):
    """As `turn_worth`, but for the last bits."""
    have, had = np.int64(view.tokens[seat, give]), np.int64(view.tokens[seat, want])
    left, got = have - count, had + wanted
    gain = stores[left, WORTH] - stores[have, WORTH] + stores[got, WORTH] - stores[had, WORTH]
    after = odds[seat] * stores[left, ADDS] * stores[have, TAKES] * stores[got, ADDS] * stores[had, TAKES]
    return gain + w.DEATH * (deaths[seat, 1] - after / (1.0 + after))


@rule
def glance_at_offer(view, seat, offer, deaths, odds, stores):
    """What two of the living gain together by an exchange, and what that must be."""
    partner, give, count, want, wanted = offer_parts(offer)
    mine = glance_at_turn(view, seat, give, count, want, wanted, deaths, odds, stores)
    return mine + glance_at_turn(view, partner, give, -count, want, -wanted, deaths, odds, stores) - w.WORTH_A_TRADE


@rule
def weigh_tokens(view, deaths, each, lacks):
    """How near to death each seat is, and what the first, the second… token of a type is worth and prevents.

    How far all of it may be wrong is the same for every exchange, and given back."""
    far = strays(view)
    for other in range(view.players):
        deaths[other, 0] = wounds_to_come(view, other)
        deaths[other, 1] = doom(deaths[other, 0], far)
    for number in range(view.token_cap + 1):
        each[number] = worth_of_token(view, number)
        lacks[number] = lack(view, number)
    return far


@rule
def change_of(view, seat, kind, count, each):
    """What so many tokens more, or less, mean to a seat that is safe."""
    have = np.int64(view.tokens[seat, kind])
    worth = 0.0
    for number in range(have + 1, have + count + 1):
        worth += each[number]
    for number in range(have + count + 1, have + 1):
        worth -= each[number]
    return worth


@rule
def turn_worth(view, seat, give, count, want, wanted, deaths, far, each, lacks):
    """What it means to a seat to give so many of one type and to get so many of another."""
    have, had = np.int64(view.tokens[seat, give]), np.int64(view.tokens[seat, want])
    lacking = lacks[have - count] - lacks[have] + lacks[had + wanted] - lacks[had]
    gain = change_of(view, seat, give, -count, each) + change_of(view, seat, want, wanted, each)
    return gain + w.DEATH * (deaths[seat, 1] - doom(deaths[seat, 0] + lacking, far))


@rule
def exchange_worth(view, seat, offer, deaths, far, each, lacks):
    """What two of the living gain together by an exchange."""
    partner, give, count, want, wanted = offer_parts(offer)
    mine = turn_worth(view, seat, give, count, want, wanted, deaths, far, each, lacks)
    return mine + turn_worth(view, partner, give, -count, want, -wanted, deaths, far, each, lacks)


@rule
def secret_of_offer(view, offer, pulls):
    """What an exchange does for the secret of who offers it."""
    _, give, count, want, wanted = offer_parts(offer)
    return w.SECRET * (pull(pulls, give, -count) + pull(pulls, want, wanted) + pull(pulls, TRADE, 1))


@rule
def craft_worth(view, seat, deaths, far, each, lacks, pulls):
    """Two tokens of one type for one of another."""
    role = view.role_table[view.role[seat]]
    made, paid = np.int64(role[OUTPUT]), np.int64(role[INPUT])
    gain = turn_worth(view, seat, paid, CRAFT_COST, made, 1, deaths, far, each, lacks)
    return gain + w.SECRET * (pull(pulls, made, 1) + pull(pulls, paid, -CRAFT_COST))


@rule
def offer_worth(view, pulls):
    """The offer on the table: what is good for the two together is accepted, unless the own secret forbids it."""
    deaths, each, lacks = np.empty((SEATS, 2)), np.empty(MOST), np.empty(MOST)
    far = weigh_tokens(view, deaths, each, lacks)
    _, give, count, want, wanted = offer_parts(np.int64(view.offer))
    secret = pull(pulls, give, count) + pull(pulls, want, -wanted) + pull(pulls, TRADE, 1)
    offerer = seat_in_turn(view)
    if not is_alive(view, offerer):
        return -1.0
    return exchange_worth(view, offerer, np.int64(view.offer), deaths, far, each, lacks) + w.SECRET * secret
