"""Below the protocol: uvicorn's own connections, with our bounds. No other module touches uvicorn's insides, and
`tests/server/test_uvicorn.py` says in words what stops working when uvicorn changes one of them.

`Http` closes a connection whose request is too long or not complete in time, or whose answers nobody reads. `Wire` is a
WebSocket that reads frames as uvicorn does, but counts them first, answers the handshake from the request as `Http` has
read it (to read it again was a twentieth of the server's time under load), hands messages over at once, and writes
ready frames straight to the transport, all of one turn of the event loop together. Nobody ever waits for a reader: one
who is too far behind is dropped. `tests/server/test_strict.py` holds it to what the websockets library makes of the
same bytes.
"""

import asyncio
import re
from collections import Counter
from http import HTTPStatus
from socket import AF_INET, AF_INET6, SO_SNDBUF, SOL_SOCKET
from typing import Any
from urllib.parse import unquote

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN
from websockets.utils import accept_key

from lasttrick.server import metrics
from lasttrick.server.frames import HEAD, TEXT, Tally, unmasked
from lasttrick.server.limits import Bucket, party_of

KERNEL_BUFFER = 128 * 1024  # else the kernel keeps megabytes for a reader who does not read
WIRE = "lasttrick.wire"  # the name in the scope under which the application finds it
PROGRESS = 4096  # bytes of an answer that must be read between two looks
MOST_WAITING = 16  # requests of one connection
FAREWELL = 2.0  # seconds from our last word to the end

_ACCEPTED = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
)
_REFUSED = b"HTTP/1.1 %d %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
_KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")


def accept_of(method: str, version: str, headers: list[tuple[bytes, bytes]]) -> bytes | None:
    """The key that accepts this handshake (RFC 6455, section 4.2); None if it is none."""
    keys = [value for name, value in headers if name == b"sec-websocket-key"]
    versions = [value for name, value in headers if name == b"sec-websocket-version"]
    upgrades = [value.lower() for name, value in headers if name == b"upgrade"]
    is_whole = method == "GET" and version == "1.1" and versions == [b"13"] and upgrades == [b"websocket"]
    if not is_whole or len(keys) != 1 or _KEY.fullmatch(keys[0]) is None:
        return None
    return accept_key(keys[0].decode()).encode()


def trusted(proxies) -> _TrustedHosts:
    """The addresses of our own proxies, as uvicorn reads them."""
    return _TrustedHosts(list(proxies))


class Gate:
    """How many HTTP connections each address has open; those of a named proxy are not counted."""

    def __init__(self, most: int, is_proxy=lambda address: False):
        self._most, self._is_proxy = most, is_proxy
        self._open: Counter[str] = Counter()

    def let_in(self, address: str) -> str | None:
        """The party that is counted, to be let out again; None if it has too many already."""
        party = "" if not address or self._is_proxy(address) else party_of(address)
        if party and self._open[party] >= self._most:
            return None
        self._open[party] += 1
        return party

    def let_out(self, party: str) -> None:
        self._open[party] -= 1
        if not self._open[party]:
            del self._open[party]


class Way:
    """The way of an answer to its reader. It may have been cut off a moment ago: then nothing more is sent."""

    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport):
        self._transport = transport

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


