"""A table: a match, who sits at it, and everybody who looks on.

The log is the truth. A decision is checked, appended to the log, and only when it is durable applied, acknowledged and
told to everybody; meanwhile other decisions of the same table wait. So the state here never runs ahead of the log, and
nothing that was acknowledged can be lost.
"""

import hashlib
import hmac
from collections import deque
from collections.abc import Container, Iterable
from functools import cache, lru_cache
from typing import Any

import msgspec

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.story import CHANCE, EVERYBODY, SPECTATOR, split, told
from lasttrick.core.words import event_json, seat_letter
from lasttrick.server import days, fair, logs, protocol
from lasttrick.server.eyes import WATCHING, Eyes
from lasttrick.server.foresight import Foresight
from lasttrick.server.frames import frame
from lasttrick.server.occupants import Occupant, Occupants, TableLock
from lasttrick.server.records import LATEST_CHAT, Kept, Place, Record, decision_row, load, now_ms
from lasttrick.server.store import Conflict, Fenced, Job
from lasttrick.server.turns import Turns

MOST_SAID = 1_000  # lines of chat whose ids are remembered; the database knows the others
PAST_BYTES = 64 * 1024  # of the story at once
MOST_EVENTS = 10_000  # kept as JSON, of one game with the same options
MOST_STORIES = 2_000  # the same; most are short and come again and again

_encode = msgspec.json.Encoder().encode


class Story:
    """What a decision led to, events with their audience; nearly always everybody is told all of them."""

    __slots__ = ("_events", "_for_all")

    def __init__(self, events: list[tuple[int, msgspec.Raw]]):
        is_public = all(audience == EVERYBODY for audience, _ in events)
        self._for_all = [event for _, event in events] if is_public else None
        self._events = [] if is_public else events

    def of(self, seat: int) -> list[msgspec.Raw]:
        if self._for_all is not None:
            return self._for_all
        audience = SPECTATOR if seat < 0 else 1 << seat
        return [event for audiences, event in self._events if audiences & audience]


class Told:
    """What has been told at tables with the same game and options, and can be told again as it is."""

    def __init__(self) -> None:
        self.stories: dict[bytes, Story] = {}  # by the lines as the rules wrote them
        self.events: dict[bytes, tuple[int, msgspec.Raw] | None] = {}  # by the line
        self.choices: dict[int, protocol.Choice] = {}  # by action


@lru_cache(maxsize=32)
def told_at(game: str, options: bytes) -> Told:
    return Told()


class Waiting:
    """A decision that somebody wants to make; `reply` is called with exactly one answer."""

    __slots__ = ("action", "by", "cid", "id", "reply", "seat", "version")

    def __init__(self, by: Occupant, version: int, action: int, cid: str, id: str, reply):
        self.by, self.seat, self.version, self.action = by, by.seat, version, action
        self.cid, self.id, self.reply = cid, id, reply


