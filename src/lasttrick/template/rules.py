"""Template: the rules, in the order of the rules page (`rules.md`). Numbers in brackets are its clauses."""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, tell
from lasttrick.core.tricks import (
    cards_played,
    deal_hands,
    follow,
    highest,
    list_members,
    next_seat,
    seats_with,
    suit_cards,
    trick_winner,
)
from lasttrick.template.state import (
    CARDS,
    DEALT,
    NO_CARD,
    PLAY,
    SEATS,
    VALUES,
    Chance,
    Ending,
    Event,
    Phase,
    suit_of,
)

# --- Set-up ----------------------------------------------------------------------------------------------------------


@entry
def start(state, story):
    """[TPL-03] Seat A leads the first trick of the match."""
    state.round_number = 0
    state.lead = 0
    start_round(state, story)


@rule
def start_round(state, story):
    """[TPL-02] Every round begins with a new deal."""
    state.round_number += 1
    tell(story, EVERYBODY, Event.ROUND_STARTS, state.round_number, 0, 0)
    deal(state, story)
    state.phase = Phase.PLAY
    state.to_act = state.lead


@rule
def deal(state, story):
    """[TPL-01] Shuffle all cards; [TPL-02] twelve are dealt evenly, three stay face down. Nothing is known of hands."""
    deck = np.arange(CARDS)
    chance.shuffle(state, deck, CARDS, Chance.DEAL, story)
    each = DEALT // state.players
    dealt = deal_hands(deck, state.players, each, state.hand)
    state.rest = 0
    for i in range(dealt, CARDS):
        state.rest |= bits.one(deck[i])
    state.gone = 0
    for seat in range(SEATS):
        state.hand_size[seat] = each if seat < state.players else 0
        state.played[seat] = NO_CARD
        state.void[seat] = 0
        state.score[seat] = 0


# --- Who may do what -------------------------------------------------------------------------------------------------


@entry
def acting(state):
    """[TPL-03] One seat after the other."""
    return bits.one(state.to_act) if state.phase == Phase.PLAY else np.int64(0)


@entry
def legal(state, seat, out):
    """Write the legal actions of an acting seat in rising order and count them."""
    return list_members(playable(state, seat), PLAY, out, 0)


@rule
def playable(state, seat):
    """[TPL-04] Lead anything; otherwise follow the led suit if you can."""
    if seat == state.lead:
        return state.hand[seat]
    return follow(state.hand[seat], suit_cards(suit_of(state.played[state.lead]), VALUES))


# --- A trick ---------------------------------------------------------------------------------------------------------


@entry
def apply(state, seat, action, story):
    """[TPL-03] A card is played; clockwise, the next seat is asked. [TPL-05] A full trick is won at once."""
    card = action - PLAY
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
    """[TPL-04] Who does not follow has shown that it cannot."""
    led = suit_of(state.played[state.lead])
    if suit_of(card) != led:
        state.void[seat] |= bits.one(led)


@rule
def end_trick(state, story):
    """[TPL-05] The highest card of the led suit wins; the winner scores a point and leads the next trick."""
    winner = trick_winner(state.played, state.lead, state.players, VALUES)
    tell(story, EVERYBODY, Event.TRICK_WON, winner, 0, 0)
    state.gone |= cards_played(state.played, state.players)
    state.score[winner] += 1
    for seat in range(state.players):
        state.played[seat] = NO_CARD
    state.lead = winner
    state.to_act = winner
    if state.hand_size[winner] == 0:
        end_round(state, story)


# --- End -------------------------------------------------------------------------------------------------------------


@rule
def end_round(state, story):
    """[TPL-06] Points are added up; after the last round the match is over."""
    for seat in range(state.players):
        state.total[seat] += state.score[seat]
        tell(story, EVERYBODY, Event.ROUND_SCORE, seat, state.score[seat], state.total[seat])
    if state.round_number < state.rounds:
        start_round(state, story)
        return
    state.phase = Phase.OVER
    state.ending = Ending.ROUNDS
    tell(story, EVERYBODY, Event.OVER, state.ending, 0, 0)


@entry
def result(state, scores):
    """[TPL-06] Most points win; equals share the win. Writes the totals and gives the set of winners."""
    for seat in range(state.players):
        scores[seat] = state.total[seat]
    return seats_with(state.total, state.players, highest(state.total, state.players))
