"""The Trick To Survival: the numbers of the judgement, in wounds, points of value and chances. Found by playing.

Of each the first is that of `heuristic`, the second that of networks, who tell each other what they hold.
"""

import math

import numpy as np

from lasttrick.games.trick_to_survival.state import DAYS

MOST = 24  # tokens of a type that anybody can hold

_NUMBERS = {
    # What the others hold
    "VARIED": (1.2, 1.19),  # hands are more varied than chance would have them, as if they had so many times more cards
    "SHY": (0.25, 0.243),  # how likely a card is of a suit whose trump its owner did not play where one was wanted
    # What the others play
    "TYPICAL": (0.756, 0.789),  # of its best card: the most that another seat is expected to play,
    "TYPICAL_NIGHT": (0.637, 0.673),  # … at night
    "LEAST": (0.29, 0.296),  # and the least
    "SHARE": (1.67, 1.68),  # how much more than its share a seat is expected to play, if it can
    "SHARE_NIGHT": (1.31, 1.34),  # … at night
    "LOOSE": (1.55, 1.62),  # how far sums stray from what is expected, for each seat to come,
    "LOOSE_NIGHT": (1.87, 1.99),  # … at night
    "SURELY": (0.61, 0.587),  # as if there were so much of a seat more
    "DEAD_BRINGS": (6.4, 6.4),  # value that a dead seat is expected to play
    "LEADS_TRUMP": (0.46, 0.447),  # chance that the leader, having a trump, plays it at night; others always do
    "PAYS": (0.5, 0.515),  # how far the last seat is unsure whether the group will pay what is missing,
    "PAYS_OF": (0.3, 0.322),  # and its part of what that costs
    "BOOSTS": (0.75, 0.756),  # value that the group will add in the modify step,
    "BOOSTS_RICH": (0.094, 0.0984),  # more for each token beyond two of a type
    "CHANGES": (0.41, 0.434),  # chance that a missing trump is made by changing a suit, if somebody can
    "AVOIDS": (0.86, 0.921),  # chance that a seat which can play a trump instead of following does
    "MEETS": (0.35, 0.352),  # at night: chance that a seat without trump plays the leader's suit, if it can,
    "MEETS_AGREED": (0.02, 0.0209),  # or though the leader is expected to lead it
    "AGREED": (1.0, 1.07),  # at night: how surely the leader leads what is expected, if it can
    "OTHER": (0.118, 0.122),  # at night: chance of an event if a follower plays no trump
    # A card
    "EVENT": (1.2, 1.13),  # worth of an event
    "OWN_TOKEN": (0.267, 0.28),  # weight of the token that the own card brings
    "THRIFT": (0.036, 0.0371),  # cost of a point of value played, but for the last card of a week,
    "THRIFT_HIGH": (0.24, 0.245),  # and of each point beyond seven so much more
    "VARIETY": (0.2, 0.188),  # worth of a card of the suit that will be trump,
    "TURNS": (0.8, 0.85),  # more, if the others hold just one less than is needed,
    "FADES": (0.3, 0.294),  # of which so much is thought to be played by the end of the week
    "POOL": (0.853, 0.858),  # a seat's part of the pool
    "HELP": (0.118, 0.112),  # weight of what happens to the others
    # The raise
    "EACH": (0.75, 0.853),  # of its best card: what a seat brings to a sum that is raised,
    "ALL_LOOSE": (2.95, 3.05),  # and how far that strays
    "RAISE_FOR": (0.33, 0.341),  # worth of a token more in the pool
    # Tokens spent and shared
    "OTHERS_STAKE": (0.8, 0.821),  # weight of what success means to the others, against tokens spent for it
    "OTHERS_SHARE": (0.83, 0.821),  # weight of another's need against the own one; camp gives tokens on
    "WORTH_A_TRADE": (0.061, 0.062),  # what two must gain by a trade together
    "IDLE": (0.065, 0.063),  # worth of a token that no upkeep will ask for
    "LASTS": (2.5, 2.28),  # tokens of a type that count, before each further one is worth a third,
    "LASTS_A_DAY": (0.37, 0.362),  # and more for each upkeep to come in this week
    # Wounds
    "TO_COME": (0.477, 0.486),  # wounds that a day brings,
    "UNSURE": (1.81, 1.82),  # and how far that strays
    "SCAR": (0.289, 0.29),  # a wound that will be healed
    "DEADLY": (3.13, 3.1),  # a wound that brings death
    "DEATH": (4.6, 4.57),  # a death, to those who can prevent it by tokens
    "A_DAY": (0.404, 0.391),  # wounds that a day of challenges brings, beside those of upkeep,
    "SURE": (0.55, 0.561),  # how far the wounds of a week stray, at least,
    "STRAYS": (0.78, 0.763),  # and more for each day to come, by its root
    "TONIGHT": (0.45, 0.482),  # a wound for want of a token, before the night is over,
    "LACK": (0.107, 0.106),  # and those of later days, for each token that will be wanted
    # Noon
    "CARD": (0.86, 0.846),  # worth of a card in the hand,
    "GOOD_CARD": (0.23, 0.224),  # and for each point of its value
    "LAST_CARD": (0.038, 0.0371),  # for each point of its value, on the last day of a week
    "SWITCHES": (0.05, 0.0513),  # for each point of value that an exchange with the river brings
    "WARD": (2.0, 2.15),  # a ward, which lasts into the next week,
    "WARD_IN_DANGER": (0.62, 0.648),  # more to a seat that may die
    # The own secret, and the dead
    "SECRET": (6.0, 6.0),  # worth of a secret that holds, in wounds
    "DENIES": (0.4, 0.4),  # to the dead, against a failure: to win the trick, so that the living get no tokens,
    "DENIES_POOL": (0.5, 0.5),  # and more if the pool is lost, too
    # What seats tell each other
    "TRUSTS": (0.0, 1.0),  # 1: who tells, and believes what is told
    "A_WORD": (0.0, 0.512),  # worth of telling
    "DECLINED": (0.0, 0.1),  # what two must lose by an offer that is not meant
    "PLAN_PRICE": (0.0, 0.06),  # cost of a point of value that is planned to be played at night
    "PLAN_LOOSE": (0.0, 2.0),  # how far the sum strays from what is planned,
    "PLAN_STRAYS": (0.0, 2.5),  # and more for each card of which nothing but the suit is known
    "PLAN_HELP": (0.0, 0.5),  # weight of what happens to the others, when a night is planned
}
ALONE, TOGETHER = range(2)  # rows: `heuristic`, and networks


