"""Reviews for the page: one at a time in a process of its own, addresses in turn; everybody may see how far one is.

The event loop only listens. A finished review is a file; who asks for one that is kept waits for nothing.
"""

import asyncio
import contextlib
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import msgspec

from lasttrick import games
from lasttrick.core.sources import cache_root
from lasttrick.server import api, logs, metrics
from lasttrick.server.clerk import Played
from lasttrick.server.refused import Refused
from lasttrick.server.reviewer import Progress, Task, name_of
from lasttrick.server.worker import LENGTH
from lasttrick.server.workers import Desk

COMMAND = (sys.executable, "-m", "lasttrick.server.reviewer")
MOST_WAITING = 32
MOST_FAILED = 1_000  # reasons that are remembered

TOO_LONG = "This review took too long and was stopped. What was finished is kept; ask again, and it goes on."
STOPPED = "This review was stopped; ask again, and it goes on where it was."


@dataclass
class Work:
    """A review that waits or is under way."""

    address: str
    number: int  # reviews are begun roughly in this order
    is_waiting: bool = True
    done: int = 0
    of: int = 0


class Reviews:
    """Ask with `await reviews.begin(match, address)`, and how far it is with `await reviews.look(match)`."""

    def __init__(
        self, within: float, per_address: int, folder: Path | None = None, command: tuple[str, ...] | None = None
    ):
        self._within, self._per_address, self._command = within, per_address, command or COMMAND
        self.folder = folder or cache_root() / "reviews"
        self._works: dict[str, Work] = {}
        self._failed: dict[str, str] = {}
        self._by_address: Counter[str] = Counter()
        self._desk = Desk()
        self._is_stopping = False
        self._tasks: set[asyncio.Task] = set()
        self._numbers = 0

    async def look(self, match: Played) -> api.ReviewNow:
        """How the review of a match stands."""
        return await self._look(await asyncio.to_thread(self._name, match))

    async def begin(self, match: Played, address: str) -> api.ReviewNow:
        """Let it be reviewed, unless that is done or under way."""
        name = await asyncio.to_thread(self._name, match)
        now = await self._look(name)
        if now.status in ("none", "failed") and name not in self._works:
            self._check(address)
            self._failed.pop(name, None)
            self._numbers += 1
            self._works[name] = Work(address, self._numbers)
            self._by_address[address] += 1
            task = asyncio.create_task(self._do(name, match))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            now = await self._look(name)
        return now

    async def told(self, match: Played) -> bytes:
        """A finished review, as JSON."""
        return await asyncio.to_thread(self._read, match)

    def _read(self, match: Played) -> bytes:
        file = self._file(self._name(match))
        try:
            told = file.read_bytes()
            file.touch()
        except FileNotFoundError:
            raise Refused(404, "no_review", "This match has not been reviewed yet; ask for it first.") from None
        return told

    def _name(self, match: Played) -> str:
        return name_of(match, games.about(match.game).rules_version)

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    async def _look(self, name: str) -> api.ReviewNow:
        work = self._works.get(name)
        if work is None and await asyncio.to_thread(self._file(name).exists):
            return api.ReviewNow("done")
        if work is None:
            sentence = self._failed.get(name, "")
            return api.ReviewNow("failed" if sentence else "none", sentence=sentence)
        if work.is_waiting:
            ahead = sum(other.number < work.number for other in self._works.values())
            return api.ReviewNow("waiting", ahead=ahead)
        return api.ReviewNow("working", done=work.done, of=work.of)

    def _check(self, address: str) -> None:
        if self._is_stopping:
            raise Refused(503, "busy", "The server is about to stop.")
        if self._by_address[address] >= self._per_address:
            metrics.REFUSED.labels("reviews").inc()
            raise Refused(429, "too_many", f"{self._per_address} reviews are under way from here; wait for one.")
        if len(self._works) >= MOST_WAITING:
            metrics.REFUSED.labels("reviews").inc()
            raise Refused(503, "busy", "Too many reviews wait at this moment; try again later.")

    # --- the work ---

    async def _do(self, name: str, match: Played) -> None:
        work, began = self._works[name], time.monotonic()
        try:
            async with self._desk.turn(work.address):
                work.is_waiting, began = False, time.monotonic()
                await self._run(work, Task(match, str(self.folder), name))
            logs.note("reviewed", game=match.game, seconds=round(time.monotonic() - began, 1))
        except Refused as refused:
            self._fail(name, match, str(refused))
        except TimeoutError:
            self._fail(name, match, TOO_LONG)
        except Exception as error:
            self._fail(name, match, STOPPED, type(error).__name__)
        finally:
            del self._works[name]
            self._by_address[work.address] -= 1
            if not self._by_address[work.address]:
                del self._by_address[work.address]

    def _fail(self, name: str, match: Played, sentence: str, error: str = "") -> None:
        logs.note("review failed", game=match.game, reason=sentence, error=error)
        if len(self._failed) >= MOST_FAILED:
            del self._failed[next(iter(self._failed))]
        self._failed[name] = sentence

    async def _run(self, work: Work, task: Task) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, start_new_session=True)
        try:
            async with asyncio.timeout(self._within):
                await self._listen(process, work, msgspec.msgpack.encode(task))
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _listen(self, process: asyncio.subprocess.Process, work: Work, data: bytes) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LENGTH.pack(len(data)) + data)
        await process.stdin.drain()
        while line := await process.stdout.readline():
            told = msgspec.json.decode(line, type=Progress)
            if told.refused:
                raise Refused(409, "refused", told.refused)
            work.done, work.of = told.done, told.of
        if await process.wait() != 0:
            raise ChildProcessError

    async def close(self) -> None:
        """Whatever waits or is under way ends; its pieces are kept."""
        self._is_stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
