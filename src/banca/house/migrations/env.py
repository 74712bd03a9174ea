"""Run by Alembic: the steps are taken on the connection that the store hands over."""

from alembic import context

from banca.house.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
