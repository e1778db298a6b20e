"""Compile every game once before the tests start, so that parallel workers find it done."""

import sys

from lasttrick import games


def pytest_sessionstart(session):
    if hasattr(session.config, "workerinput"):
        return
    from lasttrick.core.warm import is_warm, warm

    for name in games.NAMES:
        game = games.game(name)
        if not is_warm(game):
            print(f"compiling {name}", file=sys.stderr, flush=True)
            warm(game)
