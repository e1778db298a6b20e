"""The telling of games whose judgement tells chances fairly: nothing has to be learned."""

from lasttrick.bots import policy
from lasttrick.core.rule import rule

NUMBERS = 1


@rule
def stage(state):
    return policy.stage(state)


@rule
def outlook(state, numbers, chances):
    policy.outlook(state, chances)
