"""Whatever is sent to whatever address of the HTTP part: one sentence, a status that fits, and no error in the log."""

import http.client
import json
import random
import socket

import pytest

from lasttrick.server.app import HANDLERS
from lasttrick.server.clerk import Found
from tests.server.client import new_table
from tests.server.conftest import running
from tests.server.leaks import InlineClerk

FITTING = {200, 201, 204, 400, 401, 403, 404, 405, 409, 410, 411, 413, 414, 415, 429, 431, 503}
DEEP = b"[" * 5_000 + b"]" * 5_000
ODD = [None, True, -1, 0, 2**63, 1e308, "", "x", "\ud800", "\x00", "é" * 5_000, [], [[]], {}, {"a": {}}, ["x"] * 2_000]
SEGMENTS = [
    "",
    "%00",
    "%ff",
    "%2e%2e",
    "..",
    "-1",
    "99999999999999999999",
    "x" * 200,
    "%F0%9F%82%A1",
    "a%0d%0ab",
    "\xb2",
]
BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe",
    b'{"game":"scout","name":"\xff"}',
    b'{"a":' + DEEP + b"}",
    DEEP,
    b"9" * 10_000,
    b'{"name":1e999}',
    b'{"name":"x","name":"y"}',
    b"\x00" * 100,
    b'{"name":"' + b"x" * 70_000 + b'"}',
]
HEADERS = [
    {},
    {"content-type": "text/plain"},
    {"content-type": "multipart/form-data; boundary=x"},
    {"content-type": "application/x-www-form-urlencoded"},
    {"content-type": "application/json; charset=utf-16"},
    {"content-type": "\xff"},
    {"authorization": "Bearer " + "\xff" * 43},
    {"authorization": "Basic x"},
    {"cookie": "lasttrick=\xff; =; ;;; lasttrick"},
    {"origin": "http://[::1"},
    {"origin": "\xff"},
    {"accept": "\xff/\xff;q=x"},
    {"accept-encoding": "\xff"},
    {"content-encoding": "gzip"},
    {"x-forwarded-for": "\xff, ::::"},
    {"range": "bytes=-1"},
    {"transfer-encoding": "gzip"},
    {"expect": "200-maybe"},
]
FIELDS = ("game", "name", "players", "options", "seats", "pace", "public", "hints", "start", "word", "program", "seat",
          "kind", "bot", "muted", "fill", "code", "format", "rules", "seed", "actions", "fair")  # fmt: skip


class Clerk(InlineClerk):
    """A clerk that may refuse anything, but not fail."""

    async def ask(self, kind: str, body: bytes, address: str = "") -> Found:
        found = await super().ask(kind, body, address)
        assert not found.failed, found.failed
        return found


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    with running(database=f"sqlite:///{tmp_path_factory.mktemp('odd')}/tables.db") as server:
        server.house.clerks = Clerk()
        yield server.url


def routes() -> list[tuple[str, str]]:
    return sorted((method, path) for h in HANDLERS for path in h.paths for method in h.http_methods if method != "HEAD")


class Sender:
    """One connection, opened anew when it was closed."""

    def __init__(self, host: str, token: str):
        self.host, self.token = host, token
        self.there: socket.socket | None = None

    def send(self, method: str, path: str, body: bytes = b"", headers: dict | None = None) -> None:
        sent = {"host": self.host, "authorization": f"Bearer {self.token}", "content-type": "application/json"}
        sent |= {**(headers or {}), "content-length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
        answer = self._exchange("\r\n".join(lines).encode("latin-1") + body, method)
        if answer is None:
            return
        asked, (status, kind, text) = f"{lines[0][:80]} {headers} {body[:60]!r}", answer
        assert status in FITTING, (status, asked, text[:300])
        assert b"Traceback" not in text, asked
        if status >= 400 and "json" in kind and text:
            told = json.loads(text)
            assert 0 < len(told["error"]) < 600, (asked, told)

    def _exchange(self, data: bytes, method: str) -> tuple[int, str, bytes] | None:
        """Status, type and text; None if the server has closed before it was all sent, as it may."""
        if self.there is None:
            host, port = self.host.split(":")
            self.there = socket.create_connection((host, int(port)), timeout=60)
        try:
            self.there.sendall(data)
            answer = http.client.HTTPResponse(self.there, method=method)
            answer.begin()
            text, is_over = answer.read(), answer.will_close
        except (http.client.HTTPException, ConnectionError):
            self.there, _ = None, self.there.close()
            return None
        if is_over:
            self.there, _ = None, self.there.close()
        return answer.status, answer.headers.get("content-type", ""), text


@pytest.mark.parametrize(("method", "path"), routes())
def test_nothing_that_is_sent_is_an_error_of_ours(place, caplog, method, path):
    host, (table, [token]) = place.removeprefix("http://"), new_table(place, 3)
    sender, luck = Sender(host, token), random.Random(path)
    there = path.replace("{table_id:str}", table).replace("{seat:int}", "1")
    is_game = "/api/tables" in path or "/api/matches" in path
    for body in BODIES if method == "POST" else BODIES[:1]:
        sender.send(method, there, body)
    if method == "POST":
        for field in FIELDS:
            value = luck.choice(ODD)
            base = {"game": "scout", "name": "Eve"} if is_game else {}
            sender.send(method, there, json.dumps({**base, field: value}).encode())
            sender.send(method, there, json.dumps({**base, "options": {field: value}}).encode())
    for headers in HEADERS:
        sender.send(method, there, b"{}" if method == "POST" else b"", headers)
    for segment in SEGMENTS:
        sender.send(method, path.replace("{table_id:str}", segment).replace("{seat:int}", segment))
        sender.send(method, f"{there}?first={segment}&eyes={segment}&{segment}")
        sender.send(method, f"{there}/{segment}")
    for other in ("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "X"):
        if other != method:
            sender.send(other, there)
    assert not [record for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]
    Sender(host, token).send("GET", "/health")
