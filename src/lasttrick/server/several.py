"""Several processes on one machine behind one port: a parent that holds the port, starts the others and replaces them.

All listen on the parent's socket, so that no connection is lost when one of them goes, and each on a port of its own,
at which the others hand on what is for it. The parent itself serves nothing.
"""

import logging
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import Any

from lasttrick.core.errors import LastTrickError
from lasttrick.server import logs
from lasttrick.server.settings import Settings

AGAIN = 1.0  # seconds between two starts of one process
LOOK = 0.2  # seconds between two looks at whether one has ended, or all should
STARTS = 300.0  # seconds for one to listen; on a busy machine, with games to compile, it takes its time
STOPS = 60.0  # seconds for one to hand over its tables, besides those for what it has to finish


def check_several(number: int, database: str) -> None:
    if number > 1 and not database.startswith("postgresql"):
        raise LastTrickError(
            "Several processes need a Postgres that they share: --database postgresql+psycopg://user@host/name."
        )


class Child:
    """One of the processes, and the way to it."""

    def __init__(self, settings: Settings, number: int, listener: socket.socket, host: str):
        self._made_of = (settings, number, listener, host)
        self._stops_within = settings.finish_within + STOPS
        self.number = number
        self.start()

    def another(self) -> "Child":
        """One more that can stand in its place."""
        return Child(*self._made_of)

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.way, theirs = context.Pipe()
        settings, number, listener, host = self._made_of
        given = (_own(settings, number), listener, host, theirs)
        self.process = context.Process(target=_serve, args=given, daemon=False)
        self.started = time.monotonic()
        self.process.start()
        theirs.close()

    def is_ready(self, stopping: threading.Event) -> bool:
        """Wait until it listens; False if it ended, took too long or is not wanted any more."""
        deadline = time.monotonic() + STARTS
        try:
            while not stopping.is_set() and time.monotonic() < deadline:
                if self.way.poll(LOOK):
                    return bool(self.way.recv())
        except (EOFError, OSError):
            pass
        return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(self._stops_within)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _own(settings: Settings, number: int) -> Settings:
    """Each process has its figures at a port of its own, and its share of the bots' processes."""
    host, _, port = settings.metrics.rpartition(":")
    metrics = f"{host}:{int(port) + number}" if host and port.isdecimal() and port != "0" else settings.metrics
    return replace(settings, metrics=metrics)


def _serve(settings: Settings, listener: socket.socket, host: str, parent: Connection) -> None:
    """What a child does."""
    from lasttrick.server.run import make_server

    logs.set_up(logging.INFO)
    server = make_server(settings, host)
    threading.Thread(target=_end_with, args=(parent, server), daemon=True).start()
    own = socket.create_server(("127.0.0.1", 0), backlog=1024)
    server.run_and_say(parent.send, [listener, own])


def _end_with(parent: Connection, server: Any) -> None:
    """A child does not outlive its parent, however that ends."""
    try:
        parent.recv()
    except (EOFError, OSError):
        server.should_exit = True


def open_port(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0].lower()
        sentence = f"Port {port} of {host} cannot be served: {why}. Name another by --port or --host."
        raise LastTrickError(sentence) from None


def serve_several(settings: Settings, number: int, host: str, port: int, say: Callable[[str], None]) -> bool:
    """Serve with so many processes until told to stop; False if they cannot start. SIGHUP restarts them in turn."""
    listener = open_port(host, port)
    stopping, restart = threading.Event(), threading.Event()
    for name, event in (("SIGTERM", stopping), ("SIGINT", stopping), ("SIGHUP", restart)):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_, event=event: event.set())
    children = [Child(settings, index, listener, host) for index in range(number)]
    is_well = all(child.is_ready(stopping) for child in children)
    if is_well:
        say(f"http://{host}:{listener.getsockname()[1]}")
    while is_well and not stopping.is_set():
        _look_after(children, stopping)
        if restart.is_set():
            restart.clear()
            _restart(children, stopping)
    for child in children:
        child.process.terminate()
    for child in children:
        child.stop()
    return is_well or stopping.is_set()


def _look_after(children: list[Child], stopping: threading.Event) -> None:
    """Start again what has ended."""
    for child in children:
        if not child.process.is_alive() and not stopping.is_set() and time.monotonic() - child.started > AGAIN:
            logs.note("process started again", reason=f"process {child.number} ended with {child.process.exitcode}")
            child.way.close()
            child.start()
    wait([child.process.sentinel for child in children if child.process.is_alive()], timeout=LOOK)


def _restart(children: list[Child], stopping: threading.Event) -> None:
    """One after another, each when another listens in its place; where none starts, the old one stays."""
    for place, old in enumerate(children):
        new = old.another()
        if not new.is_ready(stopping):
            new.stop()
            logs.note("processes not restarted", reason=f"what was to replace process {old.number} did not start")
            return
        children[place] = new
        old.stop()
        old.way.close()
        logs.note("process restarted", reason=f"process {old.number}")
