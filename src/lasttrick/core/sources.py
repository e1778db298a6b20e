"""Which sources a piece of compiled code can have in it, and the folder where such code is kept.

Numba's own cache does not notice an edit in another file, so compiled code lies in a folder named by a hash of all
the sources that can be in it: the module and what it imports, and what that imports. Modules that hold only words are
left out; so editing a `describe` or a `notation` compiles nothing anew.

Generic code (a loop over any game) reaches a game by the type of a record. A module that dispatches in this way says by
`dispatches` which modules of a game it reaches; they count for the games in the signature of the compiled function and
for no others. What it takes from a game as a constant it says by `takes`.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

_OWN = "lasttrick"
_WORDS = frozenset(
    f"{_OWN}.core.{name}" for name in ("about", "data", "errors", "sources", "words")
)  # never compiled in
_KEEP_UNUSED_DAYS = 14
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|(.*))|import[ \t]+(.*))", re.MULTILINE
)

watchers: list[Callable[[str], None]] = []  # each hears the name of a function that is about to be compiled

_reached: dict[str, Callable[[str], list[str]]] = {}
_taken: dict[str, Callable[[str], object]] = {}


def dispatches(module: str, reached: Callable[[str], list[str]]) -> None:
    """Compiled code of a module calls into these modules of a game, given the game's package."""
    _reached[module] = reached


def takes(module: str, taken: Callable[[str], object]) -> None:
    """Compiled code of a module has this of a game as a constant in it, given the game's package."""
    _taken[module] = taken


def file_of(module: str) -> Path | None:
    """The source of a module below a package that is imported already; None if there is none."""
    top, *below = module.split(".")
    package = sys.modules.get(top)
    if not below:
        file = getattr(package, "__file__", None)
        return Path(file) if file else None
    for folder in getattr(package, "__path__", ()):
        inside = Path(folder, *below)
        for path in (inside.with_suffix(".py"), inside / "__init__.py"):
            if path.is_file():
                return path
    return None


@cache
def _read(module: str) -> tuple[str, tuple[str, ...]]:
    """The hash of a module's source, and the modules that it names in its imports."""
    path = file_of(module)
    if path is None:
        return "", ()
    source = path.read_text(encoding="utf-8")
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return hashlib.sha256(source.encode()).hexdigest(), tuple(dict.fromkeys(_imported(source, package)))


def _imported(source: str, package: str) -> Iterable[str]:
    for origin, several, line, plain in _IMPORT.findall(source):
        if plain:
            yield from _names(plain)
            continue
        base = _absolute(origin, package)
        for name in _names(several or line):
            whole = f"{base}.{name}"
            yield whole if file_of(whole) else base


def _names(text: str) -> list[str]:
    """The names in `a, b as c  # why`."""
    bare = " ".join(line.partition("#")[0] for line in text.splitlines())
    return [item.split()[0] for item in bare.split(",") if item.strip()]


def _absolute(origin: str, package: str) -> str:
    name = origin.lstrip(".")
    up = len(origin) - len(name)
    if up == 0:
        return name
    base = ".".join(package.split(".")[: len(package.split(".")) - up + 1])
    return f"{base}.{name}" if name else base


def _gather(module: str, found: set[str]) -> None:
    """The module and all it imports from its own package and ours, into `found`."""
    if module in found or module in _WORDS:
        return
    found.add(module)
    homes = (_OWN, module.partition(".")[0])
    for name in _read(module)[1]:
        if name.partition(".")[0] in homes:
            _gather(name, found)


def compiled_in(module: str, games: Sequence[str] = ()) -> set[str]:
    """All modules that compiled code of a module can have in it, when the types it works on are of these games."""
    found: set[str] = set()
    _gather(module, found)
    size = 0
    while size != len(found):
        size = len(found)
        for dispatcher in found & _reached.keys():
            for game in games:
                for name in _reached[dispatcher](game):
                    _gather(name, found)
    return found


def name_of(module: str, games: Sequence[str] = (), ways: Iterable[str] = ()) -> str:
    """One name for all these sources, on this Python, with this compiler, compiled in these `ways`."""
    import numba
    import numpy

    text = [module, sys.version, numba.__version__, numpy.__version__, platform.machine(), *ways]
    inside = sorted(compiled_in(module, games))
    text += [f"{name} {_read(name)[0]}" for name in inside]
    text += [f"{game} {_taken[name](game)!r}" for name in inside if name in _taken for game in games]
    return hashlib.sha256("\n".join(text).encode()).hexdigest()[:16]


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
def _forget_old_caches(root: Path) -> None:
    oldest = time.time() - _KEEP_UNUSED_DAYS * 86400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def folder_of(module: str, games: tuple[str, ...] = (), ways: tuple[str, ...] = ()) -> Path | None:
    """Where such compiled code is kept, marked as used today; None where nothing can be written."""
    folder = cache_root() / name_of(module, games, ways)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old_caches(folder.parent)
    except OSError:
        return None
    return folder
