"""The Trick To Survival: what everybody is to play at night.

All choose at once, so each must expect of the others what they expect of themselves. The plan is made of nothing but
what everybody knows, cards that were seen and what was told, so whoever reckons it finds the same. What it leaves open,
the cards that only their owner knows, each makes the best of.
"""

import math

import numpy as np

from lasttrick.bots.survival.hands import read_unseen_by_all
from lasttrick.bots.survival.needs import burden, challenges_left, need
from lasttrick.bots.survival.told import HIGH, LOW, cards_in, doubts_of, hear_all, is_held
from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.games.trick_to_survival.challenge import SPECIALTY, extra_tokens, sum_needed, trumps_needed
from lasttrick.games.trick_to_survival.state import NO_SUIT, SEATS, SUITS, suit_of
from lasttrick.games.trick_to_survival.table import is_alive

SUIT, VALUE, STRAYS, COST = range(4)  # of a card that is thought of; how far its value may be from what is thought
MOST = 16  # such cards of a seat
DOUBTS = 4  # suits of a hand that may be in doubt
TRUMPS = 4  # so many trumps and more are alike,
HIGHEST = 80  # and so are sums
BEYOND = 6  # a sum that is larger by so much is no better
SURE = 0.98  # how surely all do as planned
NEVER = -1e9


@rule
def plan_night(w, view, plan):
    """Write the suit and the value that each seat is to play, and how far the value may stray. Gives whether there is a
    plan: of somebody too little may be known."""
    cards, counts = np.empty((SEATS, MOST, 4)), np.zeros(SEATS, np.int64)
    if not list_cards(w, view, cards, counts):
        return False
    wanted, stake = sum_needed(view), w.RAISE_FOR * extra_tokens(view)
    for seat in range(view.players):
        plan[seat, SUIT], plan[seat, VALUE], plan[seat, STRAYS] = NO_SUIT, 0.0, 0.0
        if is_alive(view, seat):
            hurts = burden(w, view, seat) if view.no_wounds == 0 else 0.0
            stake += hurts * (1.0 - 1.0 / view.players) + w.POOL
        elif view.hand_size[seat] > 0:
            plan[seat, VALUE], plan[seat, STRAYS] = w.DEAD_BRINGS, 2.0
            wanted -= np.int64(w.DEAD_BRINGS)
    top = min(HIGHEST, max(np.int64(1), wanted + BEYOND))
    gains = np.empty(top + 1)
    for total in range(top + 1):
        gains[total] = stake / (1.0 + math.exp((wanted - total) / w.PLAN_LOOSE))
    most = NEVER
    for lead in range(counts[view.trick_first]):
        most = max(most, plan_after(w, view, lead, cards, counts, gains, most, plan))
    return most > NEVER


# --- Cards that all know of ------------------------------------------------------------------------------------------


@rule
def list_cards(w, view, cards, counts):
    """Of each living seat those that were seen or named, and one of each other suit that it is known to hold. Gives
    whether enough is known of everybody."""
    known, ranges = np.empty((SEATS, SUITS), np.int64), np.empty((SEATS, SUITS, 2), np.int64)
    unseen = np.empty(SUITS, np.int64)
    hear_all(view, known, ranges)
    read_unseen_by_all(view, known, unseen)
    about = max(1, cards_in(unseen))
    for seat in range(view.players):
        if is_alive(view, seat) and view.hand_size[seat] > 0:
            if doubts_of(known[seat], ranges[seat]) > DOUBTS:
                return False
            for suit in range(SUITS):
                if is_held(known[seat, suit], ranges[seat, suit]):
                    odds = bits.count(unseen[suit]) / about
                    worth = w.OWN_TOKEN * need(w, view, seat, suit)
                    worth -= worth_to_keep(w, view, seat, suit, known, ranges, odds)
                    list_suit(
                        w, view, seat, suit, known[seat, suit], ranges[seat, suit], unseen[suit], worth, cards, counts
                    )
    return True


@rule
def list_suit(w, view, seat, suit, known, span, unseen, worth, cards, counts):
    """The known cards of a suit, and one whose value is the mean of those it may be."""
    low, high = span[LOW], span[HIGH]
    if low > 0:
        strays = w.PLAN_STRAYS * (high - low + 1) / view["values"]
        value = mean_value(unseen & bits.first(high) & ~bits.first(low - 1), 0.5 * (low + high))
        list_card(w, view, seat, suit, value, strays, worth, cards, counts)
    while known != 0:
        list_card(w, view, seat, suit, bits.lowest(known) + 1.0, 0.0, worth, cards, counts)
        known = bits.without_lowest(known)


@rule
def list_card(w, view, seat, suit, value, strays, worth, cards, counts):
    if view.role_table[view.role[seat], SPECIALTY] == suit:
        value += 1.0
    if counts[seat] < MOST:
        card = cards[seat, counts[seat]]
        card[SUIT], card[VALUE], card[STRAYS], card[COST] = suit, value, strays, w.PLAN_PRICE * value - worth
        counts[seat] += 1


