"""Handshakes and frames: what we read and write ourselves agrees with the websockets library, however bytes are cut."""

import asyncio
import random
import socket

import pytest
from websockets.frames import Frame, Opcode
from websockets.utils import accept_key

from lasttrick.server import wire
from lasttrick.server.wire import accept_of, ends_whole, frame, unmasked
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


def test_a_piece_of_data_ends_whole_only_at_the_end_of_a_frame():
    data = b"".join(of_the_library(b"x" * n, mask=True) for n in (0, 5, 125, 126, 300))
    ends, at = {0}, 0
    for n in (0, 5, 125, 126, 300):
        at += len(of_the_library(b"x" * n, mask=True))
        ends.add(at)
    assert {cut for cut in range(len(data) + 1) if ends_whole(data[:cut])} == ends


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
ORDINARY = {"sec-websocket-key": KEY, "sec-websocket-version": "13", "connection": "keep-alive, Upgrade"}


def lines(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def test_an_ordinary_handshake_is_accepted_as_the_library_does():
    assert accept_of("GET", lines(ORDINARY)) == accept_key(KEY).encode() == b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


@pytest.mark.parametrize(
    ("method", "odd"),
    [
        pytest.param("POST", [], id="not a GET"),
        pytest.param("GET", [(b"sec-websocket-key", KEY.encode())], id="two keys"),
        pytest.param("GET", [(b"sec-websocket-protocol", b"chat")], id="a protocol of its own"),
        pytest.param("GET", [(b"cookie", b"x" * 9000)], id="very long"),
    ],
)
def test_any_other_handshake_is_left_to_the_library(method, odd):
    assert accept_of(method, lines(ORDINARY) + odd) is None


@pytest.mark.parametrize("key", ["", "short", KEY[:-1] + "!", KEY + KEY])
def test_a_handshake_without_a_good_key_is_left_to_the_library(key):
    assert accept_of("GET", lines({**ORDINARY, "sec-websocket-key": key})) is None


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({}, id="accepted"),
        pytest.param({"authorization": "Bearer " + "x" * 43}, id="refused: a bad token"),
        pytest.param({"origin": "http://evil.example"}, id="refused: a foreign page"),
        pytest.param({"sec-websocket-version": "12"}, id="refused: another version"),
    ],
)
def test_both_handshakes_answer_alike(url, monkeypatch, more):
    table, [token] = new_table(url)
    host, port = url.removeprefix("http://").split(":")
    headers = {"host": f"{host}:{port}", "upgrade": "websocket", "authorization": f"Bearer {token}", **ORDINARY, **more}
    if "origin" in more:
        del headers["authorization"]
    asked = f"GET /api/tables/{table}/socket?x=1 HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in headers.items())

    def answer() -> list[str]:
        with socket.create_connection((host, int(port))) as opened:
            opened.sendall(asked.encode() + b"\r\n")
            head = opened.recv(4096).decode().split("\r\n")
            return [line for line in head if not line.startswith("Date:")]

    ours = answer()
    monkeypatch.setattr(wire, "accept_of", lambda method, headers: None)
    assert ours == answer()
