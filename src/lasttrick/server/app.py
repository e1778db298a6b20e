"""The application: HTTP through Litestar, sockets and the page directly."""

import logging

import msgspec
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from lasttrick import __version__
from lasttrick.core.errors import LastTrickError
from lasttrick.server import api, http, http_daily, http_review, metrics, page, protocol
from lasttrick.server.connection import Connection
from lasttrick.server.eyes import WATCHING
from lasttrick.server.house import House
from lasttrick.server.http import find_table
from lasttrick.server.leases import Elsewhere
from lasttrick.server.peers import Peers, given, received, whole_body
from lasttrick.server.seating import Refused
from lasttrick.server.settings import Settings
from lasttrick.server.store import Conflict, StoreDown
from lasttrick.server.visitors import Visitor, check_host, check_origin, check_traffic, note_guess, visitor_of
from lasttrick.server.wire import WIRE

API = ("/api", "/health", "/schema/openapi.json")
SOCKET = "/socket"
MOST_BODY = 64 * 1024  # a match file may be longer
MOST_SENTENCE = 500
HANDLERS = [*http.HANDLERS, *http_review.HANDLERS, *http_daily.HANDLERS]


def problem(status: int, key: str, sentence: str) -> Response[api.Problem]:
    return Response(api.Problem(_readable(sentence), key), status_code=status)


def _readable(sentence: str) -> str:
    """A sentence that quotes what a stranger sent stays short, and text."""
    sentence = sentence if len(sentence) <= MOST_SENTENCE else f"{sentence[:MOST_SENTENCE]}…"
    return sentence.encode("utf-8", errors="replace").decode()


def on_error(_: Request, error: Exception) -> Response[api.Problem]:
    """Every refusal is one sentence and a key."""
    if isinstance(error, Refused):
        return problem(error.status, error.key, str(error))
    if isinstance(error, Elsewhere):
        return problem(503, "moved", str(error))
    if isinstance(error, StoreDown | Conflict):
        return problem(503, "store", "The store does not answer at the moment; try again.")
    if isinstance(error, LastTrickError):
        return problem(400, "refused", str(error))
    if isinstance(error, ValidationException):
        where = "; ".join(f"{e.get('key', 'data')}: {e['message']}" for e in error.extra or [] if isinstance(e, dict))
        return problem(400, "malformed", f"The request is not of the right form: {where or error.detail}.")
    if isinstance(error, HTTPException):
        return problem(error.status_code, "refused", error.detail or "This cannot be done.")
    if isinstance(error, RecursionError | UnicodeError):
        return problem(400, "malformed", "The request cannot be read: it is nested too deeply, or is not text.")
    logging.getLogger("lasttrick.server").error("request failed", exc_info=error)
    return problem(500, "failed", "Something went wrong here; it has been noted.")


