"""What a server can be told, with the limits it keeps. All times in seconds unless they say otherwise."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """The defaults are meant for a server on the open net."""

    database: str = "sqlite://"
    origins: tuple[str, ...] = ()  # allowed besides the server's own address
    workers: int = 0  # bot processes; 0: one less than there are cores, at least one
    bot_delay: float = 0.7  # a bot's decision is shown no sooner, however quickly it was found
    bot_deadline: float = 10.0  # a bot that thinks longer is replaced
    hello_within: float = 5.0
    request_within: float = 10.0  # the whole of an HTTP request
    ping_every: float = 20.0
    unsent_bytes: int = 256 * 1024  # a reader further behind is dropped
    messages_burst: int = 100
    messages_per_second: float = 10.0
    chats_burst: int = 5
    chats_per_second: float = 0.5
    requests_burst: int = 60  # of those that change something, by address
    requests_per_second: float = 2.0
    guesses_burst: int = 20  # unknown tokens, codes and tables, by address
    guesses_per_second: float = 0.2
    sockets_per_address: int = 100
    sockets_per_seat: int = 8
    waiting_per_socket: int = 8  # messages of one socket that wait for the store
    forget_after: float = 600.0  # an idle table leaves memory
    absent_after: float = 60.0  # then others may put a bot into the seat
    games: tuple[str, ...] = field(default_factory=tuple)  # empty: all

    @staticmethod
    def without_limits() -> dict:
        """What a bench or a test needs: no rates, any number of sockets from one address."""
        many = 10**9
        bursts = ("messages", "chats", "requests", "guesses")
        rates = {f"{name}_burst": many for name in bursts}
        return {**rates, "sockets_per_address": many, "waiting_per_socket": 64}


def data_file() -> Path:
    """Where the tables of this user are kept; the folder is made if need be."""
    given = os.environ.get("LASTTRICK_DATA")
    if given:
        folder = Path(given)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "lasttrick"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "lasttrick"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lasttrick"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.db"
