"""What somebody changes of the store itself, and not in it: each change is told, and a store that nobody touched has none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from banca.house.audit import verify
from banca.house.audit.store_reader import oddities
from banca.house.store import Store, open_store
from support.forgery import connected
from support.postgres import Postgres


def rewritten(table: str, old: str, new: str) -> str:
    """Another text for something that stands, as `PRAGMA writable_schema` lets anybody put there."""
    return f"UPDATE sqlite_master SET sql = replace(sql, '{old}', '{new}') WHERE name = '{table}'"  # noqa: S608


IN_SQLITE = {
    rewritten("transfers", " CHECK (amount > 0)", ""): "changed table transfers",
    rewritten("accounts", "balance >= 0 OR", "balance >= -9 OR"): "changed table accounts",
    rewritten("accounts", "balance BIGINT", "balance TEXT"): "changed table accounts",
    rewritten("journal", "PRIMARY KEY (table_id, seq)", "PRIMARY KEY (table_id, seq) ON CONFLICT IGNORE"): (
        "changed table journal"
    ),
    rewritten("journal", "digest VARCHAR(64) NOT NULL", "digest VARCHAR(64) COLLATE NOCASE"): "changed table journal",
    rewritten("keys", "NOT NULL", ""): "changed table keys",
    "CREATE TRIGGER planted AFTER INSERT ON users BEGIN UPDATE users SET role = 'supervisor'; END": "trigger planted",
    "CREATE VIEW everybody AS SELECT * FROM users": "view everybody",
    "CREATE TABLE more (id integer)": "table more",
    "CREATE INDEX quick ON journal (digest)": "index quick",
    "DROP INDEX journal_leaf": "missing index journal_leaf",
    "DROP INDEX journal_leaf; CREATE UNIQUE INDEX journal_leaf ON journal (leaf) WHERE leaf > 9": (
        "changed index journal_leaf"
    ),
    "DROP INDEX users_role_name; CREATE INDEX users_role_name ON users (name)": "changed index users_role_name",
    "DROP TABLE runs": "missing table runs",
    "ALTER TABLE users ADD COLUMN more integer": "changed table users",
    "ALTER TABLE users DROP COLUMN factor_step": "changed table users",
    "UPDATE alembic_version SET version_num = '0001'": "alembic_version 0001",
    "INSERT INTO alembic_version VALUES ('0001')": "alembic_version 000",
    "DELETE FROM alembic_version": "alembic_version -",
    "INSERT INTO users (name, role, password, must_change, is_disabled) VALUES ('eve', 'player', '', 0, 0); "  # noqa: S608
    "DROP INDEX users_role_name; CREATE INDEX users_role_name ON users (role, name) WHERE 0; "
    + rewritten("users_role_name", " WHERE 0", ""): "row 1 missing from index users_role_name",
}
IN_POSTGRESQL = {
    "ALTER TABLE accounts DROP CONSTRAINT never_negative": "missing check accounts",
    "ALTER TABLE transfers DROP CONSTRAINT transfers_amount_check; "
    "ALTER TABLE transfers ADD CHECK (amount > -9)": "check transfers",
    "ALTER TABLE accounts ALTER balance TYPE numeric": "modify_type",
    "ALTER TABLE journal ALTER digest DROP NOT NULL": "modify_nullable",
    "CREATE RULE nothing AS ON INSERT TO journal DO INSTEAD NOTHING": "rule nothing",
    "CREATE VIEW everybody AS SELECT * FROM users": "view everybody",
    "CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
    "CREATE TRIGGER planted BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION planted()": "trigger planted",
    "ALTER TABLE accounts ENABLE ROW LEVEL SECURITY; CREATE POLICY none ON accounts USING (false)": "policy none",
    "ALTER TABLE journal SET UNLOGGED": "unlogged table journal",
    "DROP INDEX journal_leaf; CREATE UNIQUE INDEX journal_leaf ON journal (leaf) WHERE leaf > 9": (
        "changed index journal_leaf"
    ),
    "ALTER TABLE users ALTER role SET DEFAULT 'supervisor'": "default users.role",
    "CREATE TABLE more () INHERITS (users)": "inheritance users",
    "ALTER TABLE journal DROP CONSTRAINT journal_command": "missing constraint journal_command",
    "UPDATE alembic_version SET version_num = '0001'": "alembic_version 0001",
}


def told(store: Store) -> list[str]:
    return [str(one.why.about["asked"]) for one in verify(store).faults if one.why.code == "schema_differs"]


@pytest.mark.parametrize("change", IN_SQLITE)
def test_a_change_of_the_store_itself_is_told(db: str, tmp_path: Path, change: str) -> None:
    with connected(tmp_path / "house.db") as raw:
        raw.execute("PRAGMA writable_schema = ON")
        raw.executescript(change)
    store = Store(db)
    assert any(one.startswith(IN_SQLITE[change]) for one in told(store)), told(store)
    store.close()


@pytest.fixture(scope="module")
def on_postgres(postgres: Postgres) -> Iterator[Store]:
    store = open_store(postgres.database())
    yield store
    store.close()


@pytest.mark.postgres
@pytest.mark.parametrize("change", IN_POSTGRESQL)
def test_a_change_of_a_store_on_postgresql_is_told(on_postgres: Store, change: str) -> None:
    """In a transaction that is undone; so one store serves all of them."""
    with on_postgres.engine.connect() as connection:
        assert oddities(connection, is_whole=True) == []
        connection.exec_driver_sql(change)
        found = oddities(connection, is_whole=True)
        connection.rollback()
    assert any(one.startswith(IN_POSTGRESQL[change]) for one in found), found


def test_a_store_that_nobody_touched_has_none(store_url: str) -> None:
    store = open_store(store_url)
    assert not verify(store).findings
    store.close()
