"""A player for tests: HTTP by urllib, sockets by websockets, and every answer checked for being the only one."""

import asyncio
import contextlib
import itertools
import json
import random
import urllib.error
import urllib.request

from websockets.asyncio.client import connect

ANSWERS = {"welcome", "ack", "dup", "stale", "illegal", "unavailable", "advice", "because", "foreseen"}
PATIENCE = 90.0  # seconds for an answer: a bot's first one may need compiling, on a busy machine
BOTS = [{"kind": "bot", "bot": "random"}] * 7


def request(url: str, path: str, data=None, *, token: str | None = None, headers: dict | None = None, raw=None):
    """Status, JSON and headers of one request; POST when there is data."""
    sent = {"content-type": "application/json", **(headers or {})}
    if token:
        sent["authorization"] = f"Bearer {token}"
    body = raw if raw is not None else None if data is None else json.dumps(data).encode()
    asking = urllib.request.Request(url + path, body, sent)
    try:
        with urllib.request.urlopen(asking, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"null"), answer.headers
    except urllib.error.HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text[:1] in b"{[" and text else text, error.headers


def post(url: str, path: str, data=None, **more):
    """The JSON of a request that must succeed."""
    status, answer, _ = request(url, path, {} if data is None else data, **more)
    assert status in (200, 201), (path, status, answer)
    return answer


def get(url: str, path: str, **more):
    status, answer, _ = request(url, path, **more)
    assert status == 200, (path, status, answer)
    return answer


def new_table(url: str, players: int = 4, *, people: int = 1, start: bool = True, game="ten_tricks_later", **wish):
    """A table with so many people, by their tokens; bots in the other seats."""
    seats = [{"kind": "open"}] * (people - 1) + BOTS[: players - people]
    wish = {"game": game, "name": "Ann", "players": players, "seats": seats, "program": True, **wish}
    made = post(url, "/api/tables", wish)
    table, tokens = made["table"]["id"], [made["token"]]
    for number in range(1, people):
        tokens.append(post(url, f"/api/tables/{table}/join", {"name": f"P{number}", "program": True})["token"])
    if start:
        post(url, f"/api/tables/{table}/start", {}, token=tokens[0])
    return table, tokens


class Player:
    """One socket. `ask` sends a message and gives its answer; everything else that comes is kept in `news`."""

    def __init__(self, socket, prefix: str = ""):
        self.socket = socket
        self.ids = itertools.count(1)
        self.prefix = prefix or f"{random.getrandbits(48):x}-"
        self.news: asyncio.Queue = asyncio.Queue()
        self.bytes: list[bytes] = []  # everything received, as it came
        self.answers: dict[str, list[dict]] = {}
        self._waiting: dict[str, asyncio.Future] = {}
        self.latest: dict | None = None  # the newest update
        self.table: dict | None = None
        self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for data in self.socket:
            raw = data if isinstance(data, bytes) else data.encode()
            self.bytes.append(raw)
            self._take(json.loads(raw))

    def _take(self, message: dict) -> None:
        kind = message["type"]
        if kind in ANSWERS:
            id = message["id"]
            self.answers.setdefault(id, []).append(message)
            waiting = self._waiting.pop(id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        if kind == "welcome":
            self.table, self.latest = message["table"], message["now"]
        elif kind == "update":
            self.latest = message
        elif kind == "table":
            self.table = message["table"]
        self.news.put_nowait(message)

    async def send(self, kind: str, id: str | None = None, **fields) -> asyncio.Future:
        id = id or f"{self.prefix}{next(self.ids)}"
        future = self._waiting.get(id)
        if future is None:
            future = self._waiting[id] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"type": kind, "id": id, **fields}))
        return future

    async def ask(self, kind: str, id: str | None = None, **fields) -> dict:
        return await asyncio.wait_for(await self.send(kind, id, **fields), PATIENCE)

    async def come_in(self, last: int | None) -> None:
        """Say hello. That the socket is cut meanwhile is noticed at once, as a browser does."""
        welcomed = asyncio.ensure_future(self.ask("hello", last=last))
        await asyncio.wait([welcomed, self._reader], return_when=asyncio.FIRST_COMPLETED)
        if not welcomed.done():
            welcomed.cancel()
            raise ConnectionError("The socket was closed before anybody was welcomed.")
        await welcomed

    async def until(self, condition, within: float = PATIENCE) -> dict:
        """The first news for which this holds."""
        async with asyncio.timeout(within):
            while True:
                message = await self.news.get()
                if condition(message):
                    return message

    @property
    def version(self) -> int:
        return -1 if self.latest is None else self.latest["version"]

    async def act(self, choose=lambda legal: legal[0]) -> dict:
        """Decide on the newest update."""
        choice = choose(self.latest["legal"])
        return await self.ask("act", version=self.version, action=choice["action"])

    async def play(self, luck: random.Random, most: int = 10_000) -> int:
        """Play at random to the end; gives how many decisions were acknowledged."""
        decided = 0
        while self.latest["result"] is None and decided < most:
            if self.latest["legal"]:
                answer = await self.act(luck.choice)
                assert answer["type"] in ("ack", "stale"), answer
                decided += answer["type"] == "ack"
                version = answer["version"]
                while self.version < version:
                    await self.until(lambda m: m["type"] == "update")
            else:
                await self.until(lambda m: m["type"] == "update" and (m["legal"] or m["result"]))
        return decided

    async def close(self) -> None:
        await self.socket.close()
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await self._reader


@contextlib.asynccontextmanager
async def sit(url, table: str, token: str | None = None, last: int | None = None, hello=True, prefix="", **more):
    """A player at a table, welcomed."""
    headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": url}
    address = url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    headers.update(more)
    async with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
        player = Player(socket, prefix)
        try:
            if hello:
                await player.come_in(last)
            yield player
        finally:
            await player.close()
