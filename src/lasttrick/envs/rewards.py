"""What an environment pays: the kinds of rewards, and their words for the page."""

from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError
from lasttrick.envs import loops

KINDS = {"win": loops.WIN, "zero_sum": loops.ZERO_SUM, "score": loops.SCORE, "shaped": loops.SHAPED}
SENTENCES = {
    "win": "at the end, what you have of the win: from 0 to 1",
    "zero_sum": "at the end, what you have of the win less the mean of all seats: the rewards of a match add up to 0",
    "score": "at the end, your progress",
    "shaped": f"at every step, {loops.PROGRESS_SHARE} of the progress made in it; at the end the win besides",
}
DEFAULT = "win"


def kind_of(reward: str) -> int:
    if reward not in KINDS:
        raise LastTrickError(f"There is no reward {reward!r}; possible: {listed(KINDS)}.")
    return KINDS[reward]
