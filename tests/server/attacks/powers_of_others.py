"""What only those at the table, or its host, may do: tried by strangers, by one who left, and at a match of a file."""

import random

from tests.server.attacks.tools import BEFORE, ask, go_on, join, must, open_table, seat_of
from tests.server.client import BOTS, sit

POWERS = {
    "start": {"fill": "random"},
    "seats/0": {"kind": "bot", "bot": "random"},
    "seats/1": {"kind": "bot", "bot": "random"},
    "mute": {"muted": True},
    "word": {"word": "mine"},
    "link": {},
    "leave": {},
    "rematch": {},
}
HOSTS = ("start", "seats/0", "mute")


async def attack(server) -> None:
    url = server.url
    table, ann = await open_table(url, 3, options={"max_rounds": 1}, seats=[{"kind": "open"}, BOTS[0]])
    eve = await join(url, table, "Eve", 1)
    async with sit(url, table, ann):  # what a host may do, others may do for an absent one
        await refused(url, table, None, POWERS)
        await refused(url, table, eve, HOSTS)
    await must(url, f"/api/tables/{table}/start", {}, ann)
    await must(url, f"/api/tables/{table}/leave", {}, eve)
    await refused(url, table, eve, POWERS)
    async with sit(url, table, ann) as player:
        await player.play(random.Random(1))
    await refused(url, table, eve, POWERS)
    again = (await must(url, f"/api/tables/{table}/rematch", {}, ann))["table"]["id"]
    assert await seat_of(url, again, eve) == -1, "who left came along into the rematch"
    await refused(url, again, eve, POWERS)
    status, file = await ask(url, f"/api/tables/{table}/match")
    go_on(status, file)
    imported = (await must(url, "/api/matches", file))["table"]["id"]
    for token in (None, ann, eve):
        await refused(url, imported, token, (*POWERS, "join"))


async def refused(url: str, table: str, token: str | None, powers) -> None:
    for power in powers:
        data = POWERS.get(power, {"name": "Eve", "program": True})
        status, answer = await ask(url, f"/api/tables/{table}/{power}", data, token)
        assert status in (400, 403, 409, *BEFORE), (power, status, answer)
