"""10 Tricks Later: avoid the horde, bring survivors inside. Rules page: docs/reference/rules/ten_tricks_later.md.

The module follows the page: set-up, a trick, score, end. What a trick does to the boards, attack and rescue, is in
`horde`. Numbers in brackets are the page's clauses; `state` holds the components.
"""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import entry, rule
from lasttrick.core.scratch import scratch
from lasttrick.core.story import EVERYBODY, only, tell, tell_six
from lasttrick.core.tricks import (
    cards_played,
    deal_hands,
    highest,
    list_members,
    lowest,
    next_seat,
    seats_with,
)
from lasttrick.games.ten_tricks_later.horde import attack, attack_level, end_ban, raise_tracks, rescue
from lasttrick.games.ten_tricks_later.state import (
    ALL_INFECTED,
    ALL_SURVIVORS,
    CARDS,
    COLOURS,
    GIVE,
    HAND,
    INFECTED_8,
    NO_CARD,
    NO_SEAT,
    PLAY,
    PURPLE,
    SEATS,
    SURVIVORS,
    TRACK_BONUS,
    TRACK_END,
    TRICKS,
    UNBOUNDED,
    VALUES,
    WISH_NO,
    WISH_YES,
    Cause,
    Chance,
    Ending,
    Event,
    Phase,
    Wish,
    cards_of_colour,
    colour_of,
    is_infected,
    value_of,
)

# --- Set-up of a round -----------------------------------------------------------------------------------------------


@entry
def start(state, story):
    """Begin the match with its first round."""
    state.round_number = 0
    start_round(state, story)


@rule
def start_round(state, story):
    """[TTL-48] All 41 cards come back and the set-up is done afresh."""
    state.round_number += 1
    tell(story, EVERYBODY, Event.ROUND_STARTS, state.round_number, 0, 0)
    remove_colour(state, story)
    deal(state, story)
    clear_boards(state)
    ask_for_wishes(state)


@rule
def remove_colour(state, story):
    """[TTL-07] [TTL-R19] With three players one colour, drawn each round, stays in the box."""
    if state.players == 3:
        state.removed = chance.pick_member(state, bits.first(COLOURS), Chance.REMOVE_COLOUR, story)


@rule
def is_in_deck(state, card):
    """[TTL-03] Three players: without one colour, P0, P7, P8. [TTL-04] Four: all but P8, [TTL-05] never shuffled in."""
    if card < SURVIVORS:
        return colour_of(card) != state.removed
    if state.players == 3:
        return 1 <= value_of(card) <= 6
    return card != INFECTED_8


@rule
def deal(state, story):
    """[TTL-08] [TTL-R25] Shuffle the deck, in card order, and give seat k its cards 10k to 10k + 9."""
    deck = scratch(1, CARDS)[0]
    n = 0
    for card in range(CARDS):
        if is_in_deck(state, card):
            deck[n] = card
            n += 1
    chance.shuffle(state, deck, n, Chance.DEAL, story)
    deal_hands(deck, state.players, HAND, state.hand)
    for seat in range(state.players):
        state.hand_size[seat] = HAND


@rule
def clear_boards(state):
    """[TTL-12] [TTL-R01] Boards empty, markers on 0, the ban in force."""
    state.ban = 1
    state.exchanger = NO_SEAT
    state.given = NO_CARD
    state.tricks = 0
    state.aside = 0
    for seat in range(SEATS):
        state.upper[seat] = 0
        state.lower[seat] = 0
        state.lost[seat] = 0
        state.track[seat] = 0
        state.played[seat] = NO_CARD
        for colour in range(COLOURS + 1):
            state.at_most[seat, colour] = UNBOUNDED
    for card in range(SURVIVORS):
        state.rescued_as[card] = 0


@rule
def ask_for_wishes(state):
    """[TTL-57] [TTL-R26] Every seat is asked in every round, so that being asked tells nothing."""
    state.phase = Phase.WISH
    state.to_act = NO_SEAT
    for seat in range(SEATS):
        state.wish[seat] = Wish.OPEN


@rule
def is_eligible(state, seat):
    """[TTL-09] Only a hand dealt without Infected may ask for the exchange."""
    return state.hand[seat] & ALL_INFECTED == 0


