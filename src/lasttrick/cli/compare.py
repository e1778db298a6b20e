"""`lasttrick compare`: what a rule change does, on the same deals."""

from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Json, Players, Seed, data_files, read_options
from lasttrick.cli.report import Bots, show
from lasttrick.cli.working import Again, Pace, Ray, Workers, need_lab, working


def compare(
    game: GameName,
    option: Annotated[
        list[str],
        typer.Option(
            "--option", "-o", metavar="NAME=VALUE,VALUE", help="The values to compare; may be given several times."
        ),
    ],
    players: Players = None,
    number: Annotated[int, typer.Option("--games", "-n", min=100, help="How many matches of each variant.")] = 20_000,
    seed: Seed = "0",
    bots: Bots = "heuristic",
    pace: Pace = 8.0,
    out: Annotated[Path | None, typer.Option(help="Folder for the page; compare-GAME if not said.")] = None,
    workers: Workers = 0,
    ray: Ray = "",
    again: Again = False,
    as_json: Json = False,
) -> None:
    """Play variants of a game on the same deals and write a page of their differences, with intervals.

    A data file is a variant too: --option data=default,mine.json. `default` leaves an option as it is.

    A range of a number gives curves: --option target=5..15, or 4..20..4 in steps.
    """
    from lasttrick.bots.registry import bot_list
    from lasttrick.cli.ready import get_matches_ready
    from lasttrick.games import about
    from lasttrick.games import game as game_of

    need_lab()
    names = bot_list(bots)
    from lasttrick.lab import compare as lab
    from lasttrick.lab.plan import make_plan
    from lasttrick.lab.variants import variants_of

    given = {}
    for name, items in variants_of(option):
        kept = [item for item in items if not _is_default(about(game), item)]
        given[name] = data_files(kept), read_options(kept, about(game))
        about(game).check(players, given[name][1])
    opened = game_of(game)
    plans = {}
    for name, (_, options) in given.items():
        plans[name] = make_plan(opened, players, number, seed, names, options, "rules")
    get_matches_ready(opened, next(iter(plans.values())), as_rows=True)
    named = {name: files for name, (files, _) in given.items()}
    folder = out or Path(f"compare-{opened.name}")
    with working(number * len(plans), kept=True) as (watch, _):
        files = lab.compare(opened, plans, folder, pace, workers, ray, watch, named, again)
    show(files, as_json)


def _is_default(about, item: str) -> bool:
    """Whether `name=default` means: leave it out. Some options have a choice of that name."""
    name, _, value = item.partition("=")
    return value == "default" and name != "preset" and "default" not in about.option(name).choices
