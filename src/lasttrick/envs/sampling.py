"""Random legal actions for many matches at once."""

from lasttrick.core.rng import below
from lasttrick.core.rule import entry, rule

BLOCK = 16  # entries of a mask that are counted together, because looking at each alone takes three times as long


@rule
def find(mask, wanted):
    """The place of the 1 in a mask that has so many before it."""
    at = 0
    while at + BLOCK <= len(mask):
        count = 0
        for k in range(BLOCK):
            count += mask[at + k]
        if count > wanted:
            break
        wanted -= count
        at += BLOCK
    while mask[at] == 0 or wanted > 0:
        wanted -= mask[at]
        at += 1
    return at


@entry
def sample(masks, legal, rng, out):
    """A random legal action for each row, of which it has so many; 0 for a row without any."""
    for i in range(len(masks)):
        out[i] = find(masks[i], below(rng, legal[i])) if legal[i] > 0 else 0
