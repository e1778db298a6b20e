"""What is learned from what was played: to take what advice finds better, and to tell who wins.

Advice says of every choice of a decision what it comes to, with the same cards and luck, so that one decision teaches
more than a hundred that know only how their match ended. It errs in each single case, by ten times as much as choices
differ, but not on average: so the net is not told to take the best, it is drawn towards what is better by as much as it
is better, by many small steps over all that was played lately, and the mean of its weights over the last steps is what
plays. A little reward for trying many things keeps it from making up its mind too soon.
"""

import copy

import numpy as np
import torch

from lasttrick.lab.training.model import Batch, Model, Played, batch_of

MINIBATCH = 4096
WINDOW = 32  # batches that are learned from: what is older gives way
AGAIN = 8  # times that each decision is learned from, about
RATE, LAST_RATE = 1e-3, 2e-5
OF_CLUES = 4  # times the rate: few weights that count for every action
MEMORY = 0.998  # of the mean of the weights, a step
ENTROPY = 0.05  # the reward, in spreads of advice
OF_CHANCES = 0.5  # weight of who wins beside what is chosen
COOL = 3.0  # the pulls of a network from which a training goes on are divided by this: it is to try other things again
MOST_GRADIENT = 1.0


class Learner:
    def __init__(self, game, seed: int):
        torch.manual_seed(seed)
        self.seed = seed
        self.model = Model(game)
        self.mean = copy.deepcopy(self.model)
        clues = list(self.model.clue.parameters())
        others = [one for name, one in self.model.named_parameters() if not name.startswith("clue.")]
        groups = [{"params": others, "times": 1}, {"params": clues, "times": OF_CLUES}]
        self.optimiser = torch.optim.Adam(groups, RATE, betas=(0.9, 0.99), eps=1e-6)
        self.window: list[Played] = []
        self.learns_policy = False
        self.steps = 0

    def go_on_from(self, model: Model, cool: float = COOL) -> None:
        """Begin with the weights of another network, less sure of its choices."""
        self.model.load_state_dict(model.state_dict())
        self.model.cool(cool)
        self.mean.load_state_dict(self.model.state_dict())

    def learn(self, played: Played, done: float, is_advised: bool) -> dict:
        """Many small steps over what was played lately; `done` is the part of the training that is behind.

        Only from advised matches is learned what to choose."""
        if is_advised != self.learns_policy:
            self.learns_policy, self.window = is_advised, []
        self.window = [*self.window[1 - WINDOW :], played]
        for group in self.optimiser.param_groups:
            group["lr"] = group["times"] * max(LAST_RATE, RATE * min(1.0, (1.0 - done) * 1.6))
        lot = np.random.default_rng([self.seed, self.steps])
        steps = max(1, AGAIN * len(played) // MINIBATCH)
        figures = [self._step(self._some(lot)) for _ in range(steps)]
        return dict(zip(("entropy", "outcome", "advice"), np.mean(figures, axis=0).tolist(), strict=True))

    def _some(self, lot: np.random.Generator) -> Batch:
        """Decisions by lot of one of the batches; these are so large that one is as good as all."""
        played = self.window[int(lot.integers(len(self.window)))]
        return batch_of(played, np.sort(lot.integers(len(played), size=min(MINIBATCH, len(played)))))

    def _step(self, batch: Batch) -> tuple[float, float, float]:
        seen = self.model.look(batch)
        outcome = self.model.outcome_loss(seen, batch)
        logs = self.model.log_chances(seen, batch)
        chances = logs.exp()
        entropy = -(chances * logs).sum() / len(batch)
        taken = (chances * batch.advice).sum() / len(batch)
        loss = OF_CHANCES * outcome
        if self.learns_policy:
            loss = loss - taken - ENTROPY * entropy
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), MOST_GRADIENT)
        self.optimiser.step()
        self._smooth()
        return float(entropy.detach()), float(outcome.detach()), float(taken.detach())

    def _smooth(self) -> None:
        """The mean of the weights so far, which errs less than those of any one step."""
        self.steps += 1
        newest = 1 - min(MEMORY, self.steps / (self.steps + 9))
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, newest)

    def state(self) -> dict:
        return {
            "model": self.model.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "counts": [self.steps, int(self.learns_policy)],
        }

    def take_up(self, state: dict) -> None:
        self.model.load_state_dict(state["model"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.learns_policy = state["counts"][0], bool(state["counts"][1])
