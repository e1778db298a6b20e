"""Tianshou: the policy of a DQN among two that play at random collects matches; nothing is learned."""

import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net

from lasttrick.envs.pettingzoo import env

MATCHES = 8


def one() -> PettingZooEnv:
    return PettingZooEnv(env("scout", 3, flat=True))


first = one()
seen = first.observation_space["observation"].shape
net = Net(state_shape=seen, action_shape=int(first.action_space.n), hidden_sizes=[64])
policy = DiscreteQLearningPolicy(model=net, action_space=first.action_space, eps_training=0.2, eps_inference=0.0)
learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.99)
others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(first.action_space) for _ in range(2)]
everybody = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=first)

torch.manual_seed(1)
buffer = VectorReplayBuffer(20_000, MATCHES)
collector = Collector[CollectStats](everybody, DummyVectorEnv([one] * MATCHES), buffer, exploration_noise=True)
collector.reset()
found = collector.collect(n_episode=2 * MATCHES)
assert found.n_collected_episodes >= 2 * MATCHES
print(f"{found.n_collected_episodes} matches, {found.n_collected_steps} steps collected")
