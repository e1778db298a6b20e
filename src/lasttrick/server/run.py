"""Running the server: uvicorn with our connections and limits, stopped gracefully."""

import gc
import signal

import uvicorn

from lasttrick.server.app import App
from lasttrick.server.protocol import MOST_BYTES
from lasttrick.server.settings import Settings
from lasttrick.server.wire import Http, Outbox, Wire


class Server(uvicorn.Server):
    """uvicorn's server, which tells the tables before it stops."""

    def __init__(self, config: uvicorn.Config, app: App):
        super().__init__(config)
        self._tables = app

    def run_and_say(self, say) -> None:
        """Run until stopped; `say` hears the address once it is served."""
        self._say = say
        self.run()

    _say = staticmethod(lambda url: None)

    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        if self.started:
            spare_the_collector()
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._say(f"http://{host}:{port}")

    def handle_exit(self, sig, frame) -> None:
        """Stop gracefully, and end as a program that has done what it was asked; twice Ctrl-C stops at once."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets=None) -> None:
        self._tables.say_closing()
        await super().shutdown(sockets)


def spare_the_collector() -> None:
    """What was made for the start stays; the collector need not walk through all of it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def make_server(settings: Settings, host: str = "127.0.0.1", port: int = 8000) -> Server:
    """A server ready to run; `port` 0 takes any free one."""
    app = App(settings)
    http = type("Http", (Http,), {"within": settings.request_within})
    wire = type("Wire", (Wire,), {"outbox": Outbox(), "unsent": settings.unsent_bytes})
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=http,
        ws=wire,
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
        lifespan="on",
    )
    return Server(config, app)
