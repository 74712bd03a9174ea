"""The watch: how far it has read, its series, the money beside them, and its alarms."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables."""
    name = String(120)
    op.create_table(
        "watch_head",
        Column("id", Integer, primary_key=True),
        Column("passes", BigInteger, nullable=False),
        Column("body", LargeBinary, nullable=False),
    )
    op.create_table(
        "watched",
        Column("table_id", name, primary_key=True),
        Column("seq", BigInteger, nullable=False),
        Column("body", LargeBinary, nullable=False),
    )
    op.create_table(
        "watch_series",
        Column("id", String(300), primary_key=True),
        Column("number", Integer, nullable=False, unique=True),
        Column("body", LargeBinary, nullable=False),
    )
    op.create_table(
        "watch_money",
        Column("table_id", name, primary_key=True),
        Column("period", String(20), primary_key=True),
        Column("player", name, primary_key=True),
        Column("bet", name, primary_key=True),
        Column("body", LargeBinary, nullable=False),
    )
    op.create_table(
        "watch_alerts",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("series", String(300), nullable=False, unique=True),
        Column("at", String(40), nullable=False),
        Column("table_id", name, nullable=False),
        Column("seq", BigInteger, nullable=False),
        Column("body", LargeBinary, nullable=False),
    )
