"""Every attack at once, again and again: `python -m tests.server.attacks URL SECONDS`. Prints one line of JSON.

Whoever is refused or cut off has gained nothing and tries again; only what an attack gained counts.
"""

import asyncio
import collections
import contextlib
import json
import re
import socket
import sys
import time
from contextvars import ContextVar
from types import SimpleNamespace

from lasttrick.server.settings import Settings
from tests.server.attacks import every_attack

# Refused, or on a machine that is busy with attacks: the honest measure how long they wait themselves.
HINDERED = re.compile(r"\b(413|429|503)\b|Too many connections|somebody waited")

_address: ContextVar[str] = ContextVar("address")
_connect = socket.socket.connect


def connect_from_own_address(self: socket.socket, there) -> None:
    """Each attacker comes from an address of their own, so that none is counted for another."""
    with contextlib.suppress(OSError, LookupError):
        self.bind((_address.get(), 0))
    _connect(self, there)


async def again_and_again(name: str, module, server, until: float, found: dict) -> None:
    _address.set(f"127.0.2.{len(found['from']) + 1}")
    found["from"].append(_address.get())
    while time.monotonic() < until:
        try:
            await asyncio.wait_for(module.attack(server), max(1.0, until - time.monotonic()))
            found["tried"][name] += 1
        except AssertionError as error:
            if HINDERED.search(str(error)):
                found["hindered"][name] += 1
            else:
                found["gained"].append(f"{name}: {error}"[:300])
        except Exception as error:
            found["hindered"][f"{name} {type(error).__name__}"] += 1
        await asyncio.sleep(0.2)


async def main(url: str, seconds: float) -> None:
    server, until = SimpleNamespace(url=url, settings=Settings()), time.monotonic() + seconds
    found: dict = {"tried": collections.Counter(), "hindered": collections.Counter(), "gained": [], "from": []}
    attacks = every_attack().items()
    await asyncio.gather(*(again_and_again(name, module, server, until, found) for name, module in attacks))
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    socket.socket.connect = connect_from_own_address  # type: ignore[method-assign]
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
