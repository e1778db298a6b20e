"""A decision is unique by its version: `decisions_once` doubled what each one writes, and could refuse nothing."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("decisions", table_kwargs={"sqlite_with_rowid": False}) as decisions:
        decisions.drop_constraint("decisions_once", type_="unique")
