"""Reviews for the page: of finished matches only, one at a time, in turns, with an end, and kept."""

import asyncio
import json
import os
import sys
import time
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from lasttrick.appraisal import appraise, review
from lasttrick.server import api, forking, http_review, reviews
from lasttrick.server.clerk import Played
from lasttrick.server.refused import Refused
from lasttrick.server.reviewer import keep, name_of
from lasttrick.server.reviews import Reviews
from tests.appraisal.matches import finished
from tests.server.client import get, new_table, post, request
from tests.server.conftest import running

ANSWERS = """
import sys, time, msgspec
from lasttrick.server.reviewer import Progress, Task, keep
from lasttrick.server.worker import LENGTH
from pathlib import Path
read = sys.stdin.buffer
task = msgspec.msgpack.decode(read.read(LENGTH.unpack(read.read(4))[0]), type=Task)
def tell(*told):
    print(msgspec.json.encode(Progress(*told)).decode(), flush=True)
tell(1, 2)
{what}
keep(Path(task.folder), task.name, '{{"told": true}}')
"""


AT_ONCE = """
from lasttrick.appraisal import review
from lasttrick.server import reviewer
review.STAGES = review.Budget(128, 0.05)
reviewer.give_way = int
reviewer.main()
"""  # a test waits for it


def desk(folder, what: str = "pass", within: float = 60.0, per_address: int = 3) -> Reviews:
    """A reviewer who only says so."""
    return Reviews(within, per_address, folder, (sys.executable, "-c", ANSWERS.format(what=what)))


def played(seed: str = "1") -> Played:
    return Played("ten_tricks_later", 3, {}, seed, [(0, 1)])


async def until(there: Reviews, match: Played, *wanted: str):
    while (now := await there.look(match)).status not in wanted:
        await asyncio.sleep(0.02)
    return now


def test_a_match_is_reviewed_once_whoever_asks(tmp_path):
    async def ask():
        there = desk(tmp_path)
        assert (await there.look(played())).status == "none"
        first = await there.begin(played(), "192.0.2.1")
        again = await there.begin(played(), "192.0.2.2")
        assert {first.status, again.status} <= {"waiting", "working"}
        await until(there, played(), "done")
        assert json.loads(await there.told(played())) == {"told": True}
        assert len(list(tmp_path.iterdir())) == 1
        assert (await desk(tmp_path).look(played())).status == "done"  # another server finds it
        await there.close()

    asyncio.run(ask())


def test_a_review_is_of_a_match_its_rules_version_the_reference_its_version_and_the_budget(monkeypatch):
    names = [name_of(played(), 1), name_of(played(), 2), name_of(played("2"), 1)]
    monkeypatch.setattr(appraise, "REFERENCE", "search")
    names.append(name_of(played(), 1))
    monkeypatch.setattr(appraise, "VERSION", appraise.VERSION + 1)
    names.append(name_of(played(), 1))
    monkeypatch.setattr(review, "STAGES", appraise.Budget(999))
    names.append(name_of(played(), 1))
    assert len(set(names)) == 6


def test_it_is_told_how_far_a_review_is_and_how_many_are_before_it(tmp_path):
    async def ask():
        there = desk(tmp_path, "time.sleep(60)")
        await there.begin(played("1"), "192.0.2.1")
        await there.begin(played("2"), "192.0.2.1")
        third = await there.begin(played("3"), "192.0.2.1")
        assert (third.status, third.ahead) == ("waiting", 2)
        while (now := await there.look(played("1"))).done == 0:
            await asyncio.sleep(0.02)
        assert (now.status, now.done, now.of) == ("working", 1, 2)
        await there.close()

    asyncio.run(ask())


def test_an_address_has_so_many_and_so_has_everybody(tmp_path, monkeypatch):
    monkeypatch.setattr(reviews, "MOST_WAITING", 3)

    async def ask():
        there = desk(tmp_path, "time.sleep(60)", per_address=2)
        for seed in "12":
            await there.begin(played(seed), "192.0.2.1")
        with pytest.raises(Refused, match="2 reviews are under way from here"):
            await there.begin(played("3"), "192.0.2.1")
        await there.begin(played("3"), "192.0.2.2")
        with pytest.raises(Refused, match="Too many reviews wait"):
            await there.begin(played("4"), "192.0.2.3")
        await there.close()

    asyncio.run(ask())


