"""The bot workers: a few processes, each thinking about one question at a time, with a deadline.

A worker that hangs, crashes or answers nonsense is ended and another takes its place; the question goes unanswered and
whoever asked decides what to do instead. Questions that wait take turns by the address they are asked for, and there by
table. A question takes its worker a fixed time, whatever was to be thought about, so that nobody learns from their own
bots' waiting how hard another's decision was.
"""

import asyncio
import contextlib
import os
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Protocol

import msgspec

from lasttrick.server import bots, logs, metrics
from lasttrick.server.worker import LENGTH, Answer, Question

COMMAND = (sys.executable, "-m", "lasttrick.server.worker")
FIRST_ANSWER = 120.0  # a new worker may have to compile a game first

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Answer)


class Line:
    """Those who wait: addresses take turns, and of one address the tables."""

    def __init__(self) -> None:
        self._addresses: dict[str, dict[str, deque[asyncio.Future]]] = {}

    def add(self, address: str, table: str, turn: asyncio.Future) -> None:
        self._addresses.setdefault(address, {}).setdefault(table, deque()).append(turn)

    def next(self) -> asyncio.Future | None:
        """Whose turn it is; their address and table stand at the end again."""
        while self._addresses:
            address = next(iter(self._addresses))
            tables = self._addresses.pop(address)
            table = next(iter(tables))
            turns = tables.pop(table)
            turn = turns.popleft()
            if turns:
                tables[table] = turns
            if tables:
                self._addresses[address] = tables
            if not turn.done():
                return turn
        return None


class Desk:
    """One at a time: `async with desk.turn(address):`; addresses take turns."""

    def __init__(self) -> None:
        self._line = Line()
        self._is_busy = False

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        await self._wait(address)
        try:
            yield
        finally:
            self._pass_on()

    def send_home(self, error: type[Exception]) -> None:
        """Whoever waits is told at once that their turn will not come."""
        while (turn := self._line.next()) is not None:
            turn.set_exception(error())

    async def _wait(self, address: str) -> None:
        if not self._is_busy:
            self._is_busy = True
            return
        await _come_up(self._line, address, "", self._pass_on)

    def _pass_on(self) -> None:
        turn = self._line.next()
        self._is_busy = turn is not None
        if turn is not None:
            turn.set_result(None)


async def _come_up(line: Line, address: str, table: str, pass_on: Callable[[], None]) -> None:
    """Wait in a line until it is our turn; whoever is cancelled just when it comes passes it on."""
    turn = asyncio.get_running_loop().create_future()
    line.add(address, table, turn)
    try:
        await turn
    except asyncio.CancelledError:
        if turn.done() and not turn.cancelled():
            pass_on()
        raise


class Workers:
    """Ask with `await workers.ask(question)`; None means that no answer came in time.

    `steady` keeps each worker for the whole time of its bot, as a server does that hides how long bots think."""

    def __init__(
        self,
        number: int = 0,
        deadline: float = 10.0,
        command: tuple[str, ...] = COMMAND,
        steady: bool = False,
        make: "Callable[[], Thinking] | None" = None,
    ):
        self.number = number or max(1, (os.cpu_count() or 2) - 1)
        self.deadline = deadline
        self.command = command
        self._make = make or (lambda: _Worker(self.command))
        self._steady = steady
        self._idle: list[Thinking] = []
        self._all: set[Thinking] = set()
        self._waiting = Line()
        self._stopping = False

    async def ask(self, question: Question, address: str = "", table: str = "") -> Answer | None:
        worker = await self._take(address, table)
        began = time.perf_counter()
        try:
            answer = await worker.ask(question, self.deadline)
            metrics.THINKING.observe(time.perf_counter() - began)
            if self._steady:
                await _rest(began, bots.takes(question.bot))
        except (TimeoutError, OSError, EOFError, asyncio.IncompleteReadError, msgspec.MsgspecError) as error:
            self._replace(worker, question.bot, error)
            return None
        except asyncio.CancelledError:
            worker.end()
            self._all.discard(worker)
            self._pass_on()
            raise
        self._idle.append(worker)
        self._pass_on()
        if answer.error:
            logs.note("bot failed", bot=question.bot, game=question.game, error=answer.error)
            return None
        return answer

    async def _take(self, address: str, table: str) -> "Thinking":
        """An idle worker, a new one while there may be more, or the next to become idle."""
        while True:
            if self._idle:
                return self._idle.pop()
            if len(self._all) < self.number and not self._stopping:
                worker = self._make()
                self._all.add(worker)
                return worker
            await _come_up(self._waiting, address, table, self._pass_on)

    def _pass_on(self) -> None:
        turn = self._waiting.next()
        if turn is not None:
            turn.set_result(None)

    def _replace(self, worker: "Thinking", bot: str, error: Exception) -> None:
        metrics.REPLACED.inc()
        logs.note("worker replaced", bot=bot, reason=type(error).__name__)
        worker.end()
        self._all.discard(worker)
        self._pass_on()

    async def close(self) -> None:
        self._stopping = True
        for worker in list(self._all):
            worker.end()
            await worker.ended()
        self._all.clear()
        self._idle.clear()


async def _rest(began: float, whole: float) -> None:
    """Wait until a whole number of such times has passed."""
    passed = time.perf_counter() - began
    await asyncio.sleep((passed // whole + 1) * whole - passed)


class Thinking(Protocol):
    """Whoever thinks about one question at a time."""

    async def ask(self, question: Question, deadline: float) -> Answer: ...

    def end(self) -> None: ...

    async def ended(self) -> None: ...


class _Worker:
    """One process."""

    def __init__(self, command: tuple[str, ...]):
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._games: set[tuple[str, str]] = set()  # what it has played, so that compiling is not taken for hanging

    async def ask(self, question: Question, deadline: float) -> Answer:
        if self._process is None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, start_new_session=True
            )
        is_new = (question.game, question.bot) not in self._games
        async with asyncio.timeout(max(deadline, FIRST_ANSWER) if is_new else deadline):
            answer = await self._exchange(question)
        self._games.add((question.game, question.bot))
        return answer

    async def _exchange(self, question: Question) -> Answer:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        data = _encoder.encode(question)
        self._process.stdin.write(LENGTH.pack(len(data)) + data)
        await self._process.stdin.drain()
        length = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))[0]
        return _decoder.decode(await self._process.stdout.readexactly(length))

    def end(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def ended(self) -> None:
        if self._process is not None:
            await self._process.wait()
