"""The Trick To Survival: what a card or a raise does for the challenge under way."""

import math

import numpy as np

from lasttrick.bots.survival_hands import (
    best_card,
    cards_in,
    chance_holds,
    highest_in,
    mean_value,
    read_hands,
    read_unseen,
)
from lasttrick.bots.survival_needs import burden, challenges_left, need
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.challenge import SPECIALTY
from lasttrick.games.trick_to_survival.outcome import CHANGE_COST, sum_needed, sum_played, trumps_needed, trumps_played
from lasttrick.games.trick_to_survival.state import (
    NO_CARD,
    NO_SUIT,
    PLAY,
    RAISE,
    SEATS,
    SUITS,
    suit_of,
    value_of,
)
from lasttrick.games.trick_to_survival.table import is_alive

TYPICAL = 0.76  # of its best card: the most that another seat is expected to play,
LEAST = 0.25  # and the least
SHARE = 1.24  # how much more than its share a seat is expected to play, if it can
DEAD_BRINGS = 4.5  # value that a dead seat is expected to play
LOOSE = 1.45  # how far sums stray from what is expected, for each seat to come
EACH = 0.875  # of its best card: what a seat brings to a sum that is raised,
ALL_LOOSE = 3.3  # and how far that strays
RAISE_FOR = 0.37  # worth of a token more in the pool
LEADS_TRUMP = 0.5  # chance that the leader, having a trump, plays it at night; others always do
BOOSTS = 0.62  # value that the group will add in the modify step,
BOOSTS_RICH = 0.12  # more for each token beyond two of a type
CHANGES = 0.4  # chance that a missing trump is made by changing a suit, if somebody can
EVENT = 1.5  # worth of an event
AVOIDS = 0.8  # chance that a seat which can play a trump instead of following does
MEETS = 0.3  # at night: chance that a seat without trump plays the leader's suit, if it has it
OTHER = 0.25  # at night: chance of an event if a follower plays no trump
OWN_TOKEN = 0.3  # weight of the token that the own card brings
THRIFT = 0.048  # cost of a point of value played,
THRIFT_LATER = 0.002  # more for each challenge to come in the week
VARIETY = 0.4  # worth of a card of the suit that will be trump
POOL = 0.83  # a seat's part of the pool
HELP = 0.262  # weight of what happens to the others


@rule
def at_stake(view, seat, help):
    """What success means to a living seat: a wound less, tokens more, the same for the others at a discount."""
    worth = 0.0
    for other in range(view.players):
        if is_alive(view, other):
            worth += (1.0 if other == seat else help) * (burden(view, other) + POOL)
    return worth


@rule
def is_to_come(view, seat, other):
    """Whether another seat has a card to play and has not."""
    return other != seat and view.played[other] == NO_CARD and view.hand_size[other] > 0


@rule
def held(view, seat, suit):
    """Cards of a suit in the own hand."""
    return bits.count(view.hand[seat, suit])


@rule
def variety(view, cards):
    """What it is worth to hold so many cards of a suit and not one less: the chance that it is trump so often yet."""
    mean = challenges_left(view) / SUITS
    rarer = math.exp(-mean)
    chance = 1.0 - rarer
    for times in range(1, cards):
        rarer *= mean / times
        chance -= rarer
    return VARIETY * chance


# --- A card ----------------------------------------------------------------------------------------------------------


@rule
def appraise_cards(view, seat, actions, n, worth):
    """A card: its part in success, the own token, the chance of an event, against keeping it."""
    known = np.empty((SEATS, SUITS), np.int64)
    voids, unseen = np.empty(SEATS, np.int64), np.empty(SUITS, np.int64)
    read_hands(view, known, voids)
    read_unseen(view, seat, known, unseen)
    trump = suit_of(view.challenge_card)
    about = cards_in(unseen)
    none, one, behind = trumps_to_come(view, seat, trump, known, voids, unseen, about)
    missing = sum_needed(view) - sum_played(view)
    change = chance_of_change(view, trump)
    expected = sum_to_come(view, seat, missing, behind, known, mean_value(unseen))
    loose = LOOSE * math.sqrt(behind + 0.5)
    trumps = trumps_needed(view) - trumps_played(view)
    lives = is_alive(view, seat)
    stake = at_stake(view, seat, HELP) if lives else 1.0
    left = challenges_left(view)
    thrift = THRIFT + THRIFT_LATER * left if left > 0 else 0.0
    for i in range(n):
        suit, value = suit_of(actions[i] - PLAY), value_of(actions[i] - PLAY)
        if view.role_table[view.role[seat], SPECIALTY] == suit and lives:
            value += 1
        success = chance_of_trumps(trumps - (1 if suit == trump else 0), none, one, behind, change)
        success /= 1.0 + math.exp((missing - value - expected) / loose)
        event = chance_of_event(view, seat, suit, trump, behind, known, voids, unseen, about)
        if lives:
            gain = OWN_TOKEN * need(view, seat, suit) + EVENT * event
            worth[i] = success * stake + gain - thrift * value - variety(view, held(view, seat, suit))
        else:
            worth[i] = -success - 0.3 * event - 0.01 * value