@rule
def answer_wish(state, seat, wishes, story):
    """[TTL-57] One answer; that it was given is public, what it was is not until all are in."""
    state.wish[seat] = Wish.YES if wishes else Wish.NO
    tell(story, EVERYBODY, Event.ANSWERED, seat, 0, 0)
    if seats_with(state.wish, state.players, Wish.OPEN) == 0:
        resolve_wishes(state, story)


@rule
def resolve_wishes(state, story):
    """[TTL-10] One wisher gets the exchange, of several one by lot. [TTL-R03] All who wished become known."""
    wishers = seats_with(state.wish, state.players, Wish.YES)
    for seat in range(state.players):
        if bits.has(wishers, seat):
            tell(story, EVERYBODY, Event.WISHED, seat, 0, 0)
            remember_at_most(state, seat, PURPLE, 0)
    if wishers == 0:
        start_first_trick(state, story)
        return
    state.exchanger = chance.pick_member(state, wishers, Chance.PICK_EXCHANGER, story)
    take_infected_8(state, story)


@rule
def take_infected_8(state, story):
    """[TTL-11] [TTL-R05] The exchanger takes P8, with three players too, and owes a card for it."""
    seat = state.exchanger
    state.hand[seat] |= bits.one(INFECTED_8)
    state.at_most[seat, PURPLE] = 1
    tell(story, EVERYBODY, Event.EXCHANGED, seat, 0, 0)
    state.phase = Phase.GIVE
    state.to_act = seat


@rule
def give(state, seat, card, story):
    """[TTL-11] [TTL-R04] [TTL-R14] One of the ten dealt cards goes aside unseen and is out of the round."""
    state.hand[seat] &= ~bits.one(card)
    state.given = card
    tell(story, only(seat), Event.GAVE, seat, card, 0)
    start_first_trick(state, story)


@rule
def start_first_trick(state, story):
    """[TTL-13] [TTL-R18] In round 1 the lead is drawn, after the exchange; later it is known from the round before."""
    if state.round_number == 1:
        state.lead = chance.pick_member(state, bits.first(state.players), Chance.FIRST_LEAD, story)
    state.phase = Phase.PLAY
    state.to_act = state.lead


# --- Who may do what -------------------------------------------------------------------------------------------------


@entry
def acting(state):
    """The set of seats that may decide now. [TTL-57] Wishes are made all at once, in any order."""
    if state.phase == Phase.WISH:
        return seats_with(state.wish, state.players, Wish.OPEN)
    if state.phase == Phase.OVER:
        return np.int64(0)
    return bits.one(state.to_act)


@entry
def legal(state, seat, out):
    """Write the legal actions of an acting seat in rising order and count them."""
    if state.phase == Phase.PLAY:
        return list_members(playable(state, seat), PLAY, out, 0)
    if state.phase == Phase.GIVE:
        return list_members(state.hand[seat] & ALL_SURVIVORS, GIVE, out, 0)  # [TTL-R27] P8 itself stays
    out[0] = WISH_NO
    if not is_eligible(state, seat):
        return 1
    out[1] = WISH_YES
    return 2


@rule
def playable(state, seat):
    """[TTL-59] The set of cards this seat may play now."""
    if seat == state.lead:
        return playable_leads(state, state.hand[seat])
    return playable_follows(state.hand[seat], colour_of(state.played[state.lead]))


@rule
def playable_leads(state, hand):
    """[TTL-16] No Infected while the ban is on, [TTL-18] [TTL-R10] unless the hand holds nothing else."""
    survivors = hand & ALL_SURVIVORS
    return survivors if state.ban == 1 and survivors != 0 else hand


@rule
def playable_follows(hand, led):
    """[TTL-23] Purple led: anything. [TTL-20] Two or more of the led colour: one of them. [TTL-21] [TTL-R21] Just one:
    it or any Infected. [TTL-22] None: anything."""
    if led == PURPLE:
        return hand
    matching = hand & cards_of_colour(led)
    if matching == 0:
        return hand
    if bits.without_lowest(matching) != 0:
        return matching
    return matching | (hand & ALL_INFECTED)