class Table:
    """One table in memory. Everything here runs in the event loop."""

    def __init__(self, kept: Kept, house):
        self.house = house
        self.record: Record = kept.record
        self.places: list[Place] = kept.places
        self.occupants = Occupants(self.record.players, kept.tokens)
        self.chat = deque(kept.chat, LATEST_CHAT)
        self.said = {line.cid: line.number for line in kept.chat}
        self._lines = max((line.number for line in kept.chat), default=0)
        self.sockets: set[Any] = set()  # connections that have said hello
        self.idle_since = self.in_memory_since = house.time()
        self.lock = TableLock()  # held while seats change
        self.address = ""  # of whoever made its bots play
        self.game = games.game(self.record.game)
        self._options = shown_options(self.record)
        self.eyes = Eyes(self.game, self.record.players)
        self.foresight = Foresight(self)
        self._told = told_at(self.record.game, _encode(self.record.options))
        self.turns = Turns(self)
        self._pending: Waiting | None = None  # on its way to the log
        self._made: Waiting | None = None  # from there
        self._queue: deque[Waiting] = deque()
        self._replay(kept.decisions)

    # --- the match ---

    def _replay(self, decisions: list[tuple[str, int, int, int]]) -> None:
        """The match of the log, and who is asked since when."""
        self.match: Match | None = None
        self._result: protocol.Result | None = None  # as soon as it was asked for
        self.version = 0  # how many decisions there were
        self.cids: dict[str, int] = {}
        self.past: list[Story] = []
        self.legal: dict[int, list[int]] = {}  # of the seats that act now
        self.asked: dict[int, tuple[int, float]] = {}  # seat: version and monotonic time since which its choice is open
        now, wall = self.house.time(), now_ms()
        if self.record.seed:
            self.match = new_match(self.record)
            self._note_story()
            self._note_turns(NOBODY, now - max(0, wall - self.record.started) / 1000)
        for cid, seat, action, at in decisions:
            if action not in self.legal.get(seat, ()):
                raise LastTrickError(f"Decision {self.version + 1} of its log cannot have been made.")
            self._apply(seat, action, cid, now - max(0, wall - at) / 1000)

    def begin(self) -> None:
        """The match starts; the seed stands in the record."""
        self._replay([])
        self.turns.wake()

    @property
    def has_people(self) -> bool:
        """Whether a person sits here who is not away; a match without any pauses."""
        return any(place.kind == "person" and not place.away for place in self.places)

    @property
    def keeps_bots_busy(self) -> bool:
        is_on = self.match is not None and bool(self.legal)
        return is_on and self.has_people and any(place.is_played_by_bot for place in self.places)

    @property
    def is_over(self) -> bool:
        return self.match is not None and not self.legal

    def _apply(self, seat: int, action: int, cid: str, at: float) -> None:
        assert self.match is not None
        self.match.decide(seat, action)
        self.version += 1
        self.cids[cid] = self.version
        self._note_story()
        self._note_turns(seat, at)

    def _note_story(self) -> None:
        assert self.match is not None
        written, stories = self.match.written, self._told.stories
        story = stories.get(written)
        if story is None:
            story = Story([event for line in split(written) if (event := self._event(line))])
            if len(stories) < MOST_STORIES:
                stories[written] = story
        self.past.append(story)

    def _event(self, line: bytes) -> tuple[int, msgspec.Raw] | None:
        """A line of the story as JSON, with its audience; None for what only a trace shows."""
        events = self._told.events
        if line in events:
            return events[line]
        assert self.match is not None
        audience, kind, _ = read = told(line)
        event = None
        if audience and kind < CHANCE:
            facts = event_json(self.game, self.match.state, read)
            event = audience, msgspec.Raw(_encode({"key": facts.pop("event"), "facts": facts}))
        if len(events) < MOST_EVENTS:
            events[line] = event
        return event

    def _note_turns(self, decider: int, at: float) -> None:
        """Who is asked now. A seat whose choice stays open and the same keeps the version it was asked at."""
        assert self.match is not None
        before, self.legal = self.legal, self.eyes.look_around(self.match.states)
        version = self.version
        for seat, actions in self.legal.items():
            if seat == decider or before.get(seat) != actions:
                self.asked[seat] = (version, at)

    @property
    def is_used(self) -> bool:
        """Whether somebody is here or on the way in, a bot thinks, or something is being stored."""
        is_waiting = self._pending is not None or bool(self._queue) or self.lock.locked()
        return is_waiting or not self.turns.is_idle or self.occupants.are_connected

    def next_line(self) -> int:
        """The number of the next line of chat."""
        self._lines += 1
        return self._lines

    # --- deciding ---

    def decide(self, wanted: Waiting) -> None:
        """Check a decision and send it to the log; its answer comes when it is durable, or at once if it cannot be."""
        if self._pending is not None:
            self._queue.append(wanted)
            return
        answer = self._refusal(wanted)
        if answer is not None:
            wanted.reply(answer)
            return
        self._pending = wanted
        row = decision_row(self.record.id, self.version + 1, wanted.cid, wanted.seat, wanted.action)
        self.house.store.append(row, self._stored, self._seen, self._answered)

    def _refusal(self, wanted: Waiting):
        if self.lock.has_moved:
            return protocol.Unavailable(wanted.id, "stopping", 200)
        if not wanted.by.is_here or (self.places[wanted.seat].is_played_by_bot and not self.has_people):
            return protocol.Unavailable(wanted.id, "not_seated")  # or a bot that has nobody left to play with
        if self.match is None:
            return protocol.Unavailable(wanted.id, "not_started", 1000)
        if wanted.cid in self.cids:
            return protocol.Dup(wanted.id, self.cids[wanted.cid])
        if wanted.version > self.version:
            return protocol.Stale(wanted.id, self.version)
        if self.is_over:
            return protocol.Unavailable(wanted.id, "over")
        if wanted.seat not in self.legal:
            if wanted.version < self.version:
                return protocol.Stale(wanted.id, self.version)
            return self.illegal(wanted.id, wanted.seat, wanted.action)
        if wanted.version < self.asked[wanted.seat][0]:
            return protocol.Stale(wanted.id, self.version)
        if wanted.action not in self.legal[wanted.seat]:
            return self.illegal(wanted.id, wanted.seat, wanted.action)
        return None

    def read_action(self, seat: int, text: str) -> int:
        """An action from its text, read with what the seat itself can see."""
        assert self.match is not None
        return self.game.notation.read_action(self.match.view(seat), text)

    def illegal(self, id: str, seat: int, action: int) -> protocol.Illegal:
        """Why a seat may not do this, from what the seat itself can see."""
        assert self.match is not None
        if not 0 <= action < self.game.actions:
            last = self.game.actions - 1
            return protocol.Illegal(id, "rules", sentence=f"There is no action {action}; actions are 0 to {last}.")
        why = self.match.explain(seat, action)
        assert why is not None
        return protocol.Illegal(id, "rules", why.clause, why.facts, why.sentence)

    def _stored(self, job: Job) -> None:
        """The log has the decision, or could not take it. If it has, it is made."""
        self._made, self._pending = self._pending, None
        assert self._made is not None
        if job.error is None:
            self._apply(self._made.seat, self._made.action, self._made.cid, self.house.time())

    def _seen(self, job: Job) -> None:
        """It has been made: what all see of it is described."""
        if job.error is None and self.sockets:
            self.eyes.describe_table()

    def _answered(self, job: Job) -> None:
        """Whoever made it gets their answer, and everybody hears of it."""
        wanted, self._made = self._made, None
        assert wanted is not None
        if job.error is not None:
            wanted.reply(protocol.Unavailable(wanted.id, "store", 1000))
            self._not_stored(job)
            return
        wanted.reply(protocol.Ack(wanted.id, self.version))
        self.tell_update()
        if self.is_over:
            self._finish()
        self._work_off()

    def _work_off(self) -> None:
        while self._queue and self._pending is None:
            self.decide(self._queue.popleft())
        if self._pending is None:
            self.turns.wake()

    def _not_stored(self, job: Job) -> None:
        logs.note("decision not stored", table=self.record.id, error=type(job.error).__name__)
        if isinstance(job.error, Fenced):
            self.house.drop(self)
            return
        if isinstance(job.error, Conflict):
            self.house.spawn(self.reload())
            return
        for waiting in self._queue:
            waiting.reply(protocol.Unavailable(waiting.id, "store", 1000))
        self._queue.clear()
        self.house.later(1.0, self.turns.wake)

    async def reload(self) -> None:
        """Somebody else has written to this log: read it anew."""
        async with self.lock:
            kept = await self.house.store.run(lambda connection: load(connection, self.record.id))
            if kept is not None:
                self.record, self.places = kept.record, kept.places
                self.occupants.agree_with(kept.tokens)
                self._replay(kept.decisions)
                self.tell_update()
                self._work_off()

    def move_away(self) -> None:
        """This table is to be another process's: nothing more is decided here; what is on its way may still arrive."""
        self.lock.has_moved = True
        self.turns.stop()
        for waiting in self._queue:
            waiting.reply(protocol.Unavailable(waiting.id, "stopping", 200))
        self._queue.clear()

    def stay(self) -> None:
        """It has not moved away after all."""
        self.lock.has_moved = False
        self.turns.wake()

    def send_everybody_away(self) -> None:
        """They come back by themselves, to the new owner."""
        self.tell(protocol.Closing(100))
        for occupant in self.occupants.everybody:
            for connection in list(occupant.connections):
                connection.wire.end(1012, "the table has moved")

    def _finish(self) -> None:
        """The match is over: the secret may be shown."""
        self.record.phase = "over"
        self.house.keep_phase(self)
        self.turns.stop()
        self.tell_table()
        logs.note("match over", table=self.record.id, game=self.record.game, version=self.version)

    # --- what everybody is told ---

    def update_for(self, seat: int) -> protocol.Update:
        """The present, as a seat may know it."""
        return self._fit(self._update(), seat)

    def _update(self) -> protocol.Update:
        """What all are told of the present; the rest is still to be fitted to somebody."""
        return protocol.Update(self.version, [], {}, list(self.legal), [], self.turns.clock(), self.result())

    def _fit(self, update: protocol.Update, seat: int) -> protocol.Update:
        update.story = self.past[self.version].of(seat)  # type: ignore[assignment]
        update.view = self.eyes.describe(seat)  # type: ignore[assignment]
        update.legal = self._choices(seat) if seat in self.legal else []
        return update

    def _choices(self, seat: int) -> list[protocol.Choice]:
        """The legal actions of a seat with their texts."""
        actions, known = self.legal[seat], self._told.choices
        for action in actions:
            if action not in known:
                assert self.match is not None
                known[action] = protocol.Choice(action, self.match.text(action))
        return [known[action] for action in actions]

    def result(self) -> protocol.Result | None:
        """How the match ended; None while it is on."""
        if self._result is None and self.is_over and self.match is not None:
            self._result = read_result(self.match)
        return self._result

    def tell_update(self) -> None:
        """Everybody hears of the present, each as they may know it."""
        told: dict[int, bytes] = {}
        update = self._update()
        for socket in self.sockets:
            seat = socket.seat
            if seat not in told:
                told[seat] = frame(_encode(self._fit(update, seat)))
            socket.wire.tell(told[seat])

    def tell_table(self) -> None:
        if self.sockets:
            self.tell(protocol.TableChanged(self.info()))

    def tell(self, message) -> None:
        data = frame(_encode(message))
        for socket in self.sockets:
            socket.wire.tell(data)

    @property
    def is_listed(self) -> bool:
        return self.record.public and self.record.phase == "gathering"

    @property
    def present(self) -> list[int]:
        """Seats whose people are here."""
        return sorted({socket.seat for socket in self.sockets if socket.seat != WATCHING})

    def info(self) -> protocol.Table:
        present = {socket.seat for socket in self.sockets}
        info = face(self.record, self.places, self._options, self.version, present)
        info.watching = sum(socket.seat == WATCHING for socket in self.sockets)
        return info

    def is_present(self, seat: int) -> bool:
        return not self.sockets.isdisjoint(self.occupants[seat].connections)

    def data(self) -> dict[str, Any]:
        """What is too long for lists and news."""
        return {name: self._options[name] for name in brought_by(self.record.game, self._options)}

    def told_from(self, seat: int, versions: Iterable[int]) -> list[protocol.Past]:
        """The story of versions as a seat was told it, until it is long enough for one message."""
        found: list[protocol.Past] = []
        left = PAST_BYTES
        for version in versions:
            story = self.past[version].of(seat)
            left -= sum(memoryview(event).nbytes for event in story)
            if found and left < 0:
                break
            found.append(protocol.Past(version, story))  # type: ignore[arg-type]
        return found

    def lines(self) -> list[protocol.Said]:
        return [protocol.Said(c.number, c.seat, c.name, c.text, c.at) for c in self.chat]

    def note_said(self, cid: str, number: int) -> None:
        """This line was said; the oldest ids are forgotten."""
        self.said[cid] = number
        if len(self.said) > MOST_SAID:
            del self.said[next(iter(self.said))]

    def luck(self, seat: int, version: int) -> int:
        """The seed of a bot's decision: nobody at the table can know it, and it does not depend on hidden cards."""
        text = f"bot {seat} {version}".encode()
        return int.from_bytes(hmac.digest(self.record.secret.encode(), text, hashlib.sha256)[:7])


