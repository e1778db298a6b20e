"""What a game says about itself before anything is compiled: title, players, options."""

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from numbers import Integral
from pathlib import Path
from reprlib import Repr
from typing import Any

from lasttrick.core.data import check_bounds
from lasttrick.core.errors import LastTrickError

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80


def shown(value) -> str:
    """A value in a sentence, however long it is."""
    return _SHORT.repr(value)


def listed(words) -> str:
    """`a`, `a or b`, `a, b or c`."""
    words = [str(w) for w in words]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def did_you_mean(word: str, known) -> str:
    """A hint for a word that nothing matches."""
    known = list(known)
    close = get_close_matches(str(word)[:40], known, n=1)
    return f"Did you mean {close[0]}?" if close else f"Possible: {', '.join(known) if known else 'none'}."


@dataclass(frozen=True)
class Option:
    """One thing a table may choose: among `choices`, a whole number from `low` to `high`, or structured `data`.

    A default may depend on the number of players: then it is a function of it. A data option is checked by
    `check`, which returns the value to use or raises `LastTrickError` saying where and why.
    """

    name: str
    sentence: str
    clause: str
    default: Any
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    check: Callable[[Any], Any] | None = None

    def default_for(self, players: int):
        return self.default(players) if callable(self.default) else self.default

    def possible(self) -> str:
        if self.choices:
            return listed(self.choices)
        return "JSON" if self.check else f"a whole number from {self.low} to {self.high}"

    def read(self, value):
        """The value as the rules want it, from what a person or a file gave."""
        if self.check:
            return self.default if value is None else self._check_data(value)
        if self.choices:
            if str(value) in self.choices:
                return str(value)
        elif not isinstance(value, bool):
            try:
                number = int(str(value))
            except ValueError:
                number = self.low - 1
            if self.low <= number <= self.high:
                return number
        raise LastTrickError(f"Option {self.name} cannot be {shown(value)}; possible: {self.possible()}.")

    def _check_data(self, value):
        """Data within its bounds; JSON that was given as text is read where the game reads it."""
        assert self.check is not None
        if not isinstance(value, str):
            check_bounds(value, self.name)
        return self.check(value)


@dataclass(frozen=True)
class Win:
    """When a seat has won: the one definition that every table, page, bot and learner counts by.

    `core.winning` counts it. The rules' own list of winners is what the table announces; this says what of it counts.
    """

    sentence: str = "The winners that the rules name have won; several share one win."
    clause: str = ""
    shared: bool = True  # several winners share one win; otherwise each has a whole one
    ending: str = ""  # the only ending by which a win counts, as its `Ending` is called in small letters; else any


@dataclass(frozen=True)
class About:
    """A game's face: enough to list it, to offer its options and to check them."""

    name: str
    title: str
    players: range
    minutes: int
    pitch: str
    rules_version: int
    clause_prefix: str
    options: tuple[Option, ...] = ()
    presets: dict[str, dict] = field(default_factory=dict)
    automatic: dict[str, Any] = field(
        default_factory=dict
    )  # options for play that nobody watches, e.g. a limit on rounds
    short: dict[str, Any] = field(default_factory=dict)  # options for a match that a test looks at whole; see `checks`
    extra_players: dict[int, tuple[str, str]] = field(default_factory=dict)  # players only with this option set so
    house_file: Path | None = None  # the data that comes with the game, where it has some
    data_schema: Callable[[], dict] | None = None  # its shape as JSON Schema
    check_content: Callable[[int, dict], None] | None = None  # of data: what depends on players, or on several options
    win: Win = Win()
    endings: dict[str, str] = field(default_factory=dict)  # words for why a match ends, by the names of `Ending`

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = [o.name for o in self.options] + (["preset"] if self.presets else [])
        raise LastTrickError(f"{self.title} has no option {shown(name)}. {did_you_mean(name, known)}")

    def ending_words(self, ending: str) -> str:
        """Why a match ended, in words."""
        return self.endings.get(ending, ending.replace("_", " "))

    def check_players(self, players: int, options: dict) -> None:
        """Refuse a number of players that the rules do not have."""
        if isinstance(players, bool) or not isinstance(players, Integral):
            raise LastTrickError(f"players must be a whole number, not {players!r}.")
        if players in self.players:
            return
        name, value = self.extra_players.get(players, ("", ""))
        if name and str(options.get(name)) == value:
            return
        hint = f" With {name}={value} it can be {players}." if name else ""
        raise LastTrickError(
            f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {players}.{hint}"
        )

    def read_options(self, players: int, given: dict) -> dict:
        """All options with their values: those given, checked, and the defaults of the rest."""
        given = dict(given)
        preset = given.pop("preset", None)
        settings = self._preset(preset)
        for name, value in given.items():
            read = self.option(name).read(value)
            if name in settings and settings[name] != read:
                raise LastTrickError(
                    f"Preset {preset} means {name}={settings[name]}; it contradicts {name}={shown(value)}."
                )
            settings[name] = read
        return {o.name: settings.get(o.name, o.default_for(players)) for o in self.options}

    def check(self, players: int | None, given: dict) -> None:
        """Say what is wrong with players and options before anything is compiled."""
        players = max(self.players) if players is None else players
        self.check_players(players, given)
        read = self.read_options(players, given)
        if self.check_content is not None:
            self.check_content(players, read)

    def kept_options(self, given: dict) -> dict:
        """The options as a match file keeps them: as they were given, but data whole where a path was given."""
        data = {option.name: option for option in self.options if option.check}
        return {name: data[name].read(value) if name in data else value for name, value in given.items()}

    def _preset(self, name) -> dict:
        if name is None:
            return {}
        if not isinstance(name, str) or name not in self.presets:
            raise LastTrickError(f"{self.title} has no preset {shown(name)}. {did_you_mean(name, self.presets)}")
        return dict(self.presets[name])

    def automatic_options(self, given: dict) -> dict:
        """The options of a match that no person plays: bounded, unless the caller bounds it otherwise."""
        return {**self.automatic, **given}
