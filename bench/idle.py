"""Idle sockets: memory of each, and how quickly the server still answers.

python bench/idle.py --sockets 5000
"""

import argparse
import asyncio
import resource
import time

from lean import open_socket
from load import seat_four
from server_process import ServerProcess, quantile


async def measure(server: ServerProcess, number: int) -> str:
    table, tokens = await asyncio.to_thread(seat_four, server.host, 4)
    tables = [table] + [(await asyncio.to_thread(seat_four, server.host, 4))[0] for _ in range(number // 50)]
    answers: asyncio.Queue = asyncio.Queue()
    player = await open_socket(server.host, table, tokens[0], lambda message, at: answers.put_nowait(message))
    player.send(b'{"type":"hello","id":"h"}')
    warm = [await open_socket(server.host, tables[0], "", lambda message, at: None) for _ in range(100)]
    for socket in warm:
        socket.send(b'{"type":"hello","id":"h"}')
    await asyncio.sleep(1)
    before = server.memory_kib
    idle = []
    for i in range(number):
        idle.append(await open_socket(server.host, tables[i % len(tables)], "", lambda message, at: None))
        idle[-1].send(b'{"type":"hello","id":"h"}')
    await asyncio.sleep(2)
    each = (server.memory_kib - before) / number
    cpu, began = server.cpu_seconds, time.perf_counter()
    delays = []
    for i in range(100):
        sent = time.perf_counter()
        player.send(b'{"type":"ping","id":"p%d"}' % i)
        while (await asyncio.wait_for(answers.get(), 10)).id != f"p{i}":
            pass
        delays.append(time.perf_counter() - sent)
        await asyncio.sleep(0.02)
    busy = (server.cpu_seconds - cpu) / (time.perf_counter() - began)
    closed = sum(socket.closed for socket in idle)
    return (
        f"BENCH idle sockets={number} kib_each={each:.1f} closed={closed} cpu={busy:.0%} "
        f"ping_p99_ms={quantile(delays, 0.99) * 1000:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=5000)
    number = parser.parse_args().sockets
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * number + 1000), hard))
    with ServerProcess() as server:
        print(asyncio.run(measure(server, number)))


if __name__ == "__main__":
    main()
