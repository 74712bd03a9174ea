"""What several processes of one house share: which there are, and the simulations of the lab."""

from alembic import op
from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, String

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make both."""
    name = String(120)
    op.create_table(
        "processes",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("address", name, nullable=False),
        Column("since", String(40), nullable=False),
    )
    op.create_table(
        "runs",
        Column("id", String(40), primary_key=True),
        Column("owner", name, nullable=False, index=True),
        Column("process", Integer, nullable=False),
        Column("state", String(20), nullable=False, index=True),
        Column("is_cancelled", Boolean, nullable=False),
        Column("made", Float, nullable=False),
        Column("asked", LargeBinary, nullable=False),
        Column("figures", LargeBinary, nullable=False),
    )
