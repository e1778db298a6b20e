"""Who may sit where, and what happens when they leave, stay away, or want another match."""

import asyncio
import random
import time

import pytest

from tests.server.client import BOTS, get, new_table, post, request, sit
from tests.server.conftest import running


def refusal(url: str, path: str, data, token=None) -> tuple[int, str]:
    status, answer, _ = request(url, path, data, token=token)
    return status, answer["key"]


def test_a_link_is_enough_to_sit_down(url):
    made = post(url, "/api/tables", {"game": "ten_tricks_later", "name": "Ann", "players": 3, "program": True})
    table = made["table"]["id"]
    assert len(table) >= 22
    assert len(made["token"]) >= 43
    joined = post(url, f"/api/tables/{table}/join", {"name": "Bob", "program": True})
    assert joined["seat"] == 1
    again = post(url, f"/api/tables/{table}/join", {"name": "Bob", "program": True}, token=joined["token"])
    assert again["seat"] == 1
    post(url, f"/api/tables/{table}/join", {"name": "Cid", "seat": 2, "program": True})
    assert refusal(url, f"/api/tables/{table}/join", {"name": "Dan"}) == (409, "full")
    assert [seat["name"] for seat in get(url, f"/api/tables/{table}")["table"]["seats"]] == ["Ann", "Bob", "Cid"]


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        pytest.param({"players": 9}, "Expected `int` <= 8", id="too many for any game"),
        pytest.param({"players": 5}, "3 to 4 players, not 5", id="too many for this game"),
        pytest.param({"options": {"rescu": "strict"}}, "Did you mean rescue?", id="unknown option"),
        pytest.param({"options": {"target": 0}}, "whole number from 1 to 1000", id="option out of range"),
        pytest.param({"seats": BOTS[:4]}, "there are 3", id="more seats than players"),
        pytest.param({"seats": [{"kind": "bot", "bot": "search:ms=9999999"}]}, "There is no bot", id="unbounded bot"),
        pytest.param({"pace": {"kind": "seconds", "amount": 1}}, "from 5 to 3600 seconds", id="no time at all"),
        pytest.param({"start": True}, "are empty", id="start without players"),
        pytest.param({"colour": "red"}, "colour", id="unknown field"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(url, wish, says):
    status, answer, _ = request(url, "/api/tables", {"game": "ten_tricks_later", "name": "Ann", **wish})
    assert status in (400, 409)
    assert says in answer["error"]


def test_a_closed_seat_waits_for_the_host(url):
    table, [token] = new_table(url, 3, start=False, seats=[{"kind": "closed"}, {"kind": "closed"}])
    assert refusal(url, f"/api/tables/{table}/join", {"name": "Bob"}) == (409, "full")
    post(url, f"/api/tables/{table}/seats/1", {"kind": "open"}, token=token)
    assert post(url, f"/api/tables/{table}/join", {"name": "Bob", "program": True})["seat"] == 1
    assert refusal(url, f"/api/tables/{table}/start", {}, token) == (409, "seats_empty")
    started = post(url, f"/api/tables/{table}/start", {"fill": "random"}, token=token)
    assert [seat["kind"] for seat in started["table"]["seats"]] == ["person", "person", "bot"]


def test_who_leaves_before_the_start_frees_the_seat_and_the_host_moves_on(url):
    table, tokens = new_table(url, 3, people=3, start=False)
    left = post(url, f"/api/tables/{table}/leave", token=tokens[0])["table"]
    assert (left["seats"][0]["kind"], left["host"]) == ("open", 1)
    assert refusal(url, f"/api/tables/{table}/word", {"word": "x"}, tokens[0]) == (403, "not_seated")


def test_who_leaves_during_the_match_is_played_by_a_bot_to_the_end(url):
    async def leave():
        table, tokens = new_table(url, 3, people=2, options={"max_rounds": 1})
        async with sit(url, table, tokens[0]) as stays, sit(url, table, tokens[1]) as leaves:
            await asyncio.to_thread(post, url, f"/api/tables/{table}/leave", token=tokens[1])
            await asyncio.wait_for(leaves.socket.wait_closed(), 10)
            await stays.play(random.Random(1))
            assert stays.table["seats"][1]["kind"] == "bot"
        assert get(url, f"/api/tables/{table}", token=tokens[1])["seat"] == -1

    asyncio.run(leave())


def test_who_stays_away_past_the_pace_is_played_by_a_bot_until_back(tmp_path):
    async def stay_away(server):
        table, tokens = new_table(server.url, 3, people=2, pace={"kind": "seconds", "amount": 5})
        at_table = server.house.tables[table]
        async with sit(server.url, table, tokens[0]) as here:
            assert set(here.latest["clock"]["left"]) == {"0", "1"}
            assert 3000 < here.latest["clock"]["left"]["1"] <= 5000
            await here.act()
            server.call(lambda: at_table.asked.update({1: (at_table.asked[1][0], -1e9)}))  # as if asked long ago
            server.call(at_table.turns.wake)
            changed = await here.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["away"])
            assert changed["table"]["seats"][1]["bot"]
            await here.until(lambda m: m["type"] == "update" and m["version"] >= 3)
            async with sit(server.url, table, tokens[1]) as back:
                assert not back.table["seats"][1]["away"]

    with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
        asyncio.run(stay_away(server))


