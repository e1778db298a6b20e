"""Somebody opens as many connections as they can and says nothing: others still get in (M12)."""

import asyncio
import contextlib

from tests.server.attacks.tools import address_of
from tests.server.client import request

CROWD = 400
SETTINGS = {"connections_per_address": 100}


async def attack(server) -> None:
    opened = []
    for _ in range(CROWD):
        with contextlib.suppress(ConnectionError, OSError):
            opened.append(await asyncio.open_connection(*address_of(server.url)))
    await asyncio.sleep(1)  # whoever is refused is told before we look
    cut = sum([await is_refused(reader) for reader, _ in opened])
    for _, writer in opened:
        writer.transport.abort()
    await asyncio.sleep(0.5)
    assert cut + CROWD - len(opened) >= CROWD - server.settings.connections_per_address, f"only {cut} were refused"
    status, _, _ = await asyncio.to_thread(request, server.url, "/api/games")
    assert status in (200, 429)


async def is_refused(reader: asyncio.StreamReader) -> bool:
    """Whether this connection was told that there are too many, or was closed without a word, as proxies do."""
    try:
        said = await asyncio.wait_for(reader.read(100), 0.02)
        return not said or b" 429 " in said
    except TimeoutError:
        return False
    except ConnectionError:
        return True
