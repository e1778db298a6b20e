"""One seat open in two tabs: both decide at once, one leaves while the other decides."""

import asyncio

from tests.server.attacks.tools import ask, bot_table, go_on, must, try_to
from tests.server.client import Player, sit

TURNS = 6


async def attack(server) -> None:
    await both_decide(server.url)
    await one_leaves(server.url)


async def both_decide(url: str) -> None:
    """Of two decisions on the same choice one counts, with ids of their own or with the same."""
    table, ann = await bot_table(url, options={"max_rounds": 1})
    async with sit(url, table, ann) as left, sit(url, table, ann) as right:
        for turn in range(TURNS):
            await their_turn(left, right)
            if left.latest["result"] is not None:
                return
            asked, legal = left.version, left.latest["legal"]
            same = f"turn{turn}" if turn % 2 else None
            answers = await asyncio.gather(
                try_to(left, "act", id=same, version=asked, action=legal[0]["action"]),
                try_to(right, "act", id=same, version=asked, action=legal[-1]["action"]),
            )
            kinds = [answer.get("type") for answer in answers]
            assert kinds.count("ack") <= 1, f"one choice was decided twice: {kinds}"


async def their_turn(*tabs: Player) -> None:
    """Until both tabs offer the same choice, or the match is over."""
    async with asyncio.timeout(60):
        while True:
            at = {tab.version for tab in tabs}
            if len(at) == 1 and all(tab.latest["legal"] or tab.latest["result"] for tab in tabs):
                return
            await asyncio.sleep(0.05)


async def one_leaves(url: str) -> None:
    """Whatever is decided after leaving was answered is nobody's decision any more."""
    table, ann = await bot_table(url)
    async with sit(url, table, ann) as left, sit(url, table, ann) as right:
        await their_turn(left, right)
        legal, asked = right.latest["legal"], right.version
        leaving = asyncio.ensure_future(must(url, f"/api/tables/{table}/leave", {}, ann))
        racing = try_to(right, "act", version=asked, action=legal[0]["action"])
        await asyncio.gather(leaving, racing)  # who was first is a matter of luck; from here on it is not
        for tab in (left, right):
            answer = await try_to(tab, "act", version=tab.version, action=legal[-1]["action"])
            assert answer.get("type") != "ack", "a tab of one who left has decided"
        status, answer = await ask(url, f"/api/tables/{table}", None, ann)
        go_on(status, answer)
        assert answer["seat"] == -1, "who left in one tab still sits there in the other"
