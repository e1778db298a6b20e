"""RLlib: PPO with its own module for masks, on matches of SCOUT among bots that play at random."""

import gymnasium
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from lasttrick.envs.single import OneMatch


class Renamed(gymnasium.ObservationWrapper):
    """RLlib's module asks for `observations` and for masks of floats."""

    def __init__(self, config):
        super().__init__(OneMatch("scout", 3))
        inside = self.env.observation_space
        masks = gymnasium.spaces.Box(0.0, 1.0, (int(self.env.action_space.n),))
        self.observation_space = gymnasium.spaces.Dict({"observations": inside["observation"], "action_mask": masks})
        self.action_space = gymnasium.spaces.Discrete(int(self.env.action_space.n))

    def observation(self, observation):
        mask = observation["action_mask"].astype("float32")
        return {"observations": observation["observation"], "action_mask": mask}


ray.init(num_cpus=1, object_store_memory=80 * 1024 * 1024, include_dashboard=False, log_to_driver=False)
config = (
    PPOConfig()
    .environment(Renamed)
    .env_runners(num_env_runners=0)
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    .training(train_batch_size_per_learner=2000, minibatch_size=500, num_epochs=2)
)
algorithm = config.build_algo()
for _ in range(2):
    found = algorithm.train()["env_runners"]
assert found["num_episodes_lifetime"] > 20
steps, matches = found["num_env_steps_sampled_lifetime"], found["num_episodes_lifetime"]
print(f"{steps:,.0f} steps, {matches:,.0f} matches of PPO with masks; {found['episode_return_mean']:.0%} won")
ray.shutdown()
