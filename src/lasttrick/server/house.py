"""The house: all tables in memory, the store and the bots behind them, and what keeps running between messages."""

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import select

from lasttrick.core.errors import LastTrickError
from lasttrick.server import logs, metrics, schema
from lasttrick.server.limits import Buckets
from lasttrick.server.records import Change, Kept, load, update_table
from lasttrick.server.settings import Settings
from lasttrick.server.store import Store, open_engine
from lasttrick.server.table import Table
from lasttrick.server.workers import Workers

SWEEP_EVERY = 60.0
AT_ONCE = 20  # tables brought back after a restart before others get a turn


class House:
    """One server's tables."""

    def __init__(self, settings: Settings, store: Store | None = None, workers: Workers | None = None):
        self.settings = settings
        self.store = store or Store(open_engine(settings.database))
        self.workers = workers or Workers(settings.workers, settings.bot_deadline)
        self.tables: dict[str, Table] = {}
        self.sockets: set[Any] = set()  # all that are open
        self.addresses: Counter[str] = Counter()  # how many from where
        self.guesses = Buckets(settings.guesses_burst, settings.guesses_per_second)
        self.requests = Buckets(settings.requests_burst, settings.requests_per_second)
        self.stopping = False
        self._loading: dict[str, asyncio.Future] = {}
        self._tasks: set[asyncio.Task] = set()
        self.time = time.monotonic

    # --- opening and closing ---

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.store.open()
        self.spawn(metrics.watch_loop(self.store))
        self.spawn(self._sweep())
        self.spawn(self._resume())

    async def close(self) -> None:
        """Nothing new; what is on its way to the log is finished."""
        self.stopping = True
        for table in self.tables.values():
            table.turns.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()
        await self.workers.close()
        logs.note("stopped", tables=len(self.tables))

    async def _resume(self) -> None:
        """Bring every running table back, so that its bots and clocks go on."""
        where = schema.tables.c.phase == "playing"
        ids = await self.store.run(lambda c: [r.id for r in c.execute(select(schema.tables.c.id).where(where))])
        for number, table_id in enumerate(ids, 1):
            try:
                await self.find(table_id)
            except Exception:
                logs.alarm("table not resumed", table=table_id)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        if ids:
            logs.note("resumed", tables=len(ids))

    async def _sweep(self) -> None:
        """Let go of tables where nothing happens."""
        while True:
            await asyncio.sleep(min(SWEEP_EVERY, self.settings.forget_after))
            for table in list(self.tables.values()):
                idle = self.time() - table.idle_since > self.settings.forget_after
                if idle and not table.sockets and table.turns.is_idle and not table.is_waiting:
                    table.turns.stop()
                    del self.tables[table.record.id]
            metrics.TABLES.set(len(self.tables))

    # --- things that run on their own ---

    def spawn(self, work: Coroutine) -> asyncio.Task:
        task = self.loop.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, work: Coroutine) -> None:
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception:
            logs.alarm("task failed")

    def later(self, seconds: float, what) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, what)

    def keep(self, *changes: Change) -> None:
        """Write something that nobody waits for, and try again until the store takes it."""
        self.spawn(self._keep(changes))

    async def _keep(self, changes: tuple[Change, ...]) -> None:
        while True:
            try:
                await self.store.save(*changes)
                return
            except LastTrickError:
                await asyncio.sleep(1)

    def keep_phase(self, table: Table) -> None:
        self.keep(update_table(table.record.id, phase=table.record.phase))

    # --- sockets ---

    def let_in(self, connection) -> None:
        self.sockets.add(connection)
        self.addresses[connection.address] += 1
        metrics.SOCKETS.inc()

    def let_out(self, connection) -> None:
        self.sockets.discard(connection)
        self.addresses[connection.address] -= 1
        if not self.addresses[connection.address]:
            del self.addresses[connection.address]
        metrics.SOCKETS.dec()

    # --- tables ---

    async def find(self, table_id: str) -> Table | None:
        """A table by its id, from memory or from the store."""
        table = self.tables.get(table_id)
        if table is not None:
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Table | None:
        kept = await self.store.run(lambda connection: load(connection, table_id))
        return self.add(kept) if kept is not None else None

    def add(self, kept: Kept) -> Table:
        """A table takes its place in memory; if it was on, it goes on."""
        table = self.tables[kept.record.id] = Table(kept, self)
        metrics.TABLES.set(len(self.tables))
        if table.record.phase == "playing":
            if table.is_over:
                table.record.phase = "over"  # the server stopped between the last decision and this note
                self.keep_phase(table)
            else:
                table.turns.resume()
        return table
