"""A plain Gymnasium environment: one match, one seat, bots in the others."""

from typing import Any

import numpy as np

from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError
from lasttrick.envs import MissingExtra, rewards
from lasttrick.envs.spaces import LegalActions, flat_space
from lasttrick.envs.vector import ManyMatches

try:
    import gymnasium
except ImportError:
    raise MissingExtra("gymnasium") from None

ILLEGAL = ("raises", "ends")


class OneMatch(gymnasium.Env):
    """A match against bots. The caller plays `seat`, or without one each seat in turn from match to match.

    An illegal action raises. For checkers and learners that know no masks, `illegal="ends"` ends the match as lost.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: str = "random",
        seat: int | None = None,
        illegal: str = "raises",
        reward: str = rewards.DEFAULT,
        render_mode: str | None = None,
        **options: Any,
    ):
        if illegal not in ILLEGAL:
            raise LastTrickError(f"illegal cannot be {illegal!r}; possible: {listed(ILLEGAL)}.")
        self._ends = illegal == "ends"
        self._many = ManyMatches(
            game,
            1,
            players,
            opponents=opponents,
            seat=seat,
            reward=reward,
            autoreset_mode="Disabled",
            copy=True,
            **options,
        )
        self.setting, self.render_mode = self._many.setting, render_mode
        self.observation_space = flat_space(self.setting)
        self.action_space = self._legal = LegalActions(self.setting)

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        super().reset(seed=seed)
        seen, info = self._many.reset(seed=seed)
        return self._one(seen), {"seat": int(info["seat"][0])}

    def step(self, action: Any) -> tuple[dict, float, bool, bool, dict]:
        if self._ends and not self._legal.legal[action]:
            return self._lose()
        seen, reward, terminated, truncated, info = self._many.step([action])
        about = {"seat": int(info["seat"][0]), "rewards": info["rewards"][0]}
        return self._one(seen), float(reward[0]), bool(terminated[0]), bool(truncated[0]), about

    def action_masks(self) -> np.ndarray:
        """What is legal now, as sb3-contrib asks for it."""
        return self._legal.legal.astype(bool)

    def digest(self) -> str:
        """A short name for the state of the match: equal for equal states."""
        return self._many.digest(0)

    def _lose(self) -> tuple[dict, float, bool, bool, dict]:
        """The end of a match by an illegal action."""
        self._many.rows["over"] = 1
        seen = {name: array.copy() for name, array in self._many.observation().items()}
        seen["action_mask"][:] = 0
        return self._one(seen), 0.0, True, False, {"seat": -1, "rewards": np.zeros(self.setting.players)}

    def _one(self, seen: dict) -> dict:
        self._legal.legal[:] = seen["action_mask"][0]
        return {name: array[0] for name, array in seen.items()}

    def render(self) -> str | None:
        from lasttrick.core.words import position_text

        state = self._many.states[0]
        return position_text(self.setting.game.notation.write(state)) if self.render_mode == "ansi" else None
