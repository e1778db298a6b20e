"""`lasttrick simulate`: many matches between bots, what came out, and a row for each if asked."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Json, Options, Players, Seed, read_options
from lasttrick.cli.working import Again, Ray, Workers, need_lab, working


def simulate(
    game: GameName,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", "-n", min=1, help="How many matches.")] = 10_000,
    seed: Seed = "0",
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one for each: heuristic, random,search:ms=30…")
    ] = "random",
    option: Options = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.parquet", help="Keep a row for each match.")] = None,
    rows: Annotated[
        str,
        typer.Option(
            help="What a row is: matches, rules (matches, with how often each rule fired), tricks, decisions."
        ),
    ] = "matches",
    workers: Workers = 0,
    ray: Ray = "",
    again: Again = False,
    as_json: Json = False,
) -> None:
    """Play many matches between bots, on all cores, and sum up lengths, scores and wins by seat.

    With --out every match, trick or decision is a row of a Parquet file. An interrupted run goes on where it stopped.
    """
    from lasttrick.bots.registry import bot_list
    from lasttrick.cli.ready import get_matches_ready
    from lasttrick.core.errors import LastTrickError
    from lasttrick.games import about
    from lasttrick.games import game as game_of
    from lasttrick.lab.plan import make_plan

    names = bot_list(bots)
    if out is None and (ray or rows != "matches"):
        raise LastTrickError("Rows go to a file: name it with --out FILE.parquet.")
    if out is not None:
        need_lab()
    options = read_options(option, about(game))
    about(game).check(players, options)
    opened = game_of(game)
    plan = make_plan(opened, players, number, seed, names, options, rows)
    get_matches_ready(opened, plan, as_rows=out is not None)
    summary = _summary(plan, out, workers, ray, again)
    if as_json:
        print(json.dumps(summary, indent=1))
    else:
        _show(opened, summary, out)


def _summary(plan, out: Path | None, workers: int, ray: str, again: bool) -> dict:
    from lasttrick.lab.tally import about, sum_up, sum_up_file

    with working(plan.matches, kept=out is not None) as (watch, _):
        if out is None:
            return sum_up(plan, workers, watch)
        from lasttrick.lab.run import run

        run(plan, out, workers, ray, watch, again)
    found = sum_up_file(plan, out) if plan.rows in ("matches", "rules") else {**about(plan), "matches": plan.matches}
    return {**found, "out": str(out)}


def _show(game, summary: dict, out: Path | None) -> None:
    from rich.console import Console

    console = Console()
    console.print(
        f"[bold]{game.about.title}[/bold], {summary['players']} players, {summary['matches']:,} matches of "
        f"{', '.join(summary['bots'])}, "
        f"seed {summary['seed']}"
    )
    if "seats" in summary:
        _show_sums(console, game.about, summary)
    if out is not None:
        console.print(f"Rows: {out}", highlight=False)


def _show_sums(console, about, summary: dict) -> None:
    from rich.table import Table

    from lasttrick.core.words import seat_letter
    from lasttrick.lab.stats import percent, wilson

    length = summary["decisions"]
    ends = f" (95 %: {length['low']} to {length['high']})" if "low" in length else ""
    console.print(
        f"Decisions a match: {length['mean']} on average{ends}, from {length['least']} to {length['most']}, "
        f"standard deviation {length['deviation']}",
        highlight=False,
    )
    of = summary["matches"]
    endings = (
        f"{about.ending_words(name)}: {wilson(n / of, of, of).percent()}" for name, n in summary["endings"].items()
    )
    console.print(f"How they ended: {'; '.join(endings)}", highlight=False)
    console.print(f"Won ({about.win.clause}): {about.win.sentence}", highlight=False)
    if summary["without_winner"]:
        nobody = wilson(summary["without_winner"] / of, of, of)
        console.print(f"Nobody has won: {nobody.percent()}", highlight=False)
    has_scores = about.win.shared  # where seats win together a score says no more than who won
    table = Table("seat", "win share", "95 %", *(["mean score"] if has_scores else []))
    for seat in summary["seats"]:
        table.add_row(
            seat_letter(seat["seat"]),
            percent(seat["win_share"], 2) if seat["win_share"] else f"none in {of:,}",
            f"{percent(seat['low'], 2)} to {percent(seat['high'], 2)}",
            *([f"{seat['mean_score']:.2f}"] if has_scores else []),
        )
    console.print(table)
