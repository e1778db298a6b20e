"""Frames: what we read and write ourselves agrees with the websockets library, however the bytes are cut."""

import asyncio
import random

import pytest
from websockets.frames import Frame, Opcode

from lasttrick.server.wire import ends_whole, frame, unmasked
from tests.server.client import new_table, sit


def of_the_library(payload: bytes, mask: bool) -> bytes:
    return Frame(Opcode.TEXT, payload).serialize(mask=mask)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_frame_is_what_the_library_would_write(length):
    payload = bytes(i % 251 for i in range(length))
    assert frame(payload) == of_the_library(payload, mask=False)


@pytest.mark.parametrize("length", [0, 1, 3, 4, 5, 8, 124, 125])
def test_a_masked_frame_is_read_as_it_was_meant(length):
    payload = random.Random(length).randbytes(length)
    data = of_the_library(payload, mask=True)
    assert unmasked(data[2:6], data[6:]) == payload


def test_a_piece_of_data_ends_whole_only_at_the_end_of_a_frame():
    data = b"".join(of_the_library(b"x" * n, mask=True) for n in (0, 5, 125, 126, 300))
    ends, at = {0}, 0
    for n in (0, 5, 125, 126, 300):
        at += len(of_the_library(b"x" * n, mask=True))
        ends.add(at)
    assert {cut for cut in range(len(data) + 1) if ends_whole(data[:cut])} == ends


@pytest.mark.parametrize("seed", range(4))
def test_messages_arrive_whole_however_the_bytes_are_cut(url, seed):
    luck = random.Random(seed)

    async def talk():
        table, [token] = new_table(url, 4)
        async with sit(url, table, token) as player:
            messages = [f'{{"type":"ping","id":"p{i}"}}' + " " * luck.choice([0, 0, 120, 400]) for i in range(60)]
            data = b"".join(of_the_library(m.encode(), mask=True) for m in messages)
            transport = player.socket.transport
            while data:
                cut = luck.choice([1, 2, 6, 31, 37, 200]) if seed else len(of_the_library(messages[0].encode(), True))
                transport.write(data[:cut])
                data = data[cut:]
                await asyncio.sleep(0.002)
            while len(player.answers) < 61:
                await asyncio.sleep(0.01)
            assert all(player.answers[f"p{i}"] == [{"type": "ack", "id": f"p{i}", "version": a["version"]}]
                       for i in range(60) for a in [player.answers[f"p{i}"][0]])  # fmt: skip

    asyncio.run(asyncio.wait_for(talk(), 30))
