"""What we read of WebSocket ourselves is as strict as the library: the same bytes, cut anywhere, lead to the same."""

import asyncio
import base64
import os
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.datastructures import Headers
from websockets.frames import Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from lasttrick.server.wire import Outbox, Wire, accept_of

MOST = 8192
LONG = os.environ.get("LASTTRICK_LONG") == "1"
STREAMS = 100_000 if LONG else 2_000


# --- Both sides ------------------------------------------------------------------------------------------------------


class Transport:
    """What a connection writes; once closed, nothing more is read from it."""

    def __init__(self):
        self.written, self.closing = b"", False

    def write(self, data):
        if not self.closing:
            self.written += data

    def close(self):
        self.closing = True

    abort = close

    def is_closing(self):
        return self.closing

    def get_write_buffer_size(self):
        return 0

    def pause_reading(self):
        pass

    resume_reading = pause_reading

    def get_extra_info(self, name, default=None):
        return default


class Ear:
    def __init__(self):
        self.messages = []

    def heard(self, data):
        self.messages.append(data)

    def lost(self):
        pass


class Setting:
    """What a wire needs of uvicorn."""

    loaded, loaded_app, root_path, asgi_version = True, None, "", "3.0"
    ws_per_message_deflate, ws_max_size, ws_ping_interval, ws_ping_timeout = False, MOST, None, None


class Shared:
    def __init__(self):
        self.connections, self.tasks, self.default_headers = set(), set(), []


def through_ours(pieces: list[bytes], loop) -> tuple[list[bytes], int | None, list[bytes]]:
    """The messages heard, the code of our close, and the pongs."""
    kind = type("Wire", (Wire,), {"outbox": Outbox(), "frames_burst": 10**9, "most_fragments": 10**9})
    wire, ear, transport = kind(Setting(), Shared(), {}, loop), Ear(), Transport()
    wire.connection_made(transport)
    wire.accept(ear)
    transport.written = b""
    for piece in pieces:
        if transport.closing:
            break
        wire.data_received(piece)
    if wire.close_timer is not None:
        wire.close_timer.cancel()
    return ear.messages, *read_frames(transport.written)


def through_the_library(pieces: list[bytes]) -> tuple[list[bytes], int | None, list[bytes]]:
    """The same by the library alone, which leaves it to us to put fragments together and to look at the text."""
    conn = ServerProtocol(max_size=MOST, state=OPEN)
    messages: list[bytes] = []
    written, parts, is_text, ending = b"", [], True, 0
    for piece in pieces:
        conn.receive_data(piece)
        for event in conn.events_received():
            if event.opcode in (Opcode.TEXT, Opcode.BINARY):
                parts, is_text = [event.data], event.opcode is Opcode.TEXT
            elif event.opcode is Opcode.CONT:
                parts.append(event.data)
            else:
                continue
            if event.fin and not ending:
                message = b"".join(map(bytes, parts))
                ending = 1003 if not is_text else 0 if is_utf8(message) else 1007
                messages += [] if ending else [message]
        if ending and conn.state is OPEN:
            conn.send_close(ending)
        written += b"".join(conn.data_to_send())
        if conn.state is not OPEN:
            break
    return messages, *read_frames(written)


def is_utf8(message: bytes) -> bool:
    try:
        return message.decode() is not None
    except UnicodeDecodeError:
        return False


def read_frames(written: bytes) -> tuple[int | None, list[bytes]]:
    """The code of the first close among written frames (1005 if it has none), and the pongs before it."""
    at, pongs = 0, []
    while at < len(written):
        length = written[at + 1]
        payload, opcode = written[at + 2 : at + 2 + length], written[at] & 15
        at += 2 + length
        if opcode == Opcode.CLOSE:
            return (int.from_bytes(payload[:2], "big") if payload else 1005), pongs
        if opcode == Opcode.PONG:
            pongs.append(payload)
    return None, pongs


# --- Bytes of a client -----------------------------------------------------------------------------------------------

TEXTS = st.one_of(
    st.just(b'{"type":"ping","id":"p1"}'),
    st.text(max_size=130).map(str.encode),
    st.binary(max_size=130),
    st.integers(0, 9000).map(lambda n: b"x" * n),
)


CLOSES = [b"", b"\x03\xe8", b"\x03\xe8bye", b"\x03", b"\x03\xed", b"\x0f\xff", b"\x03\xe8\xff"]


