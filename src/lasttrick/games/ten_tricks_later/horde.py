"""10 Tricks Later: what a trick does to the boards. The horde attacks its winner; the others bring Survivors inside."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, tell
from lasttrick.games.ten_tricks_later.state import (
    NO_CARD,
    ONES,
    TRACK_END,
    VALUES,
    Event,
    is_infected,
    survivors_up_to,
    value_of,
)

# --- Attack ----------------------------------------------------------------------------------------------------------


@rule
def attack_level(infected):
    """[TTL-30] The sum of the printed values of the Infected."""
    return sum_of_values(infected)


@rule
def sum_of_values(cards):
    total = 0
    while cards != 0:
        total += value_of(bits.lowest(cards))
        cards = bits.without_lowest(cards)
    return total


@rule
def attack(state, winner, infected, story):
    """[TTL-29] The winner takes the Infected: [TTL-31] weak Survivors on the own upper side are lost, [TTL-32] nothing
    else, [TTL-34] [TTL-R12] and the track falls to 0, after a P0 alone too. [TTL-33] The Infected leave the round."""
    level = attack_level(infected)
    tell(story, EVERYBODY, Event.ATTACK, winner, level, 0)
    fallen = state.upper[winner] & survivors_up_to(level)
    state.upper[winner] &= ~fallen
    state.lost[winner] |= fallen
    state.aside |= infected
    set_track(state, winner, 0, story)
    while fallen != 0:
        tell(story, EVERYBODY, Event.LOST, winner, bits.lowest(fallen), 0)
        fallen = bits.without_lowest(fallen)


@rule
def end_ban(state, story):
    """[TTL-17] [TTL-R02] [TTL-R28] Once a trick with an Infected is over, Infected may be led; [TTL-V02] or only once a
    follower has played one."""
    if state.ban == 1 and (state.followers_unlock == 0 or follower_played_infected(state)):
        state.ban = 0
        tell(story, EVERYBODY, Event.BAN_ENDS, 0, 0, 0)


@rule
def follower_played_infected(state):
    for seat in range(state.players):
        if seat != state.lead and is_infected(state.played[seat]):
            return True
    return False


# --- Rescue ----------------------------------------------------------------------------------------------------------


@rule
def set_track(state, seat, track, story):
    if state.track[seat] != track:
        tell(story, EVERYBODY, Event.TRACK, seat, state.track[seat], track)
        state.track[seat] = track


@rule
def raise_tracks(state, winner, story):
    """[TTL-28] [TTL-36] Each loser gains the value of the card played, [TTL-37] [TTL-R07] all of it or nothing;
    [TTL-38] the winner gains none."""
    for seat in range(state.players):
        if seat != winner and state.played[seat] != NO_CARD:
            value = value_of(state.played[seat])
            raised = state.track[seat] + value
            if raised <= TRACK_END:
                set_track(state, seat, raised, story)
            else:
                tell(story, EVERYBODY, Event.OVERFLOW, seat, state.track[seat], value)


@rule
def reachable(state, seat):
    """[TTL-39] Survivors on the upper side that the track can bring in; [TTL-V01] only those below it if strict."""
    return state.upper[seat] & survivors_up_to(state.track[seat] - state.strict_rescue)


@rule
def lowest_survivor(cards):
    """[TTL-R06] The lowest value; of equals red, then green, yellow, blue."""
    for value in range(VALUES):
        column = cards & (ONES << np.int64(value))
        if column != 0:
            return bits.lowest(column)
    return NO_CARD


@rule
def rescue(state, seat, story):
    """[TTL-39] [TTL-41] [TTL-R17] While the lowest Survivor is in reach it comes in; [TTL-R13] none after an attack."""
    while state.track[seat] > 0 and reachable(state, seat) != 0:
        rescue_one(state, seat, lowest_survivor(state.upper[seat]), story)


@rule
def rescue_one(state, seat, card, story):
    """[TTL-40] Pay its value from the track and lay it on the lower pile."""
    state.track[seat] -= value_of(card)
    state.upper[seat] &= ~bits.one(card)
    state.lower[seat] |= bits.one(card)
    state.rescued_as[card] = bits.count(state.lower[seat])
    tell(story, EVERYBODY, Event.RESCUED, seat, card, state.track[seat])
