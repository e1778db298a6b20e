"""Lamplight: the rules, in the order of the rules page (`rules.md`). Numbers in brackets are its clauses."""

import numpy as np

from lamplight.state import (
    BLOW,
    CARDS,
    DARK,
    DROPS,
    HAND,
    LEAVE,
    NO_CARD,
    OIL,
    PLAY,
    SEATS,
    STILL,
    STORM,
    VALUES,
    WICK,
    Chance,
    Ending,
    Event,
    Phase,
    suit_of,
)
from lasttrick.core import bits, chance
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, tell
from lasttrick.core.tricks import (
    cards_played,
    deal_hands,
    follow,
    highest,
    list_members,
    lowest,
    next_seat,
    seats_with,
    suit_cards,
    trick_winner,
)

# --- Set-up ----------------------------------------------------------------------------------------------------------


@entry
def start(state, story):
    """[LMP-02] The first round."""
    state.round_number = 0
    start_round(state, story)


@rule
def start_round(state, story):
    """[LMP-02] Every round begins with a new deal, [LMP-04] two drops in every lamp, and a leader."""
    state.round_number += 1
    tell(story, EVERYBODY, Event.ROUND_STARTS, state.round_number, 0, 0)
    deal(state, story)
    for seat in range(state.players):
        state.lamp[seat] = DROPS
    state.phase = Phase.PLAY
    state.lead = first_leader(state, story)
    state.to_act = state.lead
    tell(story, EVERYBODY, Event.LEADS, state.lead, 0, 0)


@rule
def deal(state, story):
    """[LMP-01] Shuffle all cards; [LMP-02] six a seat, the rest lies face down. Nothing is known of hands."""
    deck = np.arange(CARDS)
    chance.shuffle(state, deck, CARDS, Chance.DEAL, story)
    dealt = deal_hands(deck, state.players, HAND, state.hand)
    state.rest = 0
    for i in range(dealt, CARDS):
        state.rest |= bits.one(deck[i])
    state.gone = 0
    for seat in range(SEATS):
        state.hand_size[seat] = HAND if seat < state.players else 0
        state.played[seat] = NO_CARD
        state.void[seat] = 0


@rule
def first_leader(state, story):
    """[LMP-05] The lowest total leads; among equals the lot decides."""
    last = seats_with(state.total, state.players, lowest(state.total, state.players))
    return chance.pick_member(state, last, Chance.LEADER, story)


# --- Who may do what -------------------------------------------------------------------------------------------------


@entry
def acting(state):
    """[LMP-06] One seat after the other; [LMP-11] the winner of a trick, where it is asked."""
    return bits.one(state.to_act) if state.phase != Phase.OVER else np.int64(0)


@entry
def legal(state, seat, out):
    """Write the legal actions of an acting seat in rising order and count them."""
    if state.phase == Phase.BLOW:
        n = list_members(blowable(state, seat), BLOW, out, 0)
        out[n] = LEAVE
        return n + 1
    return list_members(playable(state, seat), PLAY, out, 0)


@rule
def playable(state, seat):
    """[LMP-07] Lead anything; otherwise follow the led suit if you can."""
    if seat == state.lead:
        return state.hand[seat]
    return follow(state.hand[seat], suit_cards(suit_of(state.played[state.lead]), VALUES))


@rule
def blowable(state, seat):
    """[LMP-11] Other seats whose lamp has a drop."""
    return bits.first(state.players) & ~seats_with(state.lamp, state.players, 0) & ~bits.one(seat)


# --- A trick ---------------------------------------------------------------------------------------------------------


@entry
def apply(state, seat, action, story):
    """[LMP-06] A card is played, or [LMP-11] the winner of the trick blows at a lamp or leaves it."""
    if action < BLOW:
        play(state, seat, action - PLAY, story)
    else:
        blow(state, seat, action, story)


