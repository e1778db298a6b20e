"""A match may go on from a step of another."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", Column("fork", Text, nullable=False, server_default=""))
