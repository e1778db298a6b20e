"""The first form: tables, seats, tokens, links, decisions, chats."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, PrimaryKeyConstraint, Text, UniqueConstraint

revision = "0001"
down_revision = None


def _text(*names: str) -> list[Column]:
    return [Column(name, Text, nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        *_text("game"),
        Column("rules", Integer, nullable=False),
        Column("players", Integer, nullable=False),
        *_text("options", "pace"),
        Column("pace_amount", Integer, nullable=False),
        Column("public", Boolean, nullable=False),
        Column("hints", Boolean, nullable=False),
        *_text("phase"),
        Column("host", Integer, nullable=False),
        *_text("secret", "seed", "rematch", "before"),
        Column("created", BigInteger, nullable=False),
        Column("started", BigInteger, nullable=False),
    )
    op.create_table(
        "seats",
        *_text("table_id"),
        Column("seat", Integer, nullable=False),
        *_text("kind", "name", "bot"),
        Column("away", Boolean, nullable=False),
        *_text("word"),
        PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_table(
        "tokens",
        *_text("hash", "table_id"),
        Column("seat", Integer, nullable=False),
        PrimaryKeyConstraint("hash", "table_id"),
    )
    op.create_index("tokens_of_a_table", "tokens", ["table_id"])
    op.create_table(
        "links",
        Column("hash", Text, primary_key=True),
        *_text("table_id"),
        Column("seat", Integer, nullable=False),
        Column("expires", BigInteger, nullable=False),
    )
    _create_logs()


def _create_logs() -> None:
    op.create_table(
        "decisions",
        *_text("table_id"),
        Column("version", Integer, nullable=False),
        *_text("cid"),
        Column("seat", Integer, nullable=False),
        Column("action", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "version"),
        UniqueConstraint("table_id", "cid", name="decisions_once"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chats",
        *_text("table_id"),
        Column("number", Integer, nullable=False),
        *_text("cid"),
        Column("seat", Integer, nullable=False),
        *_text("name", "text"),
        Column("at", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "number"),
        UniqueConstraint("table_id", "cid", name="chats_once"),
    )
