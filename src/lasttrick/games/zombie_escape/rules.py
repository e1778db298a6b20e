"""Zombie Escape: play the weakest zombie, and mind the graveyard. Rules page: docs/reference/rules/zombie_escape.md.

The module follows the page: set-up, decisions, a turn (combining, judging, damage), end of day, winner. Numbers in
brackets are its clauses; `state` holds the components.
"""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import entry, rule
from lasttrick.core.scratch import scratch
from lasttrick.core.story import EVERYBODY, begin_line, tell, tell_four, tell_six
from lasttrick.core.tricks import deal_hands, highest, list_members, lowest, next_seat, seats_with
from lasttrick.core.tricks import follow as cards_that_follow
from lasttrick.games.zombie_escape.state import (
    CARDS,
    FLIP,
    FOLLOW,
    JOINING,
    KINDS,
    LEAD,
    LOCATIONS,
    NO_CARD,
    NO_LOCATION,
    NO_SEAT,
    Cause,
    Chance,
    Ending,
    Event,
    Phase,
    Recovery,
    bears,
    danger,
    mates,
    number_of,
)

# --- Set-up ----------------------------------------------------------------------------------------------------------


@entry
def start(state, story):
    """[ZMB-18] The first leader is drawn unless given; [ZMB-19] everyone starts with 0 damage."""
    if state.leader == NO_SEAT:
        state.leader = chance.pick_member(state, bits.first(state.players), Chance.FIRST_LEADER, story)
    state.day = 0
    start_day(state, story)


@rule
def start_day(state, story):
    """[ZMB-20] Everything comes back: the cards are dealt, then [ZMB-73] the damage pile is laid out."""
    state.day += 1
    tell(story, EVERYBODY, Event.DAY_STARTS, state.day, 0, 0)
    deal(state, story)
    lay_out_pile(state, story)
    state.turn = 0
    start_turn(state, story)


@rule
def deal(state, story):
    """[ZMB-20] Shuffle the deck, in card order; equal hands, the rest goes aside unseen. [ZMB-75] No void is known."""
    deck = scratch(1, CARDS)[0]
    for card in range(state.deck_size):
        deck[card] = card
    chance.shuffle(state, deck, state.deck_size, Chance.DEAL, story)
    deal_hands(deck, state.players, state.turns, state.hand)
    state.graveyard = 0
    for seat in range(state.players):
        state.void[seat] = 0


@rule
def lay_out_pile(state, story):
    """[ZMB-20] All damage cards return; [ZMB-16] the pile of these players is shuffled, in the order of the kinds."""
    pile = scratch(1, CARDS)[0]
    n = 0
    for kind in range(KINDS):
        for _ in range(state.in_pile[kind]):
            pile[n] = kind
            n += 1
    chance.shuffle(state, pile, n, Chance.DAMAGE_PILE, story)
    for i in range(n):
        state.pile[i] = pile[i]
    state.down = 0
    for seat in range(state.players):
        state.taken[seat] = 0


@rule
def aside(state):
    """[ZMB-20] The cards set aside: those that lie nowhere else. In a view, all cards that are unseen."""
    cards = bits.first(state.deck_size) & ~state.graveyard
    for seat in range(state.players):
        cards &= ~(state.hand[seat] | state.zombie[seat])
    return cards


# --- Who may do what -------------------------------------------------------------------------------------------------


@entry
def acting(state):
    """[ZMB-33] One seat at a time, and [ZMB-68] nothing to say meanwhile."""
    if state.phase == Phase.OVER:
        return np.int64(0)
    return bits.one(state.to_act)


@entry
def legal(state, seat, out):
    """[ZMB-33] Write the legal actions of the acting seat in rising order and count them."""
    if state.phase == Phase.FOLLOW:
        return list_members(playable(state, seat), FOLLOW, out, 0)
    if state.phase == Phase.LEAD:
        return list_leads(state, state.hand[seat], out)
    return list_members(kinds_to_flip(state, seat), FLIP, out, 0)


@rule
def list_leads(state, hand, out):
    """[ZMB-33a] Any card of the hand, [ZMB-27] with each of its marks."""
    n = 0
    while hand != 0:
        card = bits.lowest(hand)
        hand = bits.without_lowest(hand)
        for location in range(LOCATIONS):
            if bears(state, card, location):
                out[n] = LEAD + card * LOCATIONS + location
                n += 1
    return n