@entry
def apply(state, seat, action, story):
    """Make one legal decision and everything that follows from it."""
    if action >= PLAY:
        play(state, seat, action - PLAY, story)
    elif action >= GIVE:
        give(state, seat, action - GIVE, story)
    else:
        answer_wish(state, seat, action == WISH_YES, story)


# --- A trick ---------------------------------------------------------------------------------------------------------


@rule
def play(state, seat, card, story):
    """[TTL-15] [TTL-19] A card is laid face up, clockwise from the lead. [TTL-14] A full trick is resolved at once."""
    remember_play(state, seat, card)
    state.hand[seat] &= ~bits.one(card)
    state.hand_size[seat] -= 1
    state.played[seat] = card
    tell(story, EVERYBODY, Event.PLAYED, seat, card, 0)
    state.to_act = next_seat(state, seat)
    if state.to_act == state.lead:
        resolve_trick(state, story)


@rule
def remember_at_most(state, seat, colour, cards):
    if cards < state.at_most[seat, colour]:
        state.at_most[seat, colour] = cards


@rule
def remember_play(state, seat, card):
    """[TTL-56] What a play shows about the rest of the hand, by TTL-18, TTL-21 and TTL-22."""
    colour = colour_of(card)
    if seat == state.lead:
        if colour == PURPLE and state.ban == 1:
            for survivors in range(COLOURS):
                remember_at_most(state, seat, survivors, 0)
    else:
        led = colour_of(state.played[state.lead])
        if led != PURPLE and colour != led:
            remember_at_most(state, seat, led, 1 if colour == PURPLE else 0)
    if state.at_most[seat, colour] != UNBOUNDED:
        state.at_most[seat, colour] -= 1


@rule
def resolve_trick(state, story):
    """[TTL-14] A full trick is judged; after the last, the round ends."""
    judge_trick(state, story)
    if state.tricks == TRICKS:
        end_round(state, story)


@rule
def judge_trick(state, story):
    """[TTL-14] Winner, attack if an Infected was played, rescue; [TTL-42] the winner leads next.

    A trick that is not full is judged as it lies: that is foreseen, never played."""
    trick = cards_played(state.played, state.players)
    has_infected = trick & ALL_INFECTED != 0
    tell_nines(state, trick, story)
    winner = trick_winner(state, trick)
    cause = cause_of_winning(state, winner, trick) if story.on != 0 else Cause.LED
    tell(story, EVERYBODY, Event.TRICK_WON, winner, cause, 0)
    if has_infected:
        attack(state, winner, trick & ALL_INFECTED, story)
    state.upper[winner] |= trick & ALL_SURVIVORS  # [TTL-35]
    raise_tracks(state, winner, story)
    for seat in range(state.players):
        rescue(state, seat, story)
    if has_infected:
        end_ban(state, story)
    clear_trick(state, winner)


@rule
def clear_trick(state, winner):
    state.tricks += 1
    state.lead = winner
    state.to_act = winner
    for seat in range(state.players):
        state.played[seat] = NO_CARD


@rule
def one_counts_nine(card, trick):
    """[TTL-24] [TTL-R08] A 1 beside the 8 of its own colour counts 9, whoever played them."""
    return card < SURVIVORS and card % VALUES == 0 and bits.has(trick, card + VALUES - 1)


@rule
def effective_value(card, trick):
    """[TTL-24] For winning only; [TTL-R09] everywhere else the card stays a 1."""
    return 9 if one_counts_nine(card, trick) else value_of(card)


@rule
def may_win(state, card, trick):
    """[TTL-25] Without Infected only the led colour can win; [TTL-26] with one, every card can."""
    return trick & ALL_INFECTED != 0 or colour_of(card) == colour_of(state.played[state.lead])


@rule
def tell_nines(state, trick, story):
    """[TTL-24] Which cards count 9 in this trick."""
    seat = state.lead
    for _ in range(state.players):
        if one_counts_nine(state.played[seat], trick):
            tell(story, EVERYBODY, Event.ONE_IS_NINE, seat, state.played[seat], 0)
        seat = next_seat(state, seat)


