"""Tables for notebooks."""

from collections.abc import Mapping, Sequence
from html import escape


def html_table(title: str, columns: Sequence[str], rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as an HTML table; a value a row does not have stays empty."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(row.get(column, '')))}</td>" for column in columns) + "</tr>" for row in rows
    )
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
