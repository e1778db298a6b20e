"""SCOUT: rows that may not be sorted. Rules page: docs/reference/rules/scout.md.

The module follows the page: a turn (Play, Scout, Double Action), end of a round, score, end of the match. Numbers in
brackets are its clauses; `state` holds the components, `setup` the deal, `sets` what a set is and which is stronger.
"""

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, begin_line, only, tell, tell_six
from lasttrick.core.tricks import highest, list_members, next_seat, seats_with
from lasttrick.games.scout.sets import gaps_with_play, has_play, neighbours, playable_starts, strength
from lasttrick.games.scout.setup import answer_rotate, clear_prior_set, start_round
from lasttrick.games.scout.state import (
    CARD_1_2,
    DOUBLE,
    LEFT,
    LONGEST,
    NO_SEAT,
    PLAY,
    RIGHT,
    ROTATE_NO,
    ROTATE_YES,
    ROUNDS,
    ROW,
    SCOUT,
    TURN,
    UNSEEN,
    Chance,
    Ending,
    Event,
    Phase,
    Rotated,
    RoundEnd,
    Visibility,
    card_of,
    top_of,
    turned,
)

# --- Start -----------------------------------------------------------------------------------------------------------


@entry
def start(state, story):
    """[SCT-06] [SCT-50] The first start player is drawn, [SCT-V03] or known once the cards are dealt."""
    state.round_number = 0
    if state.holder_starts == 0:
        state.start_seat = chance.pick_member(state, bits.first(state.players), Chance.START_PLAYER, story)
    start_round(state, story)


# --- Who may do what -------------------------------------------------------------------------------------------------


@entry
def acting(state):
    """The set of seats that may decide now. [SCT-46] Rotation is decided all at once, in any order."""
    if state.phase == Phase.ROTATE:
        return seats_with(state.rotated, state.players, Rotated.OPEN)
    if state.phase == Phase.OVER:
        return np.int64(0)
    return bits.one(state.to_act)


@entry
def legal(state, seat, out):
    """[SCT-13] Write the legal actions of an acting seat in rising order and count them. There is no pass."""
    if state.phase == Phase.ROTATE:
        out[0] = ROTATE_NO
        out[1] = ROTATE_YES
        return 2
    row, size = state.hand[seat], state.hand_size[seat]
    steps = neighbours(row, size)
    n = list_plays(state, row, size, steps, out)
    if state.phase == Phase.DOUBLE:
        return n  # [SCT-29] the Play must be made
    if may_scout(state, seat):
        n = list_scouts(state, size, out, n)
    if may_double(state, seat):
        n = list_doubles(state, row, size, steps, out, n)
    return n


@rule
def list_plays(state, row, size, steps, out):
    """[SCT-47] Blocks that are sets and stronger than the Prior Set, shorter ones first."""
    prior = strength(state.table, 0, state.table_size)
    n = 0
    for length in range(max(1, prior[0]), min(size, LONGEST) + 1):
        starts = playable_starts(row, size, steps, length, prior)
        if starts == 0 and length > prior[0]:
            break  # no set of this length, so none longer
        n = list_members(starts, PLAY + (length - 1) * ROW, out, n)
    return n


@rule
def may_scout(state, seat):
    """[SCT-22] [SCT-R14] Only with a Prior Set, [SCT-27] and then always; [SCT-V02] two players pay a chip for it."""
    return state.table_size > 0 and (state.players > 2 or state.tokens[seat] > 0)


@rule
def ends(state):
    """[SCT-22] Both ends can be taken from; of a single card, only the left is offered."""
    return min(2, state.table_size)


@rule
def list_scouts(state, size, out, n):
    """[SCT-48] [SCT-R20] Each end, each way up, each of the gaps."""
    for choice in range(2 * ends(state)):
        n = list_members(bits.first(size + 1), SCOUT + choice * ROW, out, n)
    return n


@rule
def may_double(state, seat):
    """[SCT-28] Needs the own marker, [SCT-31] so once a round, and a Prior Set."""
    return state.table_size > 0 and state.marker[seat] == 1


@rule
def list_doubles(state, row, size, steps, out, n):
    """[SCT-49] The Scouts of SCT-48 with a Play after them."""
    for choice in range(2 * ends(state)):
        n = list_members(double_positions(state, row, size, steps, choice), DOUBLE + choice * ROW, out, n)
    return n


