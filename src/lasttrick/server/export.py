"""All finished matches of a database as match files, one a line: for the operator, beside a server that runs or not."""

import json
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.server import schema
from lasttrick.server.migrations import is_current
from lasttrick.server.records import Kept, load
from lasttrick.server.store import open_engine

IMPORTED = -1  # the host of a match that was read from a file


def export(url: str, out: Path, game: str | None = None) -> dict[str, int]:
    """Write the finished matches; gives how many there were, and how many this version cannot replay."""
    engine = open_engine(url)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and not (file and Path(file).is_file()):
        raise LastTrickError(f"There is no database {file or url}.")
    written = unreadable = 0
    try:
        with engine.connect().execution_options(reads=True) as connection, connection.begin():
            if not is_current(connection):
                raise LastTrickError("The database has another release's form; start the server of this one once.")
            with out.open("w", encoding="utf-8") as lines:
                for kept in finished(connection, game):
                    line = match_line(kept)
                    unreadable += line is None
                    if line is not None:
                        lines.write(f"{line}\n")
                        written += 1
    except DBAPIError as error:
        raise LastTrickError(f"The database cannot be read: {error.orig}.") from None
    finally:
        engine.dispose()
    return {"matches": written, "unreadable": unreadable}


def finished(connection: Connection, game: str | None) -> Iterator[Kept]:
    """The tables whose match was played here and is over, oldest first, one at a time."""
    tables = schema.tables.c
    wanted = (
        select(tables.id)
        .where(tables.phase == "over", tables.host != IMPORTED, tables.fork == "")
        .order_by(tables.created, tables.id)
    )
    if game is not None:
        wanted = wanted.where(tables.game == game)
    for table in connection.execute(wanted).scalars().all():
        kept = load(connection, table)
        if kept is not None:
            yield kept


def match_line(kept: Kept) -> str | None:
    """The match file of a table without names, words and chat; None where it was played by other rules."""
    record = kept.record
    try:
        game = games.game(record.game)
        if record.rules != game.about.rules_version:
            return None
        match = Match(game, record.players, record.options, record.seed)
        for _, seat, action, _ in kept.decisions:
            match.decide(seat, action)
    except LastTrickError:
        return None
    bots = [place.bot or "bot" if place.kind == "bot" else "" for place in kept.places[: record.players]]
    return json.dumps({**match.to_json(), "bots": bots})
