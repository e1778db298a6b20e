"""Every attack at once, again and again: `python -m tests.server.attacks URL SECONDS [PROCESSES]`.

Prints one line of JSON. Whoever is refused or cut off has gained nothing and tries again; only what an attack gained
counts.
"""

import asyncio
import collections
import contextlib
import json
import os
import socket
import sys
import time
from contextvars import ContextVar
from http.client import HTTPException
from types import SimpleNamespace

from websockets.exceptions import WebSocketException

from lasttrick.server.settings import Settings
from tests.server.attacks import every_attack
from tests.server.attacks.tools import Hindered, Slow

# Refused, cut off, or on a machine that is busy with attacks: the honest measure how long they wait themselves.
HINDERED = (Hindered, Slow, OSError, HTTPException, WebSocketException, TimeoutError)
PAUSE = 0.5  # seconds between two tries of an attacker

_address: ContextVar[str] = ContextVar("address")
_connect = socket.socket.connect


def connect_from_own_address(self: socket.socket, there) -> None:
    """Each try comes from an address of its own, so that none is counted for another."""
    with contextlib.suppress(OSError, LookupError):
        self.bind((_address.get(), 0))
    _connect(self, there)


async def again_and_again(name: str, module, server, until: float, found: dict) -> None:
    while time.monotonic() < until:
        found["addresses"] += 1
        _address.set(f"127.1.{found['addresses'] // 250}.{found['addresses'] % 250 + 1}")
        try:
            await asyncio.wait_for(module.attack(server), max(1.0, until - time.monotonic()))
            found["tried"][name] += 1
        except HINDERED as error:
            found["hindered"][f"{name} {type(error).__name__}"] += 1
        except Exception as error:
            found["gained"].append(f"{name}: {type(error).__name__}: {error}"[:300])
        await asyncio.sleep(PAUSE)


async def main(url: str, seconds: float, processes: int = 1) -> None:
    server = SimpleNamespace(url=url, settings=Settings(), processes=processes)
    until = time.monotonic() + seconds
    found: dict = {"tried": collections.Counter(), "hindered": collections.Counter(), "gained": [], "addresses": 0}
    attacks = every_attack().items()
    await asyncio.gather(*(again_and_again(name, module, server, until, found) for name, module in attacks))
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    os.nice(15)  # attackers come from other machines: what is measured is the server
    socket.socket.connect = connect_from_own_address  # type: ignore[method-assign]
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), *map(int, sys.argv[3:])))