def _lasts(w, left: int) -> float:
    """Tokens of a type that count, with so many upkeeps to come."""
    return w.LASTS + w.LASTS_A_DAY * left


def _power(base: float, times: int) -> float:
    """By squares, as compiled code has it: where two answers are worth the same, the last bit decides."""
    if times < 2:
        return base if times else 1.0
    half = _power(base * base, times // 2)
    return half * base if times % 2 else half


def _lack_later(w, left: int, tokens: int) -> float:
    """What so many tokens are too few by, over so many upkeeps: each further one is wanted less surely."""
    kept = math.exp(-1.0 / _lasts(w, left))
    return (_power(kept, tokens) - _power(kept, left)) / (1.0 - kept) if tokens < left else 0.0


def _rows():
    """The numbers, and what follows from them by upkeeps to come and tokens: asked for so often that it is reckoned
    beforehand."""
    table = (np.float64, (DAYS + 1, MOST + 1))
    fields = [(name, np.float64) for name in _NUMBERS] + [("WANTED", *table), ("LATER", *table)]
    found = np.zeros(2, np.dtype((np.record, fields)))
    for name, both in _NUMBERS.items():
        found[name] = both
    for row, left, tokens in np.ndindex(found["WANTED"].shape):
        found["WANTED"][row, left, tokens] = math.exp((1.0 - tokens) / _lasts(found[row], left))
        found["LATER"][row, left, tokens] = _lack_later(found[row], left, tokens)
    return found


NUMBERS = _rows()
