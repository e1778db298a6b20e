"""Somebody asks over a few connections for anything that is there, and for what is not, without a pause."""

import asyncio
import contextlib
import time

from tests.server.attacks.tools import Hindered, address_of

SETTINGS = {"traffic_burst": 150, "traffic_per_second": 20.0, "reads_burst": 10**6}
CONNECTIONS = 6
EACH = 80
PATHS = (
    "/",
    "/assets/none.js",
    "/api/games",
    "/api/games/scout/words",
    "/api/bots",
    "/api/none",
    "/health",
    "/table/x",
)


async def attack(server) -> None:
    began = time.monotonic()
    answered = await asyncio.gather(*(asked(server.url, number) for number in range(CONNECTIONS)))
    if not sum(map(sum, answered)):
        raise Hindered("nothing was answered")
    heard, refused = (sum(one[kind] for one in answered) for kind in (0, 1))
    seconds, limits = time.monotonic() - began, server.settings
    most = (limits.traffic_burst + limits.traffic_per_second * seconds) * server.processes
    assert heard <= most + 1, (
        f"{heard} requests of one address were answered, {most:.0f} are allowed, {refused} refused"
    )


async def asked(url: str, number: int) -> tuple[int, int]:
    """How many requests were answered, and how many refused; whoever is cut off comes back."""
    heard = refused = 0
    reader = writer = None
    with contextlib.suppress(OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
        for turn in range(EACH):
            if writer is None or writer.is_closing():
                reader, writer = await asyncio.open_connection(*address_of(url))
            path = PATHS[(turn + number) % len(PATHS)]
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {url.removeprefix('http://')}\r\n\r\n".encode())
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            await asyncio.wait_for(reader.readexactly(int(length.partition(b":")[2])), 20)
            if b" 429 " in head[:20]:
                refused += 1
                assert b"connection: close" in head.lower()
                writer.close()
            else:
                heard += 1
    if writer is not None:
        writer.transport.abort()
    return heard, refused
