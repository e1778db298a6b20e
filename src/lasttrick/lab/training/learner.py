"""What is learned from a batch: to take what advice finds better, to tell who wins, and not to change in haste.

Advice says of every choice of a decision what it comes to, with the same cards and luck, so that one decision teaches
more than a hundred that know only how their match ended. It errs in each single case, but not on average: so the net
is not told to take the best, it is drawn towards what is better by as much as it is better. A slow copy of itself and a
little reward for trying many things keep it from making up its mind too soon.
"""

import copy

import numpy as np
import torch
from torch import Tensor

from lasttrick.lab.training.model import Batch, Model, batch_of

MINIBATCH = 2048
PASSES = 3
PULL, PULL_EVERY = 0.05, 4  # towards the slow copy, looked at every so many steps
RATE, LAST_RATE = 1e-3, 5e-5
OF_CLUES = 8  # times the rate: few weights that count for every action
ONWARD = 0.4  # of the rate, for a network that goes on from another
ENTROPY, LAST_ENTROPY = 0.02, 0.005
MOST_GRADIENT = 1.0


class Learner:
    def __init__(self, game, seed: int):
        torch.manual_seed(seed)
        self.model = Model(game)
        self.slow = copy.deepcopy(self.model)
        clues = list(self.model.clue.parameters())
        others = [one for name, one in self.model.named_parameters() if not name.startswith("clue.")]
        groups = [{"params": others, "times": 1}, {"params": clues, "times": OF_CLUES}]
        self.optimiser = torch.optim.Adam(groups, RATE, eps=1e-5)
        self.steps = 0
        self.rate = RATE
        self.learns_policy = False  # until the chances it tells have some sense

    def steady(self) -> None:
        """The slow copy catches up."""
        self.slow.load_state_dict(self.model.state_dict())

    def learn(self, notes: np.record, done: float) -> dict:
        """Some passes over the notes in random orders; `done` is the part of the training that is behind."""
        left = min(1.0, (1.0 - done) * 1.5)
        for group in self.optimiser.param_groups:
            group["lr"] = group["times"] * (LAST_RATE + (self.rate - LAST_RATE) * left)
        entropy = LAST_ENTROPY + (ENTROPY - LAST_ENTROPY) * (1.0 - done)
        number = int(notes.used[0])
        compare_advice(notes)
        figures = []
        for _ in range(PASSES):
            order = torch.randperm(number).numpy()
            for begin in range(0, number - MINIBATCH + 1, MINIBATCH):
                figures.append(self._step(batch_of(notes, np.sort(order[begin : begin + MINIBATCH])), entropy))
        means = np.mean(figures, axis=0)
        return dict(zip(("entropy", "pull", "outcome", "advice"), means.tolist(), strict=True))

    def _step(self, batch: Batch, entropy_weight: float) -> tuple[float, float, float, float]:
        seen = self.model.look(batch)
        outcome = self.model.outcome_loss(seen, batch)
        logs = self.model.log_chances(seen, batch)
        chances = logs.exp()
        entropy = -(chances * logs).sum() / len(batch)
        pull = self._pull(batch, logs)
        taken = (chances * batch.advice).sum() / len(batch)
        loss = outcome
        if self.learns_policy:
            loss = outcome - taken - entropy_weight * entropy + PULL * pull
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), MOST_GRADIENT)
        self.optimiser.step()
        return float(entropy.detach()), float(pull.detach()), float(outcome.detach()), float(taken.detach())

    def _pull(self, batch: Batch, logs: Tensor) -> Tensor:
        """How far the network is from its slow copy; looked at in some steps only, which then count for the others."""
        self.steps += 1
        if self.steps % PULL_EVERY:
            return torch.zeros(())
        with torch.no_grad():
            slow = self.slow.log_chances(self.slow.look(batch), batch)
        return PULL_EVERY * (logs.exp() * (logs - slow)).sum() / len(batch)

    def state(self) -> dict:
        return {
            "model": self.model.state_dict(),
            "slow": self.slow.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
        }

    def take_up(self, state: dict) -> None:
        self.model.load_state_dict(state["model"])
        self.slow.load_state_dict(state["slow"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]


def compare_advice(notes: np.record) -> None:
    """Turn what choices come to into how much better they are than the others of their decision.

    In spreads, which are those of matches with as many players: with many of them chances are small, and so is what a
    choice changes."""
    advice, ends = notes.advice[: notes.used[2]], notes.choice_end[: notes.used[0]]
    starts = np.concatenate([[0], ends[:-1]])
    sizes = ends - starts
    advice -= np.repeat(np.add.reduceat(advice, starts) / sizes, sizes)
    players = np.repeat(notes.players[notes.match[: notes.used[0]]], sizes)
    for number in np.unique(players):
        here = players == number
        advice[here] /= advice[here].std() + 1e-8
