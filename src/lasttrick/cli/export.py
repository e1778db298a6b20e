"""`lasttrick export`: the finished matches of a server, for the lab."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import Json


def export(
    out: Annotated[Path, typer.Option(metavar="FILE.jsonl", help="Where the matches go, one a line.")],
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The database of the server; the file in your data folder if not said."),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only matches of this game.")] = None,
    as_json: Json = False,
) -> None:
    """Write all finished matches of a server's database as match files, one a line, for lasttrick gather.

    Names, words and chat are left out. The server may go on running meanwhile.
    """
    from lasttrick.cli.extras import need_server

    need_server("Exporting matches")
    from lasttrick.core.errors import LastTrickError
    from lasttrick.games import about
    from lasttrick.server.export import export as write
    from lasttrick.server.settings import data_file

    if out.suffix != ".jsonl":
        raise LastTrickError(f"{out} is to hold a match a line; give it a name that ends in .jsonl.")
    if game is not None:
        about(game)
    try:
        found = write(database or f"sqlite:///{data_file()}", out, game)
    except OSError as error:
        raise LastTrickError(f"{out} cannot be written: {error.strerror}.") from None
    if as_json:
        print(json.dumps({**found, "out": str(out)}))
        return
    left_out = f"; {found['unreadable']} of other rules versions left out" if found["unreadable"] else ""
    print(f"{found['matches']} matches{left_out}. Match files: {out}")
