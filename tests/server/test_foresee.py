"""Asking what would follow: one answer, from the seat's own view, about one action or about all."""

import asyncio
import re
from pathlib import Path

from lasttrick import games
from tests.server.client import new_table, sit

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "foresee.md"


def test_a_player_is_told_what_follows_from_each_legal_action_and_what_stands(url):
    async def play():
        table, [token] = new_table(url, 3)
        async with sit(url, table, token) as player:
            asked = 0
            while asked < 3:
                while not player.latest["legal"]:
                    await player.until(lambda m: m["type"] == "update")
                action, legal = player.latest["legal"][0]["action"], player.latest["legal"]
                told = await player.ask("foresee")
                again = await player.ask("foresee")
                one = await player.ask("foresee", action=action)
                if not told["version"] == again["version"] == one["version"] == player.version:
                    continue  # somebody else has chosen at the same time
                assert {**told, "id": ""} == {**again, "id": ""}
                assert set(told["choices"]) == {str(choice["action"]) for choice in legal}
                assert one["choices"] == {str(action): told["choices"][str(action)]}
                asked += 1
                answer = await player.act()
                while player.version < answer["version"]:
                    await player.until(lambda m: m["type"] == "update")
        return told

    told = asyncio.run(play())
    assert {fact["key"] for fact in told["now"]} >= {"points"}
    assert any(fact["key"] == "trick_won" for facts in told["choices"].values() for fact in facts)


def test_what_is_not_legal_is_explained_and_nothing_is_foreseen_before_the_start(url):
    async def play():
        table, [token] = new_table(url, 3)
        async with sit(url, table, token) as player:
            refused = await player.ask("foresee", action=40)
        async with sit(url, table) as spectator:
            watching = await spectator.ask("foresee", action=0), await spectator.ask("foresee")
        table, [token, _] = new_table(url, 3, people=2, start=False)
        async with sit(url, table, token) as player:
            return refused, watching, await player.ask("foresee")

    refused, (watching, standing), early = asyncio.run(play())
    assert (refused["type"], refused["clause"]) == ("illegal", "TTL-57")
    assert (watching["type"], watching["reason"]) == ("illegal", "watching")
    assert (standing["type"], standing["choices"]) == ("foreseen", {})
    assert (early["type"], early["reason"]) == ("unavailable", "not_started")


def test_every_fact_is_on_its_page():
    page = PAGE.read_text(encoding="utf-8")
    for name in games.NAMES:
        game = games.game(name)
        if game.foresee:
            [part] = re.findall(rf"## {re.escape(game.about.title)}\n(.*?)(?=\n## |\Z)", page, re.DOTALL)
            assert [key for key in game.foresee.SENTENCES if f"`{key}`" not in part] == []
