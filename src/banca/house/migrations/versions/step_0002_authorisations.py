"""Authorisations of the house's options."""

from alembic import op
from sqlalchemy import Column, Date, Integer, String

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make their table."""
    name = String(120)
    op.create_table(
        "authorisations",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("game", name, nullable=False),
        Column("option", name, nullable=False),
        Column("value", name, nullable=False),
        Column("asked", Date, nullable=False),
        Column("planned", Date, nullable=False),
        Column("reference", name, nullable=False),
        Column("by", name, nullable=False),
        Column("at", String(40), nullable=False),
    )
