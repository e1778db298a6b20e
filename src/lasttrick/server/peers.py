"""Handing on what belongs to another process: a request or a socket of a table that is not ours goes to its owner.

It goes one hop and no further. The owner is shown its own secret, which only processes of the same database know, and
then believes for whom it is asked; a socket's bytes are passed on as they are, without being read.
"""

import asyncio
import hmac
from collections.abc import Callable
from typing import Any

import httptools

from lasttrick.server import logs, metrics
from lasttrick.server.leases import Elsewhere, Leases, Owner
from lasttrick.server.refused import Refused

HOP = b"x-lasttrick-hop"
FOR = b"x-lasttrick-for"  # address and scheme of who asks
MOST_BODY = 1_200_000
MOST_ANSWER = 16 * 1024 * 1024  # bytes of an owner's answer; the longest, pages of replays, have some hundred thousand
CONNECTS = 1.0  # seconds for the owner to take a connection
ANSWERS = 15.0  # and to answer a request
TRIES = 12
BETWEEN = 0.25  # seconds; together longer than a lease lasts
MOST_WAITING = 64 * 1024  # bytes of a socket that its reader has not taken
_OWN_WAY = (b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"expect", HOP, FOR)


def received(scope: Any, secret: str) -> tuple[Any, bool]:
    """The request as its sender made it, and whether another process has handed it on to us."""
    marks = [value for name, value in scope["headers"] if name == HOP]
    if not marks:
        return scope, False
    told = dict(scope["headers"]).get(FOR, b"").decode("latin-1").split(" ")
    if len(marks) != 1 or len(told) != 2 or not hmac.compare_digest(marks[0], secret.encode()):
        return scope, False
    headers = [pair for pair in scope["headers"] if pair[0] not in (HOP, FOR)]
    return {**scope, "headers": headers, "client": (told[0], 0), "scheme": told[1]}, True


class Peers:
    """The ways from this process to the others."""

    def __init__(self, leases: Leases):
        self._leases = leases
        self._ways: dict[int, set[asyncio.Transport]] = {}  # sockets that lead to a process, by its number

    def cut(self, numbers: list[int]) -> None:
        """These processes are gone: whoever was handed on to them comes back."""
        for number in numbers:
            for transport in list(self._ways.get(number, ())):
                transport.abort()

    async def _ask(self, table: str, owner: Owner, make: Callable[[], "_Far"], head, may_repeat: bool) -> "_Far | None":
        """Ask the owner, whoever that is by then, and wait for the beginning of its answer; None if it is us."""
        for _ in range(TRIES):
            is_dead = False
            try:
                far = await self._connect(owner, make)
            except ConnectionRefusedError:
                is_dead = await self._leases.end_if_dead(owner)
            except OSError:
                pass  # gone, or going: its leases will end
            else:
                if await self._answers(far, owner, head):
                    return far
                if far.is_too_long:
                    raise Refused(502, "too_long", f"The answer has more than {MOST_ANSWER} bytes.")
                if not may_repeat:
                    break
            await asyncio.sleep(0 if is_dead else BETWEEN)
            found = await self._leases.claim(table)
            if found is None or self._leases.is_ours(found):
                return None
            owner = found
        logs.note("not handed on", table=table)
        raise Refused(503, "moved", "This table has just moved to another process; ask again.")

    async def _connect(self, owner: Owner, make: Callable[[], "_Far"]) -> "_Far":
        host, _, port = owner.address.rpartition(":")
        if not port:
            raise OSError("It takes no more tables, or does not listen yet.")
        if owner.address == self._leases.address:
            raise ConnectionRefusedError("We listen where it did.")
        async with asyncio.timeout(CONNECTS):
            return (await asyncio.get_running_loop().create_connection(make, host.strip("[]"), int(port)))[1]

    async def _answers(self, far: "_Far", owner: Owner, head) -> bool:
        """Whether the owner begins to answer before it is gone."""
        metrics.HANDED_ON.inc()
        ways = self._ways.setdefault(owner.number, set())
        ways.add(far.transport)
        far.ended = ways.discard
        far.transport.write(head(owner))
        try:
            async with asyncio.timeout(ANSWERS):
                return await far.is_answered
        except TimeoutError:
            far.transport.abort()
            return False

    async def request(self, table: str, elsewhere: Elsewhere, scope, body: bytes, send) -> bool:
        """Whether the owner has answered; False if it is us by now."""
        head = _head(scope, [(b"connection", b"close"), (b"content-length", str(len(body)).encode())], body)
        answer = await self._ask(table, elsewhere.owner, _Answer, head, may_repeat=scope["method"] == "GET")
        if not isinstance(answer, _Answer):
            return False
        answer.transport.abort()
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})
        return True

    async def socket(self, table: str, elsewhere: Elsewhere, scope, wire) -> bool:
        """Whether the socket is the owner's: from here on its bytes pass through unread. False if it is us by now."""
        head = _head(scope, [(b"connection", b"Upgrade")])
        far = await self._ask(table, elsewhere.owner, _Passing, head, may_repeat=True)
        if not isinstance(far, _Passing):
            return False
        if wire.transport.is_closing():
            far.transport.abort()
        near = _Passing()
        near.connection_made(wire.pass_on(near))
        near.to = far.transport
        far.go_on(near.transport)
        return True


