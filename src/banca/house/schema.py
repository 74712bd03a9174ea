"""The one schema of the store, for SQLite and PostgreSQL alike."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.schema import SchemaItem

METADATA = MetaData()


def required(name: str, type_: Any, *constraints: SchemaItem, **options: Any) -> Column[Any]:
    """Make a column that must have a value, as nearly all here must."""
    return Column(name, type_, *constraints, nullable=False, **options)


DIGEST = String(64)
NAME = String(120)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", NAME, primary_key=True),
    required("game", NAME),
    required("seq", BigInteger),
    required("head", DIGEST),
    required("is_closed", Boolean, server_default=false(), index=True),
)
"""Every table, how far its journal goes, and whether it goes on. The cage, where money comes in and out, is one of them."""

JOURNAL = Table(
    "journal",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    required("by", NAME),
    required("command_id", String(64)),
    required("body", LargeBinary),
    required("digest", DIGEST),
    Column("leaf", BigInteger),
    UniqueConstraint("table_id", "by", "command_id", name="journal_command"),
    Index("journal_leaf", "leaf", unique=True),
)
"""`leaf` is an entry's place in the log of the house, which has all entries of all journals in the order of their writing."""

LOG_HEAD = Table(
    "log_head",
    METADATA,
    Column("id", Integer, primary_key=True),
    required("size", BigInteger),
    required("peaks", LargeBinary),
)
"""One row: how many entries the log has, and the roots of its largest complete subtrees, the largest first."""

LOG_TILES = Table(
    "log_tiles",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    required("root", LargeBinary),
    required("hashes", LargeBinary),
)
"""Full tiles of the log, made beside the writers out of the journal: 256 hashes, and the root above them."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    required("body", LargeBinary),
)
"""Tables as they stood after some of their entries, each of which carries the digest of its snapshot."""

AUDITED = Table(
    "audited",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    required("seq", BigInteger),
)
"""How far the audit in the background has found nothing wrong with each journal."""

WITNESSES = Table(
    "witnesses",
    METADATA,
    Column("vkey", String(400), primary_key=True),
    required("name", String(255)),
    required("url", String(400)),
    required("size", BigInteger),
    required("at", BigInteger),
    required("note", Text),
    required("trouble", NAME),
)
"""What each witness elsewhere has signed last, and what is wrong between it and the house."""

TRANSFERS = Table(
    "transfers",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("place", Integer, primary_key=True),
    required("source", NAME),
    required("target", NAME),
    required("amount", BigInteger, CheckConstraint("amount > 0")),
    sqlite_with_rowid=False,
)
"""Double entry: each row takes from one account what it gives to another."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("name", NAME, primary_key=True),
    required("balance", BigInteger),
    CheckConstraint("balance >= 0 OR name = 'outside'", name="never_negative"),
    sqlite_with_rowid=False,
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("commitment", DIGEST, primary_key=True),
    required("outcome", String(400)),
    required("nonce", DIGEST),
)
"""Results that exist and are hidden, sealed (seal.py); they stand in no entry of the journal until they are opened."""

MARKS = Table("marks", METADATA, Column("name", NAME, primary_key=True), required("text", String(400)))
"""What the store says of itself: under `key`, a word sealed under the house's key."""

USERS = Table(
    "users",
    METADATA,
    Column("name", NAME, primary_key=True),
    required("role", NAME),
    required("password", String(200)),
    required("must_change", Boolean),
    required("is_disabled", Boolean),
    required("factor", String(200), server_default=""),
    required("factor_step", BigInteger, server_default="0"),
    Index("users_role_name", "role", "name"),
)
"""A second factor stands there sealed, with the step of the last code that was taken."""

KEYS = Table(
    "keys",
    METADATA,
    Column("digest", DIGEST, primary_key=True),
    required("name", NAME, index=True),
    required("label", String(80)),
    required("csrf", DIGEST),
    required("expires", Float),
    required("made", Float, server_default="0"),
    required("used", Float, server_default="0"),
    required("minted_by", DIGEST, server_default="", index=True),
)
"""Sessions of browsers and bearer tokens of programs, by the digest of what their owner holds."""

