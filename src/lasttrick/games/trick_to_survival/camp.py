"""The Trick To Survival: the end of the day. Camp, where players trade and craft, then upkeep."""

import numpy as np

from lasttrick.core.rule import rule
from lasttrick.core.scratch import scratch
from lasttrick.core.story import EVERYBODY, tell, tell_six
from lasttrick.games.trick_to_survival.content.operations import EACH_WEEK, FIRST_DAY, SKIP_RULES
from lasttrick.games.trick_to_survival.state import (
    ACCEPT,
    COUNTS,
    CRAFT,
    DONE,
    NO_NUMBER,
    OFFER,
    PAIRS,
    SUITS,
    WANTS,
    Ask,
    Event,
    Memo,
    Step,
)
from lasttrick.games.trick_to_survival.table import (
    ask,
    begin_step,
    close_question,
    is_alive,
    may_gain,
    pay,
    remember,
    seat_in_turn,
)
from lasttrick.games.trick_to_survival.wounds import wound

INPUT, OUTPUT = 0, 1  # columns of the role table
CRAFT_COST = 2  # [TTS-66]
_EACH_WEEK, _FIRST_DAY = SKIP_RULES.index(EACH_WEEK), SKIP_RULES.index(FIRST_DAY)


# --- Camp [TTS-63] ---------------------------------------------------------------------------------------------------


@rule
def go_on_camp(state):
    """[TTS-63] In turn order each player trades and crafts, then says done."""
    if state.turn < state.players:
        ask(state, Ask.CAMP, seat_in_turn(state))
    else:
        begin_step(state, Step.UPKEEP)


@rule
def may_trade(state, seat, other):
    """[TTS-65] Alive with alive, dead with dead."""
    return other != seat and is_alive(state, other) == is_alive(state, seat)


@rule
def may_craft(state, seat):
    """[TTS-66] [TTS-73] Two of the role's input for one of its output, by the living, a few times a camp."""
    if not is_alive(state, seat) or state.crafts_made >= state.camp_crafts:
        return False
    role = state.role_table[state.role[seat]]
    return state.tokens[seat, role[INPUT]] >= CRAFT_COST and may_gain(state, seat, role[OUTPUT])


@rule
def list_camp(state, seat, out):
    """[TTS-80g] Offers, craft, done."""
    n = 0
    if state.offers_made < state.camp_offers:
        for partner in range(state.players):
            if may_trade(state, seat, partner):
                n = list_offers(state, seat, partner, out, n)
    if may_craft(state, seat):
        out[n] = CRAFT
        n += 1
    out[n] = DONE
    return n + 1


@rule
def list_offers(state, seat, partner, out, n):
    """[TTS-64] What the offerer has and the partner can hold, for nothing or for what is wanted."""
    wants = scratch(1, WANTS)[0]
    wanted = list_wants(state, seat, partner, wants)
    for give in range(SUITS):
        room = np.int64(state.token_cap) - state.tokens[partner, give]
        most = min(np.int64(state.camp_give), np.int64(state.tokens[seat, give]), room)
        for count in range(1, most + 1):
            base = OFFER + ((partner * SUITS + give) * COUNTS + count - 1) * WANTS
            for i in range(wanted):
                if wants[i] == 0 or (wants[i] - 1) // COUNTS != give:
                    out[n] = base + wants[i]
                    n += 1
    return n


@rule
def list_wants(state, seat, partner, wants):
    """[TTS-64] Nothing, or one or two of a type that the partner has and the offerer has room for."""
    wants[0] = 0
    n = 1
    for want in range(SUITS):
        room = np.int64(state.token_cap) - state.tokens[seat, want]
        most = min(np.int64(state.camp_want), np.int64(state.tokens[partner, want]), room)
        for count in range(1, most + 1):
            wants[n] = 1 + want * COUNTS + count - 1
            n += 1
    return n


