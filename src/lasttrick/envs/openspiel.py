"""OpenSpiel: every game as a pyspiel game of imperfect information, `lasttrick_<name>`. Importing this registers them.

Chance is explicit. Eight chance nodes at the root give the bytes of a seed, 256 outcomes each, equally likely: the seed
decides every shuffle, which has more outcomes than can be listed. Every lot, one thing among a few, is a chance node of
its own where it is drawn. So a history replays, and no list of outcomes is long.
"""

import hashlib
import json
from typing import NamedTuple

import numpy as np

from lasttrick import games
from lasttrick.core import chance
from lasttrick.core.about import Option, listed
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rng import new_rng
from lasttrick.core.story import CHANCE, lay_tape, memory_of, new_story, split, told, written
from lasttrick.core.words import describe, position_text
from lasttrick.envs import MissingExtra, loops, rewards
from lasttrick.envs.setting import MOST, Desk, Setting

try:
    import pyspiel
except ImportError:
    raise MissingExtra("open_spiel") from None

SEED_BYTES = 8
BYTE = 256
LONGEST = 100_000  # decisions of a match; a bound for buffers, no match comes near it
PREFIX = "lasttrick_"
UTILITIES = {
    "win": (0.0, 1.0),
    "zero_sum": (-1.0, 1.0),
    "score": (-MOST, MOST),
}  # the least and the most


def _game_type(name: str) -> pyspiel.GameType:
    about = games.about(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=about.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(about.players),
        min_num_players=min([*about.players, *about.extra_players]),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": max(about.players),
            "reward": rewards.DEFAULT,
            **{o.name: _unsaid(o) for o in about.options},
        },
    )


def _unsaid(option: Option):
    """The parameter that leaves an option at its default."""
    return -1 if option.high > option.low else ""


class SpielGame(pyspiel.Game):
    """A setting as pyspiel sees it. Parameters are `players` and the options of the game."""

    name: str

    def __init__(self, params: dict | None = None):
        given = dict(params or {})
        about = games.about(self.name)
        players = int(given.pop("players", max(about.players)))
        reward = str(given.pop("reward", rewards.DEFAULT))
        if reward not in UTILITIES:
            raise LastTrickError(f"OpenSpiel is paid at the end; reward can be {listed(UTILITIES)}, not {reward!r}.")
        options = {k: v for k, v in given.items() if v != _unsaid(about.option(k))}
        self.setting = Setting(self.name, players, options, reward)
        least, most = UTILITIES[reward]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.actions,
            max_chance_outcomes=BYTE,
            num_players=players,
            min_utility=least,
            max_utility=most,
            max_game_length=LONGEST,
        )
        super().__init__(TYPES[self.name], info, params or {})

    def new_initial_state(self):
        return SpielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.setting, params)

    def max_chance_nodes_in_history(self):
        return LONGEST


class Lot(NamedTuple):
    """A lot to be drawn: by which decision (none: the first deal), after which outcomes of chance, and among what."""

    seat: int | None
    action: int
    tape: list[int]
    options: list[int]


