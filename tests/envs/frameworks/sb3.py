"""Stable-Baselines3: MaskablePPO on many matches of SCOUT at once, among bots that play at random."""

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from lasttrick.envs.sb3 import ManyForSB3

STEPS, JUDGED = 30_000, 300


def won(model, env, matches: int) -> float:
    """The share of the win of the learner's seat, playing what it thinks best."""
    seen, rewards = env.reset(), []
    while len(rewards) < matches:
        actions, _ = model.predict(seen, action_masks=np.stack(env.env_method("action_masks")), deterministic=True)
        seen, paid, ended, _ = env.step(actions)
        rewards += paid[ended].tolist()
    return float(np.mean(rewards))


env = VecMonitor(ManyForSB3("scout", 64, 3))
env.seed(1)
model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, n_epochs=4, learning_rate=1e-3, seed=1)
before = won(model, env, JUDGED)
model.learn(STEPS)
after = won(model, env, JUDGED)
assert model.num_timesteps >= STEPS
assert after > before + 0.05, f"{STEPS} steps taught nothing: {before:.2f}, then {after:.2f}"
print(f"won {before:.0%} of {JUDGED} matches before and {after:.0%} after {STEPS:,} steps of MaskablePPO; even is 33%")
