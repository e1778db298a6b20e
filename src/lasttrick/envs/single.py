"""A plain Gymnasium environment: one match, one seat, bots in the others."""

from lasttrick.envs import MissingExtra
from lasttrick.envs.spaces import LegalActions, flat_space
from lasttrick.envs.vector import ManyMatches

try:
    import gymnasium
except ImportError:
    raise MissingExtra("gymnasium") from None


class OneMatch(gymnasium.Env):
    """A match against bots. The caller plays `seat`, or without one each seat in turn from match to match."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **options,
    ):
        self._many = ManyMatches(
            game, 1, players, opponents=opponents, seat=seat, autoreset_mode="Disabled", copy=True, **options
        )
        self.setting, self.render_mode = self._many.setting, render_mode
        self.observation_space = flat_space(self.setting)
        self.action_space = self._legal = LegalActions(self.setting)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        seen, info = self._many.reset(seed=seed)
        return self._one(seen), {"seat": int(info["seat"][0])}

    def step(self, action):
        seen, reward, terminated, truncated, info = self._many.step([action])
        about = {"seat": int(info["seat"][0]), "rewards": info["rewards"][0]}
        return self._one(seen), float(reward[0]), bool(terminated[0]), bool(truncated[0]), about

    def _one(self, seen: dict) -> dict:
        self._legal.legal[:] = seen["action_mask"][0]
        return {name: array[0] for name, array in seen.items()}

    def render(self):
        from lasttrick.core.words import position_text

        state = self._many.states[0]
        return position_text(self.setting.game.notation.write(state)) if self.render_mode == "ansi" else None
