"""Compile a rule, or leave it plain.

This is the one place where compiling is asked for. A `rule` is a piece of code; an `entry` is where Python or another
room comes in. Only entries are optimised, turned into machine code and kept on disk, each with all its rules in it
(see `compiled`; `sources` says when something has to be compiled anew).

Two switches of the environment, read once at import:

- ``LASTTRICK_PLAIN=1``: no compiling at all; a debugger and coverage walk the same source.
- ``LASTTRICK_BOUNDS=1``: compiled code checks every index.
"""

import os
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from lasttrick.core.sources import folder_of

PLAIN = os.environ.get("LASTTRICK_PLAIN") == "1"
BOUNDS = os.environ.get("LASTTRICK_BOUNDS") == "1"

_WAYS = ("every index checked",) if BOUNDS else ()


def cache_folder(module: str, *games: str) -> Path | None:
    """Where compiled code of a module for the games in these packages is kept; None where nothing can be written."""
    return folder_of(module, tuple(sorted(games)), _WAYS)


if PLAIN:

    def rule(function):
        """A rule, left as it is written."""
        return function

    entry = rule
else:
    import numba

    from lasttrick.core.compiled import Entry, Rule, widened

    _OPTIONS = {
        "nopython": True,
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": BOUNDS,
        "no_cfunc_wrapper": True,
    }

    def rule(function):
        """A rule: compiled as a piece of whatever entry calls it. Called from Python, it runs as it is written."""
        return Rule(function, _OPTIONS)

    def entry(function):
        """A way into compiled code: compiled on its first call with all its rules in it, or loaded from the cache."""
        return Entry(function, {}, _OPTIONS).keep(*_WAYS)


def is_entry(function) -> bool:
    """Whether compiled code can be entered by this function."""
    return PLAIN or type(function) is Entry


def direct(function, *examples):
    """An entry for arguments of just these types: spares each call the look at them, five times a short rule's work."""
    return function if PLAIN else function.compile(tuple(widened(numba.typeof(example)) for example in examples))


def bare(array):
    """The one record of an array for a direct entry, which asks for its memory alone; NumPy takes 3 µs to give it."""
    return array[0] if PLAIN else SimpleNamespace(data=array.view(np.uint8).data)
