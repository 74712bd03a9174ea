"""The audit finds every change that is made behind the program's back, and says where it is."""

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from banca.house.audit import Check, Finding, Weight, verify
from banca.house.audit.faults import (
    BALANCE_DIFFERS,
    BALANCE_NEGATIVE,
    COLUMN_DIFFERS,
    COMMITMENT_HIDDEN,
    COMMITMENT_VOIDED,
    DIGEST_DIFFERS,
    ENTRY_MISSING,
    HEAD_DIFFERS,
    MONEY_APPEARS,
    NOT_LOOKED_AT,
    SECRET_DIFFERS,
    SECRET_MISSING,
    SECRET_STRAY,
    TRANSFER_DIFFERS,
    UNLISTED_TABLE,
)
from banca.house.audit.findings import MOST_FINDINGS, TableVerified
from banca.house.audit.people import DONE_ALONE
from banca.house.audit.voids import VOID_OPENED
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.store import IN_MEMORY
from banca.live.event import Committed
from banca.rulebook import Code, Message, Refusal
from forging import entries, first_bad, rows, run, verified
from recorded import PLAYERS, Recorded


@pytest.fixture
def file(recorded_copy: Path) -> Path:
    return recorded_copy


def test_a_store_that_was_played_in_is_whole_and_its_void_and_hidden_result_are_named(recorded_file: Path) -> None:
    found = verified(recorded_file)
    assert found.is_whole
    assert sum(table.entries for table in found.tables) == len(rows(recorded_file, "SELECT 1 FROM journal"))
    assert {table.game for table in found.tables} > {"craps", "fantan", "pai_kao", "cage"}
    heads = {table.table: table.head for table in found.tables}
    assert heads == dict(rows(recorded_file, "SELECT id, head FROM tables"))
    assert [(one.weight, one.why.code) for one in found.findings] == [
        (Weight.NOTICE, DONE_ALONE),
        (Weight.NOTICE, VOID_OPENED),
        (Weight.NOTICE, COMMITMENT_HIDDEN),
    ]
    assert {one.table for one in found.findings} == {"fantan-drawn"}


# Changes to the cage and two tables at once: where they are, and what the audit says

Change = Callable[[Path, str, int, random.Random], int]


