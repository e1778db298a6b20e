"""Somebody with a socket sends frames that are no messages: empty fragments, pings that are not read (H6c, H7)."""

import asyncio
import contextlib
import time

from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.server.attacks.tools import check_waited, must, open_table
from tests.server.client import request, sit

MOST_SENT = 5_000_000
WAITED = 2.0
SETTINGS = {"frames_burst": 400, "frames_per_second": 40.0}


async def attack(server) -> None:
    table, token = await open_table(server.url)
    fragment = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
    begun = Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True)
    ping = Frame(Opcode.PING, b"x" * 125).serialize(mask=True)
    for first, more in ((begun, fragment), (b"", ping)):
        await flood(server, table, token, first, more)


async def flood(server, table: str, token: str, first: bytes, more: bytes) -> None:
    async with sit(server.url, table, token) as player:
        transport = player.socket.transport
        transport.pause_reading()
        transport.write(first)
        sent, worst = 0, 0.0
        while sent < MOST_SENT and not transport.is_closing():
            transport.write(more * 2000)
            sent += len(more) * 2000
            began = time.monotonic()
            await asyncio.to_thread(request, server.url, "/health")
            worst = max(worst, time.monotonic() - began)
        with contextlib.suppress(Exception):
            transport.resume_reading()
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            await asyncio.wait_for(player.socket.wait_closed(), 10)
        assert player.socket.close_code in (1008, 1006), f"{sent} bytes of frames were taken"
        check_waited(worst, WAITED)
    await must(server.url, f"/api/tables/{table}/word", {"word": "still here"}, token)
