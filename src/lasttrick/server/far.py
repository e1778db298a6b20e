"""Bots that think on a Ray cluster, and here whenever the cluster does not.

A question that is not answered there in time, or fails there, is asked of the local workers, and for a while all others
are, too. A bridge that cannot connect or ends is begun again after a while; the log says why in one sentence.
"""

import asyncio
import contextlib
import itertools
import sys
import time

import msgspec

from lasttrick.server import logs
from lasttrick.server.bridge import Call, Reply
from lasttrick.server.worker import LENGTH, Answer, Question
from lasttrick.server.workers import Workers

COMMAND = (sys.executable, "-m", "lasttrick.server.bridge")
WITHIN = 3.0  # seconds for an answer from there
REST = 10.0  # seconds without questions to a cluster that has failed
AGAIN = 30.0  # seconds before a bridge is begun again
ENDS = 5.0  # seconds for a bridge to let go of its cluster

_decode = msgspec.msgpack.Decoder(Reply).decode
_encode = msgspec.msgpack.Encoder().encode


class Far:
    """The bridge and the questions on their way."""

    def __init__(self, address: str, command: tuple[str, ...] = COMMAND):
        self._command = (*command, address)
        self._process: asyncio.subprocess.Process | None = None
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self._ids = itertools.count(1)
        self.ready = 0  # thinkers
        self._has_said_why = False  # the bridge, before it ended
        self._noted = ""  # last in the log; a cluster that stays away is noted once

    async def keep(self) -> None:
        """Have a bridge, again and again."""
        while True:
            try:
                await self._listen()
            except (OSError, EOFError, msgspec.MsgspecError) as error:
                if not self._has_said_why:
                    self._note("bots think here", f"the bridge to the Ray cluster ended ({type(error).__name__})")
            finally:
                self._drop()
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        self._has_said_why = False
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, start_new_session=True
        )
        assert self._process.stdout is not None
        while True:
            head = await self._process.stdout.readexactly(LENGTH.size)
            self._hear(_decode(await self._process.stdout.readexactly(LENGTH.unpack(head)[0])))

    def _hear(self, reply: Reply) -> None:
        if reply.id == 0:
            self._has_said_why = bool(reply.error)
            self.ready = reply.ready or self.ready
            told = reply.error or f"thinkers that are ready on the Ray cluster: {self.ready}"
            self._note("bots think here" if reply.error else "bots think elsewhere", told)
            return
        asked = self._asked.pop(reply.id, None)
        if asked is not None and not asked.done() and reply.answer is not None:
            asked.set_result(reply.answer)

    def _note(self, event: str, reason: str) -> None:
        if reason != self._noted:
            self._noted = reason
            logs.note(event, reason=reason)

    async def ask(self, question: Question, deadline: float) -> Answer:
        """What a thinker answers; an exception if none does in time."""
        if self._process is None or self._process.stdin is None or len(self._asked) >= 2 * self.ready:
            raise EOFError
        call = Call(next(self._ids), question)
        self._asked[call.id] = asked = asyncio.get_running_loop().create_future()
        data = _encode(call)
        self._process.stdin.write(LENGTH.pack(len(data)) + data)
        async with asyncio.timeout(deadline):
            return await asyncio.shield(asked)

    def _drop(self) -> None:
        """The bridge is gone, and so is what it was asked."""
        self.ready = 0
        self.end()
        asked, self._asked = self._asked, {}
        for one in asked.values():
            if not one.done():
                one.set_exception(EOFError())
                one.exception()  # somebody may have stopped waiting for it

    def end(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """Let the bridge take its leave; a cluster of our own ends with it."""
        if self._process is None or self._process.returncode is not None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(ENDS):
                await self._process.wait()
        except TimeoutError:
            self.end()
            await self._process.wait()


class Slot:
    """A thinker, as one worker is."""

    def __init__(self, far: Far):
        self._far = far

    async def ask(self, question: Question, deadline: float) -> Answer:
        return await self._far.ask(question, deadline)

    def end(self) -> None:
        """The bridge ends a thinker that hangs."""

    async def ended(self) -> None:
        """Nothing is left of it here."""


class FarWorkers:
    """Asked as `Workers` are."""

    def __init__(self, far: Far, here: Workers, steady: bool = False):
        self._far, self._here = far, here
        self._there = Workers(1, min(WITHIN, here.deadline), steady=steady, make=lambda: Slot(far))
        self._rests_until = 0.0

    async def keep(self) -> None:
        await self._far.keep()

    async def ask(self, question: Question, address: str = "", table: str = "") -> Answer | None:
        if self._far.ready and time.monotonic() >= self._rests_until:
            self._there.number = self._far.ready
            answer = await self._there.ask(question, address, table)
            if answer is not None:
                return answer
            self._rests_until = time.monotonic() + REST
        return await self._here.ask(question, address, table)

    async def close(self) -> None:
        await self._far.close()
        await self._there.close()
        await self._here.close()
