"""A deal and a puzzle of the day: their secrets, and everybody's one try."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, PrimaryKeyConstraint, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", Column("daily", Text, nullable=False, server_default=""))
    op.create_table(
        "days",
        Column("day", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("secret", Text, nullable=False),
        PrimaryKeyConstraint("day", "game"),
    )
    op.create_table(
        "tries",
        Column("day", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("hash", Text, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("score", Integer),
        Column("won", Boolean),
        Column("kept", Float),
        Column("at", BigInteger, nullable=False),
        PrimaryKeyConstraint("day", "game", "kind", "hash"),
    )
    op.create_index("tries_by_table", "tries", ["table_id"])
    op.create_index("tries_by_token", "tries", ["hash"])
