"""The short way for what changes something at a table: creating, joining, adding a word, starting.

Such a request does little, and Litestar's layers around it cost more than what it does. A POST whose path and body have
the right form goes straight to its function in `http`; everything else takes the long way, which knows what to say.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_type_hints

import msgspec
from litestar import Litestar, Request, Response
from litestar.handlers import HTTPRouteHandler

MOST_BYTES = 65_536  # of a body that is read here

_encode = msgspec.json.Encoder().encode


class Way(NamedTuple):
    """What there is to know of a handler."""

    path: re.Pattern
    read: Callable[[bytes], Any]
    run: Callable
    status: int


def ways(handlers: list[HTTPRouteHandler]) -> Iterator[Way]:
    """The handlers of POST requests whose body is a struct and whose path holds nothing but text."""
    for handler in handlers:
        [path] = handler.paths
        body = get_type_hints(handler.fn).get("data")
        if handler.http_methods == {"POST"} and body is not None and ":int" not in path:
            pattern = re.compile(re.sub(r"{(\w+):str}", r"(?P<\1>[^/]+)", path))
            read = msgspec.json.Decoder(body, strict=False).decode  # as Litestar reads it
            yield Way(pattern, read, handler.fn, handler.status_code)


class ShortWay:
    """The application, entered past Litestar's layers where that is possible."""

    def __init__(self, litestar: Litestar, handlers: list[HTTPRouteHandler], on_error: Callable):
        self._litestar, self._on_error = litestar, on_error
        self._ways = list(ways(handlers))

    async def __call__(self, scope, receive, send) -> None:
        way, given = self._find(scope)
        if way is None:
            await self._litestar(scope, receive, send)
            return
        message = await receive()
        try:
            given["data"] = _read(way, message)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            await self._litestar(scope, _again(message, receive), send)
            return
        await _send(send, *await self._answer(way, scope, given))

    def _find(self, scope) -> tuple[Way | None, dict[str, Any]]:
        if scope["method"] == "POST":
            for way in self._ways:
                found = way.path.fullmatch(scope["path"])
                if found:
                    return way, found.groupdict()
        return None, {}

    async def _answer(self, way: Way, scope, given: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        scope["litestar_app"] = self._litestar
        request: Request = Request(scope)
        try:
            answer = await way.run(request, **given)
        except Exception as error:
            answer = self._on_error(request, error)
        if isinstance(answer, Response):
            return answer.status_code or way.status, answer.headers, answer.content
        return way.status, {}, answer


def _read(way: Way, message: dict) -> Any:
    """The body, if it came whole and has the right form."""
    if message["type"] != "http.request" or message.get("more_body") or len(message["body"]) > MOST_BYTES:
        raise msgspec.DecodeError("not a short request")
    return way.read(message["body"])


def _again(message: dict, receive: Callable) -> Callable:
    """A message that has been looked at, and then what follows it."""
    first = [message]

    async def receiving():
        return first.pop() if first else await receive()

    return receiving


async def _send(send: Callable, status: int, headers: dict[str, str], content: Any) -> None:
    body = _encode(content)
    told = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    told += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body})
