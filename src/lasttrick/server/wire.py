"""Below the protocol: uvicorn's own connections, with our limits.

`Http` closes a connection whose request is not complete in time. `Wire` is a WebSocket that reads frames as uvicorn
does, but answers the handshake from the request as `Http` has read it (to read it again was a twentieth of the server's
time under load), hands messages over at once, and writes ready frames straight to the transport, all of one turn of the
event loop together. Nobody ever waits for a reader: one who is too far behind is dropped.
"""

import asyncio
import re
from http import HTTPStatus
from socket import AF_INET, AF_INET6, SO_SNDBUF, SOL_SOCKET
from typing import Any
from urllib.parse import unquote

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN
from websockets.utils import accept_key

TEXT = 0x81  # a whole message of text
_HEAD = 6  # bytes before the payload of a short masked frame
KERNEL_BUFFER = 128 * 1024  # else the kernel keeps megabytes for a reader who does not read
WIRE = "lasttrick.wire"  # the name in the scope under which the application finds it


def frame(payload: bytes) -> bytes:
    """A message as one unmasked text frame (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((TEXT, length)) + payload
    if length < 65536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + payload
    return b"\x81\x7f" + length.to_bytes(8, "big") + payload


def unmasked(mask: bytes, payload: bytes) -> bytes:
    """The content of a client's frame (RFC 6455, section 5.3), as one exclusive or of two long numbers."""
    length = len(payload)
    whole = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
    return (int.from_bytes(payload, "big") ^ whole).to_bytes(length, "big")


def ends_whole(data: bytes) -> bool:
    """Whether data that begins with a client's frame ends with one, too."""
    at = 0
    while at + _HEAD <= len(data):
        length, head = data[at + 1] & 0x7F, _HEAD
        if length == 126:
            length, head = int.from_bytes(data[at + 2 : at + 4], "big"), _HEAD + 2
        elif length == 127:
            return False
        at += head + length
    return at == len(data)


_ACCEPTED = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
)
_REFUSED = b"HTTP/1.1 %d %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
_KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")


def accept_of(method: str, headers: list[tuple[bytes, bytes]]) -> bytes | None:
    """The key that accepts this handshake (RFC 6455, section 4.2); None if it is none."""
    named = dict(headers)
    key = _KEY.fullmatch(named.get(b"sec-websocket-key", b""))
    if method != "GET" or key is None or named.get(b"sec-websocket-version") != b"13":
        return None
    return accept_key(key[0].decode()).encode()


class Http(HttpToolsProtocol):
    """uvicorn's HTTP, with a deadline for the whole request and a handshake that ends it."""

    within = 10.0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport) -> None:
        super().connection_made(transport)
        self._expect()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_message_complete(self) -> None:
        self._complete()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._complete()
        accept = accept_of(self.scope["method"], self.headers)
        if accept is None or not self.url.isascii():
            self.send_400_response("This is not a WebSocket handshake of version 13.")
            return
        self.connections.discard(self)
        kind: Any = self.ws_protocol_class
        kind(self.config, self.server_state, self.app_state).take_over(self, accept)

    def connection_lost(self, exc) -> None:
        self._complete()
        super().connection_lost(exc)

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
    _out = b""  # what was told in this turn
    _is_between_messages = True  # as long as every piece of data so far ended with a frame
    _accept = b""  # the key with which the handshake is accepted

    def take_over(self, http: Http, accept: bytes) -> None:
        """Go on where HTTP ends: ask the application, which will `accept` or `refuse`."""
        self.connection_made(http.transport)
        socket = self.transport.get_extra_info("socket")
        if socket is not None and socket.family in (AF_INET, AF_INET6):
            socket.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BUFFER)
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

    def refuse(self, status: int, body: bytes) -> None:
        """Answer the handshake with a status and JSON instead."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(_REFUSED % (status, HTTPStatus(status).phrase.encode(), len(body)) + body)
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """A short message that came whole is read here; everything else takes the long way."""
        length = len(data) - _HEAD
        is_short = 0 <= length < 126 and data[0] == TEXT and data[1] == 0x80 | length
        if is_short and self._is_between_messages and not self.frames and not self.close_sent:
            self.listener.heard(unmasked(data[2:_HEAD], data[_HEAD:]))
            return
        self._is_between_messages = self._is_between_messages and ends_whole(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type != "text":
            self.end(1003, "text only")
            return
        self.listener.heard(data)

    def connection_lost(self, exc) -> None:
        super().connection_lost(exc)
        if self.listener is not None:
            self.listener.lost()

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
        if transport.get_write_buffer_size() > self.unsent:
            transport.abort()

    def shutdown(self) -> None:
        self.send_out()
        super().shutdown()

    def end(self, code: int, reason: str = "") -> None:
        """Close with a code; whoever does not answer the close is cut off soon after."""
        self.send_out()
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(2.0, self.transport.abort)
