"""Hearts: the rules, in the order of the rules page (`rules.md`). Numbers in brackets are its clauses."""

import numpy as np

from hearts.state import (
    ALL_HEARTS,
    CARDS,
    CLUBS,
    DIAMONDS,
    HAND,
    HEARTS,
    MOON,
    NO_CARD,
    NO_SEAT,
    PASS,
    PASSED,
    PLAY,
    POINT_CARDS,
    QUEEN,
    QUEEN_OF_SPADES,
    QUEEN_POINTS,
    SEATS,
    SPADES,
    TWO_OF_CLUBS,
    VALUES,
    Chance,
    Ending,
    Event,
    Phase,
    suit_of,
)
from lasttrick.core import bits, chance
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, only, tell
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
    """[HRT-02] The first round."""
    state.round_number = 0
    start_round(state, story)


@rule
def start_round(state, story):
    """[HRT-02] Every round begins with a new deal, [HRT-04] and three of four rounds with passing."""
    state.round_number += 1
    tell(story, EVERYBODY, Event.ROUND_STARTS, state.round_number, 0, 0)
    deal(state, story)
    if steps_to_receiver(state) == 0:
        start_play(state, story)
    else:
        state.phase = Phase.PASS
        state.lead = NO_SEAT
        state.to_act = NO_SEAT


@rule
def deal(state, story):
    """[HRT-02] Shuffle all cards, thirteen a seat. Nothing has been passed, played or shown."""
    deck = np.arange(CARDS)
    chance.shuffle(state, deck, CARDS, Chance.DEAL, story)
    deal_hands(deck, SEATS, HAND, state.hand)
    state.broken = 0
    state.tricks = 0
    for seat in range(SEATS):
        state.hand_size[seat] = HAND
        state.played[seat] = NO_CARD
        state.passed[seat] = 0
        state.chosen[seat] = 0
        state.laid[seat] = 0
        state.void[seat] = 0
        state.points[seat] = 0


# --- Passing ---------------------------------------------------------------------------------------------------------


@rule
def steps_to_receiver(state):
    """[HRT-04] To the next seat, the one before, across, nobody, and so on: how many seats on the receiver sits."""
    turn = (state.round_number - 1) % 4
    if turn == 0:
        return 1
    if turn == 1:
        return 3
    return 2 if turn == 2 else 0


@rule
def receiver_of(state, seat):
    return (seat + steps_to_receiver(state)) % SEATS


@rule
def choose(state, seat, card, story):
    """[HRT-05] A card is chosen to be passed; [HRT-06] the last one makes the cards change hands."""
    state.passed[seat] |= bits.one(card)
    state.chosen[seat] += 1
    tell(story, EVERYBODY, Event.CHOSE, seat, 0, 0)
    if lowest(state.chosen, SEATS) == PASSED:
        pass_cards(state, story)
        start_play(state, story)


@rule
def pass_cards(state, story):
    """[HRT-06] All at once; who receives cards sees them. [HRT-20] Nothing that was received is passed on."""
    for seat in range(SEATS):
        state.hand[seat] &= ~state.passed[seat]
    for seat in range(SEATS):
        other = receiver_of(state, seat)
        state.hand[other] |= state.passed[seat]
        tell(story, EVERYBODY, Event.PASSED, seat, other, 0)
        cards = np.int64(state.passed[seat])
        while cards != 0:
            tell(story, only(other), Event.RECEIVED, other, bits.lowest(cards), 0)
            cards = bits.without_lowest(cards)


@rule
def start_play(state, story):
    """[HRT-07] Whoever has the two of clubs leads."""
    for seat in range(SEATS):
        if bits.has(state.hand[seat], TWO_OF_CLUBS):
            state.lead = seat
    state.to_act = state.lead
    state.phase = Phase.PLAY
    tell(story, EVERYBODY, Event.LEADS, state.lead, 0, 0)


# --- Who may do what -------------------------------------------------------------------------------------------------


@entry
def acting(state):
    """[HRT-05] All who have not chosen three cards yet, [HRT-08] later one seat after the other."""
    if state.phase == Phase.OVER:
        return np.int64(0)
    if state.phase == Phase.PASS:
        return bits.first(SEATS) & ~seats_with(state.chosen, SEATS, PASSED)
    return bits.one(state.to_act)


@entry
def legal(state, seat, out):
    """Write the legal actions of an acting seat in rising order and count them."""
    if state.phase == Phase.PASS:
        return list_members(state.hand[seat] & ~state.passed[seat], PASS, out, 0)
    return list_members(playable(state, seat), PLAY, out, 0)


@rule
def playable(state, seat):
    """[HRT-08] Lead or follow; [HRT-09] to the first trick no point card from a hand that has others."""
    hand = np.int64(state.hand[seat])
    if seat == state.lead:
        return playable_leads(state, hand)
    cards = follow(hand, suit_cards(suit_of(state.played[state.lead]), VALUES))
    return follow(cards, ~POINT_CARDS) if state.tricks == 0 else cards


