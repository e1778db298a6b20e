"""What several attackers need: requests that do not wait for each other, tables, and sockets that may be cut."""

import asyncio
import contextlib
from urllib.error import URLError

from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import BOTS, Player, request, sit

GAME = "ten_tricks_later"
SHORT = 3.0  # seconds to wait for something that should not come
WAIT = 30.0


CUT_OFF = 502  # with a page, not a sentence: a proxy's word for a connection that has ended without an answer
BEFORE = (413, 429, 503)  # refused before anything was looked at


class Hindered(Exception):
    """What an attack needs to begin with was refused, or did not come: nothing is gained by it."""


class Slow(AssertionError):
    """Others had to wait for an attack."""


def go_on(status: int, answer=None) -> None:
    """Stop here if the server has refused to listen."""
    if status in BEFORE:
        raise Hindered(f"{status} {answer}")


def check_waited(worst: float, most: float, what: str = "") -> None:
    if worst >= most:
        raise Slow(f"somebody waited {worst:.1f} s {what}")


async def ask(url: str, path: str, data=None, token: str | None = None, **more) -> tuple[int, dict]:
    """Status and JSON of a request; POST when there is data. One that is cut off on its way counts as too long."""
    try:
        status, answer, _ = await asyncio.to_thread(request, url, path, data, token=token, **more)
    except TimeoutError:
        return 503, {}
    except (URLError, ConnectionError):
        return 413, {}
    if status == CUT_OFF and isinstance(answer, bytes):
        return 413, {}
    return status, answer


async def must(url: str, path: str, data=None, token: str | None = None) -> dict:
    """What is not attacked has to work; an attacker who was only slowed down tries again."""
    for _ in range(60):
        status, answer = await ask(url, path, {} if data is None else data, token)
        if status not in (429, 503):
            break
        await asyncio.sleep(1)
    go_on(status, answer)
    assert status in (200, 201), (path, status, answer)
    return answer


async def open_table(url: str, players: int = 3, **wish) -> tuple[str, str]:
    """A table of open seats, and its host's token."""
    wish = {"game": GAME, "name": "Ann", "players": players, "program": True, **wish}
    made = await must(url, "/api/tables", wish)
    return made["table"]["id"], made["token"]


async def join(url: str, table: str, name: str, seat: int | None = None) -> str:
    return (await must(url, f"/api/tables/{table}/join", {"name": name, "seat": seat, "program": True}))["token"]


async def bot_table(url: str, players: int = 3, **wish) -> tuple[str, str]:
    """A match of one person with bots, started."""
    return await open_table(url, players, seats=BOTS[: players - 1], start=True, **wish)


async def seat_of(url: str, table: str, token: str | None) -> int:
    status, answer = await ask(url, f"/api/tables/{table}", None, token)
    go_on(status, answer)
    assert status == 200, answer
    return answer["seat"]


async def try_to(player: Player, kind: str, **fields) -> dict:
    """The answer to a message; empty if the socket is closed or nobody answers."""
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        return await asyncio.wait_for(await player.send(kind, **fields), SHORT)
    return {}


@contextlib.asynccontextmanager
async def sockets(url: str, table: str, token: str | None, number: int):
    """So many sockets that have not said hello."""
    async with contextlib.AsyncExitStack() as all_of_them:
        yield [await all_of_them.enter_async_context(sit(url, table, token, hello=False)) for _ in range(number)]


async def may_open(url: str, table: str, token: str) -> bool:
    """Whether a token opens a socket at a table."""
    try:
        async with sit(url, table, token, hello=False):
            return True
    except InvalidStatus:
        return False


@contextlib.asynccontextmanager
async def own_lateness():
    """How late our own event loop ran meanwhile, in seconds, again and again."""
    late, loop = [0.0], asyncio.get_running_loop()

    async def watch() -> None:
        while True:
            due = loop.time() + 0.02
            await asyncio.sleep(0.02)
            late.append(loop.time() - due)

    watching = asyncio.ensure_future(watch())
    try:
        yield late
    finally:
        watching.cancel()


def address_of(url: str) -> tuple[str, int]:
    """Host and port of a server."""
    host, port = url.removeprefix("http://").split(":")
    return host, int(port)
