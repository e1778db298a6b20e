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
from lasttrick.bots.survival_needs import burden, challenges_left, need, worth_of_token
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

TYPICAL = 0.802  # of its best card: the most that another seat is expected to play in the morning,
TYPICAL_NIGHT = 0.733  # and at night
SHARE = 1.22  # how much more than its share a seat is expected to play, if it can
LEAST = 0.234  # of its best card: the least
DEAD_BRINGS = 4.01  # value that a dead seat is expected to play
EACH = 0.889  # of its best card: what a seat brings to a sum that is raised,
EACH_NIGHT = 0.847  # also at night,
ALL_LOOSE = 3.43  # and how far that strays
RAISE_FOR = 0.436  # worth of a token more in the pool
RAISE_COST = 0.0046  # for each point of value that a raise asks for
LOOSE = 1.44  # how far sums stray from what is expected, for each seat to come,
LOOSE_NIGHT = 1.32  # also at night
PLAYS_TRUMP = 1.12  # chance that a seat to come which has a trump plays it,
PLAYS_TRUMP_NIGHT = 1.06  # at night,
LEADS_TRUMP_NIGHT = 0.543  # and the leader at night
BOOSTS = 0.727  # value that the group will add in the modify step,
BOOSTS_RICH = 0.106  # more for each token beyond two of a type
CHANGES = 0.369  # chance that a missing trump is made by changing a suit, if somebody has just the tokens for it,
CHANGES_RICH = 0.465  # and if somebody has more
EVENT = 2.17  # worth of an event to a seat
NIGHT_MEETS = 0.272  # at night: chance that a seat without trump plays the leader's suit, if it has it
NIGHT_TRUMP = 1.12  # at night: chance of an event with a trump,
NIGHT_OTHER = 0.511  # or with another card
AVOIDS = 0.663  # chance that a seat which can play a trump instead of following does
OWN_TOKEN = 0.323  # weight of the token that the own card brings
THRIFT = 0.0487  # cost of a point of value played,
THRIFT_LATER = 0.0015  # more for each challenge to come in the week
VARIETY = 0.436  # worth of holding a suit at all, if it will be trump
POOL = 0.849  # worth of a token in the pool
POOL_TOKEN = 0.119  # worth of the right type in the pool
EXTRA = 0.0479  # of an extra token in the pool, after a raise
HURT = 1.06  # chance that a failure means a wound
HELP = 0.312  # weight of what happens to the others


@rule
def at_stake(view, seat, help):
    """What success means to a living seat: a wound less, tokens more, the same for the others at a discount."""
    worth = EXTRA * (view.multiplier - view.players)
    for other in range(view.players):
        if is_alive(view, other):
            worth += (1.0 if other == seat else help) * (HURT * burden(view, other) + POOL)
    return worth


@rule
def is_to_come(view, seat, other):
    """Whether another seat has a card to play and has not."""
    return other != seat and view.played[other] == NO_CARD and view.hand_size[other] > 0


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
    loose = (LOOSE_NIGHT if view.night == 1 else LOOSE) * math.sqrt(behind + 0.5)
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
            gain = OWN_TOKEN * need(view, seat, suit) + EVENT * event + POOL_TOKEN * success * most_needed(view, suit)
            worth[i] = success * stake + gain - thrift * value - variety(view, bits.count(view.hand[seat, suit]))
        else:
            worth[i] = -success - 0.3 * event - 0.01 * value


@rule
def most_needed(view, kind):
    """What a token of this type is worth to whoever needs it most."""
    least = np.int64(view.token_cap)
    for other in range(view.players):
        if is_alive(view, other):
            least = min(least, np.int64(view.tokens[other, kind]))
    return worth_of_token(view, least + 1) if least < view.token_cap else 0.0


@rule
def trumps_to_come(view, seat, trump, known, voids, unseen, about):
    """Chances that the seats to come play no trump and just one, and how many seats these are."""
    none, one, behind = 1.0, 0.0, 0
    for other in range(view.players):
        if is_to_come(view, seat, other):
            behind += 1
            if is_alive(view, other):
                plays = plays_trump(view, other) * chance_holds(view, other, trump, known, voids, unseen, about)
                one = one * (1.0 - plays) + none * plays
                none *= 1.0 - plays
    return none, one, behind


@rule
def plays_trump(view, other):
    if view.night == 0:
        return PLAYS_TRUMP
    return LEADS_TRUMP_NIGHT if other == view.trick_first else PLAYS_TRUMP_NIGHT


@rule
def chance_of_change(view, trump):
    """Chance that the group would make a card trump in the modify step, if only one is missing."""
    if view.night == 1:
        return 0.0
    most = np.int64(0)
    for other in range(view.players):
        if is_alive(view, other):
            most = max(most, np.int64(view.tokens[other, trump]))
    if most < CHANGE_COST:
        return 0.0
    return CHANGES if most == CHANGE_COST else CHANGES_RICH


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
    typical = TYPICAL_NIGHT if view.night == 1 else TYPICAL
    share = SHARE * missing / (behind + 1.0)
    expected = boosts_to_come(view)
    for other in range(view.players):
        if is_to_come(view, seat, other):
            if is_alive(view, other):
                best = best_card(view, other, known, mean)
                expected += max(LEAST * best, min(typical * best, share))
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
            return NIGHT_TRUMP
        meets = NIGHT_MEETS * chance_holds(view, view.trick_first, suit, known, voids, unseen, about)
        return max(0.0, NIGHT_OTHER - meets)
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
            trumps = PLAYS_TRUMP_NIGHT * chance_holds(view, other, trump, known, voids, unseen, about)
            if suit == trump:
                chance *= 1.0 - trumps
            else:
                chance *= 1.0 - NIGHT_MEETS * (1.0 - trumps) * chance_holds(view, other, suit, known, voids, unseen, about)
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
    stake = at_stake(view, seat, HELP) - EXTRA * (view.multiplier - view.players)
    for i in range(n):
        multiplier = np.int64(actions[i]) - RAISE
        asked = np.int64(view.value) * multiplier
        chance = 1.0 / (1.0 + math.exp((asked - expected) / loose))
        extra = (multiplier - view.players) * POOL * RAISE_FOR
        worth[i] = chance * (stake + extra) - RAISE_COST * asked


@rule
def sum_of_all(view, seat, known, mean):
    """Value that all seats can bring together, and how many seats have a card."""
    each = EACH_NIGHT if view.night == 1 else EACH
    expected, seats = boosts_to_come(view), 0
    for other in range(view.players):
        if view.hand_size[other] > 0:
            seats += 1
            if not is_alive(view, other):
                expected += DEAD_BRINGS
            elif other == seat:
                expected += each * highest_in(view.hand[seat])
            else:
                expected += each * best_card(view, other, known, mean)
    return expected, seats
