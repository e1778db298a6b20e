"""The clerk's desk: one job at a time, in turn, each with a deadline; a clerk that needs longer is replaced."""

import asyncio
import contextlib
import sys

import msgspec

from lasttrick.server import logs, metrics
from lasttrick.server.clerk import Found, Job
from lasttrick.server.worker import LENGTH

COMMAND = (sys.executable, "-m", "lasttrick.server.clerk")
FIRST = 120.0  # seconds for the first job of a new clerk, who may have to compile a game
MOST_WAITING = 64

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Found).decode


class Busy(Exception):
    """Too many wait, or this took too long."""


class Clerks:
    """Ask with `await clerks.ask(kind, body)`."""

    def __init__(self, within: float, command: tuple[str, ...] = COMMAND):
        self._within, self._command = within, command
        self._process: asyncio.subprocess.Process | None = None
        self._is_new = True
        self._waiting = 0
        self._turn = asyncio.Lock()

    async def ask(self, kind: str, body: bytes) -> Found:
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            async with self._turn:
                return await self._work(Job(kind, body))
        finally:
            self._waiting -= 1

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
        self._process, self._is_new = None, True

    async def close(self) -> None:
        process = self._process
        self._end()
        if process is not None:
            await process.wait()
