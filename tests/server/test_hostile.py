"""Those who do not play by the rules of the net: foreign pages, oversized messages, slow readers, guessers."""

import asyncio
import contextlib
import http.client
import socket
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lasttrick.server.visitors import visitor_of
from tests.server.client import get, new_table, post, request, sit
from tests.server.conftest import running


def socket_address(url: str, table: str) -> str:
    return url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"


def status_of(address: str, **headers) -> int:
    """The HTTP status with which a socket is refused, or 101."""

    async def knock() -> int:
        try:
            async with connect(address, additional_headers=headers, compression=None):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    return asyncio.run(knock())


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        pytest.param("{url}", 101, id="our own page"),
        pytest.param("http://evil.example", 403, id="a foreign page"),
        pytest.param("null", 403, id="a page without a place"),
        pytest.param("{url}.evil.example", 403, id="a page with a similar name"),
        pytest.param("https://{host}@evil.example", 403, id="our name before an at sign"),
        pytest.param("", 403, id="no origin"),
    ],
)
def test_only_our_own_page_may_open_a_socket(url, origin, status):
    table, _ = new_table(url)
    named = origin.format(url=url, host=url.removeprefix("http://"))
    headers = {"Origin": named} if origin else {}
    assert status_of(socket_address(url, table), **headers) == status


def test_a_program_needs_no_origin_but_a_good_token(url):
    table, [token] = new_table(url)
    assert status_of(socket_address(url, table), Authorization=f"Bearer {token}") == 101
    assert status_of(socket_address(url, table), Authorization="Bearer " + "x" * 43) == 401


def test_a_foreign_page_cannot_use_a_cookie(url):
    status, _, headers = request(url, "/api/tables", {"game": "ten_tricks_later", "name": "Ann"})
    assert status == 201
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    name = cookie.split(";")[0]
    for origin, expected in (("http://evil.example", 403), (url, 201), (None, 403)):
        sent = {"cookie": name, **({"origin": origin} if origin else {})}
        status, answer, _ = request(url, "/api/tables", {"game": "ten_tricks_later", "name": "Eve"}, headers=sent)
        assert status == expected, answer


@pytest.mark.parametrize("size", [8193, 9000, 100_000, 2_000_000])
def test_a_message_over_8_kib_closes_the_socket(url, size):
    async def send():
        table, [token] = new_table(url)
        async with sit(url, table, token) as player:
            with contextlib.suppress(ConnectionClosed):
                await player.socket.send("x" * size)
            await asyncio.wait_for(player.socket.wait_closed(), 10)
            assert player.socket.close_code in (1009, 1006)  # 1006: cut off while still sending

    asyncio.run(send())


def test_binary_messages_close_the_socket(url):
    async def send():
        table, [token] = new_table(url)
        async with sit(url, table, token) as player:
            await player.socket.send(b"\x00\x01")
            await asyncio.wait_for(player.socket.wait_closed(), 10)
            assert player.socket.close_code == 1003

    asyncio.run(send())


def test_who_says_nothing_is_closed(tmp_path):
    async def wait(url):
        table, [token] = new_table(url)
        async with sit(url, table, token, hello=False) as player:
            await asyncio.wait_for(player.socket.wait_closed(), 5)
            assert player.socket.close_code == 1008

    with running(database=f"sqlite:///{tmp_path}/tables.db", hello_within=0.2) as server:
        asyncio.run(wait(server.url))


def test_half_open_requests_are_closed_and_hold_nobody_up(tmp_path, report):
    number = 100
    with running(database=f"sqlite:///{tmp_path}/tables.db", request_within=1.0) as server:
        host, port = server.url.removeprefix("http://").split(":")
        half_open = [socket.create_connection((host, int(port))) for _ in range(number)]
        for index, one in enumerate(half_open):
            one.sendall([b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: x\r\n"
                         b"Content-Length: 50\r\n\r\n{"][index % 4])  # fmt: skip
        began = time.monotonic()
        assert get(server.url, "/health")["status"] == "ok"
        healthy = time.monotonic() - began
        closed = 0
        for one in half_open:
            one.settimeout(max(0.1, began + 8 - time.monotonic()))
            try:
                while one.recv(1000):
                    pass
                closed += 1
            except ConnectionResetError:
                closed += 1
            except TimeoutError:
                pass
            one.close()
        worst = time.monotonic() - began
    report(f"half-open opened={number} closed={closed} worst_s={worst:.1f} healthy_ms={healthy * 1000:.0f}")
    assert closed == number
    assert healthy < 1