@rule
def trumps_to_come(view, seat, trump, known, voids, unseen, about):
    """Chances that the seats to come play no trump and just one, and how many seats these are."""
    none, one, behind = 1.0, 0.0, 0
    for other in range(view.players):
        if is_to_come(view, seat, other):
            behind += 1
            if is_alive(view, other):
                plays = chance_holds(view, other, trump, known, voids, unseen, about)
                if view.night == 1 and other == view.trick_first:
                    plays *= LEADS_TRUMP
                one = one * (1.0 - plays) + none * plays
                none *= 1.0 - plays
    return none, one, behind


@rule
def chance_of_change(view, trump):
    """Chance that the group would make a card trump in the modify step, if only one is missing."""
    if view.night == 1:
        return 0.0
    for other in range(view.players):
        if is_alive(view, other) and view.tokens[other, trump] >= CHANGE_COST:
            return CHANGES
    return 0.0


@rule
def chance_of_trumps(missing, none, one, behind, change):
    """Chance that the seats to come bring the trumps still missing, but for the one that a change can make."""
    if missing <= 0:
        return 1.0
    if missing == 1:
        return 1.0 - none + none * change
    if missing == 2:
        return max(0.0, 1.0 - none - one) + one * change
    return max(0.0, 1.0 - none - one) * 0.6 * change if behind >= 2 else 0.0


@rule
def sum_to_come(view, seat, missing, behind, known, mean):
    """Value that the seats to come will bring: they mean to do their share, as far as their cards allow."""
    share = SHARE * missing / (behind + 1.0)
    expected = boosts_to_come(view)
    for other in range(view.players):
        if is_to_come(view, seat, other):
            if is_alive(view, other):
                best = best_card(view, other, known, mean)
                expected += max(LEAST * best, min(TYPICAL * best, share))
            else:
                expected += DEAD_BRINGS
    return expected


@rule
def boosts_to_come(view):
    """Value that the group will add in the modify step."""
    if view.night == 1:
        return 0.0
    plenty = np.int64(0)
    for other in range(view.players):
        if is_alive(view, other):
            for kind in range(SUITS):
                plenty += max(np.int64(0), np.int64(view.tokens[other, kind]) - 2)
    return BOOSTS + BOOSTS_RICH * plenty


@rule
def chance_of_event(view, seat, suit, trump, behind, known, voids, unseen, about):
    """Chance that nobody follows the first card's suit, and so an event comes."""
    if view.night == 1:
        if seat == view.trick_first:
            return chance_of_event_led_at_night(view, seat, suit, trump, known, voids, unseen, about)
        if suit == trump:
            return 1.0
        return OTHER * (1.0 - chance_holds(view, view.trick_first, suit, known, voids, unseen, about))
    led = suit if view.led == NO_SUIT else np.int64(view.led)
    if view.led != NO_SUIT:
        if suit == led:
            return 0.0
        for other in range(view.players):
            if other != view.trick_first and view.played[other] != NO_CARD and suit_of(view.played[other]) == led:
                return 0.0
    chance = 1.0
    for other in range(view.players):
        if is_to_come(view, seat, other):
            follows = chance_holds(view, other, led, known, voids, unseen, about)
            if led != trump:
                follows *= 1.0 - AVOIDS * chance_holds(view, other, trump, known, voids, unseen, about)
            chance *= 1.0 - follows
    return chance


@rule
def chance_of_event_led_at_night(view, seat, suit, trump, known, voids, unseen, about):
    """Chance that nobody happens to play the suit that the leader chooses at night."""
    chance = 1.0
    for other in range(view.players):
        if is_to_come(view, seat, other):
            trumps = chance_holds(view, other, trump, known, voids, unseen, about)
            if suit != trump:
                trumps = MEETS * (1.0 - trumps) * chance_holds(view, other, suit, known, voids, unseen, about)
            chance *= 1.0 - trumps
    return chance


# --- The raise -------------------------------------------------------------------------------------------------------


@rule
def appraise_raises(view, seat, actions, n, worth):
    """More tokens for a higher sum: worth it while the sum stays easy."""
    known = np.empty((SEATS, SUITS), np.int64)
    voids, unseen = np.empty(SEATS, np.int64), np.empty(SUITS, np.int64)
    read_hands(view, known, voids)
    read_unseen(view, seat, known, unseen)
    expected, seats = sum_of_all(view, seat, known, mean_value(unseen))
    loose = ALL_LOOSE * math.sqrt(seats + 0.5)
    stake = at_stake(view, seat, HELP)
    for i in range(n):
        multiplier = np.int64(actions[i]) - RAISE
        asked = np.int64(view.value) * multiplier
        chance = 1.0 / (1.0 + math.exp((asked - expected) / loose))
        worth[i] = chance * (stake + RAISE_FOR * (multiplier - view.players))


@rule
def sum_of_all(view, seat, known, mean):
    """Value that all seats can bring together, and how many seats have a card."""
    expected, seats = boosts_to_come(view), 0
    for other in range(view.players):
        if view.hand_size[other] > 0:
            seats += 1
            if not is_alive(view, other):
                expected += DEAD_BRINGS
            elif other == seat:
                expected += EACH * highest_in(view.hand[seat])
            else:
                expected += EACH * best_card(view, other, known, mean)
    return expected, seats
