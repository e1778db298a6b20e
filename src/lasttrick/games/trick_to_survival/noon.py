"""The Trick To Survival: noon. Everybody takes a card, or places one and uses the action of its suit, or passes."""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, only, tell, tell_four
from lasttrick.games.trick_to_survival.state import (
    AMMUNITION,
    CARDS,
    DAYS,
    DECLINE,
    FOOD,
    MEDICINE,
    NAME,
    NO_SEAT,
    NO_SUIT,
    PASS,
    PLACE,
    SANITY,
    SEATS,
    SHELTER,
    STEAL,
    SUITS,
    SWAP,
    SWITCH,
    TAKE,
    TARGET,
    WATER,
    Ask,
    Chance,
    Event,
    Memo,
    Step,
    suit_of,
)
from lasttrick.games.trick_to_survival.table import (
    ask,
    cards_of,
    close_question,
    gain,
    is_alive,
    lay_before_tomorrow,
    lay_on_section,
    leave_hand,
    lift_from_section,
    list_hand,
    may_gain,
    pay,
    put_in_hand,
    receive_openly,
    remember,
    seat_in_turn,
    show_card,
    take_ward,
    turn_up,
)
from lasttrick.games.trick_to_survival.wounds import wound

MUCH_AMMUNITION = 3  # [TTS-57]
ENOUGH_SHELTER = 4  # [TTS-58]


@rule
def go_on_noon(state):
    """[TTS-40] In turn order each player, alive or dead; then the night falls."""
    if state.turn < state.players:
        ask(state, Ask.NOON, seat_in_turn(state))
        return
    state.night = 1
    state.actor = NO_SEAT
    state.acted_suit = NO_SUIT
    state.step = Step.CHALLENGE


@rule
def list_noon(state, seat, out):
    """[TTS-80f] [TTS-41] Take if today's section has a card; [TTS-43] [TTS-47] place a card of an unused suit; pass."""
    n = 0
    if state.section_size[state.day - 1] > 0:
        out[0] = TAKE
        n = 1
    n = list_hand(state, seat, bits.first(SUITS) & ~np.int64(state.used_suits), PLACE, out, n)
    out[n] = PASS
    return n + 1


@rule
def answer_noon(state, seat, action, story):
    close_question(state)
    state.turn += 1
    if action == TAKE:
        take_card(state, seat, story)
    elif action == PASS:
        tell(story, EVERYBODY, Event.PASSED, seat, 0, 0)
    else:
        place_card(state, seat, action - PLACE, story)


@rule
def take_card(state, seat, story):
    """[TTS-41] The top card of today's section, seen by all."""
    section = np.int64(state.day) - 1
    card = lift_from_section(state, section)
    receive_openly(state, seat, card)
    tell(story, EVERYBODY, Event.TOOK, seat, card, 0)
    turn_up(state, section, story)


@rule
def place_card(state, seat, card, story):
    """[TTS-42] On tomorrow's section; [TTS-102] the suit is used and counted before its action."""
    suit = suit_of(card)
    show_card(state, seat, card)
    lay_before_tomorrow(state, card)
    tell(story, EVERYBODY, Event.PLACED, seat, card, 0)
    state.used_suits |= bits.one(suit)
    state.actor = seat
    state.acted_suit = suit
    if is_alive(state, seat):
        count_act(state, seat, suit)
        act_alive(state, seat, suit, story)
    else:
        act_dead(state, seat)


@rule
def count_act(state, seat, suit):
    """[TTS-90] [TTS-107] Actions used while alive count, with or without effect."""
    state.acts[seat] += 1
    if suit == AMMUNITION:
        state.ammo_acts[seat] += 1


# --- The actions of the living ---------------------------------------------------------------------------------------


