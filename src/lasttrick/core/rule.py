"""Compile a rule, or leave it plain.

`rule` is the one place where Numba enters. Compiled code is kept on disk in a folder named by a hash of all rule
sources, because Numba's own cache does not notice an edit in another file.

Two switches of the environment, read once at import:

- ``LASTTRICK_PLAIN=1``: no compiling at all; a debugger and coverage walk the same source.
- ``LASTTRICK_BOUNDS=1``: compiled code checks every index.
"""

import hashlib
import os
import platform
import shutil
import sys
import time
from functools import cache
from pathlib import Path

PLAIN = os.environ.get("LASTTRICK_PLAIN") == "1"
BOUNDS = os.environ.get("LASTTRICK_BOUNDS") == "1"

_SOURCES = Path(__file__).resolve().parent.parent
_ROOMS = ("core", "games", "bots")  # the rooms that hold rules
_KEEP_UNUSED_DAYS = 14


def cache_root() -> Path:
    """Where compiled code is kept: the user's cache folder, or ``LASTTRICK_CACHE``."""
    given = os.environ.get("LASTTRICK_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "lasttrick"


@cache
def _hash_of(folder: str) -> str:
    """One name for the rule sources below a folder."""
    digest = hashlib.sha256()
    for path in sorted((_SOURCES / folder).rglob("*.py")):
        digest.update(str(path.relative_to(_SOURCES)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources_of(module: str) -> str:
    """One name for all sources that code of a module can have compiled into it, on this Python, with this compiler.

    A game is compiled from its own folder and the core; generic code from everything.
    """
    import numba
    import numpy

    parts = module.split(".")
    is_game = len(parts) > 2 and parts[1] == "games"
    folders = ("core", f"games/{parts[2]}") if is_game else _ROOMS
    text = [sys.version, numba.__version__, numpy.__version__, platform.machine(), str(BOUNDS), *map(_hash_of, folders)]
    return hashlib.sha256("\n".join(text).encode()).hexdigest()[:16]


def _forget_old_caches(root: Path) -> None:
    oldest = time.time() - _KEEP_UNUSED_DAYS * 86400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def cache_folder(module: str) -> Path | None:
    """Where compiled code of a module is kept, marked as used today; None where nothing can be written."""
    folder = cache_root() / sources_of(module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old_caches(folder.parent)
    except OSError:
        return None
    return folder


if PLAIN:

    def rule(function):
        """Leave a rule as it is written."""
        return function

    part = rule
else:
    import numba
    from numba import types

    def _widened(kind):
        """Every whole number is an int64 to a rule: int8 fields, literals and enum members alike."""
        is_number = isinstance(kind, (types.Integer, types.IntegerLiteral, types.IntEnumMember))
        return types.int64 if is_number else kind

    def rule(function):
        """Compile a rule on its first call, or load it from the cache.

        Numba would compile a version for each mix of widths and literals among the arguments; one version is enough,
        starts five times sooner and cannot wrap around in an int8.
        """
        folder = cache_folder(function.__module__)
        numba.config.CACHE_DIR = str(folder or "")  # type: ignore[attr-defined]
        compiled = numba.njit(  # type: ignore[call-overload]
            function,
            cache=folder is not None,
            nogil=True,
            error_model="numpy",
            boundscheck=BOUNDS,
            no_cfunc_wrapper=True,
        )
        find_version = compiled.get_call_template

        def get_call_template(arguments, keywords):
            return find_version(tuple(map(_widened, arguments)), keywords)

        compiled.get_call_template = get_call_template
        return compiled

    def part(function):
        """A piece of one long compiled loop, put into it before compiling: such loops compile in half the time."""
        return numba.njit(function, inline="always")