AUTHORISATIONS = Table(
    "authorisations",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    required("game", NAME),
    required("option", NAME),
    required("value", NAME),
    required("asked", Date),
    required("planned", Date),
    required("reference", NAME),
    required("by", NAME),
    required("at", String(40)),
)
"""What was asked of the regulator for an option of the house, and granted; rows are added and never changed."""

PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True),
    required("at", String(40)),
    required("ballast", LargeBinary),
)
"""One row that is written again and again: so the server knows that it can write, and at its next start what time it was."""

CLASSES = Table(
    "classes",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    required("name", String(80)),
    required("by", NAME, index=True),
    required("at", String(40)),
    required("is_closed", Boolean),
)
"""Classes of the school, each by the supervisor who made it."""

CLASS_MEMBERS = Table(
    "class_members",
    METADATA,
    Column("class_number", Integer, primary_key=True, autoincrement=False),
    Column("name", NAME, primary_key=True, index=True),
    required("at", String(40)),
)

EXAMS = Table(
    "exams",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    required("class_number", Integer, index=True),
    required("title", String(80)),
    required("terms", String(2000)),
    required("at", String(40)),
    required("is_closed", Boolean),
)
"""Exams that are set for a class."""

SITTINGS = Table(
    "sittings",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    required("once", String(240), unique=True),
    required("exam", Integer, index=True),
    required("class_number", Integer, index=True),
    required("name", NAME, index=True),
    required("written_name", NAME),
    required("title", String(80)),
    required("terms", String(2000)),
    required("drawn", LargeBinary),
    required("version", String(40)),
    required("started", String(40)),
    required("deadline", String(40)),
    required("ended", String(40)),
)
"""Exams that somebody sits or has sat, under the terms and with the questions of the moment; 0 is no exam and no class. `once` keeps two starts one."""

SITTING_ANSWERS = Table(
    "sitting_answers",
    METADATA,
    Column("sitting", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    required("reply", LargeBinary),
    required("is_right", Boolean),
    required("digest", DIGEST),
    required("at", String(40)),
)
"""What was answered, and the mark it was given at once; the last answer before the end stands."""

SITTING_MARKS = Table(
    "sitting_marks",
    METADATA,
    Column("sitting", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("cite", String(60), primary_key=True),
    required("met", Integer),
    required("asked", Integer),
)
"""How often each clause was applied right, of how often it was asked about."""

PROCESSES = Table(
    "processes",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    required("address", NAME),
    required("since", String(40)),
)
"""Its sequence numbers the server processes of this house on PostgreSQL (postgres.py); version 1.0 wrote rows too."""

RUNS = Table(
    "runs",
    METADATA,
    Column("id", String(40), primary_key=True),
    required("owner", NAME, index=True),
    required("process", Integer),
    required("state", String(20), index=True),
    required("is_cancelled", Boolean),
    required("made", Float),
    required("asked", LargeBinary),
    required("figures", LargeBinary),
)
"""Simulations of the lab: what was asked, where it is computed, how far it has got, and the figures so far."""

WATCH_HEAD = Table(
    "watch_head",
    METADATA,
    Column("id", Integer, primary_key=True),
    required("passes", BigInteger),
    required("body", LargeBinary),
)
"""One row: how often the watch has read on, and what it knows of the house as a whole."""

WATCHED = Table(
    "watched",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    required("seq", BigInteger),
    required("body", LargeBinary),
)
"""How far the watch has read each journal, and the table there."""

WATCH_SERIES = Table(
    "watch_series",
    METADATA,
    Column("id", String(300), primary_key=True),
    required("number", Integer, unique=True),
    required("body", LargeBinary),
)
"""Every series that is watched, by the order in which it first appeared, and its evidence so far."""

WATCH_MONEY = Table(
    "watch_money",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("period", String(20), primary_key=True),
    Column("player", NAME, primary_key=True),
    Column("bet", NAME, primary_key=True),
    required("body", LargeBinary),
)
"""What was staked, won and expected at a table in a shift: of all, of each player, of each bet."""

WATCH_ALERTS = Table(
    "watch_alerts",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    required("series", String(300), unique=True),
    required("at", String(40)),
    required("table_id", NAME),
    required("seq", BigInteger),
    required("body", LargeBinary),
)
"""Alarms of the watch beside the journal, each with the entry at which it was raised; rows are added and never changed."""
