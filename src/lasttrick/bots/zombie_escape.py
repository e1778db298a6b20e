"""Zombie Escape, thought about: what lies in the graveyard, who follows after me, and which card to be rid of.

Everything is counted in damage, so that less is better and worth is its negative. A turn costs the damage card times
the chance to be caught; a card that gets away is one danger less for the rest of the day.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import next_seat
from lasttrick.core.winning import share_win as payoff
from lasttrick.games.zombie_escape.rules import face_up
from lasttrick.games.zombie_escape.state import (
    CARDS,
    FLIP,
    FOLLOW,
    LOCATIONS,
    NO_CARD,
    Recovery,
    danger,
    hand_size,
    mates,
    number_of,
)

__all__ = ["CLUES", "SCALE", "appraise", "clues", "cut_short", "outlook", "payoff", "stage"]

SCALE = 0.25
CLUES = 14
FAIR_OUTLOOK = True  # chances told at the end of a day agree with what is then won
HALF = 0.45  # damage that a half stain means before another joins it
HALF_LATER = 0.25  # the same when it has none to join and the day is nearly over
HOLD = 0.9  # weight of being rid of a dangerous card
FEARED = 16.0  # danger at which a card is as bad as can be
LEAD_FEAR = 0.6  # chance that a seat behind with a worse card cannot avoid it
DUCKS = 0.9  # how well the seats behind avoid being caught
MANY_MARKS = 0.12  # a card that must follow everywhere is harder to keep safe
MOVES_AWAY = 0.05  # chance that a worse zombie than mine is taken from its owner


# --- The damage card of the turn -------------------------------------------------------------------------------------


@rule
def stains(view, seat):
    """Half stains that lie open before a seat."""
    halves = np.int64(0)
    cards = face_up(view, seat)
    while cards != 0:
        halves += view.halves[view.pile[bits.lowest(cards)]]
        cards = bits.without_lowest(cards)
    return halves


@rule
def relief(view, seat, kind):
    """Damage that turning down a card of this kind takes away."""
    halves = view.halves[kind]
    if halves == 0:
        return float(view.wholes[kind])
    odd = stains(view, seat) % 2 == 1
    return view.wholes[kind] + halves * (HALF if odd else 1.0 - HALF)


@rule
def best_relief(view, seat):
    best = 0.0
    cards = face_up(view, seat)
    while cards != 0:
        best = max(best, relief(view, seat, view.pile[bits.lowest(cards)]))
        cards = bits.without_lowest(cards)
    return best


@rule
def pain(view, seat):
    """What taking the damage card of this turn would mean to a seat; below 0 it is wanted."""
    kind = view.pile[view.turn]
    recovery = view.recovery[kind]
    left = view.turns - view.turn - 1
    if recovery == Recovery.ALWAYS or (recovery == Recovery.LAST_TURN and left == 0):
        return -best_relief(view, seat)
    cost = float(view.wholes[kind])
    for _ in range(view.halves[kind]):
        joins = stains(view, seat) % 2 == 1
        cost += 1.0 - HALF if joins else (HALF if left > 3 else HALF_LATER)
    return cost


# --- Being caught ----------------------------------------------------------------------------------------------------


@rule
def unseen(view, seat):
    """Cards in the other hands or aside, as far as this seat knows."""
    cards = bits.first(view.deck_size) & ~(view.graveyard | view.hand[seat])
    for other in range(view.players):
        cards &= ~view.zombie[other]
    return cards


@rule
def joined(view, seat, card):
    """The zombie that a card becomes: with its mates from the graveyard and from in front of the others."""
    group = mates(view, card)
    zombie = bits.one(card) | (group & view.graveyard)
    for other in range(view.players):
        if other != seat and group & view.zombie[other] != 0:
            zombie |= view.zombie[other]
    return zombie


@rule
def worst_other(view, seat, card, location):
    """The highest danger at the location in front of the others, once this card has drawn its mates away, and whose."""
    worst, whose = np.int64(-1), np.int64(seat)
    group = mates(view, card)
    for other in range(view.players):
        zombie = view.zombie[other]
        if other == seat or zombie & view.bearing[location] == 0 or group & zombie != 0:
            continue
        here = danger(view, zombie)
        if here > worst:
            worst, whose = here, np.int64(other)
    return worst, whose


@rule
def seats_behind(view, seat):
    behind = 0
    other = next_seat(view, seat)
    while other != view.leader and view.played[other] == NO_CARD:
        behind += 1
        other = next_seat(view, other)
    return behind


@rule
def share_worse(view, about, location, mine):
    """Of the unseen cards that bear the location, the share that would be a worse zombie than mine."""
    bearing = about & view.bearing[location]
    total, worse = 0, 0
    while bearing != 0:
        card = bits.lowest(bearing)
        bearing = bits.without_lowest(bearing)
        total += 1
        if number_of(view, card) + danger(view, mates(view, card) & view.graveyard) > mine:
            worse += 1
    return worse / max(1, total), total


@rule
def chance_caught(view, seat, card, location, about, behind):
    """Chance that this card, laid now, takes the damage card."""
    zombie = joined(view, seat, card)
    if zombie & view.bearing[location] == 0:
        return 0.0
    mine = danger(view, zombie)
    if worst_other(view, seat, card, location)[0] > mine:
        return MOVES_AWAY if behind > 0 else 0.0
    if behind == 0:
        return 1.0
    worse, bearing = share_worse(view, about, location, mine)
    each = bearing * int(hand_size(view, seat)) / max(1, bits.count(about))  # such cards in a hand, on average
    escapes = (1.0 - LEAD_FEAR * worse ** max(1.0, DUCKS * each)) ** behind
    return escapes if each >= 0.5 else min(1.0, escapes + 0.2)


@rule
def dread(view, card, left):
    """How much one wants to be rid of a card: its danger with what the graveyard would add, and its many marks."""
    if left == 0:
        return 0.0
    group = mates(view, card)
    worst = number_of(view, card) + danger(view, group & view.graveyard)
    marks = 0
    for location in range(LOCATIONS):
        if bits.has(view.bearing[location], card):
            marks += 1
    return min(1.0, worst / FEARED) + MANY_MARKS * (marks - 1)


@rule
def card_and_location(view, action):
    """What a play lays, and where: the first of a turn says the location, all others have it."""
    if action >= FOLLOW:
        return np.int64(action - FOLLOW), np.int64(view.location)
    return np.int64(action // LOCATIONS), np.int64(action % LOCATIONS)


# --- Judgement -------------------------------------------------------------------------------------------------------


@entry
def appraise(view, seat, actions, n, worth):
    """Worth of each legal action, in damage avoided."""
    if actions[0] >= FLIP:
        for i in range(n):
            worth[i] = relief(view, seat, actions[i] - FLIP)
        return
    about = unseen(view, seat)
    behind = seats_behind(view, seat)
    cost = pain(view, seat)
    left = view.turns - view.turn - 1
    for i in range(n):
        card, location = card_and_location(view, actions[i])
        caught = chance_caught(view, seat, card, location, about, behind)
        worth[i] = HOLD * dread(view, card, left) - caught * cost


@rule
def clues(view, seat, actions, n, worth, out):
    """Of a card: the chance to be caught, alone and with its damage; the wish to be rid of it; its danger here, whether
    it stands at the location, and whether somebody's worse zombie covers it; what the hand must follow with later, and
    what the damage of whoever covers it is worth by the records; the chance that nobody behind must do worse, alone and
    with its damage; how dangerous the hand will be. Of a flip: the relief."""
    if actions[0] >= FLIP:
        for i in range(n):
            out[i, :] = 0
            out[i, 0] = relief(view, seat, actions[i] - FLIP)
        return
    about = unseen(view, seat)
    behind = seats_behind(view, seat)
    cost = pain(view, seat)
    left = view.turns - view.turn - 1
    dangers = np.empty((2, CARDS), np.int64)
    foresee_dangers(view, seat, dangers)
    for i in range(n):
        card, location = card_and_location(view, actions[i])
        hand = view.hand[seat] & ~bits.one(card)
        zombie = joined(view, seat, card)
        mine = danger(view, zombie)
        worst, whose = worst_other(view, seat, card, location)
        out[i, 0] = chance_caught(view, seat, card, location, about, behind)
        out[i, 1] = out[i, 0] * cost
        out[i, 2] = dread(view, card, left)
        out[i, 3] = min(1.5, mine / FEARED)
        out[i, 4] = 1 if zombie & view.bearing[location] != 0 else 0
        out[i, 5] = 1 if worst > mine else 0
        out[i, 6], out[i, 7] = to_come(view, hand)
        out[i, 8] = lead_of(view, whose, seat) * pain(view, whose) if worst > mine else 0
        is_worst = out[i, 4] == 1 and worst <= mine
        out[i, 9] = chance_kept(view, seat, card, location, mine, about, dangers[0]) if is_worst else 0.0
        out[i, 10] = out[i, 9] * cost
        out[i, 11] = dangers_of(view, hand, card, dangers[1]) / 4
        out[i, 12], out[i, 13] = lowest_to_come(view, hand, card, about, dangers[1])


@rule
def to_come(view, hand):
    """What a hand must follow with: the danger of its lowest card for each location, and for how many it has none."""
    danger_there, free = 0.0, 0.0
    for location in range(LOCATIONS - 1):  # the last one is borne by the 999 alone
        cards = hand & view.bearing[location]
        lowest = FEARED
        while cards != 0:
            lowest = min(lowest, float(number_of(view, bits.lowest(cards))))
            cards = bits.without_lowest(cards)
        if hand & view.bearing[location] == 0:
            free += 1.0
        else:
            danger_there += lowest / FEARED
    return danger_there, free / 3


@rule
def lead_of(view, other, seat):
    """By how much a seat is ahead of another, from -1 to 1."""
    return min(1.0, max(-1.0, (view.records[seat] - view.records[other]) / 6))


@rule
def foresee_dangers(view, seat, dangers):
    """Of each card: the zombie that it would be in this turn, and what it would be in the next one as the table is."""
    fallen = view.graveyard
    for other in range(view.players):
        fallen |= view.zombie[other]
    for card in range(view.deck_size):
        dangers[0, card] = danger(view, joined(view, seat, card))
        dangers[1, card] = danger(view, bits.one(card) | (mates(view, card) & fallen))


@rule
def chance_kept(view, seat, card, location, mine, about, dangers):
    """Chance that nobody behind must lay a worse zombie: who has a better card of the location lays that one, and
    who is known to have none of it is free."""
    bearing = about & view.bearing[location]
    lower = bearing & ~mates(view, card)  # a mate would take all of mine
    better = 0
    while lower != 0:
        better += dangers[bits.lowest(lower)] <= mine
        lower = bits.without_lowest(lower)
    places = bits.count(about)
    for other in range(view.players):
        if other != seat and bits.has(view.void[other], location):
            places -= hand_size(view, other)
    kept = 1.0
    other = next_seat(view, seat)
    while other != view.leader and view.played[other] == NO_CARD:
        if not bits.has(view.void[other], location):
            size = hand_size(view, other)
            must = chance_of_none(better, places, size) - chance_of_none(bits.count(bearing), places, size)
            kept *= 1.0 - max(0.0, must)
        other = next_seat(view, other)
    return kept


@rule
def chance_of_none(cards, places, size):
    """Chance that a hand of a size has none of some cards, which may lie in so many places."""
    chance = 1.0
    for i in range(size):
        chance *= max(0.0, (places - cards - i) / max(1.0, places - i))
    return chance


@rule
def danger_then(view, other, card, dangers):
    """The danger of another card in the next turn, once this one lies in the graveyard, too."""
    return dangers[other] + (number_of(view, card) if bits.has(mates(view, card), other) else 0)


@rule
def dangers_of(view, hand, card, dangers):
    """How dangerous the cards of a hand are together once a card has been played from it."""
    found = 0.0
    while hand != 0:
        found += min(1.0, danger_then(view, bits.lowest(hand), card, dangers) / FEARED)
        hand = bits.without_lowest(hand)
    return found


@rule
def lowest_to_come(view, hand, card, about, dangers):
    """Of the lowest card that a hand has for each location: its danger, and how many of the unseen cards are lower."""
    danger_there, above = 0.0, 0.0
    for location in range(LOCATIONS - 1):
        cards = hand & view.bearing[location]
        if cards == 0:
            continue
        least = np.int64(1000)
        while cards != 0:
            least = min(least, danger_then(view, bits.lowest(cards), card, dangers))
            cards = bits.without_lowest(cards)
        danger_there += min(1.5, least / FEARED)
        cards = about & view.bearing[location]
        total, lower = bits.count(cards), 0
        while cards != 0:
            lower += danger_then(view, bits.lowest(cards), card, dangers) < least
            cards = bits.without_lowest(cards)
        above += lower / max(1, total)
    return danger_there, above


# --- Where a rollout may stop ----------------------------------------------------------------------------------------


@rule
def stage(state):
    """Days are dealt afresh; only the records go on."""
    return np.int64(state.day)


@rule
def cut_short(world):
    pass


@rule
def outlook(state, chances):
    """Chances from the records: the lowest wins, and a stain less counts more the fewer days are left."""
    least = np.int64(1000)
    for seat in range(state.players):
        least = min(least, np.int64(state.records[seat]))
    weight = 0.35 + 0.1 * state.day
    everything = 0.0
    for seat in range(state.players):
        chances[seat] = np.exp(-weight * (state.records[seat] - least))
        everything += chances[seat]
    for seat in range(state.players):
        chances[seat] /= everything
