"""A Gymnasium vector environment: thousands of matches a step inside compiled code.

Arrays that `reset` and `step` give are the environment's own; the next step writes over them, unless `copy` is set.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from lasttrick.bots.bot import Bot
from lasttrick.bots.levels import stands_for
from lasttrick.bots.registry import bot_list, check_agents, make_bot, read_bot, seats_of
from lasttrick.core import chance
from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import digest
from lasttrick.core.rule import bare, direct
from lasttrick.core.story import new_story
from lasttrick.envs import MissingExtra, loops, rewards
from lasttrick.envs.setting import Desk, Setting
from lasttrick.envs.spaces import LegalBatch, flat_space

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("gymnasium") from None

MODES = {
    AutoresetMode.NEXT_STEP: loops.NEXT_STEP,
    AutoresetMode.SAME_STEP: loops.SAME_STEP,
    AutoresetMode.DISABLED: loops.DISABLED,
}


class ManyMatches(VectorEnv):
    """`num_envs` matches of a game at once.

    Without `opponents` the caller decides for every seat, and an observation is always that of the seat that is asked.
    With `opponents`, a bot or one for each other seat in turn, the caller plays `seat`, or without one each seat in
    turn from match to match.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        *,
        opponents: str | None = None,
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        reward: str = rewards.DEFAULT,
        threads: int = 1,
        copy: bool = False,
        **options: Any,
    ):
        self.setting = Setting(game, players, options, reward)
        self._made = {"opponents": opponents, "seat": seat, "threads": threads, "copy": copy}
        self._check(num_envs, opponents, seat, threads)
        self.num_envs = num_envs
        self.mode = _mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self._copy = copy
        self._bots = _opponents(opponents, self.setting)
        self._plan = self._new_plan(takes_turns=opponents is not None and seat is None)
        self._bare_plan = bare(self._plan.base)
        self.states = np.zeros(num_envs, self.setting.game.dtype)
        self.rows = np.zeros(num_envs, loops.ROW)
        self.rows["own"] = loops.EVERY_SEAT if opponents is None else seat or 0
        self._seen = np.zeros((num_envs, self.setting.size), np.float32)
        self._last = np.zeros((num_envs, self.setting.size), np.float32)
        self._mask = np.zeros((num_envs, self.setting.actions), np.int8)
        self._choices = np.zeros((num_envs, self.setting.actions), np.int16)
        self._shown = tuple(loops.as_records(array) for array in (self._seen, self._mask, self._choices, self._last))
        self._thinks = any(bot for _, bot in self._bots)
        self._threads = [_Thread(self.setting) for _ in range(threads)]
        self._nothing = np.full(num_envs, loops.NO_ACTION)  # decided
        memory = self.states, self.rows, self.setting.blank
        step = *memory, self._plan, loops.SHOW, self._nothing, *self._shown, *self._threads[0].tools, 0, 0
        self._step = direct(loops.step_rows, *step)
        self._first_illegal = direct(loops.first_illegal, self._mask, self.rows, self._nothing)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        bounds = np.linspace(0, num_envs, threads + 1).astype(int).tolist()
        self._slices = list(pairwise(bounds))
        self.single_observation_space = flat_space(self.setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.setting.actions)
        self.action_space = self._batch = LegalBatch(self._choices, self.rows["legal"])
        self._all = np.ones(num_envs, np.bool_)

    def _check(self, num_envs: int, opponents: str | None, seat: int | None, threads: int) -> None:
        if num_envs < 1 or not 1 <= threads <= num_envs:
            raise LastTrickError(
                f"{num_envs} matches in {threads} threads cannot be; both are at least 1, threads not more."
            )
        if seat is not None and opponents is None:
            raise LastTrickError("A seat is chosen only against opponents; without them the caller plays every seat.")
        self.setting.check_seat(seat)

    def _new_plan(self, takes_turns: bool) -> np.record:
        plan = np.zeros(1, loops.PLAN)[0]
        plan.mistakes[: len(self._bots)] = [mistakes for mistakes, _ in self._bots]
        plan.turns, plan.mode, plan.cut = takes_turns, MODES[self.mode], self.setting.cut
        plan.kind = self.setting.kind
        return plan

    # --- reset and step ---

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        """Begin all matches anew, or with `reset_mask` among the options those that it marks."""
        super().reset(seed=seed)
        which = (options or {}).get("reset_mask", self._all)
        if getattr(which, "shape", None) != (self.num_envs,) or which.dtype != np.bool_ or not which.any():
            raise LastTrickError(f"reset_mask must be {self.num_envs} Booleans in an array, at least one of them true.")
        if seed is not None or self._np_random_seed is None:
            self._np_random_seed = seed if seed is not None else secrets.randbits(62)
            self._plan.key[:] = chance.key_of(self._np_random_seed)
            self.rows["number"] = np.arange(self.num_envs)
            for place, (_, bot) in enumerate(self._bots):
                if bot:
                    bot.reseed(self._np_random_seed + place)
        self.rows["over"][which] = 1
        self._step_parts(self._nothing)
        return self.observation(), self._info()

    def step(self, actions: Any) -> tuple[dict, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Make a decision in each match. An illegal one raises, and nothing has changed."""
        chosen = np.ascontiguousarray(actions, np.int64)
        self._check_actions(chosen)
        self._step_parts(chosen)
        reward, terminated, truncated = (self._give(self.rows[name]) for name in ("reward", "terminated", "truncated"))
        return self.observation(), reward, terminated, truncated, self._info()

    def _check_actions(self, chosen: np.ndarray) -> None:
        if chosen.shape != (self.num_envs,):
            raise LastTrickError(f"A step takes {self.num_envs} actions, one for each match.")
        if self._np_random_seed is None:
            raise LastTrickError("Nothing has been dealt; reset comes before the first step.")
        if self.mode == AutoresetMode.DISABLED and self.rows["over"].any():
            over = int(self.rows["over"].argmax())
            raise LastTrickError(f"Match {over} is over; reset it with reset_mask before the next step.")
        wrong = self._first_illegal(self._mask, self.rows, chosen)
        if wrong >= 0:
            why = self._desk(wrong).refusal(int(self.rows["asked"][wrong]), int(chosen[wrong]))
            raise LastTrickError(f"Match {wrong}: {why}")

    def _desk(self, match: int) -> Desk:
        desk = Desk(self.setting)
        desk.states[0] = self.states[match]
        return desk

    def _step_parts(self, chosen: np.ndarray) -> None:
        """A step in one go, or in parts where bots outside compiled code are asked in between."""
        if not self._thinks:
            self._step_rows(loops.WHOLE, chosen)
            return
        for part in (loops.DECIDE, loops.FINISH):
            self._step_rows(part, chosen)
            self._let_bots_think()
        self._step_rows(loops.SHOW, chosen)

    def _step_rows(self, parts: int, chosen: np.ndarray) -> None:
        step = self.states, self.rows, self.setting.blank, self._bare_plan, parts, chosen, *self._shown

        def work(thread: _Thread, rows: tuple[int, int]) -> None:
            self._step(*step, *thread.bare, *rows)

        if self._pool:
            list(self._pool.map(work, self._threads, self._slices))
        else:
            work(self._threads[0], (0, self.num_envs))

    def _let_bots_think(self) -> None:
        asked, own = self.rows["asked"], self.rows["own"]
        for i in np.flatnonzero((asked != own) & (asked >= 0)).tolist():
            while 0 <= asked[i] != own[i]:
                seat = int(asked[i])
                bot = self._bots[(seat - int(own[i])) % self.setting.players][1]
                action = bot.choose(self.setting.game, self._desk(i).view(seat), seat)
                loops.answer(self.states[i], self.rows[i], self._plan, action, *self._threads[0].tools)

    # --- rows kept and put back ---

    def save(self, rows: Any = None) -> "Rows":
        """A copy of these matches, or of all, as they stand: to put back with `restore`, here or in other rows."""
        at = self._numbers(rows)
        return Rows(self.setting, self.states[at].copy(), self.rows[at].copy())

    def restore(self, saved: "Rows", rows: Any = None) -> dict:
        """Put saved matches into these rows, or into all, and give what is seen then. One may go into many rows."""
        at = self._numbers(rows)
        if not saved.setting.same_as(self.setting):
            raise LastTrickError("These matches were saved by an environment of another game, players or options.")
        if len(saved) not in (1, len(at)):
            raise LastTrickError(f"{len(saved)} saved matches do not fit into {len(at)} rows.")
        self.states[at], self.rows[at] = saved.states, saved.rows
        self._step_rows(loops.SHOW, self._nothing)
        return self.observation()

    def digest(self, row: int) -> str:
        """A short name for the state of a match: equal for equal states."""
        return digest(self.states[row])

    def _numbers(self, rows: Any) -> np.ndarray:
        found = np.arange(self.num_envs) if rows is None else np.arange(self.num_envs)[rows]
        return np.atleast_1d(found)

    def __reduce__(self) -> tuple:
        made = {**self._made, "autoreset_mode": self.mode, "reward": self.setting.reward, **self.setting.options}
        luck = [bot.rng.copy() if bot else None for _, bot in self._bots]
        kept = self.save(), self._plan.key.copy(), self._np_random_seed, luck, self._batch.luck.copy()
        return _again, (type(self), self.setting.game.name, self.num_envs, self.setting.players, made, kept)

    def _take_up(self, saved: "Rows", plan: np.ndarray, seed: int | None, luck: list, sampling: Any) -> None:
        """Go on as the environment that was pickled would have."""
        self._plan.key[:] = plan
        self._np_random_seed = seed
        self._batch.luck[:] = sampling
        for (_, bot), rng in zip(self._bots, luck, strict=True):
            if bot:
                bot.rng[:] = rng
        if seed is not None:
            self.restore(saved)

    # --- what is given ---

    def _give(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array

    def observation(self) -> dict:
        """What the seats that are asked see now, and what they may do."""
        return {"observation": self._give(self._seen), "action_mask": self._give(self._mask)}

    def _info(self) -> dict:
        """The seat that is asked and, where a match has just ended, what it gave each seat."""
        info = {"seat": self._give(self.rows["asked"]), "_seat": self._all}
        ended = self.rows["terminated"] | self.rows["truncated"]
        paid = self._all if self.setting.kind == loops.SHAPED else ended
        given = {"rewards": self._give(self.rows["rewards"][:, : self.setting.players]), "_rewards": paid}
        if self.mode != AutoresetMode.SAME_STEP:
            return {**info, **given}
        if not ended.any():
            return info
        return {**info, "final_obs": self._final(ended), "_final_obs": ended, "final_info": given, "_final_info": ended}

    def _final(self, ended: np.ndarray) -> np.ndarray:
        """The last observation of each match that has just ended."""
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            last[i] = {"observation": self._last[i].copy(), "action_mask": np.zeros(self.setting.actions, np.int8)}
        return last

    @property
    def sections(self) -> dict[str, slice]:
        """The named parts of an observation and where they are."""
        return self.setting.sections

    def close_extras(self, **kwargs: Any) -> None:
        if self._pool:
            self._pool.shutdown()


class Rows:
    """Matches kept by `ManyMatches.save`."""

    def __init__(self, setting: Setting, states: np.ndarray, rows: np.ndarray):
        self.setting, self.states, self.rows = setting, states, rows

    def __len__(self) -> int:
        return len(self.states)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        alike = self.setting.same_as(other.setting) and self.states.tobytes() == other.states.tobytes()
        return alike and self.rows.tobytes() == other.rows.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> tuple:
        return self.setting, self.states.tobytes(), self.rows.tobytes()

    def __setstate__(self, kept: tuple) -> None:
        setting, states, rows = kept
        self.__init__(  # type: ignore[misc]
            setting, np.frombuffer(states, setting.game.dtype).copy(), np.frombuffer(rows, loops.ROW).copy()
        )


def _again(kind: type, game: str, num_envs: int, players: int, made: dict, kept: tuple) -> "ManyMatches":
    """An environment from what its pickle kept."""
    env = kind(game, num_envs, players, **made)
    env._take_up(*kept)
    return env


class _Thread:
    """What a thread works with."""

    def __init__(self, setting: Setting):
        tools = np.zeros(1, loops.tools_type(setting.actions))[0]
        self.tools = tools, new_story(on=False)
        self.bare = tuple(bare(record.base) for record in self.tools)


def _mode(wanted: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(wanted)
    except ValueError:
        known = listed([mode.value for mode in AutoresetMode])
        raise LastTrickError(f"There is no autoreset mode {wanted!r}; possible: {known}.") from None


def _opponents(text: str | None, setting: Setting) -> list:
    """For each place from the own seat on: mistakes in a hundred, or a bot that thinks."""
    if text is None:
        return [(0, None)] * setting.players
    found: list[tuple[int, Bot | None]] = [(0, None)]
    names = seats_of(bot_list(text), setting.players - 1)
    check_agents(names, setting.game, setting.players)
    for place, name in enumerate(names, 1):
        kind, settings = read_bot(stands_for(name, setting.game, setting.players))
        mistakes = {"random": 100, "heuristic": settings.get("mistakes", 0)}.get(kind.name, loops.THINKS)
        found.append((mistakes, make_bot(name, place) if mistakes == loops.THINKS else None))
    return found
