"""Random legal actions for many matches at once."""

from lasttrick.core.rng import below
from lasttrick.core.rule import entry


@entry
def sample(legal, counts, rng, out):
    """One of the legal actions of each row, which begin it, so many as its count; 0 for a row without any."""
    for i in range(len(legal)):
        out[i] = legal[i, below(rng, counts[i])] if counts[i] > 0 else 0