def test_the_host_replaces_somebody_absent_but_not_somebody_present(tmp_path):
    async def replace(url):
        table, tokens = new_table(url, 3, people=3)
        path = f"/api/tables/{table}/seats/1"
        async with sit(url, table, tokens[0]) as host:
            async with sit(url, table, tokens[1]):
                assert await asyncio.to_thread(refusal, url, path, {"kind": "bot"}, tokens[0]) == (409, "present")
            assert await asyncio.to_thread(refusal, url, path, {"kind": "bot"}, tokens[2]) == (403, "not_host")
            await asyncio.sleep(0.3)
            answer = await asyncio.to_thread(post, url, path, {"kind": "bot", "bot": "random"}, token=tokens[0])
            assert answer["table"]["seats"][1]["kind"] == "bot"
            await host.until(lambda m: m["type"] == "update" and m["version"] >= 1)

    with running(database=f"sqlite:///{tmp_path}/tables.db", absent_after=0.2) as server:
        asyncio.run(replace(server.url))


def test_a_personal_link_opens_the_seat_elsewhere_once(url):
    table, [token] = new_table(url)
    link = post(url, f"/api/tables/{table}/link", token=token)
    claimed = post(url, f"/api/tables/{table}/claim", {"code": link["code"], "program": True})
    assert claimed["seat"] == 0
    assert claimed["token"] != token
    assert get(url, f"/api/tables/{table}", token=claimed["token"])["seat"] == 0
    assert get(url, f"/api/tables/{table}", token=token)["seat"] == 0
    assert refusal(url, f"/api/tables/{table}/claim", {"code": link["code"]}) == (403, "bad_link")


def test_a_rematch_moves_everybody_one_seat_on(url):
    async def twice():
        table, tokens = new_table(url, 3, people=2, options={"max_rounds": 1})
        async with sit(url, table, tokens[0]) as a, sit(url, table, tokens[1]) as b:
            await asyncio.gather(a.play(random.Random(1)), b.play(random.Random(2)))
            again = await asyncio.to_thread(post, url, f"/api/tables/{table}/rematch", token=tokens[0])
            same = await asyncio.to_thread(post, url, f"/api/tables/{table}/rematch", token=tokens[1])
            assert again["table"]["id"] == same["table"]["id"] != table
            assert (again["seat"], same["seat"]) == (1, 2)
            assert [s["kind"] for s in again["table"]["seats"]] == ["bot", "person", "person"]
            assert again["table"]["deal"]["commitment"] != a.table["deal"]["commitment"]
            await b.until(lambda m: m["type"] == "table" and m["table"]["rematch"] == again["table"]["id"])
            started = await asyncio.to_thread(post, url, f"/api/tables/{same['table']['id']}/start", token=tokens[0])
            assert started["table"]["phase"] == "playing"

    asyncio.run(twice())


