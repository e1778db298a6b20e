"""The contract of a game: what every game brings, and the generic names under which compiled code reaches it.

A game is a folder with seven modules. `load` puts them together and checks that nothing is missing:

=============  =======================================================================================================
`__init__`     ``ABOUT``: title, players, options; imports nothing heavy
`state`        ``FIELDS STATE ACTIONS Event Chance Ending blank``
`rules`        ``start acting legal apply result``
`view`         ``view determinize encode``
`meanings`     ``SECTIONS ACTION_TABLE VERSION``: what each number of `encode` and each action means
`notation`     ``card action_text read_action chance_json read_chance write read``
`describe`     ``describe_table describe_seat describe_own explain event result SENTENCES``
`foresee`      if the game has it: ``foresee standing SENTENCES``, see `core.foresight`
=============  =======================================================================================================

Compiled generic code (`loops`, searches, environments) calls `start`, `acting`, `legal`… from here; the compiler picks
the game by the type of its state record. Dispatch by type is what Numba's on-disk cache can keep; functions passed as
arguments it cannot.
"""

import importlib
import importlib.util
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import attrgetter
from types import ModuleType
from typing import Any

import numpy as np

from lasttrick.core.about import About
from lasttrick.core.fields import Fields
from lasttrick.core.rule import PLAIN, direct, is_entry
from lasttrick.core.sources import dispatches
from lasttrick.core.story import new_story

MODULES = {
    "state": "FIELDS STATE ACTIONS Event Chance Ending blank",
    "rules": "start acting legal apply result",
    "view": "view determinize encode",
    "meanings": "SECTIONS ACTION_TABLE VERSION",
    "notation": "card action_text read_action chance_json read_chance write read",
    "describe": "describe_table describe_seat describe_own explain event result SENTENCES",
}

# The generic names, with the module each lives in and its arguments after the state.
_GENERIC = {
    "start": ("rules", "story"),
    "acting": ("rules", ""),
    "legal": ("rules", "seat, out"),
    "apply": ("rules", "seat, action, story"),
    "result": ("rules", "scores"),
    "view": ("view", "seat, out"),
    "determinize": ("view", "seat, rng, out"),
    "encode": ("view", "seat, out"),
}


@dataclass(frozen=True)
class Game:
    """One game, put together. The modules are reachable under their names."""

    about: About
    state: ModuleType
    rules: ModuleType
    view: ModuleType
    meanings: ModuleType
    notation: ModuleType
    describe: ModuleType
    foresee: ModuleType | None = None
    name: str = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "name", self.about.name)

    @property
    def package(self) -> str:
        """The package that the game is."""
        return self.rules.__name__.rpartition(".")[0]

    @property
    def dtype(self) -> np.dtype:
        return self.state.STATE

    @property
    def fields(self) -> Fields:
        """The table that says what the state is."""
        return self.state.FIELDS

    @property
    def actions(self) -> int:
        """How many rows the action table has."""
        return self.state.ACTIONS

    @cached_property
    def apply(self) -> Callable:
        """`rules.apply`, for Python that calls it again and again."""
        return direct(self.rules.apply, np.zeros(1, self.dtype)[0], 0, 0, new_story())

    @cached_property
    def observation_size(self) -> int:
        return sum(section.size for section in self.meanings.SECTIONS)

    def blank(self, players: int, options: dict | None = None) -> np.record:
        """The record before the first deal. Options not given take their defaults; wrong ones are refused."""
        self.about.check_players(players, options or {})
        return self.state.blank(players, self.about.read_options(players, options or {}))

    def new_state(self) -> np.record:
        return np.zeros(1, self.dtype)[0]

    def __repr__(self):
        return f"<Game {self.name}>"

    def __reduce__(self):
        return loaded, (self.package,)  # modules cannot be pickled: where it is read, the game is loaded


_by_dtype: dict[np.dtype, Game] = {}
_by_package: dict[str, Game] = {}
_by_type: dict = {}


