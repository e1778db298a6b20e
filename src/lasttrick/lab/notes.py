"""Notes on a match: what the rules told, folded line by line into a few numbers, inside compiled code.

A *reading* says which lines of a game's story mean what (see `facts`): one way of reading serves every game. The
*notes* are where the numbers go. Both are records of fixed size, used again from match to match.
"""

from enum import IntEnum

import numpy as np

from lasttrick.core import bits
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import CHANCE
from lasttrick.core.winning import counted_winners, share_win

KINDS = 80  # kinds of lines: events, and from OUTCOMES on the outcomes of chance
OUTCOMES = 64
BARS = 64  # a histogram counts 0 … BARS − 1; what is beyond goes to the ends
CARDS = 128  # at most so many cards
WORDS = 2  # of 64 cards each
COUNTERS = 32
HISTOGRAMS = 8
NONE = -1


class CardOp(IntEnum):
    """What a line says about cards. Its first fact is the seat, if it has one."""

    NONE = 0
    DEAL = 1  # these cards are dealt to the seat
    DEAL_ALL = 2  # an outcome of chance: the deck in order, a hand of `per_hand` cards for each seat
    PLAY = 3  # the seat plays these cards; they lie before it
    LAY = 4  # these cards come to lie before the seat
    LIFT = 5  # these cards lie on the table no more
    TAKE_ALL = 6  # the seat captures all that lies on the table
    TAKE_OLDER = 7  # … but what was played last
    TAKE_OWN = 8  # … that lies before it
    GAIN = 9  # the seat captures this card, wherever it lay


DEALT, PLAYED, CAPTURED = range(3)
ROLES = 3
GROUPED = ROLES  # a role of the sums alone: dealt, cards of one group taken together

# Columns of `notes.now`: one match. The first ones become columns of its row.
ROUNDS, TRICKS, FIRST, LEAD_CHANGES, BEHIND, LEAD_TAKES, FIRST_BAR = range(7)
ROW = 7
LEADER, TRICK_LEAD, ROUND_LEAD, SCORED, PLAYS, LYING, TAKER, TAKER_LEAD = range(ROW, ROW + 8)
NOW = ROW + 8

# Sums kept for each card and role, for all seats together, and for those that lead a round first. A match is a row:
# what happens inside one hangs together, so squares and products are those of a match's sums. The last four are
# products of a card's n and total with those of all cards of the role: what a match does to all is no card's doing.
N, POINTS, ROWS, NN, NT, TT, N_ALL_N, N_ALL_T, T_ALL_N, T_ALL_T = range(10)  # of the scores of rounds
SHARE_N, SHARES = 10, 11  # the same ten, of the win
SUMS = 20


READING = np.dtype(
    (
        np.record,
        [
            ("round_kind", np.int16),  # kinds of lines, NONE where a game has none
            ("trick_kind", np.int16),
            ("score_kind", np.int16),
            ("lead_kind", np.int16),
            ("lead_at", np.int16),  # the fact that is the seat
            ("score_at", np.int16),
            ("total_at", np.int16),
            ("order", np.int16),  # 1: more is better, −1: less is
            ("per_hand", np.int16),
            ("cards", np.int16),
            ("card_op", np.int16, (KINDS,)),  # by kind: CardOp
            ("card_at", np.int16, (KINDS,)),  # by kind: the first fact that is a card
            ("card_many", np.int16, (KINDS,)),  # by kind: 1 if all facts after it are cards too
            ("card_of", np.int16, (CARDS,)),  # card of a fact: not the same where a card has two ways up
            ("kind_of", np.int16, (CARDS,)),  # copies of a card are of one kind
            ("group_of", np.int16, (CARDS,)),  # group of a kind, NONE where there are none
            ("fire_from", np.int16, (KINDS,)),  # by kind: its counters are fire_from … fire_to − 1
            ("fire_to", np.int16, (KINDS,)),
            ("fire_fact", np.int16, (COUNTERS,)),  # by counter: the fact looked at, NONE: every line counts
            ("fire_low", np.int16, (COUNTERS,)),
            ("fire_high", np.int16, (COUNTERS,)),
            ("bar_from", np.int16, (KINDS,)),  # the same for histograms
            ("bar_to", np.int16, (KINDS,)),
            ("bar_fact", np.int16, (HISTOGRAMS,)),
            ("first_bar", np.int16),  # the histogram whose first value of a match is kept, NONE: of none
        ],
    )
)

