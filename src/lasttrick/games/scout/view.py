"""SCOUT: what a seat may know. Worlds that fit it are made in `worlds`, numbers for a learner in `learner`."""

from lasttrick.core.rule import entry, rule
from lasttrick.games.scout.learner import encode
from lasttrick.games.scout.state import Rotated, Visibility, hide
from lasttrick.games.scout.worlds import determinize, shown_face

SPECTATOR = -1


@entry
def view(state, seat, out):
    """[SCT-43] Everything public, [SCT-44] with the own row and the own answer; [SCT-45] all else is blank."""
    out[0] = state
    hide(out[0], seat)
    for other in range(state.players):
        if other != seat:
            show_answer(state, other, out[0])
            show_row(state, other, out[0])


@rule
def show_answer(state, other, seen):
    """[SCT-R01] That a seat has answered about its hand, never how."""
    seen.rotated[other] = Rotated.OPEN if state.rotated[other] == Rotated.OPEN else Rotated.HIDDEN


@rule
def show_row(state, other, seen):
    """[SCT-R03] [SCT-V04] As much of another's row as all see."""
    if state.visibility != Visibility.HIDDEN:
        for place in range(state.hand_size[other]):
            seen.hand[other, place] = shown_face(state, other, place)


__all__ = ["SPECTATOR", "determinize", "encode", "view"]
