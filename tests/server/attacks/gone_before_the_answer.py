"""Somebody asks many things at once and is gone before the answers: nothing is noted as an error of ours."""

import asyncio
import socket
import struct

from tests.server.attacks.tools import address_of

AT_ONCE = struct.pack("ii", 1, 0)  # a connection is cut, not closed
TIMES = 10
REQUESTS = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20


async def attack(server) -> None:
    for _ in range(TIMES):
        _, writer = await asyncio.open_connection(*address_of(server.url))
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        writer.write(REQUESTS)
        await writer.drain()
        await asyncio.sleep(0.002)
        writer.transport.abort()
    await asyncio.sleep(0.5)