@st.composite
def frames(draw) -> bytes:
    """A frame: mostly good, sometimes odd in one of the ways there are."""
    payload = draw(TEXTS)
    opcode = draw(st.sampled_from([*[1] * 16, 0, 0, 0, 2, 8, 9, 9, 10, 3]))
    if opcode == 8:
        payload = draw(st.sampled_from(CLOSES))
    if opcode in (9, 10) and draw(st.integers(0, 9)):
        payload = payload[:125]
    first = opcode | (0 if opcode < 3 and not draw(st.integers(0, 3)) else 0x80)
    if not draw(st.integers(0, 30)):
        first ^= draw(st.sampled_from([0x10, 0x20, 0x40, 0x80]))
    masked = 0 if not draw(st.integers(0, 40)) else 0x80
    return bytes([first]) + length_of(payload, masked, draw(st.integers(0, 40))) + body_of(draw, payload, masked)


def length_of(payload: bytes, masked: int, odd: int) -> bytes:
    """The length in the shortest form, or rarely in a longer one, or a lie."""
    length = len(payload)
    if odd == 0:
        return bytes([masked | 127]) + (1 << 62).to_bytes(8, "big")
    if length > 125 or odd == 1:
        return bytes([masked | 126]) + length.to_bytes(2, "big")
    if odd == 2:
        return bytes([masked | 127]) + length.to_bytes(8, "big")
    return bytes([masked | length])


def body_of(draw, payload: bytes, masked: int) -> bytes:
    if not masked:
        return payload
    mask = draw(st.binary(min_size=4, max_size=4))
    return mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


@st.composite
def streams(draw) -> list[bytes]:
    """Some frames, perhaps damaged, cut at random places or where the frames end."""
    made = draw(st.lists(frames(), min_size=1, max_size=8))
    luck = random.Random(draw(st.integers(0, 1 << 30)))
    if not draw(st.integers(0, 2)):
        pieces = made
    else:
        data = b"".join(made)
        cuts = sorted(luck.randrange(len(data) + 1) for _ in range(luck.choice([0, 1, 2, 5, 20])))
        pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    if not draw(st.integers(0, 9)):
        at = luck.randrange(len(pieces))
        damaged = bytearray(pieces[at])
        if damaged:
            damaged[luck.randrange(len(damaged))] ^= 1 << luck.randrange(8)
        pieces = [*pieces[:at], bytes(damaged), *pieces[at + 1 :]]
    return [piece for piece in pieces if piece]


def test_the_same_bytes_lead_to_the_same(report):
    loop = asyncio.new_event_loop()
    seen = {"streams": 0, "messages": 0, "closes": 0, "codes": set()}

    @settings(max_examples=STREAMS, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(streams())
    def compare(pieces):
        ours, theirs = through_ours(pieces, loop), through_the_library(pieces)
        assert ours == theirs, pieces
        seen["streams"] += 1
        seen["messages"] += len(ours[0])
        if ours[1] is not None:
            seen["closes"] += 1
            seen["codes"].add(ours[1])

    compare()
    loop.close()
    codes = "/".join(map(str, sorted(seen["codes"])))
    report(f"strict streams={seen['streams']} messages={seen['messages']} closes={seen['closes']} codes={codes}")
    assert {1000, 1002, 1003, 1005, 1007, 1009} <= seen["codes"]


# --- Handshakes ------------------------------------------------------------------------------------------------------

KEYS = st.one_of(
    st.binary(min_size=14, max_size=18).map(lambda raw: base64.b64encode(raw).decode()),
    st.sampled_from(
        [
            "dGhlIHNhbXBsZSBub25jZQ==",
            "AAAAAAAAAAAAAAAAAAAAAB==",
            "dGhlIHNhbXBsZSBub25jZQ=",
            "",
            "====",
        ]
    ),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=26),
)


@settings(max_examples=20_000 if LONG else 500, deadline=None, database=None)
@given(
    method=st.sampled_from(["GET", "GET", "GET", "POST", "HEAD"]),
    http=st.sampled_from(["1.1", "1.1", "1.1", "1.0"]),
    keys=st.lists(KEYS, max_size=2),
    versions=st.lists(st.sampled_from(["13", "13", "13", "12", "013", "13, 13", ""]), max_size=2),
    upgrades=st.lists(st.sampled_from(["websocket", "websocket", "WebSocket", "h2c", "websocket, h2c"]), max_size=2),
)
def test_handshakes_the_library_refuses_are_refused(method, http, keys, versions, upgrades):
    named = [("Connection", "Upgrade"), *(("Sec-WebSocket-Key", k) for k in keys)]
    named += [("Sec-WebSocket-Version", v) for v in versions] + [("Upgrade", u) for u in upgrades]
    response = ServerProtocol().accept(Request("/", Headers(named), method, f"HTTP/{http}"))
    ours = accept_of(method, http, [(name.lower().encode(), value.encode()) for name, value in named])
    if ours is not None:
        assert response.status_code == 101
        assert response.headers["Sec-WebSocket-Accept"].encode() == ours
    else:
        assert response.status_code != 101
