"""Handshakes and frames: what we read and write ourselves agrees with the websockets library, however bytes are cut."""

import asyncio
import random
import socket

import pytest
from websockets.frames import Frame, Opcode
from websockets.utils import accept_key

from lasttrick.server.frames import Tally, frame, unmasked
from lasttrick.server.wire import accept_of
from tests.server.client import new_table, sit


def of_the_library(payload: bytes, mask: bool) -> bytes:
    return Frame(Opcode.TEXT, payload).serialize(mask=mask)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_frame_is_what_the_library_would_write(length):
    payload = bytes(i % 251 for i in range(length))
    assert frame(payload) == of_the_library(payload, mask=False)


@pytest.mark.parametrize("length", [0, 1, 3, 4, 5, 8, 124, 125])
def test_a_masked_frame_is_read_as_it_was_meant(length):
    payload = random.Random(length).randbytes(length)
    data = of_the_library(payload, mask=True)
    assert unmasked(data[2:6], data[6:]) == payload


def test_frames_are_counted_however_the_bytes_are_cut():
    lengths = (0, 5, 125, 126, 300, 70_000)
    data = b"".join(of_the_library(b"x" * n, mask=True) for n in lengths)
    luck = random.Random(1)
    for _ in range(50):
        tally, rest, begun = Tally(), data, 0
        while rest:
            cut = luck.choice([1, 2, 5, 6, 7, 13, 14, 100, 400, 50_000])
            begun += tally.count(rest[:cut], 100)
            rest = rest[cut:]
        assert begun == len(lengths)
        assert tally.is_between_frames


def test_counting_ends_soon():
    tally = Tally()
    assert tally.count(of_the_library(b"", mask=True) * 40_000, 100) == 101
    assert not tally._head, "what was not counted was kept"


@pytest.mark.parametrize("seed", range(4))
def test_messages_arrive_whole_however_the_bytes_are_cut(url, seed):
    luck = random.Random(seed)

    async def talk():
        table, [token] = new_table(url, 4)
        async with sit(url, table, token) as player:
            messages = [f'{{"type":"ping","id":"p{i}"}}' + " " * luck.choice([0, 0, 120, 400]) for i in range(60)]
            data = b"".join(of_the_library(m.encode(), mask=True) for m in messages)
            transport = player.socket.transport
            while data:
                cut = luck.choice([1, 2, 6, 31, 37, 200]) if seed else len(of_the_library(messages[0].encode(), True))
                transport.write(data[:cut])
                data = data[cut:]
                await asyncio.sleep(0.002)
            while len(player.answers) < 61:
                await asyncio.sleep(0.01)
            assert all(player.answers[f"p{i}"] == [{"type": "ack", "id": f"p{i}", "version": a["version"]}]
                       for i in range(60) for a in [player.answers[f"p{i}"][0]])  # fmt: skip

    asyncio.run(asyncio.wait_for(talk(), 30))


KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HANDSHAKE = {"sec-websocket-key": KEY, "sec-websocket-version": "13", "connection": "keep-alive, Upgrade"}


def handshake(url: str, method: str = "GET", **headers: str) -> tuple[str, dict[str, str], bytes]:
    """A request for a socket, byte by byte; the status and the headers of the answer, and what follows them."""
    table, [token] = new_table(url)
    host = url.removeprefix("http://")
    asked = {"host": host, "upgrade": "websocket", "authorization": f"Bearer {token}", **HANDSHAKE, **headers}
    lines = [f"{method} /api/tables/{table}/socket?x=1 HTTP/1.1", *(f"{n}: {v}" for n, v in asked.items() if v), "", ""]
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=10) as opened:
        opened.sendall("\r\n".join(lines).encode())
        head, _, rest = opened.recv(4096).partition(b"\r\n\r\n")
        status, *told = head.decode().split("\r\n")
        return status, dict(line.lower().split(": ", 1) for line in told), rest


def test_a_handshake_is_accepted_as_the_library_does(url):
    status, headers, rest = handshake(url)
    assert status == "HTTP/1.1 101 Switching Protocols"
    assert headers == {"upgrade": "websocket", "connection": "upgrade", "sec-websocket-accept": accept_key(KEY).lower()}
    assert rest == b""
    told = [(name.encode(), value.encode()) for name, value in {"upgrade": "websocket", **HANDSHAKE}.items()]
    assert accept_of("GET", "1.1", told) == accept_key(KEY).encode() == b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


@pytest.mark.parametrize(
    ("method", "odd"),
    [
        pytest.param("POST", {"content-length": "0"}, id="not a GET"),
        pytest.param("GET", {"sec-websocket-version": "12"}, id="another version"),
        pytest.param("GET", {"sec-websocket-key": ""}, id="no key"),
        pytest.param("GET", {"sec-websocket-key": "short"}, id="a short key"),
        pytest.param("GET", {"sec-websocket-key": KEY[:-1] + "!"}, id="a wrong key"),
    ],
)
def test_what_is_no_handshake_is_told_so(url, method, odd):
    status, headers, rest = handshake(url, method, **odd)
    assert status == "HTTP/1.1 400 Bad Request"
    assert headers["connection"] == "close"
    assert rest == b"This is not a WebSocket handshake of version 13."


@pytest.mark.parametrize(
    ("odd", "status", "key"),
    [
        pytest.param({"authorization": "Bearer " + "x" * 43}, "401", b"bad_token", id="a bad token"),
        pytest.param({"authorization": "", "origin": "http://evil.example"}, "403", b"origin", id="a foreign page"),
    ],
)
def test_a_handshake_can_be_refused(url, odd, status, key):
    told, headers, rest = handshake(url, **odd)
    assert told.split()[1] == status
    assert headers["content-type"] == "application/json"
    assert key in rest