@rule
def offer_parts(offer):
    """Partner, type and count given, type and count wanted of an offer (counts of nothing are 0)."""
    code = np.int64(offer) - OFFER
    want = code % WANTS
    code //= WANTS
    count = code % COUNTS + 1
    give = code // COUNTS % SUITS
    partner = code // (COUNTS * SUITS)
    if want == 0:
        return partner, give, count, np.int64(0), np.int64(0)
    return partner, give, count, (want - 1) // COUNTS, (want - 1) % COUNTS + 1


@rule
def asked_in_vain(offerer, partner, give, want):
    """What is remembered of a declined offer: whom it asked, and for which pair of types."""
    return place_without(partner, offerer) * PAIRS + give * (SUITS - 1) + place_without(want, give)


@rule
def place_without(number, left_out):
    """The place of a number among 0, 1, 2… when one of them is left out."""
    return number - 1 if number > left_out else number


@rule
def answer_camp(state, seat, action, story):
    close_question(state)
    if action == DONE:
        state.turn += 1
        state.offers_made = 0
        state.crafts_made = 0
    elif action == CRAFT:
        craft(state, seat, story)
    else:
        make_offer(state, seat, action, story)


@rule
def craft(state, seat, story):
    """[TTS-66]"""
    role = state.role_table[state.role[seat]]
    state.tokens[seat, role[INPUT]] -= CRAFT_COST
    state.tokens[seat, role[OUTPUT]] += 1
    state.crafts_made += 1
    tell(story, EVERYBODY, Event.CRAFTED, seat, role[INPUT], role[OUTPUT])


@rule
def make_offer(state, seat, offer, story):
    """[TTS-64] [TTS-108] An offer counts when made; the partner answers at once."""
    state.offers_made += 1
    state.offer = offer
    partner, give, count, want, wanted = offer_parts(offer)
    tell_six(story, EVERYBODY, Event.OFFERED, seat, partner, give, count, want, wanted)
    ask(state, Ask.OFFER, partner)


@rule
def answer_offer(state, seat, action, story):
    """[TTS-80h] Accepted tokens change hands at once; [TTS-107] a trade for both, a gift too.
    What was asked in vain is remembered: it may have been said to tell something [TTS-84]."""
    close_question(state)
    offerer = seat_in_turn(state)
    _, give, count, want, wanted = offer_parts(state.offer)
    state.offer = NO_NUMBER
    if action != ACCEPT:
        if wanted > 0:
            remember(state, Memo.ASKED, offerer, asked_in_vain(offerer, np.int64(seat), give, want))
        tell(story, EVERYBODY, Event.DECLINED, seat, 0, 0)
        return
    state.tokens[offerer, give] -= count
    state.tokens[seat, give] += count
    state.tokens[seat, want] -= wanted
    state.tokens[offerer, want] += wanted
    state.trades[offerer] += 1
    state.trades[seat] += 1
    tell(story, EVERYBODY, Event.ACCEPTED, seat, 0, 0)


# --- Upkeep [TTS-67] -------------------------------------------------------------------------------------------------


@rule
def is_upkeep_skipped(state):
    """[TTS-67] On day 1 of each week."""
    if state.day != 1:
        return False
    return state.skip_rule == _EACH_WEEK or (state.skip_rule == _FIRST_DAY and state.week == 1)


@rule
def go_on_upkeep(state, story):
    """[TTS-67] One player after the other."""
    if is_upkeep_skipped(state):
        tell(story, EVERYBODY, Event.NO_UPKEEP, 0, 0, 0)
        state.step = Step.DAY_END
    elif state.turn < state.players:
        seat = seat_in_turn(state)
        state.turn += 1
        keep_up(state, seat, story)
    else:
        state.step = Step.DAY_END


@rule
def keep_up(state, seat, story):
    """[TTS-67] One token of each type, all payable types first; then [TTS-69] a wound for each type that is missing.
    [TTS-73] The dead pay as far as they can."""
    missing = np.int64(0)
    for kind in range(SUITS):
        missing += pay(state, seat, kind, 1, story)
    wound(state, seat, missing)
