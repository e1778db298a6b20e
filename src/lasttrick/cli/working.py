"""What commands of the lab share: a bar with a rate and an end time, and stopping with one sentence."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

Workers = Annotated[int, typer.Option(min=0, help="Cores to use; 0 is all.")]
Ray = Annotated[str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: HOST:PORT, auto or local.")]

Again = Annotated[
    bool, typer.Option("--again", help="Play again in place of rows of another plan, as after a change of a data file.")
]
Pace = Annotated[float, typer.Option(min=0.1, help="Seconds a decision takes at a table, for the minutes.")]


def need_lab() -> None:
    """Say what to install where the lab's library is missing."""
    from lasttrick.core.errors import LastTrickError

    try:
        import polars  # noqa: F401
        import scipy  # noqa: F401
    except ImportError:
        raise LastTrickError("This needs the lab's libraries: pip install 'lasttrick[lab]'.") from None


@contextmanager
def working(number: int, kept: bool) -> Iterator:
    """A bar on the error stream: how far, how fast, and when it will be done. Ctrl-C ends with one sentence."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
    from rich.text import Text

    from lasttrick.lab.cores import Interrupted

    class Rate(ProgressColumn):
        def render(self, task) -> Text:
            return Text(pace(task.finished_speed or task.speed, task.total - task.completed), "cyan")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=60) as progress:
            task = progress.add_task("Playing", total=number)
            yield (lambda n: progress.advance(task, n)), (lambda text: progress.update(task, description=text))
    except Interrupted as stopped:
        print(f"lasttrick: {stopped}", file=sys.stderr)
        raise typer.Exit(130) from None
    except KeyboardInterrupt:
        more = "; what was finished is kept, and the same command goes on" if kept else ""
        print(f"lasttrick: Stopped{more}.", file=sys.stderr)
        raise typer.Exit(130) from None


def pace(speed: float | None, left: float) -> str:
    """`68,000 a second, done at 14:32:10 (in 0:01:02)`."""
    if not speed:
        return ""
    seconds = int(left / speed)
    then = time.strftime("%H:%M:%S" if seconds < 86400 else "%a %H:%M", time.localtime(time.time() + seconds))
    wait = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    rate = f"{speed:,.0f} a second" if speed >= 1 else f"{60 * speed:,.1f} a minute"
    return f"{rate}, done at {then} (in {wait})"