class SpielState(pyspiel.State):
    """A match: first the bytes of its seed, then its record and, for each seat, a digest of what it lived through."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._seed: list[int] = []
        self._lot: Lot | None = None
        self._record = np.zeros(1, game.setting.game.dtype)
        self._row = np.zeros(1, loops.ROW)
        self._lived = [b""] * game.setting.players

    @property
    def _setting(self) -> Setting:
        return self.get_game().setting

    def desk(self) -> Desk:
        """The match laid out for questions; what is done there changes this state."""
        desk = Desk(self._setting)
        desk.states, desk.row = self._record, self._row
        return desk

    @property
    def is_dealt(self) -> bool:
        return len(self._seed) == SEED_BYTES and not (self._lot and self._lot.seat is None)

    def _acting(self) -> int:
        return int(self._setting.game.rules.acting(self._record[0]))

    def current_player(self):
        if self._lot or not self.is_dealt:
            return pyspiel.PlayerId.CHANCE
        acting = self._acting()
        return (acting & -acting).bit_length() - 1 if acting else pyspiel.PlayerId.TERMINAL

    def is_terminal(self):
        return self.is_dealt and not self._lot and not self._acting()

    def chance_outcomes(self):
        if self._lot:
            return [(option, 1 / len(self._lot.options)) for option in self._lot.options]
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _legal_actions(self, player):
        return self.desk().legal(player)

    def _apply_action(self, action):
        desk, action = self.desk(), int(action)
        if self._lot:
            self._make(self._lot.seat, self._lot.action, [*self._lot.tape, action])
        elif self.is_dealt:
            seat = self.current_player()
            desk.check(seat, action)
            lived = self._lived[seat] + desk.view(seat).tobytes() + action.to_bytes(4, "little")
            self._lived[seat] = hashlib.sha256(lived).digest()
            self._make(seat, action, [])
        else:
            self._seed.append(action)
            if len(self._seed) == SEED_BYTES:
                desk.lay_out(chance.key_of(bytes(self._seed).hex()))
                self._make(None, 0, [])

    def _make(self, seat: int | None, action: int, tape: list[int]) -> None:
        """Make a decision or the first deal with the lots drawn so far; if it draws another, that comes first."""
        story, before = new_story(), (self._record.copy(), self._row.copy())
        lay_tape(story, tape)
        self.desk().make(seat, action, story)
        self._lot = None
        if story.offers:
            self._record[:], self._row[:] = before
            lines = map(told, split(written(memory_of(story))[: 2 * int(story.offered_at)]))
            drawn = [outcome for _, kind, facts in lines if kind >= CHANCE for outcome in facts]
            self._lot = Lot(seat, action, drawn, sorted(story.offered[: story.offers].tolist()))

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"drawn: {action}" if self._lot else f"seed byte {action}"
        return self._setting.game.notation.action_text(self._record[0], int(action))

    def returns(self):
        if not self.is_dealt:
            return [0.0] * self._setting.players
        desk = self.desk()
        desk.row = self._row.copy()  # asking changes nothing
        return desk.rewards()

    def __str__(self):
        if not self.is_dealt:
            return f"seed: {bytes(self._seed).hex()}{self._drawing()}"
        return position_text(self._setting.game.notation.write(self._record[0])) + self._drawing()

    def _drawing(self) -> str:
        """Where a lot is to be drawn: after which decision, and what was drawn for it already."""
        return f"\ndrawing after {self._lot.seat} {self._lot.action}: {self._lot.tape}" if self._lot else ""

    def resample_from_infostate(self, player_id, sampler):
        """A state that this player cannot tell from this one: what it may not know is drawn anew.

        What the others lived through is known to nobody then, so it becomes a digest of what the player knows.
        """
        desk, other = self.desk(), self.clone()
        seen = desk.view(player_id)
        rng = new_rng(int(sampler() * (1 << 53)))
        self._setting.game.view.determinize(seen, player_id, rng, other._record)
        known = hashlib.sha256(self._lived[player_id] + seen.tobytes()).digest()
        other._lived = [own if seat == player_id else known for seat, own in enumerate(self._lived)]
        return other

    def memory(self, player: int) -> str:
        """A digest of what a seat sees and of every view and decision of its own before."""
        return hashlib.sha256(self._lived[player] + self.desk().view(player).tobytes()).hexdigest()[:32]


class Observer:
    """What a player sees: as numbers in the named sections of the game, and as JSON.

    With perfect recall the text ends in a digest of the player's own past. Without private information it is what a
    spectator sees, as text only; without public information there is nothing apart.
    """

    def __init__(self, kind, setting: Setting, params):
        if params:
            raise ValueError(f"Observations take no parameters; {params} were given.")
        self._kind, self._setting = kind, setting
        self._is_own = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        numbers = np.zeros(setting.size, np.float32)
        self.tensor = numbers if self._is_own else None
        self.dict = {name: numbers[part] for name, part in setting.sections.items()} if self._is_own else {}

    def set_from(self, state: SpielState, player: int):
        if self.tensor is None:
            return
        self.tensor[:] = 0
        if state.is_dealt:
            state.desk().look(player, self.tensor)

    def string_from(self, state: SpielState, player: int):
        if not self._kind.public_info:
            return None
        if not state.is_dealt:
            return ""
        seat = player if self._is_own else -1
        text = json.dumps(describe(self._setting.game, state.desk().view(seat), seat), separators=(",", ":"))
        return f"{text} {state.memory(player)}" if self._kind.perfect_recall and self._is_own else text


TYPES = {name: _game_type(name) for name in games.NAMES}


# A class for each game, as pyspiel keeps what it is given to the very end, when only classes may still be held.
CLASSES = {name: type(f"Spiel_{name}", (SpielGame,), {"name": name}) for name in games.NAMES}
for _name in games.NAMES:
    pyspiel.register_game(TYPES[_name], CLASSES[_name])
