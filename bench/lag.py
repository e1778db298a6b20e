"""How late the event loop runs while bots think on every core.

python bench/lag.py --tables 16 --seconds 10
"""

import argparse
import asyncio
import os
import re
import urllib.request

from load import post
from server_process import ServerProcess


def buckets(url: str) -> dict[float, int]:
    """Loop lags so far, as counts up to each bound."""
    text = urllib.request.urlopen(url + "/metrics").read().decode()
    return {float(b): int(float(n)) for b, n in re.findall(r'loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)', text)}


def quantile(before: dict[float, int], after: dict[float, int], share: float) -> float:
    """The smallest bound under which this share of the lags lies."""
    counts = {bound: after[bound] - before[bound] for bound in after}
    return min(bound for bound, n in counts.items() if n >= share * counts[float("inf")])


async def measure(server: ServerProcess, tables: int, seconds: float, bot: str) -> str:
    seats = [{"kind": "bot", "bot": bot}] * 3
    for _ in range(tables):
        wish = {"game": "ten_tricks_later", "name": "A", "players": 4, "seats": seats, "start": True, "program": True}
        made = await asyncio.to_thread(post, server.url, "/api/tables", wish)
        await asyncio.to_thread(post, server.url, f"/api/tables/{made['table']['id']}/leave", {}, made["token"])
    await asyncio.sleep(8)
    before = await asyncio.to_thread(buckets, server.url)
    await asyncio.sleep(seconds)
    after = await asyncio.to_thread(buckets, server.url)
    p99 = quantile(before, after, 0.99) * 1000
    return f"BENCH lag tables={tables} bots={3 * tables} workers={os.cpu_count()} lag_p99_ms<={p99:g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bot", default="hard")
    given = parser.parse_args()
    with ServerProcess("--workers", str(os.cpu_count()), "--bot-delay", "0") as server:
        print(asyncio.run(measure(server, given.tables, given.seconds, given.bot)))


if __name__ == "__main__":
    main()
