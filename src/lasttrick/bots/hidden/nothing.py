"""Games in which everybody sees what is decided, as far as it matters."""

from lasttrick.core.rule import rule

SAID = ""


@rule
def decide_hidden(seen, seat, rng, world):
    pass
