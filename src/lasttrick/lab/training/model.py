"""The network as torch sees it, and what a batch of decisions says about it."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from lasttrick.bots.nets.net import FIRST, NOBODY, OUTCOMES, SECOND, clue_places, net_dtype
from lasttrick.core.loops import MOST_SEATS
from lasttrick.lab.training.sharing import SharedRows
from lasttrick.lab.training.sparse import FirstLayer

NEVER = -1e9
TRUST = 3.0  # the weight of the judgement at first: its best is taken mostly, and the rest is tried


@dataclass
class Batch:
    """Decisions as tensors; cells and choices of all decisions lie one after another."""

    cell: np.ndarray
    amount: np.ndarray
    cell_start: np.ndarray
    row: Tensor  # the decision of each choice
    choice: Tensor
    worth: Tensor
    clue: Tensor
    advice: Tensor  # how much better each choice is than the others of its decision
    outcome: Tensor  # shares of the win from the deciding seat on, then that of nobody
    present: Tensor  # which of them are there

    def __len__(self) -> int:
        return len(self.outcome)


@dataclass
class Played:
    """What was written down while networks played, without the room that was left over."""

    cell: np.ndarray
    amount: np.ndarray
    cell_start: np.ndarray  # of each decision, and where the last one ends
    choice: np.ndarray
    worth: np.ndarray
    clue: np.ndarray
    advice: np.ndarray
    choice_start: np.ndarray
    match: np.ndarray
    seat: np.ndarray
    players: np.ndarray  # of each match
    shares: np.ndarray

    def __len__(self) -> int:
        return len(self.match)

    @classmethod
    def of(cls, notes: np.record) -> "Played":
        """A copy of what the notes hold, as it is."""
        decisions, cells, choices, matches = notes.used.tolist()
        sizes = {"cell": cells, "amount": cells, "match": decisions, "seat": decisions}
        sizes |= dict.fromkeys(("choice", "worth", "clue", "advice"), choices)
        sizes |= {"players": matches, "shares": matches}
        starts = {f"{key}_start": np.concatenate([[0], notes[f"{key}_end"][:decisions]]) for key in ("cell", "choice")}
        return cls(**{key: notes[key][:size].copy() for key, size in sizes.items()}, **starts)

    def compare_advice(self) -> None:
        """Turn what choices come to into how much better they are than the others of their decision.

        In spreads, which are those of matches with as many players: with many of them chances are small, and so is what
        a choice changes."""
        sizes = np.diff(self.choice_start)
        self.advice -= np.repeat(np.add.reduceat(self.advice, self.choice_start[:-1]) / sizes, sizes)
        players = np.repeat(self.players[self.match], sizes)
        is_compared = np.repeat(sizes > 1, sizes)
        for number in np.unique(players):
            here = players == number
            self.advice[here] /= self.advice[here & is_compared].std() + 1e-8


def batch_of(played: Played, at: np.ndarray) -> Batch:
    """These decisions of what was written down."""
    cells, cell_sizes = _spans(played.cell_start[at], played.cell_start[at + 1])
    choices, choice_sizes = _spans(played.choice_start[at], played.choice_start[at + 1])
    outcome, present = _outcomes(played, at)
    return Batch(
        cell=played.cell[cells],
        amount=played.amount[cells],
        cell_start=np.concatenate([[0], np.cumsum(cell_sizes)]),
        row=torch.from_numpy(np.repeat(np.arange(len(at)), choice_sizes)),
        choice=torch.from_numpy(played.choice[choices].astype(np.int64)),
        worth=torch.from_numpy(played.worth[choices]),
        clue=torch.from_numpy(played.clue[choices]),
        advice=torch.from_numpy(played.advice[choices]),
        outcome=torch.from_numpy(outcome),
        present=torch.from_numpy(present),
    )


def _spans(starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All places from each start to its end, one after another, and how many each has."""
    sizes = ends - starts
    before = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    return np.arange(sizes.sum()) + np.repeat(starts - before, sizes), sizes


