"""Somebody asks and asks and never reads the answers: the server does not keep them (H6b)."""

import asyncio
import socket

from tests.server.attacks.tools import address_of

CONNECTIONS = 8
REQUESTS = 1000  # few enough to come whole: half a request would be cut off anyway
REQUEST = b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
SETTINGS = {"request_within": 2.0}


async def attack(server) -> None:
    deaf = [await ask_deafly(server.url, "/api/games") for _ in range(CONNECTIONS)]
    for _ in range(60):
        await asyncio.sleep(1)
        still = [writer for writer in deaf if not writer.transport.is_closing()]
        if not still:
            return
        for writer in still:
            writer.write(REQUEST % b"/")  # whoever was cut off finds out by writing
    raise AssertionError(f"{len(still)} connections with unread answers are still open")


async def ask_deafly(url: str, path: str) -> asyncio.StreamWriter:
    """A connection full of requests, with as little room for answers as there can be."""
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    opened.setblocking(False)
    await asyncio.get_running_loop().sock_connect(opened, address_of(url))
    _, writer = await asyncio.open_connection(sock=opened, limit=1)
    writer.transport.pause_reading()
    writer.write(REQUEST % path.encode() * REQUESTS)
    return writer