class Http(HttpToolsProtocol):
    """uvicorn's HTTP, with bounds for requests and answers, and a handshake that ends it."""

    gate: Gate  # the server's
    within = 10.0
    longest_head = 16 * 1024
    _deadline: asyncio.TimerHandle | None = None
    _look: asyncio.TimerHandle | None = None
    _party: str | None = None
    _head: int | None = 0  # bytes that came before the end of the headers; None after it
    _whole = 0  # bytes of the URL and of whole headers
    _is_too_long = False
    _are_too_many = False
    _unsent = 0  # bytes nobody had read at the last look

    def connection_made(self, transport) -> None:
        super().connection_made(transport)
        self._party = self.gate.let_in(self.client[0] if self.client else "")
        if self._party is None:
            metrics.REFUSED.labels("connections").inc()
            self._say(429, "Too many connections are open from this address.")
            transport.close()
            self.loop.call_later(FAREWELL, transport.abort)
            return
        socket = transport.get_extra_info("socket")
        if socket is not None and socket.family in (AF_INET, AF_INET6):
            socket.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BUFFER)
        self._expect()
        self._look = self.loop.call_later(self.within, self._look_at_reader)

    # --- the request ---

    def data_received(self, data: bytes) -> None:
        if self._party is None:
            return
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > self.longest_head and not self.transport.is_closing():
            self._too_long()
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """Requests that come before the last one is answered wait: thousands of them fit into one read."""
        if len(self.pipeline) >= MOST_WAITING:
            self._are_too_many = True
            metrics.REFUSED.labels("requests").inc()
            raise ValueError("too many requests wait on this connection")
        super().on_message_begin()
        self._whole = 0
        if self._head is None:
            self._head = 0
        self._expect()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._grow(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._grow(len(name) + len(value))

    def _grow(self, size: int) -> None:
        self._whole += size + 4
        if self._whole > self.longest_head:
            self._too_long()
            raise ValueError("the head of this request is too long")

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()
        if self.cycle is not None:
            self.cycle.transport = Way(self.transport)  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        self._complete()
        super().on_message_complete()

    def _too_long(self) -> None:
        self._is_too_long = True
        metrics.REFUSED.labels("head").inc()

    def send_400_response(self, msg: str) -> None:
        """The request cannot be read on from here."""
        self._complete()
        if self._is_too_long:
            self._say(431, f"The address and the headers of a request have at most {self.longest_head} bytes.")
        elif self._are_too_many:
            self._say(429, f"At most {MOST_WAITING} requests of a connection wait for the one before.")
        else:
            self._say(400, msg)
        self.transport.close()

    def _say(self, status: int, sentence: str) -> None:
        head = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head % len(sentence) + sentence.encode("ascii"))

    def handle_websocket_upgrade(self) -> None:
        self._complete()
        accept = accept_of(self.scope["method"], self.scope["http_version"], self.headers)
        if accept is None or not self.url.isascii():
            self.send_400_response("This is not a WebSocket handshake of version 13.")
            return
        self.connections.discard(self)
        self._leave()
        kind: Any = self.ws_protocol_class
        kind(self.config, self.server_state, self.app_state).take_over(self, accept)

    def connection_lost(self, exc) -> None:
        self._complete()
        self._leave()
        super().connection_lost(exc)
        self.pipeline.clear()

    def _leave(self) -> None:
        if self._look is not None:
            self._look.cancel()
        if self._party is not None:
            self.gate.let_out(self._party)
            self._party = None

    def _expect(self) -> None:
        self._complete()
        self._deadline = self.loop.call_later(self.within, self._too_slow)

    def _complete(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.abort()

    # --- the answer ---

    def resume_writing(self) -> None:
        self._unsent = 0
        super().resume_writing()

    def _look_at_reader(self) -> None:
        """Cut off whoever has not gone on reading since the last look."""
        unsent = self.transport.get_write_buffer_size()
        if self._unsent and unsent > max(0, self._unsent - PROGRESS):
            metrics.REFUSED.labels("unread").inc()
            self.transport.abort()
            return
        self._unsent = unsent
        self._look = self.loop.call_later(self.within, self._look_at_reader)


class Outbox:
    """Who has something to send in this turn of the loop; it goes out at the end, one write for each.

    A commit is news for many tables. To tell them all first and then to send takes a twentieth less time than to go to
    and fro: the processor's caches hold the one way or the other, not both."""

    def __init__(self) -> None:
        self._wires: list[Wire] = []

    def add(self, wire: "Wire") -> None:
        if not self._wires:
            wire.loop.call_soon(self._send)
        self._wires.append(wire)

    def _send(self) -> None:
        wires, self._wires = self._wires, []
        for wire in wires:
            wire.send_out()


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with messages handed over as they come."""

    outbox: Outbox  # the server's
    listener: Any = None
    unsent = 256 * 1024
    frames_burst = 400.0
    frames_per_second = 40.0
    most_fragments = 16
    _has_ended = False  # we hear nothing more
    _out = b""  # what was told in this turn
    _accept = b""  # the key with which the handshake is accepted
    _rate: Bucket | None = None  # of frames that are not short messages
    _tally: Tally | None = None  # as soon as there was data that is not one short message

    def take_over(self, http: Http, accept: bytes) -> None:
        """Go on where HTTP ends: ask the application, which will `accept` or `refuse`."""
        self.connection_made(http.transport)
        self.transport.pause_reading()
        self.transport.set_protocol(self)
        self._accept = accept
        path = unquote(http.url.partition(b"?")[0].decode())
        scope: Any = {**http.scope, "type": "websocket", "path": path, "extensions": {WIRE: self}}
        task = self.loop.create_task(self.app(scope, self.receive, self.send))
        task.add_done_callback(self._asked)
        self.tasks.add(task)

    def _asked(self, task: asyncio.Task) -> None:
        self.tasks.discard(task)
        if not self.handshake_complete:  # the server stops, or something is wrong
            if not task.cancelled():
                self.logger.error("a socket was neither accepted nor refused", exc_info=task.exception())
            self.transport.abort()

    def accept(self, listener: Any) -> None:
        """Open the socket; the listener's `heard(data)` gets every message, its `lost()` the end."""
        self.listener, self.handshake_complete = listener, True
        if self.disconnected:
            listener.lost()
            return
        self.conn.state, self.conn.parser = OPEN, self.conn.parse()  # from now on there are frames
        next(self.conn.parser)
        self.transport.write(_ACCEPTED % self._accept)
        self.transport.resume_reading()
        self.start_keepalive()

    def pass_on(self, protocol: asyncio.Protocol) -> asyncio.Transport:
        """Another reads and writes from now on; gives the transport, which does not read yet."""
        self.handshake_complete = True
        self.connections.discard(self)
        self.transport.set_protocol(protocol)
        return self.transport

    def refuse(self, status: int, body: bytes) -> None:
        """Answer the handshake with a status and JSON instead."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(_REFUSED % (status, HTTPStatus(status).phrase.encode(), len(body)) + body)
        self._close()

    # --- reading ---

    def data_received(self, data: bytes) -> None:
        """A short message that came whole is read here; everything else is counted and takes the long way."""
        length = len(data) - HEAD
        if (
            0 <= length < 126
            and data[0] == TEXT
            and data[1] == 0x80 | length
            and (self._tally is None or self._tally.is_between_frames)
            and self.conn.current_size is None
            and self.conn.state is OPEN
        ):
            self._hear(unmasked(data[2:HEAD], data[HEAD:]))
        elif self._may_send(data):
            self.conn.receive_data(data)
            self.handle_events()
            if self.conn.parser_exc is not None and not self.close_sent:
                self.handle_parser_exception()

    def _may_send(self, data: bytes) -> bool:
        """Whether so many frames may come; otherwise this is the end, before any of them is read."""
        if self._tally is None or self._rate is None:
            self._tally, self._rate = Tally(), Bucket(self.frames_burst, self.frames_per_second)
        frames = self._tally.count(data, self._rate.most)
        if frames and not self._rate.take(frames):
            metrics.REFUSED.labels("frames").inc()
            self.end(1008, "too many frames")
            self.transport.pause_reading()  # what else comes is not even taken
            return False
        return True

    def handle_cont(self, event) -> None:
        super().handle_cont(event)
        if len(self.frames) > self.most_fragments:
            self.frames = []
            self.end(1008, "too many fragments")

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self._has_ended:
            return
        if self.curr_msg_data_type != "text":
            self.end(1003, "text only")
            return
        self._hear(bytes(data))

    def _hear(self, data: bytes) -> None:
        if not data.isascii():
            try:
                data.decode()
            except UnicodeDecodeError as error:
                self.end(1007, f"{error.reason} at position {error.start}")
                return
        self.listener.heard(data)

    def handle_ping(self) -> None:
        super().handle_ping()
        self._check_reader()

    # --- writing ---

    def tell(self, frames: bytes) -> None:
        """Send ready frames at the end of this turn of the loop."""
        if not self._out:
            self.outbox.add(self)
        self._out += frames

    def send_out(self) -> None:
        """Send what was told, or drop a reader who is too far behind."""
        frames, self._out, transport = self._out, b"", self.transport
        if not frames or self.close_sent or transport.is_closing():
            return
        transport.write(frames)
        self._check_reader()

    def _check_reader(self) -> None:
        if self.transport.get_write_buffer_size() > self.unsent:
            metrics.REFUSED.labels("unread").inc()
            self.transport.abort()

    # --- the end ---

    def connection_lost(self, exc) -> None:
        super().connection_lost(exc)
        if self.listener is not None:
            self.listener.lost()

    def shutdown(self) -> None:
        self.send_out()
        super().shutdown()

    def end(self, code: int, reason: str = "") -> None:
        """Close with a code; whoever does not answer the close is cut off soon after."""
        self.send_out()
        self._has_ended = True
        if self.conn.state is not OPEN or self.transport.is_closing():
            return  # the library has found the end already, further on in the same data
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)

    def handle_close(self, event) -> None:
        super().handle_close(event)
        self._cut_soon()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._cut_soon()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def _close(self) -> None:
        self.transport.close()
        self._cut_soon()

    def _cut_soon(self) -> None:
        """A transport that is closing waits for its reader; we do not."""
        self.loop.call_later(FAREWELL, self.transport.abort)