@rule
def double_positions(state, row, size, steps, choice):
    """[SCT-29] [SCT-R09] Where a card, from this end and this way up, can go in so that a legal Play exists.

    [SCT-30] The Play is tested against what the Scout leaves."""
    end, way = choice // 2, choice % 2
    face = end_card(state, end)
    prior = strength(state.table, 1 if end == LEFT else 0, state.table_size - 1)
    return gaps_with_play(row, size, steps, top_of(turned(face) if way == TURN else face), prior)


@rule
def end_card(state, end):
    """[SCT-R19] The card at an end of the Prior Set, as it lies: the left is the first of the owner's row."""
    return state.table[0] if end == LEFT else state.table[state.table_size - 1]


@entry
def apply(state, seat, action, story):
    """Make one legal decision and everything that follows from it."""
    if action >= DOUBLE:
        begin_double(state, seat, action - DOUBLE, story)
    elif action >= SCOUT:
        scout(state, seat, action - SCOUT, story)
    elif action >= PLAY:
        play(state, seat, (action - PLAY) % ROW, (action - PLAY) // ROW + 1, story)
    else:
        answer_rotate(state, seat, action == ROTATE_YES, story)
    if state.round_end[state.round_number - 1] != RoundEnd.NONE:
        end_round(state, story)  # [SCT-34] after the action is completed


# --- Play ------------------------------------------------------------------------------------------------------------


@rule
def play(state, seat, start, length, story):
    """[SCT-14] A block of the row goes to the table: [SCT-20] [SCT-R15] first the old Prior Set is captured."""
    has_progress = state.phase == Phase.DOUBLE or state.table_size > 0  # [SCT-R17]
    tell_play(state, seat, start, length, story)
    tell_capture(state, seat, stronger_by(state, seat, start, length), story)
    capture(state, seat)
    lay_block(state, seat, start, length)
    remove_block(state, seat, start, length)
    state.owner = seat
    state.scouts = 0  # [SCT-R04] [SCT-R10] inside a Double Action too
    state.phase = Phase.TURN
    if state.hand_size[seat] == 0:
        stop_round(state, RoundEnd.OUT, seat)  # [SCT-32]
    else:
        end_turn(state, seat, has_progress)


@rule
def tell_play(state, seat, start, length, story):
    """[SCT-43] The cards are public; [SCT-44] where they stood is the seat's own, [SCT-V04] unless shown."""
    tell_row(story, Event.PLAYED, seat, state.hand[seat], start, length)
    audience = only(seat) if state.visibility == Visibility.HIDDEN else EVERYBODY
    tell(story, audience, Event.PLAYED_FROM, seat, start, 0)


@rule
def tell_row(story, event, seat, row, start, length):
    """A line with a seat and a part of a row."""
    at = begin_line(story, EVERYBODY, event, length + 1)
    if at >= 0:
        story.lines[at] = seat
        for k in range(length):
            story.lines[at + 1 + k] = row[start + k]


@rule
def stronger_by(state, seat, start, length):
    """By what a block beats the Prior Set: [SCT-17] 0, its count, [SCT-18] 1, its kind, [SCT-19] 2, its number."""
    mine, theirs = strength(state.hand[seat], start, length), strength(state.table, 0, state.table_size)
    if mine[0] != theirs[0]:
        return 0
    return 1 if mine[1] != theirs[1] else 2


@rule
def tell_capture(state, seat, why, story):
    """[SCT-20] Whose set is captured, which cards, and by what they were beaten."""
    if state.table_size == 0:
        return
    at = begin_line(story, EVERYBODY, Event.CAPTURED, 4 + state.table_size)
    if at >= 0:
        story.lines[at] = seat
        story.lines[at + 1] = state.table_size
        story.lines[at + 2] = state.owner
        story.lines[at + 3] = why
        for place in range(state.table_size):
            story.lines[at + 4 + place] = state.table[place]


@rule
def capture(state, seat):
    """[SCT-20] What is left of the old Prior Set goes onto the player's own pile."""
    for place in range(state.table_size):
        state.pile[seat] |= bits.one(card_of(state.table[place]))
    clear_prior_set(state)


@rule
def lay_block(state, seat, start, length):
    """[SCT-21] [SCT-R19] The cards lie in the order and orientation they had in the hand."""
    for k in range(length):
        face = state.hand[seat, start + k]
        state.table[k] = face
        forget(state, seat, card_of(face))
    state.table_size = length


@rule
def forget(state, seat, card):
    """[SCT-45] A played card is no longer known to be in the hand."""
    state.known[seat] &= ~bits.one(card)
    if card == CARD_1_2:
        state.holder = NO_SEAT


@rule
def remove_block(state, seat, start, length):
    """[SCT-10] The cards that stay keep their order and orientation."""
    size = state.hand_size[seat]
    for place in range(start, size):
        state.hand[seat, place] = state.hand[seat, place + length] if place + length < size else UNSEEN
    state.hand_size[seat] = size - length


# --- Scout -----------------------------------------------------------------------------------------------------------


@rule
def scout(state, seat, choice, story):
    """[SCT-22] A turn of one Scout; [SCT-33] n−1 in a row, [SCT-R22] of as large a set, end the round.

    [SCT-V02] Of two players, the same goes on."""
    take_card(state, seat, choice, story)
    state.scouts += 1  # [SCT-R04]
    if state.players == 2:
        go_on_or_stop(state, seat)
    elif scouts_to_the_end(state) == 0:
        # [SCT-R06] Even if the table is empty now. The next seat is the player of the last Play.
        stop_round(state, RoundEnd.SCOUTED, next_seat(state, seat))
    else:
        end_turn(state, seat, False)


@rule
def scouts_to_the_end(state):
    """[SCT-33] So many more Scouts in a row end the round."""
    return np.int64(state.players) - 1 - state.scouts


@rule
def begin_double(state, seat, choice, story):
    """[SCT-28] [SCT-R24] The marker is paid, then the Scout done; [SCT-49] no end is tested before the Play."""
    state.marker[seat] = 0
    tell(story, EVERYBODY, Event.MARKER_PAID, seat, 0, 0)
    take_card(state, seat, choice, story)
    state.phase = Phase.DOUBLE


@rule
def take_card(state, seat, choice, story):
    """[SCT-22] A card from an end of the Prior Set, [SCT-23] into the own row, [SCT-24] and the owner's token."""
    end, way, position = choice // (2 * ROW), choice // ROW % 2, choice % ROW
    face = end_card(state, end)
    tell(story, EVERYBODY, Event.SCOUTED, seat, face, end)
    remove_end(state, end)
    insert(state, seat, turned(face) if way == TURN else face, position)
    state.known[seat] |= bits.one(card_of(face))
    tell_insert(state, seat, position, way, story)
    pay_for_scout(state, seat, story)
    if state.table_size == 0:
        state.owner = NO_SEAT  # [SCT-26] [SCT-R05]
        tell(story, EVERYBODY, Event.TABLE_EMPTY, 0, 0, 0)


@rule
def remove_end(state, end):
    """[SCT-25] What is left stays the Prior Set, of the same owner."""
    left = state.table_size - 1
    if end != RIGHT:
        for place in range(left):
            state.table[place] = state.table[place + 1]
    state.table[left] = UNSEEN
    state.table_size = left


@rule
def insert(state, seat, face, position):
    """[SCT-23] At any position, in either orientation; the row closes around it."""
    for place in range(state.hand_size[seat], position, -1):
        state.hand[seat, place] = state.hand[seat, place - 1]
    state.hand[seat, position] = face
    state.hand_size[seat] += 1


@rule
def tell_insert(state, seat, position, way, story):
    """[SCT-R03] [SCT-V04] The seat itself knows all; others nothing, the position, or all."""
    if state.visibility == Visibility.FULL:
        tell(story, EVERYBODY, Event.INSERTED, seat, position, way)
    else:
        tell(story, only(seat), Event.INSERTED, seat, position, way)
    if state.visibility == Visibility.POSITION:
        tell(story, EVERYBODY & ~only(seat), Event.INSERTED, seat, position, -1)


@rule
def pay_for_scout(state, seat, story):
    """[SCT-24] The owner gets a token, for the last card too; [SCT-04] [SCT-R18] there are always enough.

    [SCT-V02] Of two players, the one who scouts pays a chip and the owner gets nothing."""
    if state.players == 2:
        state.tokens[seat] -= 1
        tell(story, EVERYBODY, Event.CHIP_PAID, seat, state.tokens[seat], 0)
    else:
        state.tokens[state.owner] += 1
        tell(story, EVERYBODY, Event.TOKEN, state.owner, state.tokens[state.owner], 0)


# --- End of a turn and of a round ------------------------------------------------------------------------------------


@rule
def end_turn(state, seat, has_progress):
    """[SCT-12] The next seat clockwise, [SCT-R07] which never owns the Prior Set.

    [SCT-R16] [SCT-R17] Rounds could go on for ever, so there is a safety stop, [SCT-R23] after the ends by rule."""
    state.idle = 0 if has_progress else state.idle + 1
    state.to_act = next_seat(state, seat)
    if state.idle == state.stall_limit and state.stall_limit > 0:
        stop_round(state, RoundEnd.STALLED, NO_SEAT)
    elif state.players == 2:
        go_on_or_stop(state, state.to_act)


@rule
def go_on_or_stop(state, seat):
    """[SCT-V02] Two players: who can neither Play nor Scout ends the round, and the owner has achieved condition ii."""
    if not may_scout(state, seat) and not can_play(state, seat):
        stop_round(state, RoundEnd.STUCK, state.owner)


@rule
def can_play(state, seat):
    return has_play(state.hand[seat], state.hand_size[seat], strength(state.table, 0, state.table_size))


@rule
def stop_round(state, ending, achiever):
    """[SCT-34] The round is over at once."""
    state.round_end[state.round_number - 1] = ending
    state.achiever[state.round_number - 1] = achiever


@rule
def end_round(state, story):
    """Scores, then [SCT-41] the end or [SCT-40] a new round."""
    at = state.round_number - 1
    tell(story, EVERYBODY, Event.ROUND_ENDS, state.round_end[at], state.achiever[at], 0)
    for seat in range(state.players):
        score_round(state, seat, story)
    if state.round_number == state.players:
        end_match(state, story)
    else:
        if state.players == 2:
            put_away(state, story)
        state.start_seat = next_seat(state, state.start_seat)
        start_round(state, story)


@rule
def put_away(state, story):
    """[SCT-V02] Between the two rounds hands are laid open and counted; the cards of a round do not come back."""
    for seat in range(2):
        tell_row(story, Event.HAND_SHOWN, seat, state.hand[seat], 0, state.hand_size[seat])
        for place in range(state.hand_size[seat]):
            state.gone |= bits.one(card_of(state.hand[seat, place]))
        state.gone |= state.pile[seat]
    for place in range(state.table_size):
        state.gone |= bits.one(card_of(state.table[place]))


# --- Score -----------------------------------------------------------------------------------------------------------


@rule
def cards_against(state, seat):
    """[SCT-36] Cards left in hand, but none for who achieved condition ii; [SCT-R21] after condition i all pay."""
    ending = state.round_end[state.round_number - 1]
    is_condition_ii = ending == RoundEnd.SCOUTED or ending == RoundEnd.STUCK
    if is_condition_ii and state.achiever[state.round_number - 1] == seat:
        return 0
    return np.int64(state.hand_size[seat])


@rule
def score_round(state, seat, story):
    """[SCT-35] A point for each captured card and each token (chip [SCT-V02]), less [SCT-36] the cards in hand.

    [SCT-37] The Prior Set and markers count nothing. [SCT-38] A score may be negative."""
    captured, against = bits.count(state.pile[seat]), cards_against(state, seat)
    score = captured + state.tokens[seat] - against
    state.score[state.round_number - 1, seat] = score
    points, tokens = total(state, seat), state.tokens[seat]
    tell_six(story, EVERYBODY, Event.ROUND_SCORE, seat, captured, tokens, against, score, points)


@rule
def total(state, seat):
    """[SCT-39] The sum of the round scores."""
    points = np.int64(0)
    for at in range(ROUNDS):
        points += state.score[at][seat]
    return points


# --- End of the match ------------------------------------------------------------------------------------------------


@rule
def end_match(state, story):
    """[SCT-41] After as many rounds as players, so that everybody has started once."""
    state.phase = Phase.OVER
    state.ending = Ending.ROUNDS
    state.to_act = NO_SEAT
    tell(story, EVERYBODY, Event.OVER, Ending.ROUNDS, 0, 0)


@entry
def result(state, scores):
    """Write the totals; give the set of winners: [SCT-42] all with the highest total, none while the match is on."""
    for seat in range(state.players):
        scores[seat] = total(state, seat)
    if state.ending != Ending.ROUNDS:
        return np.int64(0)
    return seats_with(scores, state.players, highest(scores, state.players))
