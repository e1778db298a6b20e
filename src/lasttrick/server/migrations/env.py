"""Alembic's entry: runs on the connection the store has opened."""

from alembic import context

from lasttrick.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
