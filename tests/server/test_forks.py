"""Going on from a finished match at a table of its own."""

import asyncio
import json
import random

import pytest

from lasttrick import read_match
from tests.appraisal.matches import finished
from tests.server.client import get, new_table, post, request, sit


@pytest.fixture(scope="module")
def brought(url):
    """A finished match, brought as a file."""
    file = finished("ten_tricks_later", 3, target="3").to_json()
    return post(url, "/api/matches", file)["table"]["id"], file


def fork(url, table: str, **wish) -> dict:
    return post(url, f"/api/tables/{table}/fork", {"name": "Ann", "bot": "random", "program": True, **wish})


@pytest.mark.parametrize("fresh", [False, True])
def test_a_fork_is_played_to_its_end_and_its_file_says_where_it_comes_from(url, brought, fresh):
    table, parent = brought
    step = 12
    made = fork(url, table, step=step, seat=1, fresh=fresh)
    id, token = made["table"]["id"], made["token"]
    assert made["table"]["fork"] == {"parent": table, "step": step, "seat": 1, "fresh": fresh}
    assert made["table"]["deal"]["commitment"] == ""
    before = get(url, f"/api/tables/{table}/replay?eyes=1")["steps"][step]
    assert get(url, f"/api/tables/{id}/replay?eyes=1", token=token)["steps"][step]["view"] == before["view"]
    assert request(url, f"/api/tables/{id}/match")[0] == 409  # its world is secret until the end

    async def play():
        async with sit(url, id, token) as one:
            assert "world" not in json.dumps(one.table["fork"])
            while one.latest is None:
                await one.until(lambda m: m["type"] == "update")
            await one.play(random.Random(1))

    asyncio.run(play())
    file = get(url, f"/api/tables/{id}/match")
    assert file["actions"][:step] == parent["actions"][:step]
    assert (file["fork"]["world"] is not None) == fresh
    assert "fair" not in file
    assert read_match(json.dumps(file)).over
    again = post(url, "/api/matches", file)["table"]
    assert again["fork"]["fresh"] == fresh


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"step": 9_999, "seat": 0}, "step"),
        ({"step": 0, "seat": 3}, "seat"),
        ({"step": 0, "seat": 0, "bot": "x"}, "refused"),
    ],
)
def test_a_fork_that_cannot_be_gets_one_sentence(url, brought, wish, key):
    status, told, _ = request(url, f"/api/tables/{brought[0]}/fork", {"name": "Ann", **wish})
    assert (status, told["key"]) == (400, key)


def test_a_match_that_is_on_cannot_be_gone_on_from(url):
    table, tokens = new_table(url, 3)
    status, told, _ = request(url, f"/api/tables/{table}/fork", {"name": "Ann", "step": 0, "seat": 0}, token=tokens[0])
    assert (status, told["key"]) == (409, "not_over")


@pytest.mark.parametrize("fresh", [False, True])
def test_a_choice_in_a_fork_is_taken_back_and_the_same_world_goes_on(url, brought, fresh):
    """The new table stands where the choice was made, in the same world with the same bots; the old one is gone."""
    table, _ = brought
    made = fork(url, table, step=12, seat=1, fresh=fresh)
    id, token = made["table"]["id"], made["token"]
    assert request(url, f"/api/tables/{id}/undo", {}, token=token)[1]["key"] == "no_choice"

    async def play(id: str, decisions: int):
        """The views at which this seat had a choice, and where the last one led."""
        async with sit(url, id, token) as one:
            while one.latest is None:
                await one.until(lambda m: m["type"] == "update")
            seen = []
            while len(seen) < decisions:
                while not one.latest["legal"]:
                    await one.until(lambda m: m["type"] == "update" and m["legal"])
                if len(one.latest["legal"]) > 1:
                    seen.append((one.version, one.latest["view"]))
                answer = await one.act()
                while one.version < answer["version"]:
                    await one.until(lambda m: m["type"] == "update")
            while not one.latest["legal"] and one.latest["result"] is None:
                await one.until(lambda m: m["type"] == "update")
            return seen, one.latest["view"]

    seen, after = asyncio.run(play(id, 2))
    again = post(url, f"/api/tables/{id}/undo", {}, token=token)
    new = again["table"]["id"]
    assert again["seat"] == 1
    assert again["table"]["fork"] == made["table"]["fork"]
    assert again["table"]["version"] == seen[-1][0]
    assert request(url, f"/api/tables/{id}")[0] == 410
    once_more, there = asyncio.run(play(new, 1))
    assert once_more == seen[-1:]
    assert there == after, "the same choice meets the same bots and cards"


def test_nothing_is_taken_back_by_strangers_or_where_cards_were_dealt_fairly(url, brought):
    made = fork(url, brought[0], step=12, seat=1)
    path = f"/api/tables/{made['table']['id']}/undo"
    assert request(url, path, {})[1]["key"] == "not_seated"
    table, tokens = new_table(url, 3)
    status, told, _ = request(url, f"/api/tables/{table}/undo", {}, token=tokens[0])
    assert (status, told["key"]) == (409, "no_fork")


def test_a_friend_sits_down_for_a_bot_where_a_match_goes_on(url, brought):
    """The seat is theirs from then on, the other bot's is still free, and nothing can be taken back from them."""
    table, _ = brought
    made = fork(url, table, step=12, seat=1)
    id, token = made["table"]["id"], made["token"]
    friend = post(url, f"/api/tables/{id}/join", {"name": "Ben", "seat": 2, "program": True})
    assert friend["seat"] == 2
    assert [seat["kind"] for seat in friend["table"]["seats"]] == ["bot", "person", "person"]
    assert request(url, f"/api/tables/{id}/join", {"name": "Eve", "seat": 2})[1]["key"] == "seat_taken"
    assert request(url, f"/api/tables/{id}/join", {"name": "Eve", "seat": 1})[1]["key"] == "seat_taken"

    async def play():
        async with sit(url, id, token) as one, sit(url, id, friend["token"]) as two:
            for person in (one, two):
                while person.latest is None:
                    await person.until(lambda m: m["type"] == "update")
            await asyncio.gather(one.play(random.Random(1)), two.play(random.Random(2)))

    asyncio.run(play())
    assert request(url, f"/api/tables/{id}/undo", {}, token=token)[1]["key"] == "not_alone"
    assert read_match(json.dumps(get(url, f"/api/tables/{id}/match"))).over


def test_nobody_sits_down_for_a_bot_where_cards_were_dealt_fairly(url):
    table, _ = new_table(url, 3)
    assert request(url, f"/api/tables/{table}/join", {"name": "Eve", "seat": 2})[1]["key"] == "started"