def _head(scope, more: list[tuple[bytes, bytes]], body: bytes = b""):
    """The head of a request as it came; what is added depends on whom it is sent to."""
    query = b"?" + scope["query_string"] if scope.get("query_string") else b""
    method, raw = scope.get("method", "GET").encode(), scope.get("raw_path") or scope["path"].encode()
    address, scheme = (
        (scope.get("client") or ("", 0))[0],
        "https" if scope.get("scheme") in ("https", "wss") else "http",
    )
    kept = [(name, value) for name, value in scope["headers"] if name not in _OWN_WAY]
    kept += [*more, (FOR, f"{address} {scheme}".encode())]

    def to(owner: Owner) -> bytes:
        lines = [method + b" " + raw.partition(b"?")[0] + query + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in [*kept, (HOP, owner.secret.encode())]]
        return b"\r\n".join(lines) + b"\r\n\r\n" + body

    return to


async def whole_body(receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "malformed", "The request was not finished.")
        body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > MOST_BODY:
            raise Refused(413, "too_long", f"A request has at most {MOST_BODY} bytes.")
    return body


def given(body: bytes):
    """A body that has been read can be read once more."""

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


class _Far(asyncio.Protocol):
    """A connection to the owner of a table."""

    is_too_long = False  # what it answers

    def __init__(self) -> None:
        self.transport: Any = None
        self.is_answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.ended: Callable[[Any], None] = lambda transport: None

    def connection_made(self, transport) -> None:
        self.transport = transport

    def _answered(self, is_answered: bool) -> None:
        if not self.is_answered.done():
            self.is_answered.set_result(is_answered)

    def connection_lost(self, exc) -> None:
        self.ended(self.transport)
        self._answered(False)


class _Answer(_Far):
    """The answer of the owner to one request."""

    def __init__(self) -> None:
        super().__init__()
        self.status, self._length = 502, 0
        self._pieces: list[bytes] = []
        self.headers: list[tuple[bytes, bytes]] = []
        self._parser = httptools.HttpResponseParser(self)

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError:
            self.transport.abort()

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() not in (b"connection", b"transfer-encoding"):
            self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        self.status = self._parser.get_status_code()

    def on_body(self, body: bytes) -> None:
        self._pieces.append(body)
        self._length += len(body)
        if self._length > MOST_ANSWER:
            self.is_too_long = True
            self.transport.abort()

    def on_message_complete(self) -> None:
        self._answered(not self.is_too_long)

    @property
    def body(self) -> bytes:
        return b"".join(self._pieces)


class _Passing(_Far):
    """One side of a socket that is handed on: what comes here goes out there."""

    def __init__(self) -> None:
        super().__init__()
        self.to: Any = None
        self._first = b""  # what came before the other side was there

    def connection_made(self, transport) -> None:
        self.transport = transport
        transport.set_write_buffer_limits(high=MOST_WAITING)

    def go_on(self, to) -> None:
        """The other side is there."""
        self.to = to
        to.write(self._first)
        if self.transport.is_closing():
            to.close()
        else:
            to.resume_reading()

    def data_received(self, data: bytes) -> None:
        if self.to is None:
            self._first += data
            self._answered(True)
        else:
            self.to.write(data)

    def pause_writing(self) -> None:
        """Our reader is slow: read no more for it."""
        if self.to is not None:
            self.to.pause_reading()

    def resume_writing(self) -> None:
        if self.to is not None and not self.to.is_closing():
            self.to.resume_reading()

    def connection_lost(self, exc) -> None:
        super().connection_lost(exc)
        if self.to is not None:
            self.to.close()
