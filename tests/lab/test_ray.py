"""The lab on a Ray cluster: the same rows, also when a worker is killed in the middle. Long checks, on a local one."""

import os
import signal
import threading
import time
from pathlib import Path

import polars as pl
import pytest

from lasttrick.core import cluster
from lasttrick.core.errors import LastTrickError
from lasttrick.lab import run as runs

from .plans import a_plan, played

long = pytest.mark.skipif(
    os.environ.get("LASTTRICK_LONG") != "1", reason="a long check: make check-long, which installs lasttrick[ray]"
)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_an_address_that_does_not_answer_is_said_within_seconds(address):
    begun = time.monotonic()
    with pytest.raises(LastTrickError, match=f"No Ray cluster answers at {address}"):
        cluster.knock(address)
    assert time.monotonic() - begun < 10


def test_what_is_no_address_is_said():
    with pytest.raises(LastTrickError, match="use auto, local or HOST:PORT"):
        cluster.knock("somewhere")


@long
@pytest.mark.parametrize("rows", ["rules", "decisions"])
def test_a_cluster_gives_the_same_rows(tmp_path, monkeypatch, rows):
    monkeypatch.setattr(runs, "_size", lambda plan, cores: 100)
    plan = a_plan(matches=1000, bots=["heuristic"], rows=rows)
    here, there = played(plan, tmp_path / "here"), played(plan, tmp_path / "there", ray="local")
    assert here.equals(there)
    for name in ("rows-cards.parquet", "rows-bars.parquet") if rows == "rules" else ():
        assert pl.read_parquet(tmp_path / "here" / name).equals(pl.read_parquet(tmp_path / "there" / name))


def workers() -> list[int]:
    """Processes below this one that play a part."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "stat").read_text().rpartition(")")[2].split()
            found[int(place.name)] = (int(words[1]), (place / "cmdline").read_text())
        except OSError:
            continue

    def is_ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in found and is_ours(found[pid][0]))

    return [pid for pid, (_, name) in found.items() if name.startswith("ray::_play") and is_ours(pid)]


@long
def test_a_killed_worker_costs_time_and_no_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "_size", lambda plan, cores: 2000)
    plan = a_plan(matches=60_000, bots=["heuristic"], rows="rules")
    killed: list[int] = []

    def kill_one():
        while not killed:
            for pid in workers()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            time.sleep(0.05)

    threading.Thread(target=kill_one, daemon=True).start()
    there = played(plan, tmp_path / "there", ray="local")
    assert killed
    assert there.equals(played(plan, tmp_path / "here"))
