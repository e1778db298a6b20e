"""The Trick To Survival: what a card, a raise or a spent token does for the challenge under way."""

import math

import numpy as np

from lasttrick.bots.survival_needs import HELP, burden, loss_of, need, variety
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.challenge import SPECIALTY, card_value
from lasttrick.games.trick_to_survival.outcome import sum_needed, sum_played, trumps_needed, trumps_played
from lasttrick.games.trick_to_survival.state import (
    BOOST,
    CHANGE,
    DONE,
    NO_CARD,
    NO_SUIT,
    SUITS,
    suit_of,
    value_of,
)
from lasttrick.games.trick_to_survival.table import is_alive

TYPICAL = 0.69  # of the highest value: the most that another seat is expected to play in the morning,
TYPICAL_NIGHT = 0.806  # and at night
SHARE = 1.181  # how much more than its share a seat is expected to play, if it can
EACH = 0.704  # of the highest value: what a seat brings to a sum that is raised,
ALL_LOOSE = 2.897  # and how far that strays
RAISE_FOR = 0.5  # worth of a token more in the pool
LOOSE = 1.248  # how far sums stray from what is expected, for each seat to come
PLAYS_TRUMP = 0.91  # chance that a seat to come which has a trump plays it
BOOSTS = 0.799  # value that the group will add in the modify step
EVENT = 4.225  # worth of an event to a seat
NIGHT_LEAD = 1.0  # at night: chance that a seat does not happen to follow the leader's card,
NIGHT_LEAD_TRUMP = 0.5  # or the leader's trump
NIGHT_TRUMP = 0.782  # at night: chance of an event with a trump,
NIGHT_OTHER = 0.3  # or with another card
AVOIDS = 0.8  # chance that a seat which can play a trump instead of following does
OWN_TOKEN = 0.335  # weight of the token that the own card brings
THRIFT = 0.04  # cost of a point of value played
POOL = 0.623  # worth of a token in the pool


@rule
def at_stake(view, seat):
    """What success means to a living seat: a wound less, tokens more, the same for the others at a discount."""
    worth = burden(view, seat) + POOL
    for other in range(view.players):
        if other != seat and is_alive(view, other):
            worth += HELP * (burden(view, other) + POOL)
    return worth


@rule
def seats_to_come(view, seat):
    """How many seats besides this one have a card to play and have not."""
    count = 0
    for other in range(view.players):
        if other != seat and view.played[other] == NO_CARD and view.hand_size[other] > 0:
            count += 1
    return count


@rule
def cards_unseen(view, seat, suit):
    """Cards of a suit that may be in another hand: not in the own one, not discarded, not on the table."""
    left = np.int64(view["values"]) - bits.count(view.hand[seat, suit]) - bits.count(view.discard[suit])
    for other in range(view.players):
        if view.played[other] != NO_CARD and suit_of(view.played[other]) == suit:
            left -= 1
    return left - (1 if suit_of(view.challenge_card) == suit else 0)


@rule
def chance_held(view, seat, suit):
    """Chance that another hand holds a card of a suit."""
    about = np.int64(0)
    for other in range(SUITS):
        about += cards_unseen(view, seat, other)
    cards = 0
    for other in range(view.players):
        if other != seat:
            cards += view.hand_size[other]
    share = cards_unseen(view, seat, suit) / max(1.0, about)
    return 1.0 - max(0.0, 1.0 - share) ** (cards / (view.players - 1))


@rule
def chance_avoided(view, seat, suit):
    """Chance that a seat to come does not follow this suit: it has none, or a trump to play instead."""
    trump = suit_of(view.challenge_card)
    if suit == trump:
        return 1.0 - chance_held(view, seat, trump)
    return 1.0 - chance_held(view, seat, suit) * (1.0 - AVOIDS * chance_held(view, seat, trump))


@rule
def chance_of_trumps(has, missing, behind):
    """Chance that the seats to come bring the trumps still missing."""
    if missing <= 0:
        return 1.0
    if behind < missing:
        return 0.0
    none = (1.0 - has) ** behind
    if missing == 1:
        return 1.0 - none
    one = behind * has * (1.0 - has) ** (behind - 1)
    return max(0.0, 1.0 - none - one) * (0.6 if missing > 2 else 1.0)


@rule
def chance_of_sum(view, missing, value, behind):
    """Chance that a card of this value is enough, with the seats to come and, in the morning, boosts.

    The seats to come mean to do their share too, as far as their cards allow."""
    typical = TYPICAL_NIGHT if view.night == 1 else TYPICAL
    share = SHARE * missing / (behind + 1.0)
    expected = behind * min(typical * view["values"], share) + (BOOSTS if view.night == 0 else 0.0)
    loose = LOOSE * math.sqrt(behind + 0.5)
    return 1.0 / (1.0 + math.exp((missing - value - expected) / loose))


@rule
def chance_of_all(view, missing, seats):
    """Chance that so many seats bring a sum together."""
    expected = seats * EACH * view["values"] + BOOSTS
    return 1.0 / (1.0 + math.exp((missing - expected) / (ALL_LOOSE * math.sqrt(seats + 0.5))))


