"""The Trick To Survival: camp. Tokens change hands when that does the two together good.

A camp offers some two hundred exchanges. A glance gives the worth of each but for the last bits; what may be the best
so far is reckoned exactly, as there a bit decides between equals, or that lots are drawn.
"""

import math

import numpy as np

from lasttrick.bots.survival.needs import doom, lack, strays, worth_of_token, wounds_to_come
from lasttrick.bots.survival.secret import TRADE, is_near_the_end, pull
from lasttrick.bots.survival.told import NO_WORD, says, word_to_tell
from lasttrick.bots.survival.weights import MOST
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.camp import CRAFT_COST, INPUT, OUTPUT, offer_parts
from lasttrick.games.trick_to_survival.state import COUNTS, CRAFT, DONE, OFFER, SEATS, WANTS
from lasttrick.games.trick_to_survival.table import is_alive, seat_in_turn

CLOSE = 1e-9  # how far a glance may be wrong, and much more
LESS, MORE = range(2)  # a seat gives so many of a type, coded as in an offer, or gets them:
GAIN, ODDS = range(2)  # what that means to it, and by what its odds of death are multiplied


@rule
def appraise_camp(w, view, seat, actions, n, pulls, worth):
    """Offers and crafts against being done, which is worth nothing; an offer that two lose by may tell something.
    The dead are done."""
    if not is_alive(view, seat):
        for i in range(n):
            worth[i] = 0.0 if actions[i] == DONE else -1.0
        return
    deaths, each, lacks = np.empty((SEATS, 2)), np.empty(MOST), np.empty(MOST)
    far = weigh_tokens(w, view, deaths, each, lacks)
    odds, turns = np.empty(SEATS), np.empty((SEATS, 2, WANTS, 2))
    glance_at_turns(w, view, seat, deaths, far, each, lacks, pulls, odds, turns)
    word, words = word_to_tell(view, seat) if w.TRUSTS != 0.0 else (np.int64(NO_WORD), np.int64(1))
    best = -np.inf
    for i in range(n):
        action = np.int64(actions[i])
        worth[i] = 0.0
        if action >= OFFER and action < CRAFT:
            worth[i] = glance_at_offer(w, seat, action, deaths, odds, turns) + w.SECRET * pull(pulls, TRADE, 1)
            tells = word != NO_WORD and says(seat, action, word, words)
            if tells or worth[i] > best - CLOSE:
                gain = exchange_worth(w, view, seat, action, deaths, far, each, lacks)
                worth[i] = gain - w.WORTH_A_TRADE + secret_of_offer(w, view, action, pulls)
                if tells and gain < -w.DECLINED:
                    worth[i] = w.A_WORD - 0.001 * gain
                elif w.TRUSTS != 0.0 and gain < -CLOSE and not is_near_the_end(view):
                    worth[i] = -1.0  # it would be declined, and taken for a word; near the end secrets are traded for
        elif action == CRAFT:
            worth[i] = craft_worth(w, view, seat, deaths, far, each, lacks, pulls)
        best = max(best, worth[i])


@rule
def glance_at_turns(w, view, seat, deaths, far, each, lacks, pulls, odds, turns):
    """The odds of death of each seat, and what to give or to get so many of a type does to it; nothing, if nothing."""
    rises = np.empty(MOST)
    for number in range(view.token_cap + 1):
        rises[number] = math.exp(lacks[number] / far)
    for other in range(view.players):
        odds[other] = math.exp(deaths[other, 0] / far)
        for way in range(2):
            turns[other, way, 0, GAIN], turns[other, way, 0, ODDS] = 0.0, 1.0
            for code in range(1, WANTS):
                kind, count = (code - 1) // COUNTS, (1 if way == MORE else -1) * ((code - 1) % COUNTS + 1)
                have = np.int64(view.tokens[other, kind])
                if have + count >= 0 and have + count <= view.token_cap:
                    secret = w.SECRET * pull(pulls, kind, count) if other == seat else 0.0
                    turns[other, way, code, GAIN] = change_of(view, other, kind, count, each) + secret
                    turns[other, way, code, ODDS] = rises[have + count] / rises[have]


