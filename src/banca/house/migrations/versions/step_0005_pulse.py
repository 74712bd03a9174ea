"""The row that is written to know that writing works."""

from alembic import op
from sqlalchemy import Column, Integer, LargeBinary, String

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make its table, with the row."""
    pulse = op.create_table(
        "pulse",
        Column("id", Integer, primary_key=True),
        Column("at", String(40), nullable=False),
        Column("ballast", LargeBinary, nullable=False),
    )
    op.bulk_insert(pulse, [{"id": 1, "at": "", "ballast": b""}])
