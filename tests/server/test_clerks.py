"""The clerk: slow work for strangers, beside the tables, in turns, with an end."""

import asyncio
import sys
from pathlib import Path

import pytest

from lasttrick.server import clerks
from lasttrick.server.clerks import Busy, Clerks

ANSWERS = """
import sys, time
from lasttrick.server.clerk import Found, Job, give_way
from lasttrick.server.worker import LENGTH
import msgspec
give_way()
read, write = sys.stdin.buffer, sys.stdout.buffer
while head := read.read(4):
    job = msgspec.msgpack.decode(read.read(LENGTH.unpack(head)[0]), type=Job)
    {what}
    data = msgspec.msgpack.encode(Found(job.body))
    write.write(LENGTH.pack(len(data)) + data)
    write.flush()
"""


def clerk(what: str = "pass", within: float = 30.0) -> Clerks:
    """One who gives back what it was given."""
    return Clerks(within, (sys.executable, "-c", ANSWERS.format(what=what)))


def test_addresses_take_turns():
    """Whoever has brought many jobs waits with them, not everybody else."""

    async def ask():
        desk, order = clerk(), []

        async def bring(address: str, body: bytes) -> None:
            order.append((await desk.ask("file", body, address)).body)

        crowd = [asyncio.create_task(bring("192.0.2.1", b"crowd")) for _ in range(6)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(bring(f"192.0.2.{n}", b"other")) for n in (2, 3)]
        await asyncio.gather(*crowd, *others)
        await desk.close()
        return order

    order = asyncio.run(ask())
    assert order.count(b"crowd") == 6
    assert [n for n, body in enumerate(order) if body == b"other"] == [2, 3]


def test_a_clerk_that_takes_too_long_is_replaced(monkeypatch):
    monkeypatch.setattr(clerks, "FIRST", 0.0)

    async def ask():
        desk = clerk("time.sleep(60 * (job.body == b'long'))", within=5.0)
        with pytest.raises(Busy):
            await desk.ask("file", b"long")
        assert (await desk.ask("file", b"short")).body == b"short"
        await desk.close()

    asyncio.run(ask())


def test_who_gives_up_waiting_keeps_nobody_waiting():
    async def ask():
        desk = clerk()
        asked = [asyncio.create_task(desk.ask("file", bytes([n]))) for n in range(4)]
        await asyncio.sleep(0)
        asked[1].cancel()
        found = await asyncio.gather(*asked, return_exceptions=True)
        await desk.close()
        return [one.body for one in found if not isinstance(one, BaseException)]

    assert asyncio.run(ask()) == [bytes([0]), bytes([2]), bytes([3])]


def test_only_so_many_wait(monkeypatch):
    monkeypatch.setattr(clerks, "MOST_WAITING", 3)

    async def ask():
        desk = clerk()
        found = await asyncio.gather(*(desk.ask("file", b"") for _ in range(5)), return_exceptions=True)
        await desk.close()
        return [type(one) for one in found]

    assert asyncio.run(ask()).count(Busy) == 2


def test_a_server_that_stops_keeps_nobody_waiting():
    async def ask():
        desk = clerk("time.sleep(60)")
        asked = [asyncio.create_task(desk.ask("file", b"")) for _ in range(3)]
        await asyncio.sleep(0.2)
        desk.stop()
        asked.append(asyncio.create_task(desk.ask("file", b"")))
        async with asyncio.timeout(30):
            found = await asyncio.gather(*asked, return_exceptions=True)
        await desk.close()
        return [type(one) for one in found]

    assert asyncio.run(ask()) == [Busy] * 4


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="Linux shares processors among sessions")
def test_a_clerk_gives_way_to_the_event_loop():
    async def ask():
        desk = clerk()
        await desk.ask("file", b"")
        told = Path(f"/proc/{desk._process.pid}/autogroup").read_text(encoding="ascii")
        await desk.close()
        return told

    assert asyncio.run(ask()).strip().endswith("nice 5")
