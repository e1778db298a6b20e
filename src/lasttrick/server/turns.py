"""Who decides next when it is not a person: bots, and bots in place of people who let their time run out.

When a bot's decision is shown tells nothing of how long it thought. All bots of a table that are asked together answer
together, at a whole number of delays after they were asked, and `workers` lets each question take its full time.
"""

import asyncio

from lasttrick.core.words import seat_letter
from lasttrick.server import bots, logs, metrics, protocol
from lasttrick.server.occupants import Occupant
from lasttrick.server.records import update_seat
from lasttrick.server.webhook import your_turn
from lasttrick.server.worker import Question

DAY = 86_400.0
AFTER_RESTART = 30.0  # at least so long is left for a decision that was open when the table was brought back


class Thought:
    """A bot at its decision."""

    __slots__ = ("asked", "luck", "occupant", "seat")

    def __init__(self, occupant: Occupant, asked: int, luck: int):
        self.occupant, self.seat, self.asked, self.luck = occupant, occupant.seat, asked, luck


class Turns:
    """The bots and the clock of one table. Times are monotonic, in seconds."""

    def __init__(self, table):
        self.table = table
        self._thinking: dict[int, Thought] = {}  # by seat
        self._timer: asyncio.TimerHandle | None = None
        self._reminded: dict[int, int] = {}  # by seat: the version of the decision they were told of elsewhere
        self._not_before = 0.0  # no time runs out sooner, after a restart
        pace = table.record.pace
        self.allowed = {"none": 0.0, "seconds": 1.0, "days": DAY}[pace.kind] * pace.amount  # 0 without a limit

    # --- the clock ---

    def resume(self) -> None:
        """After a restart: nobody loses time to it."""
        if self.allowed:
            self._not_before = self.table.house.time() + min(self.allowed, AFTER_RESTART)
            self._reminded = {seat: self.table.asked[seat][0] for seat in self._timed()}
        self.wake()

    def _due(self, seat: int) -> float:
        return max(self.table.asked[seat][1] + self.allowed, self._not_before)

    def _timed(self) -> list[int]:
        """Seats of people whose time is running."""
        return [s for s in self.table.legal if not self.table.places[s].is_played_by_bot] if self.allowed else []

    def clock(self) -> protocol.Clock | None:
        timed = self._timed()
        if not timed:
            return None
        now = self.table.house.time()
        return protocol.Clock({seat: max(0, round((self._due(seat) - now) * 1000)) for seat in timed})

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        timed = self._timed()
        if timed:
            wait = max(0.0, min(self._due(seat) for seat in timed) - self.table.house.time())
            self._timer = self.table.house.later(min(wait + 0.001, DAY), self._time_is_up)

    def _time_is_up(self) -> None:
        now = self.table.house.time()
        for seat in self._timed():
            if self._due(seat) <= now:
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
            self._thinking.pop(seat, None)
            if seat in table.asked:
                table.asked[seat] = (table.asked[seat][0], table.house.time())
        table.tell_table()
        logs.note("away" if away else "back", table=table.record.id, seat=seat)

    # --- bots ---

    def wake(self) -> None:
        """Let every bot think that has something to decide, if there are people to play with, and set the clock."""
        table = self.table
        if table.match is None or table.house.stopping or table.lock.has_moved:
            return
        asked = [seat for seat in table.legal if table.places[seat].is_played_by_bot and self._is_news(seat)]
        if asked and table.has_people:
            thoughts = [self._thought(seat) for seat in asked]
            self._thinking.update({thought.seat: thought for thought in thoughts})
            table.house.spawn(self._think(thoughts))
        self._set_timer()
        if self.allowed >= DAY and table.house.webhook is not None:
            self._remind()

    def _remind(self) -> None:
        """At a pace of days whoever is to decide and is not here is told of it, once for each decision."""
        table, settings = self.table, self.table.house.settings
        host = settings.hosts[0] if settings.hosts and settings.proxies else ""
        for seat in self._timed():
            asked = table.asked[seat][0]
            if self._reminded.get(seat) != asked:
                self._reminded[seat] = asked
                if not table.is_present(seat):
                    name, days = table.places[seat].name, table.record.pace.amount
                    table.house.webhook.send(your_turn(table.record.id, table.record.game, seat, name, days, host))

    def _is_news(self, seat: int) -> bool:
        """Whether the bot in this seat is not thinking of its present decision yet."""
        thought = self._thinking.get(seat)
        return thought is None or not self._is_open(thought)

    def _is_open(self, thought: Thought) -> bool:
        table = self.table
        is_asked = thought.seat in table.legal and table.asked[thought.seat][0] == thought.asked
        return is_asked and thought.occupant.is_here and table.places[thought.seat].is_played_by_bot

    def _thought(self, seat: int) -> Thought:
        asked = self.table.asked[seat][0]
        return Thought(self.table.occupants[seat], asked, self.table.luck(seat, asked))

    async def _think(self, thoughts: list[Thought]) -> None:
        """The bots that were asked together decide together."""
        house, began = self.table.house, self.table.house.time()
        answers = await asyncio.gather(*(self._answer(thought) for thought in thoughts))
        await self._moment(began)
        for thought, action in zip(thoughts, answers, strict=True):
            if not house.stopping:
                self._decide(thought, action)

    async def _answer(self, thought: Thought) -> int:
        table = self.table
        view = table.eyes.view(thought.seat).tobytes()
        question = Question(table.record.game, table.places[thought.seat].bot, thought.luck, thought.seat, view)
        answer = await table.house.workers.ask(question, table.address, table.record.id)
        return answer.action if answer else -1

    async def _moment(self, began: float) -> None:
        """The next whole number of delays since the question."""
        delay = self.table.house.settings.bot_delay
        if delay:
            passed = self.table.house.time() - began
            await asyncio.sleep((passed // delay + 1) * delay - passed)

    def _decide(self, thought: Thought, action: int) -> None:
        """A bot has decided; if it failed, one of its legal actions is drawn."""
        from lasttrick.server.table import Waiting

        table, seat = self.table, thought.seat
        if self._thinking.get(seat) is not thought:
            return
        if not self._is_open(thought) or not table.has_people:
            del self._thinking[seat]
            return
        legal = table.legal[seat]
        if action not in legal:
            logs.note("bot answered for", table=table.record.id, seat=seat, bot=table.places[seat].bot)
            action = legal[thought.luck % len(legal)]
        metrics.DECISIONS.counts["bot"] += 1
        cid = f"{seat_letter(seat)}~{thought.asked}"
        table.decide(Waiting(thought.occupant, thought.asked, action, cid, cid, lambda _: self._answered(thought)))

    def _answered(self, thought: Thought) -> None:
        if self._thinking.get(thought.seat) is thought:  # whatever the answer: wake looks at what is open now
            del self._thinking[thought.seat]

    def stop(self) -> None:
        """The match is over, or the table leaves memory."""
        self._thinking.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def is_idle(self) -> bool:
        """No bot is thinking."""
        return not self._thinking
