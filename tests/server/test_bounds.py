"""The bounds: the page that lists them is right, and each does what it says, at its edge."""

import asyncio
import importlib
import random
import re
import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import select

from lasttrick.core.errors import LastTrickError
from lasttrick.server import records, schema
from lasttrick.server import table as tables
from lasttrick.server.limits import Buckets, party_of
from lasttrick.server.settings import Settings, check_network, check_peer
from lasttrick.server.store import open_engine
from lasttrick.server.wire import Gate
from tests.server.client import get, new_table, post, request, sit
from tests.server.conftest import running

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "security.md"
NO_BOUNDS = {
    "database",
    "origins",
    "workers",
    "bots_on",
    "bot_delay",
    "proxies",
    "hosts",
    "absent_after",
    "expire_every",
    "metrics",
    "games",
    "peer",
    "webhook",
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
        room = {"data": "core", "sheet": "lessons.drills"}.get(module, "server")
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


def test_a_crowd_in_one_network_of_64_bits_is_counted_as_one(tmp_path):
    """Behind a proxy, each visitor with an address of their own in the same network."""
    settings = {"proxies": ("127.0.0.1",), "requests_burst": 5, "requests_per_second": 1e-6}
    with running(database=f"sqlite:///{tmp_path}/tables.db", **settings) as server:
        wish = {"game": "scout", "name": "Ann"}
        crowd = [{"x-forwarded-for": f"2001:db8:0:1:{n:x}::{n:x}"} for n in range(1, 9)]
        statuses = [request(server.url, "/api/tables", wish, headers=sent)[0] for sent in crowd]
        neighbour = request(server.url, "/api/tables", wish, headers={"x-forwarded-for": "2001:db8:0:2::1"})[0]
    assert (statuses, neighbour) == ([201] * 5 + [429] * 3, 201)
    gate = Gate(3)
    assert [gate.let_in(f"2001:db8:0:1::{n}") is None for n in range(5)] == [False] * 3 + [True] * 2


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


@pytest.mark.parametrize("text", ["nowhere", ":8001", "10.0.0.2:", "10.0.0.2:99999"])
def test_a_peer_is_an_address_with_a_port(text):
    with pytest.raises(LastTrickError, match="reach this one at HOST:PORT, for example"):
        check_peer(text)


def test_a_server_for_this_machine_is_not_reached_by_a_name_of_somebody_else(url):
    status, answer, _ = request(url, "/api/tables", headers={"host": "evil.example"})
    assert (status, answer["key"]) == (403, "host")
    assert request(url, "/api/tables", headers={"host": "localhost:1234"})[0] == 200


def test_a_page_of_another_scheme_is_foreign(url):
    headers = {"origin": url.replace("http", "https")}
    assert request(url, "/api/tables", {"game": "scout", "name": "Ann"}, headers=headers)[0] == 403


# --- What one address may leave behind -------------------------------------------------------------------------------


def test_an_address_makes_so_many_tables_and_then_waits(tmp_path):
    settings = {"tables_burst": 4, "tables_per_second": 1e-6}
    with running(database=f"sqlite:///{tmp_path}/tables.db", alone=True, **settings) as server:
        table, [token] = new_table(server.url, 3, options={"max_rounds": 1})
        asyncio.run(play_out(server.url, table, token))
        file = get(server.url, f"/api/tables/{table}/match")
        assert post(server.url, "/api/matches", file)["table"]["phase"] == "over"
        assert request(server.url, "/api/tables", {"game": "scout", "name": "Ann", "players": 99})[0] == 400
        again = post(server.url, f"/api/tables/{table}/rematch", token=token)["table"]["id"]
        new_table(server.url, 3)
        for path, data in (("/api/tables", {"game": "scout", "name": "Ann"}), ("/api/matches", file)):
            status, answer, _ = request(server.url, path, data)
            assert (status, answer["key"]) == (429, "too_many")
        assert post(server.url, f"/api/tables/{table}/rematch", token=token)["table"]["id"] == again


async def play_out(url: str, table: str, token: str) -> None:
    async with sit(url, table, token) as player:
        await player.play(random.Random(1))


def test_a_table_keeps_so_many_lines_of_chat(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "KEPT_CHAT", 5)

    async def chat(server) -> list[int]:
        table, [token] = new_table(server.url, 3)
        async with sit(server.url, table, token) as player:
            for number in range(12):
                assert (await player.ask("say", text=f"line {number}"))["type"] == "ack"
        kept = select(schema.chats.c.number).where(schema.chats.c.table_id == table).order_by(schema.chats.c.number)
        with server.house.store.engine.connect() as connection:
            return list(connection.scalars(kept))

    with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
        assert asyncio.run(chat(server)) == [8, 9, 10, 11, 12]


# --- Long matches ----------------------------------------------------------------------------------------------------


def test_a_long_match_is_told_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "PAST_BYTES", 1000)
    with running(database=f"sqlite:///{tmp_path}/tables.db", alone=True) as server:
        tell_in_pieces(server)


def tell_in_pieces(server) -> None:

    async def come_late(table: str, token: str) -> tuple[list, int]:
        async with sit(server.url, table, token) as player:
            await player.play(random.Random(1), most=12)
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
    assert [one["version"] for one in told] == list(range(len(told)))  # the bots may have gone on since
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
