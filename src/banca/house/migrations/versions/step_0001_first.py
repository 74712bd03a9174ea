"""The first schema: tables, journal, transfers, accounts, secrets, users, keys."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    Integer,
    LargeBinary,
    String,
    UniqueConstraint,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    name, digest = String(120), String(64)
    op.create_table(
        "tables",
        Column("id", name, primary_key=True),
        Column("game", name, nullable=False),
        Column("seq", BigInteger, nullable=False),
        Column("head", digest, nullable=False),
    )
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
    op.create_table(
        "transfers",
        Column("table_id", name, primary_key=True),
        Column("seq", BigInteger, primary_key=True),
        Column("place", Integer, primary_key=True),
        Column("source", name, nullable=False),
        Column("target", name, nullable=False),
        Column("amount", BigInteger, CheckConstraint("amount > 0"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "accounts",
        Column("name", name, primary_key=True),
        Column("balance", BigInteger, nullable=False),
        CheckConstraint("balance >= 0 OR name = 'outside'", name="never_negative"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        Column("table_id", name, primary_key=True),
        Column("commitment", digest, primary_key=True),
        Column("outcome", String(400), nullable=False),
        Column("nonce", digest, nullable=False),
    )
    op.create_table(
        "users",
        Column("name", name, primary_key=True),
        Column("role", name, nullable=False),
        Column("password", String(200), nullable=False),
        Column("must_change", Boolean, nullable=False),
        Column("is_disabled", Boolean, nullable=False),
    )
    op.create_table(
        "keys",
        Column("digest", digest, primary_key=True),
        Column("name", name, nullable=False, index=True),
        Column("label", String(80), nullable=False),
        Column("csrf", digest, nullable=False),
        Column("expires", Float, nullable=False),
    )
