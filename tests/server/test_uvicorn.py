"""What we take from uvicorn beyond its published ways. Where one of these fails after an update, its text says what the
house loses; `server/wire.py` is the only module that touches uvicorn's insides."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN

from lasttrick.server import wire
from tests.server.test_wire import HANDSHAKE

pytestmark = pytest.mark.uncompiled

REQUEST = b"GET /a?b=c HTTP/1.1\r\nhost: here\r\nx: y\r\n\r\n"
UPGRADE = "\r\n".join(
    ["GET /a HTTP/1.1", "host: here", "upgrade: websocket", *(f"{n}: {v}" for n, v in HANDSHAKE.items())]
)


class Transport(asyncio.Transport):
    """A connection to nobody: what is written is kept."""

    def __init__(self):
        super().__init__({"peername": ("192.0.2.7", 4000), "sockname": ("192.0.2.1", 80)})
        self.written, self.is_over = b"", False

    def write(self, data):
        self.written += data

    def close(self):
        self.is_over = True

    abort = close

    def is_closing(self):
        return self.is_over

    def get_write_buffer_size(self):
        return 0

    def set_protocol(self, protocol):
        self.protocol = protocol

    def pause_reading(self):
        pass

    resume_reading = pause_reading


def connected(http: type[HttpToolsProtocol], app: Callable, kind: type = wire.Wire):
    """A connection as uvicorn's server would make it, and its transport."""
    config = uvicorn.Config(app, http=http, ws=kind, log_config=None, lifespan="off")
    config.load()
    made = http(config=config, server_state=ServerState(), app_state={}, _loop=asyncio.get_running_loop())
    transport = Transport()
    made.connection_made(transport)
    return made, transport


async def nothing(scope, receive, send):
    """An application that answers without a body."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


class Gated(wire.Http):
    gate = wire.Gate(100)


def run(talk) -> None:
    asyncio.run(asyncio.wait_for(talk(), 20))


def test_a_request_is_read_piece_by_piece_through_callbacks_of_the_connection():
    """The parser calls `on_url`, `on_header` and their kin on the connection. If this fails, a head is only measured
    when it is whole: long and slow requests are let in."""
    calls = []

    class Watching(Gated):
        pass

    names = ("on_message_begin", "on_url", "on_header", "on_headers_complete", "on_message_complete")
    for name in names:

        def heard(self, *data, name=name):
            calls.append(name)
            getattr(Gated, name)(self, *data)

        setattr(Watching, name, heard)

    async def talk():
        made, _ = connected(Watching, nothing)
        for at in range(len(REQUEST)):
            made.data_received(REQUEST[at : at + 1])
        await asyncio.sleep(0)

    run(talk)
    assert list(dict.fromkeys(calls)) == list(names)
    assert calls.count("on_header") == 2


def test_an_answer_goes_the_way_that_the_cycle_of_its_request_has():
    """`cycle.transport` is written to. If this fails, an answer to somebody who has just left is an error of the
    server, with a traceback for each."""

    async def talk():
        made, transport = connected(Gated, nothing)
        made.data_received(REQUEST)
        assert isinstance(made.cycle.transport, wire.Way)
        while b"204" not in transport.written:
            await asyncio.sleep(0.001)
        transport.is_over = True
        made.cycle.transport.write(b"nobody reads this")
        assert not transport.written.endswith(b"this")

    run(talk)


def test_what_cannot_be_read_is_answered_by_one_method_with_lines_of_a_table():
    """`send_400_response` and `STATUS_LINE`. If this fails, refusals on the wire (431, 429, 400) are uvicorn's own
    words or nothing at all."""
    assert all(STATUS_LINE[status].startswith(b"HTTP/1.1 %d " % status) for status in (400, 429, 431))

    async def talk():
        made, transport = connected(Gated, nothing)
        made.data_received(b"GET / HTTP/1.1\r\nx: " + b"y" * 20_000)
        assert transport.written.startswith(b"HTTP/1.1 431 ")
        assert transport.is_over

    run(talk)


class Listener:
    def __init__(self):
        self.told, self.is_lost = [], False

    def heard(self, data):
        self.told.append(data)

    def lost(self):
        self.is_lost = True


def test_a_handshake_ends_http_and_a_socket_goes_on_with_the_library_s_parser():
    """`handle_websocket_upgrade` gives the connection away; `conn.parse` reads frames once its state is open. If this
    fails, no table can be reached: every socket ends at its handshake or its first long message."""
    listener = Listener()

    async def accepting(scope, receive, send):
        scope["extensions"][wire.WIRE].accept(listener)

    async def talk():
        made, transport = connected(Gated, accepting)
        made.data_received(UPGRADE.encode() + b"\r\n\r\n")
        while b"101" not in transport.written:
            await asyncio.sleep(0.001)
        socket = transport.protocol
        assert socket.conn.state is OPEN
        for text in (b"short", b"long " * 100):
            socket.data_received(Frame(Opcode.TEXT, text).serialize(mask=True))
        assert listener.told == [b"short", b"long " * 100]
        socket.data_received(b"\xff\xff")  # no frame
        assert socket.conn.parser_exc is not None
        assert b"\x03\xea" in transport.written, "closed with 1002"
        socket.connection_lost(None)
        assert listener.is_lost

    wire.Wire.outbox = wire.Outbox()
    run(talk)


@pytest.mark.parametrize(
    ("proxies", "address", "named"),
    [(["10.0.0.0/8"], "10.1.2.3", True), (["10.0.0.0/8"], "192.0.2.1", False), ([], "127.0.0.1", False)],
)
def test_proxies_are_named_by_address_or_network(proxies, address, named):
    """`_TrustedHosts` reads the setting as uvicorn's own middleware does. If this fails, either everybody behind a
    proxy counts as one visitor, or anybody can claim to be another."""
    assert (address in wire.trusted(proxies)) is named


def test_nothing_else_touches_its_insides():
    room = Path(wire.__file__).parent
    touching = [path.name for path in room.glob("*.py") if "uvicorn.protocols" in path.read_text(encoding="utf-8")]
    assert touching == ["wire.py"]
    assert not [
        path.name for path in room.glob("*.py") if "from uvicorn." in path.read_text() and path.name != "wire.py"
    ]
