"""Progress where seats have points: the own ones less the mean of the others."""

from lasttrick.core.rule import rule


@rule
def lead_of(out, players, one):
    """Turn points into leads, where `one` point of lead is so many of the game's."""
    total = 0.0
    for seat in range(players):
        total += out[seat]
    for seat in range(players):
        out[seat] = (out[seat] - (total - out[seat]) / (players - 1)) / one
