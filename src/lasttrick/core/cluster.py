"""Ray, connected: the one place that knows how a cluster is found."""

import logging
import socket
from importlib.util import find_spec
from typing import Any

from lasttrick.core.errors import LastTrickError

PATIENCE = 5.0  # seconds for an address to answer
HERE = ("auto", "local")  # the cluster of this machine; one of our own


def check_address(address: str) -> str:
    """`auto`, `local`, HOST:PORT or ray://HOST:PORT."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address not in HERE and not (host and port.isdecimal()):
        raise LastTrickError(f"{address!r} is not the address of a Ray cluster; use auto, local or HOST:PORT.")
    return address


def knock(address: str) -> None:
    """An address that does not answer is said at once; Ray itself would try for minutes."""
    host, _, port = check_address(address).removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        raise LastTrickError(f"No Ray cluster answers at {address}: {error.strerror or error}.") from None


def connect(address: str, **more: Any) -> Any:
    """Ray, connected; `more` is for a cluster of our own."""
    if find_spec("ray") is None:
        raise LastTrickError("A Ray cluster needs its library: pip install 'lasttrick[ray]'.")
    if address not in HERE:
        knock(address)
    import ray

    given = {"include_dashboard": False, **more} if address == "local" else {}
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **given)
    except Exception as error:
        reason = str(error).strip().splitlines()[0]
        raise LastTrickError(f"There is no Ray cluster at {address}: {reason}") from None
    return ray
