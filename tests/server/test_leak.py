"""Nothing leaks: worlds that a seat may not tell apart give it the same bytes, and planted leaks are noticed."""

import asyncio
import os
import random
import tempfile
from pathlib import Path

import pytest

from tests.cases import SHORT, cases
from tests.server.conftest import running
from tests.server.leaks import InlineBots, InlineClerk, differences, paired_matches
from tests.server.planted import PLANTED, planted
from tests.server.worlds import new_pair

LONG = os.environ.get("LASTTRICK_LONG") == "1"
PAIRS = 100_000 if LONG else 2_000
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # this check is not about disks
SESSIONS_FOR_A_PLANTED_LEAK = 40


@pytest.fixture(scope="module")
def servers():
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield from two_servers(folder)


def two_servers(folder: str):
    with (
        running(database=f"sqlite:///{folder}/one.db") as one,
        running(database=f"sqlite:///{folder}/two.db") as two,
        paired_matches(),
    ):
        for server in (one, two):
            server.house.workers = InlineBots()
            server.house.clerks = InlineClerk()
        yield one, two


def pairs(luck: random.Random):
    """Pairs for every game, number of players, seat and spectator, without end."""
    while True:
        for name, players, options in cases():
            for viewer in range(-1, players):
                pair = new_pair(name, players, {**SHORT.get(name, {}), **options}, viewer, luck)
                if pair is not None:
                    yield pair


def test_a_seat_is_sent_the_same_bytes_in_worlds_it_may_not_tell_apart(servers, report):
    luck, compared, sessions, seen = random.Random(2), 0, 0, set()
    for pair in pairs(luck):
        sessions += 1
        found = asyncio.run(differences(servers, pair, sessions, luck.getrandbits(32)))
        assert not found, found
        compared += pair.differing
        seen.add((pair.game, pair.players, pair.viewer))
        everything = {(n, p, v) for n, p, _ in cases() for v in range(-1, p)}
        if compared >= PAIRS and seen == everything:
            break
    report(f"leak pairs={compared} sessions={sessions} viewers={len(seen)} differences=0")


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_noticed(servers, name):
    luck = random.Random(3)
    with planted(name):
        for number, pair in enumerate(pairs(luck)):
            key = hash(name) % 10**9 * 1000 + number
            if asyncio.run(differences(servers, pair, key, luck.getrandbits(32))):
                return
            assert number < SESSIONS_FOR_A_PLANTED_LEAK, f"the planted leak {name!r} was not noticed"
