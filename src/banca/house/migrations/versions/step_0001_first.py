"""The first schema: tables, journal, transfers, accounts, secrets, users, keys, authorisations; marks and the pulse of the store itself."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
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
        Column("factor", String(200), nullable=False, server_default=""),
        Column("factor_step", BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "keys",
        Column("digest", digest, primary_key=True),
        Column("name", name, nullable=False, index=True),
        Column("label", String(80), nullable=False),
        Column("csrf", digest, nullable=False),
        Column("expires", Float, nullable=False),
        Column("made", Float, nullable=False, server_default="0"),
        Column("used", Float, nullable=False, server_default="0"),
        Column("minted_by", digest, nullable=False, server_default="", index=True),
    )
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
    op.create_table("marks", Column("name", name, primary_key=True), Column("text", String(400), nullable=False))
    pulse = op.create_table(
        "pulse",
        Column("id", Integer, primary_key=True),
        Column("at", String(40), nullable=False),
        Column("ballast", LargeBinary, nullable=False),
    )
    op.bulk_insert(pulse, [{"id": 1, "at": "", "ballast": b""}])
