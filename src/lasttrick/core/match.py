"""A match: game, options, seed and the decisions so far. Saved as one small JSON file, replayed to the same bytes."""

import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.about import listed, shown
from lasttrick.core.contract import Game
from lasttrick.core.errors import IllegalAction, LastTrickError
from lasttrick.core.forks import Fork, read_fork
from lasttrick.core.rule import bare
from lasttrick.core.story import CHANCE, SPECTATOR, clear, lay_tape, memory_of, new_story, only, split, told, written
from lasttrick.core.winning import win_shares
from lasttrick.core.words import describe, event_json, position_text, read_position, seat_letter

FORMAT = "lasttrick match 1"


class Match:
    """One play of a game, from the first deal to the result.

    Seats are numbers from 0. Actions are integers (rows of the game's action table) or their text.
    """

    fork: Fork | None = None  # where it left another match

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: dict | None = None,
        seed: int | str | None = None,
        *,
        tape: Sequence[int] = (),
        fork: Fork | None = None,
    ):
        players = players if players is not None else max(game.about.players)
        self.options = game.about.kept_options(options or {})
        self.key = chance.key_of(seed if seed is not None else secrets.token_hex(32))
        self._set_up(game, game.blank(players, self.options))
        self.state.key[:] = self.key
        lay_tape(self._story, tape)
        game.rules.start(self.state, self._story)
        self.fork = fork
        if fork:
            self._leave_parent(fork)
        self._begin_here(written(self._memory))

    @classmethod
    def from_position(cls, game: Game, position: str | dict) -> "Match":
        """A match that begins in a position laid out in notation; it can be played on, not saved."""
        match = cls.__new__(cls)
        match._set_up(game, game.notation.read(read_position(position) if isinstance(position, str) else position))
        match._begin_here(b"")
        return match

    def _set_up(self, game: Game, state: np.record) -> None:
        self.game = game
        self.players = int(state.players)
        self.decisions: list[tuple[int, int]] = []
        self._tapes: dict[int, list[int]] = {}  # by the number of the decision that was made with one
        self._state = np.array([state], game.dtype)
        self._view = np.zeros(1, game.dtype)
        self._story = new_story()
        self._memory = memory_of(self._story)
        self._bare = bare(self._state), bare(self._story.base)
        self._actions = np.zeros(game.actions, np.int16)
        hold = getattr(game.state, "hold", None)
        self._held = hold(state) if hold else None  # what the state only names, kept as long as the match

    def _begin_here(self, story: bytes) -> None:
        """What is on the table now is what the first decision finds."""
        self.written = story  # the story of the last decision, or of the first deal
        self._first = self._state.copy(), story

    @property
    def state(self) -> np.record:
        return self._state[0]

    @property
    def states(self) -> np.ndarray:
        """The state as an array of one, the form for compiled code that works on batches."""
        return self._state

    @property
    def acting(self) -> list[int]:
        """The seats that may decide now; none when the match is over."""
        return bits.members(self.game.rules.acting(self.state))

    @property
    def over(self) -> bool:
        return not self.acting

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, in a fixed order; none if it is not its turn."""
        if seat not in self.acting:
            return []
        return self._actions[: self.game.rules.legal(self.state, seat, self._actions)].tolist()

    def legal_text(self, seat: int) -> list[str]:
        return [self.text(action) for action in self.legal(seat)]

    def text(self, action: int) -> str:
        return self.game.notation.action_text(self.state, action)

    def apply(self, seat: int, action: int | str, *, tape: Sequence[int] = ()) -> list[dict]:
        """Make one decision and tell its story. An illegal one changes nothing and raises `IllegalAction`."""
        action = self._read(action)
        why = self.explain(seat, action)
        if why:
            raise why
        self.decide(seat, action, tape=tape)
        return [event_json(self.game, self.state, line) for line in self.story if line[1] < CHANCE]

    def decide(self, seat: int, action: int, *, tape: Sequence[int] = ()) -> None:
        """Make a decision that is known to be legal; its story is in `story`."""
        clear(self._memory)
        if tape:
            self._tapes[len(self.decisions)] = list(tape)
            lay_tape(self._story, tape)
        state, story = self._bare
        self.game.apply(state, seat, action, story)
        self.decisions.append((seat, action))
        self.written = written(self._memory)
        if self.fork:
            self._leave_parent(self.fork)

    def _leave_parent(self, fork: Fork) -> None:
        """At its step a fork goes on in a world of its own."""
        if len(self.decisions) == fork.step:
            fork.enter(self.game, self.view(fork.seat), self._state)

    @property
    def story(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """What the last decision, or the first deal, led to: lines of audience, kind and facts."""
        return [told(line) for line in split(self.written)]

    def explain(self, seat: int, action: int | str) -> IllegalAction | None:
        """Why an action is not legal, from what the seat itself can see; None if it is legal."""
        action = self._read(action)
        if action in self.legal(seat):
            return None
        if not 0 <= seat < self.players:
            raise LastTrickError(
                f"There is no seat {seat}; with {self.players} players seats are 0 to {self.players - 1}."
            )
        why = self.game.describe.explain(self.view(seat), seat, action)
        return IllegalAction(*why) if why else IllegalAction(f"{self.text(action)} is not possible now.", "")

    def _read(self, action: int | str) -> int:
        return self.game.notation.read_action(self.state, action) if isinstance(action, str) else action

    def view(self, seat: int) -> np.record:
        """What a seat may know; -1 is a spectator. A copy, yours to keep."""
        self.game.view.view(self.state, seat, self._view)
        return self._view.copy()[0]

    def describe(self, seat: int) -> dict:
        return describe(self.game, self.view(seat), seat)

    def story_for(self, seat: int) -> list[dict]:
        """The story of the last decision as a seat, or -1 for a spectator, is told it."""
        audience = SPECTATOR if seat < 0 else only(seat)
        return [event_json(self.game, self.state, line) for line in self.story if line[0] & audience]

    @property
    def result(self) -> dict | None:
        """Winners, scores and why it ended; None while the match is on."""
        return self.game.describe.result(self.state) if self.over else None

    def shares(self) -> np.ndarray:
        """What each seat has of the win of a match that is over."""
        won = sum(1 << seat for seat in self.game.describe.result(self.state)["winners"])
        return win_shares(self.game, [won], [int(self.state.ending)], self.players)[0]

    def position(self) -> str:
        """The complete position as text."""
        return position_text(self.game.notation.write(self.state))

    # --- copies, and the way back ---

    def copy(self) -> "Match":
        """A match that goes its own way from here; the same decisions lead to the same cards."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def undo(self) -> tuple[int, int]:
        """Take the last decision back and give it, seat and action; all before it is played again."""
        if not self.decisions:
            raise LastTrickError("There is nothing to undo: no decision has been made.")
        *before, last = self.decisions
        tapes = self._tapes
        self._state[:], self.written = self._first
        self.decisions, self._tapes = [], {}
        for number, (seat, action) in enumerate(before):
            self.decide(seat, action, tape=tapes.get(number, ()))
        return last

    def digest(self) -> str:
        """A short name for all that is on the table, seen or not, and for the luck to come: equal for equal states."""
        return digest(self.state)

    def __eq__(self, other: object) -> bool:
        """Whether the same game stands in the same state with the same luck to come, however it got there."""
        if not isinstance(other, Match):
            return NotImplemented
        return self.game.name == other.game.name and self.state.tobytes() == other.state.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a match changes with every decision; its digest can be a key

    def __getstate__(self) -> dict:
        kept = ("options", "key", "written", "fork")
        return {
            "game": self.game,
            "state": self._state.tobytes(),
            "first": (self._first[0].tobytes(), self._first[1]),
            "decisions": list(self.decisions),
            "tapes": dict(self._tapes),
            **{name: getattr(self, name) for name in kept if hasattr(self, name)},
        }

    def __setstate__(self, kept: dict) -> None:
        kept = dict(kept)
        game, (first, story) = kept.pop("game"), kept.pop("first")
        self._set_up(game, np.frombuffer(kept.pop("state"), game.dtype)[0])
        self._first = np.frombuffer(first, game.dtype).copy(), story
        self.decisions, self._tapes = list(kept.pop("decisions")), dict(kept.pop("tapes"))
        self.__dict__.update(kept)

    # --- match files ---

    def to_json(self) -> dict:
        """The whole match: replaying it gives the same bytes."""
        fork = {"fork": asdict(self.fork)} if self.fork else {}
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.about.rules_version,
            "players": self.players,
            "options": self.options,
            "seed": chance.key_text(self.key),
            "actions": [f"{seat_letter(seat)} {self.text(action)}" for seat, action in self.decisions],
            **fork,
        }

    def save(self, path: str | Path) -> None:
        text = json.dumps(self.to_json(), indent=1)
        beside = Path(path).with_name(f".{Path(path).name}.part")
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(path)