@rule
def playable(state, seat):
    """[ZMB-33b] [ZMB-29] A card that bears the location if the hand has one, else anything.

    [ZMB-30] So the 999 follows nothing but Z, which nobody else can lead."""
    return cards_that_follow(state.hand[seat], state.bearing[state.location])


@rule
def kinds_to_flip(state, seat):
    """[ZMB-33c] The kinds among the own face-up damage cards of today, [ZMB-54] a Helicopter too."""
    kinds = np.int64(0)
    cards = face_up(state, seat)
    while cards != 0:
        kinds |= bits.one(state.pile[bits.lowest(cards)])
        cards = bits.without_lowest(cards)
    return kinds


@entry
def apply(state, seat, action, story):
    """Make one legal decision and all that follows from it. [ZMB-31] When everybody has played, the turn is judged."""
    if action >= FLIP:
        flip(state, seat, action - FLIP, story)
    else:
        play(state, seat, action, story)
        if state.to_act != state.leader:
            return
        judge(state, story)
        if state.phase == Phase.FLIP:
            return
    end_turn(state, story)


# --- A turn ----------------------------------------------------------------------------------------------------------


@rule
def start_turn(state, story):
    """[ZMB-24] The top damage card is revealed; [ZMB-32] the table is clear."""
    state.to_act = state.leader
    state.location = NO_LOCATION
    state.phase = Phase.LEAD
    for seat in range(state.players):
        state.played[seat] = NO_CARD
        state.zombie[seat] = 0
    tell(story, EVERYBODY, Event.REVEALED, state.turn + 1, state.pile[state.turn], 0)


@rule
def lead(state, seat, card, location, story):
    """[ZMB-25] The leader shows a card; [ZMB-27] of its own marks, before any combining, one is named and [ZMB-06]
    is the current location, [ZMB-28] fixed for the whole turn. [ZMB-13] The marker is no more than this."""
    state.location = location
    state.phase = Phase.FOLLOW
    tell_four(story, EVERYBODY, Event.LED, seat, card, location, cause_of_staying(state, card, story))


@rule
def follow(state, seat, card, story):
    """[ZMB-26] The others show a card in order. [ZMB-75] Who does not follow holds none of the location."""
    if not bears(state, card, state.location):
        state.void[seat] |= bits.one(state.location)
    tell(story, EVERYBODY, Event.FOLLOWED, seat, card, cause_of_staying(state, card, story))


@rule
def play(state, seat, action, story):
    """[ZMB-25] [ZMB-26] A card is laid and combines at once, before the next player chooses."""
    if action >= FOLLOW:
        card = action - FOLLOW
        follow(state, seat, card, story)
    else:
        card = action // LOCATIONS
        lead(state, seat, card, action % LOCATIONS, story)
    state.hand[seat] &= ~bits.one(card)
    state.played[seat] = card
    combine(state, seat, card, story)
    state.to_act = next_seat(state, seat)


# --- Combining -------------------------------------------------------------------------------------------------------


@rule
def combine(state, seat, card, story):
    """[ZMB-38] All cards of the group that lie in the open join the played card, in front of who played it.

    [ZMB-41] Hands and cards aside stay out; [ZMB-39] [ZMB-42] the 1 and the 999 are a group like any other."""
    group = mates(state, card)
    state.zombie[seat] = bits.one(card)
    if group & state.graveyard != 0:
        come_back(state, seat, group & state.graveyard, story)
    for other in range(state.players):
        if other != seat and group & state.zombie[other] != 0:
            move(state, seat, other, story)


@rule
def in_the_open(state):
    """[ZMB-41] The graveyard and what lies on the table."""
    cards = np.int64(state.graveyard)
    for seat in range(state.players):
        cards |= state.zombie[seat]
    return cards


@rule
def cause_of_staying(state, card, story):
    """Why a card that is about to be laid will be joined by nothing, or catch nobody; asked by who listens."""
    if story.on == 0 or mates(state, card) & in_the_open(state) != 0:
        return Cause.NONE
    if mates(state, card) == 0 and has_number(state, in_the_open(state), number_of(state, card)):
        return Cause.ALONE
    return Cause.NONE if bears(state, card, state.location) else Cause.AWAY