NOTES = np.dtype(
    (
        np.record,
        [
            # one match
            ("now", np.int64, (NOW,)),
            ("total", np.int64, (MOST_SEATS,)),
            ("deficit", np.int64, (MOST_SEATS,)),  # most points a seat was ever behind at the end of a round
            ("in_round", np.int64, (ROLES, MOST_SEATS, WORDS)),  # sets of cards
            ("had", np.int32, (ROLES, MOST_SEATS, CARDS)),  # in how many rounds
            ("earned", np.float64, (ROLES, CARDS, 2)),  # in how many rounds with a score, and the scores together
            ("earned_all", np.float64, (2,)),
            ("earned_leads", np.float64, (2,)),
            ("lying", np.int16, (CARDS,)),  # the cards on the table
            ("before", np.int16, (CARDS,)),  # the seat each of them lies before
            ("laid", np.int32, (CARDS,)),  # the number of the play that laid it
            ("fired", np.int32, (COUNTERS,)),
            ("share", np.float64, (MOST_SEATS,)),  # of the win
            ("of_kind", np.float64, (CARDS, 4)),  # rounds and their shares of the win, scored rounds and their points
            ("of_group", np.float64, (CARDS, 4)),
            ("of_all", np.float64, (4,)),
            # sums over matches
            ("worth", np.float64, (ROLES + 1, CARDS, SUMS)),  # by kind of card, GROUPED by group
            ("everyone", np.float64, (SUMS,)),
            ("leads", np.float64, (SUMS,)),  # of the seats that lead a round first
            ("bars", np.int64, (HISTOGRAMS, BARS)),
        ],
    )
)


# --- One line of the story -------------------------------------------------------------------------------------------


@rule
def read_line(reading, notes, lines, at, players):
    """Note what one line says."""
    facts = at + 3
    kind = np.int64(lines[at + 2])
    kind = kind if kind < CHANCE else OUTCOMES + kind - CHANCE
    if kind == reading.round_kind:
        begin_round(notes)
    if kind == reading.lead_kind:
        note_lead(notes, lines[facts + reading.lead_at])
    count_line(reading, notes, lines, kind, facts)
    if reading.card_op[kind] != CardOp.NONE:
        read_cards(reading, notes, lines, kind, facts, at + lines[at], players)
    if kind == reading.trick_kind:
        end_trick(notes, lines[facts])
    if kind == reading.score_kind:
        note_score(reading, notes, lines, facts, players)


@rule
def count_line(reading, notes, lines, kind, facts):
    for i in range(reading.fire_from[kind], reading.fire_to[kind]):
        fact = lines[facts + reading.fire_fact[i]] if reading.fire_fact[i] != NONE else reading.fire_low[i]
        if reading.fire_low[i] <= fact <= reading.fire_high[i]:
            notes.fired[i] += 1
    for i in range(reading.bar_from[kind], reading.bar_to[kind]):
        fact = np.int64(lines[facts + reading.bar_fact[i]])
        notes.bars[i, min(max(fact, 0), BARS - 1)] += 1
        if i == reading.first_bar and notes.now[FIRST_BAR] == NONE:
            notes.now[FIRST_BAR] = fact


@rule
def begin_round(notes):
    notes.now[ROUNDS] += 1
    notes.now[TRICK_LEAD] = NONE
    notes.now[ROUND_LEAD] = NONE
    notes.now[LYING] = 0


@rule
def note_lead(notes, seat):
    """The first to lead in the match, in the round and in the trick."""
    if notes.now[FIRST] == NONE:
        notes.now[FIRST] = seat
    if notes.now[ROUND_LEAD] == NONE:
        notes.now[ROUND_LEAD] = seat
    if notes.now[TRICK_LEAD] == NONE:
        notes.now[TRICK_LEAD] = seat


@rule
def end_trick(notes, seat):
    notes.now[TRICKS] += 1
    notes.now[TAKER] = seat
    notes.now[TAKER_LEAD] = notes.now[TRICK_LEAD]
    if notes.now[TRICK_LEAD] == seat:
        notes.now[LEAD_TAKES] += 1
    notes.now[TRICK_LEAD] = NONE


