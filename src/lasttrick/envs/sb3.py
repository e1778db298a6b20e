"""Stable-Baselines3: many matches as a `VecEnv`, with masks for sb3-contrib's MaskablePPO."""

from typing import Any

import numpy as np

from lasttrick.envs import MissingExtra
from lasttrick.envs.spaces import numbers
from lasttrick.envs.vector import ManyMatches

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise MissingExtra("stable-baselines3", "pip install 'lasttrick[envs]' sb3-contrib") from None


class ManyForSB3(VecEnv):
    """`ManyMatches` as Stable-Baselines3 wants it: a match that ends is followed by the next in the same step.

    An observation is the row of numbers alone; the masks are asked for apart. Arguments are those of `ManyMatches`;
    without opponents a learner would get rewards of several seats as those of one, so they are random unless said.
    """

    def __init__(
        self, game: str, num_envs: int, players: int | None = None, *, opponents: str = "random", **arguments: Any
    ):
        self.many = ManyMatches(
            game, num_envs, players, opponents=opponents, **{**arguments, "autoreset_mode": "SameStep", "copy": True}
        )
        self.render_mode = None
        super().__init__(num_envs, numbers(self.many.setting.size), self.many.single_action_space)

    def reset(self) -> np.ndarray:
        seen, _ = self.many.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return seen["observation"]

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        seen, rewards, terminated, truncated, info = self.many.step(self._actions)
        ended = terminated | truncated
        infos: list[dict] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended).tolist():
            infos[i] = {
                "terminal_observation": info["final_obs"][i]["observation"],
                "TimeLimit.truncated": bool(truncated[i]),
                "rewards": info["final_info"]["rewards"][i],
            }
        return seen["observation"], rewards.astype(np.float32), ended, infos

    def action_masks(self) -> np.ndarray:
        """What is legal now, a row a match."""
        return self.many.observation()["action_mask"].astype(bool)

    def close(self) -> None:
        self.many.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list:
        return [getattr(self, attr_name)] * len(self._get_indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **keywords: Any) -> list:
        rows = list(self._get_indices(indices))
        if method_name == "action_masks":
            return list(self.action_masks()[rows])
        return [getattr(self.many, method_name)(*arguments, **keywords)] * len(rows)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * len(self._get_indices(indices))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)
