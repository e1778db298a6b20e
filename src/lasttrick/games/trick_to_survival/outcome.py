"""The Trick To Survival: the trick is modified, judged and cleared away."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, tell, tell_four, tell_six
from lasttrick.core.tricks import list_members
from lasttrick.games.trick_to_survival.challenge import (
    card_value,
    extra_tokens,
    sum_needed,
    trumps_needed,
    trumps_played,
)
from lasttrick.games.trick_to_survival.state import (
    ASSIGN,
    BOOST,
    CHANGE,
    DONE,
    NO_CARD,
    NO_SEAT,
    NO_SUIT,
    NOBODY,
    PLACES,
    SEATS,
    SPARE,
    SUITS,
    Ask,
    Cause,
    Event,
    Step,
    suit_of,
)
from lasttrick.games.trick_to_survival.table import (
    ask,
    begin_step,
    close_question,
    discard,
    gain,
    is_alive,
    lay_before_tomorrow,
    may_gain,
    seat_after,
    seat_in_turn,
)
from lasttrick.games.trick_to_survival.wounds import wound

CHANGE_COST = 2  # [TTS-29]


# --- Modify [TTS-28] -------------------------------------------------------------------------------------------------


@rule
def go_on_modify(state):
    """[TTS-28] [TTS-100] Everybody in turn order, even if nobody has a card."""
    if state.turn < state.players:
        ask(state, Ask.MODIFY, seat_in_turn(state))
    else:
        begin_step(state, Step.OUTCOME)


@rule
def may_change(state, seat, other, suit):
    """[TTS-29] One change a challenge: two tokens of a suit that the card does not have."""
    if state.changed == 1 or state.played[other] == NO_CARD:
        return False
    return state.tokens[seat, suit] >= CHANGE_COST and state.suit_now[other] != suit


@rule
def may_boost(state, seat, other, kind):
    """[TTS-30] One token, one value, and all on the same card."""
    if state.played[other] == NO_CARD or state.tokens[seat, kind] == 0:
        return False
    return state.boosted == NO_SEAT or state.boosted == other


@rule
def list_modifications(state, seat, out):
    """[TTS-80c]"""
    n = 0
    for other in range(state.players):
        for suit in range(SUITS):
            if may_change(state, seat, other, suit):
                out[n] = CHANGE + other * SUITS + suit
                n += 1
    for other in range(state.players):
        for kind in range(SUITS):
            if may_boost(state, seat, other, kind):
                out[n] = BOOST + other * SUITS + kind
                n += 1
    out[n] = DONE
    return n + 1


@rule
def answer_modify(state, seat, action, story):
    close_question(state)
    if action == DONE:
        state.turn += 1
        state.boosted = NO_SEAT
    elif action >= BOOST:
        other, kind = (action - BOOST) // SUITS, (action - BOOST) % SUITS
        state.tokens[seat, kind] -= 1
        state.bonus[other] += 1
        state.boosted = other
        tell(story, EVERYBODY, Event.BOOSTED, seat, other, kind)
    else:
        other, suit = (action - CHANGE) // SUITS, (action - CHANGE) % SUITS
        state.tokens[seat, suit] -= CHANGE_COST
        state.suit_now[other] = suit
        state.changed = 1
        tell(story, EVERYBODY, Event.CHANGED, seat, other, suit)


# --- Outcome ---------------------------------------------------------------------------------------------------------


@rule
def sum_played(state):
    values = np.int64(0)
    for seat in range(state.players):
        if state.played[seat] != NO_CARD:
            values += card_value(state, seat)
    return values


@rule
def rank(state, seat):
    """[TTS-33] Trumps above the led suit above all others, then the value."""
    suit = state.suit_now[seat]
    if suit == suit_of(state.challenge_card):
        above = 2
    elif suit == state.led:
        above = 1
    else:
        above = 0
    return above * 4096 + card_value(state, seat)


@rule
def cause_of_winning(state, seat):
    """[TTS-33] Whether the winner's card is a trump or of the led suit, as it lies."""
    if state.suit_now[seat] == suit_of(state.challenge_card):
        return Cause.TRUMP
    return Cause.LED if state.suit_now[seat] == state.led else Cause.NONE


@rule
def highest(state, seats):
    """[TTS-33] Whose card ranks highest among these seats, the earlier in the order of play on equal ranks."""
    best = np.int64(-100000)
    winner = np.int64(NO_SEAT)
    for place in range(state.players):
        seat = seat_after(state, state.trick_first, place)
        if bits.has(seats, seat) and state.played[seat] != NO_CARD and rank(state, seat) > best:
            best = rank(state, seat)
            winner = seat
    return winner


@rule
def settle(state, story):
    """[TTS-31] [TTS-32] Success or failure, [TTS-98] in the order of the leader so far, [TTS-37] and who won."""
    trumps, values, wanted = trumps_played(state), sum_played(state), sum_needed(state)
    winner = highest(state, bits.first(SEATS))
    state.dead_won = 0
    if winner != NO_SEAT:
        tell(story, EVERYBODY, Event.TRICK_WON, winner, state.played[winner], cause_of_winning(state, winner))
        if not is_alive(state, winner):
            state.dead_won = 1
    few, low = trumps < trumps_needed(state), values < wanted
    is_success = not few and not low
    if is_success:
        tell_four(story, EVERYBODY, Event.SUCCESS, trumps, values, wanted, trumps_needed(state))
    else:
        cause = Cause.BOTH if few and low else Cause.TRUMPS if few else Cause.SUM
        tell_six(story, EVERYBODY, Event.FAILURE, trumps, values, wanted, trumps_needed(state), cause, 0)
    if is_success and state.night == 0:
        change_leader(state, story)
    take_own_tokens(state, story)
    if is_success:
        begin_pool(state)
    else:
        begin_failure(state)


