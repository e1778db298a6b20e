"""Gymnasium spaces of a setting. Action spaces know what is legal: without a mask, `sample` gives legal actions."""

from typing import Any

import numpy as np

from lasttrick.core.rng import new_rng
from lasttrick.envs import MissingExtra
from lasttrick.envs.sampling import sample
from lasttrick.envs.setting import MOST, Setting

try:
    from gymnasium import spaces
except ImportError:
    raise MissingExtra("gymnasium") from None


class LegalActions(spaces.Discrete):
    """The actions of one seat. `legal` is the mask of now, kept up to date by the environment."""

    def __init__(self, setting: Setting):
        super().__init__(setting.actions)
        self.legal = np.zeros(setting.actions, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)


class LegalBatch(spaces.MultiDiscrete):
    """An action for each of many matches. A row of `legal` begins with what is legal now, so many as `counts` says."""

    def __init__(self, legal: np.ndarray, counts: np.ndarray):
        super().__init__(np.full(len(legal), legal.shape[1], np.int64))
        self.legal, self.counts = legal, counts
        self.luck = new_rng(int(self.np_random.integers(1 << 62)))

    def seed(self, seed: Any = None) -> Any:
        seeds = super().seed(seed)
        self.luck = new_rng(int(self.np_random.integers(1 << 62)))
        return seeds

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        chosen = np.zeros(len(self.legal), np.int64)
        sample(self.legal, self.counts, self.luck, chosen)
        return chosen


def numbers(size: int) -> spaces.Box:
    return spaces.Box(-MOST, MOST, (size,), np.float32)


def mask_space(setting: Setting) -> spaces.Box:
    return spaces.Box(0, 1, (setting.actions,), np.int8)


def flat_space(setting: Setting) -> spaces.Dict:
    """An observation as one row of numbers, and its mask."""
    return spaces.Dict({"observation": numbers(setting.size), "action_mask": mask_space(setting)})


def named_space(setting: Setting) -> spaces.Dict:
    """An observation in its named sections, and its mask."""
    sections: dict[str, spaces.Space] = {
        name: numbers(part.stop - part.start) for name, part in setting.sections.items()
    }
    return spaces.Dict({"observation": spaces.Dict(sections), "action_mask": mask_space(setting)})
