"""The Trick To Survival: noon. To take a card, or to place one for what its suit does."""

import numpy as np

from lasttrick.bots.survival.hands import about_others
from lasttrick.bots.survival.needs import burden, danger, loss_of, need
from lasttrick.bots.survival.secret import ACT, FIRE, HURT, pull
from lasttrick.bots.survival.trick import CARD, HOLDS, SECRETS, SERVICE, TOKEN, variety
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.noon import ENOUGH_SHELTER, MUCH_AMMUNITION
from lasttrick.games.trick_to_survival.state import (
    AMMUNITION,
    DAYS,
    DECLINE,
    FOOD,
    MEDICINE,
    PASS,
    PLACE,
    SHELTER,
    STEAL,
    SUITS,
    SWITCH,
    TAKE,
    WATER,
    suit_of,
    value_of,
)
from lasttrick.games.trick_to_survival.table import has_ward, is_alive


@rule
def weigh_noon(w, view, seat, actions, n, pulls, rows):
    """To take a card, to place one, or neither, which is worth nothing."""
    holds, _, odds, _ = about_others(w, view, seat)
    for i in range(n):
        action = np.int64(actions[i])
        if action == TAKE:
            card = np.int64(view.top[view.day - 1])
            rows[i, CARD] = worth_of_card(w, view, seat, card)
            rows[i, TOKEN] = 0.1 * need(w, view, seat, suit_of(card))
            rows[i, HOLDS] = variety(w, view, seat, suit_of(card), 1, holds, odds)
        elif action != PASS:
            weigh_placing(w, view, seat, action - PLACE, holds, odds, pulls, rows[i])


@rule
def weigh_placing(w, view, seat, card, holds, odds, pulls, row):
    """The card and its suit are given for what the suit does."""
    suit, lives = suit_of(card), is_alive(view, seat)
    matters = 1.0 if lives else 0.1
    row[CARD] = -matters * worth_of_card(w, view, seat, card)
    row[HOLDS] = -matters * variety(w, view, seat, suit, 0, holds, odds)
    row[SERVICE] = service(w, view, seat, suit) if lives else harm(view, suit)
    row[SECRETS] = w.SECRET * pull(pulls, FIRE if suit == AMMUNITION else ACT, 1)


@rule
def worth_of_card(w, view, seat, card):
    """A card in the hand; on the last day one is enough."""
    if view.day == view.days and view.hand_size[seat] > 1:
        return w.LAST_CARD * value_of(card)
    return w.CARD + w.GOOD_CARD * value_of(card)


@rule
def service(w, view, seat, suit):
    """What the action of a suit does for a living seat."""
    if suit == FOOD:
        more = 0.8 * need(w, view, seat, FOOD) if view.tokens[seat, FOOD] + 1 < view.token_cap else 0.0
        return need(w, view, seat, FOOD) + more - 0.2
    if suit == SHELTER:
        return 0.0 if has_ward(view, seat) else w.WARD + w.WARD_IN_DANGER * danger(w, view, seat)
    if suit == MEDICINE:
        return healing(w, view)
    if suit == AMMUNITION:
        return best_loot(w, view, seat)
    return w.SWITCHES * best_exchange(view, seat) if suit == WATER else 0.05


@rule
def best_exchange(view, seat):
    """Points of value that the lowest card of the hand gains by becoming the highest of the river."""
    lowest, highest = np.int64(view["values"]), np.int64(0)
    for suit in range(SUITS):
        if view.hand[seat, suit] != 0:
            lowest = min(lowest, bits.lowest(np.int64(view.hand[seat, suit])) + 1)
    for section in range(view.day, view.days):
        if view.top[section] >= 0:
            highest = max(highest, value_of(view.top[section]))
    return max(0, highest - lowest)


@rule
def healing(w, view):
    """The best wound to heal, whoever has it."""
    best = 0.0
    for other in range(view.players):
        if is_alive(view, other) and view.wounds[other] > 0:
            best = max(best, burden(w, view, other) - 0.2)
    return best


@rule
def best_loot(w, view, seat):
    best = 0.0
    for kind in range(SUITS):
        wanted = need(w, view, seat, kind)
        for other in range(view.players):
            if other != seat and is_alive(view, other) and view.tokens[other, kind] > 0:
                best = max(best, loot_worth(w, view, wanted, other, kind))
    return best


@rule
def loot_worth(w, view, wanted, other, kind):
    return wanted - 0.8 * loss_of(w, view, view.tokens[other, kind])


@rule
def steal_worth(w, view, seat, action, pulls):
    other, kind = (action - STEAL) // SUITS, (action - STEAL) % SUITS
    return loot_worth(w, view, need(w, view, seat, kind), other, kind) + w.SECRET * pull(pulls, kind, 1)


@rule
def switch_worth(w, view, seat, action):
    """A better card for a worse one, if it is clearly better."""
    if action == DECLINE:
        return 0.1
    card, section = (action - SWITCH) // DAYS, (action - SWITCH) % DAYS
    top = np.int64(view.top[section])
    return 0.06 * (value_of(top) - value_of(card)) + 0.2 * (
        need(w, view, seat, suit_of(top)) - need(w, view, seat, suit_of(card))
    )


@rule
def harm(view, suit):
    """What the action of a suit does for a dead seat: a wound for one of the living, if it can reach one."""
    for other in range(view.players):
        if is_alive(view, other) and is_reached(view, other, suit):
            return 1.0
    return -0.5


@rule
def is_reached(view, other, suit):
    if suit == MEDICINE:
        return view.wounds[other] > 0
    if suit == AMMUNITION:
        return view.tokens[other, AMMUNITION] >= MUCH_AMMUNITION
    if suit == SHELTER:
        return view.tokens[other, SHELTER] < ENOUGH_SHELTER
    return suit == WATER or (suit == FOOD and view.tokens[other, FOOD] > 0)


@rule
def target_worth(w, view, seat, other, pulls):
    """Whom to heal, or, for the dead, whom to wound: who is nearest to death and has no ward."""
    if is_alive(view, seat):
        return burden(w, view, other) - 0.2 + w.SECRET * pull(pulls, HURT + other, -1)
    return burden(w, view, other) - (0.8 if has_ward(view, other) else 0.0)
