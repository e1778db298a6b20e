"""The Trick To Survival: a challenge is revealed, the leader raises, everybody plays a card."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, tell, tell_four, tell_six
from lasttrick.games.trick_to_survival.state import (
    NO_CARD,
    NO_EVENT,
    NO_NUMBER,
    NO_SEAT,
    NO_SUIT,
    PLAY,
    RAISE,
    SUITS,
    Ask,
    Event,
    Memo,
    Step,
    suit_of,
    value_of,
)
from lasttrick.games.trick_to_survival.table import (
    ask,
    begin_step,
    close_question,
    is_alive,
    list_hand,
    remember,
    seat_after,
    seat_in_turn,
    show_card,
)

SPECIALTY = 2  # column of the role table


@rule
def reveal_challenge(state, story):
    """[TTS-21] The card of this phase: its suit is trump. [TTS-22] Then the leader chooses the multiplier."""
    at = 2 * (np.int64(state.day) - 1) + state.night
    state.challenge_card = state.challenge[at]
    state.challenge[at] = NO_CARD
    state.value = value_of(state.challenge_card)
    state.need_fixed = NO_NUMBER
    state.need_shift = 0
    state.no_wounds = 0
    state.changed = 0
    state.multiplier = 0
    state.led = NO_SUIT
    state.event = NO_EVENT
    tell(story, EVERYBODY, Event.CHALLENGE, state.challenge_card, state.night, 0)
    begin_step(state, Step.PLAY)
    state.trick_first = state.leader
    ask(state, Ask.RAISE, state.leader)


@rule
def list_raises(state, out):
    """[TTS-22] [TTS-80a] From n, the normal one, to 2n."""
    for i in range(state.players + 1):
        out[i] = RAISE + state.players + i
    return state.players + 1


@rule
def sum_needed(state):
    """[TTS-32] v × m."""
    return np.int64(state.value) * state.multiplier


@rule
def extra_tokens(state):
    """[TTS-34] m − n."""
    return np.int64(state.multiplier) - state.players


@rule
def answer_raise(state, action, story):
    state.multiplier = action - RAISE
    tell_four(story, EVERYBODY, Event.RAISED, state.leader, state.multiplier, sum_needed(state), extra_tokens(state))
    close_question(state)


# --- Trumps ---------------------------------------------------------------------------------------------------------


@rule
def trumps_needed(state):
    """[TTS-31] Half the living, rounded down, at least one; [TTS-88] unless an event says otherwise."""
    usual = max(np.int64(1), bits.count(state.alive) // 2)
    base = usual if state.need_fixed == NO_NUMBER else np.int64(state.need_fixed)
    return max(np.int64(0), base + state.need_shift)


@rule
def trumps_played(state):
    """[TTS-31] [TTS-100] By current suits, whoever played them."""
    trump = suit_of(state.challenge_card)
    trumps = np.int64(0)
    for seat in range(state.players):
        if state.suit_now[seat] == trump:
            trumps += 1
    return trumps


# --- Playing ---------------------------------------------------------------------------------------------------------


@rule
def go_on_play(state, story):
    """[TTS-23] In the morning one after the other, [TTS-39] at night all at once; [TTS-25] empty hands play nothing."""
    if state.night == 1:
        if seats_to_choose(state) != 0:
            ask(state, Ask.NIGHT, NO_SEAT)
        else:
            reveal_night_cards(state, story)
        return
    while state.turn < state.players:
        seat = seat_in_turn(state)
        if state.hand_size[seat] > 0:
            ask(state, Ask.PLAY, seat)
            return
        state.turn += 1
    state.step = Step.EVENT


@rule
def list_plays(state, seat, out):
    """[TTS-24] [TTS-80b] An alive player who holds the led suit plays it or a trump; anything else goes."""
    suits = bits.first(SUITS)
    if must_follow(state, seat):
        suits = bits.one(state.led) | bits.one(suit_of(state.challenge_card))
    return list_hand(state, seat, suits, PLAY, out, 0)


@rule
def must_follow(state, seat):
    """[TTS-24] The dead are free, so are those who lead or hold nothing of the led suit, [TTS-39] and all at night."""
    if state.night == 1 or state.led == NO_SUIT or not is_alive(state, seat):
        return False
    return state.hand[seat, state.led] != 0


@rule
def answer_play(state, seat, action, story):
    card = action - PLAY
    remember_void(state, seat, card)
    lay_card(state, seat, card, story)
    state.turn += 1
    close_question(state)


@rule
def remember_void(state, seat, card):
    """[TTS-24] An alive follower who plays neither led suit nor trump shows that the hand has no led suit."""
    if state.led == NO_SUIT or not is_alive(state, seat):
        return
    suit = suit_of(card)
    if suit != state.led and suit != suit_of(state.challenge_card):
        remember(state, Memo.VOID, seat, state.led)


@rule
def remember_shyness(state, seat, card):
    """Where a trump is wanted yet, or at night may be, all note who of the living plays none, but for the leader."""
    trump = suit_of(state.challenge_card)
    is_wanted = state.night == 1 or trumps_played(state) < trumps_needed(state)
    if state.led != NO_SUIT and is_wanted and suit_of(card) != trump and is_alive(state, seat):
        remember(state, Memo.SHY, seat, trump)


@rule
def lay_card(state, seat, card, story):
    """[TTS-26] A card on the table: +1 if it is of the special suit of its alive owner. The first sets the led suit."""
    remember_shyness(state, seat, card)
    show_card(state, seat, card)
    suit = suit_of(card)
    state.played[seat] = card
    state.suit_now[seat] = suit
    is_special = state.role_table[state.role[seat], SPECIALTY] == suit
    state.bonus[seat] = 1 if is_special and is_alive(state, seat) else 0
    if state.led == NO_SUIT:
        state.led = suit
    is_trump = 1 if suit == suit_of(state.challenge_card) else 0
    value, is_raised = card_value(state, seat), state.bonus[seat]
    tell_six(story, EVERYBODY, Event.PLAYED, seat, card, value, is_raised, is_trump, 0)


@rule
def card_value(state, seat):
    """The value of a seat's card in the trick, with everything that was added."""
    return value_of(state.played[seat]) + state.bonus[seat]


