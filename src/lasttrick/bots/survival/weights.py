"""The Trick To Survival: the numbers of the judgement, in wounds, points of value and chances. Found by playing."""

# What the others play
TYPICAL = 0.74  # of its best card: the most that another seat is expected to play,
LEAST = 0.27  # and the least
SHARE = 1.4  # how much more than its share a seat is expected to play, if it can
LOOSE = 1.8  # how far sums stray from what is expected, for each seat to come
DEAD_BRINGS = 7.1  # value that a dead seat is expected to play
LEADS_TRUMP = 0.51  # chance that the leader, having a trump, plays it at night; others always do
BOOSTS = 0.72  # value that the group will add in the modify step,
BOOSTS_RICH = 0.11  # more for each token beyond two of a type
CHANGES = 0.42  # chance that a missing trump is made by changing a suit, if somebody can
AVOIDS = 0.87  # chance that a seat which can play a trump instead of following does
MEETS = 0.19  # at night: chance that a seat without trump plays the leader's suit, if it can
OTHER = 0.12  # at night: chance of an event if a follower plays no trump

# A card
EVENT = 1.3  # worth of an event
OWN_TOKEN = 0.41  # weight of the token that the own card brings
THRIFT = 0.035  # cost of a point of value played, but for the last card of a week
VARIETY = 0.49  # worth of a card of the suit that will be trump
POOL = 0.94  # a seat's part of the pool
HELP = 0.1  # weight of what happens to the others

# The raise
EACH = 0.85  # of its best card: what a seat brings to a sum that is raised,
ALL_LOOSE = 2.7  # and how far that strays
RAISE_FOR = 0.27  # worth of a token more in the pool

# Tokens spent and shared
OTHERS_SHARE = 0.6  # weight of another's need against the own one; in camp tokens are given on as they are needed
WORTH_A_TRADE = 0.06  # what two must gain by a trade together
IDLE = 0.079  # worth of a token that no upkeep will ask for
LASTS = 2.0  # tokens of a type that count, before each further one is worth a third,
LASTS_A_DAY = 0.32  # and more for each upkeep to come in this week

# Wounds
TO_COME = 0.49  # wounds that a day brings,
UNSURE = 1.5  # and how far that strays
SCAR = 0.41  # a wound that will be healed
DEADLY = 3.5  # a wound that brings death
DEATH = 5.0  # a death, to those who can prevent it by tokens
A_DAY = 0.6  # wounds that a day of challenges brings, beside those of upkeep,
SURE = 0.5  # how far the wounds of a week stray, at least,
STRAYS = 0.7  # and more for each day to come, by its root
TONIGHT = 0.5  # a wound for want of a token, before the night is over,
LACK = 0.1  # and those of later days, for each token that will be wanted

# Noon
CARD = 0.76  # worth of a card in the hand,
GOOD_CARD = 0.21  # and for each point of its value
LAST_CARD = 0.033  # for each point of its value, on the last day of a week
SWITCHES = 0.056  # for each point of value that an exchange with the river brings
WARD = 2.0  # a ward, which lasts into the next week,
WARD_IN_DANGER = 0.77  # more to a seat that may die

# The own secret, and the dead
SECRET = 6.0  # worth of a secret that holds, in wounds
DENIES = 0.4  # to the dead, against a failure: to win the trick, so that the living get no tokens,
DENIES_POOL = 0.5  # and more if the pool is lost, too
