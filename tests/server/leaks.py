"""The leak check: both worlds of a pair through two real servers, and every byte that reaches the seat compared."""

import asyncio
import http.client
import random
import zlib
from contextlib import contextmanager
from unittest import mock

import numpy as np

from lasttrick import games
from lasttrick.server import connection, replay, table
from lasttrick.server.clerk import Found, Job, do
from lasttrick.server.protocol import Pace
from lasttrick.server.records import Kept, Place, Record
from lasttrick.server.seating import hash_of
from lasttrick.server.table import Waiting
from lasttrick.server.worker import Answer, Question
from tests.server.client import sit
from tests.server.worlds import WORLDS, Pair, TapedMatch

TOKEN = "t" * 43
SECRET = "5" * 64


class InlineBots:
    """Stands for the workers: decides at once, by what it is shown and nothing else."""

    async def ask(self, question: Question, *_) -> Answer:
        game = games.game(question.game)
        view, legal = np.frombuffer(bytearray(question.view), game.dtype)[0], np.zeros(game.actions, np.int16)
        shown = zlib.crc32(question.view)
        action = int(legal[shown % game.rules.legal(view, question.seat, legal)])
        return Answer(action, [{"action": action, "text": str(shown), "share": 1.0, "value": None}])

    async def close(self) -> None:
        pass


class InlineClerk:
    """Stands for the clerk: works here, where the matches of `WORLDS` are known and leaks are planted."""

    async def ask(self, kind: str, body: bytes, address: str = "") -> Found:
        return await asyncio.to_thread(do, Job(kind, body))

    def stop(self) -> None:
        pass

    async def close(self) -> None:
        pass


@contextmanager
def paired_matches():
    """Matches of the servers are dealt from `WORLDS`, and their clocks stand still."""
    with (
        mock.patch.object(table, "Match", TapedMatch),
        mock.patch.object(replay, "Match", TapedMatch),
        mock.patch.object(connection, "now_ms", return_value=1_000_000),
    ):
        yield


def lay_out(server, pair: Pair, seed: str, number: int):
    """The table of one world, as if brought back when its hidden cards begin to differ."""
    places = [Place(seat, "person", f"P{seat}") for seat in range(pair.players)]
    record = Record(
        id=f"leak-{number}",
        game=pair.game,
        rules=games.about(pair.game).rules_version,
        players=pair.players,
        options=pair.options,
        pace=Pace(),
        public=False,
        hints=True,
        secret=SECRET,
        phase="playing",
        seed=seed,
        created=0,
        started=1,
    )
    tokens = {hash_of(TOKEN): pair.viewer} if pair.viewer >= 0 else {}
    log = [(f"before:{i}", seat, action, 1) for i, (seat, action) in enumerate(pair.decisions[: pair.first], 1)]
    return server.call(lambda: server.house.add(Kept(record, places, tokens, log, [])))


async def witness(server, pair: Pair, seed: str, number: int, luck: random.Random) -> list[bytes]:
    """Everything that reaches the seat in one world, as bytes and in order."""
    at_table = lay_out(server, pair, seed, number)
    heard: list[bytes] = []
    token = TOKEN if pair.viewer >= 0 else None
    version = pair.first
    try:
        while version < pair.length or not heard:
            stretch = luck.randint(4, 20)
            last = luck.choice([None, -1, max(-1, version - 2)])
            async with sit(server.url, at_table.record.id, token, last=last, prefix=f"w{version}-") as seat:
                for _ in range(stretch):
                    await probe(server, at_table, pair, seat, luck)
                    if version == pair.length:
                        break
                    version += 1
                    await step(server, at_table, pair, seat, version)
                heard += seat.bytes
            heard.append(await asyncio.to_thread(fetch, server.url, at_table.record.id, token, luck.random() < 0.3))
            await settled(server, at_table)
    finally:
        server.call(lambda: server.house.tables.pop(at_table.record.id, None))
    return heard


async def step(server, at_table, pair: Pair, seat, version: int) -> None:
    """One decision: by the seat itself over its socket, or by another as if over theirs."""
    decider, action = pair.decisions[version - 1]
    if decider == pair.viewer:
        answer = await seat.ask("act", version=version - 1, action=action)
        assert answer["type"] == "ack", answer
    else:
        wanted = Waiting(
            at_table.occupants[decider], version - 1, action, f"{decider}:{version}", "x", lambda answer: None
        )
        server.call(lambda: at_table.decide(wanted))
    while seat.version < version:
        await seat.until(lambda m: m["type"] == "update")


async def probe(server, at_table, pair: Pair, seat, luck: random.Random) -> None:
    """What a curious player would try: illegal actions, questions, hints, chat."""
    if luck.random() < 0.5:
        await seat.ask("ask", action=luck.randrange(at_table.game.actions + 1))
    if luck.random() < 0.3:
        action = luck.randrange(at_table.game.actions)
        is_legal = any(choice["action"] == action for choice in seat.latest["legal"])
        await seat.ask("act", version=seat.version + is_legal, action=action)
    if luck.random() < 0.3:
        await seat.ask("foresee")
    if luck.random() < 0.2:
        await seat.ask("hint")
    if seat.latest["legal"] and luck.random() < 0.1:
        two = [luck.choice(seat.latest["legal"])["action"] for _ in range(2)]
        await seat.ask("why", better=two[0], worse=two[1])
    if luck.random() < 0.2:
        id = f"c{seat.version}-{luck.getrandbits(30)}"
        await seat.ask("say", id, text="hm")
        await seat.until(lambda m: m["type"] == "said")


def fetch(url: str, table_id: str, token: str | None, whole: bool) -> bytes:
    """An HTTP answer with its headers: the table, or the replay through the seat's own eyes."""
    host = http.client.HTTPConnection(url.removeprefix("http://"), timeout=30)
    path = f"/api/tables/{table_id}" + ("/replay" if whole else "")
    host.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer = host.getresponse()
    head = "\n".join(f"{name}: {value}" for name, value in answer.getheaders())
    data = f"{answer.status}\n{head}\n".encode() + answer.read()
    host.close()
    return data


async def settled(server, at_table) -> None:
    """The server has noticed that the socket is closed."""
    while server.call(lambda: len(at_table.sockets)):
        await asyncio.sleep(0.001)


async def differences(servers, pair: Pair, number: int, seed: int) -> str:
    """The first difference between what the seat hears in the two worlds; empty if there is none."""
    WORLDS.update({world.seed: world for world in pair.worlds})
    try:
        one, two = [
            await witness(server, pair, world.seed, number, random.Random(seed))
            for server, world in zip(servers, pair.worlds, strict=True)
        ]
    finally:
        for world in pair.worlds:
            del WORLDS[world.seed]
    for a, b in zip(one, two, strict=False):
        if a != b:
            return f"{pair.game}-{pair.players} seat {pair.viewer}: {a!r} / {b!r}"
    return "" if len(one) == len(two) else f"{pair.game}-{pair.players} seat {pair.viewer}: more messages in one world"
