"""Tables have owners where several processes share a Postgres."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "processes",
        Column("number", Integer, primary_key=True),
        Column("address", Text, nullable=False),
        Column("secret", Text, nullable=False),
        Column("until", BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        Column("table_id", Text, primary_key=True),
        Column("process", Integer, ForeignKey("processes.number", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("leases_of_a_process", "leases", ["process"])
