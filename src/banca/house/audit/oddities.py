"""What a store has that the program has not made: a trigger could change everything that comes after."""

from collections.abc import Iterator
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from banca.house.schema import METADATA

PLANTED = {
    "sqlite": "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index') ORDER BY name",
    "postgresql": """
        SELECT 'trigger', tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
        UNION SELECT 'view', viewname FROM pg_views WHERE schemaname = current_schema()
        UNION SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema()
        ORDER BY 2
    """,
}
"""What acts by itself, or stands in a table's place: the program makes none."""


def oddities(connection: Connection) -> list[str]:
    """Triggers, views and rules; tables, columns and indexes that are not the program's, or that are lacking."""
    planted = connection.execute(text(PLANTED[connection.dialect.name]))
    found = [f"{kind} {name}" for kind, name in planted]
    context = MigrationContext.configure(connection)
    return found + [name for difference in compare_metadata(context, METADATA) for name in _named(difference)]


def _named(difference: Any) -> Iterator[str]:  # noqa: ANN401 - as the library has it
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
