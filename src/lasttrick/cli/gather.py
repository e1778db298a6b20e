"""`lasttrick gather`: matches that people played, as rows for the lab."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import Json
from lasttrick.cli.working import need_lab


def gather(
    paths: Annotated[list[Path], typer.Argument(help="Match files, folders of them, or .jsonl files with one a line.")],
    out: Annotated[Path, typer.Option(metavar="FILE.parquet", help="Where the rows go.")],
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only matches of this game.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only matches with so many seats.")] = None,
    as_json: Json = False,
) -> None:
    """Read match files of one game into the rows that simulate --rows rules writes, with the file of each match.

    All must have the same game, players and options. Matches that were not played to their end are left out.
    """
    from lasttrick.core.errors import LastTrickError

    need_lab()
    from lasttrick.games import about
    from lasttrick.lab import people
    from lasttrick.lab.store import written

    if out.suffix != ".parquet":
        raise LastTrickError(f"{out} is to be a Parquet file; give it a name that ends in .parquet.")
    if game is not None:
        about(game)
    with written(out, begun=False):
        found = people.gather(paths, out, game, players)
    if as_json:
        print(json.dumps({**found, "out": str(out)}))
        return
    left_out = [f"{found[what]} {what}" for what in ("unfinished", "others") if found[what]]
    said = f"; {', '.join(left_out)} left out" if left_out else ""
    print(f"{found['matches']} matches{said}. Rows: {out}")