@rule
def card_worth(view, seat, card):
    """A card: its part in success, the own token, the chance of an event, against keeping it."""
    suit, value = suit_of(card), value_of(card)
    if view.role_table[view.role[seat], SPECIALTY] == suit and is_alive(view, seat):
        value += 1
    behind = seats_to_come(view, seat)
    is_trump = suit == suit_of(view.challenge_card)
    trumps = trumps_needed(view) - trumps_played(view) - (1 if is_trump else 0)
    has = PLAYS_TRUMP * chance_held(view, seat, suit_of(view.challenge_card))
    missing = sum_needed(view) - sum_played(view)
    success = chance_of_trumps(has, trumps, behind) * chance_of_sum(view, missing, value, behind)
    event = chance_of_event(view, seat, suit, is_trump, behind)
    if not is_alive(view, seat):
        return -success - 0.3 * event - 0.01 * value
    return (
        success * at_stake(view, seat)
        + OWN_TOKEN * need(view, seat, suit)
        + EVENT * event
        - THRIFT * value
        - variety(view, seat, suit, 1)
    )


@rule
def chance_of_event(view, seat, suit, is_trump, behind):
    """Chance that nobody follows the first card's suit, and so an event comes."""
    if view.night == 1:
        if seat == view.trick_first:
            return (NIGHT_LEAD_TRUMP if is_trump else NIGHT_LEAD) ** behind
        return NIGHT_TRUMP if is_trump else NIGHT_OTHER
    if view.led == NO_SUIT:
        return chance_avoided(view, seat, suit) ** behind
    if suit == view.led:
        return 0.0
    for other in range(view.players):
        if other != view.trick_first and view.played[other] != NO_CARD and suit_of(view.played[other]) == view.led:
            return 0.0
    return chance_avoided(view, seat, view.led) ** behind


@rule
def raise_worth(view, seat, multiplier):
    """More tokens for a higher sum: worth it while the sum stays easy."""
    seats = 0
    for other in range(view.players):
        if view.hand_size[other] > 0:
            seats += 1
    missing = np.int64(view.value) * multiplier
    extra = (multiplier - view.players) * POOL * RAISE_FOR
    return chance_of_all(view, missing, seats) * (at_stake(view, seat) + extra)


# --- Modify ----------------------------------------------------------------------------------------------------------


@rule
def is_still_to_modify(view, seat, other):
    """Whether a seat is this one or comes after it in this step."""
    return (other - view.first) % view.players >= (seat - view.first) % view.players


@rule
def tokens_at(view, seat, level):
    """How many tokens the living seats still to modify would give up if each kept fewer than `level` of a type."""
    count = 0
    for other in range(view.players):
        if is_alive(view, other) and is_still_to_modify(view, seat, other):
            for kind in range(SUITS):
                count += max(0, view.tokens[other, kind] - level + 1)
    return count


@rule
def level_to_pay(view, seat, missing):
    """The highest level at which the seats still to modify can pay together what is missing; 0 if they cannot."""
    level = np.int64(view.token_cap)
    while level > 0 and tokens_at(view, seat, level) < missing:
        level -= 1
    return level


@rule
def cost_to_all(view, seat, missing):
    """What the cheapest so many tokens are worth to those who pay them, or a number too high."""
    if missing <= 0:
        return 0.0
    last = level_to_pay(view, seat, missing)
    if last == 0:
        return 1000.0
    cost, paid = 0.0, 0
    for level in range(view.token_cap, last, -1):
        count = tokens_at(view, seat, level) - paid
        cost += count * loss_of(view, level)
        paid += count
    return cost + (missing - paid) * loss_of(view, last)


@rule
def group_stake(view):
    """What success means to all who live: a wound less but for the one who would be spared, and tokens."""
    worth = 0.0
    for other in range(view.players):
        if is_alive(view, other):
            worth += burden(view, other) + POOL
    return worth


@rule
def modification_worth(view, seat, action):
    """Spend only what turns failure into success, and no more than that is worth; the dead spoil a success."""
    if action == DONE:
        return 0.0
    trumps = trumps_needed(view) - trumps_played(view)
    missing = sum_needed(view) - sum_played(view)
    if not is_alive(view, seat):
        return spoiling_worth(view, action, trumps, missing)
    if (trumps <= 0 and missing <= 0) or trumps > 1:
        return -1.0
    if action >= BOOST:
        if trumps > 0:
            return -1.0
        return boost_worth(view, seat, (action - BOOST) // SUITS, (action - BOOST) % SUITS, missing)
    return change_worth(view, seat, (action - CHANGE) // SUITS, (action - CHANGE) % SUITS, trumps, missing)


@rule
def boost_worth(view, seat, other, kind, missing):
    """A token towards what is missing: the cheapest go first, whoever has them."""
    have = np.int64(view.tokens[seat, kind])
    gain = group_stake(view) - cost_to_all(view, seat, missing)
    if gain <= 0.0 or have < level_to_pay(view, seat, missing):
        return -1.0
    return gain - 0.1 * loss_of(view, have) + (0.01 if other == seat else 0.0)


@rule
def change_worth(view, seat, other, suit, trumps, missing):
    """The last trump, made from the lowest card by whoever has most tokens for it."""
    if trumps != 1 or suit != suit_of(view.challenge_card):
        return -1.0
    for later in range(view.players):
        if is_alive(view, later) and is_still_to_modify(view, seat, later):
            if view.tokens[later, suit] > view.tokens[seat, suit]:
                return -1.0
    cost = loss_of(view, view.tokens[seat, suit]) + loss_of(view, view.tokens[seat, suit] - 1)
    return group_stake(view) - cost - cost_to_all(view, seat, missing) - 0.01 * card_value(view, other)


@rule
def spoiling_worth(view, action, trumps, missing):
    """The dead take the last trump needed out of the trick."""
    if action >= BOOST or trumps != 0 or missing > 0:
        return -1.0
    other, suit = (action - CHANGE) // SUITS, (action - CHANGE) % SUITS
    trump = suit_of(view.challenge_card)
    return 1.0 if view.suit_now[other] == trump and suit != trump and bits.count(view.alive) > 0 else -1.0
