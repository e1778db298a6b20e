"""The application: HTTP through Litestar, sockets and the page directly."""

import asyncio
import logging

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig

from lasttrick import __version__
from lasttrick.core.errors import LastTrickError
from lasttrick.server import api, logs, metrics, page, protocol
from lasttrick.server.connection import Connection
from lasttrick.server.house import House
from lasttrick.server.http import HANDLERS, find_table
from lasttrick.server.seating import Refused, seat_of
from lasttrick.server.settings import Settings
from lasttrick.server.store import Conflict, StoreDown
from lasttrick.server.visitors import check_origin, note_guess, visitor_of
from lasttrick.server.wire import WIRE

API = ("/api", "/health", "/metrics", "/schema")
SOCKET = "/socket"
MOST_BODY = 1_100_000


def problem(status: int, key: str, sentence: str) -> Response[api.Problem]:
    return Response(api.Problem(sentence, key), status_code=status)


def on_error(_: Request, error: Exception) -> Response[api.Problem]:
    """Every refusal is one sentence and a key."""
    if isinstance(error, Refused):
        return problem(error.status, error.key, str(error))
    if isinstance(error, StoreDown | Conflict):
        return problem(503, "store", "The store does not answer at the moment; try again.")
    if isinstance(error, LastTrickError):
        return problem(400, "refused", str(error))
    if isinstance(error, ValidationException):
        where = "; ".join(f"{e.get('key', 'data')}: {e['message']}" for e in error.extra or [] if isinstance(e, dict))
        return problem(400, "malformed", f"The request is not of the right form: {where or error.detail}.")
    if isinstance(error, HTTPException):
        return problem(error.status_code, "refused", error.detail or "This cannot be done.")
    logging.getLogger("lasttrick.server").error("request failed", exc_info=error)
    return problem(500, "failed", "Something went wrong here; it has been noted.")


class App:
    """The ASGI application of one server."""

    def __init__(self, settings: Settings, house: House | None = None):
        self.settings = settings
        self.house = house or House(settings)
        self.http = Litestar(
            HANDLERS,
            openapi_config=OpenAPIConfig(title="Last Trick", version=__version__),
            exception_handlers={Exception: on_error},
            request_max_body_size=MOST_BODY,
            logging_config=None,
        )
        self.http.state.house = self.house

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["path"].startswith(API):
            await self.http(scope, receive, _with_headers(send))
        else:
            await page.serve(scope, send)

    async def _lifespan(self, receive, send) -> None:
        await receive()
        try:
            await self.house.open()
        except LastTrickError as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.house.close()
        await send({"type": "lifespan.shutdown.complete"})

    def say_closing(self) -> None:
        """The server is about to stop: tell everybody and take nothing new."""
        self.house.stopping = True
        for table in self.house.tables.values():
            table.tell(protocol.Closing(1000))

    # --- sockets ---

    async def _socket(self, scope, receive, send) -> None:
        await receive()  # the request to connect
        visitor, house = visitor_of(scope), self.house
        try:
            check_origin(house, visitor, must_name=True)
            table = await find_table(house, visitor, _table_of(scope["path"]))
            seat = seat_of(table, visitor.token_hash)
            if seat < 0 and visitor.token:
                note_guess(house, visitor)
            if seat < 0 and visitor.is_program:
                raise Refused(401, "bad_token", "This token has no seat at this table.")
            if house.addresses.get(visitor.address, 0) >= self.settings.sockets_per_address:
                raise Refused(429, "too_many", "Too many sockets are open from this address.")
        except LastTrickError as error:
            await _refuse(send, error)
            return
        await send({"type": "websocket.accept"})
        await self._attend(scope["extensions"][WIRE], table, seat, visitor.address)

    async def _attend(self, wire, table, seat: int, address: str) -> None:
        """Until the socket closes, messages go from the wire to the connection without passing here."""
        house = self.house
        closed = _Closed(Connection(house, table, seat, wire))
        house.sockets.add(closed)
        house.addresses[address] = house.addresses.get(address, 0) + 1
        metrics.SOCKETS.inc()
        wire.listener = closed
        for early in _early(wire):
            closed.heard(early)
        if wire.disconnected:
            closed.lost()
        try:
            await closed.future
        finally:
            house.sockets.discard(closed)
            house.addresses[address] -= 1
            if not house.addresses[address]:
                del house.addresses[address]
            metrics.SOCKETS.dec()


class _Closed:
    """The wire's listener: passes on to the connection, and knows when it is over."""

    __slots__ = ("connection", "future", "heard")

    def __init__(self, connection: Connection):
        self.connection = connection
        self.heard = connection.heard
        self.future = asyncio.get_running_loop().create_future()

    def lost(self) -> None:
        self.connection.lost()
        if not self.future.done():
            self.future.set_result(None)


def _early(wire) -> list[bytes]:
    """Messages that came in before there was a listener."""
    early = []
    while not wire.queue.empty():
        event = wire.queue.get_nowait()
        if event["type"] == "websocket.receive":
            early.append(event["text"].encode() if event.get("text") is not None else event["bytes"])
    if wire.read_paused:
        wire.read_paused = False
        wire.transport.resume_reading()
    return early


def _table_of(path: str) -> str:
    """`/api/tables/TABLE/socket`; any other path is no table."""
    if path.startswith("/api/tables/") and path.endswith(SOCKET):
        return path[len("/api/tables/") : -len(SOCKET)]
    return ""


async def _refuse(send, error: LastTrickError) -> None:
    status, key = (error.status, error.key) if isinstance(error, Refused) else (503, "store")
    logs.note("socket refused", reason=key)
    body = b'{"error":%s,"key":"%s"}' % (_json(str(error)), key.encode())
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


def _json(text: str) -> bytes:
    import msgspec

    return msgspec.json.encode(text)


def _with_headers(send):
    """Answers of the HTTP part are for our own page and never kept."""

    async def sending(message) -> None:
        if message["type"] == "http.response.start":
            extra = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return sending
