"""`lasttrick serve`: the table server."""

from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for all of this machine's.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="sqlite:///FILE or postgresql+psycopg://…; a file in your data folder if not said."
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="A page besides our own that may connect, e.g. https://play.example.org."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A proxy, by address or network, whose X-Forwarded-For and -Proto are believed."
        ),
    ] = None,
    hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="A name by which the server may be asked, e.g. play.example.org; else any."
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes for bots; 0 is one less than there are cores.")] = 0,
    bots_on: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="A Ray cluster on which bots think: ray://HOST:PORT, HOST:PORT, auto, local."
        ),
    ] = "",
    bot_delay: Annotated[float, typer.Option(min=0, help="Seconds before a bot's decision is shown.")] = 0.7,
    metrics: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Where the figures for Prometheus are; empty for nowhere.")
    ] = "127.0.0.1:9464",
    webhook: Annotated[
        str, typer.Option(metavar="URL", help='Where "your turn" is sent for tables with a pace of days.')
    ] = "",
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="So many processes behind this port; more than one need Postgres.")
    ] = 1,
    peer: Annotated[
        str,
        typer.Option(metavar="HOST:PORT", help="Where other processes of this Postgres reach this one, if not here."),
    ] = "",
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    unlimited: Annotated[
        bool, typer.Option(help="Without limits on rates and sockets: for benches and tests.")
    ] = False,
) -> None:
    """Serve tables: the page, the HTTP part and the sockets. Stops gracefully on Ctrl-C or SIGTERM."""
    from lasttrick.cli.extras import need_server

    need_server("The table server")
    from lasttrick import games
    from lasttrick.cli.ready import open_game
    from lasttrick.core.cluster import check_address
    from lasttrick.server import bots, logs
    from lasttrick.server.run import make_server
    from lasttrick.server.settings import Settings, check_network, check_peer, data_file
    from lasttrick.server.several import check_several, open_port, serve_several
    from lasttrick.server.store import Store, open_engine
    from lasttrick.server.webhook import check_webhook

    check_several(processes, database or "")
    for name in games.NAMES:
        open_game(name, "table", "worlds")
    logs.set_up()
    limits = Settings.without_limits() if unlimited else {}
    settings = Settings(
        database=database or f"sqlite:///{data_file()}",
        origins=tuple(origin or ()),
        proxies=tuple(check_network(one) for one in proxy or ()),
        hosts=tuple(one.lower() for one in hosts or ()),
        workers=workers,
        bots_on=check_address(bots_on) if bots_on else "",
        bot_delay=bot_delay,
        metrics=metrics,
        peer=check_peer(peer) if peer else "",
        webhook=check_webhook(webhook),
        **limits,
    )
    before = Store(open_engine(settings.database))
    before.bring_up()  # what stands in the way is said in one sentence, whatever number of processes is to come
    before.let_go()
    if processes > 1:
        with bots.made_ready():
            if not serve_several(settings, processes, host, port, lambda url: _greet(url, browser)):
                raise typer.Exit(1)
        return
    open_port(host, port).close()  # one that is taken is said in a sentence
    server = make_server(settings, host, port)
    with bots.made_ready():
        server.run_and_say(lambda url: _greet(url, browser))
    if not server.started:
        raise typer.Exit(1)


def _greet(url: str, browser: bool) -> None:
    print(f"Last Trick is at {url}. Ctrl-C stops it.", flush=True)
    if browser:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
