"""The one schema of the store, for SQLite and PostgreSQL alike."""

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

METADATA = MetaData()

DIGEST = String(64)
NAME = String(120)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", NAME, primary_key=True),
    Column("game", NAME, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("head", DIGEST, nullable=False),
    Column("is_closed", Boolean, nullable=False, server_default=false(), index=True),
)
"""Every table, how far its journal goes, and whether it goes on. The cage, where money comes in and out, is one of them."""

JOURNAL = Table(
    "journal",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("by", NAME, nullable=False),
    Column("command_id", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("digest", DIGEST, nullable=False),
    Column("leaf", BigInteger),
    UniqueConstraint("table_id", "by", "command_id", name="journal_command"),
    Index("journal_leaf", "leaf", unique=True),
)
"""`leaf` is an entry's place in the log of the house, which has all entries of all journals in the order of their writing."""

LOG_HEAD = Table(
    "log_head",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("peaks", LargeBinary, nullable=False),
)
"""One row: how many entries the log has, and the roots of its largest complete subtrees, the largest first."""

LOG_TILES = Table(
    "log_tiles",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("root", LargeBinary, nullable=False),
    Column("hashes", LargeBinary, nullable=False),
)
"""Full tiles of the log, made beside the writers out of the journal: 256 hashes, and the root above them."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""Tables as they stood after some of their entries, each of which carries the digest of its snapshot."""

AUDITED = Table(
    "audited",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, nullable=False),
)
"""How far the audit in the background has found nothing wrong with each journal."""

WITNESSES = Table(
    "witnesses",
    METADATA,
    Column("vkey", String(400), primary_key=True),
    Column("name", String(255), nullable=False),
    Column("url", String(400), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
    Column("trouble", NAME, nullable=False),
)
"""What each witness elsewhere has signed last, and what is wrong between it and the house."""

TRANSFERS = Table(
    "transfers",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("source", NAME, nullable=False),
    Column("target", NAME, nullable=False),
    Column("amount", BigInteger, CheckConstraint("amount > 0"), nullable=False),
    sqlite_with_rowid=False,
)
"""Double entry: each row takes from one account what it gives to another."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("name", NAME, primary_key=True),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0 OR name = 'outside'", name="never_negative"),
    sqlite_with_rowid=False,
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("commitment", DIGEST, primary_key=True),
    Column("outcome", String(400), nullable=False),
    Column("nonce", DIGEST, nullable=False),
)
"""Results that exist and are hidden, sealed (hidden.py); they stand in no entry of the journal until they are opened."""

MARKS = Table("marks", METADATA, Column("name", NAME, primary_key=True), Column("text", String(400), nullable=False))
"""What the store says of itself: under `key`, a word sealed under the house's key."""

USERS = Table(
    "users",
    METADATA,
    Column("name", NAME, primary_key=True),
    Column("role", NAME, nullable=False),
    Column("password", String(200), nullable=False),
    Column("must_change", Boolean, nullable=False),
    Column("is_disabled", Boolean, nullable=False),
    Column("factor", String(200), nullable=False, server_default=""),
    Column("factor_step", BigInteger, nullable=False, server_default="0"),
    Index("users_role_name", "role", "name"),
)
"""A second factor stands there sealed, with the step of the last code that was taken."""

KEYS = Table(
    "keys",
    METADATA,
    Column("digest", DIGEST, primary_key=True),
    Column("name", NAME, nullable=False, index=True),
    Column("label", String(80), nullable=False),
    Column("csrf", DIGEST, nullable=False),
    Column("expires", Float, nullable=False),
    Column("made", Float, nullable=False, server_default="0"),
    Column("used", Float, nullable=False, server_default="0"),
    Column("minted_by", DIGEST, nullable=False, server_default="", index=True),
)
"""Sessions of browsers and bearer tokens of programs, by the digest of what their owner holds."""

AUTHORISATIONS = Table(
    "authorisations",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("game", NAME, nullable=False),
    Column("option", NAME, nullable=False),
    Column("value", NAME, nullable=False),
    Column("asked", Date, nullable=False),
    Column("planned", Date, nullable=False),
    Column("reference", NAME, nullable=False),
    Column("by", NAME, nullable=False),
    Column("at", String(40), nullable=False),
)
"""What was asked of the regulator for an option of the house, and granted; rows are added and never changed."""

PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("ballast", LargeBinary, nullable=False),
)
"""One row that is written again and again: so the server knows that it can write, and at its next start what time it was."""

