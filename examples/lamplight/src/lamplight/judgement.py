"""Lamplight, thought about: what winning this trick would do to a lamp, and whom to blow at."""

from lamplight.rules import round_score
from lamplight.state import BLOW, LEAVE, NO_CARD, OIL, STORM, VALUES, suit_of
from lasttrick.bots.no_judgement import SCALE, cut_short, outlook, payoff, stage
from lasttrick.core import bits
from lasttrick.core.rule import entry, rule
from lasttrick.core.tricks import cards_played, suit_cards, trick_winner

__all__ = ["SCALE", "appraise", "cut_short", "outlook", "payoff", "stage"]

LIKELY = 0.6  # how sure a card that beats all others of a trick that is not full is to win it


@entry
def appraise(view, seat, actions, n, worth):
    """How good each legal action looks, in drops."""
    for i in range(n):
        if actions[i] == LEAVE:
            worth[i] = 0.0
        elif actions[i] >= BLOW:
            worth[i] = 0.5 + view.total[actions[i] - BLOW] / 10 + round_score(view, actions[i] - BLOW) / 10
        else:
            worth[i] = card_worth(view, seat, actions[i])


@rule
def card_worth(view, seat, card):
    """What the trick is worth to its winner, as far as this card would win it; a high card is worth keeping."""
    played = view.played.copy()
    played[seat] = card
    lead = view.lead if view.played[view.lead] != NO_CARD else seat
    wins = trick_winner(played, lead, view.players, VALUES) == seat
    trick = cards_played(played, view.players)
    drops = bits.count(trick & suit_cards(OIL, VALUES)) - bits.count(trick & suit_cards(STORM, VALUES))
    is_full = bits.count(trick) == view.players
    keeping = 0.05 * (card % VALUES)
    if suit_of(card) == STORM:
        keeping -= 0.3
    return (drops * (1.0 if is_full else LIKELY) if wins else 0.0) - keeping