@entry
def so_far(state):
    """Who wins the trick as it lies, nobody before the lead; [TTL-30] and how strong its attack is, -1 without one."""
    trick = cards_played(state.played, state.players)
    winner = trick_winner(state, trick) if trick != 0 else NO_SEAT
    return winner, attack_level(trick & ALL_INFECTED) if trick & ALL_INFECTED != 0 else -1


@rule
def trick_winner(state, trick):
    """[TTL-25] [TTL-26] The highest effective value; [TTL-27] of equals, the latest Survivor.

    [TTL-R22] [TTL-R23] [TTL-R24] All Infected: the highest; P0 never wins; a tie always holds a Survivor."""
    winner, best = NO_SEAT, -1
    seat = state.lead
    for _ in range(state.players):
        card = state.played[seat]
        if card != NO_CARD and may_win(state, card, trick):
            value = effective_value(card, trick)
            if value > best or (value == best and not is_infected(card)):
                winner, best = seat, value
        seat = next_seat(state, seat)
    return winner


@rule
def cause_of_winning(state, winner, trick):
    """[TTL-25] [TTL-26] [TTL-27] A tie is one between cards that could have won."""
    if trick & ALL_INFECTED == 0:
        return Cause.LED
    best = effective_value(state.played[winner], trick)
    for seat in range(state.players):
        card = state.played[seat]
        if seat != winner and card != NO_CARD and effective_value(card, trick) == best:
            return Cause.TIE
    return Cause.ALL


# --- End of a round --------------------------------------------------------------------------------------------------


@rule
def raw_score(state, seat):
    """[TTL-44] Lower side, plus 3 for a full track, less the lost; the upper side counts nothing."""
    return bits.count(state.lower[seat]) + track_bonus(state, seat) - bits.count(state.lost[seat])


@rule
def track_bonus(state, seat):
    """[TTL-44] Three points for a full track."""
    return TRACK_BONUS if state.track[seat] == TRACK_END else 0


@rule
def round_score(state, seat):
    """[TTL-45] Never below 0."""
    return max(0, raw_score(state, seat))


@rule
def end_round(state, story):
    """[TTL-43] After ten tricks: scores, [TTL-46] totals, [TTL-47] the end or a new round."""
    for seat in range(state.players):
        state.score[seat] = round_score(state, seat)
        state.total[seat] += state.score[seat]
        tell_score(state, seat, story)
    if highest(state.total, state.players) >= state.target:
        end_match(state, Ending.TARGET, story)
    elif state.round_number == state.max_rounds:
        end_match(state, Ending.MAX_ROUNDS, story)
    else:
        draw_next_lead(state, story)
        start_round(state, story)


@rule
def tell_score(state, seat, story):
    """[TTL-44] The score with its reasons."""
    inside, bonus, lost = bits.count(state.lower[seat]), track_bonus(state, seat), bits.count(state.lost[seat])
    score, total = state.score[seat], state.total[seat]
    tell_six(story, EVERYBODY, Event.ROUND_SCORE, seat, score, total, inside, bonus, lost)


@rule
def draw_next_lead(state, story):
    """[TTL-49] [TTL-R11] [TTL-R28] The lowest round score, floor included, leads next; of several, one by lot."""
    tied = seats_with(state.score, state.players, lowest(state.score, state.players))
    state.lead = chance.pick_member(state, tied, Chance.NEXT_LEAD, story)


# --- End of the match ------------------------------------------------------------------------------------------------


@rule
def end_match(state, ending, story):
    state.phase = Phase.OVER
    state.ending = ending
    state.to_act = NO_SEAT
    tell(story, EVERYBODY, Event.OVER, ending, 0, 0)


@rule
def standing(state, seat):
    """[TTL-50] [TTL-R20] The total decides; [TTL-51] [TTL-R15] on equal totals, the upper side of the last round."""
    return state.total[seat] * 64 + bits.count(state.upper[seat])


@entry
def result(state, scores):
    """Write the totals; give the set of winners, [TTL-52] several if still tied, none while unfinished [TTL-R16]."""
    standings = scratch(1, SEATS)[0]
    for seat in range(state.players):
        scores[seat] = state.total[seat]
        standings[seat] = standing(state, seat)
    if state.ending != Ending.TARGET:
        return np.int64(0)
    return seats_with(standings, state.players, highest(standings, state.players))