# --- Cards -----------------------------------------------------------------------------------------------------------


@rule
def read_cards(reading, notes, lines, kind, facts, end, players):
    op = reading.card_op[kind]
    seat = lines[facts]
    if op == CardOp.DEAL_ALL:
        deal_all(reading, notes, lines, facts, players)
    elif CardOp.TAKE_ALL <= op <= CardOp.TAKE_OWN:
        take(notes, seat, op)
    else:
        if op == CardOp.PLAY:
            notes.now[PLAYS] += 1
        first = facts + reading.card_at[kind]
        for place in range(first, end if reading.card_many[kind] == 1 else first + 1):
            move_card(notes, seat, reading.card_of[lines[place]], op)


@rule
def have(notes, role, seat, card):
    notes.in_round[role, seat, card >> 6] |= bits.one(card & 63)


@rule
def deal_all(reading, notes, lines, facts, players):
    for seat in range(players):
        for i in range(seat * reading.per_hand, (seat + 1) * reading.per_hand):
            have(notes, DEALT, seat, reading.card_of[lines[facts + i]])


@rule
def move_card(notes, seat, card, op):
    if op == CardOp.DEAL:
        have(notes, DEALT, seat, card)
    elif op == CardOp.GAIN:
        have(notes, CAPTURED, seat, card)
    else:
        lift(notes, card)
        if op != CardOp.LIFT:
            lay(notes, seat, card)
        if op == CardOp.PLAY:
            have(notes, PLAYED, seat, card)


@rule
def lay(notes, seat, card):
    at = notes.now[LYING]
    notes.lying[at] = card
    notes.before[at] = seat
    notes.laid[at] = notes.now[PLAYS]
    notes.now[LYING] = at + 1


@rule
def lift(notes, card):
    """Take a card off the table, if it is there; the last one fills its place."""
    last = notes.now[LYING] - 1
    for at in range(last + 1):
        if notes.lying[at] == card:
            notes.lying[at] = notes.lying[last]
            notes.before[at] = notes.before[last]
            notes.laid[at] = notes.laid[last]
            notes.now[LYING] = last
            return


@rule
def take(notes, seat, op):
    """Capture what the kind of line says; nothing stays but what was played last, where that is not meant."""
    kept = 0
    for at in range(notes.now[LYING]):
        if op == CardOp.TAKE_OLDER and notes.laid[at] == notes.now[PLAYS]:
            notes.lying[kept] = notes.lying[at]
            notes.before[kept] = notes.before[at]
            notes.laid[kept] = notes.laid[at]
            kept += 1
        elif op != CardOp.TAKE_OWN or notes.before[at] == seat:
            have(notes, CAPTURED, seat, notes.lying[at])
    notes.now[LYING] = kept


# --- Scores ----------------------------------------------------------------------------------------------------------


@rule
def add_points(earned, points):
    earned[0] += 1
    earned[1] += points


@rule
def add_match(sums, at, n, total, all_n, all_total):
    """Add what one match had to the sums that begin there: a card's n and total, and those of all cards."""
    if n > 0:
        sums[at + N] += n
        sums[at + POINTS] += total
        sums[at + ROWS] += 1
        sums[at + NN] += n * n
        sums[at + NT] += n * total
        sums[at + TT] += total * total
        sums[at + N_ALL_N] += n * all_n
        sums[at + N_ALL_T] += n * all_total
        sums[at + T_ALL_N] += total * all_n
        sums[at + T_ALL_T] += total * all_total


@rule
def add_earned(sums, earned):
    """A match's scores go to the sums; the next match begins with none."""
    add_match(sums, N, earned[0], earned[1], 0.0, 0.0)
    earned[0] = 0.0
    earned[1] = 0.0


@rule
def note_score(reading, notes, lines, facts, players):
    """A seat's score of a round; with the last seat's the round is over."""
    seat, points = np.int64(lines[facts]), np.float64(lines[facts + reading.score_at])
    notes.total[seat] = reading.order * lines[facts + reading.total_at]
    add_points(notes.earned_all, points)
    if notes.now[ROUND_LEAD] == seat:
        add_points(notes.earned_leads, points)
    keep_cards(notes, seat, points, True)
    notes.now[SCORED] |= bits.one(seat)
    if notes.now[SCORED] == bits.first(players):
        end_round(notes, players)


