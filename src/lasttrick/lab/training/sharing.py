"""Weights of what means alike: the rows of a card, of a place or of a seat learn together while a network is trained.

A row of weights stands for one number of the observation or for one action, and few decisions teach it. So each is the
sum of a row of its own and of a row for each place along each axis of its part: a Play from the third place learns from
all Plays of its length. When the weights are written the sums are taken, and playing knows nothing of this.
"""

from collections.abc import Iterable
from math import prod

import numpy as np
import torch
from torch import Tensor, nn

from lasttrick.core.meanings import Part


class SharedRows(nn.Module):
    """The part of a table of weights that rows have in common; nothing at first."""

    def __init__(self, parts: Iterable[Part], rows: int, columns: int):
        super().__init__()
        self.groups = torch.from_numpy(groups_of(parts, rows))
        self.rows = nn.Parameter(torch.zeros(int(self.groups.max()) + 1, columns))

    def forward(self) -> Tensor:
        """What is to be added to each row."""
        return self.rows[self.groups].sum(dim=1)


def groups_of(parts: Iterable[Part], rows: int) -> np.ndarray:
    """The groups of each row: one for its part, and one for each place along an axis if there are several axes."""
    found: list[np.ndarray] = []
    parts, last = list(parts), -1
    most = max(len(part.shape) for part in parts) + 1
    for part in parts:
        last += 1
        here = [np.full(part.size, last)] * most
        along = np.indices(part.shape).reshape(len(part.shape), prod(part.shape))
        for axis, places in enumerate(along if len(part.shape) > 1 else ()):
            here[axis] = places + last + 1
            last += int(places.max()) + 1
        found.append(np.stack(here, axis=1))
    table = np.concatenate(found)
    assert len(table) == rows, "a game says of each of its numbers what it means"
    return table
