"""`lasttrick ready`, and opening a game for any command: something to watch while it is compiled for the first time."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

Report = Callable[[str, int, int], None]


def ready(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game by name; all of them if not said.")
    ] = None,
    bots: Annotated[
        str, typer.Option(help="Bots to make ready as well, as in heuristic,search; none if empty.")
    ] = "heuristic",
) -> None:
    """Compile games beforehand, so that their first use is not late: for images, classrooms and clusters.

    Compiled code goes to your cache folder, or to the one LASTTRICK_CACHE names.
    """
    from lasttrick import games
    from lasttrick.bots.registry import bot_list
    from lasttrick.core.rule import PLAIN

    if PLAIN:
        print("LASTTRICK_PLAIN is set: nothing is compiled.")
        return
    for name in games.NAMES if game is None else [game]:
        opened = open_game(name)
        get_bots_ready(opened, bot_list(bots) if bots else [])
        print(f"{opened.about.title} is ready.", flush=True)


def open_game(name: str, *parts: str):
    """The game, with the parts of it compiled that are wanted; all if none is said. The first time on a machine this
    takes a while, so it is shown on the error stream."""
    from lasttrick import games
    from lasttrick.core.warm import PARTS, is_warm, warm

    game = games.game(name)
    if not is_warm(game, parts or PARTS):
        with _watched(f"Compiling {game.about.title} for this machine, once") as report:
            warm(game, report, parts or PARTS)
    return game


@contextmanager
def _watched(what: str) -> Iterator[Report]:
    """On a terminal a bar; elsewhere, as in a log, a line for each part."""
    if not sys.stderr.isatty():
        yield lambda part, done, of: print(f"{what}: {part} ({min(done + 1, of)} of {of})", file=sys.stderr, flush=True)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what)
        yield lambda part, done, of: progress.update(task, completed=done, total=of, description=f"{what}: {part}")


def get_ready(game, what: str, step) -> None:
    """Compile or load more, with something to watch meanwhile: a search takes a while the first time."""
    if not sys.stderr.isatty():
        with _told(f"Compiling {what} for {game.about.title}, once"):
            step(game)
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(f"Getting {what} ready for {game.about.title}; the first time this compiles")
        step(game)


@contextmanager
def _told(what: str) -> Iterator[None]:
    """A line for each function that is compiled; none where all is found in the cache."""
    from lasttrick.core.sources import watchers

    def tell(name: str) -> None:
        print(f"{what}: {name.replace('_', ' ')}", file=sys.stderr, flush=True)

    watchers.append(tell)
    try:
        yield
    finally:
        watchers.remove(tell)


def get_bots_ready(game, names: list[str]) -> None:
    from lasttrick.bots import make_bot

    for name in dict.fromkeys(names):
        get_ready(game, name, make_bot(name).ready)


def get_matches_ready(game, plan, as_rows: bool) -> None:
    """Compile or load what the matches of a plan need, and no more."""
    from lasttrick.lab.tally import play_one

    if plan.judges:
        get_ready(game, "whole matches", lambda _: play_one(plan, as_rows))
    else:
        open_game(game.name, "table")
        get_bots_ready(game, list(plan.bots))
