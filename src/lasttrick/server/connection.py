"""One open socket at a table: reads messages, sees to it that each gets exactly one answer, and keeps to the limits."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from lasttrick.core.errors import LastTrickError
from lasttrick.server import bots, fair, logs, metrics, protocol
from lasttrick.server.frames import frame
from lasttrick.server.limits import Bucket
from lasttrick.server.occupants import Occupant
from lasttrick.server.records import Line, insert_chat, now_ms
from lasttrick.server.store import Conflict
from lasttrick.server.table import WATCHING, Table, Waiting, client_cid
from lasttrick.server.wire import Wire
from lasttrick.server.worker import Answer, Question

_decode = msgspec.json.Decoder(protocol.ClientMessage).decode
_encode = msgspec.json.Encoder().encode

_KINDS = {kind: kind.__struct_config__.tag for kind in get_args(protocol.ServerMessage)}

ON_ITS_WAY = 0  # instead of the number of a line of chat that is not stored yet
TOO_MUCH = 50  # messages refused as too fast before the socket is closed


class Connection:
    """A socket that belongs to a seat, or to somebody who watches."""

    __slots__ = (
        "_house",
        "_messages",
        "_refused",
        "_timer",
        "_waiting",
        "address",
        "occupant",
        "seat",
        "table",
        "voice",
        "wire",
    )

    def __init__(self, house, table: Table, occupant: Occupant, wire: Wire, address: str, token: str | None = None):
        self._house, self.table, self.wire, self.address = house, table, wire, address
        self.occupant, self.seat = occupant, occupant.seat
        occupant.connections.add(self)
        self.voice = (token or secrets.token_hex(8))[:16]  # ids of lines of chat are each browser's own
        settings = house.settings
        self._messages = Bucket(settings.messages_burst, settings.messages_per_second)
        self._refused = 0
        self._waiting = 0  # messages whose answer is still to come
        self._timer: asyncio.TimerHandle | None = house.later(settings.hello_within, self._no_hello)
        house.let_in(self)

    # --- the wire's side ---

    def heard(self, data: bytes) -> None:
        """A message came in. Whatever it is, it is answered."""
        try:
            message = _decode(data)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
            self._malformed(data, error)
            return
        try:
            self._answer(message)
        except Exception:
            logs.alarm("message failed", table=self.table.record.id, seat=self.seat)
            self.reply(protocol.Unavailable(message.id, "store", 1000))

    def lost(self) -> None:
        """The socket is closed."""
        self._house.let_out(self)
        self._stop_waiting()
        self.occupant.connections.discard(self)
        if self in self.table.sockets:
            self.table.sockets.discard(self)
            self.table.idle_since = self.occupant.last_seen = self._house.time()
            self.table.tell_table()

    def send_away(self) -> None:
        """Whose socket this is sits here no more."""
        self._stop_waiting()
        self.table.sockets.discard(self)
        self.wire.end(1000, "seat left")

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def reply(self, answer) -> None:
        metrics.ANSWERS.counts[_KINDS[type(answer)]] += 1
        self.wire.tell(frame(_encode(answer)))

    def _no_hello(self) -> None:
        self._timer = None
        metrics.REFUSED.labels("no hello").inc()
        self.wire.end(1008, "no hello")

    def _malformed(self, data: bytes, error: Exception) -> None:
        self.reply(protocol.Illegal(_id_of(data), "malformed", sentence=f"This is not a message: {error}."))
        if not self._may_speak():
            self._too_fast()

    def _too_fast(self) -> None:
        self._refused += 1
        if self._refused > TOO_MUCH:
            metrics.REFUSED.labels("too fast").inc()
            self.wire.end(1008, "too fast")

    # --- messages ---

    def _answer(self, message) -> None:
        if not self.occupant.is_here:
            self.reply(protocol.Unavailable(message.id, "not_seated"))
        elif not self._may_speak():
            self.reply(protocol.Unavailable(message.id, "too_fast", 1000))
            self._too_fast()
        elif self._house.stopping:
            self.reply(protocol.Unavailable(message.id, "stopping", 1000))
        elif isinstance(message, protocol.Hello):
            self._hello(message)
        elif self not in self.table.sockets:
            self.reply(protocol.Unavailable(message.id, "no_hello"))
        elif isinstance(message, protocol.Act):
            self._act(message)
        else:
            _HANDLERS[type(message)](self, message)

    def _may_speak(self) -> bool:
        """Whether this socket, and all of its address together, keep to their rates."""
        if self._waiting >= self._house.settings.waiting_per_socket or not self._messages.take():
            return False
        return self._house.traffic.of(self.address).take()

    def _hello(self, message: protocol.Hello) -> None:
        table = self.table
        is_news = self not in table.sockets
        if is_news and self.seat >= 0 and self._is_crowded():
            self.reply(protocol.Unavailable(message.id, "too_fast"))
            self.wire.end(1008, "too many sockets for this seat")
            return
        self._stop_waiting()
        table.sockets.add(self)
        table.address = table.address or self.address
        if self.seat >= 0:
            table.turns.set_away(self.seat, False)
            table.turns.wake()
        welcome = self._welcome(message)
        self.reply(welcome)
        if is_news:
            table.tell(protocol.TableChanged(welcome.table))

    def _is_crowded(self) -> bool:
        at_seat = self.table.sockets & self.occupant.connections
        return len(at_seat) >= self._house.settings.sockets_per_seat

    def _welcome(self, message: protocol.Hello) -> protocol.Welcome:
        table = self.table
        now = table.update_for(self.seat) if table.match else None
        past = []
        if now is not None and message.last is not None:
            missed = range(message.last + 1, now.version)
            past = table.told_from(self.seat, reversed(missed))[::-1]
        return protocol.Welcome(message.id, protocol.PROTOCOL, self.seat, table.info(), past, now, table.lines())

    def _act(self, message: protocol.Act) -> None:
        if self.seat == WATCHING:
            self.reply(protocol.Illegal(message.id, "watching", sentence="Who watches does not decide."))
            return
        self.table.turns.set_away(self.seat, False)
        self._waiting += 1
        cid = client_cid(self.seat, message.id)
        self.table.decide(Waiting(self.occupant, message.version, message.action, cid, message.id, self._acted))

    def _acted(self, answer) -> None:
        self._waiting -= 1
        if isinstance(answer, protocol.Ack):
            metrics.DECISIONS.counts["person"] += 1
        self.reply(answer)

    def _ask(self, message: protocol.Ask) -> None:
        table = self.table
        if table.match is None:
            self.reply(protocol.Unavailable(message.id, "not_started", 1000))
        elif self.seat == WATCHING:
            self.reply(protocol.Illegal(message.id, "watching", sentence="Who watches does not decide."))
        else:
            self.reply(self._is_legal(message))

    def _is_legal(self, message: protocol.Ask) -> protocol.Ack | protocol.Illegal:
        table = self.table
        try:
            action = table.read_action(self.seat, message.text) if message.text else message.action
        except LastTrickError as error:
            return protocol.Illegal(message.id, "malformed", sentence=str(error))
        if action in table.legal.get(self.seat, ()):
            return protocol.Ack(message.id, table.version)
        return table.illegal(message.id, self.seat, action)

    def _foresee(self, message: protocol.Foresee) -> None:
        table = self.table
        if table.match is None:
            self.reply(protocol.Unavailable(message.id, "not_started", 1000))
        elif not table.foresight.is_told(self.seat) and not self._may_look_ahead():
            self.reply(protocol.Unavailable(message.id, "too_fast", 1000))
        else:
            self._waiting += 1
            self._house.spawn(self._look_ahead(message.id))

    def _may_look_ahead(self) -> bool:
        """Each choice that is looked at counts as a message of this address."""
        traffic = self._house.traffic.of(self.address)
        return traffic.take(min(traffic.most, len(self.table.legal.get(self.seat, ()))))

    async def _look_ahead(self, id: str) -> None:
        try:
            answer: Any = await self.table.foresight.of(id, self.seat, self._house.looking)
        except Exception:
            logs.alarm("foresight failed", table=self.table.record.id, seat=self.seat)
            answer = protocol.Unavailable(id, "store", 1000)
        self._waiting -= 1
        self.reply(answer)

    def _back(self, message: protocol.Back) -> None:
        if self.seat >= 0:
            self.table.turns.set_away(self.seat, False)
            self.table.turns.wake()
        self._done(message.id)

    def _ping(self, message: protocol.Ping) -> None:
        self._done(message.id)

    def _done(self, id: str) -> None:
        self.reply(protocol.Ack(id, self.table.version if self.table.match else None))

    # --- what takes a while ---

    def _say(self, message: protocol.Say) -> None:
        cid = f"{self.voice}:{message.id}"
        text = fair.clean(message.text, 500)
        if self.seat == WATCHING and self.table.record.muted:
            self.reply(protocol.Unavailable(message.id, "muted"))
        elif self.table.said.get(cid) == ON_ITS_WAY:
            self.reply(protocol.Unavailable(message.id, "store", 500))
        elif cid in self.table.said:
            self.reply(protocol.Dup(message.id, self.table.version if self.table.match else None))
        elif not text:
            self.reply(protocol.Illegal(message.id, "malformed", sentence="A line of chat cannot be empty."))
        elif not self._chats().take():
            self.reply(protocol.Unavailable(message.id, "too_fast", 2000))
        else:
            name = self.table.places[self.seat].name if self.seat >= 0 else ""
            number = self.table.next_line()
            self.table.note_said(cid, ON_ITS_WAY)
            self._waiting += 1
            line = Line(number, cid, self.seat, name, text, now_ms())
            self._house.spawn(self._keep_line(message.id, line))

    def _chats(self) -> Bucket:
        """How much may still be said: by whoever sits here, or by all who watch from one address."""
        house, occupant = self._house, self.occupant
        if self.seat == WATCHING:
            return house.chats.of(self.address)
        if occupant.chats is None:
            occupant.chats = Bucket(house.settings.chats_burst, house.settings.chats_per_second)
        return occupant.chats

    async def _keep_line(self, id: str, line: Line) -> None:
        table = self.table
        try:
            await self._house.store.save(*insert_chat(table.record.id, line))
        except Conflict:
            table.note_said(line.cid, line.number)
            self.reply(protocol.Dup(id, table.version if table.match else None))
            return
        except Exception:
            table.said.pop(line.cid, None)
            self.reply(protocol.Unavailable(id, "store", 1000))
            return
        finally:
            self._waiting -= 1
        table.note_said(line.cid, line.number)
        table.chat.append(line)
        self._done(id)
        table.tell(protocol.Said(line.number, line.seat, line.name, line.text, line.at))

    def _hint(self, message: protocol.Hint) -> None:
        if self._may_ask_a_bot(message.id):
            self._waiting += 1
            self._house.spawn(self._advise(message.id))

    def _why(self, message: protocol.Why) -> None:
        if not self._may_ask_a_bot(message.id):
            return
        for action in (message.better, message.worse):
            if action not in self.table.legal[self.seat]:
                self.reply(self.table.illegal(message.id, self.seat, action))
                return
        self._waiting += 1
        self._house.spawn(self._tell_why(message))

    def _may_ask_a_bot(self, id: str) -> bool:
        """Whether this seat may have help now; who may not is told so."""
        table = self.table
        if not table.record.hints or self.seat == WATCHING:
            self.reply(protocol.Unavailable(id, "no_hints"))
        elif self.seat not in table.legal:
            self.reply(protocol.Unavailable(id, "over" if table.is_over else "not_started"))
        else:
            return True
        return False

    async def _ask_a_bot(self, **more: Any) -> Answer | None:
        """What a worker says of this seat's choices, from what it can see."""
        table, seat = self.table, self.seat
        luck, view = table.luck(seat, table.version), table.eyes.view(seat).tobytes()
        question = Question(table.record.game, bots.LEVELS[-1], luck, seat, view, **more)
        try:
            return await self._house.workers.ask(question, self.address, table.record.id)
        finally:
            self._waiting -= 1

    async def _advise(self, id: str) -> None:
        table, version = self.table, self.table.version
        assert table.match is not None
        texts = {action: table.match.text(action) for action in table.legal[self.seat]}
        answer = await self._ask_a_bot(explain=True)
        if answer is None or answer.action not in texts:
            self.reply(protocol.Unavailable(id, "bot_failed", 1000))
            return
        reasons = [protocol.Reason(**reason) for reason in answer.reasons]
        self.reply(protocol.Advice(id, version, bots.LEVELS[-1], answer.action, texts[answer.action], reasons))

    async def _tell_why(self, message: protocol.Why) -> None:
        version = self.table.version
        answer = await self._ask_a_bot(why=(message.better, message.worse))
        if answer is None:
            self.reply(protocol.Unavailable(message.id, "bot_failed", 1000))
            return
        terms = [protocol.Term(**term) for term in answer.terms]
        likely = [protocol.Likely(**told) for told in answer.likely]
        self.reply(protocol.Because(message.id, version, message.better, message.worse, terms, likely))


_HANDLERS: dict[Any, Callable] = {
    protocol.Ask: Connection._ask,
    protocol.Foresee: Connection._foresee,
    protocol.Say: Connection._say,
    protocol.Back: Connection._back,
    protocol.Hint: Connection._hint,
    protocol.Why: Connection._why,
    protocol.Ping: Connection._ping,
}


def _id_of(data: bytes) -> str:
    """The id of a message that could not be read otherwise; empty if it has none."""
    try:
        id = msgspec.json.decode(data)["id"]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, KeyError, TypeError):
        return ""
    return id if isinstance(id, str) and len(id) <= 64 else ""
