"""The command line: one file a command, put together here. Nothing heavy is imported before a command needs it."""

import sys
from typing import Annotated

import typer

from lasttrick.cli.arena import arena
from lasttrick.cli.backup import backup, restore
from lasttrick.cli.bench import bench
from lasttrick.cli.check import check
from lasttrick.cli.compare import compare
from lasttrick.cli.data import data
from lasttrick.cli.export import export
from lasttrick.cli.games import games
from lasttrick.cli.gather import gather
from lasttrick.cli.new_game import new_game
from lasttrick.cli.play import play
from lasttrick.cli.puzzles import puzzles
from lasttrick.cli.ready import ready
from lasttrick.cli.replay import replay
from lasttrick.cli.report import report
from lasttrick.cli.review import review
from lasttrick.cli.rules import rules
from lasttrick.cli.serve import serve
from lasttrick.cli.simulate import simulate
from lasttrick.cli.trace import trace
from lasttrick.cli.train import train
from lasttrick.cli.verify import verify
from lasttrick.core.errors import LastTrickError

app = typer.Typer(
    name="lasttrick",
    help="Four survival card games on one rules engine: play them, look rules up, simulate, replay.",
    epilog="Start with [bold]lasttrick play[/bold]. Every command has its own [bold]--help[/bold].",
    rich_markup_mode="rich",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
COMMANDS = (
    games,
    rules,
    play,
    simulate,
    report,
    compare,
    gather,
    export,
    data,
    check,
    arena,
    train,
    trace,
    replay,
    review,
    puzzles,
    verify,
    serve,
    backup,
    restore,
    ready,
    bench,
    new_game,
)
for command in COMMANDS:
    app.command()(command)


def _say_version(wanted: bool) -> None:
    if wanted:
        from lasttrick import __version__

        print(f"lasttrick {__version__}")
        raise typer.Exit


@app.callback()
def everywhere(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run a command; what is wrong with the input is said in one sentence."""
    try:
        app()
    except LastTrickError as error:
        print(f"lasttrick: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
