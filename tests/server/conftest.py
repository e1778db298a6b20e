"""A real server on a port of its own, inside the test process so that its tables can be looked at."""

import asyncio
import threading
import time
from contextlib import contextmanager

import pytest

from lasttrick.server.run import make_server
from lasttrick.server.settings import Settings


class Running:
    """A server in a thread."""

    processes = 1

    def __init__(self, settings: Settings):
        self.settings = settings
        self.server = make_server(settings, "127.0.0.1", 0)
        self.app = self.server._tables
        self.house = self.app.house
        self.url = ""
        self.thread = threading.Thread(target=self.server.run_and_say, args=(self._say,), daemon=True)

    def _say(self, url: str) -> None:
        self.url = url

    def start(self) -> "Running":
        self.thread.start()
        deadline = time.monotonic() + 60
        while not self.url:
            assert self.thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(30)
        assert not self.thread.is_alive()

    def call(self, work):
        """Run a function in the server's loop and give its value."""

        async def run():
            return work()

        return asyncio.run_coroutine_threadsafe(run(), self.house.loop).result(30)


def quick(**more) -> Settings:
    """Settings for tests: no limits on rates, bots at once."""
    return Settings(**{**Settings.without_limits(), "bot_delay": 0.0, "workers": 1, **more})


@contextmanager
def running(alone: bool = False, **more):
    """A server for a while; `alone` without processes of its own, for tests that are not about bots or the clerk."""
    server = Running(quick(**more)).start()
    if alone:
        from tests.server.leaks import InlineBots, InlineClerk

        server.house.workers, server.house.clerks = InlineBots(), InlineClerk()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One for all tests that need no other."""
    folder = tmp_path_factory.mktemp("tables")
    with running(database=f"sqlite:///{folder}/tables.db") as one:
        yield one


@pytest.fixture(scope="session")
def url(server) -> str:
    return server.url
