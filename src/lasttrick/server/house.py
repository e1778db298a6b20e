"""The house: all tables in memory, the store and the bots behind them, and what keeps running between messages."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from lasttrick.core.errors import LastTrickError
from lasttrick.server import days, lessons, logs, metrics, protocol
from lasttrick.server.clerks import Clerks
from lasttrick.server.eyes import load_games
from lasttrick.server.far import Far, FarWorkers
from lasttrick.server.guesses import Guesses
from lasttrick.server.leases import Elsewhere, Leases
from lasttrick.server.limits import Buckets
from lasttrick.server.records import (
    Change,
    Head,
    Kept,
    Place,
    delete_table,
    delete_tries,
    expired,
    heads,
    load,
    now_ms,
    update_table,
    update_try,
)
from lasttrick.server.refused import Refused
from lasttrick.server.reviews import Reviews
from lasttrick.server.settings import Settings
from lasttrick.server.store import Fenced, Store, StoreDown, open_engine
from lasttrick.server.table import Table, face, shown_options
from lasttrick.server.webhook import Webhook
from lasttrick.server.workers import Workers

SWEEP_EVERY = 10.0
TOGETHER = 20  # tables that are handed over at once
FINISH_EVERY = 1.0  # seconds between two looks at what is still played
MOST_CLOSED = 1_000  # tables that cannot be opened, whose reason is remembered
MOST_ADDRESSES = 10_000  # whose matches with bots are remembered when they may be elsewhere


class House:
    """One server's tables."""

    def __init__(self, settings: Settings, store: Store | None = None, workers: Workers | FarWorkers | None = None):
        self.settings = settings
        self.store = store or Store(open_engine(settings.database))
        self.workers = workers or _workers(settings)
        self.clerks = Clerks(settings.slow_within)
        self.leases = Leases(self.store, self._lost, self._hear) if self.store.is_shared else None
        self.elsewhere: dict[str, tuple[int, list[int]]] = {}  # open tables of others: the process, who is present
        self.gone: Callable[[list[int]], None] = lambda numbers: None  # hears of processes that are gone
        self.reviews = Reviews(settings.review_within, settings.reviews_per_address)
        self.tables: dict[str, Table] = {}
        self.sockets: set[Any] = set()  # all that are open
        self.addresses: Counter[str] = Counter()  # how many from where
        self._starting: Counter[str] = Counter()  # matches with bots that are about to begin, by address
        self._begun: dict[str, set[str]] = {}  # and, among several processes, those begun here that may be elsewhere
        self.guesses = Guesses(settings.guesses_burst, settings.guesses_per_second, self.store)
        self.requests = Buckets(settings.requests_burst, settings.requests_per_second)
        self.openings = Buckets(settings.openings_burst, settings.openings_per_second)  # of sockets
        self.traffic = Buckets(settings.traffic_burst, settings.traffic_per_second)  # all requests and messages
        self.looking = asyncio.Lock()  # held by whoever is told what would follow
        self.chats = Buckets(settings.chats_burst, settings.chats_per_second)  # of those who watch
        self.reads = Buckets(settings.reads_burst, settings.reads_per_second)
        self.slow = Buckets(settings.slow_burst, settings.slow_per_second)
        self.making = Buckets(settings.tables_burst, settings.tables_per_second)  # of tables
        self.webhook = Webhook(settings.webhook) if settings.webhook else None
        self.desk = lessons.Desk()
        self.lessons = Buckets(settings.lessons_burst, settings.lessons_per_second)
        self.reviewing = Buckets(settings.reviews_burst, settings.reviews_per_second)  # begun
        self.dailies = Buckets(settings.dailies_burst, settings.dailies_per_second)  # tried
        self.stopping = False
        self.reached_at = ""  # where others on the local network find this server
        self._loading: dict[str, asyncio.Future] = {}
        self._closed: dict[str, str] = {}  # tables that cannot be opened, and why
        self._checking: asyncio.Future | None = None
        self._checked = 0.0
        self._tasks: set[asyncio.Task] = set()
        self.time = time.monotonic

    # --- opening and closing ---

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.store.open()
        if self.leases is not None:
            await asyncio.to_thread(load_games)
            self.leases.open(self.loop)
        self.spawn(metrics.watch_loop(self.store))
        if isinstance(self.workers, FarWorkers):
            self.spawn(self.workers.keep())
        self.spawn(self._sweep())
        self.spawn(self._expire())
        if self.leases is not None:
            self.spawn(self._tell_presence(self.leases))

    async def close(self) -> None:
        """Nothing new; what is on its way to the log is finished."""
        self.stopping = True
        for table in self.tables.values():
            table.turns.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.webhook is not None:
            self.webhook.close()
        if self.leases is not None:
            with suppress(LastTrickError):
                await self.store.run(lambda _: None)  # whatever was asked before is written
            await self.leases.close()
        await self.store.close()
        await self.workers.close()
        await self.clerks.close()
        await self.reviews.close()
        logs.note("stopped", tables=len(self.tables))

    async def _sweep(self) -> None:
        """Let go of tables where nothing happens; whoever comes brings them back, with their clocks."""
        while True:
            await asyncio.sleep(min(SWEEP_EVERY, self.settings.forget_after))
            for table in self._idle_too_long():
                table.turns.stop()
                del self.tables[table.record.id]
                if self.leases is not None:
                    table.lock.has_moved = True
                    self.spawn(self._release(self.leases, table.record.id))
            metrics.TABLES.set(len(self.tables))

    def _idle_too_long(self) -> list[Table]:
        """Idle tables whose time is over, and the longest idle of too many."""
        idle = sorted((t for t in self.tables.values() if not t.is_used), key=lambda table: -table.idle_since)
        since = self.time() - self.settings.forget_after
        return [table for at, table in enumerate(idle) if at >= self.settings.idle_tables or table.idle_since < since]

    async def _expire(self) -> None:
        """Remove tables at which nothing has been decided for a long time. Matches that were ended here stay."""
        days = round(self.settings.expire_after / 86_400)
        while True:
            try:
                found = await self.store.read(self._expired)
                idle = [id for id in found if id not in self.tables and id not in self._loading]
                gone = [id for id in idle if await self._remove(id, days)]
                await self.guesses.forget()
                await self.store.save(delete_tries(self._expires()))
            except LastTrickError as error:
                logs.note("tables not removed", error=str(error))
                gone = []
            await asyncio.sleep(0.1 if gone else self.settings.expire_every)

    async def _remove(self, table_id: str, days: int) -> bool:
        """Whether the table is gone; not if another process has it."""
        with suppress(Elsewhere):
            if self.leases is None or await self._is_ours(table_id, to_play=False):
                self.close_table(table_id, f"This table was removed: nothing was decided at it for {days} days.")
                await self.store.save(*delete_table(table_id))
                return True
        return False

    def _expired(self, connection) -> list[str]:
        return expired(connection, self._expires())

    def _expires(self) -> int:
        """What was last touched before this time is removed."""
        return now_ms() - round(self.settings.expire_after * 1000)

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
            except Fenced:
                return  # the new owner finds it out
            except LastTrickError:
                await asyncio.sleep(1)

    def keep_phase(self, table: Table) -> None:
        """That a match is over; a try at the deal of the day counts on that day, and if nobody has left it to a bot."""
        record, result = table.record, table.result()
        changes = [update_table(record.id, phase=record.phase)]
        if result is not None and days.is_on(record.daily) and table.places[0].kind == "person":
            changes.append(update_try(record.id, result.scores[0], 0 in result.winners))
        self.keep(*changes)

    async def check_store(self) -> None:
        """Whether the store takes something now. Many may ask; it is tried once a second."""
        if self._checking is None or (self._checking.done() and self.time() - self._checked >= 1):
            self._checked = self.time()
            self._checking = asyncio.ensure_future(self.store.check())
        await asyncio.shield(self._checking)

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
        """A table by its id, from memory or from the store. One that cannot be opened is refused in a sentence."""
        table = self.tables.get(table_id)
        if table is not None:
            table.idle_since = self.time()
            return table
        if table_id in self._closed:
            raise Refused(410, "closed", self._closed[table_id])
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Table | None:
        number = self.store.number
        try:
            if self.leases is not None and not await self._is_ours(table_id):
                return None
            kept = await self.store.read(lambda connection: load(connection, table_id))
            if kept is None:
                return None
            table = await asyncio.to_thread(Table, kept, self)
            if self.store.number != number:
                raise StoreDown("The leases of this process have ended meanwhile.")
            return self._add(table)
        except (StoreDown, Elsewhere, Refused):
            raise
        except LastTrickError as error:
            raise self.close_table(table_id, f"This table cannot be opened any more. {error}") from None
        except Exception:
            logs.alarm("table damaged", table=table_id)
            raise self.close_table(table_id, "This table cannot be opened any more: its record is damaged.") from None

    def close_table(self, table_id: str, sentence: str) -> Refused:
        """From now on whoever asks for this table is told this."""
        logs.note("table closed", table=table_id, reason=sentence)
        if len(self._closed) >= MOST_CLOSED:
            del self._closed[next(iter(self._closed))]
        self._closed[table_id] = sentence
        return Refused(410, "closed", sentence)

    async def bring(self, kept: Kept) -> Table:
        """A new table from a log; a long one is replayed beside the event loop."""
        return self._add_new(await asyncio.to_thread(Table, kept, self))

    def add(self, kept: Kept, address: str = "") -> Table:
        """A new table takes its place in memory."""
        table = Table(kept, self)
        table.address = address
        return self._add_new(table)

    def _add_new(self, table: Table) -> Table:
        """Where several processes share the tables, a new one belongs to whoever is asked for it first."""
        return self._add(table) if self.leases is None else table

    async def look(self, table_id: str) -> Table | None:
        """A table that is only to be looked at, whosever it is."""
        try:
            return await self.find(table_id)
        except Elsewhere:
            kept = await self.store.read(lambda connection: load(connection, table_id))
            return await asyncio.to_thread(Table, kept, self) if kept is not None else None

    # --- several processes ---

    async def _is_ours(self, table_id: str, to_play: bool = True) -> bool:
        """Whether the table is, from now on, this process's; False if there is none."""
        assert self.leases is not None
        owner = await self.leases.claim(table_id, to_play)
        if owner is None:
            return False
        if not self.leases.is_ours(owner):
            raise Elsewhere(owner)
        return True

    async def _release(self, leases: Leases, table_id: str) -> None:
        try:
            await leases.release([table_id])
        except LastTrickError as error:
            logs.note("lease kept", table=table_id, error=str(error))  # it is ours still, and can be taken again

    def drop(self, table: Table) -> None:
        """This table is not ours any more."""
        table.move_away()
        self.tables.pop(table.record.id, None)
        table.send_everybody_away()

    def _lost(self) -> None:
        """The leases of this process have ended: others have its tables, or will."""
        for table in list(self.tables.values()):
            self.drop(table)

    async def finish(self, is_hurried: Callable[[], bool]) -> None:
        """Take no more tables, and wait for the matches that nobody else can go on with, while people are at them."""
        if self.leases is None:
            return
        self.leases.leaving = self.leases.finishing = True
        deadline = self.time() + self.settings.finish_within
        try:
            while self.time() < deadline and not is_hurried() and (left := await self._left_alone(self.leases)):
                logs.note("finishing", tables=left)
                await asyncio.sleep(FINISH_EVERY)
        except LastTrickError as error:
            logs.note("not finished", error=str(error))
        self.leases.finishing = False

    async def _left_alone(self, leases: Leases) -> int:
        """How many matches with people are on here that no other process can play."""
        played = [t.record for t in self.tables.values() if t.record.phase == "playing" and not t.is_over and t.sockets]
        kinds = Counter((record.game, record.rules) for record in played)
        others = await leases.others() if kinds else []
        if not others:
            return 0
        return sum(number for kind, number in kinds.items() if not any(one.plays(*kind) for one in others))

    async def hand_over(self) -> None:
        """Let go of all tables, some at a time, and take no others; everybody comes back at their new owners."""
        if self.leases is None:
            return
        self.leases.leaving = True
        while self.tables:
            tables = list(self.tables.values())[:TOGETHER]
            await asyncio.gather(*(self._let_go(table) for table in tables))
            try:
                await self.store.run(lambda _: None)  # what was on its way is in the log, and answered
                await self.leases.release([table.record.id for table in tables])
            except LastTrickError as error:
                logs.note("tables not handed over", error=str(error))
                return
            for table in tables:
                self.drop(table)

    async def _let_go(self, table: Table) -> None:
        with suppress(Refused):  # it has moved meanwhile
            async with table.lock:
                table.move_away()

    async def _tell_presence(self, leases: Leases) -> None:
        """Who is at our open tables, for the lists of other processes."""
        while True:
            await asyncio.sleep(1)
            here = {id: table.present for id, table in self.tables.items() if table.is_listed}
            for id in [*here, *(leases.present.keys() - here.keys())]:
                leases.tell_present(id, here.get(id, []))

    def _hear(self, kind: str, facts: Any) -> None:
        """News of another process."""
        if kind == "present":
            number, tables = facts
            for id, seats in tables.items():
                self.elsewhere[id] = (number, seats)
        elif kind == "gone":
            self.gone(facts)
            self.elsewhere = {id: known for id, known in self.elsewhere.items() if known[0] not in facts}
        elif kind == "moved":
            for id in facts:
                self.elsewhere.pop(id, None)
        elif self.leases is not None:  # somebody has missed something: all is told again
            self.leases.present.clear()

    def _add(self, table: Table) -> Table:
        """A table takes its place in memory; if it was on, it goes on."""
        self.tables[table.record.id] = table
        metrics.TABLES.set(len(self.tables))
        if table.record.phase == "playing":
            if table.is_over:
                table.record.phase = "over"  # the server stopped between the last decision and this note
                self.keep_phase(table)
            else:
                table.turns.resume()
        return table

    def check_making(self, address: str) -> None:
        """Refuse one table more from an address that has made many."""
        if not self.making.of(address).take():
            metrics.REFUSED.labels("tables").inc()
            raise Refused(429, "too_many", "Many tables were made from this address; go on at one of them, or wait.")

    async def faces(self, ids: list[str]) -> list[protocol.Table]:
        """Tables as a list shows them. None is opened for it, and one that cannot be shown is left out."""
        others = [id for id in ids if id not in self.tables]
        there = {head.record.id: head for head in await self.store.read(lambda c: heads(c, others))}
        found = [self._face(id, there.get(id)) for id in ids]
        return [table for table in found if table is not None]

    def _face(self, id: str, head: Head | None) -> protocol.Table | None:
        try:
            if id in self.tables:
                return self.tables[id].info()
            present = self.elsewhere.get(id, (0, ()))[1]
            return face(head.record, head.places, shown_options(head.record), head.version, present) if head else None
        except LastTrickError as error:
            logs.note("table not listed", table=id, reason=str(error))
            return None

    @asynccontextmanager
    async def starting_bots(self, table_id: str, address: str) -> AsyncIterator[None]:
        """A match with bots is about to begin; refused if this address keeps enough of them busy."""
        most = self.settings.bot_matches_per_address
        if self._busy(address) >= most:
            await self._forget_begun(address)
        if self._busy(address) >= most:
            raise Refused(429, "too_many", f"{most} matches with bots are under way from here; finish or leave one.")
        self._starting[address] += 1
        try:
            yield
            if self.leases is not None and address:
                self._begun.setdefault(address, set()).add(table_id)
                if len(self._begun) > MOST_ADDRESSES:
                    del self._begun[next(iter(self._begun))]
        finally:
            self._starting[address] -= 1
            if not self._starting[address]:
                del self._starting[address]

    def _busy(self, address: str) -> int:
        """How many matches with bots this address has under way, as far as we know."""
        here = {id for id, table in self.tables.items() if table.address == address and table.keeps_bots_busy}
        begun = {id for id in self._begun.get(address, ()) if id not in self.tables}
        return len(here | begun) + self._starting[address]

    async def _forget_begun(self, address: str) -> None:
        """Look into the store which matches that were begun here are over, or left to bots."""
        begun = list(self._begun.get(address, ()))
        found = await self.store.read(lambda connection: heads(connection, begun))
        busy = {head.record.id for head in found if head.record.phase == "playing" and _has_people(head.places)}
        left = self._begun.pop(address, set()) - (set(begun) - busy)  # others may have begun meanwhile
        if left:
            self._begun[address] = left


def _has_people(places: list[Place]) -> bool:
    return any(place.kind == "person" and not place.away for place in places)


def _workers(settings: Settings) -> Workers | FarWorkers:
    """Who thinks for the bots: processes here, and a cluster before them if there is one."""
    is_steady = settings.bot_delay > 0
    here = Workers(settings.workers, settings.bot_deadline, steady=is_steady)
    return FarWorkers(Far(settings.bots_on), here, is_steady) if settings.bots_on else here
