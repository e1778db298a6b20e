"""Asking what would follow: one answer, from the seat's own view, about all of its actions."""

import asyncio
import re
from pathlib import Path

from lasttrick import games
from tests.server.client import new_table, sit
from tests.server.conftest import running

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "foresee.md"


def test_a_player_is_told_what_follows_from_each_legal_action_and_what_stands(url):
    async def play():
        table, [token] = new_table(url, 3)
        async with sit(url, table, token) as player:
            asked = 0
            while asked < 3:
                while not player.latest["legal"]:
                    await player.until(lambda m: m["type"] == "update")
                legal = player.latest["legal"]
                told = await player.ask("foresee")
                again = await player.ask("foresee")
                if not told["version"] == again["version"] == player.version:
                    continue  # somebody else has chosen at the same time
                assert {**told, "id": ""} == {**again, "id": ""}
                assert set(told["choices"]) == {str(choice["action"]) for choice in legal}
                asked += 1
                answer = await player.act()
                while player.version < answer["version"]:
                    await player.until(lambda m: m["type"] == "update")
        return told

    told = asyncio.run(play())
    assert {fact["key"] for fact in told["now"]} >= {"points"}
    assert any(fact["key"] == "trick_won" for facts in told["choices"].values() for fact in facts)


def test_who_watches_is_told_what_stands_and_nothing_is_foreseen_before_the_start(url):
    async def play():
        table, _ = new_table(url, 3)
        async with sit(url, table) as spectator:
            standing = await spectator.ask("foresee")
        table, [token, _] = new_table(url, 3, people=2, start=False)
        async with sit(url, table, token) as player:
            return standing, await player.ask("foresee")

    standing, early = asyncio.run(play())
    assert (standing["type"], standing["choices"]) == ("foreseen", {})
    assert (early["type"], early["reason"]) == ("unavailable", "not_started")


def test_choices_count_as_messages_of_an_address_but_only_once(tmp_path):
    """Looked at before, they cost nothing; and whoever has used up the rate is told so."""

    async def play(url):
        table, [token] = new_table(url, 3, game="scout")
        async with sit(url, table, token) as player:
            await player.until(lambda m: m["type"] == "update" and m["legal"] and len(m["acting"]) == 1)  # others chose
            first = [await player.ask("foresee") for _ in range(3)]
            choices = len(player.latest["legal"])
            rest = [await player.ask("ping") for _ in range(150)]
        return choices, first, [answer["type"] for answer in rest]

    settings = {"traffic_burst": 120, "traffic_per_second": 0.01, "messages_burst": 1000}
    with running(database=f"sqlite:///{tmp_path}/tables.db", **settings) as server:
        choices, first, rest = asyncio.run(play(server.url))
    assert [answer["type"] for answer in first] == ["foreseen"] * 3
    assert choices > 1
    requests = 3  # the table is made and started, a socket opened
    assert rest.count("ack") == 120 - requests - choices - 1 - 3  # hello, and three times what follows


def test_every_fact_is_on_its_page():
    page = PAGE.read_text(encoding="utf-8")
    for name in games.NAMES:
        game = games.game(name)
        if game.foresee:
            [part] = re.findall(rf"## {re.escape(game.about.title)}\n(.*?)(?=\n## |\Z)", page, re.DOTALL)
            assert [key for key in game.foresee.SENTENCES if f"`{key}`" not in part] == []