@rule
def seats_to_choose(state):
    """[TTS-39] The seats whose night card is still to be chosen."""
    seats = np.int64(0)
    for seat in range(state.players):
        if state.hand_size[seat] > 0 and state.chosen[seat] == NO_CARD:
            seats |= bits.one(seat)
    return seats


@rule
def answer_night(state, seat, action, story):
    """[TTS-101] A chosen card stays in the hand; that it was chosen is public."""
    state.chosen[seat] = action - PLAY
    tell(story, EVERYBODY, Event.CHOSE, seat, 0, 0)
    if seats_to_choose(state) == 0:
        close_question(state)


@rule
def reveal_night_cards(state, story):
    """[TTS-39] All at once, told in turn order; the first of them sets the led suit."""
    for place in range(state.players):
        seat = seat_after(state, state.first, place)
        if state.chosen[seat] != NO_CARD:
            card = state.chosen[seat]
            state.chosen[seat] = NO_CARD
            lay_card(state, seat, card, story)
    state.step = Step.EVENT


# --- The event check -------------------------------------------------------------------------------------------------


@rule
def is_event_due(state):
    """[TTS-27] Two cards or more, and none but the first of the led suit by its print; [TTS-39] also at night."""
    if state.night == 1 and state.night_events == 0:
        return False
    cards = 0
    of_led_suit = 0
    for seat in range(state.players):
        if state.played[seat] != NO_CARD:
            cards += 1
            if suit_of(state.played[seat]) == state.led:
                of_led_suit += 1
    return cards >= 2 and of_led_suit == 1