@rule
def has_number(state, cards, number):
    while cards != 0:
        if number_of(state, bits.lowest(cards)) == number:
            return True
        cards = bits.without_lowest(cards)
    return False


@rule
def come_back(state, seat, cards, story):
    """[ZMB-36] Cards of the group leave the graveyard and join the played card."""
    state.graveyard &= ~cards
    state.zombie[seat] |= cards
    tell_joining(state, story, Event.RETURNED, seat, NO_SEAT, cards)


@rule
def move(state, seat, other, story):
    """[ZMB-37] A zombie of the group leaves its owner entirely, who has none for the rest of the turn."""
    cards = state.zombie[other]
    state.zombie[other] = 0
    state.zombie[seat] |= cards
    tell_joining(state, story, Event.MOVED, seat, other, cards)


@rule
def tell_joining(state, story, event, seat, other, cards):
    """Who is joined, from whom, how dangerous it is then, [ZMB-48] whether it is at the location, by which cards."""
    at = begin_line(story, EVERYBODY, event, JOINING + bits.count(cards))
    if at >= 0:
        story.lines[at] = seat
        story.lines[at + 1] = other
        story.lines[at + 2] = danger(state, state.zombie[seat])
        story.lines[at + 3] = Cause.NONE if takes_part(state, seat) else Cause.AWAY
        list_members(cards, 0, story.lines, at + JOINING)


# --- Judging ---------------------------------------------------------------------------------------------------------


@rule
def takes_part(state, seat):
    """[ZMB-43] Only a zombie that bears the current location, [ZMB-48] be it by a card that joined it."""
    return state.zombie[seat] & state.bearing[state.location] != 0


@rule
def loser(state):
    """[ZMB-44] The highest danger at the location; [ZMB-45] of equals the most cards, [ZMB-46] then the latest to play.

    [ZMB-47] The led card is still on the table, so somebody takes part."""
    caught, most = NO_SEAT, np.int64(-1)
    seat = state.leader
    for _ in range(state.players):
        if takes_part(state, seat):
            zombie = state.zombie[seat]
            strength = danger(state, zombie) * (CARDS + 1) + bits.count(zombie)
            if strength >= most:
                caught, most = seat, strength
        seat = next_seat(state, seat)
    return caught


@rule
def cause_of_catching(state, caught):
    """[ZMB-45] [ZMB-46] What decided between this zombie and others that are as dangerous."""
    cause = Cause.NONE
    for seat in range(state.players):
        zombie = state.zombie[seat]
        if seat != caught and takes_part(state, seat) and danger(state, zombie) == danger(state, state.zombie[caught]):
            if bits.count(zombie) == bits.count(state.zombie[caught]):
                return Cause.LAST
            cause = Cause.MORE
    return cause


@rule
def judge(state, story):
    """[ZMB-31] The loser takes the damage card, and decides next."""
    caught = loser(state)
    zombie = state.zombie[caught]
    cause = cause_of_catching(state, caught) if story.on != 0 else Cause.NONE
    tell_four(story, EVERYBODY, Event.CAUGHT, caught, danger(state, zombie), bits.count(zombie), cause)
    state.to_act = caught
    take_damage_card(state, caught, story)


# --- Damage cards ----------------------------------------------------------------------------------------------------


@rule
def face_up(state, seat):
    """[ZMB-51] The damage cards of today that count for this seat, by the turns in which they were taken."""
    return np.int64(state.taken[seat] & ~state.down)


@rule
def recovers(state, kind):
    """[ZMB-52] Food on any turn, a Helicopter on the last, [ZMB-55] which is begun with one card in each hand."""
    if state.recovery[kind] == Recovery.LAST_TURN:
        return state.turn + 1 == state.turns
    return state.recovery[kind] == Recovery.ALWAYS


@rule
def take_damage_card(state, seat, story):
    """[ZMB-49] The card lies face up until the end of the day. [ZMB-53] A recovery card is turned down at once, and one
    other face-up card of today with it, if there is one; the taker must choose. [ZMB-77] By then the card is taken."""
    kind = state.pile[state.turn]
    state.taken[seat] |= bits.one(state.turn)
    tell(story, EVERYBODY, Event.TOOK, seat, kind, 0)
    if recovers(state, kind):
        state.down |= bits.one(state.turn)
        tell(story, EVERYBODY, Event.RECOVERED, seat, kind, 0)
        if face_up(state, seat) != 0:
            state.phase = Phase.FLIP


