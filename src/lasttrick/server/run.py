"""Running the server: uvicorn with our connections and limits, stopped gracefully."""

import contextlib
import gc
import signal
import socket
from dataclasses import replace

import uvicorn

from lasttrick.server import metrics
from lasttrick.server.app import App
from lasttrick.server.protocol import MOST_BYTES
from lasttrick.server.settings import Settings
from lasttrick.server.wire import Gate, Http, Outbox, Wire, trusted


class Server(uvicorn.Server):
    """uvicorn's server, which tells the tables before it stops."""

    def __init__(self, config: uvicorn.Config, app: App):
        super().__init__(config)
        self._tables = app

    def run_and_say(self, say, sockets: list[socket.socket] | None = None) -> None:
        """Run until stopped, on these sockets if there are any; `say` hears the address once it is served."""
        self._say = say
        with metrics.served(self._tables.settings.metrics):
            self.run(sockets)

    _say = staticmethod(lambda url: None)

    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        if self.started:
            raise_file_limit()
            spare_the_collector()
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            if self._tables.house.leases is not None:
                self._tables.house.leases.address = self._tables.settings.peer or peer_address(self.servers[-1])
            if host in EVERYWHERE and not self._tables.settings.proxies:
                self._tables.house.reached_at = f"http://{own_address()}:{port}" if own_address() else ""
            self._say(f"http://{host}:{port}")

    def handle_exit(self, sig, frame) -> None:
        """Stop gracefully, and end as a program that has done what it was asked; twice Ctrl-C stops at once."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets=None) -> None:
        await self._tables.house.finish(lambda: self.force_exit)
        for server in self.servers:
            server.close()
        await self._tables.house.hand_over()
        self._tables.say_closing()
        await super().shutdown(sockets)


def peer_address(server) -> str:
    """Where other processes of the same database find this one."""
    host, port = server.sockets[0].getsockname()[:2]
    host = (own_address() or "127.0.0.1") if host in EVERYWHERE else host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


EVERYWHERE = ("0.0.0.0", "::")  # a server that listens on every address of its machine


def own_address() -> str:
    """The address of this machine on its network; empty without one. Nothing is sent to find it."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return probe.getsockname()[0]
    return ""


PROXY_KEEPS = 75  # seconds; a connection that a proxy is about to use again must not be closed by us at that moment
LOCAL = ("127.0.0.1", "localhost", "[::1]")  # names of a server for this machine alone


def is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def spare_the_collector() -> None:
    """What was made for the start stays; the collector need not walk through all of it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)  # a table that leaves memory is a knot that only the last generation unties


def make_server(settings: Settings, host: str = "127.0.0.1", port: int = 8000) -> Server:
    """A server ready to run; `port` 0 takes any free one."""
    if is_loopback(host) and not settings.hosts and not settings.proxies:
        settings = replace(settings, hosts=LOCAL)
    app = App(settings)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=_http(settings),
        ws=_wire(settings),
        ws_max_size=MOST_BYTES,
        ws_ping_interval=settings.ping_every,
        ws_ping_timeout=settings.ping_every,
        ws_per_message_deflate=False,
        loop="auto",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=PROXY_KEEPS if settings.proxies else 5,
        lifespan="on",
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=",".join(settings.proxies),
    )
    return Server(config, app)


def _http(settings: Settings) -> type[Http]:
    proxies = trusted(settings.proxies)
    gate = Gate(settings.connections_per_address, proxies.__contains__ if settings.proxies else lambda _: False)
    bounds = {"gate": gate, "within": settings.request_within, "longest_head": settings.request_head}
    return type("Http", (Http,), bounds)


def _wire(settings: Settings) -> type[Wire]:
    bounds = {
        "outbox": Outbox(),
        "unsent": settings.unsent_bytes,
        "frames_burst": settings.frames_burst,
        "frames_per_second": settings.frames_per_second,
        "most_fragments": settings.fragments,
    }
    return type("Wire", (Wire,), bounds)


def raise_file_limit() -> None:
    """As many files, and so connections, as this process may have."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
