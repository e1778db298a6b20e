"""Lists and what has expired are found by an index; a host can mute spectators; a row that `/health` writes."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, false

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", Column("muted", Boolean, nullable=False, server_default=false()))
    op.create_index("tables_by_phase", "tables", ["phase", "public", "created"])
    op.create_table("pulse", Column("id", Integer, primary_key=True), Column("at", BigInteger, nullable=False))
    op.execute("INSERT INTO pulse (id, at) VALUES (1, 0)")
