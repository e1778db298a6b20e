"""Running it: health, figures, logs, the HTTP reference, and stopping."""

import asyncio
import io
import json
import logging
import re
import socket
import sys
import time
import urllib.request

import pytest

from lasttrick.core.errors import LastTrickError
from lasttrick.server import logs, metrics
from lasttrick.server.limits import Bucket, Buckets
from lasttrick.server.several import open_port
from tests.server.client import get, new_table, request, sit
from tests.server.conftest import running
from tests.server.processes import Process


def test_figures_are_served_at_an_address_of_their_own(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        figures = f"127.0.0.1:{free.getsockname()[1]}"
    with running(database=f"sqlite:///{tmp_path}/tables.db", metrics=figures) as server:
        text = urllib.request.urlopen(f"http://{figures}/metrics").read().decode()
        for name in ("loop_lag_seconds", "commit_seconds", "store_waiting", "answers_total", "sockets", "tables"):
            assert f"lasttrick_{name}" in text
        assert b"lasttrick_" not in urllib.request.urlopen(f"{server.url}/metrics").read()


def test_a_server_runs_without_figures_where_their_port_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        figures = f"127.0.0.1:{taken.getsockname()[1]}"
        with running(database=f"sqlite:///{tmp_path}/tables.db", metrics=figures) as server:
            assert get(server.url, "/health")["status"] == "ok"


def test_figures_are_served_as_soon_as_their_port_is_free(monkeypatch):
    monkeypatch.setattr(metrics, "AGAIN", 0.05)
    taken = socket.create_server(("127.0.0.1", 0))
    figures = f"127.0.0.1:{taken.getsockname()[1]}"
    with metrics.served(figures):
        taken.close()
        deadline = time.monotonic() + 30
        while True:
            try:
                assert b"lasttrick_" in urllib.request.urlopen(f"http://{figures}/metrics").read()
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)


def test_a_port_that_is_taken_is_said_in_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LastTrickError) as told:
            open_port("127.0.0.1", port)
    sentence = f"Port {port} of 127.0.0.1 cannot be served: address already in use. Name another by --port or --host."
    assert str(told.value) == sentence


@pytest.mark.parametrize("address", ["9464", ":9464", "localhost", "localhost:99999"])
def test_an_address_for_figures_that_is_none_is_refused(address):
    with pytest.raises(LastTrickError, match="HOST:PORT"), metrics.served(address):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="a full disk is made by limits of Linux")
def test_health_says_when_the_disk_is_full(tmp_path):
    import resource

    process = Process(f"sqlite:///{tmp_path}/tables.db")
    process.start()
    try:
        assert get(process.url, "/health")["status"] == "ok"
        limits = resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        assert until(process.url, 503) == "store"
        resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, limits)
        assert until(process.url, 200) == "ok"
    finally:
        process.stop()


def until(url: str, wanted: int) -> str:
    """What the server says of its health once it answers so; it looks once a second."""
    for _ in range(50):
        status, answer, _ = request(url, "/health")
        if status == wanted:
            break
        time.sleep(0.1)
    assert status == wanted, answer
    return answer["status"]


def test_health_says_when_the_database_file_is_gone(tmp_path):
    with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
        (tmp_path / "tables.db").rename(tmp_path / "elsewhere.db")
        status, answer, _ = request(server.url, "/health")
        assert (status, answer["status"]) == (503, "store")


def test_the_database_is_its_owners_alone(tmp_path):
    (tmp_path / "tables.db").touch(0o644)
    with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
        new_table(server.url)
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert "tables.db-wal" in modes
    assert set(modes.values()) == {0o600}, modes


def test_the_http_reference_names_every_path_and_struct(url):
    reference = get(url, "/schema/openapi.json")
    assert {"/api/games", "/api/tables", "/api/tables/{table_id}/join", "/health"} <= set(reference["paths"])
    assert {"Create", "Joined", "Table", "Replay", "Verification"} <= {
        name.rpartition("_")[2] for name in reference["components"]["schemas"]
    }


def test_a_path_that_is_not_there_is_refused_in_json(url):
    status, answer, _ = request(url, "/api/nothing")
    assert (status, set(answer)) == (404, {"error", "key"})


def test_a_server_that_stops_says_so_and_forgets_nothing(tmp_path):
    process = Process(f"sqlite:///{tmp_path}/tables.db")
    process.start()

    async def stop():
        table, tokens = new_table(process.url, 4, people=4)
        async with sit(process.url, table, tokens[0]) as player:
            answer = await player.act()
            stopping = asyncio.ensure_future(asyncio.to_thread(process.stop))
            await player.until(lambda m: m["type"] == "closing")
            await asyncio.wait_for(player.socket.wait_closed(), 10)
            assert player.socket.close_code == 1012
            assert await stopping == 0
        return table, tokens, answer["version"]

    table, tokens, version = asyncio.run(stop())
    process.start()
    try:
        seen = get(process.url, f"/api/tables/{table}", token=tokens[0])
        assert seen["table"]["version"] == version
    finally:
        assert process.stop() == 0


def test_logs_hold_no_token_name_chat_or_card(tmp_path):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines())
    logger = logging.getLogger("lasttrick.server")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)

    async def play(url):
        table, tokens = new_table(url, 4, people=2, name="Zaphod")
        async with sit(url, table, tokens[0]) as player:
            await player.ask("say", text="Beeblebrox")
            await player.act()
            await player.ask("act", version=0, action=9999)
        return tokens

    try:
        with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
            tokens = asyncio.run(play(server.url))
    finally:
        logger.removeHandler(handler)
    text = stream.getvalue()
    assert len(text.splitlines()) >= 3
    for line in text.splitlines():
        assert {"at", "level", "event"} <= set(json.loads(line))
    for secret in [*tokens, "Zaphod", "Beeblebrox"]:
        assert secret not in text
    assert not re.search(r"\b[RGYBP][0-8]\b", text)


def test_a_line_of_the_log_is_one_line_and_no_command_for_a_terminal():
    odd = "a\nb\x1b[8mc\u2028d\x85e\x9b8mf\u202eg"
    record = logging.makeLogRecord({"msg": "closed", "facts": {"reason": odd}})
    line = logs.JsonLines().format(record)
    assert line.isprintable()
    assert len(line.splitlines()) == 1
    assert json.loads(line)["reason"] == odd


def test_warnings_of_strangers_come_seldom_and_errors_always():
    seldom = logs.Seldom()
    warning, error = (logging.makeLogRecord({"levelno": level}) for level in (logging.WARNING, logging.ERROR))
    assert sum(seldom.filter(warning) for _ in range(1000)) == 20
    assert all(seldom.filter(error) for _ in range(100))


def test_a_field_the_log_does_not_know_is_an_error():
    with pytest.raises(ValueError, match="no field token"):
        logs.note("joined", token="x")


def test_a_bucket_gives_its_burst_and_then_its_rate(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    bucket = Bucket(3, 0.5)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 2
    assert [bucket.take() for _ in range(2)] == [True, False]
    many = Buckets(1, 1, most=2)
    assert many.of("a").take()
    assert not many.of("a").take()
    assert many.of("b").take()
    others = {id(many.of(str(i))): many.of(str(i)) for i in range(1000)}
    assert 1 < len(others) <= 256
    assert all(bucket.take() for bucket in others.values())
    assert not any(many.of(str(i)).take() for i in range(1000))


def test_the_server_is_not_imported_before_it_is_needed():
    import subprocess

    code = "import sys, lasttrick.cli; print([m for m in ('litestar', 'sqlalchemy', 'uvicorn') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