@rule
def glance_at_offer(w, seat, offer, deaths, odds, turns):
    """What two of the living gain together by an exchange beyond what that must be, but for the last bits."""
    code = np.int64(offer) - OFFER
    want, give, partner = code % WANTS, code // WANTS % (WANTS - 1) + 1, code // WANTS // (WANTS - 1)
    gain = turns[seat, LESS, give, GAIN] + turns[seat, MORE, want, GAIN]
    gain += turns[partner, MORE, give, GAIN] + turns[partner, LESS, want, GAIN]
    mine = odds[seat] * turns[seat, LESS, give, ODDS] * turns[seat, MORE, want, ODDS]
    theirs = odds[partner] * turns[partner, MORE, give, ODDS] * turns[partner, LESS, want, ODDS]
    die = (mine + theirs + 2.0 * mine * theirs) / ((1.0 + mine) * (1.0 + theirs))
    return gain + w.DEATH * (deaths[seat, 1] + deaths[partner, 1] - die) - w.WORTH_A_TRADE


@rule
def weigh_tokens(w, view, deaths, each, lacks):
    """How near to death each seat is, and what the first, the second… token of a type is worth and prevents.

    How far all of it may be wrong is the same for every exchange, and given back."""
    far = strays(w, view)
    for other in range(view.players):
        deaths[other, 0] = wounds_to_come(w, view, other)
        deaths[other, 1] = doom(deaths[other, 0], far)
    for number in range(view.token_cap + 1):
        each[number] = worth_of_token(w, view, number)
        lacks[number] = lack(w, view, number)
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
def turn_worth(w, view, seat, give, count, want, wanted, deaths, far, each, lacks):
    """What it means to a seat to give so many of one type and to get so many of another."""
    have, had = np.int64(view.tokens[seat, give]), np.int64(view.tokens[seat, want])
    lacking = lacks[have - count] - lacks[have] + lacks[had + wanted] - lacks[had]
    gain = change_of(view, seat, give, -count, each) + change_of(view, seat, want, wanted, each)
    return gain + w.DEATH * (deaths[seat, 1] - doom(deaths[seat, 0] + lacking, far))


@rule
def exchange_worth(w, view, seat, offer, deaths, far, each, lacks):
    """What two of the living gain together by an exchange."""
    partner, give, count, want, wanted = offer_parts(offer)
    mine = turn_worth(w, view, seat, give, count, want, wanted, deaths, far, each, lacks)
    return mine + turn_worth(w, view, partner, give, -count, want, -wanted, deaths, far, each, lacks)


@rule
def secret_of_offer(w, view, offer, pulls):
    """What an exchange does for the secret of who offers it."""
    _, give, count, want, wanted = offer_parts(offer)
    return w.SECRET * (pull(pulls, give, -count) + pull(pulls, want, wanted) + pull(pulls, TRADE, 1))


@rule
def craft_worth(w, view, seat, deaths, far, each, lacks, pulls):
    """Two tokens of one type for one of another."""
    role = view.role_table[view.role[seat]]
    made, paid = np.int64(role[OUTPUT]), np.int64(role[INPUT])
    gain = turn_worth(w, view, seat, paid, CRAFT_COST, made, 1, deaths, far, each, lacks)
    return gain + w.SECRET * (pull(pulls, made, 1) + pull(pulls, paid, -CRAFT_COST))


@rule
def offer_worth(w, view, pulls):
    """The offer on the table: what is good for the two together is accepted, unless the own secret forbids it."""
    deaths, each, lacks = np.empty((SEATS, 2)), np.empty(MOST), np.empty(MOST)
    far = weigh_tokens(w, view, deaths, each, lacks)
    _, give, count, want, wanted = offer_parts(np.int64(view.offer))
    secret = pull(pulls, give, count) + pull(pulls, want, -wanted) + pull(pulls, TRADE, 1)
    offerer = seat_in_turn(view)
    if not is_alive(view, offerer):
        return -1.0
    return exchange_worth(w, view, offerer, np.int64(view.offer), deaths, far, each, lacks) + w.SECRET * secret