def _outcomes(played: Played, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    match = played.match[at]
    players = played.players[match].astype(np.int64)[:, None]
    places = np.arange(MOST_SEATS)[None, :]
    present = np.ones((len(at), OUTCOMES), bool)
    present[:, :NOBODY] = places < players
    seats = (played.seat[at].astype(np.int64)[:, None] + places) % players
    outcome = np.zeros((len(at), OUTCOMES), np.float32)
    outcome[:, :NOBODY] = np.take_along_axis(played.shares[match], seats, axis=1) * present[:, :NOBODY]
    outcome[:, NOBODY] = np.maximum(0, 1 - outcome[:, :NOBODY].sum(axis=1))
    return outcome, present


class Model(nn.Module):
    def __init__(self, game):
        super().__init__()
        self.game = game
        self.shared = bool(game.about.win.shared)
        self.first = nn.Parameter(torch.empty(game.observation_size, FIRST))
        self.first_bias = nn.Parameter(torch.zeros(FIRST))
        self.second = nn.Linear(FIRST, SECOND)
        self.action = nn.Linear(SECOND, game.actions)
        self.outcome = nn.Linear(SECOND, OUTCOMES)
        self.clue = nn.Linear(SECOND, clue_places(game))
        self.judgement = nn.Parameter(torch.full((1,), TRUST))
        self.alike_seen = SharedRows(game.meanings.SECTIONS, game.observation_size, FIRST)
        self.alike_done = SharedRows(game.meanings.ACTION_TABLE, game.actions, SECOND)
        nn.init.normal_(self.first, std=0.1)
        for head in (self.action, self.outcome, self.clue):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def cool(self, times: float) -> None:
        """Divide all pulls, so that the network is less sure of its choices, which stay the same."""
        with torch.no_grad():
            for part in (self.action, self.alike_done, self.clue):
                for weights in part.parameters():
                    weights.div_(times)
            self.judgement.div_(times)

    def look(self, batch: Batch) -> Tensor:
        weights = self.first + self.alike_seen()
        first = FirstLayer.apply(weights, batch.cell, batch.amount, batch.cell_start) + self.first_bias
        return self.second(first.relu()).relu()

    def log_chances(self, seen: Tensor, batch: Batch) -> Tensor:
        """Of every choice the logarithm of the chance that it is taken."""
        told = nn.functional.linear(seen, self.action.weight + self.alike_done(), self.action.bias)
        clues = (self.clue(seen)[batch.row] * batch.clue).sum(dim=1)
        pull = told[batch.row, batch.choice] + self.judgement * batch.worth + clues
        most = torch.full((len(batch),), NEVER).scatter_reduce(0, batch.row, pull.detach(), "amax")
        pull = pull - most[batch.row]
        total = torch.zeros(len(batch)).index_add(0, batch.row, pull.exp())
        return pull - total.log()[batch.row]

    def outcome_loss(self, seen: Tensor, batch: Batch) -> Tensor:
        """How far the told chances are from what happened, in nats."""
        told = self.outcome(seen)
        if not self.shared:
            each = nn.functional.binary_cross_entropy_with_logits(told, batch.outcome, reduction="none")
            seats = batch.present[:, :NOBODY]
            return (each[:, :NOBODY] * seats).sum() / seats.sum()
        told = told.masked_fill(~batch.present, NEVER).log_softmax(dim=1)
        return -(batch.outcome * told.masked_fill(~batch.present, 0.0)).sum(dim=1).mean()

    def write(self, weights: np.ndarray) -> None:
        """Put the weights into a record of `net_dtype`."""
        record = weights[0]
        with torch.no_grad():
            record.first[...] = (self.first + self.alike_seen()).numpy()
            record.first_bias[...] = self.first_bias.numpy()
            record.second[...] = self.second.weight.numpy().T
            record.second_bias[...] = self.second.bias.numpy()
            record.action[...] = (self.action.weight + self.alike_done()).numpy()
            record.action_bias[...] = self.action.bias.numpy()
            record.outcome[...] = self.outcome.weight.numpy().T
            record.outcome_bias[...] = self.outcome.bias.numpy()
            record.clue[...] = self.clue.weight.numpy()
            record.clue_bias[...] = self.clue.bias.numpy()
            record.judgement[...] = self.judgement.numpy()

    def net(self) -> np.ndarray:
        """The weights as compiled code takes them."""
        from lasttrick.bots.policy import judgement_of

        weights = np.zeros(1, net_dtype(self.game))
        weights[0].scale[0] = judgement_of(self.game).SCALE
        self.write(weights)
        return weights
