"""`lasttrick report`: what a designer wants to know of a game, on one page."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Json, Options, Players, Seed, data_files, read_options
from lasttrick.cli.working import Again, Pace, Ray, Workers, need_lab, working

Bots = Annotated[str, typer.Option(help="One bot for all seats, or one for each.")]


def report(
    game: GameName,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", "-n", min=100, help="How many matches.")] = 100_000,
    seed: Seed = "0",
    bots: Bots = "heuristic",
    option: Options = None,
    pace: Pace = 8.0,
    out: Annotated[Path | None, typer.Option(help="Folder for the page; report-GAME if not said.")] = None,
    workers: Workers = 0,
    ray: Ray = "",
    again: Again = False,
    rows: Annotated[
        Path | None,
        typer.Option(metavar="FILE.parquet", help="Rows of lasttrick gather: the page is about these."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play many matches and write a page: length, scores, seats, comebacks, rules, cards, decisions, skill and luck.

    The numbers behind the figures lie beside the page. An interrupted run goes on where it stopped.
    """
    from lasttrick.bots.registry import bot_list
    from lasttrick.cli.ready import get_matches_ready
    from lasttrick.games import about
    from lasttrick.games import game as game_of

    need_lab()
    if rows is not None:
        return show(report_on_rows(game, rows, out, pace, workers), as_json)
    names = bot_list(bots)
    from lasttrick.lab import report as lab
    from lasttrick.lab.plan import make_plan

    options = read_options(option, about(game))
    about(game).check(players, options)
    opened = game_of(game)
    plan = make_plan(opened, players, number, seed, names, options, "rules")
    get_matches_ready(opened, plan, as_rows=True)
    folder = out or Path(f"report-{opened.name}")
    with working(plan.matches, kept=True) as (watch, say):
        files = lab.report(opened, plan, folder, pace, workers, ray, watch, say, data_files(option), again)
    return show(files, as_json)


def report_on_rows(game: str, rows: Path, out: Path | None, pace: float, workers: int) -> dict[str, Path]:
    """The page of matches that were gathered, which say themselves what they are about."""
    from lasttrick.cli.ready import open_game
    from lasttrick.core.errors import LastTrickError
    from lasttrick.games import about
    from lasttrick.lab import report as lab
    from lasttrick.lab.people import read_plan

    about(game)
    plan = read_plan(rows)
    if plan.game != game:
        raise LastTrickError(f"{rows} holds matches of {plan.game}, not of {game}.")
    opened = open_game(game, "table")
    with working(plan.matches, kept=False) as (watch, say):
        watch(plan.matches)
        return lab.report_on(opened, rows, out or Path(f"report-{game}"), pace, workers, say)


def show(files: dict[str, Path], as_json: bool) -> None:
    if as_json:
        print(json.dumps({name: str(path) for name, path in files.items()}, indent=1))
        return
    others = ", ".join(path.name for name, path in files.items() if name != "index")
    print(f"{files['index']}\nbeside it: {others}")
