"""Somebody sends thousands of requests over one connection and waits for no answer: each that waits takes memory."""

import asyncio
import contextlib

from tests.server.attacks.tools import address_of

REQUEST = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
SENT = 8_000  # some 256 KiB: what a server may read at once
MOST_ANSWERED = 1_000  # a proxy asks for them one after another, so that none waits with us, and allows a rate


async def attack(server) -> None:
    reader, writer = await asyncio.open_connection(*address_of(server.url))
    told = b""
    with contextlib.suppress(ConnectionError, TimeoutError):
        writer.write(REQUEST * SENT)
        while piece := await asyncio.wait_for(reader.read(100_000), 20):
            told += piece
    writer.transport.abort()
    answered = told.count(b"HTTP/1.1 ")
    assert answered <= MOST_ANSWERED, f"{answered} requests of one connection were answered"
