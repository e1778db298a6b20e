"""Figures for Prometheus. Nothing here carries a name, a token or a card."""

import asyncio
import collections
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily

from lasttrick.core.errors import LastTrickError
from lasttrick.server import logs

REGISTRY = CollectorRegistry()


class Tally:
    """Counts by a label what happens at every decision; in the event loop alone, so without Prometheus' locks."""

    def __init__(self, name: str, sentence: str, label: str):
        self._about = name, sentence, label
        self.counts: collections.Counter[str] = collections.Counter()
        REGISTRY.register(self)

    def collect(self):
        name, sentence, label = self._about
        family = CounterMetricFamily(name, sentence, labels=[label])
        for value, count in self.counts.copy().items():
            family.add_metric([value], count)
        yield family


_FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

LOOP_LAG = Histogram("lasttrick_loop_lag_seconds", "How late the event loop runs", buckets=_FINE, registry=REGISTRY)
COMMIT_SECONDS = Histogram("lasttrick_commit_seconds", "Time of one group commit", buckets=_FINE, registry=REGISTRY)
COMMIT_SIZE = Histogram(
    "lasttrick_commit_jobs", "Jobs in one group commit", buckets=(1, 2, 5, 10, 20, 50, 100, 1000), registry=REGISTRY
)
WAITING = Gauge("lasttrick_store_waiting", "Jobs that wait for the store", registry=REGISTRY)
ANSWERS = Tally("lasttrick_answers", "Terminal answers by kind", "kind")
REFUSED = Counter("lasttrick_refused", "Connections and requests refused, by reason", ["reason"], registry=REGISTRY)
SOCKETS = Gauge("lasttrick_sockets", "Open WebSockets", registry=REGISTRY)
TABLES = Gauge("lasttrick_tables", "Tables in memory", registry=REGISTRY)
DECISIONS = Tally("lasttrick_decisions", "Decisions made, by people and bots", "by")
THINKING = Histogram("lasttrick_bot_seconds", "Time a bot took for a decision", buckets=_FINE, registry=REGISTRY)
REPLACED = Counter("lasttrick_workers_replaced", "Bot workers that hung or crashed", registry=REGISTRY)

HANDED_ON = Counter("lasttrick_handed_on", "Requests and sockets handed on to the owner of a table", registry=REGISTRY)
LEASES_LOST = Counter("lasttrick_leases_lost", "Times this process lost all its leases", registry=REGISTRY)

LAG_EVERY = 0.05
AGAIN = 2.0  # seconds between two tries to serve the figures


async def watch_loop(store) -> None:
    """Measure how late the loop runs, as long as it runs."""
    while True:
        due = time.perf_counter() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        LOOP_LAG.observe(max(0.0, time.perf_counter() - due))
        WAITING.set(store.waiting)


@contextmanager
def served(address: str) -> Iterator[None]:
    """Meanwhile the figures are served at HOST:PORT, by a thread of their own; empty for nowhere.

    They tell how long bots think, so they are not for players and never at the address of the tables. Where another
    server has taken the port, the log says so and the tables are served without until it is free."""
    if not address:
        yield
        return
    tried, ended = threading.Event(), threading.Event()
    thread = threading.Thread(target=_serve, args=(*_split(address), tried, ended), name="figures", daemon=True)
    thread.start()
    tried.wait()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _serve(host: str, port: int, tried: threading.Event, ended: threading.Event) -> None:
    """As soon as the port is free: the process in whose place this one has started may still have it."""
    while not ended.is_set():
        try:
            server, thread = start_http_server(port, host, REGISTRY)
        except OSError as error:
            if not tried.is_set():
                logs.note("figures not served", address=f"{host}:{port}", error=str(error))
            tried.set()
            ended.wait(AGAIN)
            continue
        logs.note("figures", url=f"http://{host}:{server.server_port}/metrics")
        tried.set()
        ended.wait()
        server.shutdown()
        server.server_close()
        thread.join()


def _split(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise LastTrickError(f"Figures are served at HOST:PORT, for example 127.0.0.1:9464, not {address!r}.")
    return host.strip("[]"), int(port)