@rule
def play(state, seat, card, story):
    """[LMP-06] Clockwise, the next seat is asked; a full trick is won at once."""
    state.hand[seat] &= ~bits.one(card)
    state.hand_size[seat] -= 1
    state.played[seat] = card
    tell(story, EVERYBODY, Event.PLAYED, seat, card, 0)
    remember_void(state, seat, card)
    state.to_act = next_seat(state, seat)
    if state.to_act == state.lead:
        end_trick(state, story)


@rule
def remember_void(state, seat, card):
    """[LMP-07] Who does not follow has shown that it cannot."""
    led = suit_of(state.played[state.lead])
    if suit_of(card) != led:
        state.void[seat] |= bits.one(led)


@rule
def end_trick(state, story):
    """[LMP-08] The highest card of the led suit wins; [LMP-12] the winner leads the next trick."""
    winner = trick_winner(state.played, state.lead, state.players, VALUES)
    tell(story, EVERYBODY, Event.TRICK_WON, winner, state.played[winner], 0)
    trick = cards_played(state.played, state.players)
    for seat in range(state.players):
        state.played[seat] = NO_CARD
    state.gone |= trick
    state.lead = winner
    state.to_act = winner
    fill_lamp(state, winner, trick, story)
    if is_asked(state, winner, trick):
        state.phase = Phase.BLOW
    else:
        go_on(state, story)


@rule
def fill_lamp(state, winner, trick, story):
    """[LMP-09] A drop for each Oil card, [LMP-10] then one less for each Storm card, as far as there are any."""
    before = state.lamp[winner]
    gained = before + bits.count(trick & suit_cards(OIL, VALUES))
    after = max(0, gained - bits.count(trick & suit_cards(STORM, VALUES)))
    state.lamp[winner] = after
    if after != before:
        tell(story, EVERYBODY, Event.LAMP, winner, before, after)


@rule
def is_asked(state, winner, trick):
    """[LMP-11] With a Wick in the trick and a lamp to blow at; [LMP-17] never where the wind is still."""
    has_wick = trick & suit_cards(WICK, VALUES) != 0
    return state.wind != STILL and has_wick and blowable(state, winner) != 0


@rule
def blow(state, seat, action, story):
    """[LMP-11] The lamp that is blown at loses a drop."""
    if action == LEAVE:
        tell(story, EVERYBODY, Event.LEFT, seat, 0, 0)
    else:
        other = action - BLOW
        tell(story, EVERYBODY, Event.BLEW, seat, other, 0)
        tell(story, EVERYBODY, Event.LAMP, other, state.lamp[other], state.lamp[other] - 1)
        state.lamp[other] -= 1
    state.phase = Phase.PLAY
    go_on(state, story)


# --- End -------------------------------------------------------------------------------------------------------------


@rule
def go_on(state, story):
    """[LMP-13] A round ends when the hands are empty."""
    if state.hand_size[state.lead] == 0:
        end_round(state, story)


@rule
def end_round(state, story):
    """[LMP-13] Every seat scores; [LMP-15] after the last round the match is over."""
    for seat in range(state.players):
        score = round_score(state, seat)
        state.total[seat] += score
        tell(story, EVERYBODY, Event.ROUND_SCORE, seat, score, state.total[seat])
    if state.round_number < state.rounds:
        start_round(state, story)
        return
    state.phase = Phase.OVER
    state.ending = Ending.ROUNDS
    tell(story, EVERYBODY, Event.OVER, state.ending, 0, 0)


@rule
def round_score(state, seat):
    """[LMP-13] A point for each drop; [LMP-14] a dark lamp costs two."""
    return np.int64(state.lamp[seat]) if state.lamp[seat] > 0 else np.int64(DARK)


@entry
def result(state, scores):
    """[LMP-16] Most points win; equals share the win. Writes the totals and gives the set of winners."""
    for seat in range(state.players):
        scores[seat] = state.total[seat]
    return seats_with(state.total, state.players, highest(state.total, state.players))
