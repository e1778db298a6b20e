"""A table from the first seat to the result, over real sockets."""

import asyncio
import random

import pytest

from lasttrick import games
from tests.cases import SHORT
from tests.server.client import get, new_table, post, request, sit


def test_a_person_plays_a_whole_match_against_bots(url):
    async def match():
        table, [token] = new_table(url, 4, options={"max_rounds": 1})
        async with sit(url, table, token) as player:
            decided = await player.play(random.Random(1))
            assert decided > 10
            result = player.latest["result"]
            assert len(result["scores"]) == 4
            await player.until(lambda m: m["type"] == "table" and m["table"]["phase"] == "over")
            assert player.table["deal"]["secret"]
        return table

    table = asyncio.run(match())
    assert get(url, f"/api/tables/{table}")["table"]["phase"] == "over"


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_is_played_from_the_first_deal_to_the_result(url, game):
    async def match():
        players = min(games.about(game).players)
        table, [token] = new_table(url, players, game=game, options=SHORT.get(game, {}))
        async with sit(url, table, token) as player:
            await player.play(random.Random(1))
            assert len(player.latest["result"]["scores"]) == players
        return table

    table = asyncio.run(match())
    assert get(url, f"/api/tables/{table}/verify")["match_agrees"]
    replay = get(url, f"/api/tables/{table}/replay?eyes=all")
    assert replay["sheet"][-1]["scores"] == replay["result"]["scores"]


def test_four_people_see_the_same_match_each_with_their_own_hand(url):
    async def match():
        table, tokens = new_table(url, 4, people=4, options={"max_rounds": 1})
        async with (
            sit(url, table, tokens[0]) as a,
            sit(url, table, tokens[1]) as b,
            sit(url, table, tokens[2]) as c,
            sit(url, table, tokens[3]) as d,
            sit(url, table) as spectator,
        ):
            people = [a, b, c, d]
            await asyncio.gather(*(p.play(random.Random(i)) for i, p in enumerate(people)))
            await spectator.until(lambda m: m["type"] == "update" and m["result"])
            assert len({p.version for p in [*people, spectator]}) == 1
            assert all(p.latest["result"] == a.latest["result"] for p in [*people, spectator])

    asyncio.run(match())


def test_a_view_holds_the_own_hand_and_no_other(url):
    async def look():
        table, tokens = new_table(url, 4, people=2)
        async with sit(url, table, tokens[1]) as player, sit(url, table) as spectator:
            hands = [seat["hand"] for seat in player.latest["view"]["seats"]]
            assert [hand is not None for hand in hands] == [False, True, False, False]
            assert all(seat["hand"] is None for seat in spectator.latest["view"]["seats"])
            assert spectator.latest["legal"] == []

    asyncio.run(look())


def test_every_message_gets_its_own_answer(url):
    async def talk():
        table, tokens = new_table(url, 4, people=4)
        async with sit(url, table, tokens[0]) as a, sit(url, table) as spectator:
            legal = a.latest["legal"]
            first = await a.ask("act", "once", version=0, action=legal[0]["action"])
            assert first == {"type": "ack", "id": "once", "version": 1}
            again = await a.ask("act", "once", version=0, action=legal[0]["action"])
            assert again == {"type": "dup", "id": "once", "version": 1}
            twice = await a.ask("act", version=1, action=legal[0]["action"])
            assert (twice["type"], twice["clause"]) == ("illegal", "TTL-57")
            assert (await a.ask("act", version=7, action=legal[0]["action"]))["type"] == "stale"
            assert (await a.ask("act", version=1, action=9999))["type"] == "illegal"
            assert (await a.ask("ask", action=legal[0]["action"]))["type"] == "illegal"
            assert (await a.ask("ping"))["type"] == "ack"
            assert (await a.ask("hint", "h")) == {"type": "unavailable", "id": "h", "reason": "no_hints", "retry": 0}
            watching = await spectator.ask("act", version=1, action=0)
            assert (watching["type"], watching["reason"]) == ("illegal", "watching")
            assert all(len(answers) == 1 or id == "once" for id, answers in a.answers.items())

    asyncio.run(talk())


def test_simultaneous_choices_do_not_outdate_each_other(url):
    async def choose():
        table, tokens = new_table(url, 4, people=4)
        async with sit(url, table, tokens[0]) as a, sit(url, table, tokens[1]) as b:
            assert (await a.ask("act", version=0, action=a.latest["legal"][0]["action"]))["type"] == "ack"
            wish = b.latest["legal"][0]["action"]
            assert (await b.ask("act", version=0, action=wish)) == {"type": "ack", "id": b.prefix + "2", "version": 2}

    asyncio.run(choose())


def test_who_comes_back_hears_what_they_missed(url):
    async def come_back():
        table, tokens = new_table(url, 4, people=1, options={"max_rounds": 1})
        async with sit(url, table, tokens[0]) as first:
            await first.play(random.Random(5), most=6)
            seen = {m["version"]: m["story"] for m in list(first.news._queue) if m["type"] == "update"}
        async with sit(url, table, tokens[0], last=2) as again:
            welcome = again.answers[again.prefix + "1"][0]
            assert [past["version"] for past in welcome["past"]] == list(range(3, welcome["now"]["version"]))
            assert all(past["story"] == seen.get(past["version"], past["story"]) for past in welcome["past"])
            assert welcome["now"]["view"]["seats"][0]["hand"]
        async with sit(url, table, tokens[0]) as fresh:
            assert fresh.answers[fresh.prefix + "1"][0]["past"] == []

    asyncio.run(come_back())


