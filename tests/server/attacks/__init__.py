"""Attacks: each module is one enemy of a running server, with `async def attack(server)`.

An attack uses no more than `server.url`, as a stranger would, and fails if it has gained anything: more than the
limits in `server.settings` allow, which each of `server.processes` keeps for itself. `SETTINGS` of a
module are what its test starts the server with; against any other server, with any limits, it must gain nothing either.
"""

import importlib
import pkgutil
from types import ModuleType


def every_attack() -> dict[str, ModuleType]:
    """The attacks by name."""
    names = [
        found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith(("test_", "tools", "__"))
    ]
    return {name: importlib.import_module(f"{__name__}.{name}") for name in names}
