"""How late the event loop runs while search bots think on every core.

    python bench/lag.py --tables 64 --seconds 10

`busy` is how many workers were thinking on average; with less than nine tenths of the cores the figure proves nothing.
"""

import argparse
import asyncio
import os
import re
import socket
import urllib.request
from http.client import HTTPConnection

from lean import Heard, Socket, open_socket
from load import post
from server_process import ServerProcess


class Metrics:
    """What the server says of itself so far."""

    def __init__(self, figures: str):
        text = urllib.request.urlopen(f"http://{figures}/metrics").read().decode()
        lags = re.findall(r'loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)', text)
        self.lags = {float(bound): int(float(n)) for bound, n in lags}  # counts up to each bound
        self.thinking = float(re.search(r"lasttrick_bot_seconds_sum (\S+)", text)[1])  # type: ignore[index]
        self.decisions = int(float(re.search(r"lasttrick_bot_seconds_count (\S+)", text)[1]))  # type: ignore[index]


def quantile(before: dict[float, int], after: dict[float, int], share: float) -> float:
    """The smallest bound under which this share of the lags lies."""
    counts = {bound: after[bound] - before[bound] for bound in after}
    return min(bound for bound, n in counts.items() if n >= share * counts[float("inf")])


class Hasty:
    """The one person at a table of bots, who keeps the match going with the first legal action."""

    socket: Socket

    def heard(self, message: Heard, _: float) -> None:
        now = message.now or message
        if now.legal:
            action = b'"version":%d,"action":%d' % (now.version or 0, now.legal[0].action)
            self.socket.send(b'{"type":"act","id":"%d",%b}' % (now.version or 0, action))


async def sit_down(server: ServerProcess, table: str, token: str) -> None:
    person = Hasty()
    person.socket = await open_socket(server.host, table, token, person.heard)
    person.socket.send(b'{"type":"hello","id":"h"}')


async def measure(server: ServerProcess, figures: str, tables: int, seconds: float, bot: str) -> str:
    seats, lobby = [{"kind": "bot", "bot": bot}] * 3, HTTPConnection(server.host, timeout=60)
    for _ in range(tables):
        wish = {"game": "ten_tricks_later", "name": "A", "players": 4, "seats": seats, "start": True, "program": True}
        made = await asyncio.to_thread(post, lobby, "/api/tables", wish)
        await sit_down(server, made["table"]["id"], made["token"])
    before = await asyncio.to_thread(Metrics, figures)
    while before.decisions < tables:  # by then every worker has loaded its game
        await asyncio.sleep(1)
        before = await asyncio.to_thread(Metrics, figures)
    await asyncio.sleep(seconds)
    after = await asyncio.to_thread(Metrics, figures)
    p99 = quantile(before.lags, after.lags, 0.99) * 1000
    busy, decisions = (after.thinking - before.thinking) / seconds, after.decisions - before.decisions
    if busy < 0.9 * (os.cpu_count() or 1):
        raise SystemExit(f"Only {busy:.1f} workers were thinking; give more --tables.")
    return f"BENCH lag tables={tables} bot={bot} busy={busy:.1f} decisions={decisions} lag_p99_ms<={p99:g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bot", default="merciless")
    given = parser.parse_args()
    with socket.create_server(("127.0.0.1", 0)) as free:
        figures = f"127.0.0.1:{free.getsockname()[1]}"
    with ServerProcess("--workers", str(os.cpu_count()), "--bot-delay", "0", "--metrics", figures) as server:
        print(asyncio.run(measure(server, figures, given.tables, given.seconds, given.bot)))


if __name__ == "__main__":
    main()
