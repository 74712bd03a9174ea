"""The transparency log: where each entry lies in it, its tiles, its head, what witnesses have seen.

Entries from before the log get their places by the time they say, then by table and number; each table's keep their order. What was
changed before this step cannot be told by the log: history is as good as on the day of the upgrade.
"""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String, Text, column, select, table

from banca.transparency.merkle import Tree, leaf_hash
from banca.transparency.receipt import entry_leaf

revision = "0004"
down_revision = "0003"

AT_A_TIME = 1000
SAID_AT = {
    "sqlite": """substr(CAST(body AS TEXT), instr(CAST(body AS TEXT), '"at":"') + 6, 29)""",
    "postgresql": """encode(substring(body FROM position('"at":"'::bytea IN body) + 6 FOR 29), 'escape') COLLATE "C\"""",
}
"""The time that an entry says, whatever else may be wrong with it."""


def upgrade() -> None:
    """A place in the log for every entry there is, and the head behind the last."""
    op.add_column("journal", Column("leaf", BigInteger))
    head = op.create_table(
        "log_head",
        Column("id", Integer, primary_key=True),
        Column("size", BigInteger, nullable=False),
        Column("peaks", LargeBinary, nullable=False),
    )
    op.create_table(
        "log_tiles",
        Column("level", Integer, primary_key=True, autoincrement=False),
        Column("number", BigInteger, primary_key=True, autoincrement=False),
        Column("root", LargeBinary, nullable=False),
        Column("hashes", LargeBinary, nullable=False),
    )
    op.create_table(
        "witnesses",
        Column("vkey", String(400), primary_key=True),
        Column("name", String(255), nullable=False),
        Column("url", String(400), nullable=False),
        Column("size", BigInteger, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("note", Text, nullable=False),
        Column("trouble", String(120), nullable=False),
    )
    said_at = SAID_AT[op.get_bind().dialect.name]
    op.execute(
        f"""
        UPDATE journal SET leaf = placed.leaf
        FROM (
            SELECT table_id, seq, row_number() OVER (ORDER BY latest, table_id, seq) - 1 AS leaf
            FROM (
                SELECT table_id, seq, max({said_at}) OVER (PARTITION BY table_id ORDER BY seq) AS latest FROM journal
            ) AS dated
        ) AS placed
        WHERE journal.table_id = placed.table_id AND journal.seq = placed.seq
        """  # noqa: S608 - our own words
    )
    op.create_index("journal_leaf", "journal", ["leaf"], unique=True)
    tree = _tree()
    op.bulk_insert(head, [{"id": 1, "size": tree.size, "peaks": b"".join(tree.peaks)}])


def _tree() -> Tree:
    """The log over all entries that have a place."""
    journal = table("journal", column("table_id"), column("seq"), column("digest"), column("leaf"))
    asked = select(journal.c.table_id, journal.c.seq, journal.c.digest).order_by(journal.c.leaf)
    found = op.get_bind().execute(asked.execution_options(yield_per=AT_A_TIME))
    tree = Tree()
    for rows in found.partitions(AT_A_TIME):
        tree = tree.grow([leaf_hash(entry_leaf(*row)) for row in rows]).tree
    return tree