def test_chat_reaches_everybody_once(url):
    async def talk():
        table, tokens = new_table(url, 4, people=2)
        async with sit(url, table, tokens[0]) as a, sit(url, table, tokens[1]) as b:
            assert (await a.ask("say", "x1", text="  hello\u202e\nyou  "))["type"] == "ack"
            assert (await a.ask("say", "x1", text="hello you"))["type"] == "dup"
            heard = await b.until(lambda m: m["type"] == "said")
            assert (heard["number"], heard["seat"], heard["name"], heard["text"]) == (1, 0, "Ann", "hello you")
        async with sit(url, table) as later:
            assert [line["text"] for line in later.answers[later.prefix + "1"][0]["chat"]] == ["hello you"]

    asyncio.run(talk())


def test_presence_is_told(url):
    async def come_and_go():
        table, tokens = new_table(url, 4, people=2)
        async with sit(url, table, tokens[0]) as a:
            async with sit(url, table, tokens[1]):
                await a.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["present"])
            await a.until(lambda m: m["type"] == "table" and not m["table"]["seats"][1]["present"])

    asyncio.run(come_and_go())


def test_two_tabs_of_one_seat_see_the_same(url):
    async def two_tabs():
        table, [token] = new_table(url, 4)
        async with sit(url, table, token) as one, sit(url, table, token) as two:
            version = (await one.act())["version"]
            await two.until(lambda m: m["type"] == "update" and m["version"] >= version)
            assert (await two.ask("ping"))["type"] == "ack"

    asyncio.run(two_tabs())


def test_nothing_is_said_before_hello(url):
    async def silent():
        table, [token] = new_table(url, 4)
        async with sit(url, table, token, hello=False) as player:
            answer = await player.ask("act", version=0, action=0)
            assert (answer["type"], answer["reason"]) == ("unavailable", "no_hello")

    asyncio.run(silent())


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param("{", "truncated", id="not JSON"),
        pytest.param('{"type":"fly","id":"a"}', "fly", id="unknown type"),
        pytest.param('{"type":"act","id":"a","version":"0","action":1}', "Expected `int", id="wrong kind"),
        pytest.param('{"type":"act","id":"a","version":0,"action":1,"seat":2}', "seat", id="unknown field"),
        pytest.param('{"type":"say","id":"a","text":""}', "length", id="empty text"),
        pytest.param('{"type":"ping","id":"a b"}', "regex", id="id with a space"),
        pytest.param("[" * 3000, "", id="nested"),
    ],
)
def test_what_cannot_be_read_is_answered(url, data, says):
    async def send():
        table, [token] = new_table(url, 4)
        async with sit(url, table, token) as player:
            await player.socket.send(data)
            answer = await player.until(lambda m: m["type"] == "illegal")
            assert answer["reason"] == "malformed"
            assert says in answer["sentence"]

    asyncio.run(send())


def test_a_hint_comes_with_an_action_where_the_table_allows_it(url):
    async def ask():
        table, [token] = new_table(url, 4, hints=True)
        async with sit(url, table, token) as player:
            advice = await player.ask("hint")
            assert advice["type"] == "advice"
            legal = [choice["action"] for choice in player.latest["legal"]]
            assert advice["action"] in legal
            costs = {reason["action"]: reason["cost"] for reason in advice["reasons"]}
            assert costs[advice["action"]] == 0 if len(legal) > 1 else not costs[legal[0]]

    asyncio.run(ask())


def test_why_is_told_of_two_actions_that_are_legal_where_the_table_allows_hints(url):
    async def ask():
        table, [token] = new_table(url, 4, hints=True)
        async with sit(url, table, token) as player:
            one = player.latest["legal"][0]["action"]
            told = await player.ask("why", better=one, worse=one)
            assert told["type"] == "because"
            assert (told["better"], told["worse"], told["terms"], told["likely"]) == (one, one, [], [])
            assert (await player.ask("why", better=one, worse=9999))["type"] == "illegal"
        table, [token] = new_table(url, 4)
        async with sit(url, table, token) as player:
            assert (await player.ask("why", better=one, worse=one))["reason"] == "no_hints"

    asyncio.run(ask())


def test_tables_are_private_unless_said_otherwise(url):
    hidden, _ = new_table(url, 4, people=1, start=False, seats=[])
    shown, _ = new_table(url, 4, people=1, start=False, seats=[], public=True)
    listed = [table["id"] for table in get(url, "/api/tables")]
    assert shown in listed
    assert hidden not in listed


def test_the_host_alone_starts(url):
    table, tokens = new_table(url, 3, people=3, start=False)
    status, answer, _ = request(url, f"/api/tables/{table}/start", {}, token=tokens[1])
    assert (status, answer["key"]) == (403, "not_host")
    assert post(url, f"/api/tables/{table}/start", {}, token=tokens[0])["table"]["phase"] == "playing"