@rule
def change_leader(state, story):
    """[TTS-34] The best card of an alive player makes its owner leader; [TTS-100] without one the leader stays."""
    best = highest(state, state.alive)
    if best != NO_SEAT and best != state.leader:
        state.leader = best
        tell(story, EVERYBODY, Event.LEADER, best, 0, 0)


@rule
def take_own_tokens(state, story):
    """[TTS-34] [TTS-36] [TTS-03] Each player, alive or dead, takes one token of the card's current suit;
    [TTS-37] only the dead, if they won. [TTS-25] Who played nothing gets nothing."""
    for place in range(state.players):
        seat = seat_after(state, state.first, place)
        if state.played[seat] != NO_CARD and (state.dead_won == 0 or not is_alive(state, seat)):
            gain(state, seat, state.suit_now[seat], 1, story)


# --- Success: the pool -----------------------------------------------------------------------------------------------


@rule
def begin_pool(state):
    """[TTS-34] [TTS-35] One token a card, then m − n extras, by the leader of now; [TTS-37] none if the dead won."""
    state.step = Step.DISCARD if state.dead_won == 1 else Step.POOL
    state.first = state.trick_first
    state.turn = 0
    state.extras = extra_tokens(state)


@rule
def go_on_pool(state):
    """[TTS-100] Pool tokens in order of play, then the extras."""
    while state.turn < state.players:
        if state.played[seat_in_turn(state)] != NO_CARD:
            ask(state, Ask.POOL, state.leader)
            return
        state.turn += 1
    if state.extras > 0:
        ask(state, Ask.EXTRA, state.leader)
    else:
        state.step = Step.DISCARD


@rule
def suits_on_offer(state):
    """[TTS-34] In the pool the suit of the card in question, for an extra any suit in the trick."""
    if state.ask == Ask.POOL:
        return bits.one(state.suit_now[seat_in_turn(state)])
    suits = np.int64(0)
    for seat in range(state.players):
        if state.played[seat] != NO_CARD:
            suits |= bits.one(state.suit_now[seat])
    return suits


@rule
def list_assignments(state, out):
    """[TTS-35] [TTS-80d] To an alive player with room for it, or to nobody."""
    suits = suits_on_offer(state)
    n = 0
    while suits != 0:
        kind = bits.lowest(suits)
        suits = bits.without_lowest(suits)
        for seat in range(state.players):
            if is_alive(state, seat) and may_gain(state, seat, kind):
                out[n] = ASSIGN + kind * PLACES + seat
                n += 1
        out[n] = ASSIGN + kind * PLACES + NOBODY
        n += 1
    return n


@rule
def answer_assign(state, seat, action, story):
    kind, other = (action - ASSIGN) // PLACES, (action - ASSIGN) % PLACES
    if state.ask == Ask.POOL:
        state.turn += 1
    else:
        state.extras -= 1
    close_question(state)
    tell(story, EVERYBODY, Event.ASSIGNED, seat, NO_SEAT if other == NOBODY else other, kind)
    if other != NOBODY:
        state.tokens[other, kind] += 1


# --- Failure: wounds -------------------------------------------------------------------------------------------------


@rule
def begin_failure(state):
    """[TTS-36] The leader may spare one alive player; [TTS-88] with `no_wounds` there is nothing to spare from."""
    state.step = Step.WOUNDS
    state.spared = NO_SEAT
    if state.no_wounds == 1:
        state.step = Step.DISCARD
    else:
        ask(state, Ask.SPARE, state.leader)


@rule
def list_spares(state, out):
    """[TTS-80e] Any alive player, the leader too, or nobody."""
    n = list_members(state.alive, SPARE, out, 0)
    out[n] = SPARE + NOBODY
    return n + 1


@rule
def answer_spare(state, action, story):
    close_question(state)
    state.spared = NO_SEAT if action == SPARE + NOBODY else action - SPARE
    tell(story, EVERYBODY, Event.SPARED, state.leader, state.spared, 0)


@rule
def go_on_wounds(state):
    """[TTS-36] Every other alive player takes a wound, in turn order."""
    if state.turn == state.players:
        state.step = Step.DISCARD
        return
    seat = seat_in_turn(state)
    state.turn += 1
    if seat != state.spared:
        wound(state, seat, 1)


# --- Discard ---------------------------------------------------------------------------------------------------------


@rule
def clear_trick(state, story):
    """[TTS-38] Challenge and trick are discarded; [TTS-37] a trick won by the dead goes to tomorrow's section."""
    discard(state, state.challenge_card)
    state.challenge_card = NO_CARD
    if state.dead_won == 1 and state.day < state.days:
        tell(story, EVERYBODY, Event.TO_RIVER, state.day + 1, 0, 0)
    for place in range(state.players):
        seat = seat_after(state, state.trick_first, place)
        card = state.played[seat]
        if card != NO_CARD:
            if state.dead_won == 1:
                lay_before_tomorrow(state, card)
            else:
                discard(state, card)
        state.played[seat] = NO_CARD
        state.suit_now[seat] = NO_SUIT
        state.bonus[seat] = 0
    state.dead_won = 0
    state.spared = NO_SEAT
    begin_step(state, Step.CAMP if state.night == 1 else Step.NOON)
