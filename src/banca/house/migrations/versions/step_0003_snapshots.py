"""Snapshots of tables at the ends of rounds, how far the audit in the background is, and which tables are closed."""

import json

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, LargeBinary, String, column, false, select, table, true

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables, and find those whose journal ends with their closing."""
    name = String(120)
    op.create_table(
        "snapshots",
        Column("table_id", name, primary_key=True),
        Column("seq", BigInteger, primary_key=True),
        Column("body", LargeBinary, nullable=False),
    )
    op.create_table(
        "audited",
        Column("table_id", name, primary_key=True),
        Column("seq", BigInteger, nullable=False),
    )
    op.add_column("tables", Column("is_closed", Boolean, nullable=False, server_default=false()))
    op.create_index("ix_tables_is_closed", "tables", ["is_closed"])
    tables = table("tables", column("id"), column("seq"), column("is_closed"))
    journal = table("journal", column("table_id"), column("seq"), column("body"))
    ends = select(tables.c.id, journal.c.body).where(journal.c.table_id == tables.c.id, journal.c.seq == tables.c.seq)
    connection = op.get_bind()
    for table_id, body in connection.execute(ends).all():
        if b'"event":"closed"' in bytes(body) and _is_closing(bytes(body)):
            connection.execute(tables.update().where(tables.c.id == table_id).values(is_closed=true()))


def _is_closing(body: bytes) -> bool:
    """Whether an entry closes its table; what cannot be read is the audit's to tell."""
    try:
        return any(event.get("event") == "closed" for event in json.loads(body)["events"])
    except (ValueError, TypeError, LookupError, AttributeError):
        return False
