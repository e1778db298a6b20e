"""Before the tests start, compile the games that they need, so that parallel workers find it done."""

import os
import re
import sys
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from lasttrick import games
from lasttrick.core.sources import cache_root

MUST_HOLD = {
    "test_leak.py",
    "test_leases.py",
    "test_kill.py",
    "test_power.py",
    "test_chaos.py",
    "test_hostile.py",
    "test_several.py",
    "test_siege.py",
    "test_strict.py",
}


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a third of the time a test waits for its server or its browser."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items):
    """A browser or a socket may be late on a busy machine: its test gets a second try, and the run names it."""
    for item in items:
        room, file = item.path.parts[-2:]
        if room in ("web", "server") and file not in MUST_HOLD:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_collection_finish(session):
    """Workers share the work: each takes the next game that nobody has compiled and nobody is compiling."""
    from lasttrick.core.warm import is_warm, warm

    if session.config.option.collectonly:
        return
    cold = [game for game in map(games.game, needed(session.items)) if not is_warm(game)]
    for game, waits in [*((game, False) for game in cold), *((game, True) for game in cold)]:
        with lock(game.name, waits) as is_mine:
            if is_mine and not is_warm(game):
                print(f"compiling {game.name}", file=sys.stderr, flush=True)
                warm(game)


def needed(items) -> list[str]:
    """The games that some tests are about."""
    return sorted({name for item in items for name in games_of(item)})


def games_of(item) -> set[str]:
    """The games that a test runs: those named in its parameters, by its folder, or else anywhere in its file."""
    if item.get_closest_marker("uncompiled"):
        return set()
    given = getattr(item, "callspec", None)
    named = {value for value in given.params.values() if value in games.NAMES} if given else set()
    return named or set(item.path.parts) & set(games.NAMES) or named_in(item.path)


@cache
def named_in(path: Path) -> set[str]:
    return set(re.findall(r"\w+", path.read_text(encoding="utf-8"))) & set(games.NAMES)


@contextmanager
def lock(name: str, waits: bool):
    """Whether nobody else is in here for a game, if need be after waiting.

    A lock of the operating system, so that a process that ends leaves none behind; without one everybody compiles."""
    try:
        import fcntl
    except ImportError:
        yield True
        return
    root = cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with (root / f"{name}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


@pytest.fixture
def report(capsys):
    """Print one line of figures where people see it."""

    def say(line: str) -> None:
        with capsys.disabled():
            print(f"\nCHECK {line}", flush=True)

    return say
