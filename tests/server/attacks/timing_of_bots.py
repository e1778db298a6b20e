"""Watching the clock: whether a bot had a choice must not show in when it decides, neither alone nor in a queue."""

import asyncio
import itertools

from tests.server.attacks.tools import Hindered, ask, bot_table, must, open_table, own_lateness
from tests.server.client import sit

DELAY = 1.0
SETTINGS = {"bot_delay": DELAY, "workers": 1}
FIGURE = b"lasttrick_bot_seconds"


async def attack(server) -> None:
    await figures_are_not_public(server.url)
    await simultaneous_bots_answer_together(server.url)


async def figures_are_not_public(url: str) -> None:
    from urllib.request import urlopen

    for path in ("/metrics", "/api/metrics", "/health"):
        try:
            text = await asyncio.to_thread(lambda path=path: urlopen(url + path).read())
        except OSError:
            continue
        assert FIGURE not in text, "how long bots think is public"


async def simultaneous_bots_answer_together(url: str) -> None:
    """Others' bots fill the queue while three bots wish at once; their answers must come as one."""
    noise = [await bot_table(url, 4) for _ in range(3)]
    seats = [{"kind": "bot", "bot": "normal"}] * 3
    table, token = await open_table(url, 4, seats=seats)
    loop, seen = asyncio.get_running_loop(), []
    async with own_lateness() as late, sit(url, table, token) as player:
        await must(url, f"/api/tables/{table}/start", {}, token)
        while len(seen) < 3:
            update = await player.until(lambda m: m["type"] == "update" and m["version"] > 0)
            seen.append(loop.time())
            assert update["version"] <= 3
    gaps = [later - earlier for earlier, later in itertools.pairwise(seen)]
    if max(late) > DELAY / 4:
        raise Hindered("our own clock ran too late to measure another's")
    assert max(gaps) < DELAY / 2, f"bots that were asked together answered apart: {gaps}"
    for other, its_token in noise:
        await ask(url, f"/api/tables/{other}/leave", {}, its_token)
