"""The school: classes, their members, exams that are set, exams that are sat, answers and their marks."""

from alembic import op
from sqlalchemy import Boolean, Column, Integer, LargeBinary, String

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make what the school keeps."""
    name, text, at, terms = String(120), String(80), String(40), String(2000)
    op.create_table(
        "classes",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("name", text, nullable=False),
        Column("by", name, nullable=False, index=True),
        Column("at", at, nullable=False),
        Column("is_closed", Boolean, nullable=False),
    )
    op.create_table(
        "class_members",
        Column("class_number", Integer, primary_key=True, autoincrement=False),
        Column("name", name, primary_key=True, index=True),
        Column("at", at, nullable=False),
    )
    op.create_table(
        "exams",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("class_number", Integer, nullable=False, index=True),
        Column("title", text, nullable=False),
        Column("terms", terms, nullable=False),
        Column("at", at, nullable=False),
        Column("is_closed", Boolean, nullable=False),
    )
    op.create_table(
        "sittings",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("once", String(240), nullable=False, unique=True),
        Column("exam", Integer, nullable=False, index=True),
        Column("class_number", Integer, nullable=False, index=True),
        Column("name", name, nullable=False, index=True),
        Column("written_name", name, nullable=False),
        Column("title", text, nullable=False),
        Column("terms", terms, nullable=False),
        Column("drawn", LargeBinary, nullable=False),
        Column("version", at, nullable=False),
        Column("started", at, nullable=False),
        Column("deadline", at, nullable=False),
        Column("ended", at, nullable=False),
    )
    op.create_table(
        "sitting_answers",
        Column("sitting", Integer, primary_key=True, autoincrement=False),
        Column("place", Integer, primary_key=True, autoincrement=False),
        Column("reply", LargeBinary, nullable=False),
        Column("is_right", Boolean, nullable=False),
        Column("digest", String(64), nullable=False),
        Column("at", at, nullable=False),
    )
    op.create_table(
        "sitting_marks",
        Column("sitting", Integer, primary_key=True, autoincrement=False),
        Column("place", Integer, primary_key=True, autoincrement=False),
        Column("cite", String(60), primary_key=True),
        Column("met", Integer, nullable=False),
        Column("asked", Integer, nullable=False),
    )