@rule
def act_alive(state, seat, suit, story):
    """[TTS-43] An action without a legal target has no effect. [TTS-102] Only Water can be declined."""
    if suit == FOOD:
        gain(state, seat, FOOD, 2, story)
        if food_victims(state) != 0:
            ask(state, Ask.FOOD, state.leader)
    elif suit == WATER:
        ask(state, Ask.SWITCH, seat)
    elif suit == AMMUNITION:
        if has_loot(state, seat):
            ask(state, Ask.STEAL, seat)
    elif suit == SHELTER:
        take_ward(state, seat, story)  # [TTS-52]
    elif suit == SANITY:
        if state.hand_size[seat] > 0:
            ask(state, Ask.SWAP, seat)
    elif targets(state) != 0:
        ask(state, Ask.TARGET, seat)


@rule
def food_victims(state):
    """[TTS-49] Players other than the actor with Food, alive or dead."""
    seats = np.int64(0)
    for seat in range(state.players):
        if seat != state.actor and state.tokens[seat, FOOD] > 0:
            seats |= bits.one(seat)
    return seats


@rule
def answer_food(state, seat, action, story):
    """[TTS-49] The leader names who discards a Food. [TTS-48] Nobody is made to discard what is not there."""
    close_question(state)
    tell(story, EVERYBODY, Event.NAMED, seat, action - NAME, 0)
    pay(state, action - NAME, FOOD, 1, story)


@rule
def list_switches(state, seat, out):
    """[TTS-50] [TTS-102] Any hand card against the top of any section with a card, or decline."""
    hand = np.empty(CARDS, np.int64)
    n = 0
    for i in range(cards_of(state.hand[seat], hand)):
        for section in range(state.days):
            if state.section_size[section] > 0:
                out[n] = SWITCH + hand[i] * DAYS + section
                n += 1
    out[n] = DECLINE
    return n + 1


@rule
def answer_switch(state, seat, action, story):
    """[TTS-50] The two cards change places at once, so the card below is not turned; the one put down lies face up."""
    close_question(state)
    if action == DECLINE:
        tell(story, EVERYBODY, Event.DECLINED, seat, 0, 0)
        return
    card, section = (action - SWITCH) // DAYS, (action - SWITCH) % DAYS
    taken = lift_from_section(state, section)
    show_card(state, seat, card)
    lay_on_section(state, section, card)
    receive_openly(state, seat, taken)
    tell_four(story, EVERYBODY, Event.SWITCHED, seat, card, taken, section + 1)


@rule
def may_steal(state, seat, other, kind):
    """[TTS-51] From another alive player who has it, if the actor has room."""
    if other == seat or not is_alive(state, other):
        return False
    return state.tokens[other, kind] > 0 and may_gain(state, seat, kind)


@rule
def has_loot(state, seat):
    for other in range(state.players):
        for kind in range(SUITS):
            if may_steal(state, seat, other, kind):
                return True
    return False


@rule
def list_steals(state, seat, out):
    n = 0
    for other in range(state.players):
        for kind in range(SUITS):
            if may_steal(state, seat, other, kind):
                out[n] = STEAL + other * SUITS + kind
                n += 1
    return n


@rule
def answer_steal(state, seat, action, story):
    close_question(state)
    other, kind = (action - STEAL) // SUITS, (action - STEAL) % SUITS
    state.tokens[other, kind] -= 1
    state.tokens[seat, kind] += 1
    tell(story, EVERYBODY, Event.STOLE, seat, other, kind)


@rule
def list_swaps(state, seat, out):
    """[TTS-53] Any hand card, to any other player."""
    hand = np.empty(CARDS, np.int64)
    n = 0
    for i in range(cards_of(state.hand[seat], hand)):
        for other in range(state.players):
            if other != seat:
                out[n] = SWAP + hand[i] * SEATS + other
                n += 1
    return n


