"""A lean WebSocket client for benches: many sockets in one process, at the price of knowing only our own server."""

import asyncio
import base64
import os
import time

import msgspec


class Choice(msgspec.Struct):
    action: int


class Heard(msgspec.Struct):
    """What a bench needs of any message."""

    type: str
    id: str = ""
    version: int | None = None
    acting: list[int] = []
    legal: list[Choice] = []
    result: dict | None = None
    now: "Heard | None" = None


_decode = msgspec.json.Decoder(Heard).decode


def masked(payload: bytes) -> bytes:
    """A client frame. The mask may be zero: it protects proxies, and there is none here."""
    length = len(payload)
    head = bytes((0x81, 0x80 | length)) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


class Socket(asyncio.Protocol):
    """One open socket; `heard` is called with every message."""

    def __init__(self, host: str, path: str, token: str, heard):
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            + (f"Authorization: Bearer {token}\r\n\r\n" if token else f"Origin: http://{host}\r\n\r\n")
        ).encode()
        self._heard = heard
        self._buffer = b""
        self._open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, exc) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"closed before it was open: {exc}"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head[:20]:
                self.opened.set_exception(ConnectionError((head + buffer).decode(errors="replace")))
                return
            self._open = True
            self.opened.set_result(None)
        self._buffer = self._frames(buffer)

    def _frames(self, buffer: bytes) -> bytes:
        at, end = 0, len(buffer)
        while end - at >= 2:
            length, head = buffer[at + 1], 2
            if length == 126:
                length, head = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif length == 127:
                length, head = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            if end - at < head + length:
                break
            self._frame(buffer[at], buffer[at + head : at + head + length])
            at += head + length
        return buffer[at:]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == 0x81:
            self._heard(_decode(payload), time.perf_counter())
        elif kind == 0x89:
            self.transport.write(b"\x8a" + bytes((0x80 | len(payload),)) + b"\0\0\0\0" + payload)

    def send(self, message: bytes) -> None:
        self.transport.write(masked(message))


async def open_socket(host: str, table: str, token: str, heard) -> Socket:
    """A socket at a table; an empty token watches."""
    name, port = host.split(":")
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(host, f"/api/tables/{table}/socket", token, heard), name, int(port)
    )
    await asyncio.wait_for(socket.opened, 30)
    return socket
