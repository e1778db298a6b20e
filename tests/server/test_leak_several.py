"""Nothing leaks through a proxy and two processes either: the leak check, half of it handed on. A long check."""

import asyncio
import itertools
import os
import random
from contextlib import ExitStack, contextmanager

import pytest

from lasttrick.server.records import Kept, insert_table, insert_token
from tests.server import leaks
from tests.server.cluster import cluster, why_no_proxy
from tests.server.conftest import Running, quick
from tests.server.leaks import InlineBots, InlineClerk, differences, paired_matches
from tests.server.planted import planted
from tests.server.postgres import why_no_postgres
from tests.server.test_leak import pairs

WHY_NOT = "" if os.environ.get("LASTTRICK_LONG") == "1" else "a long check: LASTTRICK_LONG=1"
WHY_NOT = WHY_NOT or why_no_postgres() or why_no_proxy()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "can be run")

PAIRS = int(os.environ.get("LASTTRICK_PAIRS", "5000"))
NUMBERS = itertools.count(10**6)  # tables of one store have different names


class Two:
    """Two processes behind HAProxy, asked as one server; the first owns every table."""

    def __init__(self, one, owner: Running):
        self.url, self._owner, self.house, self.call = one.url, owner, owner.house, owner.call

    def lay_out(self, kept: Kept):
        """A table in the store, owned by the first process; the proxy asks either."""
        rows = [*insert_table(kept.record, kept.places)]
        rows += [insert_token(kept.record.id, token, seat) for token, seat in kept.tokens.items()]

        async def own():
            await self.house.store.save(*rows)
            assert await self.house._is_ours(kept.record.id)
            return self.house._add(await self.house.bring(kept))

        return asyncio.run_coroutine_threadsafe(own(), self.house.loop).result(30)


@contextmanager
def two_behind_a_proxy():
    with cluster(0) as one, ExitStack() as stack:
        servers = [Running(quick(database=one.database, proxies=("127.0.0.1",))) for _ in range(2)]
        for server in servers:
            server.house.workers, server.house.clerks = InlineBots(), InlineClerk()
            server.start()
            stack.callback(server.stop)
            server.port = int(server.url.rpartition(":")[2])  # type: ignore[attr-defined]
        one.processes = servers
        one.start_proxy()
        try:
            yield Two(one, servers[0])
        finally:
            one.processes = []


@pytest.fixture(scope="module")
def worlds():
    lay_out = leaks.lay_out

    def through_the_store(server, pair, seed, number):
        kept = {}
        add = server.house.add
        server.house.add = lambda given: kept.setdefault("it", given)
        try:
            lay_out(server, pair, seed, number)
        finally:
            server.house.add = add
        return server.lay_out(kept["it"])

    with two_behind_a_proxy() as one, two_behind_a_proxy() as other, paired_matches():
        leaks.lay_out = through_the_store
        yield one, other
        leaks.lay_out = lay_out


def test_the_same_bytes_come_through_a_proxy_and_two_processes(worlds, report):
    luck, compared, sessions = random.Random(5), 0, 0
    for pair in pairs(luck):
        sessions += 1
        found = asyncio.run(differences(worlds, pair, sessions, luck.getrandbits(32)))
        assert not found, found
        compared += pair.differing
        if compared >= PAIRS:
            break
    report(f"several leak pairs={compared} sessions={sessions} processes=2 differences=0")


@pytest.mark.parametrize("name", ["view field", "reconnect"])
def test_a_planted_leak_is_noticed_through_them(worlds, name):
    with planted(name):
        for number, pair in enumerate(pairs(random.Random(3))):
            if asyncio.run(differences(worlds, pair, next(NUMBERS), 7)):
                return
            assert number < 40
