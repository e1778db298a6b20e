"""The Trick To Survival: set-up, the calendar, the end."""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, begin_line, only, tell
from lasttrick.games.trick_to_survival.conditions import holds
from lasttrick.games.trick_to_survival.content import MOST_TRAITS
from lasttrick.games.trick_to_survival.events import shuffle_events, shuffle_numbers
from lasttrick.games.trick_to_survival.state import (
    CARDS,
    CHALLENGES,
    DAYS,
    NO_CARD,
    NO_SEAT,
    SEATS,
    SUITS,
    VALUES,
    Chance,
    Ending,
    Event,
    Step,
)
from lasttrick.games.trick_to_survival.table import (
    cards_of,
    end_match,
    gain,
    is_alive,
    lay_on_section,
    put_in_hand,
    turn_up,
)


@rule
def set_up(state, story):
    """[TTS-97] Leader, roles, traits, events, tokens, then the first week."""
    if state.first_leader == NO_SEAT:
        state.leader = chance.pick_member(state, bits.first(state.players), Chance.FIRST_LEADER, story)  # [TTS-10]
    else:
        state.leader = state.first_leader
    tell(story, EVERYBODY, Event.LEADS_FIRST, state.leader, 0, 0)
    deal_characters(state, story)
    shuffle_events(state, story)
    state.alive = bits.first(state.players)
    for seat in range(state.players):
        for kind in range(SUITS):
            state.tokens[seat, kind] = 1  # [TTS-14] whatever a new week gives [TTS-110]
    state.week = 1
    start_week(state, story)


@rule
def deal_characters(state, story):
    """[TTS-09] [TTS-11] A role for each, face up; [TTS-12] a trait for each, secret; the others stay unseen."""
    order = np.empty(MOST_TRAITS, np.int64)
    shuffle_numbers(state, order, state.role_count, Chance.ROLES, story)
    for seat in range(state.players):
        state.role[seat] = order[seat]
        tell(story, EVERYBODY, Event.ROLE, seat, order[seat], 0)
    shuffle_numbers(state, order, state.trait_count, Chance.TRAITS, story)
    for seat in range(state.players):
        state.trait[seat] = order[seat]
        tell(story, only(seat), Event.TRAIT, seat, order[seat], 0)


# --- The week --------------------------------------------------------------------------------------------------------


@rule
def start_week(state, story):
    """[TTS-15] [TTS-18] A new deal and the first day."""
    tell(story, EVERYBODY, Event.WEEK_STARTS, state.week, 0, 0)
    gather_cards(state)
    deal_week(state, story)
    state.day = 0
    start_day(state, story)


@rule
def gather_cards(state):
    """[TTS-19] All cards come back; what was remembered of hands is worth nothing now."""
    for seat in range(SEATS):
        state.hand_size[seat] = 0
        for suit in range(SUITS):
            state.hand[seat, suit] = 0
    for suit in range(SUITS):
        state.discard[suit] = 0
    for section in range(DAYS):
        state.top[section] = NO_CARD
        state.section_size[section] = 0
        state.face_down[section] = 0
    for card in range(CARDS):
        state.under[card] = NO_CARD
    for i in range(CHALLENGES):
        state.challenge[i] = NO_CARD
    for i in range(state.log_used):
        state.log[i] = 0
    state.log_used = 0
    state.log_lost = 0


@rule
def deal_week(state, story):
    """[TTS-05] [TTS-15] [TTS-85] Shuffle; hands seat by seat, two challenges a day, the rest to the river."""
    deck = np.empty(CARDS, np.int64)
    n = 0
    for suit in range(SUITS):
        for value in range(state.values):
            deck[n] = suit * VALUES + value
            n += 1
    chance.shuffle(state, deck, n, Chance.WEEK_DEAL, story)
    at = 0
    for seat in range(state.players):
        for _ in range(state.dealt):
            put_in_hand(state, seat, deck[at])
            at += 1
        tell_hand(state, seat, story)
    for i in range(2 * state.days):
        state.challenge[i] = deck[at]
        at += 1
    deal_river(state, deck, at, n, story)


@rule
def deal_river(state, deck, at, n, story):
    """[TTS-15] [TTS-16] One at a time face down to the sections of days 2 to the last; their tops are turned up."""
    section = 1
    for i in range(at, n):
        lay_on_section(state, section, deck[i])
        state.face_down[section] += 1
        section = section + 1 if section + 1 < state.days else 1
    for i in range(state.days):
        turn_up(state, i, story)


@rule
def tell_hand(state, seat, story):
    cards = np.empty(CARDS, np.int64)
    n = cards_of(state.hand[seat], cards)
    at = begin_line(story, only(seat), Event.DEALT, n + 1)
    if at >= 0:
        story.lines[at] = seat
        for i in range(n):
            story.lines[at + 1 + i] = cards[i]


@rule
def start_day(state, story):
    """[TTS-18] [TTS-20] A new day: the suits of the day before may be used again."""
    state.day += 1
    state.night = 0
    state.used_suits = 0
    state.step = Step.CHALLENGE
    tell(story, EVERYBODY, Event.DAY_STARTS, state.week, state.day, 0)


@rule
def end_day(state, story):
    """[TTS-107] The leader has led one more day; then the next day, the next week, or [TTS-76] the safe house."""
    state.lead_days[state.leader] += 1
    if state.day < state.days:
        start_day(state, story)
    elif state.week < state.weeks:
        state.week += 1
        provision(state, story)
        start_week(state, story)
    else:
        end_match(state, Ending.SAFE_HOUSE, story)


@rule
def provision(state, story):
    """[TTS-19] A new week: tokens for everybody, and the living are healed."""
    for seat in range(state.players):
        for kind in range(SUITS):
            gain(state, seat, kind, state.week_tokens, story)
        if state.week_heals == 1 and is_alive(state, seat):
            state.wounds[seat] = 0


# --- Winning ---------------------------------------------------------------------------------------------------------


@rule
def wins(state, seat):
    """[TTS-77] [TTS-91] [TTS-92] In the safe house by the trait; [TTS-78] if nobody is there, everybody wins."""
    if state.ending == Ending.NATURE:
        return True
    return is_alive(state, seat) and holds(state, seat, state.trait_at[state.trait[seat]])
