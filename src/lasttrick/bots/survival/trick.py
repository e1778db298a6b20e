"""The Trick To Survival: what a card or a raise does for the challenge under way."""

import math

import numpy as np

from lasttrick.bots.survival.hands import about_others, highest_in
from lasttrick.bots.survival.needs import burden, challenges_left, need
from lasttrick.bots.survival.plan import plan_night, planned_event, planned_sum, planned_trumps
from lasttrick.bots.survival.purse import cost_to_all
from lasttrick.bots.survival.secret import LEAD, pull
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.challenge import SPECIALTY, card_value, sum_needed
from lasttrick.games.trick_to_survival.outcome import CHANGE_COST, sum_played, trumps_needed, trumps_played
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

SUCCESS, CALLS, TOKEN, SAVES, HOLDS, REWARD, CARD, SERVICE, SECRETS = range(9)  # terms that add up to a worth

MOST_ODDS = 500.0  # logarithm of odds; plain Python refuses exponents that compiled code lets be infinite


@rule
def at_stake(w, view, seat, help_others):
    """What success means to a living seat: a wound less, tokens more, the same for the others by their weight."""
    worth = 0.0
    for other in range(view.players):
        if is_alive(view, other):
            hurts = burden(w, view, other) if view.no_wounds == 0 else 0.0
            worth += (1.0 if other == seat else help_others) * (hurts + w.POOL)
    return worth


@rule
def is_to_come(view, seat, other):
    """Whether another seat has a card to play and has not."""
    return other != seat and view.played[other] == NO_CARD and view.hand_size[other] > 0


@rule
def nobody_to_come(view, seat):
    """Whether all others have played."""
    for other in range(view.players):
        if is_to_come(view, seat, other):
            return False
    return True


@rule
def by_time(view, morning, night):
    """A number that differs by the time of day."""
    return night if view.night == 1 else morning


@rule
def variety(w, view, seat, suit, more, holds, odds):
    """What it is worth to hold so many cards of a suit and not one less: the chance that it is trump so often yet, and
    that the trump of this seat then turns the challenge."""
    mean = challenges_left(view) * odds[suit]
    rarer = math.exp(-mean)
    chance = 1.0 - rarer
    for times in range(1, bits.count(view.hand[seat, suit]) + more):
        rarer *= mean / times
        chance -= rarer
    return (w.VARIETY + w.TURNS * chance_to_turn(w, view, seat, suit, holds)) * chance


@rule
def chance_to_turn(w, view, seat, suit, holds):
    """Chance that the others hold just one trump less than is needed, should this suit be trump: of two, or of one."""
    none, one = 1.0, 0.0
    fades = 1.0 - w.FADES * challenges_left(view) / (2.0 * view.days)
    for other in range(view.players):
        if other != seat and is_alive(view, other):
            has = fades * holds[other, suit]
            one = one * (1.0 - has) + none * has
            none *= 1.0 - has
    return one if bits.count(view.alive) >= 4 else none


# --- A card ----------------------------------------------------------------------------------------------------------


@rule
def weigh_cards(w, view, seat, actions, n, pulls, rows):
    """Each card: what it does for success and for an event, against keeping it. The dead wish for neither."""
    holds, best, odds, agreed = about_others(w, view, seat)
    none, one = trumps_to_come(w, view, seat, holds)
    expected, loose = sum_to_come(w, view, seat, best)
    stake, lives = at_stake(w, view, seat, w.HELP), is_alive(view, seat)
    is_last = lives and view.night == 0 and nobody_to_come(view, seat)
    plan = np.empty((SEATS, 3))
    is_planned = w.TRUSTS != 0.0 and lives and view.night == 1 and plan_night(w, view, plan)
    if is_planned:
        none, one = planned_trumps(view, seat, plan)
        expected, loose = planned_sum(w, view, seat, plan)
        stake = at_stake(w, view, seat, w.PLAN_HELP)
    for i in range(n):
        card = np.int64(actions[i]) - PLAY
        trumps, missing = chance_of_trumps(w, view, suit_of(card), none, one), sum_missing(view, seat, card)
        if is_last:
            success = trumps * chance_to_pay(w, view, seat, missing, stake)
        else:
            success = trumps / (1.0 + math.exp((missing - expected) / loose))
        if is_planned:
            event = planned_event(view, seat, suit_of(card), plan)
        else:
            event = chance_of_event(w, view, seat, suit_of(card), holds, agreed)
        winning = chance_to_win(view, seat, card, holds)
        if lives:
            rows[i, SUCCESS] = success * stake
            rows[i, CALLS] = w.EVENT * event
            weigh_card(w, view, seat, card, holds, odds, pulls, rows[i])
            rows[i, SECRETS] += w.SECRET * pull(pulls, LEAD, 1) * success * winning
        else:
            rows[i, SUCCESS] = -success
            rows[i, CALLS] = -0.3 * event
            rows[i, SAVES] = -0.01 * value_of(card)
            rows[i, REWARD] = (w.DENIES + w.DENIES_POOL * success) * winning


