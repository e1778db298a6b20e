"""What a server can be told, with the limits it keeps. All times in seconds unless they say otherwise."""

import os
import sys
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path

from lasttrick.core.errors import LastTrickError


@dataclass(frozen=True)
class Settings:
    """The defaults are meant for a server on the open net."""

    database: str = "sqlite://"
    origins: tuple[str, ...] = ()  # allowed besides the server's own address
    workers: int = 0  # bot processes; 0: one less than there are cores, at least one
    bots_on: str = ""  # address of a Ray cluster on which bots think; empty: here
    bot_delay: float = 0.7  # a bot's decision is shown no sooner, however quickly it was found
    bot_deadline: float = 10.0  # a bot that thinks longer is replaced
    hello_within: float = 5.0
    request_within: float = 10.0  # the whole of an HTTP request; and an answer must be read on in this time
    request_head: int = 16 * 1024  # bytes of the URL and the headers
    connections_per_address: int = 200  # of HTTP
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded headers are believed
    hosts: tuple[str, ...] = ()  # names by which the server may be asked; empty: all
    ping_every: float = 20.0
    unsent_bytes: int = 256 * 1024  # a reader further behind is dropped
    frames_burst: int = 400  # WebSocket frames of one socket, pings and fragments included
    frames_per_second: float = 40.0
    fragments: int = 16  # of one message
    messages_burst: int = 100
    messages_per_second: float = 10.0
    traffic_burst: int = 2000  # requests and messages of an address, and choices that are foreseen for it
    traffic_per_second: float = 200.0
    chats_burst: int = 5
    chats_per_second: float = 0.5
    requests_burst: int = 60  # of those that change something, by address
    requests_per_second: float = 2.0
    reads_burst: int = 240  # of those that only look, by address
    reads_per_second: float = 20.0
    slow_burst: int = 20  # match files read, pages of replays, verifications, data checked; by address
    slow_per_second: float = 1.0
    slow_within: float = 5.0  # one of them
    tables_burst: int = 60  # made, brought or played again, by address
    tables_per_second: float = 0.02
    lessons_burst: int = 40  # moves in lessons, by address
    lessons_per_second: float = 4.0
    reviews_burst: int = 10  # matches to be reviewed, by address
    reviews_per_second: float = 0.01
    reviews_per_address: int = 3  # waiting or under way
    review_within: float = 1800.0  # one of them; asked again, it goes on where it was
    dailies_burst: int = 20  # deals and puzzles of the day that are tried, by address
    dailies_per_second: float = 0.0005
    guesses_burst: int = 20  # unknown tokens, codes and tables, by address
    guesses_per_second: float = 0.2
    openings_burst: int = 60  # of sockets, by address
    openings_per_second: float = 1.0
    sockets_per_address: int = 100
    sockets_per_seat: int = 8
    waiting_per_socket: int = 8  # messages of one socket that wait for the store
    forget_after: float = 600.0  # an idle table leaves memory
    idle_tables: int = 500  # in memory; the longest idle leave it first
    absent_after: float = 60.0  # then others may put a bot into the seat
    bot_matches_per_address: int = 20  # under way, in which bots decide
    expire_after: float = (
        30 * 86_400.0
    )  # a table without a decision for so long is removed, unless its match was ended here
    expire_every: float = 600.0
    webhook: str = ""  # where "your turn" is sent for tables with a pace of days; empty for nowhere
    finish_within: float = 3600.0  # matches that no other process can play, when this one is told to stop
    peer: str = ""  # HOST:PORT where other processes of the same Postgres reach this one; empty: where it listens
    metrics: str = ""  # HOST:PORT on which the figures are served; empty for nowhere
    games: tuple[str, ...] = field(default_factory=tuple)  # empty: all

    @staticmethod
    def without_limits() -> dict:
        """What a bench or a test needs: no rates, any number of sockets from one address."""
        many = 10**9
        bursts = (
            "frames",
            "messages",
            "traffic",
            "chats",
            "requests",
            "reads",
            "slow",
            "tables",
            "lessons",
            "reviews",
            "dailies",
            "guesses",
            "openings",
        )
        rates = {f"{name}_burst": many for name in bursts}
        counts = dict.fromkeys(
            ("sockets_per_address", "connections_per_address", "bot_matches_per_address", "reviews_per_address"), many
        )
        return {**rates, **counts, "waiting_per_socket": 64}


def check_network(text: str) -> str:
    """The address or network of a proxy; a wrong one would be believed by nobody and noticed by nobody."""
    try:
        return str(ip_network(text)) if "/" in text else str(ip_address(text))
    except ValueError as error:
        raise LastTrickError(f"{text!r} is no address or network: {error}. Examples: 10.0.0.2, 10.0.0.0/8.") from None


def check_peer(text: str) -> str:
    """HOST:PORT; a wrong one would be noticed by other processes alone, when they hand something on."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise LastTrickError(f"Other processes reach this one at HOST:PORT, for example 10.0.0.2:8001, not {text!r}.")
    return text


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