@rule
def answer_swap(state, seat, action, story):
    """[TTS-53] Give a card, take a random one back; [TTS-82] [TTS-109] both see both, the others only who with whom."""
    close_question(state)
    card, other = (action - SWAP) // SEATS, (action - SWAP) % SEATS
    leave_hand(state, seat, card)
    put_in_hand(state, other, card)
    taken = random_card(state, other, Chance.SWAP_CARD, story)
    leave_hand(state, other, taken)
    put_in_hand(state, seat, taken)
    remember(state, Memo.SWAP, seat, other)
    remember(state, Memo.GIVEN, other, card)
    remember(state, Memo.TAKEN, seat, taken)
    tell(story, EVERYBODY, Event.SWAPPED, seat, other, 0)
    tell_four(story, only(seat) | only(other), Event.SWAP_CARDS, seat, other, card, taken)


@rule
def random_card(state, seat, event, story):
    hand = np.empty(CARDS, np.int64)
    n = cards_of(state.hand[seat], hand)
    return chance.pick(state, hand, n, event, story)


# --- Targets: Medicine of the living, all actions of the dead --------------------------------------------------------


@rule
def act_dead(state, seat):
    """[TTS-43] The dead choose a living target, if there is one."""
    if targets(state) != 0:
        ask(state, Ask.TARGET, seat)


@rule
def targets(state):
    """[TTS-61] Whom the action of the actor can meet: always the living."""
    suit = np.int64(state.acted_suit)
    if not is_alive(state, state.actor) and suit in (FOOD, WATER):
        return extreme_targets(state, suit)
    seats = np.int64(0)
    for seat in range(state.players):
        if is_alive(state, seat) and is_target(state, seat, suit):
            seats |= bits.one(seat)
    return seats


@rule
def is_target(state, seat, suit):
    """[TTS-54] [TTS-60] Medicine: with a wound. [TTS-57] [TTS-58] [TTS-59] The dead's Ammunition, Shelter, Sanity."""
    if suit == MEDICINE:
        return state.wounds[seat] > 0
    if suit == AMMUNITION:
        return state.tokens[seat, AMMUNITION] >= MUCH_AMMUNITION
    if suit == SHELTER:
        return state.tokens[seat, SHELTER] < ENOUGH_SHELTER
    return state.hand_size[seat] > 0


@rule
def extreme_targets(state, suit):
    """[TTS-55] The most Food, [TTS-62] at least one; [TTS-56] the least Water, even none. Ties are the actor's."""
    best = np.int64(-1000) if suit == WATER else np.int64(1)
    seats = np.int64(0)
    for seat in range(state.players):
        if is_alive(state, seat):
            number = np.int64(state.tokens[seat, suit])
            if suit == WATER:
                number = -number
            if number > best:
                best = number
                seats = np.int64(0)
            if number == best:
                seats |= bits.one(seat)
    return seats


@rule
def answer_target(state, seat, action, story):
    """[TTS-54] The living heal; [TTS-55] [TTS-56] [TTS-57] [TTS-58] [TTS-60] the dead wound; [TTS-59] or look."""
    close_question(state)
    other = action - TARGET
    tell(story, EVERYBODY, Event.NAMED, seat, other, 0)
    if is_alive(state, seat):
        state.wounds[other] -= 1
        tell(story, EVERYBODY, Event.HEALED, other, 1, 0)
    elif state.acted_suit == SANITY:
        look(state, seat, other, story)
    else:
        wound(state, other, 1)


@rule
def look(state, seat, other, story):
    """[TTS-59] A random card of the target; if it is Sanity, two wounds. [TTS-82] Actor and owner see it."""
    card = random_card(state, other, Chance.LOOK_CARD, story)
    remember(state, Memo.LOOK, seat, other)
    remember(state, Memo.SEEN, other, card)
    tell(story, EVERYBODY, Event.LOOKED, seat, other, 0)
    tell(story, only(seat) | only(other), Event.LOOK_CARD, seat, other, card)
    if suit_of(card) == SANITY:
        wound(state, other, 2)
