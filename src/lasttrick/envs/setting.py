"""What an environment plays: a game, its players and options, and how its observations are divided."""

from functools import cached_property

import numpy as np

from lasttrick import games
from lasttrick.bots.policy import judgement_of
from lasttrick.core import bits
from lasttrick.core.errors import IllegalAction, LastTrickError
from lasttrick.core.match import digest
from lasttrick.core.meanings import slices
from lasttrick.core.story import new_story
from lasttrick.envs import loops, rewards
from lasttrick.envs.progress import progress_of

NO_ENDING = -1
MOST = 1000.0  # observations are mostly from 0 to 1; no total or record comes near this


class Setting:
    """A game as an environment plays it. Play that nobody watches is bounded unless the options say otherwise."""

    def __init__(
        self, game: str, players: int | None = None, options: dict | None = None, reward: str = rewards.DEFAULT
    ):
        self.game = games.game(game)
        self.players = players if players is not None else max(self.game.about.players)
        self.options = self.game.about.automatic_options(options or {})
        self.blank = np.array([self.game.blank(self.players, self.options)], self.game.dtype)
        self.actions, self.size = self.game.actions, self.game.observation_size
        self.reward, self.kind = reward, rewards.kind_of(reward)
        judgement_of(self.game)
        progress_of(self.game)

    def __reduce__(self) -> tuple:
        return Setting, (self.game.name, self.players, self.options, self.reward)

    def same_as(self, other: "Setting") -> bool:
        """Whether matches of the one can be played on in the other."""
        return self.blank.tobytes() == other.blank.tobytes() and self.game.name == other.game.name

    def __deepcopy__(self, _: dict) -> "Setting":
        return self  # nothing in it changes

    @cached_property
    def sections(self) -> dict[str, slice]:
        """The named parts of an observation and where they are."""
        return slices(self.game.meanings.SECTIONS)

    @cached_property
    def cut(self) -> int:
        """The ending of a match that was stopped unfinished by a limit: truncated, not terminated."""
        return int(getattr(self.game.state.Ending, "MAX_ROUNDS", NO_ENDING))

    def check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise LastTrickError(
                f"There is no seat {seat}; with {self.players} players seats are 0 to {self.players - 1}."
            )


class Desk:
    """One match of a setting, with memory for looking at it: who is asked, what a seat sees, what it may do."""

    def __init__(self, setting: Setting):
        self.setting = setting
        self.states = np.zeros(1, setting.game.dtype)
        self._scratch = np.zeros(1, setting.game.dtype)
        self.row = np.zeros(1, loops.ROW)
        self._tools = np.zeros(1, loops.tools_type(setting.actions))
        self._story = new_story(on=False)
        self._actions = np.zeros(setting.actions, np.int16)

    def __getstate__(self) -> tuple:
        return self.setting, self.states.tobytes(), self.row.tobytes()

    def __setstate__(self, kept: tuple) -> None:
        setting, states, row = kept
        self.__init__(setting)  # type: ignore[misc]
        self.states[:] = np.frombuffer(states, setting.game.dtype)
        self.row[:] = np.frombuffer(row, loops.ROW)

    @property
    def acting(self) -> list[int]:
        return bits.members(self.setting.game.rules.acting(self.states[0]))

    def start(self, key: np.ndarray) -> None:
        self.lay_out(key)
        self.make(None, 0, self._story)

    def lay_out(self, key: np.ndarray) -> None:
        """The table before the first deal."""
        self.states[0] = self.setting.blank[0]
        self.states[0].key[:] = key
        self.row[0] = np.zeros(1, loops.ROW)[0]

    def check(self, seat: int, action: int) -> None:
        """Refuse an action that is not legal, with the reason."""
        if action not in self.legal(seat):
            raise self.refusal(seat, action)

    def apply(self, seat: int, action: int) -> None:
        """Make one decision; an illegal one changes nothing and raises the reason."""
        self.check(seat, action)
        self.make(seat, action, self._story)

    def make(self, seat: int | None, action: int, story: np.record) -> None:
        """Make a decision that is known to be legal, or without a seat the first deal."""
        rules, state = self.setting.game.rules, self.states[0]
        if seat is None:
            rules.start(state, story)
            return
        rules.apply(state, seat, action, story)
        if self.setting.kind >= loops.SCORE:
            loops.note_progress(state, self.row[0])

    def refusal(self, seat: int, action: int) -> LastTrickError:
        """Why an action is not legal, from what the seat itself can see."""
        if not 0 <= action < self.setting.actions:
            return LastTrickError(f"There is no action {action}; actions are 0 to {self.setting.actions - 1}.")
        try:
            why = self.setting.game.describe.explain(self.view(seat), seat, action)
        except LastTrickError:  # a row of the table that this match's cards do not have
            why = None
        return IllegalAction(*(why or (f"Action {action} is not possible now.", "")))

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat that is asked, in rising order; none of another."""
        rules, state = self.setting.game.rules, self.states[0]
        if not int(rules.acting(state)) >> seat & 1:
            return []
        return self._actions[: rules.legal(state, seat, self._actions)].tolist()

    def view(self, seat: int) -> np.record:
        self.setting.game.view.view(self.states[0], seat, self._scratch)
        return self._scratch.copy()[0]

    def look(self, seat: int, numbers: np.ndarray) -> None:
        """Write what a seat sees."""
        self.setting.game.view.encode(self.states[0], seat, numbers)

    def rewards(self) -> list[float]:
        """What each seat gets for the way since it was asked for last: 0 before the end, unless rewards are shaped."""
        loops.pay(self.states[0], self.row[0], self.setting.kind, self._tools[0])
        return self.row[0].rewards[: self.setting.players].tolist()

    def digest(self) -> str:
        """A short name for the state: equal for equal states."""
        return digest(self.states[0])

    @property
    def is_cut(self) -> bool:
        return int(self.states[0].ending) == self.setting.cut
