"""The bounds: the page that lists them is right, and each does what it says, at its edge."""

import asyncio
import importlib
import re
import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest

from lasttrick.core.errors import LastTrickError
from lasttrick.server.limits import Buckets, party_of
from lasttrick.server.settings import Settings, check_network
from lasttrick.server.store import open_engine
from lasttrick.server.wire import Gate
from tests.server.client import get, new_table, post, request, sit
from tests.server.conftest import running

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "security.md"
NO_BOUNDS = {
    "database",
    "origins",
    "workers",
    "bot_delay",
    "proxies",
    "hosts",
    "absent_after",
    "expire_every",
    "metrics",
    "games",
}


def rows_of_the_page() -> dict[str, str]:
    return dict(re.findall(r"^\| `([a-zA-Z_.]+)` \| ([0-9.]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_page_of_bounds_says_what_the_settings_say():
    told, settings = rows_of_the_page(), Settings()
    wanted = {field.name for field in fields(Settings)} - NO_BOUNDS
    assert {name for name in told if "." not in name} == wanted
    for name in wanted:
        assert float(told[name]) == getattr(settings, name), name


def test_the_page_of_bounds_says_what_the_constants_are():
    constants = {name: value for name, value in rows_of_the_page().items() if "." in name}
    assert len(constants) > 8
    for name, value in constants.items():
        module, constant = name.split(".")
        room = "core" if module == "data" else "server"
        assert getattr(importlib.import_module(f"lasttrick.{room}.{module}"), constant) == int(value), name


# --- Who is counted together -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1:2:3", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2", True),
        ("not an address:", "not an address:", True),
    ],
)
def test_a_network_of_64_bits_is_one_party(one, other, together):
    assert (party_of(one) == party_of(other)) == together


def test_a_crowd_of_addresses_makes_nobody_forgotten():
    buckets = Buckets(burst=2, rate=0.001, most=100)
    spent = buckets.of("192.0.2.1")
    assert spent.take(2)
    for number in range(1000):
        buckets.of(f"10.0.{number // 256}.{number % 256}").take()
    assert not buckets.of("192.0.2.1").take()


def test_connections_of_a_proxy_are_not_counted():
    gate = Gate(2, lambda address: address == "10.0.0.1")
    assert [gate.let_in("10.0.0.1") for _ in range(5)] == [""] * 5
    assert [gate.let_in("192.0.2.1") for _ in range(3)] == ["192.0.2.1", "192.0.2.1", None]
    gate.let_out("192.0.2.1")
    assert gate.let_in("192.0.2.1") == "192.0.2.1"


# --- Proxies, names, schemes -----------------------------------------------------------------------------------------


def test_a_named_proxy_is_believed_and_nobody_else(tmp_path):
    told = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    wish = {"game": "scout", "name": "Ann"}
    for proxies, secure in ((("127.0.0.1",), True), (("10.0.0.0/8",), False)):
        folder = tmp_path / str(secure)
        folder.mkdir()
        with running(database=f"sqlite:///{folder}/tables.db", proxies=proxies, requests_burst=1) as server:
            first, _, headers = request(server.url, "/api/tables", wish, headers=told)
            again, _, _ = request(server.url, "/api/tables", wish, headers={**told, "x-forwarded-for": "203.0.113.8"})
        assert first == 201
        assert ("Secure" in headers["set-cookie"]) == secure
        assert again == (201 if secure else 429), "visitors behind a proxy have their own addresses"


@pytest.mark.parametrize("text", ["nowhere", "10.0.0.300", "10.0.0.1/8"])
def test_a_proxy_is_an_address_or_a_network(text):
    with pytest.raises(LastTrickError, match="is no address or network"):
        check_network(text)


def test_a_server_for_this_machine_is_not_reached_by_a_name_of_somebody_else(url):
    status, answer, _ = request(url, "/api/tables", headers={"host": "evil.example"})
    assert (status, answer["key"]) == (403, "host")
    assert request(url, "/api/tables", headers={"host": "localhost:1234"})[0] == 200


def test_a_page_of_another_scheme_is_foreign(url):
    headers = {"origin": url.replace("http", "https")}
    assert request(url, "/api/tables", {"game": "scout", "name": "Ann"}, headers=headers)[0] == 403


# --- Long matches ----------------------------------------------------------------------------------------------------


def test_a_long_match_is_told_in_pieces(server, monkeypatch):
    from lasttrick.server import table as tables

    monkeypatch.setattr(tables, "PAST_BYTES", 2000)

    async def come_late(table: str, token: str) -> tuple[list, int]:
        async with sit(server.url, table, token) as player:
            while player.latest["result"] is None and player.version < 40:
                if player.latest["legal"]:
                    await player.act()
                else:
                    await player.until(lambda m: m["type"] == "update")
        async with sit(server.url, table, token, last=-1) as late:
            welcome = next(a for answers in late.answers.values() for a in answers if a["type"] == "welcome")
        return welcome["past"], welcome["now"]["version"]

    table, [token] = new_table(server.url, 3)
    past, now = asyncio.run(come_late(table, token))
    assert past[-1]["version"] == now - 1
    assert past[0]["version"] > 0
    told, first = [], 0
    while first < now:
        piece = get(server.url, f"/api/tables/{table}/past?first={first}", token=token)
        told += piece
        first = piece[-1]["version"] + 1
    assert [one["version"] for one in told][: now + 1] == list(range(len(told)))
    by_version = {one["version"]: one for one in told}
    assert all(by_version[one["version"]] == one for one in past)
    assert request(server.url, f"/api/tables/{table}/past?first=-1")[0] == 400
    assert request(server.url, f"/api/tables/{table}/past?first=99999")[0] == 400


def test_a_replay_comes_in_pages(server, monkeypatch):
    from lasttrick.server import replay
    from tests.server.leaks import InlineClerk

    monkeypatch.setattr(replay, "MOST_STEPS", 7)
    monkeypatch.setattr(server.house, "clerks", InlineClerk())
    table, [token] = new_table(server.url, 3)
    post(server.url, f"/api/tables/{table}/leave", {}, token=token)
    path = f"/api/tables/{table}/replay?eyes=watch"
    steps, page = [], get(server.url, path)
    while page["steps"]:
        assert len(page["steps"]) <= 7
        assert page["first"] == len(steps)
        steps += page["steps"]
        if len(steps) >= page["total"]:
            break
        page = get(server.url, f"{path}&first={len(steps)}")
    assert [step["version"] for step in steps] == list(range(len(steps)))


# --- The database ----------------------------------------------------------------------------------------------------


def test_a_password_is_not_shown():
    with pytest.raises(LastTrickError) as refused:
        open_engine("postgresql+nothing://ann:sesame@host/name")
    assert "sesame" not in str(refused.value)


def test_a_database_of_a_newer_release_is_one_sentence(tmp_path):
    from lasttrick.server.migrations import upgrade

    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        file.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer = pytest.raises(LastTrickError, match="written by a newer release")
    with open_engine(f"sqlite:///{path}").begin() as connection, newer:
        upgrade(connection)
