"""Somebody opens as many connections as they can and says nothing: others still get in (M12)."""

import asyncio
import contextlib
import time

from tests.server.attacks.tools import address_of
from tests.server.client import request

CROWD = 400
SETTINGS = {"connections_per_address": 100}


WITHIN = 5.0  # seconds in which whoever is refused is told so, by a busy machine, too


async def attack(server) -> None:
    opened = []
    for _ in range(CROWD):
        with contextlib.suppress(ConnectionError, OSError):
            opened.append(await asyncio.open_connection(*address_of(server.url)))
    told = [asyncio.ensure_future(reader.read(100)) for reader, _ in opened]
    enough = len(opened) - server.settings.connections_per_address
    deadline = time.monotonic() + WITHIN
    while sum(map(is_refused, told)) < enough and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    cut = sum(map(is_refused, told))
    for _, writer in opened:
        writer.transport.abort()
    await asyncio.gather(*told, return_exceptions=True)
    await asyncio.sleep(0.5)
    assert cut >= enough, f"only {cut} of {len(opened)} were refused"
    status, _, _ = await asyncio.to_thread(request, server.url, "/api/games")
    assert status in (200, 429)


def is_refused(told: asyncio.Future) -> bool:
    """Whether this connection was told that there are too many or that it was silent for too long, or was closed
    without a word, as proxies do."""
    if not told.done():
        return False
    said = b"" if told.exception() else told.result()
    return not said or b" 429 " in said or b" 408 " in said
