"""The Trick To Survival: wounds, wards and death.

Wounds never wait on each other: a rule sets how many are due to one seat, and `suffer` is called for one after the
other, before anything else goes on, until none is due. In between the seat may be asked about its ward or its trait.
"""

from lasttrick.core import bits
from lasttrick.core.rule import rule
from lasttrick.core.story import EVERYBODY, tell
from lasttrick.games.trick_to_survival.state import REVEAL_YES, WARD_YES, Ask, Ending, Event
from lasttrick.games.trick_to_survival.table import (
    ask,
    close_question,
    end_match,
    has_ward,
    is_alive,
    seat_after,
)


@rule
def wound(state, seat, count):
    """[TTS-70] So many wounds become due, one at a time. [TTS-07] [TTS-61] [TTS-73] The dead take none."""
    if is_alive(state, seat) and count > 0:
        state.wounded = seat
        state.wounds_due = count


@rule
def suffer(state, story):
    """[TTS-70] The next wound: first the ward is offered, if there is one."""
    if has_ward(state, state.wounded):
        ask(state, Ask.WARD, state.wounded)
    else:
        take_wound(state, story)


@rule
def answer_ward(state, action, story):
    """[TTS-80i] The ward goes instead of the wound, or stays."""
    close_question(state)
    if action == WARD_YES:
        state.wards &= ~bits.one(state.wounded)
        state.wounds_due -= 1
        tell(story, EVERYBODY, Event.WARD_USED, state.wounded, 0, 0)
    else:
        take_wound(state, story)


@rule
def take_wound(state, story):
    """[TTS-71] One wound more; at the deadly number the player dies at once."""
    seat = state.wounded
    state.wounds_due -= 1
    state.wounds[seat] += 1
    tell(story, EVERYBODY, Event.WOUNDED, seat, state.wounds[seat], state.step)
    if state.wounds[seat] >= state.death_wounds:
        die(state, seat, story)


@rule
def die(state, seat, story):
    """[TTS-106] Dead, without ward, [TTS-71] [TTS-103] free of all further wounds; [TTS-75] the last death ends it;
    else [TTS-74] a new leader if needed and [TTS-72] the trait to reveal or not. [TTS-73] Hand and tokens stay."""
    state.alive &= ~bits.one(seat)
    state.wards &= ~bits.one(seat)
    state.wounds_due = 0
    tell(story, EVERYBODY, Event.DIED, seat, 0, 0)
    if state.alive == 0:
        end_match(state, Ending.NATURE, story)
        return
    if state.leader == seat:
        pass_leadership(state, story)
    ask(state, Ask.REVEAL, seat)


@rule
def pass_leadership(state, story):
    """[TTS-74] The next alive seat clockwise leads at once."""
    seat = seat_after(state, state.leader, 1)
    while not is_alive(state, seat):
        seat = seat_after(state, seat, 1)
    state.leader = seat
    tell(story, EVERYBODY, Event.LEADER, seat, 0, 0)


@rule
def answer_reveal(state, seat, action, story):
    """[TTS-80j] [TTS-72]"""
    close_question(state)
    if action == REVEAL_YES:
        state.shown |= bits.one(seat)
        tell(story, EVERYBODY, Event.TRAIT_SHOWN, seat, state.trait[seat], 0)