@rule
def keep_cards(notes, seat, points, scored):
    """The cards a seat had in the round that ends go with its score, and are kept for the result of the match."""
    for role in range(ROLES):
        for word in range(WORDS):
            cards = notes.in_round[role, seat, word]
            notes.in_round[role, seat, word] = 0
            while cards != 0:
                card = 64 * word + bits.lowest(cards)
                cards = bits.without_lowest(cards)
                notes.had[role, seat, card] += 1
                if scored:
                    add_points(notes.earned[role, card], points)


@rule
def end_round(notes, players):
    """Who is ahead now, and how far the others are behind."""
    best, ahead, equals = notes.total[0], 0, 1
    for seat in range(1, players):
        if notes.total[seat] > best:
            best, ahead, equals = notes.total[seat], seat, 1
        elif notes.total[seat] == best:
            equals += 1
    for seat in range(players):
        notes.deficit[seat] = max(notes.deficit[seat], best - notes.total[seat])
    if equals == 1:
        if notes.now[LEADER] != NONE and notes.now[LEADER] != ahead:
            notes.now[LEAD_CHANGES] += 1
        notes.now[LEADER] = ahead
    notes.now[SCORED] = 0


# --- One match -------------------------------------------------------------------------------------------------------


@entry
def begin_notes(notes):
    for i in range(NOW):
        notes.now[i] = NONE if i in (FIRST, LEADER, TRICK_LEAD, ROUND_LEAD, FIRST_BAR) else 0
    for seat in range(MOST_SEATS):
        notes.total[seat] = 0
        notes.deficit[seat] = 0
    for i in range(COUNTERS):
        notes.fired[i] = 0


@entry
def read_story(reading, notes, story, players):
    """Note the lines told since the last time, and make room for more."""
    at = 0
    while at < story.used:
        read_line(reading, notes, story.lines, at, players)
        at += story.lines[at]
    story.used = 0


@entry
def end_notes(reading, notes, state, winners):
    """The match is over: what each seat got of the win goes to its cards."""
    share_win(state, winners, notes.share)
    winners = counted_winners(state, winners)
    for seat in range(state.players):
        keep_cards(notes, seat, 0.0, False)
        if bits.has(winners, seat):
            notes.now[BEHIND] = max(notes.now[BEHIND], notes.deficit[seat])
    add_earned(notes.everyone, notes.earned_all)
    add_earned(notes.leads, notes.earned_leads)
    for role in range(ROLES):
        end_cards(reading, notes, role, state.players)


@rule
def end_cards(reading, notes, role, players):
    """What a match gave to the seats that had a card of each kind, and of each group of those that were dealt."""
    notes.of_all[:] = 0.0
    for card in range(reading.cards):
        kind = reading.kind_of[card]
        group = reading.group_of[kind] if role == DEALT else NONE
        rounds, total = 0.0, 0.0
        for seat in range(players):
            rounds += notes.had[role, seat, card]
            total += notes.had[role, seat, card] * notes.share[seat]
            notes.had[role, seat, card] = 0
        count_rounds(notes, kind, group, 0, rounds, total)
        count_rounds(notes, kind, group, 2, notes.earned[role, card, 0], notes.earned[role, card, 1])
        notes.earned[role, card, :] = 0.0
    for kind in range(reading.cards):
        add_counted(notes.worth[role, kind], notes.of_kind[kind], notes.of_all)
        if role == DEALT:
            add_counted(notes.worth[GROUPED, kind], notes.of_group[kind], notes.of_all)


@rule
def count_rounds(notes, kind, group, at, rounds, total):
    """Rounds in which a card was had, and what they gave: to its kind, to its group and to all."""
    notes.of_kind[kind, at] += rounds
    notes.of_kind[kind, at + 1] += total
    notes.of_all[at] += rounds
    notes.of_all[at + 1] += total
    if group != NONE:
        notes.of_group[group, at] += rounds
        notes.of_group[group, at + 1] += total


@rule
def add_counted(sums, counted, of_all):
    add_match(sums, SHARE_N, counted[0], counted[1], of_all[0], of_all[1])
    add_match(sums, N, counted[2], counted[3], of_all[2], of_all[3])
    counted[:] = 0.0
