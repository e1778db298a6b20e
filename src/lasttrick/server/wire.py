"""Below the protocol: uvicorn's own connections, with our limits.

`Http` closes a connection whose request is not complete in time. `Wire` reads WebSocket frames as uvicorn does, but
hands messages over at once and writes ready frames straight to the transport, all of one turn of the event loop
together. Nobody ever waits for a reader: one who is too far behind is dropped.
"""

import asyncio
from socket import AF_INET, AF_INET6, SO_SNDBUF, SOL_SOCKET
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

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


class Http(HttpToolsProtocol):
    """uvicorn's HTTP, with a deadline for the whole request."""

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
        super().handle_websocket_upgrade()

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
    listener: Any = None  # has `heard(data)` and `lost()`
    unsent = 256 * 1024
    _out = b""  # what was told in this turn
    _is_between_messages = True  # as long as every piece of data so far ended with a frame

    def connection_made(self, transport) -> None:
        super().connection_made(transport)
        socket = transport.get_extra_info("socket")
        if socket is not None and socket.family in (AF_INET, AF_INET6):
            socket.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BUFFER)

    def handle_connect(self, event) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """A short message that came whole is read here; everything else takes the long way."""
        length = len(data) - _HEAD
        is_short = 0 <= length < 126 and data[0] == TEXT and data[1] == 0x80 | length
        if is_short and self._is_between_messages and self.listener is not None and not self.close_sent:
            if not self.frames:
                self.listener.heard(unmasked(data[2:_HEAD], data[_HEAD:]))
                return
        if self.handshake_initiated:
            self._is_between_messages = self._is_between_messages and ends_whole(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self.listener is None:
            super().send_receive_event_to_app()
            return
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
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