class App:
    """The ASGI application of one server."""

    def __init__(self, settings: Settings, house: House | None = None):
        self.settings = settings
        self.house = house or House(settings)
        self.http = Litestar(
            HANDLERS,
            openapi_config=OpenAPIConfig("Last Trick", __version__, render_plugins=[JsonRenderPlugin()]),
            exception_handlers={Exception: on_error},
            request_max_body_size=MOST_BODY,
            logging_config=None,
        )
        self.http.state.house = self.house
        self.peers = Peers(self.house.leases) if self.house.leases is not None else None
        self.house.gone = self.peers.cut if self.peers is not None else self.house.gone

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        is_handed_on = False
        if self.house.leases is not None:
            scope, is_handed_on = received(scope, self.house.leases.secret)
        try:
            visitor = visitor_of(scope)
            check_traffic(self.house, visitor)
            check_host(self.house, visitor)
        except Refused as refused:
            await _refuse(scope, send, refused)
            return
        elsewhere = await self._route(scope, is_handed_on)
        if elsewhere is not None:
            receive = await self._hand_on(elsewhere, scope, receive, send)
        if receive is None:
            return
        if scope["type"] == "websocket":
            await self._socket(scope, visitor)
        elif scope["path"].startswith(API):
            await self.http(scope, receive, _with_headers(send))
        else:
            await page.serve(scope, send)

    # --- several processes ---

    async def _route(self, scope, is_handed_on: bool) -> Elsewhere | None:
        """Where a request goes if its table is another process's: one hop at most."""
        table = _table_in(scope["path"]) if self.peers is not None and not is_handed_on else ""
        if not table or table in self.house.tables:
            return None
        try:
            await self.house.find(table)
        except Elsewhere as elsewhere:
            return elsewhere
        except LastTrickError:
            pass  # whoever answers finds it, too
        return None

    async def _hand_on(self, elsewhere: Elsewhere, scope, receive, send):
        """Ask the owner instead; gives how to read the request if the table is ours by now, else None."""
        assert self.peers is not None
        table = _table_in(scope["path"])
        try:
            if scope["type"] == "websocket":
                is_done = await self.peers.socket(table, elsewhere, scope, scope["extensions"][WIRE])
                return None if is_done else receive
            body = await whole_body(receive)
            is_done = await self.peers.request(table, elsewhere, scope, body, send)
            return None if is_done else given(body)
        except LastTrickError as error:
            await _refuse(scope, send, error if isinstance(error, Refused) else Refused(503, "store", str(error)))
            return None

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
        self.house.clerks.stop()
        for table in self.house.tables.values():
            table.tell(protocol.Closing(1000))

    # --- sockets ---

    async def _socket(self, scope, visitor: Visitor) -> None:
        """Somebody wants a socket at a table. Once it is open, its messages do not pass here."""
        wire, house = scope["extensions"][WIRE], self.house
        try:
            check_origin(house, visitor, must_name=True)
            if not house.openings.of(visitor.address).take():
                raise Refused(429, "too_fast", "Too many sockets were opened from this address; wait a few seconds.")
            table = await find_table(house, visitor, _table_of(scope["path"]))
            occupant = table.occupants.of(visitor.token_hash)
            if occupant.seat == WATCHING and visitor.is_program:
                await note_guess(house, visitor)
                raise Refused(401, "bad_token", "This token has no seat at this table.")
            if house.addresses[visitor.address] >= self.settings.sockets_per_address:
                raise Refused(429, "too_many", "Too many sockets are open from this address.")
        except LastTrickError as error:
            refused = error if isinstance(error, Refused) else Refused(503, "store", str(error))
            metrics.REFUSED.labels("sockets").inc()  # not in the log: strangers would fill it
            wire.refuse(refused.status, _told(refused))
            return
        wire.accept(Connection(house, table, occupant, wire, visitor.address, visitor.token_hash))


def _told(refused: Refused) -> bytes:
    return msgspec.json.encode(api.Problem(str(refused), refused.key))


async def _refuse(scope, send, refused: Refused) -> None:
    content = _told(refused)
    if scope["type"] == "websocket":
        scope["extensions"][WIRE].refuse(refused.status, content)
        return
    length, kind = str(len(content)).encode(), b"application/json"
    headers = [(b"content-type", kind), (b"content-length", length), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _table_in(path: str) -> str:
    """The table that a request is about; empty if none, or if it can be no table's name."""
    parts = path.split("/", 4)
    is_table = len(parts) > 3 and parts[1] == "api" and parts[2] == "tables" and len(parts[3]) <= 64
    return parts[3] if is_table else ""


def _table_of(path: str) -> str:
    """`/api/tables/TABLE/socket`; any other path is no table."""
    if path.startswith("/api/tables/") and path.endswith(SOCKET):
        return path[len("/api/tables/") : -len(SOCKET)]
    return ""


def _with_headers(send):
    """Answers of the HTTP part are for our own page and never kept."""

    async def sending(message) -> None:
        if message["type"] == "http.response.start":
            extra = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return sending
