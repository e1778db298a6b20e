"""10 Tricks Later, thought about: what a board is worth, what a trick would do to it, and whom a horde would hit.

Everything is counted in points of the round. A board is worth what it has inside less what it has lost, plus what is
outside and can still be brought in, less what an attack may take, plus the hope of a full track.
"""

import numpy as np

from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import cards_played, next_seat
from lasttrick.core.winning import share_win
from lasttrick.games.ten_tricks_later.horde import attack_level, lowest_survivor, sum_of_values
from lasttrick.games.ten_tricks_later.rules import effective_value
from lasttrick.games.ten_tricks_later.state import (
    ALL_INFECTED,
    ALL_SURVIVORS,
    CARDS,
    GIVE,
    NO_CARD,
    ONES,
    PLAY,
    PURPLE,
    TRACK_BONUS,
    TRACK_END,
    TRICKS,
    VALUES,
    WISH_YES,
    Ending,
    cards_of_colour,
    colour_of,
    is_infected,
    survivors_up_to,
    value_of,
)

__all__ = ["CLUES", "SCALE", "appraise", "clues", "cut_short", "outlook", "payoff", "stage"]

SCALE = 0.5
CLUES = 13
FAIR_OUTLOOK = True  # chances told at the end of a round agree with what is then won
INCOME = 1.2  # what a trick to come adds to a track, on average, with three players
INCOME_OF_FOUR = 2.0  # and with four
DOUBT = 5.0  # points of track over which a rescue goes from doubtful to sure
DANGER = 0.045  # chance that one Infected still about takes a Survivor that stays outside
KEEP_FULL = 0.86  # chance to leave a trick with a full track still full
HOPE_FULL = 0.35  # share of the bonus that a nearly full track is worth
RIVALS = 0.6  # weight of what the others gain
PLAYS_IT = 0.75  # chance that a seat which can beat a card does
HORDE = 0.6  # chance that a seat which may play an Infected does


# --- What a board is worth -------------------------------------------------------------------------------------------


@rule
def board_worth(upper, inside, lost, track, tricks_left, infected_left, players):
    """Points that a board promises for the end of the round."""
    if tricks_left == 0:
        bonus = TRACK_BONUS if track == TRACK_END else 0
        return max(0.0, float(inside + bonus - lost))
    worth = float(inside - lost)
    if upper == 0:
        return worth + full_track_hope(track, tricks_left)
    return worth + outside_worth(upper, track, tricks_left, infected_left, players)


@rule
def full_track_hope(track, tricks_left):
    if track == TRACK_END:
        return TRACK_BONUS * KEEP_FULL**tricks_left
    return TRACK_BONUS * HOPE_FULL * track / TRACK_END


@rule
def outside_worth(upper, track, tricks_left, infected_left, players):
    """Survivors outside: each is worth its chance to come in, in the order in which they come, less its danger."""
    income = track + (INCOME if players == 3 else INCOME_OF_FOUR) * tricks_left
    danger = min(0.8, DANGER * infected_left * min(tricks_left, 5) / 3)
    worth, cost = 0.0, 0
    for value in range(1, VALUES + 1):
        for _ in range(bits.count(upper & (ONES << np.int64(value - 1)))):
            cost += value
            comes_in = min(1.0, max(0.0, 0.5 + (income - cost) / (2 * DOUBT)))
            worth += comes_in - (1.0 - 0.5 * comes_in) * danger
    return worth


@rule
def worth_now(view, seat, tricks_left, infected_left):
    inside, lost = bits.count(view.lower[seat]), bits.count(view.lost[seat])
    return board_worth(view.upper[seat], inside, lost, view.track[seat], tricks_left, infected_left, view.players)


@rule
def worth_settled(view, upper, inside, lost, track, tricks_left, infected_left):
    """Worth after the rescues that follow at once."""
    upper, track, rescued = after_rescues(view, upper, track)
    return board_worth(upper, inside + rescued, lost, track, tricks_left, infected_left, view.players)


@rule
def after_rescues(view, upper, track):
    """Who is still outside, the track and how many came inside, once all have that the track is enough for."""
    rescued = 0
    while track > 0 and upper & survivors_up_to(track - view.strict_rescue) != 0:
        card = lowest_survivor(upper)
        track -= value_of(card)
        upper &= ~bits.one(card)
        rescued += 1
    return upper, track, rescued


@rule
def track_if_lost(view, seat, card):
    """The track of a seat that loses the trick with this card, before any rescue."""
    raised = view.track[seat] + value_of(card)
    return raised if raised <= TRACK_END else np.int64(view.track[seat])


@rule
def worth_if_lost(view, seat, card, tricks_left, infected_left):
    """The board of a seat that loses the trick with this card."""
    track = track_if_lost(view, seat, card)
    inside, lost = bits.count(view.lower[seat]), bits.count(view.lost[seat])
    return worth_settled(view, view.upper[seat], inside, lost, track, tricks_left, infected_left)