@rule
def worth_to_keep(w, view, seat, suit, known, ranges, odds):
    """That a seat keeps a suit which may be trump once more; most, if with it just enough of the group hold one."""
    others = 0
    for other in range(view.players):
        if other != seat and is_alive(view, other) and is_held(known[other, suit], ranges[other, suit]):
            others += 1
    turns = 1.0 if others == trumps_needed(view) - 1 else 0.3
    return (w.VARIETY + w.TURNS * turns) * (1.0 - math.exp(-challenges_left(view) * odds))


@rule
def mean_value(cards, otherwise):
    """The mean of the values in a set."""
    count, points = 0, 0.0
    while cards != 0:
        points += bits.lowest(cards) + 1
        count += 1
        cards = bits.without_lowest(cards)
    return points / count if count > 0 else otherwise


# --- The best of all plans -------------------------------------------------------------------------------------------


@rule
def plan_after(w, view, lead, cards, counts, gains, most, plan):
    """The best that the others can add to a card that is led; if it is worth more than `most`, it is the plan.

    Of all ways to the same trumps, sum and event only the best is followed, seat by seat."""
    trump, wanted = suit_of(view.challenge_card), min(trumps_needed(view), np.int64(TRUMPS - 1))
    top, leader = len(gains) - 1, np.int64(view.trick_first)
    first = cards[leader, lead]
    worths, ways = np.empty((SEATS, TRUMPS, top + 1, 2)), np.empty((SEATS, TRUMPS, top + 1, 2), np.int64)
    worths[0] = NEVER
    worths[0, min(wanted, 1 if first[SUIT] == trump else 0), min(top, points(first)), 0] = -first[COST]
    step = 0
    for turn in range(1, view.players):
        seat = (leader + turn) % view.players
        if counts[seat] > 0:
            add_seat(
                cards[seat, : counts[seat]], first[SUIT], trump, wanted, worths[step], worths[step + 1], ways[step + 1]
            )
            step += 1
    best, at = most, -1
    for trumps in range(wanted + 1):
        for total in range(top + 1):
            for follows in range(2):
                worth = worths[step, trumps, total, follows] + (0.0 if follows else w.EVENT)
                worth += gains[total] if trumps == wanted else 0.0
                if worth > best:
                    best, at = worth, (trumps * (top + 1) + total) * 2 + follows
    if at < 0:
        return NEVER
    plan[leader] = first[:COST]
    for turn in range(view.players - 1, 0, -1):
        seat = (leader + turn) % view.players
        if counts[seat] > 0:
            way = ways[step].flat[at]
            plan[seat] = cards[seat, way % MOST, :COST]
            at = way // MOST
            step -= 1
    return best


@rule
def add_seat(cards, led, trump, wanted, before, after, ways):
    """What is reached with one more seat, by trumps, sum and whether the lead is followed, and by which way."""
    after[:] = NEVER
    top = before.shape[1] - 1
    for k in range(len(cards)):
        value, suit = points(cards[k]), cards[k, SUIT]
        for trumps in range(wanted + 1):
            then = min(wanted, trumps + (1 if suit == trump else 0))
            for total in range(top + 1):
                for follows in range(2):
                    worth = before[trumps, total, follows] - cards[k, COST]
                    at, followed = min(top, total + value), 1 if suit == led else follows
                    if worth > after[then, at, followed] and before[trumps, total, follows] > NEVER:
                        after[then, at, followed] = worth
                        ways[then, at, followed] = ((trumps * (top + 1) + total) * 2 + follows) * MOST + k


@rule
def points(card):
    return np.int64(card[VALUE] + 0.5)


# --- What it says of the others --------------------------------------------------------------------------------------


@rule
def planned_trumps(view, seat, plan):
    """Chances that the others play no trump, and just one."""
    none, one = 1.0, 0.0
    for other in range(view.players):
        if other != seat and plan[other, SUIT] == suit_of(view.challenge_card):
            one = one * (1.0 - SURE) + none * SURE
            none *= 1.0 - SURE
    return none, one


@rule
def planned_sum(w, view, seat, plan):
    """Value that the others will bring, and how far that strays."""
    expected, strays = 0.0, w.PLAN_LOOSE * w.PLAN_LOOSE
    for other in range(view.players):
        if other != seat:
            expected += plan[other, VALUE]
            strays += plan[other, STRAYS] * plan[other, STRAYS]
    return expected, 0.6 * math.sqrt(strays)


@rule
def planned_event(view, seat, suit, plan):
    """Chance that nobody follows the leader, if this seat plays a suit."""
    leads = seat == view.trick_first
    led = float(suit) if leads else plan[view.trick_first, SUIT]
    if not leads and suit == led:
        return 0.0
    for other in range(view.players):
        if other != seat and other != view.trick_first and plan[other, SUIT] == led:
            return 0.0
    return SURE
