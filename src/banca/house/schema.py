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


def key(**types: Any) -> list[Column[Any]]:
    """Make the columns of a primary key."""
    return [Column(name, type_, primary_key=True) for name, type_ in types.items()]


def required(**types: Any) -> list[Column[Any]]:
    """Make columns that must have a value, as nearly all here must."""
    return [Column(name, type_, nullable=False) for name, type_ in types.items()]


def field(name: str, type_: Any, *constraints: SchemaItem, **options: Any) -> Column[Any]:
    """Make a column that must have a value, and has a default, an index or a constraint."""
    return Column(name, type_, *constraints, nullable=False, **options)


DIGEST = String(64)
NAME = String(120)

TABLES = Table(
    "tables",
    METADATA,
    *key(id=NAME),
    *required(game=NAME, seq=BigInteger, head=DIGEST),
    field("is_closed", Boolean, server_default=false(), index=True),
)
"""Every table, how far its journal goes, and whether it goes on. The cage, where money comes in and out, is one of them."""

JOURNAL = Table(
    "journal",
    METADATA,
    *key(table_id=NAME, seq=BigInteger),
    *required(by=NAME, command_id=String(64), body=LargeBinary, digest=DIGEST),
    Column("leaf", BigInteger),
    UniqueConstraint("table_id", "by", "command_id", name="journal_command"),
    Index("journal_leaf", "leaf", unique=True),
)
"""`leaf` is an entry's place in the log of the house, which has all entries of all journals in the order of their writing."""

LOG_HEAD = Table(
    "log_head",
    METADATA,
    *key(id=Integer),
    *required(size=BigInteger, peaks=LargeBinary),
)
"""One row: how many entries the log has, and the roots of its largest complete subtrees, the largest first."""

LOG_TILES = Table(
    "log_tiles",
    METADATA,
    *key(level=Integer, number=BigInteger),
    *required(root=LargeBinary, hashes=LargeBinary),
)
"""Full tiles of the log, made beside the writers out of the journal: 256 hashes, and the root above them."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    *key(table_id=NAME, seq=BigInteger),
    *required(body=LargeBinary),
)
"""Tables as they stood after some of their entries, each of which carries the digest of its snapshot."""

AUDITED = Table(
    "audited",
    METADATA,
    *key(table_id=NAME),
    *required(seq=BigInteger),
)
"""How far the audit in the background has found nothing wrong with each journal."""

WITNESSES = Table(
    "witnesses",
    METADATA,
    *key(vkey=String(400)),
    *required(name=String(255), url=String(400), size=BigInteger, at=BigInteger, note=Text, trouble=NAME),
)
"""What each witness elsewhere has signed last, and what is wrong between it and the house."""

TRANSFERS = Table(
    "transfers",
    METADATA,
    *key(table_id=NAME, seq=BigInteger, place=Integer),
    *required(source=NAME, target=NAME),
    field("amount", BigInteger, CheckConstraint("amount > 0")),
    sqlite_with_rowid=False,
)
"""Double entry: each row takes from one account what it gives to another."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    *key(name=NAME),
    *required(balance=BigInteger),
    CheckConstraint("balance >= 0 OR name = 'outside'", name="never_negative"),
    sqlite_with_rowid=False,
)

SECRETS = Table(
    "secrets",
    METADATA,
    *key(table_id=NAME, commitment=DIGEST),
    *required(outcome=String(400), nonce=DIGEST),
)
"""Results that exist and are hidden, sealed (seal.py); they stand in no entry of the journal until they are opened."""

MARKS = Table("marks", METADATA, *key(name=NAME), *required(text=String(400)))
"""What the store says of itself: under `key`, a word sealed under the house's key."""

USERS = Table(
    "users",
    METADATA,
    *key(name=NAME),
    *required(role=NAME, password=String(200), must_change=Boolean, is_disabled=Boolean),
    field("factor", String(200), server_default=""),
    field("factor_step", BigInteger, server_default="0"),
    Index("users_role_name", "role", "name"),
)
"""A second factor stands there sealed, with the step of the last code that was taken."""

KEYS = Table(
    "keys",
    METADATA,
    *key(digest=DIGEST),
    field("name", NAME, index=True),
    *required(label=String(80), csrf=DIGEST, expires=Float),
    field("made", Float, server_default="0"),
    field("used", Float, server_default="0"),
    field("minted_by", DIGEST, server_default="", index=True),
)
"""Sessions of browsers and bearer tokens of programs, by the digest of what their owner holds."""

