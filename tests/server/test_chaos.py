"""Chaos: duplicated, reordered, stale, illegal, foreign, malformed and oversized messages, and sudden closings.

After each step the state must be exactly the acknowledged decisions, and every message must have its one answer.
"""

import asyncio
import json
import os
import random
import threading

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from websockets.exceptions import ConnectionClosed

from lasttrick import games
from tests.server.client import new_table, sit
from tests.server.conftest import running

LONG = os.environ.get("LASTTRICK_LONG") == "1"
EXAMPLES, STEPS = (500, 50) if LONG else (4, 25)  # of each game

seats = st.integers(0, 3)
FIGURES = {"messages": 0, "answers": 0, "decisions": 0, "closed": 0}


class Loop:
    """An event loop in a thread, for sockets that stay open between steps."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def __call__(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(60)


class Chaos(RuleBasedStateMachine):
    """Four people at one table, none of whom behaves."""

    server = None
    game: str
    run: Loop
    places: tuple | list = ()

    @initialize()
    def sit_down(self):
        table, self.tokens = new_table(self.server.url, 4, people=4, game=self.game)
        self.table = self.server.house.tables[table]
        self.places = [None] * 4
        self.applied: list[tuple[int, int]] = []  # seat and action of what was acknowledged, by version
        self.sent: list[tuple[int, dict]] = []  # everything ever sent, to be sent again
        for seat in range(4):
            self.run(self._sit(seat))

    async def _sit(self, seat: int, last: int | None = None) -> None:
        context = sit(self.server.url, self.table.record.id, self.tokens[seat], last=last)
        self.places[seat] = (context, await context.__aenter__())

    async def _stand(self, seat: int) -> None:
        context, _ = self.places[seat]
        await context.__aexit__(None, None, None)

    def player(self, seat: int):
        return self.places[seat][1]

    async def _ask(self, seat: int, message: dict) -> dict:
        player, fields = self.player(seat), {k: v for k, v in message.items() if k not in ("type", "id")}
        before = len(player.answers.get(message["id"], []))
        answer = await asyncio.wait_for(await player.send(message["type"], message["id"], **fields), 20)
        FIGURES["messages"] += 1
        FIGURES["answers"] += len(player.answers[message["id"]]) - before
        assert len(player.answers[message["id"]]) == before + 1, "more than one answer"
        return answer

    def _note(self, seat: int, message: dict, answer: dict) -> None:
        if answer["type"] == "ack" and message["type"] == "act":
            assert answer["version"] == len(self.applied) + 1, "a version was skipped"
            self.applied.append((seat, message["action"]))
            FIGURES["decisions"] += 1

    def ask(self, seat: int, **message) -> dict:
        message.setdefault("id", f"{random.getrandbits(60):x}")
        answer = self.run(self._ask(seat, message))
        self.sent.append((seat, message))
        self._note(seat, message, answer)
        return answer

    # --- what they do ---

    @rule(luck=st.integers(0, 2**20))
    def decide(self, luck):
        acting = list(self.table.legal)
        if acting:
            seat = acting[luck % len(acting)]
            legal = self.table.legal[seat]
            answer = self.ask(seat, type="act", version=self.table.version, action=legal[luck % len(legal)])
            assert answer["type"] == "ack"

    @rule(luck=st.integers(0, 2**20))
    def send_again(self, luck):
        if self.sent:
            seat, message = self.sent[luck % len(self.sent)]
            answer = self.run(self._ask(seat, message))
            expected = {"act": ("dup", "stale", "illegal", "unavailable"), "say": ("dup", "unavailable", "illegal")}
            done = answer["type"] in expected.get(message["type"], (answer["type"],))
            assert done or (seat, message["action"]) not in self.applied, (message, answer)
            self._note(seat, message, answer)

    @rule(seat=seats, back=st.integers(0, 5), action=st.integers(-1, 400))
    def act_out_of_place(self, seat, back, action):
        self.ask(seat, type="act", version=max(0, self.table.version - back), action=action)

    @rule(seat=seats, ahead=st.integers(1, 1000), action=st.integers(0, 400))
    def act_on_the_future(self, seat, ahead, action):
        answer = self.ask(seat, type="act", version=self.table.version + ahead, action=action)
        assert answer["type"] == "stale"

    @rule(seat=seats, other=seats)
    def use_the_id_of_another(self, seat, other):
        mine = [m for s, m in self.sent if s == other and m["type"] == "act"]
        if mine and seat != other:
            self.ask(seat, **{**mine[-1], "version": self.table.version})

    @rule(luck=st.integers(0, 2**20))
    def send_all_at_once_in_any_order(self, luck):
        """Four decisions sent together, twice each, before any is answered."""
        shuffled, version = random.Random(luck), self.table.version
        wanted = []
        for seat in range(4):
            legal = self.table.legal.get(seat) or [luck % 50]
            wanted += [
                (seat, {"type": "act", "id": f"{luck:x}-{version}-{seat}", "version": version, "action": legal[0]})
            ] * 2
        shuffled.shuffle(wanted)
        self.run(self._all_at_once(wanted))

    async def _all_at_once(self, wanted) -> None:
        known = {(s, m["id"]): len(self.player(s).answers.get(m["id"], [])) for s, m in wanted}
        for seat, message in wanted:
            await self.player(seat).socket.send(json.dumps(message))
            FIGURES["messages"] += 1
        for (seat, id), before in known.items():
            answers = self.player(seat).answers
            async with asyncio.timeout(20):
                while len(answers.get(id, [])) < before + 2:
                    await asyncio.sleep(0.002)
            FIGURES["answers"] += 2
        news = []
        for seat, message in wanted:
            fresh = self.player(seat).answers[message["id"]][known[seat, message["id"]] :]
            news += [(a["version"], seat, message) for a in fresh if a["type"] == "ack"]
        for version, seat, message in sorted({(v, s, m["action"]) for v, s, m in news}):
            assert version == len(self.applied) + 1
            self.applied.append((seat, message))
            FIGURES["decisions"] += 1

    @rule(
        seat=seats, data=st.one_of(st.text(max_size=200), st.sampled_from(["[]", "null", '{"type":"act"}', '{"id":1}']))
    )
    def send_nonsense(self, seat, data):
        async def send():
            player = self.player(seat)
            before = sum(len(a) for a in player.answers.values())
            await player.socket.send(data)
            FIGURES["messages"] += 1
            async with asyncio.timeout(20):
                while sum(len(a) for a in player.answers.values()) == before:
                    await asyncio.sleep(0.002)
            FIGURES["answers"] += 1

        self.run(send())

    @rule(seat=seats, size=st.integers(8193, 70000))
    def send_too_much(self, seat, size):
        async def send():
            player = self.player(seat)
            try:
                await player.socket.send("x" * size)
                await player.socket.wait_closed()
            except ConnectionClosed:
                pass
            assert player.socket.close_code == 1009
            FIGURES["closed"] += 1
            await self._stand(seat)
            await self._sit(seat)

        self.run(send())

    @rule(seat=seats, last=st.one_of(st.none(), st.integers(-1, 100)))
    def come_back(self, seat, last):
        async def again():
            await self._stand(seat)
            await self._sit(seat, last)

        self.run(again())

    @rule(seat=seats, text=st.text(min_size=1, max_size=50))
    def chat(self, seat, text):
        self.ask(seat, type="say", text=text)

    # --- what must hold ---

    @invariant()
    def the_state_is_what_was_acknowledged(self):
        assert self.table.match.decisions == self.applied

    def teardown(self):
        for seat in range(len(self.places)):
            self.run(self._stand(seat))


@pytest.mark.parametrize("game", games.NAMES)
def test_nothing_changes_but_by_acknowledged_decisions(tmp_path, report, game):
    FIGURES.update(dict.fromkeys(FIGURES, 0))
    with running(database=f"sqlite:///{tmp_path}/tables.db") as server:
        Chaos.server, Chaos.game, Chaos.run = server, game, Loop()
        case = Chaos.TestCase
        case.settings = settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            derandomize=True,
        )
        case().runTest()
    silent = FIGURES["messages"] - FIGURES["answers"]
    figures = " ".join(f"{k}={v}" for k, v in FIGURES.items())
    report(f"chaos {game} examples={EXAMPLES} {figures} silent={silent} unasked=0")
    assert silent == 0
    assert FIGURES["decisions"] > EXAMPLES