def test_a_browser_finds_its_tables_again(url):
    _, answer, headers = request(url, "/api/tables", {"game": "ten_tricks_later", "name": "Ann"})
    assert answer["token"] is None
    cookie = {"cookie": headers["set-cookie"].split(";")[0], "origin": url}
    _, second, _ = request(url, "/api/tables", {"game": "ten_tricks_later", "name": "Ann"}, headers=cookie)
    mine = get(url, "/api/mine", headers=cookie)
    assert {one["table"]["id"] for one in mine} == {answer["table"]["id"], second["table"]["id"]}
    assert get(url, "/api/mine") == []


def test_tables_go_on_where_they_were_after_a_restart(tmp_path):
    database = f"sqlite:///{tmp_path}/tables.db"

    async def first(url):
        table, tokens = new_table(url, 4, people=2, options={"max_rounds": 1})
        waiting, _ = new_table(url, 4, start=False, seats=[], public=True)
        async with sit(url, table, tokens[0]) as a:
            await a.ask("say", text="see you later")
            await a.play(random.Random(1), most=1)
            return table, waiting, tokens, a.version

    async def second(url, table, tokens, version):
        async with sit(url, table, tokens[0], last=0) as a, sit(url, table, tokens[1]) as b:
            assert a.version >= version
            assert a.answers[a.prefix + "1"][0]["chat"][0]["text"] == "see you later"
            await asyncio.gather(a.play(random.Random(1)), b.play(random.Random(2)))
            assert a.latest["result"]

    with running(database=database) as server:
        table, waiting, tokens, version = asyncio.run(first(server.url))
    with running(database=database) as server:
        assert waiting in [t["id"] for t in get(server.url, "/api/tables")]
        assert not server.house.tables, "tables are loaded when somebody comes"
        asyncio.run(second(server.url, table, tokens, version))


def test_idle_tables_leave_memory_and_come_back(tmp_path):
    with running(database=f"sqlite:///{tmp_path}/tables.db", forget_after=0.2) as server:
        table, tokens = new_table(server.url, 4, people=4)
        deadline = time.monotonic() + 20
        while server.call(lambda: table in server.house.tables):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert get(server.url, f"/api/tables/{table}", token=tokens[2])["seat"] == 2


def test_of_too_many_idle_tables_the_longest_idle_leave_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("lasttrick.server.house.SWEEP_EVERY", 0.05)
    with running(database=f"sqlite:///{tmp_path}/tables.db", idle_tables=2) as server:
        made = [new_table(server.url, 4, people=4)[0] for _ in range(4)]
        deadline = time.monotonic() + 20
        while server.call(lambda: list(server.house.tables)) != made[2:]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert get(server.url, f"/api/tables/{made[0]}")["table"]["id"] == made[0]


def test_the_address_for_friends_is_told_where_the_server_can_be_reached(url):
    from lasttrick.server.run import own_address

    assert get(url, "/api/address") == {"url": ""}  # it listens on its own machine only
    assert own_address() == "" or own_address().count(".") == 3


def test_what_a_tables_own_data_changes_is_told_to_everybody(url):
    from lasttrick.games.zombie_escape.data import house

    data = {**house(), "max_days": 3}
    made = post(
        url, "/api/tables", {"game": "zombie_escape", "name": "Ann", "options": {"data": data}, "program": True}
    )
    [line] = get(url, f"/api/tables/{made['table']['id']}/differences")
    assert line.startswith("max_days: 3 instead of ")
