"""Who decides next when it is not a person: bots, and bots in place of people who let their time run out."""

import asyncio

from lasttrick.core.words import seat_letter
from lasttrick.server import bots, logs, metrics, protocol
from lasttrick.server.records import now_ms, update_seat
from lasttrick.server.worker import Question

DAY = 86_400_000
AFTER_RESTART = 30_000  # at least so long is left for a decision that was open when the server stopped


class Turns:
    """The bots and the clock of one table."""

    def __init__(self, table):
        self.table = table
        self._thinking: dict[int, tuple[int, asyncio.Task]] = {}  # seat: version asked at, and the thinking
        self._timer: asyncio.TimerHandle | None = None
        self._not_before = 0  # no time runs out sooner, after a restart
        pace = table.record.pace
        self.allowed = {"none": 0, "seconds": 1000, "days": DAY}[pace.kind] * pace.amount  # ms; 0 without a limit

    # --- the clock ---

    def resume(self) -> None:
        """After a restart: nobody loses time to it."""
        if self.allowed:
            self._not_before = now_ms() + min(self.allowed, AFTER_RESTART)
        self.wake()

    def _due(self, seat: int) -> int:
        return max(self.table.asked[seat][1] + self.allowed, self._not_before)

    def _timed(self) -> list[int]:
        """Seats of people whose time is running."""
        return [s for s in self.table.legal if not self.table.places[s].is_played_by_bot] if self.allowed else []

    def clock(self) -> protocol.Clock | None:
        timed = self._timed()
        return protocol.Clock({seat: max(0, self._due(seat) - now_ms()) for seat in timed}) if timed else None

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        timed = self._timed()
        if timed:
            wait = max(0, min(self._due(seat) for seat in timed) - now_ms()) / 1000
            self._timer = self.table.house.later(min(wait + 0.001, 86_400), self._time_is_up)

    def _time_is_up(self) -> None:
        for seat in self._timed():
            if self._due(seat) <= now_ms():
                self.set_away(seat, True)
        self.wake()

    def set_away(self, seat: int, away: bool) -> None:
        """A person's time ran out, or they are back."""
        table = self.table
        place = table.places[seat]
        if place.kind != "person" or place.away == away:
            return
        place.away, place.bot = away, bots.TAKES_OVER if away else ""
        table.house.keep(update_seat(table.record.id, seat, away=away, bot=place.bot))
        if not away:
            self._forget(seat)
            if seat in table.asked:
                table.asked[seat] = (table.asked[seat][0], now_ms())
        table.tell_table()
        logs.note("away" if away else "back", table=table.record.id, seat=seat)

    # --- bots ---

    def wake(self) -> None:
        """Let every bot think that has something to decide, and set the clock."""
        if self.table.match is None or self.table.house.stopping:
            return
        for seat in self.table.legal:
            asked = self.table.asked[seat][0]
            if self.table.places[seat].is_played_by_bot and self._thinking.get(seat, (-1, None))[0] != asked:
                self._forget(seat)
                task = self.table.house.spawn(self._think(seat, asked))
                self._thinking[seat] = (asked, task)
        self._set_timer()

    async def _think(self, seat: int, asked: int) -> None:
        house = self.table.house
        shown = house.time() + house.settings.bot_delay
        view = self.table.eyes.view(seat).tobytes()
        luck = self.table.luck(seat, asked)
        question = Question(self.table.record.game, self.table.places[seat].bot, luck, seat, view)
        answer = await house.workers.ask(question)
        await asyncio.sleep(max(0.0, shown - house.time()))
        self._decide(seat, asked, luck, answer.action if answer else -1)

    def _decide(self, seat: int, asked: int, luck: int, action: int) -> None:
        """A bot has decided; if it failed, one of its legal actions is drawn."""
        from lasttrick.server.table import Waiting

        legal = self.table.legal.get(seat)
        if legal is None or self.table.asked[seat][0] != asked or not self.table.places[seat].is_played_by_bot:
            self._forget(seat)
            return
        if action not in legal:
            logs.note("bot answered for", table=self.table.record.id, seat=seat, bot=self.table.places[seat].bot)
            action = legal[luck % len(legal)]
        metrics.DECISIONS.counts["bot"] += 1
        cid = f"{seat_letter(seat)}~{asked}"
        self.table.decide(Waiting(self.table.occupants[seat], asked, action, cid, cid, lambda _: self._answered(seat)))

    def _answered(self, seat: int) -> None:
        self._thinking.pop(seat, None)  # whatever the answer: wake looks at what is open now

    def _forget(self, seat: int) -> None:
        _, task = self._thinking.pop(seat, (0, None))
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    def stop(self) -> None:
        """The match is over, or the table leaves memory."""
        for seat in list(self._thinking):
            self._forget(seat)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def is_idle(self) -> bool:
        """Nothing would happen here without a person."""
        return not self._thinking and self._timer is None
