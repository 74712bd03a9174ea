"""What a batch is looked up and written with: few statements for each kind of row, however many there are, for SQLite and PostgreSQL."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec

from banca.house.calls import Call

MOST_ROWS = 256
"""In one statement of SQLite. Others have a power of two of them, so that few statements are ever prepared."""
KINDS = {
    "heads": ("text", "bigint", "bigint", "text"),
    "journal": ("text", "bigint", "text", "text", "bytes", "text", "bigint"),
    "snapshots": ("text", "bigint", "bytes"),
    "transfers": ("text", "bigint", "bigint", "text", "text", "bigint"),
    "secrets": ("text", "text", "text", "text"),
    "find": ("text", "text", "text"),
    "balances": ("text", "bigint"),
}
"""What the columns of each kind of row hold."""
BESIDE = "SELECT pg_advisory_xact_lock_shared(hashtext('banca writes ' || current_schema()))"
"""Of a writer on PostgreSQL: beside others."""
ALONE = "SELECT pg_advisory_xact_lock(hashtext('banca writes ' || current_schema()))"
LET_GO = "SELECT set_config('idle_in_transaction_session_timeout', %s, true)"
"""Of a transaction that others wait for: one that says nothing for so many milliseconds is undone, and they go on."""
ANNOUNCE = (
    "SELECT pg_notify('banca ' || md5(current_schema()), value) FROM json_array_elements_text(%s::json) AS news(value)"
)
"""What other processes hear when the transaction is committed."""


def calls(kind: str, rows: Sequence[Sequence[Any]], *, is_sqlite: bool) -> Iterator[Call]:
    """How rows of a kind are written, or looked up. The database works through each call by itself, while Python does something else."""
    if not is_sqlite:
        if rows:
            texts = [[cell.decode() if isinstance(cell, bytes) else cell for cell in row] for row in rows]
            yield Call(_postgresql()[kind], (msgspec.json.encode(texts).decode(),), len(rows))
        return
    begun = 0
    while begun < len(rows):
        count = min(MOST_ROWS, 1 << (len(rows) - begun).bit_length() - 1)
        cells = tuple(chain.from_iterable(rows[begun : begun + count]))
        yield Call(_sqlite(kind, count), cells, count)
        begun += count


@cache
def _sqlite(kind: str, count: int) -> str:
    """Rows as parameters. OR FAIL: who breaks a constraint is rolled back whole in any case, so SQLite need not keep what each page was."""
    row = f"({', '.join('?' * len(KINDS[kind]))})"
    return _statement(kind, f"VALUES {', '.join([row] * count)}", "OR FAIL", "column{}", 1)


@cache
def _postgresql() -> dict[str, str]:
    """All rows in one parameter, as JSON."""
    cell = {"text": "value->>{}", "bigint": "(value->>{})::bigint", "bytes": "convert_to(value->>{}, 'UTF8')"}

    def each(types: Sequence[str]) -> str:
        cells = (f"{cell[kind].format(place)} AS c{place}" for place, kind in enumerate(types))
        return f"SELECT {', '.join(cells)} FROM json_array_elements(%s::json) AS rows(value)"

    return {kind: _statement(kind, each(types), "", "c{}", 0) for kind, types in KINDS.items()}


def read_log(*, is_sqlite: bool) -> Call:
    """The head of the log, which is held from here to the end: writers have one order."""
    return Call("SELECT size, peaks FROM log_head" + ("" if is_sqlite else " FOR UPDATE"))


def write_log(size: int, peaks: bytes, *, is_sqlite: bool) -> Call:
    """The head of the log as it is now."""
    mark = "?" if is_sqlite else "%s"
    return Call(f"UPDATE log_head SET size = {mark}, peaks = {mark}", (size, peaks))


def read_seq(table_id: str, *, is_written: bool, is_sqlite: bool) -> Call:
    """How far a table goes, which nobody else changes until the end. Two who shared it and then wrote it would wait for each other."""
    if is_sqlite:
        return Call("SELECT seq FROM tables WHERE id = ?", (table_id,))
    return Call(f"SELECT seq FROM tables WHERE id = %s FOR {'UPDATE' if is_written else 'SHARE'}", (table_id,))


def new_account(name: str, *, is_sqlite: bool) -> Call:
    """An account that may be there already."""
    mark = "?" if is_sqlite else "%s"
    return Call(f"INSERT INTO accounts (name, balance) VALUES ({mark}, 0) ON CONFLICT DO NOTHING", (name,))


def _statement(kind: str, rows: str, or_fail: str, column: str, first: int) -> str:
    """A statement over rows whose columns have these names, counted from `first`."""
    c = [f"j.{column.format(first + place)}" for place in range(max(map(len, KINDS.values())))]
    insert, update = f"INSERT {or_fail} INTO", f"UPDATE {or_fail}"
    each_first = (
        "CROSS JOIN" if or_fail else "JOIN"
    )  # so that SQLite looks up what is asked, and reads no journal through
    made = {
        "heads": f"{update} tables SET seq = {c[2]}, head = {c[3]} FROM ({rows}) AS j WHERE id = {c[0]} AND seq = {c[1]}",
        "journal": f'{insert} journal (table_id, seq, "by", command_id, body, digest, leaf) {rows}',
        "snapshots": f"INSERT INTO snapshots (table_id, seq, body) SELECT * FROM ({rows}) AS j WHERE true "
        "ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body",  # whoever puts one ahead stops no table
        "transfers": f"{insert} transfers (table_id, seq, place, source, target, amount) {rows}",
        "secrets": f"{insert} secrets (table_id, commitment, outcome, nonce) {rows}",
        "find": f'SELECT table_id, seq, "by", command_id, body, digest, leaf FROM ({rows}) AS j {each_first} journal '
        f'ON table_id = {c[0]} AND "by" = {c[1]} AND command_id = {c[2]}',
        "balances": f"{update} accounts SET balance = balance + {c[1]} FROM ({rows}) AS j WHERE name = {c[0]}",
    }
    return made[kind]
