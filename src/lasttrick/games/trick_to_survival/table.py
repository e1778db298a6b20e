"""The Trick To Survival: what every phase does with seats, questions, tokens, cards and the river."""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, tell, tell_four
from lasttrick.core.tricks import list_members
from lasttrick.games.trick_to_survival.state import (
    LOG,
    NO_CARD,
    NO_SEAT,
    SUITS,
    VALUES,
    Ask,
    Event,
    Memo,
    Step,
    suit_of,
    value_of,
)

# --- Seats, steps and questions --------------------------------------------------------------------------------------


@rule
def is_alive(state, seat):
    """[TTS-01]"""
    return bits.has(state.alive, seat)


@rule
def has_ward(state, seat):
    return bits.has(state.wards, seat)


@rule
def seat_after(state, seat, places):
    """[TTS-01] So many places clockwise (at most once around)."""
    following = np.int64(seat) + places
    return following - state.players if following >= state.players else following


@rule
def seat_in_turn(state):
    """[TTS-02] [TTS-98] The seat reached in the order that was fixed when the step began."""
    return seat_after(state, state.first, state.turn)


@rule
def begin_step(state, step):
    """[TTS-02] The order of a step starts with the leader of that moment."""
    state.step = step
    state.first = state.leader
    state.turn = 0


@rule
def ask(state, question, seat):
    """[TTS-99] Open a question; it is asked even if only one answer is legal."""
    state.ask = question
    state.to_act = seat


@rule
def close_question(state):
    state.ask = Ask.NONE
    state.to_act = NO_SEAT


@rule
def end_match(state, ending, story):
    """[TTS-106] The match is over and all dealt traits are public; hidden cards are not."""
    state.step = Step.OVER
    state.ask = Ask.OVER
    state.to_act = NO_SEAT
    state.ending = ending
    state.shown = bits.first(state.players)
    for seat in range(state.players):
        tell(story, EVERYBODY, Event.TRAIT_SHOWN, seat, state.trait[seat], 0)
    tell(story, EVERYBODY, Event.OVER, ending, 0, 0)


# --- Tokens ----------------------------------------------------------------------------------------------------------


@rule
def gain(state, seat, kind, count, story):
    """[TTS-68] [TTS-06] Tokens from the supply, which never runs out; those beyond the cap are lost."""
    count = min(np.int64(count), np.int64(state.token_cap) - state.tokens[seat, kind])
    if count > 0:
        state.tokens[seat, kind] += count
        tell_four(story, EVERYBODY, Event.GAINED, seat, kind, count, state.step)


@rule
def pay(state, seat, kind, count, story):
    """Tokens back to the supply, as far as there are any; gives how many were missing."""
    paid = min(np.int64(count), np.int64(state.tokens[seat, kind]))
    if paid > 0:
        state.tokens[seat, kind] -= paid
        tell(story, EVERYBODY, Event.PAID, seat, kind, paid)
    return count - paid


@rule
def may_gain(state, seat, kind):
    """[TTS-68]"""
    return state.tokens[seat, kind] < state.token_cap


@rule
def take_ward(state, seat, story):
    """[TTS-08] [TTS-52] At most one ward a player."""
    if not has_ward(state, seat):
        state.wards |= bits.one(seat)
        tell(story, EVERYBODY, Event.WARD_TAKEN, seat, 0, 0)


# --- Hands and their memory ------------------------------------------------------------------------------------------


@rule
def remember(state, kind, seat, what):
    """Add an entry to the week's memory of hands."""
    if state.log_used == LOG:
        state.log_lost = 1
        return
    state.log[state.log_used] = kind * 1024 + np.int64(seat) * 128 + np.int64(what)
    state.log_used += 1


@rule
def is_in_hand(state, seat, card):
    return bits.has(state.hand[seat, suit_of(card)], value_of(card) - 1)


@rule
def put_in_hand(state, seat, card):
    state.hand[seat, suit_of(card)] |= bits.one(value_of(card) - 1)
    state.hand_size[seat] += 1


@rule
def leave_hand(state, seat, card):
    state.hand[seat, suit_of(card)] &= ~bits.one(value_of(card) - 1)
    state.hand_size[seat] -= 1


@rule
def show_card(state, seat, card):
    """A card leaves a hand before all eyes."""
    leave_hand(state, seat, card)
    remember(state, Memo.OUT, seat, card)


@rule
def receive_openly(state, seat, card):
    """[TTS-109] Cards taken from the river or by E18 are seen by all."""
    put_in_hand(state, seat, card)
    remember(state, Memo.IN, seat, card)


@rule
def cards_of(words, out):
    """Write the cards of six suit sets in rising order; gives how many."""
    n = 0
    for suit in range(SUITS):
        n = list_members(words[suit], suit * VALUES, out, n)
    return n


@rule
def list_hand(state, seat, suits, offset, out, n):
    """Add the actions offset + card for the hand's cards of these suits, in rising order; gives the new count."""
    for suit in range(SUITS):
        if bits.has(suits, suit):
            n = list_members(state.hand[seat, suit], offset + suit * VALUES, out, n)
    return n


# --- The river and the discard pile ----------------------------------------------------------------------------------


@rule
def discard(state, card):
    """[TTS-38] Face up."""
    state.discard[suit_of(card)] |= bits.one(value_of(card) - 1)


@rule
def lay_on_section(state, section, card):
    """On top of a section, face up."""
    state.under[card] = state.top[section]
    state.top[section] = card
    state.section_size[section] += 1


@rule
def lift_from_section(state, section):
    """The top card leaves its section; what lies below stays as it is."""
    card = np.int64(state.top[section])
    state.top[section] = state.under[card]
    state.under[card] = NO_CARD
    state.section_size[section] -= 1
    return card


@rule
def turn_up(state, section, story):
    """[TTS-17] The top card of a section is face up, and stays known ever after."""
    if state.section_size[section] > 0 and state.face_down[section] == state.section_size[section]:
        state.face_down[section] -= 1
        tell(story, EVERYBODY, Event.TURNED_UP, section + 1, state.top[section], 0)


@rule
def lay_before_tomorrow(state, card):
    """[TTS-42] [TTS-37] On top of tomorrow's section; on the last day, on the discard pile."""
    if state.day < state.days:
        lay_on_section(state, state.day, card)
    else:
        discard(state, card)
