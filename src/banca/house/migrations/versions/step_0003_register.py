"""Second factors, and keys that end when idle or with the key that made them."""

from alembic import op
from sqlalchemy import BigInteger, Column, Float, String

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add their columns; a key from before counts as used when it was made, and that as long ago as can be."""
    op.add_column("users", Column("factor", String(200), nullable=False, server_default=""))
    op.add_column("users", Column("factor_step", BigInteger, nullable=False, server_default="0"))
    op.add_column("keys", Column("made", Float, nullable=False, server_default="0"))
    op.add_column("keys", Column("used", Float, nullable=False, server_default="0"))
    op.add_column("keys", Column("minted_by", String(64), nullable=False, server_default=""))
    op.create_index("ix_keys_minted_by", "keys", ["minted_by"])
