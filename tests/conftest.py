"""Compile every game once before the tests start, so that parallel workers find it done."""

import sys

import pytest

from lasttrick import games

MUST_HOLD = {"test_leak.py", "test_kill.py", "test_power.py", "test_chaos.py", "test_hostile.py"}


def pytest_collection_modifyitems(items):
    """A browser or a socket may be late on a busy machine: its test gets a second try, and the run names it."""
    for item in items:
        room, file = item.path.parts[-2:]
        if room in ("web", "server") and file not in MUST_HOLD:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_sessionstart(session):
    if hasattr(session.config, "workerinput"):
        return
    from lasttrick.core.warm import is_warm, warm

    for name in games.NAMES:
        game = games.game(name)
        if not is_warm(game):
            print(f"compiling {name}", file=sys.stderr, flush=True)
            warm(game)
