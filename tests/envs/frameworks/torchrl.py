"""TorchRL: whole matches through its PettingZoo wrapper, with masks."""

from torchrl.envs import PettingZooWrapper

from lasttrick.envs.pettingzoo import env

MATCHES = 3

wrapped = PettingZooWrapper(env("scout", 3, flat=True), use_mask=True)
wrapped.set_seed(1)
steps = matches = 0
for _ in range(MATCHES):
    rollout = wrapped.rollout(2000, break_when_any_done=True)
    steps += len(rollout)
    matches += bool(rollout["next", "done"].any())
assert matches == MATCHES
print(f"{matches} matches, {steps} steps of random legal play")
