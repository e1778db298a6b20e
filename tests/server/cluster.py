"""Several processes on one Postgres behind HAProxy, and people who play at them through whatever happens."""

import asyncio
import random
import re
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from lasttrick import games
from tests.server.client import new_table, sit
from tests.server.postgres import postgres_server
from tests.server.processes import Process
from tests.server.test_kill import OPTIONS, TROUBLE, Witness, compare
from tests.server.test_proxies import free_port, listens


class Cluster:
    """The processes, the proxy before them and the database behind them."""

    def __init__(self, database: str, control: list, number: int, folder: Path):
        self.database, self.control, self.folder = database, control, folder
        self.processes = [Process(database, "--metrics", "", "--proxy", "127.0.0.1") for _ in range(number)]
        self.port = free_port()
        self.proxy: subprocess.Popen | None = None
        self.connections = 10_000  # that the proxy allows an address; people of a test share one
        self.requests = 10**9  # in ten seconds

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda one: one.start(), self.processes))
        if self.processes:
            self.start_proxy()

    def start_proxy(self) -> None:
        """HAProxy with the configuration of the package, on our ports."""
        text = files("lasttrick.server").joinpath("deploy/haproxy.cfg").read_text()
        text = re.sub(r"    server \w+ .*\n", "", text).replace("bind :8000", f"bind 127.0.0.1:{self.port}")
        text += "".join(f"    server p{p.port} 127.0.0.1:{p.port}\n" for p in self.processes)
        text = text.replace("conn_cur gt 200", f"conn_cur gt {self.connections}")
        text = text.replace("req_rate gt 800", f"req_rate gt {self.requests}").replace("play.example.org", "127.0.0.1")
        file = self.folder / "haproxy.cfg"
        file.write_text(text)
        self.proxy = subprocess.Popen(["haproxy", "-q", "-db", "-f", str(file)])
        while not listens(self.port):
            assert self.proxy.poll() is None, "HAProxy did not start"
            time.sleep(0.05)

    def stop_proxy(self) -> None:
        assert self.proxy is not None
        self.proxy.terminate()
        self.proxy.wait(30)

    def log(self):
        return Log(self.database)

    def stop(self) -> None:
        if self.proxy is not None:
            self.stop_proxy()
        for process in self.processes:
            if process.starts and process.process.poll() is None:
                process.process.kill()
                process.process.wait()


class Log:
    """The database, asked as SQLite is."""

    def __init__(self, database: str):
        import psycopg

        self._connection = psycopg.connect(database.replace("+psycopg", ""), autocommit=True)

    def execute(self, sql: str, given=()):
        return self._connection.execute(sql.replace("?", "%s"), given)


@contextmanager
def cluster(number: int):
    with postgres_server() as (database, control), tempfile.TemporaryDirectory() as folder:
        one = Cluster(database, control, number, Path(folder))
        try:
            one.start()
            yield one
        finally:
            one.stop()


def why_no_proxy() -> str:
    return "" if shutil.which("haproxy") else "HAProxy is not installed"


THINKS = 1.0  # seconds at most: what is measured is how soon people are back, not a machine without a core to spare


class Impatient(TimeoutError):
    """Nothing came for a while over a socket that was not cut."""