@rule
def flip(state, seat, kind, story):
    """[ZMB-33c] Of equal cards the one taken first is turned down; which one makes no difference."""
    cards = face_up(state, seat)
    while state.pile[bits.lowest(cards)] != kind:
        cards = bits.without_lowest(cards)
    state.down |= bits.one(bits.lowest(cards))
    tell(story, EVERYBODY, Event.FLIPPED, seat, kind, 0)


@rule
def end_turn(state, story):
    """[ZMB-32] The table goes to the graveyard, [ZMB-05] face up and common, [ZMB-40] as separate cards. [ZMB-22] The
    taker leads the next turn or day; [ZMB-21] the day ends when the hands are empty."""
    for seat in range(state.players):
        state.graveyard |= state.zombie[seat]
    state.leader = state.to_act
    state.turn += 1
    if state.turn < state.turns:
        start_turn(state, story)
    else:
        end_day(state, story)


# --- End of a day ----------------------------------------------------------------------------------------------------


@rule
def stains(state, seat):
    """[ZMB-51] The whole and the half stains on the face-up cards."""
    wholes, halves = np.int64(0), np.int64(0)
    cards = face_up(state, seat)
    while cards != 0:
        kind = state.pile[bits.lowest(cards)]
        wholes += state.wholes[kind]
        halves += state.halves[kind]
        cards = bits.without_lowest(cards)
    return wholes, halves


@rule
def day_damage(state, seat):
    """[ZMB-50] Whole stains, and one more for any two halves."""
    wholes, halves = stains(state, seat)
    return wholes + halves // 2


@rule
def record_day(state, story):
    """[ZMB-57] The day's damage is recorded, [ZMB-56] for good. [ZMB-50] [ZMB-59] Told with the halves that made a
    whole one, whether one is left over, and who is dead."""
    for seat in range(state.players):
        damage = day_damage(state, seat)
        state.records[seat] += damage
        halves = stains(state, seat)[1]
        dead = 1 if state.records[seat] >= state.end_damage else 0
        tell_six(story, EVERYBODY, Event.DAY_DAMAGE, seat, damage, state.records[seat], halves // 2, halves % 2, dead)


@rule
def end_day(state, story):
    """The day is recorded; [ZMB-58] then the end or a new day."""
    record_day(state, story)
    if is_too_much(state):
        end_match(state, Ending.DAMAGE, story)
    elif state.day == state.max_days:
        end_match(state, Ending.LAST_DAY, story)
    else:
        start_day(state, story)


@rule
def highest_record(state):
    """[ZMB-17] A record is bookkeeping: it only ever grows, past 9 too."""
    return highest(state.records, state.players)


@rule
def is_too_much(state):
    """[ZMB-58] A record that reached the threshold."""
    return highest_record(state) >= state.end_damage


# --- End of the match ------------------------------------------------------------------------------------------------


@rule
def end_match(state, ending, story):
    """[ZMB-58] The game ends only here, after a day, [ZMB-72] so its length is bounded."""
    state.phase = Phase.OVER
    state.ending = ending
    state.to_act = NO_SEAT
    state.location = NO_LOCATION
    for seat in range(state.players):
        state.played[seat] = NO_CARD
        state.zombie[seat] = 0
    tell(story, EVERYBODY, Event.OVER, ending, 1 if is_reversed(state) else 0, 0)


@rule
def is_reversed(state):
    """[ZMB-62] A record at the reversal threshold turns the victory around, [ZMB-63] on whichever day the game ends.

    [ZMB-64] Before the last day all records are below the other threshold, so it takes a terrible day."""
    return highest_record(state) >= state.reversal_damage


@entry
def result(state, scores):
    """Write the records; [ZMB-60] the lowest wins, [ZMB-62] or the highest if reversed; [ZMB-61] ties share.

    [ZMB-59] Being dead has no effect of its own. [ZMB-78] Records laid out are judged like any others."""
    for seat in range(state.players):
        scores[seat] = state.records[seat]
    if state.ending == Ending.NONE:
        return np.int64(0)
    best = highest_record(state) if is_reversed(state) else lowest(state.records, state.players)
    return seats_with(state.records, state.players, best)
