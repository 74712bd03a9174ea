"""The schema of version 1.0.0, to which later steps are added."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, LargeBinary, String, UniqueConstraint, false

from banca.house.schema import LOG_HEAD, METADATA, PULSE

# Stores of 1.0.0 carry this number: they open without a step. Lower numbers are from before it and are refused.
revision = "0007"
down_revision = None


def upgrade() -> None:
    """Create all tables. A later step that adds a column also leaves it out here, as a new store goes through both."""
    # SQLite keeps the words that made a table, and the audit compares them: 1.0.0 added these two columns afterwards.
    name, digest = String(120), String(64)
    op.create_table(
        "tables",
        Column("id", name, primary_key=True),
        Column("game", name, nullable=False),
        Column("seq", BigInteger, nullable=False),
        Column("head", digest, nullable=False),
    )
    op.add_column("tables", Column("is_closed", Boolean, nullable=False, server_default=false()))
    op.create_index("ix_tables_is_closed", "tables", ["is_closed"])
    op.create_table(
        "journal",
        Column("table_id", name, primary_key=True),
        Column("seq", BigInteger, primary_key=True),
        Column("by", name, nullable=False),
        Column("command_id", digest, nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("digest", digest, nullable=False),
        UniqueConstraint("table_id", "by", "command_id", name="journal_command"),
    )
    op.add_column("journal", Column("leaf", BigInteger))
    op.create_index("journal_leaf", "journal", ["leaf"], unique=True)
    METADATA.create_all(op.get_bind())
    # One row each, which every write updates: it must be there from the start.
    op.bulk_insert(LOG_HEAD, [{"id": 1, "size": 0, "peaks": b""}])
    op.bulk_insert(PULSE, [{"id": 1, "at": "", "ballast": b""}])