class Patient(Witness):
    """A witness who notes how long they were cut off, how often in vain they tried, and how long decisions took."""

    def __init__(self, *given):
        super().__init__(*given)
        self.cuts: list[tuple[float, float]] = []  # when they lost the table, and when they had it again
        self.in_vain: list[str] = []  # what was in the way when they came back
        self.delays: list[tuple[float, float]] = []  # when a decision was acknowledged, and after how long
        self._asked: tuple[str, float] | None = None

    async def play(self) -> None:
        lost = None
        while self.result is None:
            try:
                prefix = f"{self.luck.getrandbits(48):x}-"
                async with asyncio.timeout(20) as patience:
                    async with sit(self.process.url, self.table, self.token, prefix=prefix) as me:
                        patience.reschedule(None)
                        if lost is not None:
                            self.cuts.append((lost, time.monotonic()))
                            lost = None
                        await self._play(me)
            except TROUBLE as trouble:
                if not isinstance(trouble, Impatient):
                    self.in_vain += [f"{trouble!r:.100}"] * (lost is not None)
                    lost = lost or time.monotonic()
                await asyncio.sleep(0.05 + 0.1 * self.luck.random())

    async def _play(self, me) -> None:
        """Play until the match is over or the socket is cut, which is noticed at once, as a browser does."""
        playing = asyncio.ensure_future(super()._play(me))
        try:
            await asyncio.wait([playing, me._reader], return_when=asyncio.FIRST_COMPLETED)
        finally:
            is_cut = playing.cancel()
            [trouble] = await asyncio.gather(playing, return_exceptions=True)
        if is_cut:
            raise EOFError
        if trouble is not None:
            raise Impatient if isinstance(trouble, TimeoutError) else trouble

    async def _send(self, me) -> None:
        assert self.unanswered is not None
        id = self.unanswered[0]
        if self._asked is None or self._asked[0] != id:
            self._asked = (id, time.monotonic())
        await super()._send(me)
        if id in self.acknowledged:
            self.delays.append((time.monotonic(), time.monotonic() - self._asked[1]))


def made(url: str, *given, **wish) -> tuple[str, list[str]]:
    """A new table, asked for until nothing is in the way: a process may just have gone, or lost its leases."""
    deadline = time.monotonic() + 90
    while True:
        try:
            return new_table(url, *given, **wish)
        except (AssertionError, OSError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


async def played_through(cluster: Cluster, tables: int, trouble) -> tuple[list[Patient], dict]:
    """People play match after match until what happens to the cluster is over; and what the log says afterwards."""
    luck = random.Random(1)
    people: list[Patient] = []
    is_over = asyncio.Event()

    async def lane(number: int) -> None:
        game = games.OURS[number % len(games.OURS)]
        while True:
            players = luck.choice(list(games.about(game).players))
            wish = {"people": luck.randint(1, players), "game": game, "options": OPTIONS.get(game, {})}
            table, tokens = await asyncio.to_thread(made, cluster.url, players, **wish)
            here = [Patient(cluster, table, t, s, random.Random(luck.random())) for s, t in enumerate(tokens)]
            for one in here:
                one.in_no_hurry = 0.0 if is_over.is_set() else THINKS
            people.extend(here)
            await asyncio.gather(*(one.play() for one in here))
            if is_over.is_set():
                return

    playing = [asyncio.ensure_future(lane(number)) for number in range(tables)]
    happened = await trouble(cluster, luck)
    is_over.set()
    for one in people:
        one.in_no_hurry = 0.0
    await asyncio.wait_for(asyncio.gather(*playing), 1800)
    lost, doubled, diverged, decisions = await asyncio.to_thread(compare, cluster.log(), people)
    cuts = sorted(back - lost for one in people for lost, back in one.cuts)
    delays = sorted(delay for one in people for _, delay in one.delays)
    figures = {
        "happened": happened,
        "at_once": tables,
        "matches": len({one.table for one in people}),
        "people": len(people),
        "acknowledged": sum(len(one.acknowledged) for one in people),
        "decisions": decisions,
        "lost": lost,
        "doubled": doubled,
        "diverged": diverged,
        "unfinished": 0,
        "cuts": len(cuts),
        "back_p50_s": round(quantile(cuts, 0.5), 2),
        "back_p99_s": round(quantile(cuts, 0.99), 2),
        "back_most_s": round(quantile(cuts, 1), 2),
        "decided_p99_s": round(quantile(delays, 0.99), 2),
        "decided_most_s": round(quantile(delays, 1), 2),
    }
    return people, figures


def back_since(moments: list[float], people: list[Patient]) -> list[float]:
    """Seconds from each moment until those have their table again who lost it before the next."""
    spans = zip(moments, [*moments[1:], float("inf")], strict=True)
    return sorted(
        back - since for since, until in spans for one in people for lost, back in one.cuts if since <= lost < until
    )


def quantile(sorted_values: list[float], q: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(q * len(sorted_values)))] if sorted_values else 0.0


def line(figures: dict) -> str:
    return " ".join(f"{name}={value}" for name, value in figures.items())