@rule
def worth_if_won(view, seat, trick, tricks_left, infected_left):
    """The board of a seat that wins these cards, attack and all."""
    upper = np.int64(view.upper[seat])
    inside, lost = bits.count(view.lower[seat]), bits.count(view.lost[seat])
    track = np.int64(view.track[seat])
    if trick & ALL_INFECTED != 0:
        fallen = upper & survivors_up_to(attack_level(trick & ALL_INFECTED))
        upper &= ~fallen
        lost += bits.count(fallen)
        track = np.int64(0)
    upper |= trick & ALL_SURVIVORS
    return worth_settled(view, upper, inside, lost, track, tricks_left, infected_left)


# --- What is known ---------------------------------------------------------------------------------------------------


@rule
def cards_about(view, seat):
    """Cards that may be in the other hands: not in the own one and not seen on a board, in the trick or aside."""
    gone = np.int64(view.hand[seat]) | view.aside
    for other in range(view.players):
        gone |= view.upper[other] | view.lower[other] | view.lost[other]
        if view.played[other] != NO_CARD:
            gone |= bits.one(view.played[other])
    everything = bits.first(CARDS)
    if view.players == 3:
        everything &= ~(cards_of_colour(view.removed) | bits.one(CARDS - 9) | bits.one(CARDS - 2))
    if view.exchanger < 0:
        everything &= ~bits.one(CARDS - 1)
    return everything & ~gone


@rule
def leader_of_trick(view, trick, me, mine):
    """The seat that would win if the trick ended now, the own card laid."""
    winner, best = np.int64(me), -1
    seat = np.int64(view.lead)
    for _ in range(view.players):
        card = mine if seat == me else np.int64(view.played[seat])
        if card == NO_CARD:
            break
        wins = trick & ALL_INFECTED != 0 or colour_of(card) == (
            colour_of(mine) if view.lead == me else colour_of(view.played[view.lead])
        )
        if wins:
            value = effective_value(card, trick)
            if value > best or (value == best and not is_infected(card)):
                winner, best = seat, value
        seat = next_seat(view, seat)
    return winner


@rule
def seats_to_come(view, seat):
    """How many seats play after this one in the trick."""
    behind = 0
    other = next_seat(view, seat)
    while other != view.lead:
        behind += 1
        other = next_seat(view, other)
    return behind


@rule
def chance_it_holds(view, seat, trick, led, best_card, about, hands, behind):
    """Chance that the seats to come leave the best card on top."""
    if behind == 0:
        return 1.0
    value = effective_value(best_card, trick)
    if trick & ALL_INFECTED != 0:
        higher = bits.count(about & (ALL_SURVIVORS & ~survivors_up_to(value - 1))) * 0.6
    else:
        higher = float(bits.count(about & cards_of_colour(led) & ~survivors_up_to(value)))
    each = behind / max(1.0, hands)  # share of the unseen cards that sits behind
    return (1.0 - each * PLAYS_IT) ** higher


# --- Judgement -------------------------------------------------------------------------------------------------------


@entry
def appraise(view, seat, actions, n, worth):
    """Worth of each legal action, in points of this round."""
    if actions[0] < GIVE:
        for i in range(n):
            worth[i] = -1.0 if actions[i] == WISH_YES else 0.0
    elif actions[0] < PLAY:
        for i in range(n):
            worth[i] = give_worth(view, seat, actions[i] - GIVE)
    else:
        appraise_cards(view, seat, actions, n, worth)


@rule
def give_worth(view, seat, card):
    """Put aside what fits a track badly; keep 1s, which are cheap to bring in, and short colours short."""
    value = value_of(card)
    return 0.3 * value if value < 8 else 1.0


@rule
def appraise_cards(view, seat, actions, n, worth):
    about = cards_about(view, seat)
    behind = seats_to_come(view, seat)
    hands = view.players - 1
    trick = cards_played(view.played, view.players)
    infected_left = bits.count((about | view.hand[seat]) & ALL_INFECTED)
    left = TRICKS - view.tricks - 1
    for i in range(n):
        worth[i] = card_worth(view, seat, actions[i] - PLAY, trick, about, behind, hands, left, infected_left)


@rule
def card_worth(view, seat, card, trick, about, behind, hands, left, infected_left):
    """What the trick brings with this card: to oneself, and against that to whoever is winning it."""
    trick = trick | bits.one(card)
    led = colour_of(card) if view.lead == seat else colour_of(view.played[view.lead])
    winner = leader_of_trick(view, trick, seat, card)
    best_card = card if winner == seat else np.int64(view.played[winner])
    holds = chance_it_holds(view, seat, trick, led, best_card, about, hands, behind)
    lost = worth_if_lost(view, seat, card, left, infected_left)
    horde = horde_to_come(view, about, led, trick, behind, hands)
    if winner == seat:
        calm = worth_if_won(view, seat, trick, left, infected_left)
        hit = worth_if_won(view, seat, trick | bits.one(CARDS - 5), left, infected_left)
        return holds * ((1.0 - horde) * calm + horde * hit) + (1.0 - holds) * lost
    before = worth_now(view, winner, left + 1, infected_left)
    gain = worth_if_won(view, winner, trick, left, infected_left) - before
    return lost - RIVALS / (view.players - 1) * holds * gain


