"""The clerk's desk: one job at a time, each with a deadline; a clerk that needs longer is replaced.

Addresses take turns, so nobody waits for more than one job of each other address."""

import asyncio
import contextlib
import sys

import msgspec

from lasttrick.server import logs, metrics
from lasttrick.server.clerk import Found, Job
from lasttrick.server.worker import LENGTH
from lasttrick.server.workers import Desk

COMMAND = (sys.executable, "-m", "lasttrick.server.clerk")
FIRST = 120.0  # seconds for the first job of a new clerk, who may have to compile a game
MOST_WAITING = 64

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Found).decode


class Busy(Exception):
    """Too many wait, this took too long, or the server stops."""


class Clerks:
    """Ask with `await clerks.ask(kind, body, address)`."""

    def __init__(self, within: float, command: tuple[str, ...] = COMMAND):
        self._within, self._command = within, command
        self._process: asyncio.subprocess.Process | None = None
        self._last: asyncio.subprocess.Process | None = None  # the one before, which was ended
        self._is_new = True
        self._waiting = 0
        self._desk = Desk()
        self._is_stopping = False

    async def ask(self, kind: str, body: bytes, address: str = "") -> Found:
        if self._waiting >= MOST_WAITING or self._is_stopping:
            raise Busy
        self._waiting += 1
        try:
            async with self._desk.turn(address):
                return await self._work(Job(kind, body))
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        """Whoever waits is told at once that nothing more is done."""
        self._is_stopping = True
        self._desk.send_home(Busy)
        self._end()

    async def _work(self, job: Job) -> Found:
        try:
            async with asyncio.timeout(max(FIRST, self._within) if self._is_new else self._within):
                found = await self._exchange(_encode(job))
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as error:
            metrics.REPLACED.inc()
            logs.note("clerk replaced", reason=job.kind, error=type(error).__name__)
            self._end()
            raise Busy from None
        except asyncio.CancelledError:
            self._end()  # its answer would be taken for another's
            raise
        self._is_new = False
        return found

    async def _exchange(self, data: bytes) -> Found:
        if self._process is None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, start_new_session=True
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(LENGTH.pack(len(data)) + data)
        await self._process.stdin.drain()
        length = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))[0]
        return _decode(await self._process.stdout.readexactly(length))

    def _end(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._last, self._process, self._is_new = self._process or self._last, None, True

    async def close(self) -> None:
        self._end()
        if self._last is not None:
            await self._last.wait()