def flip(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(8 * len(data))
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def flip_body(file: Path, table: str, seq: int, rng: random.Random) -> int:
    ((body,),) = rows(file, "SELECT body FROM journal WHERE table_id = ? AND seq = ?", table, seq)
    run(file, ("UPDATE journal SET body = ? WHERE table_id = ? AND seq = ?", (flip(body, rng), table, seq)))
    return seq


def flip_text(column: str) -> Change:
    def change(file: Path, table: str, seq: int, rng: random.Random) -> int:
        ((text,),) = rows(file, f'SELECT "{column}" FROM journal WHERE table_id = ? AND seq = ?', table, seq)  # noqa: S608
        statement = f'UPDATE journal SET "{column}" = CAST(? AS TEXT) WHERE table_id = ? AND seq = ?'  # noqa: S608
        run(file, (statement, (flip(text[:2].encode(), rng) + text[2:].encode(), table, seq)))
        return seq

    return change


def delete(file: Path, table: str, seq: int, _: random.Random) -> int:
    run(file, ("DELETE FROM journal WHERE table_id = ? AND seq = ?", (table, seq)))
    return seq


def move_to_the_end(file: Path, table: str, seq: int, _: random.Random) -> int:
    run(file, ("UPDATE journal SET seq = 1000000 WHERE table_id = ? AND seq = ?", (table, seq)))
    return seq


def repeat(file: Path, table: str, seq: int, _: random.Random) -> int:
    ((last,),) = rows(file, "SELECT MAX(seq) FROM journal WHERE table_id = ?", table)
    copy = "INSERT INTO journal SELECT table_id, ?, by, 'again', body, digest, NULL FROM journal WHERE table_id = ? AND seq = ?"
    run(file, (copy, (last + 1, table, seq)))
    return int(last) + 1


def swap(file: Path, table: str, seq: int, _: random.Random) -> int:
    steps = ((seq, -1), (seq - 1, seq), (-1, seq - 1))
    run(file, *(("UPDATE journal SET seq = ? WHERE table_id = ? AND seq = ?", (to, table, at)) for at, to in steps))
    return seq - 1


def put_text(file: Path, table: str, seq: int, _: random.Random) -> int:
    run(file, ("UPDATE journal SET body = 'nothing' WHERE table_id = ? AND seq = ?", (table, seq)))
    return seq


CHANGES: dict[str, tuple[Change, set[Code]]] = {
    "body": (flip_body, {DIGEST_DIFFERS}),
    "digest": (flip_text("digest"), {DIGEST_DIFFERS}),
    "command_id": (flip_text("command_id"), {COLUMN_DIFFERS}),
    "by": (flip_text("by"), {COLUMN_DIFFERS}),
    "delete": (delete, {ENTRY_MISSING, HEAD_DIFFERS}),
    "move": (move_to_the_end, {ENTRY_MISSING}),
    "repeat": (repeat, {DIGEST_DIFFERS}),
    "swap": (swap, {DIGEST_DIFFERS}),
    "text": (put_text, {DIGEST_DIFFERS}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_to_the_journal_is_found_where_it_is(file: Path, what: str) -> None:
    rng = random.Random(what)  # noqa: S311 - a test repeats itself
    change, codes = CHANGES[what]
    tables = rows(file, "SELECT id, seq FROM tables WHERE id IN ('cage', 'craps-drawn', 'pai-kao-drawn')")
    where = {table: change(file, table, rng.randint(2, last), rng) for table, last in tables}
    found = verified(file, *where)
    for table, seq in where.items():
        bad = first_bad(found, table)
        assert (bad.check, bad.seq) == (Check.CHAIN, seq)
        assert bad.why.code in codes


def test_behind_a_break_nothing_is_trusted_and_it_is_said_how_much(file: Path) -> None:
    next_of = "SELECT table_id FROM journal WHERE leaf = 1 + (SELECT leaf FROM journal WHERE table_id = ? AND seq = 5)"
    ((next_in_log,),) = rows(file, next_of, "craps-drawn")
    delete(file, "craps-drawn", 5, random.Random(1))  # noqa: S311
    found = verified(file)
    (craps,) = (table for table in found.tables if table.table == "craps-drawn")
    assert (craps.entries, craps.skipped) == (4, len(entries(file, "craps-drawn")) - 4)
    assert {one.why.code for one in craps.findings} == {ENTRY_MISSING, NOT_LOOKED_AT}
    assert [(one.check, one.table) for one in found.faults] == [
        (Check.CHAIN, "craps-drawn"),
        (Check.LOG, next_in_log),
    ]


LAST = "(SELECT seq FROM tables WHERE id = 'craps-drawn')"


@pytest.mark.parametrize(
    ("statement", "code", "seq"),
    [
        ("UPDATE tables SET head = 'a' || substr(head, 1, 63) WHERE id = 'craps-drawn'", HEAD_DIFFERS, LAST),
        ("UPDATE tables SET seq = seq + 1 WHERE id = 'craps-drawn'", HEAD_DIFFERS, LAST),
        ("UPDATE tables SET game = 'wheel' WHERE id = 'craps-drawn'", COLUMN_DIFFERS, "1"),
        ("DELETE FROM journal WHERE table_id = 'craps-drawn'", ENTRY_MISSING, "1"),
        (f"DELETE FROM journal WHERE table_id = 'craps-drawn' AND seq = {LAST}", HEAD_DIFFERS, LAST),  # noqa: S608
    ],
)
def test_the_head_of_a_table_is_where_its_journal_ends(file: Path, statement: str, code: Code, seq: str) -> None:
    run(file, statement)
    bad = first_bad(verified(file, "craps-drawn"), "craps-drawn")
    assert (bad.why.code, bad.seq) == (code, rows(file, f"SELECT {seq}")[0][0])


@pytest.mark.parametrize("rest", ["journal", "transfers", "secrets"])
def test_a_table_that_is_not_among_the_tables_is_found(file: Path, rest: str) -> None:
    others = [name for name in ("tables", "journal", "transfers", "secrets") if name != rest]
    for name in others:
        column = "id" if name == "tables" else "table_id"
        run(file, f"DELETE FROM {name} WHERE {column} = 'fish-prawn-crab-drawn'")  # noqa: S608
    found = verified(file)
    assert (UNLISTED_TABLE, "fish-prawn-crab-drawn") in {(one.why.code, one.table) for one in found.faults}


ONE = "WHERE table_id = 'roulette-drawn' AND seq = (SELECT MAX(seq) FROM transfers WHERE table_id = 'roulette-drawn')"


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE transfers SET amount = amount + 1 {ONE}",  # noqa: S608
        f"UPDATE transfers SET amount = -amount {ONE}",  # noqa: S608
        f"UPDATE transfers SET amount = 'much' {ONE}",  # noqa: S608
        f"UPDATE transfers SET target = 'wallet:rui2' {ONE}",  # noqa: S608
        f"UPDATE transfers SET source = 'outside' {ONE}",  # noqa: S608
        f"UPDATE transfers SET place = place + 7 {ONE}",  # noqa: S608
        f"UPDATE transfers SET seq = 3 {ONE}",  # noqa: S608
        f"UPDATE transfers SET seq = 4000 {ONE}",  # noqa: S608
        f"DELETE FROM transfers {ONE}",  # noqa: S608
        f"INSERT INTO transfers SELECT table_id, seq, place + 50, source, target, amount FROM transfers {ONE}",  # noqa: S608
    ],
)
def test_every_change_to_the_transfers_is_found_where_it_is(file: Path, statement: str) -> None:
    ((seq,),) = rows(file, "SELECT MAX(seq) FROM transfers WHERE table_id = 'roulette-drawn'")
    run(file, statement)
    found = verified(file, "roulette-drawn")
    bad = first_bad(found, "roulette-drawn")
    assert (bad.check, bad.why.code) == (Check.LEDGER, TRANSFER_DIFFERS)
    assert bad.seq == (3 if "seq = 3" in statement else seq)
    assert {one.check for one in found.faults} == {Check.LEDGER}


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        (
            "UPDATE accounts SET balance = balance + 1 WHERE name = 'wallet:ana'",
            {BALANCE_DIFFERS, MONEY_APPEARS},
        ),
        ("UPDATE accounts SET balance = -1 WHERE name = 'stakes:craps-drawn'", {BALANCE_NEGATIVE}),
        ("DELETE FROM accounts WHERE name = 'wallet:rui'", {BALANCE_DIFFERS}),
        ("INSERT INTO accounts VALUES ('wallet:eve', 0)", {BALANCE_DIFFERS}),
        ("UPDATE accounts SET name = 'wallet:eve' WHERE name = 'wallet:ana'", {BALANCE_DIFFERS}),
    ],
)
def test_every_change_to_the_balances_is_found(file: Path, statement: str, codes: set[Code]) -> None:
    run(file, statement)
    faults = verified(file).faults
    assert codes <= {one.why.code for one in faults}
    assert {one.check for one in faults} == {Check.LEDGER}


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE secrets SET outcome = '9' WHERE {}", SECRET_DIFFERS),
        ("UPDATE secrets SET nonce = 'f' || substr(nonce, 2) || 'f' WHERE {}", SECRET_DIFFERS),
        ("UPDATE secrets SET commitment = 'f' || substr(commitment, 2, 62) || 'ff' WHERE {}", SECRET_MISSING),
        ("DELETE FROM secrets WHERE {}", SECRET_MISSING),
    ],
)
def test_every_change_to_a_hidden_result_is_found_where_it_was_committed(
    file: Path, statement: str, code: Code
) -> None:
    made = [entry for entry in entries(file, "fantan-drawn") if any(isinstance(one, Committed) for one in entry.events)]
    for entry in (made[0], made[-1]):  # opened long ago, and still hidden
        (event,) = (one for one in entry.events if isinstance(one, Committed))
        run(file, statement.format(f"commitment = '{event.commitment}'"))
    found = [one for one in verified(file, "fantan-drawn").faults if one.seq]
    assert [(one.why.code, one.table, one.seq, one.event) for one in found] == [
        (code, "fantan-drawn", entry.seq, "committed") for entry in (made[0], made[-1])
    ]


