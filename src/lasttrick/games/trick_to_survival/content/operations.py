"""The vocabulary that the data file and the rules share: operations of events, whom they concern, when upkeep rests."""

from enum import IntEnum


class Operation(IntEnum):
    """[TTS-88] [TTS-104] What one row of an event does."""

    GAIN = 0
    GAIN_ANY = 1
    PAY = 2
    HEAL = 3
    WOUND = 4
    WARD = 5
    WARD_PICK = 6
    DRAW_DISCARD = 7
    GIVE_ONE = 8
    VALUE = 9
    NEED = 10
    NEED_SET = 11
    CARDS = 12
    NO_WOUNDS = 13


# [TTS-95] Whom a row concerns.
NOBODY = 0  # the challenge itself
ALIVE = 1
LEADER = 2
MOST = 10  # + counter
LEAST = 30  # + counter

# [TTS-67] The days without upkeep.
EACH_WEEK, FIRST_DAY, NEVER = "first_day_of_each_week", "first_day_of_the_game", "never"
SKIP_RULES = (EACH_WEEK, FIRST_DAY, NEVER)