def test_a_slow_reader_is_dropped_and_holds_nobody_up(tmp_path, report):
    async def play(server):
        table, tokens = new_table(server.url, 4, people=2)
        host, port = server.url.removeprefix("http://").split(":")
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((host, int(port)))
        head = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        head += "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        slow.sendall(f"{head}Authorization: Bearer {tokens[1]}\r\n\r\n".encode())
        assert b" 101 " in slow.recv(200)
        hello = b'{"type":"hello","id":"h"}'
        slow.sendall(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)
        at_table = server.house.tables[table]
        async with sit(server.url, table, tokens[0]) as quick:
            while not server.call(lambda: at_table.is_present(1)):
                await asyncio.sleep(0.01)
            worst, said = 0.0, 0
            while server.call(lambda: at_table.is_present(1)):
                began = time.monotonic()
                assert (await quick.ask("say", text="x" * 500))["type"] == "ack"
                worst, said = max(worst, time.monotonic() - began), said + 1
                assert said < 20_000, "the slow reader was never dropped"
        slow.close()
        return said, worst

    with running(database=f"sqlite:///{tmp_path}/tables.db", unsent_bytes=65536) as server:
        said, worst = asyncio.run(play(server))
        assert get(server.url, "/health")["status"] == "ok"
    report(f"slow-reader dropped=1 after_messages={said} others_worst_ms={worst * 1000:.0f}")
    assert worst < 2


def test_guessing_is_slowed_down(tmp_path, report):
    with running(database=f"sqlite:///{tmp_path}/tables.db", guesses_burst=20, guesses_per_second=0.01) as server:
        table, _ = new_table(server.url)
        guessed = [request(server.url, f"/api/tables/guess{i}")[0] for i in range(15)]
        code = {"code": "x" * 22}
        guessed += [request(server.url, f"/api/tables/{table}/claim", code)[0] for _ in range(15)]
        tokens = [status_of(socket_address(server.url, table), Authorization=f"Bearer {i:043}") for i in range(5)]
    blocked = (guessed + tokens).count(429)
    report(f"guesses tried={len(guessed + tokens)} hits=0 blocked={blocked}")
    assert guessed[:20] == [404] * 15 + [403] * 5
    assert set(guessed[20:] + tokens) == {429}


def test_a_flood_of_messages_is_refused_then_closed(tmp_path):
    async def flood(url):
        table, [token] = new_table(url)
        async with sit(url, table, token) as player:
            try:
                for number in range(200):
                    await player.send("ping", f"n{number}")
                await asyncio.wait_for(player.socket.wait_closed(), 10)
            except ConnectionClosed:
                pass
            kinds = [answers[0]["type"] for answers in player.answers.values()]
            assert player.socket.close_code == 1008
            assert kinds.count("ack") <= 25
            assert "unavailable" in kinds

    with running(database=f"sqlite:///{tmp_path}/tables.db", messages_burst=20, messages_per_second=1) as server:
        asyncio.run(flood(server.url))


def test_sockets_from_one_address_are_limited(tmp_path):
    async def open_many(url):
        table, [token] = new_table(url)
        async with sit(url, table, token), sit(url, table, token):
            with pytest.raises(InvalidStatus) as refused:
                async with sit(url, table, token):
                    pass
            assert refused.value.response.status_code == 429

    with running(database=f"sqlite:///{tmp_path}/tables.db", sockets_per_address=2) as server:
        asyncio.run(open_many(server.url))


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "a\u202eb\x00c\nd", "  many   spaces  ", "é" * 60, "𝔸𝕟𝕟"]
)
def test_names_stay_text_on_one_line(url, name):
    made = post(url, "/api/tables", {"game": "ten_tricks_later", "name": name[:40], "program": True})
    shown = made["table"]["seats"][0]["name"]
    assert shown == " ".join(shown.split())
    assert all(ord(c) >= 32 and c not in "\u202e\u2066" for c in shown)
    _, _, headers = request(url, f"/api/tables/{made['table']['id']}")
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (f"lasttrick={'a' * 43}", True),
        (f"other=1; lasttrick={'a' * 43}; more=2", True),
        (f"other=1;lasttrick={'a' * 43}", True),
        (f"lasttrick={'a' * 42}", False),
        (f"lasttrick={'a' * 44}", False),
        (f"notlasttrick={'a' * 43}", False),
        (f"other=lasttrick={'a' * 43}", False),
        (f"Lasttrick={'a' * 43}", False),
    ],
)
def test_the_cookie_is_found_among_others_or_not_at_all(header, found):
    scope = {"headers": [(b"cookie", header.encode())], "client": ("127.0.0.1", 1)}
    assert visitor_of(scope).token == ("a" * 43 if found else None)


def test_a_name_of_nothing_visible_is_refused(url):
    status, answer, _ = request(url, "/api/tables", {"game": "ten_tricks_later", "name": "\u200b \u202e"})
    assert (status, answer["key"]) == (400, "name")


def test_the_page_comes_under_a_strict_policy(url):
    connection = http.client.HTTPConnection(url.removeprefix("http://"))
    for path in ("/", "/table/x", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd"):
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 200
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert b"root:" not in text
    connection.close()


def test_an_oversized_request_is_refused(url):
    status, _, _ = request(url, "/api/matches", raw=b"x" * 1_050_000)
    assert status == 413