AUTHORISATIONS = Table(
    "authorisations",
    METADATA,
    *key(number=Integer),
    *required(game=NAME, option=NAME, value=NAME, asked=Date, planned=Date, reference=NAME, by=NAME, at=String(40)),
)
"""What was asked of the regulator for an option of the house, and granted; rows are added and never changed."""

PULSE = Table(
    "pulse",
    METADATA,
    *key(id=Integer),
    *required(at=String(40), ballast=LargeBinary),
)
"""One row that is written again and again: so the server knows that it can write, and at its next start what time it was."""

CLASSES = Table(
    "classes",
    METADATA,
    *key(number=Integer),
    *required(name=String(80)),
    field("by", NAME, index=True),
    *required(at=String(40), is_closed=Boolean),
)
"""Classes of the school, each by the supervisor who made it."""

CLASS_MEMBERS = Table(
    "class_members",
    METADATA,
    *key(class_number=Integer),
    Column("name", NAME, primary_key=True, index=True),
    *required(at=String(40)),
)

EXAMS = Table(
    "exams",
    METADATA,
    *key(number=Integer),
    field("class_number", Integer, index=True),
    *required(title=String(80), terms=String(2000), at=String(40), is_closed=Boolean),
)
"""Exams that are set for a class."""

SITTINGS = Table(
    "sittings",
    METADATA,
    *key(number=Integer),
    field("once", String(240), unique=True),
    field("exam", Integer, index=True),
    field("class_number", Integer, index=True),
    field("name", NAME, index=True),
    *required(
        written_name=NAME,
        title=String(80),
        terms=String(2000),
        drawn=LargeBinary,
        version=String(40),
        started=String(40),
        deadline=String(40),
        ended=String(40),
    ),
)
"""Exams that somebody sits or has sat, under the terms and with the questions of the moment; 0 is no exam and no class. `once` keeps two starts one."""

SITTING_ANSWERS = Table(
    "sitting_answers",
    METADATA,
    *key(sitting=Integer, place=Integer),
    *required(reply=LargeBinary, is_right=Boolean, digest=DIGEST, at=String(40)),
)
"""What was answered, and the mark it was given at once; the last answer before the end stands."""

SITTING_MARKS = Table(
    "sitting_marks",
    METADATA,
    *key(sitting=Integer, place=Integer, cite=String(60)),
    *required(met=Integer, asked=Integer),
)
"""How often each clause was applied right, of how often it was asked about."""

PROCESSES = Table(
    "processes",
    METADATA,
    *key(number=Integer),
    *required(address=NAME, since=String(40)),
)
"""Its sequence numbers the server processes of this house on PostgreSQL (postgres.py); version 1.0 wrote rows too."""

RUNS = Table(
    "runs",
    METADATA,
    *key(id=String(40)),
    field("owner", NAME, index=True),
    *required(process=Integer),
    field("state", String(20), index=True),
    *required(is_cancelled=Boolean, made=Float, asked=LargeBinary, figures=LargeBinary),
)
"""Simulations of the lab: what was asked, where it is computed, how far it has got, and the figures so far."""

WATCH_HEAD = Table(
    "watch_head",
    METADATA,
    *key(id=Integer),
    *required(passes=BigInteger, body=LargeBinary),
)
"""One row: how often the watch has read on, and what it knows of the house as a whole."""

WATCHED = Table(
    "watched",
    METADATA,
    *key(table_id=NAME),
    *required(seq=BigInteger, body=LargeBinary),
)
"""How far the watch has read each journal, and the table there."""

WATCH_SERIES = Table(
    "watch_series",
    METADATA,
    *key(id=String(300)),
    field("number", Integer, unique=True),
    *required(body=LargeBinary),
)
"""Every series that is watched, by the order in which it first appeared, and its evidence so far."""

WATCH_MONEY = Table(
    "watch_money",
    METADATA,
    *key(table_id=NAME, period=String(20), player=NAME, bet=NAME),
    *required(body=LargeBinary),
)
"""What was staked, won and expected at a table in a shift: of all, of each player, of each bet."""

WATCH_ALERTS = Table(
    "watch_alerts",
    METADATA,
    *key(number=Integer),
    field("series", String(300), unique=True),
    *required(at=String(40), table_id=NAME, seq=BigInteger, body=LargeBinary),
)
"""Alarms of the watch beside the journal, each with the entry at which it was raised; rows are added and never changed."""
