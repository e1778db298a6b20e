"""`lasttrick backup` and `lasttrick restore`: a server's database, copied and brought back."""

from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The database of the server; the file in your data folder if not said."),
]


def backup(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; must not be there yet.")],
    database: Database = None,
) -> None:
    """Copy a server's SQLite database to a file; the server may go on meanwhile."""
    from lasttrick.cli.extras import need_server

    need_server("A backup")
    from lasttrick.core.errors import LastTrickError
    from lasttrick.server.backup import back_up
    from lasttrick.server.settings import data_file

    try:
        decisions = back_up(database or f"sqlite:///{data_file()}", out)
    except OSError as error:
        raise LastTrickError(f"{out} cannot be written: {error.strerror}.") from None
    print(f"{decisions} decisions. Copy: {out}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by lasttrick backup.")],
    database: Database = None,
) -> None:
    """Put a copy in the place of a server's SQLite database; the server must be stopped. The former one is kept."""
    from lasttrick.cli.extras import need_server

    need_server("Restoring")
    from lasttrick.core.errors import LastTrickError
    from lasttrick.server.backup import restore as bring_back
    from lasttrick.server.settings import data_file

    try:
        decisions, before = bring_back(file, database or f"sqlite:///{data_file()}")
    except OSError as error:
        raise LastTrickError(f"{file} cannot be restored: {error.strerror}.") from None
    print(f"{decisions} decisions restored." + (f" What was there before: {before}" if before else ""))