@rule
def weigh_card(w, view, seat, card, holds, odds, pulls, row):
    """The token that a card brings, and what it would be worth later."""
    suit = suit_of(card)
    row[TOKEN] = w.OWN_TOKEN * need(w, view, seat, suit)
    row[SECRETS] = w.SECRET * pull(pulls, suit, 1)
    row[HOLDS] = -variety(w, view, seat, suit, 0, holds, odds)
    if challenges_left(view) > 0:
        row[SAVES] = -w.THRIFT * (value_of(card) + w.THRIFT_HIGH * max(0, value_of(card) - 7))


@rule
def chance_to_win(view, seat, card, holds):
    """Chance that a card ranks highest: by and large only a trump does."""
    trump = suit_of(view.challenge_card)
    if suit_of(card) != trump:
        return 0.0
    chance = 1.0
    for other in range(view.players):
        if is_to_come(view, seat, other):
            chance *= 1.0 - holds[other, trump] * (1.0 - value_of(card) / (view["values"] + 1.0))
        elif view.played[other] != NO_CARD and view.suit_now[other] == trump:
            if card_value(view, other) >= value_of(card):
                return 0.0
    return chance


@rule
def trumps_to_come(w, view, seat, holds):
    """Chances that the seats to come play no trump, and just one. The dead play none."""
    none, one = 1.0, 0.0
    for other in range(view.players):
        if is_to_come(view, seat, other) and is_alive(view, other):
            plays = holds[other, suit_of(view.challenge_card)]
            if view.night == 1 and other == view.trick_first:
                plays *= w.LEADS_TRUMP
            one = one * (1.0 - plays) + none * plays
            none *= 1.0 - plays
    return none, one


@rule
def chance_of_trumps(w, view, suit, none, one):
    """Chance that a card of this suit and those to come are trumps enough, but for one that a change can make."""
    trump = suit_of(view.challenge_card)
    missing = trumps_needed(view) - trumps_played(view) - (1 if suit == trump else 0)
    if missing <= 0:
        return 1.0
    if missing == 1:
        return 1.0 - none + none * chance_of_change(w, view, trump)
    enough = max(0.0, 1.0 - none - one)
    return enough + one * chance_of_change(w, view, trump) if missing == 2 else 0.3 * enough


@rule
def chance_of_change(w, view, trump):
    """Chance that the group makes a card trump in the modify step, if only one is missing."""
    if view.night == 0:
        for other in range(view.players):
            if is_alive(view, other) and view.tokens[other, trump] >= CHANGE_COST:
                return w.CHANGES
    return 0.0


@rule
def sum_missing(view, seat, card):
    """What is missing of the sum with this card."""
    value = value_of(card)
    if view.role_table[view.role[seat], SPECIALTY] == suit_of(card) and is_alive(view, seat):
        value += 1
    return sum_needed(view) - sum_played(view) - value


@rule
def sum_to_come(w, view, seat, best):
    """Value that the seats to come will bring, and how far that strays: they do their share, if their cards allow."""
    behind = 0
    for other in range(view.players):
        if is_to_come(view, seat, other):
            behind += 1
    share = by_time(view, w.SHARE, w.SHARE_NIGHT) * (sum_needed(view) - sum_played(view)) / (behind + 1.0)
    least, most = w.LEAST, by_time(view, w.TYPICAL, w.TYPICAL_NIGHT)
    expected = boosts_to_come(w, view)
    for other in range(view.players):
        if is_to_come(view, seat, other):
            brings = max(least * best[other], min(most * best[other], share))
            expected += brings if is_alive(view, other) else w.DEAD_BRINGS
    return expected, by_time(view, w.LOOSE, w.LOOSE_NIGHT) * math.sqrt(behind + w.SURELY)


