"""Marks of the store itself: what is sealed under the house's key."""

from alembic import op
from sqlalchemy import Column, String

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make their table."""
    op.create_table("marks", Column("name", String(120), primary_key=True), Column("text", String(400), nullable=False))
