"""The Trick To Survival: camp. Tokens change hands when that does the two together good."""

import numpy as np

from lasttrick.bots.survival import weights as w
from lasttrick.bots.survival.needs import prospect, worth_of_token
from lasttrick.bots.survival.secret import TRADE, pull
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.camp import CRAFT_COST, INPUT, OUTPUT, offer_parts
from lasttrick.games.trick_to_survival.state import CRAFT, OFFER, SEATS
from lasttrick.games.trick_to_survival.table import is_alive, seat_in_turn

MOST = 24  # tokens of a type that anybody can hold


@rule
def appraise_camp(view, seat, actions, n, pulls, worth):
    """Offers and crafts against being done, which is worth nothing."""
    weigh, each = np.empty(SEATS), np.empty(MOST)
    weigh_tokens(view, weigh, each)
    asked = w.WORTH_A_TRADE
    for i in range(n):
        action = np.int64(actions[i])
        worth[i] = 0.0
        if action >= OFFER and action < CRAFT:
            worth[i] = exchange_worth(view, seat, action, weigh, each) - asked + secret_of_offer(view, action, pulls)
        elif action == CRAFT:
            worth[i] = craft_worth(view, seat, weigh, each, pulls)


@rule
def weigh_tokens(view, weigh, each):
    """How much a token does for each seat, and what the first, the second… of a type is worth."""
    for other in range(view.players):
        weigh[other] = prospect(view, other) if is_alive(view, other) else 0.0
    for number in range(1, view.token_cap + 1):
        each[number] = worth_of_token(view, number)


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
def exchange_worth(view, seat, offer, weigh, each):
    """What the living gain together by an exchange between two of them. The dead have nothing to trade for."""
    if weigh[seat] == 0.0:
        return -1.0
    partner, give, count, want, wanted = offer_parts(offer)
    mine = change_of(view, seat, give, -count, each) + change_of(view, seat, want, wanted, each)
    theirs = change_of(view, partner, give, count, each) + change_of(view, partner, want, -wanted, each)
    return weigh[seat] * mine + weigh[partner] * theirs


@rule
def secret_of_offer(view, offer, pulls):
    """What an exchange does for the secret of who offers it."""
    _, give, count, want, wanted = offer_parts(offer)
    return w.SECRET * (pull(pulls, give, -count) + pull(pulls, want, wanted) + pull(pulls, TRADE, 1))


@rule
def craft_worth(view, seat, weigh, each, pulls):
    """Two tokens of one type for one of another."""
    role = view.role_table[view.role[seat]]
    made, paid = np.int64(role[OUTPUT]), np.int64(role[INPUT])
    gain = change_of(view, seat, made, 1, each) + change_of(view, seat, paid, -CRAFT_COST, each)
    return weigh[seat] * gain + w.SECRET * (pull(pulls, made, 1) + pull(pulls, paid, -CRAFT_COST))


@rule
def offer_worth(view, pulls):
    """The offer on the table: what is good for the two together is accepted, unless the own secret forbids it."""
    weigh, each = np.empty(SEATS), np.empty(MOST)
    weigh_tokens(view, weigh, each)
    _, give, count, want, wanted = offer_parts(np.int64(view.offer))
    secret = pull(pulls, give, count) + pull(pulls, want, -wanted) + pull(pulls, TRADE, 1)
    return exchange_worth(view, seat_in_turn(view), np.int64(view.offer), weigh, each) + w.SECRET * secret