def test_addresses_take_turns(tmp_path):
    """Whoever has asked for many waits with them, not everybody else."""

    async def ask():
        there, order = desk(tmp_path), []
        matches = {seed: played(seed) for seed in "abc"}
        for seed in "ab":
            await there.begin(matches[seed], "192.0.2.1")
        await there.begin(played("x"), "192.0.2.1")
        await there.begin(matches["c"], "192.0.2.2")
        while len(order) < 3:
            for seed in matches:
                if seed not in order and (await there.look(matches[seed])).status == "done":
                    order.append(seed)
            await asyncio.sleep(0.01)
        await there.close()
        return order

    assert asyncio.run(ask())[:2] != ["b", "c"]


@pytest.mark.parametrize(
    ("what", "within", "sentence"),
    [
        ("time.sleep(60)", 1.5, "took too long"),
        ("sys.exit(3)", 60.0, "was stopped"),
        ("tell(0, 0, 'There is no such card.'); time.sleep(60)", 60.0, "There is no such card."),
    ],
)
def test_a_review_that_fails_says_why_and_can_be_asked_for_again(tmp_path, what, within, sentence):
    async def ask():
        there = desk(tmp_path, what, within)
        await there.begin(played(), "192.0.2.1")
        now = await until(there, played(), "failed")
        assert sentence in now.sentence
        assert (await there.begin(played(), "192.0.2.1")).status in ("waiting", "working")
        await there.close()

    asyncio.run(ask())


def test_only_so_many_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("lasttrick.server.reviewer.MOST_KEPT", 2)
    for number, name in enumerate("abc"):
        keep(tmp_path, name, "{}")
        os.utime(tmp_path / f"{name}.json", (number, number))
    keep(tmp_path, "d", "{}")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["c.json", "d.json"]


def test_what_is_kept_has_a_length_and_what_was_never_finished_goes_too(tmp_path, monkeypatch):
    monkeypatch.setattr("lasttrick.server.reviewer.MOST_BYTES", 100)
    for number, name in enumerate(("old.jsonl", "torn.part", "new.jsonl")):
        (tmp_path / name).write_text("x" * 40)
        os.utime(tmp_path / name, (number, number))
    keep(tmp_path, "told", "x" * 40)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new.jsonl", "told.json"]


def test_a_match_without_end_is_neither_reviewed_nor_copied():
    endless: Any = SimpleNamespace(is_over=True, version=15_051, record=SimpleNamespace(players=3, fork=None))
    with pytest.raises(Refused, match="more than 3000 decisions is not reviewed"):
        http_review._check_whole(endless)
    with pytest.raises(Refused, match="at steps 0 to 3000"):
        forking._check(endless, api.ForkWish(3_001, 0, "Eve"))


# --- At a real server -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def brought():
    """A match file, short enough to be reviewed in a test."""
    return finished("ten_tricks_later", 3, target="3").to_json()


def test_a_match_is_reviewed_at_the_server_and_the_review_is_of_its_form(tmp_path, brought):
    with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
        server.house.reviews = Reviews(300.0, 3, tmp_path / "reviews", (sys.executable, "-c", AT_ONCE))
        url, table = server.url, post(server.url, "/api/matches", brought)["table"]["id"]
        assert request(url, f"/api/tables/{table}/review/told")[0] == 404
        now = post(url, f"/api/tables/{table}/review", {})
        limit = time.monotonic() + 300
        while now["status"] != "done":
            assert now["status"] in ("waiting", "working"), now
            assert time.monotonic() < limit
            time.sleep(0.1)
            now = get(url, f"/api/tables/{table}/review")
        told = msgspec.convert(get(url, f"/api/tables/{table}/review/told"), api.Review)
        assert not server.house.reviews._failed, "the reviewer ended as it should"
        assert len(told.ledger) == 3
        assert {one.seat for one in told.decisions} == {0, 1, 2}
        assert post(url, f"/api/tables/{table}/review", {})["status"] == "done"


def test_a_match_that_is_on_or_was_broken_off_is_not_reviewed(url, brought):
    table, _ = new_table(url, 3)
    half = post(url, "/api/matches", {**brought, "actions": brought["actions"][:9]})["table"]["id"]
    for one in (table, half):
        status, told, _ = request(url, f"/api/tables/{one}/review", {})
        assert (status, told["key"]) == (409, "not_over")


def test_too_many_reviews_from_one_address_are_refused(tmp_path, brought):
    with running(alone=True, database=f"sqlite:///{tmp_path}/tables.db", reviews_burst=0) as server:
        server.house.reviews.folder = tmp_path
        table = post(server.url, "/api/matches", brought)["table"]["id"]
        status, told, _ = request(server.url, f"/api/tables/{table}/review", {})
        assert (status, told["key"]) == (429, "too_fast")
