"""SCOUT: set-up of a round, from the deal to the last answer about rotating. Rules page, section 2."""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, only, tell
from lasttrick.core.tricks import seats_with
from lasttrick.games.scout.state import (
    CARD_1_2,
    CARDS,
    CHIPS,
    HAND_SIZES,
    NO_SEAT,
    ROW,
    TURNED,
    UNSEEN,
    UPRIGHT,
    Chance,
    Event,
    Phase,
    Rotated,
    card_of,
    deck_size,
    turned,
)


@rule
def start_round(state, story):
    """[SCT-07] Everything back, [SCT-08] a new deal, [SCT-11] and every hand may be rotated."""
    state.round_number += 1
    clear_table(state)
    deal(state, story)
    if state.holder_starts == 1 and state.round_number == 1:
        start_with_holder(state)
    tell(story, EVERYBODY, Event.ROUND_STARTS, state.round_number, state.start_seat, 0)
    state.phase = Phase.ROTATE
    state.to_act = NO_SEAT


@rule
def clear_table(state):
    """[SCT-07] No tokens, [SCT-05] a marker each, empty piles, no Prior Set; [SCT-V02] two players have chips."""
    clear_prior_set(state)
    state.scouts = 0
    state.idle = 0
    state.holder = NO_SEAT
    for seat in range(state.players):
        state.pile[seat] = 0
        state.known[seat] = 0
        state.rotated[seat] = Rotated.OPEN
        state.tokens[seat] = CHIPS if state.players == 2 else 0
        state.marker[seat] = 0 if state.players == 2 else 1


@rule
def clear_prior_set(state):
    for place in range(state.table_size):
        state.table[place] = UNSEEN
    state.table_size = 0
    state.owner = NO_SEAT


@rule
def deal(state, story):
    """[SCT-08] [SCT-51] Shuffled in order and orientation and dealt out; [SCT-09] a hand is a row in the order dealt.

    [SCT-V02] Two players get 11 of 44 cards each; the 22 kept are dealt in the second round."""
    deck = np.empty(CARDS, np.int64)
    n = 0
    for card in range(deck_size(state)):
        if not bits.has(state.gone, card):
            deck[n] = UPRIGHT[card]
            n += 1
    each = HAND_SIZES[state.players]
    chance.deal(state, deck, n, each * state.players, TURNED, Chance.DEAL, story)
    for seat in range(state.players):
        state.hand_size[seat] = each
        for place in range(ROW):
            state.hand[seat, place] = deck[seat * each + place] if place < each else UNSEEN


@rule
def start_with_holder(state):
    """[SCT-V03] Who was dealt 1/2 starts, so everybody knows who has it."""
    for seat in range(state.players):
        for place in range(state.hand_size[seat]):
            if card_of(state.hand[seat, place]) == CARD_1_2:
                state.start_seat = seat
                state.holder = seat


@rule
def answer_rotate(state, seat, rotates, story):
    """[SCT-46] [SCT-R01] Asked of all at once; that an answer was given is public, what it was never is.

    [SCT-R24] A hand is turned when its owner says so."""
    state.rotated[seat] = Rotated.YES if rotates else Rotated.NO
    if rotates:
        rotate_hand(state, seat)
    tell(story, EVERYBODY, Event.ANSWERED, seat, 0, 0)
    tell(story, only(seat), Event.ROTATED, seat, rotates, 0)
    if seats_with(state.rotated, state.players, Rotated.OPEN) == 0:
        state.phase = Phase.TURN
        state.to_act = state.start_seat  # [SCT-12]


@rule
def rotate_hand(state, seat):
    """[SCT-11] [SCT-R02] Every card is turned; the order from left to right stays."""
    for place in range(state.hand_size[seat]):
        state.hand[seat, place] = turned(state.hand[seat, place])
