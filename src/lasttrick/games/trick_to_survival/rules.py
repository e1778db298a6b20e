"""The Trick To Survival: survive three weeks together, and keep your secret. Rules page:
docs/reference/rules/trick_to_survival.md.

**The agenda.** The record says where the day stands (`step`), who began that step and how far it has come (`first`,
`turn`), how many wounds are due to whom (`wounded`, `wounds_due`), and which question is open (`ask`, `to_act`).
`apply` gives the answer to the module of the phase, which closes the question; `advance` then moves the agenda notch by
notch until the next question is open or the match is over. Wounds that are due always come first, so a ward or a death
inside upkeep, an event or a noon action needs no memory of its own. Every step is bounded and the calendar only moves
forward, so every match ends [TTS-94]. Talk is free and outside the engine [TTS-84].

=============  =====================================================================
`week`         set-up, the week deal, days, the end
`challenge`    reveal, raise, play
`events`       the event and its questions; `conditions` for `where` and traits
`outcome`      modify, success and failure, the pool, discard
`noon`         take, place, suit actions
`camp`         trade and craft, upkeep
`wounds`       wards and death
=============  =====================================================================
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import list_members
from lasttrick.games.trick_to_survival import camp, challenge, events, noon, outcome, week, wounds
from lasttrick.games.trick_to_survival.state import (
    ACCEPT,
    CHOOSE_A,
    CHOOSE_B,
    DECLINE,
    NAME,
    REVEAL_NO,
    REVEAL_YES,
    TARGET,
    WARD_NO,
    WARD_YES,
    Ask,
    Ending,
    Step,
)


@entry
def start(state, story):
    """Set up, reveal the first challenge and ask the leader."""
    week.set_up(state, story)
    challenge.reveal_challenge(state, story)


@rule
def advance(state, story):
    """Move the agenda, notch by notch, until a question is open or the match is over."""
    while state.ask == Ask.NONE:
        step = state.step
        if state.wounds_due > 0:
            wounds.suffer(state, story)
        elif step == Step.PLAY:
            challenge.go_on_play(state, story)
        elif step == Step.EVENT:
            events.go_on_event(state, story)
        elif step == Step.MODIFY:
            outcome.go_on_modify(state)
        elif step == Step.OUTCOME:
            outcome.settle(state, story)
        elif step == Step.POOL:
            outcome.go_on_pool(state)
        elif step == Step.WOUNDS:
            outcome.go_on_wounds(state)
        elif step == Step.DISCARD:
            outcome.clear_trick(state, story)
        elif step == Step.NOON:
            noon.go_on_noon(state)
        elif step == Step.CAMP:
            camp.go_on_camp(state)
        elif step == Step.UPKEEP:
            camp.go_on_upkeep(state, story)
        elif step == Step.DAY_END:
            week.end_day(state, story)
        else:
            challenge.reveal_challenge(state, story)


# --- Who may do what -------------------------------------------------------------------------------------------------


@entry
def acting(state):
    """The set of seats that may decide now; [TTS-39] at night all that have not chosen, in any order."""
    if state.ask == Ask.NIGHT:
        return challenge.seats_to_choose(state)
    if state.ask == Ask.OVER:
        return np.int64(0)
    return bits.one(state.to_act)


@entry
def legal(state, seat, out):
    """[TTS-80] [TTS-99] Write the legal answers of an acting seat in rising order and count them."""
    question = state.ask
    if question in (Ask.PLAY, Ask.NIGHT):
        return challenge.list_plays(state, seat, out)
    if question == Ask.CAMP:
        return camp.list_camp(state, seat, out)
    if question == Ask.MODIFY:
        return outcome.list_modifications(state, seat, out)
    if question in (Ask.POOL, Ask.EXTRA):
        return outcome.list_assignments(state, out)
    if question == Ask.NOON:
        return noon.list_noon(state, seat, out)
    if question == Ask.OFFER:
        return list_two(ACCEPT, DECLINE, out)
    if question == Ask.RAISE:
        return challenge.list_raises(state, out)
    if question == Ask.SPARE:
        return outcome.list_spares(state, out)
    if question == Ask.FOOD:
        return list_members(noon.food_victims(state), NAME, out, 0)
    if question == Ask.SWITCH:
        return noon.list_switches(state, seat, out)
    if question == Ask.STEAL:
        return noon.list_steals(state, seat, out)
    if question == Ask.SWAP:
        return noon.list_swaps(state, seat, out)
    if question == Ask.TARGET:
        return list_members(noon.targets(state), TARGET, out, 0)
    if question == Ask.WARD:
        return list_two(WARD_YES, WARD_NO, out)
    if question == Ask.REVEAL:
        return list_two(REVEAL_YES, REVEAL_NO, out)
    if question == Ask.CHOOSE:
        return list_two(CHOOSE_A, CHOOSE_B, out)
    if question == Ask.GAIN:
        return events.list_gains(state, seat, out)
    if question == Ask.EXTREME:
        return list_members(events.extreme_players(state), NAME, out, 0)
    if question == Ask.GUARD:
        return events.list_guards(state, out)
    return events.list_gifts(state, out)


@rule
def list_two(a, b, out):
    out[0] = a
    out[1] = b
    return 2


# --- Deciding --------------------------------------------------------------------------------------------------------


@entry
def apply(state, seat, action, story):
    """Make one legal decision and everything that follows from it."""
    question = state.ask
    if question == Ask.PLAY:
        challenge.answer_play(state, seat, action, story)
    elif question == Ask.NIGHT:
        challenge.answer_night(state, seat, action, story)
    elif question == Ask.CAMP:
        camp.answer_camp(state, seat, action, story)
    elif question == Ask.OFFER:
        camp.answer_offer(state, seat, action, story)
    elif question == Ask.MODIFY:
        outcome.answer_modify(state, seat, action, story)
    elif question in (Ask.POOL, Ask.EXTRA):
        outcome.answer_assign(state, seat, action, story)
    elif question == Ask.NOON:
        noon.answer_noon(state, seat, action, story)
    elif question == Ask.RAISE:
        challenge.answer_raise(state, action, story)
    elif question == Ask.SPARE:
        outcome.answer_spare(state, action, story)
    elif question == Ask.FOOD:
        noon.answer_food(state, seat, action, story)
    elif question == Ask.SWITCH:
        noon.answer_switch(state, seat, action, story)
    elif question == Ask.STEAL:
        noon.answer_steal(state, seat, action, story)
    elif question == Ask.SWAP:
        noon.answer_swap(state, seat, action, story)
    elif question == Ask.TARGET:
        noon.answer_target(state, seat, action, story)
    elif question == Ask.WARD:
        wounds.answer_ward(state, action, story)
    elif question == Ask.REVEAL:
        wounds.answer_reveal(state, seat, action, story)
    elif question == Ask.CHOOSE:
        events.answer_choose(state, action, story)
    elif question == Ask.GAIN:
        events.answer_gain(state, seat, action, story)
    elif question == Ask.EXTREME:
        events.answer_extreme(state, seat, action, story)
    elif question == Ask.GUARD:
        events.answer_guard(state, action, story)
    else:
        events.answer_give(state, action, story)
    advance(state, story)


# --- Result ----------------------------------------------------------------------------------------------------------


@entry
def result(state, scores):
    """[TTS-79] The set of winners, any number of them; a winner scores 1, anybody else 0. None before the end."""
    winners = np.int64(0)
    for seat in range(state.players):
        scores[seat] = 0
        if state.ending != Ending.NONE and week.wins(state, seat):
            scores[seat] = 1
            winners |= bits.one(seat)
    return winners
