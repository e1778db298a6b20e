"""Bringing a database to the present form, step by step, from whatever release wrote it."""

from pathlib import Path

from sqlalchemy import inspect, text

from lasttrick.core.errors import LastTrickError

VERSIONS = Path(__file__).parent / "versions"


def newest() -> str:
    """The number of the last migration; its file is named by it."""
    return max(file.stem[1:5] for file in VERSIONS.glob("m[0-9]*.py"))


def is_current(connection) -> bool:
    """Whether this database has the present form; then alembic, slow to import, is not needed."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found is not None and str(found) > newest():
        raise LastTrickError(
            f"The database is of form {found}, written by a newer release; this one knows forms up to {newest()}."
        )
    return found == newest()


def upgrade(connection, to: str = "head") -> None:
    """Run the migrations that this database has not seen yet."""
    if to == "head" and is_current(connection):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
