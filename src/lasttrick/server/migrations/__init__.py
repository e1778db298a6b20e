"""Bringing a database to the present form, step by step, from whatever release wrote it."""

from pathlib import Path


def upgrade(connection, to: str = "head") -> None:
    """Run the migrations that this database has not seen yet."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