@rule
def split_card(view, seat, card, trick, about, behind, left, infected_left, rows, i):
    """The terms of `card_worth`: to lose, to win, what a horde takes, what a rival gets. Gives the chance that the card
    takes the trick, and that another does that lies there now."""
    trick = trick | bits.one(card)
    led = colour_of(card) if view.lead == seat else colour_of(view.played[view.lead])
    winner = leader_of_trick(view, trick, seat, card)
    best_card = card if winner == seat else np.int64(view.played[winner])
    holds = chance_it_holds(view, seat, trick, led, best_card, about, view.players - 1, behind)
    lost = worth_if_lost(view, seat, card, left, infected_left)
    if winner == seat:
        calm = worth_if_won(view, seat, trick, left, infected_left)
        hit = worth_if_won(view, seat, trick | bits.one(CARDS - 5), left, infected_left)
        horde = horde_to_come(view, about, led, trick, behind, view.players - 1)
        rows[i, 0] = (1.0 - holds) * lost
        rows[i, 1] = holds * calm
        rows[i, 2] = holds * horde * (hit - calm)
        return holds, 0.0
    rows[i, 0] = lost
    before = worth_now(view, winner, left + 1, infected_left)
    gain = worth_if_won(view, winner, trick, left, infected_left) - before
    rows[i, 3] = -RIVALS / (view.players - 1) * holds * gain
    return 0.0, holds


@rule
def clues(view, seat, actions, n, worth, out):
    """Of a card: the terms of its worth, and the chances that it takes the trick and that another one there does; how
    many of its colour would be left in the hand, and whether none; how many higher ones are about; if it loses, the
    track and how many come inside at once; if it wins, what the Survivors of the trick bring and cost."""
    for i in range(n):
        out[i, :] = 0
    if actions[0] < PLAY:
        return
    about, behind = cards_about(view, seat), seats_to_come(view, seat)
    trick = cards_played(view.played, view.players)
    infected_left = bits.count((about | view.hand[seat]) & ALL_INFECTED)
    left = TRICKS - view.tricks - 1
    for i in range(n):
        out[i, 4], out[i, 5] = split_card(
            view, seat, actions[i] - PLAY, trick, about, behind, left, infected_left, out, i
        )
        for k in range(4):
            out[i, k] /= 4
        colour = cards_of_colour(colour_of(actions[i] - PLAY))
        rest = bits.count(view.hand[seat] & colour) - 1
        out[i, 6], out[i, 7] = rest / 4, 1 if rest == 0 else 0
        out[i, 8] = bits.count(about & colour & ~bits.first(actions[i] - PLAY)) / 4
        _, track, rescued = after_rescues(view, view.upper[seat], track_if_lost(view, seat, actions[i] - PLAY))
        out[i, 9], out[i, 10] = track / TRACK_END, rescued / 2
        gained = (trick | bits.one(actions[i] - PLAY)) & ALL_SURVIVORS
        out[i, 11] = out[i, 4] * bits.count(gained) / 2
        out[i, 12] = out[i, 4] * sum_of_values(gained) / 8


@rule
def horde_to_come(view, about, led, trick, behind, hands):
    """Chance that a seat to come adds an Infected."""
    if behind == 0:
        return 0.0
    infected = bits.count(about & ALL_INFECTED)
    likely = HORDE * infected / max(1, bits.count(about))
    if led != PURPLE and trick & ALL_INFECTED == 0:
        likely *= 1.0 + view.tricks / 4.0
    return 1.0 - (1.0 - min(0.9, likely)) ** behind


# --- Where a rollout may stop ----------------------------------------------------------------------------------------


@rule
def stage(state):
    """Rounds are dealt afresh; only the totals go on."""
    return np.int64(state.round_number)


@rule
def cut_short(world):
    """The match is to stop after this round: the next one need not be dealt."""
    world.max_rounds = world.round_number


@rule
def outlook(state, chances):
    """Chances from the totals: every point ahead counts more the nearer the target is."""
    most = np.int64(0)
    for seat in range(state.players):
        most = max(most, np.int64(state.total[seat]))
    weight = (0.28 if state.players == 3 else 0.38) + 0.23 * most / state.target
    everything = 0.0
    for seat in range(state.players):
        chances[seat] = np.exp(weight * (state.total[seat] - most))
        everything += chances[seat]
    for seat in range(state.players):
        chances[seat] /= everything


@rule
def payoff(state, winners, chances):
    if state.ending == Ending.TARGET:
        share_win(state, winners, chances)
    else:
        outlook(state, chances)
