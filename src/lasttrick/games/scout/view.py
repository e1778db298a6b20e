"""SCOUT: what a seat may know. Worlds that fit it are made in `worlds`, numbers for a learner in `learner`."""

from lasttrick.core.rule import entry, rule
from lasttrick.games.scout.learner import SECTIONS, encode
from lasttrick.games.scout.state import SEATS, Rotated
from lasttrick.games.scout.worlds import determinize, shown_face

SPECTATOR = -1


@entry
def view(state, seat, out):
    """[SCT-43] Everything public, [SCT-44] with the own row and the own answer; [SCT-45] all else is blank."""
    out[0] = state
    seen = out[0]
    for i in range(len(seen.key)):
        seen.key[i] = 0
    seen.events = 0
    for other in range(SEATS):
        if other != seat:
            hide_row(seen, other)
            if seen.rotated[other] != Rotated.OPEN:
                seen.rotated[other] = Rotated.HIDDEN  # [SCT-R01]


@rule
def hide_row(seen, other):
    for place in range(seen.hand_size[other]):
        seen.hand[other, place] = shown_face(seen, other, place)


__all__ = ["SECTIONS", "SPECTATOR", "determinize", "encode", "view"]
