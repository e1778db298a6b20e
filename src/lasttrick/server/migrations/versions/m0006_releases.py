"""Releases with different rules share a Postgres, and guesses are counted once for all processes."""

from alembic import op
from sqlalchemy import BigInteger, Column, Float, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("processes", Column("rules", Text, nullable=False, server_default=""))
    op.create_table(
        "guesses",
        Column("party", Text, primary_key=True),
        Column("made", Float, nullable=False),
        Column("at", BigInteger, nullable=False),
    )
