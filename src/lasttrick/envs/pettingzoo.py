"""PettingZoo: every game turn by turn (`env`, AEC) and all seats at once (`parallel_env`)."""

import secrets
from typing import Any

import numpy as np

from lasttrick.core import chance
from lasttrick.core.errors import LastTrickError
from lasttrick.envs import MissingExtra, rewards
from lasttrick.envs.setting import Desk, Setting
from lasttrick.envs.spaces import LegalActions, flat_space, named_space

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise MissingExtra("pettingzoo") from None

RENDER_MODES = ["ansi"]


def env(
    game: str,
    players: int | None = None,
    *,
    flat: bool = False,
    reward: str = rewards.DEFAULT,
    render_mode: str | None = None,
    **options: Any,
) -> "TurnByTurn":
    """A game turn by turn. Of seats that choose at the same time the lowest is asked first."""
    return TurnByTurn(Seats(game, players, options, flat, reward), render_mode)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    flat: bool = False,
    reward: str = rewards.DEFAULT,
    render_mode: str | None = None,
    **options: Any,
) -> "AllAtOnce":
    """A game in which every seat is given to at each step; only the actions of seats that are asked count."""
    return AllAtOnce(Seats(game, players, options, flat, reward), render_mode)


class Seats:
    """What both forms share: the match, its agents, their spaces and what they see."""

    def __init__(self, game: str, players: int | None, options: dict, flat: bool, reward: str):
        self.setting, self.flat = Setting(game, players, options, reward), flat
        self.desk = Desk(self.setting)
        self.names = [f"player_{seat}" for seat in range(self.setting.players)]
        space = flat_space if flat else named_space
        self.observations = {name: space(self.setting) for name in self.names}
        self.actions = {name: LegalActions(self.setting) for name in self.names}
        self._seed, self._matches = secrets.token_hex(16), 0

    def start(self, seed: int | str | None) -> None:
        """Deal; without a seed, the next match of the stream that the last seed began."""
        if seed is not None:
            self._seed, self._matches = str(seed), 0
        self.desk.start(chance.key_of(f"{self._seed}/{self._matches}"))
        self._matches += 1
        self.note_legal(self.desk.acting)

    def note_legal(self, asked: list[int]) -> None:
        for seat, name in enumerate(self.names):
            legal = self.actions[name].legal
            legal[:] = 0
            if seat in asked:
                legal[self.desk.legal(seat)] = 1

    def see(self, name: str) -> dict:
        """What a seat may know, in named sections or as one row, and the mask of what it may do now."""
        numbers = np.zeros(self.setting.size, np.float32)
        self.desk.look(self.names.index(name), numbers)
        sections = {section: numbers[part] for section, part in self.setting.sections.items()}
        return {"observation": numbers if self.flat else sections, "action_mask": self.actions[name].legal.copy()}

    def render(self) -> str:
        from lasttrick.core.words import position_text

        return position_text(self.setting.game.notation.write(self.desk.states[0]))


class TurnByTurn(AECEnv):
    """The AEC form: one seat is asked at a time."""

    def __init__(self, seats: Seats, render_mode: str | None = None):
        super().__init__()
        self._seats = seats
        self.metadata = {
            "name": f"lasttrick_{seats.setting.game.name}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(seats.names)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seats.observations[agent]

    def action_space(self, agent: str) -> LegalActions:
        return self._seats.actions[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        self._seats.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Turn to the lowest acting seat; its simultaneous neighbours wait."""
        asked = self._seats.desk.acting[:1]
        self._seats.note_legal(asked)
        self.agent_selection = self.agents[asked[0] if asked else 0]

    def observe(self, agent: str) -> dict:
        return self._seats.see(agent)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        desk = self._seats.desk
        desk.apply(self._seats.names.index(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, desk.rewards(), strict=True))
        if not desk.acting:
            ended = self.truncations if desk.is_cut else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
        self._ask()
        self._accumulate_rewards()

    def digest(self) -> str:
        """A short name for the state of the match: equal for equal states."""
        return self._seats.desk.digest()

    def render(self) -> str | None:
        return self._seats.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class AllAtOnce(ParallelEnv):
    """The parallel form: each step takes an action of every seat and makes those of the seats that are asked."""

    def __init__(self, seats: Seats, render_mode: str | None = None):
        self._seats = seats
        self.metadata = {"name": f"lasttrick_{seats.setting.game.name}", "render_modes": RENDER_MODES}
        self.render_mode = render_mode
        self.possible_agents = list(seats.names)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seats.observations[agent]

    def action_space(self, agent: str) -> LegalActions:
        return self._seats.actions[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        self._seats.start(seed)
        self.agents = list(self.possible_agents)
        return self._look(), {agent: {} for agent in self.agents}

    def _look(self) -> dict:
        return {agent: self._seats.see(agent) for agent in self.possible_agents}

    def step(self, actions: dict) -> tuple[dict, dict, dict, dict, dict]:
        desk, names = self._seats.desk, self._seats.names
        asked: dict[int, Any] = {seat: actions.get(names[seat]) for seat in desk.acting}
        for seat, action in asked.items():
            if action is None:
                raise LastTrickError(f"{names[seat]} is asked and has no action in this step.")
            desk.check(seat, int(action))
        for seat, action in asked.items():
            desk.apply(seat, int(action))
        self._seats.note_legal(desk.acting)
        over = not desk.acting
        cut = over and desk.is_cut
        rewards = dict(zip(names, desk.rewards(), strict=True))
        ends = dict.fromkeys(names, over and not cut), dict.fromkeys(names, cut)
        self.agents = [] if over else self.agents
        return self._look(), rewards, *ends, {agent: {} for agent in names}

    def digest(self) -> str:
        """A short name for the state of the match: equal for equal states."""
        return self._seats.desk.digest()

    def render(self) -> str | None:
        return self._seats.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
