"""The long check: honest tables play while every attacker of the suite runs at once, again and again."""

import asyncio
import http.client
import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.server.client import Player

LONG = os.environ.get("LASTTRICK_LONG") == "1"
SECONDS = float(os.environ.get("LASTTRICK_SIEGE", "600"))  # fewer when run by hand
TABLES = int(os.environ.get("LASTTRICK_SIEGE_TABLES", "50"))
PAUSE = 0.7  # seconds before a decision: people think
MOST_GROWN = 600  # MB: what each attacker may hold open from an address, and the tables begun in this time
MOST_P99 = 250  # milliseconds


class Siege:
    """What the honest saw."""

    def __init__(self, url: str, until: float):
        self.url, self.until = url, until
        self.waited: list[float] = []
        self.odd: list[str] = []
        self.decided = 0


def ask(url: str, address: str, path: str, data: dict, token: str = "") -> dict:
    """A request from an address of one's own."""
    there = http.client.HTTPConnection(url.removeprefix("http://"), source_address=(address, 0), timeout=60)
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    there.request("POST", path, json.dumps(data), headers)
    answer = there.getresponse()
    told = json.loads(answer.read())
    there.close()
    assert answer.status in (200, 201), (path, answer.status, told)
    return told


async def honest_table(siege: Siege, number: int) -> None:
    """Three people play one match after another, each decision made once and answered once."""
    address, luck = f"127.0.1.{number + 1}", random.Random(number)
    while time.monotonic() < siege.until:
        wish = {"game": "ten_tricks_later", "name": "Ann", "players": 3, "program": True}
        made = await asyncio.to_thread(ask, siege.url, address, "/api/tables", wish)
        table, tokens = made["table"]["id"], [made["token"]]
        for name in ("Bob", "Cleo"):
            sits = {"name": name, "program": True}
            told = await asyncio.to_thread(ask, siege.url, address, f"/api/tables/{table}/join", sits)
            tokens.append(told["token"])
        await asyncio.to_thread(ask, siege.url, address, f"/api/tables/{table}/start", {}, tokens[0])
        players = await asyncio.gather(*(sit(siege.url, address, table, token) for token in tokens))
        acks = sum(await asyncio.gather(*(play(siege, player, luck) for player in players)))
        version = max(player.version for player in players)
        if version != acks:
            siege.odd.append(f"{acks} decisions were acknowledged, the match has {version}")
        siege.decided += acks
        for player in players:
            await player.close()


async def sit(url: str, address: str, table: str, token: str) -> Player:
    there = url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    headers = {"Authorization": f"Bearer {token}"}
    opened = await connect(
        there, additional_headers=headers, compression=None, max_size=None, local_addr=(address, 0), open_timeout=60
    )
    player = Player(opened)
    await player.ask("hello")
    return player


async def play(siege: Siege, player: Player, luck: random.Random) -> int:
    """Decide whenever there is a choice, until the match or the siege is over."""
    acks = 0
    while player.latest["result"] is None and time.monotonic() < siege.until:
        if not player.latest["legal"]:
            try:
                await player.until(lambda m: m["type"] == "update" and (m["legal"] or m["result"]), 2)
            except TimeoutError:
                continue
            continue
        await asyncio.sleep(PAUSE * luck.uniform(0.5, 1.5))
        began = time.monotonic()
        answer = await player.act(luck.choice)
        siege.waited.append(time.monotonic() - began)
        if answer["type"] != "ack":
            siege.odd.append(str(answer))
            return acks
        acks += 1
        while player.version < answer["version"]:
            await player.until(lambda m: m["type"] == "update")
    siege.odd += [str(answers) for answers in player.answers.values() if len(answers) != 1]
    return acks


async def watch_memory(pid: int, peak: list[int]) -> None:
    while True:
        peak.append(resident(pid))
        await asyncio.sleep(1)


def resident(pid: int) -> int:
    """MB of memory that a process holds."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) // 1024


async def besieged(url: str, pid: int) -> tuple[Siege, dict, list[int]]:
    siege, memory = Siege(url, time.monotonic() + SECONDS), [resident(pid)]
    watching = asyncio.create_task(watch_memory(pid, memory))
    enemies = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.attacks", url, str(SECONDS), stdout=subprocess.PIPE
    )
    await asyncio.gather(*(honest_table(siege, number) for number in range(TABLES)))
    told, _ = await asyncio.wait_for(enemies.communicate(), 120)
    watching.cancel()
    return siege, json.loads(told.splitlines()[-1]), memory


@pytest.mark.skipif(not LONG or sys.platform != "linux", reason="a long check: LASTTRICK_LONG=1")
def test_honest_tables_play_on_while_everybody_attacks(tmp_path, report):
    command = [sys.executable, "-m", "lasttrick", "serve", "--port", "0", "--bot-delay", "0", "--workers", "1"]
    command += ["--database", f"sqlite:///{tmp_path}/tables.db"]
    with open(tmp_path / "log", "wb") as log:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        url = next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.]+:\d+", line)))
        siege, enemies, memory = asyncio.run(besieged(url, server.pid))
    finally:
        server.terminate()
        server.wait(60)
    p99 = 1000 * sorted(siege.waited)[int(len(siege.waited) * 0.99)]
    report(
        f"siege seconds={SECONDS:.0f} tables={TABLES} decisions={siege.decided} odd={len(siege.odd)} p99_ms={p99:.0f} "
        f"attacks={sum(enemies['tried'].values())} hindered={sum(enemies['hindered'].values())} "
        f"gained={len(enemies['gained'])} memory_mb={memory[0]}->{max(memory)} bound_mb={memory[0] + MOST_GROWN}"
    )
    assert not siege.odd, siege.odd[:5]
    assert not enemies["gained"], "\n".join(enemies["gained"])
    assert b"Traceback" not in (tmp_path / "log").read_bytes(), (tmp_path / "log").read_text()[-3000:]
    assert max(memory) <= memory[0] + MOST_GROWN
    assert p99 <= MOST_P99
