"""How late the event loop runs while search bots think on every core, or beside reviews.

    python bench/lag.py --tables 64 --seconds 10
    python bench/lag.py --tables 16 --bot easy --think 500 --reviews 2 --seconds 60

`busy` is how many workers were thinking on average, `reviewing` how many cores the reviews had. Where neither bots nor
reviews took nine tenths of the cores together the figure proves nothing. It is told without the reviews too.
"""

import argparse
import asyncio
import os
import re
import socket
import subprocess
import tempfile
import urllib.request
from http.client import HTTPConnection

import msgspec
from lean import Heard, Socket, open_socket
from load import post
from server_process import ServerProcess, cpu_seconds

from lasttrick import games
from lasttrick.appraisal.puzzles import self_play
from lasttrick.core.chance import key_text
from lasttrick.server.clerk import Played
from lasttrick.server.reviewer import Task
from lasttrick.server.reviews import COMMAND
from lasttrick.server.worker import LENGTH

REVIEWED = "trick_to_survival"  # whose reviews take longest


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
    """The one person at a table of bots, who keeps the match going with the first legal action after some thought."""

    socket: Socket

    def __init__(self, think: float):
        self.think, self.over = think, asyncio.get_running_loop().create_future()

    def heard(self, message: Heard, _: float) -> None:
        now = message.now or message
        if now.result is not None and not self.over.done():
            self.over.set_result(None)
        if now.legal:
            action = b'"version":%d,"action":%d' % (now.version or 0, now.legal[0].action)
            said = b'{"type":"act","id":"%d",%b}' % (now.version or 0, action)
            asyncio.get_running_loop().call_later(self.think, self.socket.send, said)


async def play_on(server: ServerProcess, bot: str, think: float) -> None:
    """One match after the other at a table of a person and three bots."""
    seats = [{"kind": "bot", "bot": bot}] * 3
    wish = {"game": "ten_tricks_later", "name": "A", "players": 4, "seats": seats, "start": True, "program": True}
    while True:
        lobby, person = HTTPConnection(server.host, timeout=60), Hasty(think)
        made = await asyncio.to_thread(post, lobby, "/api/tables", wish)
        lobby.close()
        person.socket = await open_socket(server.host, made["table"]["id"], made["token"], person.heard)
        person.socket.send(b'{"type":"hello","id":"h"}')
        await person.over


class Reviewing:
    """So many reviews at once, each in a process like the server's own."""

    def __init__(self, count: int):
        self.folder = tempfile.TemporaryDirectory()
        self.processes = [self._begin(number) for number in range(count)]

    def _begin(self, number: int) -> subprocess.Popen:
        match = self_play(games.game(REVIEWED), 4, f"lag {number}")
        played = Played(REVIEWED, match.players, match.options, key_text(match.key), match.decisions)
        data = msgspec.msgpack.encode(Task(played, self.folder.name, str(number)))
        process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        assert process.stdin is not None
        process.stdin.write(LENGTH.pack(len(data)) + data)
        process.stdin.flush()
        return process

    @property
    def seconds(self) -> float:
        """CPU time they have taken; all must still be at work."""
        if any(process.poll() is not None for process in self.processes):
            raise SystemExit("A review was finished before the end; give fewer --seconds.")
        return sum(cpu_seconds(process.pid) for process in self.processes)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
        self.folder.cleanup()


async def lag(figures: str, seconds: float, reviewing: Reviewing, needs: float) -> tuple[str, float]:
    """The 99th percentile of the lag in milliseconds, after what else was done meanwhile."""
    before, spent = await asyncio.to_thread(Metrics, figures), reviewing.seconds
    await asyncio.sleep(seconds)
    after, spent = await asyncio.to_thread(Metrics, figures), reviewing.seconds - spent
    busy, reviewed = (after.thinking - before.thinking) / seconds, spent / seconds
    p99 = quantile(before.lags, after.lags, 0.99) * 1000
    if busy + reviewed < needs:
        only = f"Only {busy:.1f} workers were thinking and {reviewed:.1f} reviewing"
        raise SystemExit(f"{only} (lag_p99_ms<={p99:g}, which proves nothing); nothing else may run.")
    return f"busy={busy:.1f} reviewing={reviewed:.1f} decisions={after.decisions - before.decisions}", p99


async def measure(server: ServerProcess, figures: str, given: argparse.Namespace) -> str:
    players = [asyncio.create_task(play_on(server, given.bot, given.think / 1000)) for _ in range(given.tables)]
    while (await asyncio.to_thread(Metrics, figures)).decisions < given.tables:
        await asyncio.sleep(1)  # by then every worker has loaded its game
    cores = os.cpu_count() or 1
    if not given.reviews:
        told, p99 = await lag(figures, given.seconds, Reviewing(0), 0.9 * cores)
        return f"BENCH lag tables={given.tables} bot={given.bot} {told} lag_p99_ms<={p99:g}"
    _, alone = await lag(figures, given.seconds, Reviewing(0), 0.0)
    reviewing = await asyncio.to_thread(Reviewing, given.reviews)
    try:
        await asyncio.sleep(10)  # they have loaded their game
        told, p99 = await lag(figures, given.seconds, reviewing, 0.9 * min(cores, given.reviews))
    finally:
        reviewing.end()
    for one in players:
        one.cancel()
    return f"BENCH lag tables={given.tables} bot={given.bot} {told} lag_p99_ms<={p99:g} without_reviews<={alone:g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bot", default="merciless")
    parser.add_argument("--think", type=float, default=0, help="milliseconds before a person decides")
    parser.add_argument("--reviews", type=int, default=0, help="that are under way meanwhile")
    given = parser.parse_args()
    with socket.create_server(("127.0.0.1", 0)) as free:
        figures = f"127.0.0.1:{free.getsockname()[1]}"
    with ServerProcess("--workers", str(os.cpu_count()), "--bot-delay", "0", "--metrics", figures) as server:
        print(asyncio.run(measure(server, figures, given)))


if __name__ == "__main__":
    main()
