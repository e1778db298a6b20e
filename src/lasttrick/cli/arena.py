"""`lasttrick arena`: which bot is stronger, and how sure that is."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Json, Options, Players, Seed, data_files, read_options


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Two or more bots, as in random,heuristic,search:ms=300.")],
    players: Players = None,
    number: Annotated[
        int, typer.Option("--games", "-n", help="Matches of each pairing, rounded up to whole deals.")
    ] = 100,
    seed: Seed = "0",
    option: Options = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the results; arena-GAME if not said.")] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 is one for each core.")] = 0,
    as_json: Json = False,
) -> None:
    """Let bots play each other on the same deals with the seats moved round, and rate them.

    One seat of each bot meets copies of each other bot. An interrupted run goes on where it stopped.
    """
    from lasttrick.bots.registry import bot_list, check_agents
    from lasttrick.cli.ready import get_bots_ready, open_game
    from lasttrick.games import about
    from lasttrick.lab import arena as lab
    from lasttrick.lab import arena_report as report

    report.need_lab()
    names = bot_list(bots)
    options = read_options(option, about(game))
    about(game).check(players, options)
    opened = open_game(game)
    plan = lab.make_plan(opened, names, players, number, str(seed), options)
    check_agents(names, opened, plan.players)
    get_bots_ready(opened, names)
    folder = out or Path(f"arena-{opened.name}")
    try:
        with _live(plan) as watch:
            rows = lab.run(plan, folder, workers, watch)
    except KeyboardInterrupt:
        typer.echo(f"Stopped. What is played is in {folder}; the same command goes on from there.", err=True)
        raise typer.Exit(130) from None
    found = report.write(plan, rows, folder, data_files(option))
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        _show(opened, found, folder)


def _live(plan):
    """A table of shares so far and a bar, on the error stream."""
    from contextlib import contextmanager

    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from lasttrick.lab.arena_report import shares

    @contextmanager
    def watching():
        bar = Progress(TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        task = bar.add_task("", total=plan.matches)
        rows: list[dict] = []
        with Live(bar, console=Console(stderr=True), transient=True, refresh_per_second=4) as live:

            def watch(piece: list[dict]) -> None:
                rows.extend(piece)
                bar.update(task, completed=len(rows))
                live.update(Group(_shares_table(plan.bots, shares(plan, rows)), bar))

            yield watch

    return watching()


def _shares_table(bots, found: dict, beside: bool = False):
    """The matrix: one seat of the row's bot against copies of the column's."""
    from rich.table import Column, Table

    from lasttrick.lab.arena_report import percent

    heads = ["one seat of", *(f"against {bot}" for bot in bots)]
    table = Table(*(Column(head, overflow="fold") for head in heads))
    for a in bots:
        table.add_row(a, *["" if a == b else percent(found[a, b], beside) for b in bots])
    return table


def _show(game, found: dict, folder: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    from lasttrick.lab.arena_report import in_words, milliseconds

    console = Console()
    console.print(
        f"[bold]{game.about.title}[/bold], {found['players']} players, {found['matches']:,} matches, "
        f"seed {found['seed']}"
    )
    for sentence in in_words(found):
        console.print(sentence, highlight=False)
    pairings = {(s["challenger"], s["host"]): s for s in found["shares"]}
    console.print(_shares_table(list(found["ratings"]), pairings, beside=not found["even"]))
    table = Table("bot", "rating", "its standard deviation", "slowest decision, CPU")
    for bot, rated in sorted(found["ratings"].items(), key=lambda item: -item[1]["rating"]):
        row = (f"{rated['rating']:.2f}", f"{rated['doubt']:.2f}", milliseconds(found["slowest_ms"][bot]))
        table.add_row(bot, *row)
    console.print(table)
    if found["failed"]:
        console.print(f"{found['failed']} matches failed; they are kept in {folder / 'failed'}.")
    console.print(f"Results: {folder / 'index.html'}, {folder / 'matches.parquet'}", highlight=False)