def load(module: str) -> Game:
    """Put the game in this package together and make it known to the compiled generic code."""
    parts = {name: importlib.import_module(f"{module}.{name}") for name in MODULES}
    for name, wanted in MODULES.items():
        missing = [w for w in wanted.split() if not hasattr(parts[name], w)]
        if missing:
            raise TypeError(f"{module}.{name} lacks {', '.join(missing)}; see lasttrick.core.contract.")
    closed = [name for name, (room, _) in _GENERIC.items() if not is_entry(getattr(parts[room], name))]
    if closed:
        raise TypeError(f"{module}: other rooms call {', '.join(closed)}; mark them with @entry.")
    silent = [f.shown_by for f in parts["state"].FIELDS if f.shown_by and not hasattr(parts["view"], f.shown_by)]
    if silent:
        raise TypeError(f"{module}.view lacks {', '.join(silent)}, which the table of fields names.")
    game = Game(importlib.import_module(module).ABOUT, **parts, foresee=_foresee_of(module))
    same = _by_dtype.get(game.dtype)
    if same is not None and same.name != game.name:
        raise TypeError(
            f"The states of {game.name} and {same.name} have the same fields; compiled code tells games apart by them. "
            "Rename a field of one."
        )
    _by_dtype[game.dtype] = _by_package[module] = game
    if not PLAIN:
        import numba

        from lasttrick.core import compiled

        kind = numba.from_dtype(game.dtype)
        _by_type[kind], compiled.games[kind] = game, game.package
    return game


def _foresee_of(module: str) -> ModuleType | None:
    """What the game foresees; a game need not."""
    return importlib.import_module(f"{module}.foresee") if importlib.util.find_spec(f"{module}.foresee") else None


@cache
def brought(package: str, part: str, room: str) -> str | None:
    """The module `part` that a game's package brings, or for a game of ours the one of its name in a room of the house.

    None where there is neither: a game need not bring one."""
    folder, _, name = package.rpartition(".")
    for module in (f"{package}.{part}", f"{room}.{name}" if folder == "lasttrick.games" else ""):
        if module and importlib.util.find_spec(module):
            return module
    return None


def loaded(module: str) -> Game:
    """The game in this package, put together if it is not yet."""
    return _by_package[module] if module in _by_package else load(module)


def _compile_as_chosen(stand_in: Callable, choose: Callable) -> None:
    """In compiled code a call of the stand-in *is* a call of the function that `choose` finds by the state's type."""
    from numba.core import types
    from numba.extending import lower_builtin, type_callable

    @type_callable(stand_in)
    def of_type(context):
        def typer(*kinds):
            return types.Dispatcher(choose(kinds[0])).get_call_type(context, kinds, {})

        typer.pysig = inspect.signature(stand_in)  # type: ignore[attr-defined]
        return typer

    @lower_builtin(stand_in, types.VarArg(types.Any))
    def call(context, builder, signature, arguments):
        function = context.get_function(types.Dispatcher(choose(signature.args[0])), signature)
        context.add_linking_libs(function.libs)
        return function(builder, arguments)


def generic(name: str, arguments: str, room_of: Callable[[Game], ModuleType]):
    """A function that stands for the function of this name in the module that `room_of` gives for the state's game."""
    signature = f"state, {arguments}" if arguments else "state"
    space: dict[str, Any] = {"games": _by_dtype, "room_of": room_of}
    exec(f"def {name}({signature}):\n    return room_of(games[state.dtype]).{name}({signature})", space)
    stand_in = space[name]
    stand_in.__doc__ = f"`{name}` of the game this state belongs to."
    if not PLAIN:
        _compile_as_chosen(stand_in, lambda kind: getattr(room_of(_by_type[kind]), name))
    return stand_in


start, acting, legal, apply, result, view, determinize, encode = (
    generic(name, arguments, attrgetter(room)) for name, (room, arguments) in _GENERIC.items()
)
dispatches(__name__, lambda package: [f"{package}.rules", f"{package}.view"])


def constant(value_of: Callable[[Game], int]) -> Callable:
    """A function of a state that gives a whole number of its game; in compiled code it is a constant."""

    def stand_in(state):
        return value_of(_by_dtype[state.dtype])

    if not PLAIN:
        from numba.core import types
        from numba.extending import lower_builtin, type_callable

        @type_callable(stand_in)
        def of_type(context):
            return lambda state: types.int64

        @lower_builtin(stand_in, types.Record)
        def number(context, builder, signature, arguments):
            return context.get_constant(types.int64, value_of(_by_type[signature.args[0]]))

    return stand_in