def digest(state: np.record) -> str:
    """A short name for a state: equal states have equal ones, on every machine."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


def read_match(text: str, find_game: Callable[[str], Game]) -> Match:
    """The match of a file's text, replayed. `find_game` gives a game by name."""
    try:
        data = json.loads(text)
        text.encode()
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise LastTrickError(f"This is not a match file: {why}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LastTrickError(f'This is not a match file: it lacks the line "format": "{FORMAT}".')
    wanted = {"game": str, "rules": int, "players": int, "options": dict, "seed": str, "actions": list}
    wrong = [name for name, kind in wanted.items() if not isinstance(data.get(name), kind)]
    if wrong:
        raise LastTrickError(f"The match file is damaged: {listed(wrong)} is missing or not of the right kind.")
    game = find_game(data["game"])
    if data["rules"] != game.about.rules_version:
        raise LastTrickError(
            f"The match was played by rules version {data['rules']} of {game.about.title}; "
            f"this is version {game.about.rules_version} and cannot replay it."
        )
    try:
        fork = read_fork(data["fork"], data["players"], len(data["actions"])) if "fork" in data else None
        match = Match(game, data["players"], data["options"], data["seed"], fork=fork)
    except UnicodeEncodeError:
        raise LastTrickError("The match file is damaged: its seed or its options are not text.") from None
    for number, line in enumerate(data["actions"], 1):
        _replay(match, number, line)
    return match


def _replay(match: Match, number: int, line: object) -> None:
    seat, _, action = str(line).partition(" ")
    try:
        match.apply("ABCDEFGH".index(seat) if len(seat) == 1 else -1, action)
    except (LastTrickError, ValueError) as error:
        raise LastTrickError(
            f"The match file was changed: decision {number}, {shown(line)}, cannot have been made. {error}"
        ) from None