NOBODY = -2  # the decider of the first deal


def new_match(record: Record) -> Match:
    """The match of a table at its first deal; refused where its game, rules or options are not of this release."""
    game = games.game(record.game)
    if record.rules != game.about.rules_version:
        raise LastTrickError(
            f"It was begun under rules version {record.rules} of {game.about.title}; "
            f"this server plays version {game.about.rules_version}."
        )
    return Match(game, record.players, record.options, record.seed, fork=record.fork)


def shown_options(record: Record) -> dict[str, Any]:
    """Every option of a table with its value."""
    return games.about(record.game).read_options(record.players, record.options)


@cache
def data_options(game: str) -> dict[str, Any]:
    """The options of a game that take data, with what they are if nobody brings any."""
    return {option.name: option.default for option in games.about(game).options if option.check}


def brought_by(game: str, options: dict[str, Any]) -> list[str]:
    """The options with data of the table's own."""
    return [name for name, usual in data_options(game).items() if options[name] != usual]


def face(
    record: Record, places: list[Place], options: dict[str, Any], version: int, present: Container[int] = ()
) -> protocol.Table:
    """A table as anybody may know it."""
    return protocol.Table(
        id=record.id,
        game=record.game,
        rules=record.rules,
        players=record.players,
        options={name: value for name, value in options.items() if name not in data_options(record.game)},
        pace=record.pace,
        public=record.public,
        hints=record.hints,
        phase=record.phase,  # type: ignore[arg-type]
        host=record.host,
        seats=[_seat(place, place.seat in present) for place in places],
        deal=_deal(record, places),
        version=version if record.seed else None,
        rematch=record.rematch or None,
        before=record.before or None,
        muted=record.muted,
        data=brought_by(record.game, options),
        fork=_fork(record),
        daily=record.daily or None,
    )


