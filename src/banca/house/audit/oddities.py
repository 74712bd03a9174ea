"""How a store's schema differs from the one that the program makes: a trigger, or a constraint that is gone, could change all that comes after.

SQLite keeps the text of every statement that made something: a store has the texts that the program's own steps make in an empty one.
PostgreSQL keeps no text: there the catalog is compared with the schema as the program describes it.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, DefaultClause, Table, text

from banca.house.schema import METADATA
from banca.house.store import IN_MEMORY, Store

MADE = (
    "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"
)
"""All but the statistics that SQLite's own ANALYZE keeps."""
OF_ROWS = ("CHECK constraint failed", "NULL value in", "ok")
"""What SQLite's integrity check says of values, which the audit looks at itself, or of nothing."""
PLANTED = """
    SELECT 'trigger', tgname FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
    UNION SELECT 'disabled trigger', tgname FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE tgenabled = 'D'
    UNION SELECT 'view', relname FROM ours WHERE relkind IN ('v', 'm')
    UNION SELECT 'foreign table', relname FROM ours WHERE relkind = 'f'
    UNION SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema()
    UNION SELECT 'policy', policyname FROM pg_policies WHERE schemaname = current_schema()
    UNION SELECT 'row security', relname FROM ours WHERE relrowsecurity OR relforcerowsecurity
    UNION SELECT 'unlogged table', relname FROM ours WHERE relkind = 'r' AND relpersistence <> 'p'
    UNION SELECT 'inheritance', relname FROM ours JOIN pg_inherits ON ours.oid IN (inhrelid, inhparent)
    UNION SELECT 'changed index', relname FROM pg_index JOIN ours ON ours.oid = indexrelid
        WHERE indpred IS NOT NULL OR indexprs IS NOT NULL OR NOT indisvalid OR NOT indisready
    UNION SELECT 'constraint', conname FROM pg_constraint JOIN ours ON ours.oid = conrelid
        WHERE contype IN ('x', 't', 'f') OR NOT convalidated
    UNION SELECT 'generated column', relname || '.' || attname FROM pg_attribute JOIN ours ON ours.oid = attrelid
        WHERE relkind = 'r' AND (attgenerated <> '' OR attidentity <> '')
    UNION SELECT 'function', proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1, 2
"""
"""What acts by itself, stands in a table's place or keeps rows from somebody: the program makes none of it."""
CHECKS = """
    SELECT relname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint JOIN ours ON ours.oid = conrelid
    WHERE contype = 'c'
"""
DEFAULTS = """
    SELECT relname || '.' || attname, pg_get_expr(adbin, adrelid) FROM pg_attrdef
    JOIN ours ON ours.oid = adrelid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
"""
OURS = "WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace)"
ALEMBIC = "alembic_version"
"""Where Alembic keeps which of the steps was the last."""


def oddities(connection: Connection, *, is_whole: bool) -> list[str]:
    """All that is not as the program made it, each in some words; with `is_whole` every index is compared with its rows too."""
    found = (
        _in_sqlite(connection, is_whole=is_whole) if connection.dialect.name == "sqlite" else _in_postgresql(connection)
    )
    versions = [str(row[0]) for row in connection.execute(text(f"SELECT version_num FROM {ALEMBIC}"))]  # noqa: S608 - ours
    if versions != [_last_step()]:
        found.append(f"{ALEMBIC} {', '.join(versions) or '-'}")
    return found


def _in_sqlite(connection: Connection, *, is_whole: bool) -> list[str]:
    made, expected = _made(connection), _expected()
    found = [f"{kind} {name}" for kind, name in sorted(made.keys() - expected.keys())]
    found += [f"missing {kind} {name}" for kind, name in sorted(expected.keys() - made.keys())]
    found += [
        f"changed {kind} {name}"
        for kind, name in sorted(made.keys() & expected.keys())
        if made[kind, name] != expected[kind, name]
    ]
    if is_whole:
        told = (str(row[0]) for row in connection.execute(text("PRAGMA integrity_check(20)")))
        found += [line for line in told if not line.startswith(OF_ROWS)]
    return found


def _made(connection: Connection) -> dict[tuple[str, str], tuple[str, str]]:
    """Everything in a store of SQLite by its kind and name: on which table it is, and the text that made it."""
    rows = connection.execute(text(MADE))
    return {(kind, name): (table, re.sub(r'[\s"`\[\]]+', " ", sql).strip()) for kind, name, table, sql in rows}


@cache
def _expected() -> dict[tuple[str, str], tuple[str, str]]:
    """The same of an empty store."""
    store = Store(IN_MEMORY)
    try:
        store.migrate()
        with store.engine.connect() as connection:
            return _made(connection)
    finally:
        store.close()


@cache
def _last_step() -> str | None:
    return ScriptDirectory(str(files("banca.house").joinpath("migrations"))).get_current_head()


def _in_postgresql(connection: Connection) -> list[str]:
    found = [f"{kind} {name}" for kind, name in connection.execute(text(OURS + PLANTED))]
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found += [name for difference in compare_metadata(context, METADATA) for name in _named(difference)]
    checks = {(table, _bare(check)) for table, check in connection.execute(text(OURS + CHECKS))}
    expected = {(table.name, _bare(f"CHECK {check}")) for table in METADATA.tables.values() for check in _checks(table)}
    found += [f"check {table}: {check}" for table, check in sorted(checks - expected)]
    found += [f"missing check {table}: {check}" for table, check in sorted(expected - checks)]
    defaults = {column: _bare(default) for column, default in connection.execute(text(OURS + DEFAULTS))}
    made = {column: default for table in METADATA.tables.values() for column, default in _defaults(table)}
    found += [
        f"default {column}"
        for column in sorted(defaults.keys() | made.keys())
        if defaults.get(column) != made.get(column)
    ]
    return found


def _checks(table: Table) -> Iterator[str]:
    given = table.constraints.union(*(column.constraints for column in table.columns))
    return (str(one.sqltext) for one in given if isinstance(one, CheckConstraint))


def _defaults(table: Table) -> Iterator[tuple[str, str]]:
    """What PostgreSQL puts into a column that is left out."""
    for column in table.columns:
        if isinstance(column.server_default, DefaultClause):
            given = column.server_default.arg
            yield f"{table.name}.{column.name}", _bare(f"'{given}'" if isinstance(given, str) else str(given))
        elif column is table.autoincrement_column:
            yield f"{table.name}.{column.name}", _bare(f"nextval('{table.name}_{column.name}_seq')")


def _bare(expression: str) -> str:
    """An expression without the casts, brackets and blanks that PostgreSQL adds."""
    return re.sub(r'::[a-z]+( varying| precision)?|[\s()"]', "", expression).lower()


def _named(difference: Any) -> Iterator[str]:  # as the library has it
    """One difference: `remove_index journal_by` and the like, as seen from the store."""
    if isinstance(difference, list):
        for one in difference:
            yield from _named(one)
        return
    kind, *about = difference
    named = [str(getattr(one, "name", one)) for one in about if one is not None and not isinstance(one, dict)]
    yield " ".join([SEEN.get(kind, kind), *named[: 2 if "column" in kind or "modify" in kind else 1]])


SEEN = {
    "remove_table": "table",
    "remove_column": "column",
    "remove_index": "index",
    "remove_constraint": "constraint",
    "add_table": "missing table",
    "add_column": "missing column",
    "add_index": "missing index",
    "add_constraint": "missing constraint",
}
"""The library's words for what would be done about it, turned round."""