@rule
def chance_to_pay(w, view, seat, missing, stake):
    """To the last seat: chance that the group pays in tokens what is missing, less what that costs of the stake."""
    cost = cost_to_all(w, view, view.first, missing)
    chance = 1.0 / (1.0 + math.exp(min(MOST_ODDS, (cost - at_stake(w, view, seat, w.OTHERS_STAKE)) / w.PAYS)))
    return chance * max(0.0, 1.0 - w.PAYS_OF * cost / stake)


@rule
def boosts_to_come(w, view):
    """Value that the group will add in the modify step."""
    if view.night == 1:
        return 0.0
    plenty = np.int64(0)
    for other in range(view.players):
        if is_alive(view, other):
            for kind in range(SUITS):
                plenty += max(np.int64(0), np.int64(view.tokens[other, kind]) - 2)
    return w.BOOSTS + w.BOOSTS_RICH * plenty


# --- The event check -------------------------------------------------------------------------------------------------


@rule
def chance_of_event(w, view, seat, suit, holds, agreed):
    """Chance that nobody follows the first card's suit, and so an event comes."""
    if view.night == 1:
        return chance_of_event_at_night(w, view, seat, suit, holds, agreed)
    led = suit if view.led == NO_SUIT else np.int64(view.led)
    if view.led != NO_SUIT and (suit == led or is_followed(view, led)):
        return 0.0
    trump = suit_of(view.challenge_card)
    chance = 1.0
    for other in range(view.players):
        if is_to_come(view, seat, other):
            avoids = 0.0 if led == trump else w.AVOIDS * holds[other, trump]
            chance *= 1.0 - holds[other, led] * (1.0 - avoids)
    return chance


@rule
def is_followed(view, led):
    for other in range(view.players):
        if other != view.trick_first and view.played[other] != NO_CARD and suit_of(view.played[other]) == led:
            return True
    return False


@rule
def chance_of_event_at_night(w, view, seat, suit, holds, agreed):
    """The leader keeps off trump, which all others play who can; so they meet by accident only."""
    trump = suit_of(view.challenge_card)
    if seat != view.trick_first:
        if suit == agreed:
            return -w.AGREED * holds[view.trick_first, suit]
        return 1.0 if suit == trump else w.OTHER * (1.0 - holds[view.trick_first, suit])
    chance, meets = 1.0, w.MEETS_AGREED if suit == agreed else w.MEETS
    for other in range(view.players):
        if is_to_come(view, seat, other):
            trumps = holds[other, trump]
            chance *= 1.0 - (trumps if suit == trump else meets * (1.0 - trumps) * holds[other, suit])
    return chance


# --- The raise -------------------------------------------------------------------------------------------------------


@rule
def weigh_raises(w, view, seat, actions, n, rows):
    """More tokens for a higher sum: worth it while the sum stays easy."""
    _, best, _, _ = about_others(w, view, seat)
    best[seat] = highest_in(view.hand[seat])
    expected, seats = sum_of_all(w, view, best)
    loose = w.ALL_LOOSE * math.sqrt(seats + 0.5)
    stake = at_stake(w, view, seat, w.HELP)
    for i in range(n):
        multiplier = np.int64(actions[i]) - RAISE
        chance = 1.0 / (1.0 + math.exp((np.int64(view.value) * multiplier - expected) / loose))
        rows[i, SUCCESS] = chance * stake
        rows[i, REWARD] = chance * w.RAISE_FOR * (multiplier - view.players)


@rule
def sum_of_all(w, view, best):
    """Value that all seats can bring together, and how many seats have a card."""
    expected, seats = boosts_to_come(w, view), 0
    for other in range(view.players):
        if view.hand_size[other] > 0:
            seats += 1
            expected += w.EACH * best[other] if is_alive(view, other) else w.DEAD_BRINGS
    return expected, seats