def _fork(record: Record) -> protocol.Fork | None:
    """Where it comes from; which world it is stays secret until the end."""
    fork = record.fork
    return protocol.Fork(fork.parent, fork.step, fork.seat, fork.world is not None) if fork else None


def _seat(place: Place, is_present: bool) -> protocol.Seat:
    return protocol.Seat(
        seat=place.seat,
        kind=place.kind,  # type: ignore[arg-type]
        name=place.name,
        bot=place.bot,
        present=is_present,
        away=place.away,
        word=bool(place.word),
    )


def _deal(record: Record, places: list[Place]) -> protocol.Deal:
    if not record.secret or record.fork:
        return protocol.Deal("")
    words = [place.word for place in places] if record.seed else None
    secret = record.secret if record.phase == "over" and not days.is_on(record.daily) else None
    return protocol.Deal(fair.commitment(record.secret), words, secret)


def read_result(match: Match) -> protocol.Result | None:
    """How a match ended; None while it is on."""
    told = match.result
    if told is None:
        return None
    told = dict(told)
    winners, scores, ending = told.pop("winners"), told.pop("scores"), told.pop("ending")
    return protocol.Result(winners, scores, ending, told, match.shares().tolist())


def client_cid(seat: int, id: str) -> str:
    """Ids of different seats cannot meet, nor can a bot's."""
    return f"{seat_letter(seat)}:{id}"


__all__ = ["NOBODY", "WATCHING", "Table", "Waiting", "client_cid", "face", "new_match", "read_result", "shown_options"]
