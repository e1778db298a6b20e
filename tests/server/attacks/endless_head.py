"""Somebody sends headers without end: many short ones, one long one, a long address (H6a)."""

import asyncio
import contextlib

from tests.server.attacks.tools import address_of

MOST_SENT = 30_000_000  # bytes that the kernels on the way may hold before the end is noticed


async def attack(server) -> None:
    for first, more in ((b"", b"a:b\r\n"), (b"long: ", b"x" * 1000)):
        await endless(server.url, b"GET /health HTTP/1.1\r\nHost: x\r\n" + first, more)
    await endless(server.url, b"GET /", b"x" * 1000)


async def endless(url: str, head: bytes, more: bytes) -> None:
    reader, writer = await asyncio.open_connection(*address_of(url))
    writer.write(head)
    sent, piece = 0, more * (60_000 // len(more))
    try:
        while sent <= MOST_SENT:
            writer.write(piece)
            await asyncio.wait_for(writer.drain(), 20)
            sent += len(piece)
    except (ConnectionError, TimeoutError):
        pass
    told = b""
    with contextlib.suppress(ConnectionError, TimeoutError):
        told = await asyncio.wait_for(reader.read(1000), 20)
    writer.transport.abort()
    assert sent <= MOST_SENT, f"{sent} bytes of headers were taken"
    assert told[:12] in (b"", b"HTTP/1.1 431", b"HTTP/1.1 429", b"HTTP/1.1 400"), told[:80]