CLASSES = Table(
    "classes",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("name", String(80), nullable=False),
    Column("by", NAME, nullable=False, index=True),
    Column("at", String(40), nullable=False),
    Column("is_closed", Boolean, nullable=False),
)
"""Classes of the school, each by the supervisor who made it."""

CLASS_MEMBERS = Table(
    "class_members",
    METADATA,
    Column("class_number", Integer, primary_key=True, autoincrement=False),
    Column("name", NAME, primary_key=True, index=True),
    Column("at", String(40), nullable=False),
)

EXAMS = Table(
    "exams",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("class_number", Integer, nullable=False, index=True),
    Column("title", String(80), nullable=False),
    Column("terms", String(2000), nullable=False),
    Column("at", String(40), nullable=False),
    Column("is_closed", Boolean, nullable=False),
)
"""Exams that are set for a class."""

SITTINGS = Table(
    "sittings",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("once", String(240), nullable=False, unique=True),
    Column("exam", Integer, nullable=False, index=True),
    Column("class_number", Integer, nullable=False, index=True),
    Column("name", NAME, nullable=False, index=True),
    Column("written_name", NAME, nullable=False),
    Column("title", String(80), nullable=False),
    Column("terms", String(2000), nullable=False),
    Column("drawn", LargeBinary, nullable=False),
    Column("version", String(40), nullable=False),
    Column("started", String(40), nullable=False),
    Column("deadline", String(40), nullable=False),
    Column("ended", String(40), nullable=False),
)
"""Exams that somebody sits or has sat, under the terms and with the questions of the moment; 0 is no exam and no class. `once` keeps two starts one."""

SITTING_ANSWERS = Table(
    "sitting_answers",
    METADATA,
    Column("sitting", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("reply", LargeBinary, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("digest", DIGEST, nullable=False),
    Column("at", String(40), nullable=False),
)
"""What was answered, and the mark it was given at once; the last answer before the end stands."""

SITTING_MARKS = Table(
    "sitting_marks",
    METADATA,
    Column("sitting", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("cite", String(60), primary_key=True),
    Column("met", Integer, nullable=False),
    Column("asked", Integer, nullable=False),
)
"""How often each clause was applied right, of how often it was asked about."""

PROCESSES = Table(
    "processes",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("address", NAME, nullable=False),
    Column("since", String(40), nullable=False),
)
"""Its sequence numbers the server processes of this house on PostgreSQL (postgres.py); version 1.0 wrote rows too."""

RUNS = Table(
    "runs",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("owner", NAME, nullable=False, index=True),
    Column("process", Integer, nullable=False),
    Column("state", String(20), nullable=False, index=True),
    Column("is_cancelled", Boolean, nullable=False),
    Column("made", Float, nullable=False),
    Column("asked", LargeBinary, nullable=False),
    Column("figures", LargeBinary, nullable=False),
)
"""Simulations of the lab: what was asked, where it is computed, how far it has got, and the figures so far."""

WATCH_HEAD = Table(
    "watch_head",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("passes", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""One row: how often the watch has read on, and what it knows of the house as a whole."""

WATCHED = Table(
    "watched",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""How far the watch has read each journal, and the table there."""

WATCH_SERIES = Table(
    "watch_series",
    METADATA,
    Column("id", String(300), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
)
"""Every series that is watched, by the order in which it first appeared, and its evidence so far."""

WATCH_MONEY = Table(
    "watch_money",
    METADATA,
    Column("table_id", NAME, primary_key=True),
    Column("period", String(20), primary_key=True),
    Column("player", NAME, primary_key=True),
    Column("bet", NAME, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""What was staked, won and expected at a table in a shift: of all, of each player, of each bet."""

WATCH_ALERTS = Table(
    "watch_alerts",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("series", String(300), nullable=False, unique=True),
    Column("at", String(40), nullable=False),
    Column("table_id", NAME, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""Alarms of the watch beside the journal, each with the entry at which it was raised; rows are added and never changed."""