def test_a_hidden_result_that_nobody_committed_to_is_found(file: Path) -> None:
    run(file, "INSERT INTO secrets VALUES ('fantan-drawn', 'c', '1', 'n')")
    assert [one.why.code for one in verified(file, "fantan-drawn").faults] == [SECRET_STRAY]


# The whole, some tables, and a house that goes on meanwhile


def test_some_tables_are_looked_at_with_the_accounts_that_are_theirs(file: Path) -> None:
    delete(file, "wheel-drawn", 4, random.Random(1))  # noqa: S311
    run(file, "UPDATE accounts SET balance = balance + 1 WHERE name = 'bank:craps-drawn'")
    assert verified(file, "fantan-drawn", "roulette-drawn").is_whole
    found = verified(file, "craps-drawn")
    assert [(one.why.code, one.table) for one in found.faults] == [(BALANCE_DIFFERS, "craps-drawn")]
    with pytest.raises(Refusal) as caught:
        verified(file, "nowhere")
    assert caught.value.code == UNKNOWN_TABLE


def test_an_audit_sees_one_moment_while_the_house_goes_on(tmp_path: Path) -> None:
    recorded = Recorded(f"sqlite:///{tmp_path / 'house.db'}")
    recorded.open("wheel", "wheel", "drawn")
    for player in PLAYERS:
        recorded.do("wheel", player, "sit")
    goes_on = threading.Thread(target=recorded.play, args=("wheel", 5))
    goes_on.start()
    while goes_on.is_alive():
        assert verified(tmp_path / "house.db").is_whole
    goes_on.join()
    recorded.store.close()


def test_a_store_in_memory_is_looked_at_on_its_one_connection() -> None:
    recorded = Recorded(IN_MEMORY)
    recorded.open("fantan", "fantan", "drawn")
    recorded.do("fantan", "croupier", "cover")
    assert verify(recorded.store).is_whole
    recorded.store.close()


def test_findings_are_counted_when_there_are_many_and_faults_are_kept_first() -> None:
    table = TableVerified("t", "craps")
    for seq in range(MOST_FINDINGS):
        why = Message(COMMITMENT_VOIDED)
        table.note(Finding(weight=Weight.NOTICE, check=Check.COMMITMENT, table="t", seq=seq + 1, why=why))
    table.note(Finding(check=Check.LEDGER, table="t", seq=7, why=Message(TRANSFER_DIFFERS)))
    assert (len(table.findings), table.more) == (MOST_FINDINGS, 1)
    assert table.first_bad is not None
    assert table.first_bad.seq == 7