@rule
def playable_leads(state, hand):
    """[HRT-07] The two of clubs first. [HRT-10] [HRT-19] No heart before one was played, if there is another card."""
    if state.tricks == 0:
        return hand & bits.one(TWO_OF_CLUBS)
    return hand if state.broken == 1 else follow(hand, ~ALL_HEARTS)


# --- A trick ---------------------------------------------------------------------------------------------------------


@entry
def apply(state, seat, action, story):
    """[HRT-05] A card is chosen, or [HRT-08] played."""
    if action < PLAY:
        choose(state, seat, action - PASS, story)
    else:
        play(state, seat, action - PLAY, story)


@rule
def play(state, seat, card, story):
    """[HRT-08] Clockwise, the next seat is asked; a full trick is won at once. [HRT-10] A heart allows to lead them."""
    remember_play(state, seat, card)
    state.hand[seat] &= ~bits.one(card)
    state.hand_size[seat] -= 1
    state.played[seat] = card
    tell(story, EVERYBODY, Event.PLAYED, seat, card, 0)
    if suit_of(card) == HEARTS and state.broken == 0:
        state.broken = 1
        tell(story, EVERYBODY, Event.BROKEN, 0, 0, 0)
    state.to_act = next_seat(state, seat)
    if state.to_act == state.lead:
        end_trick(state, story)


@rule
def remember_play(state, seat, card):
    """What a card shows of its hand: [HRT-08] no led suit, [HRT-09] point cards alone, [HRT-10] hearts alone."""
    if seat == state.lead:
        if suit_of(card) == HEARTS and state.broken == 0:
            remember_void(state, seat, CLUBS)
            remember_void(state, seat, DIAMONDS)
            remember_void(state, seat, SPADES)
        return
    led = suit_of(state.played[state.lead])
    if suit_of(card) != led:
        remember_void(state, seat, led)
    if state.tricks == 0 and bits.has(POINT_CARDS, card):
        remember_void(state, seat, DIAMONDS)
        state.void[seat] |= bits.one(SPADES)


@rule
def remember_void(state, seat, suit):
    """A hand without spades has no queen of spades either."""
    state.void[seat] |= bits.one(suit)
    if suit == SPADES:
        state.void[seat] |= bits.one(QUEEN)


@rule
def end_trick(state, story):
    """[HRT-11] The highest card of the led suit wins; [HRT-12] the winner takes the cards and leads."""
    winner = trick_winner(state.played, state.lead, SEATS, VALUES)
    points = points_of(cards_played(state.played, SEATS))
    tell(story, EVERYBODY, Event.TRICK_WON, winner, points, 0)
    state.points[winner] += points
    for seat in range(SEATS):
        state.laid[seat] |= bits.one(state.played[seat])
        state.played[seat] = NO_CARD
    state.tricks += 1
    state.lead = winner
    state.to_act = winner
    if state.hand_size[winner] == 0:
        end_round(state, story)


@rule
def points_of(cards):
    """[HRT-13] A heart is a point, the queen of spades thirteen."""
    queen = QUEEN_POINTS if bits.has(cards, QUEEN_OF_SPADES) else 0
    return bits.count(cards & ALL_HEARTS) + queen


# --- End -------------------------------------------------------------------------------------------------------------


@rule
def end_round(state, story):
    """[HRT-14] When the hands are empty, every seat scores; [HRT-17] at the target the match is over."""
    moon = shooter(state)
    if moon != NO_SEAT:
        tell(story, EVERYBODY, Event.MOON, moon, 0, 0)
    for seat in range(SEATS):
        score = round_score(state, seat, moon)
        state.total[seat] += score  # [HRT-16]
        tell(story, EVERYBODY, Event.ROUND_SCORE, seat, score, state.total[seat])
    if highest(state.total, SEATS) < state.target:
        start_round(state, story)
        return
    state.phase = Phase.OVER
    state.ending = Ending.TARGET
    state.to_act = NO_SEAT
    tell(story, EVERYBODY, Event.OVER, state.ending, 0, 0)


@rule
def shooter(state):
    """[HRT-15] Who has taken all points, or nobody."""
    for seat in range(SEATS):
        if state.points[seat] == MOON:
            return seat
    return NO_SEAT


@rule
def round_score(state, seat, moon):
    """[HRT-13] The points taken; [HRT-15] after the moon was shot, nothing for who did and 26 for the others."""
    if moon == NO_SEAT:
        return np.int64(state.points[seat])
    return np.int64(0) if seat == moon else np.int64(MOON)


@entry
def result(state, scores):
    """[HRT-18] The lowest total wins; equals share the win. Writes the totals and gives the set of winners."""
    for seat in range(SEATS):
        scores[seat] = state.total[seat]
    return seats_with(state.total, SEATS, lowest(state.total, SEATS))
