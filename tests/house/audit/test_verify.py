"""The audit finds every change that is made behind the program's back, and says where it is."""

import random
import threading
from pathlib import Path

import pytest

from banca.house.audit import Check, Finding, Weight
from banca.house.audit.report import COMMITMENT_VOIDED, MOST_FINDINGS, TRANSFER_DIFFERS, TableReport
from banca.rules import Message, Refusal
from banca.tables.events import ResultCommitted
from support.forgery import connected, entries, first_bad, rows, run, verified
from support.houses import RECORDED_PLAYERS, Recorded


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
        (Weight.NOTICE, "done_alone"),
        (Weight.NOTICE, "void_opened"),
        (Weight.NOTICE, "commitment_hidden"),
    ]
    assert {one.table for one in found.findings} == {"fantan-drawn"}


CHANGES: dict[str, tuple[str, set[str]]] = {
    "body": ("UPDATE journal SET body = :flipped WHERE {row}", {"digest_differs"}),
    "a body of text": ("UPDATE journal SET body = 'nothing' WHERE {row}", {"digest_differs"}),
    "digest": ("UPDATE journal SET digest = 'x' || substr(digest, 2) WHERE {row}", {"digest_differs"}),
    "command_id": ("UPDATE journal SET command_id = command_id || 'x' WHERE {row}", {"column_differs"}),
    "by": ("UPDATE journal SET by = by || 'x' WHERE {row}", {"column_differs"}),
    "delete": ("DELETE FROM journal WHERE {row}", {"entry_missing", "head_differs"}),
    "move": ("UPDATE journal SET seq = 1000000 WHERE {row}", {"entry_missing"}),
    "repeat": (
        "INSERT INTO journal SELECT table_id, :last + 1, by, 'again', body, digest, NULL FROM journal WHERE {row}",
        {"digest_differs"},
    ),
    "swap": (
        "UPDATE journal SET (body, digest) = (SELECT body, digest FROM journal WHERE {row} + 1) WHERE {row}",
        {"digest_differs"},
    ),
}
"""What is done to an entry of the cage and of two tables, and what the audit says there."""


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_to_the_journal_is_found_where_it_is(file: Path, what: str) -> None:
    rng = random.Random(what)  # a test repeats itself
    statement, codes = CHANGES[what]
    where = {}
    for table in ("cage", "craps-drawn", "pai-kao-drawn"):
        ((last,),) = rows(file, "SELECT seq FROM tables WHERE id = ?", table)
        seq = rng.randint(2, last - 1)
        ((body,),) = rows(file, "SELECT body FROM journal WHERE table_id = ? AND seq = ?", table, seq)
        bit = rng.randrange(8 * len(body))
        flipped = (int.from_bytes(body) ^ 1 << bit).to_bytes(len(body))
        with connected(file) as raw:
            about = {"table": table, "seq": seq, "last": last, "flipped": flipped}
            raw.execute(statement.format(row="table_id = :table AND seq = :seq"), about)
        where[table] = last + 1 if what == "repeat" else seq
    found = verified(file, *where)
    for table, seq in where.items():
        bad = first_bad(found, table)
        assert (bad.check, bad.seq) == (Check.CHAIN, seq)
        assert bad.why.code in codes


def test_behind_a_break_nothing_is_trusted_and_it_is_said_how_much(file: Path) -> None:
    next_of = "SELECT table_id FROM journal WHERE leaf = 1 + (SELECT leaf FROM journal WHERE table_id = ? AND seq = 5)"
    ((next_in_log,),) = rows(file, next_of, "craps-drawn")
    run(file, "DELETE FROM journal WHERE table_id = 'craps-drawn' AND seq = 5")
    found = verified(file)
    (craps,) = (table for table in found.tables if table.table == "craps-drawn")
    assert (craps.entries, craps.skipped) == (4, len(entries(file, "craps-drawn")) - 4)
    assert {one.why.code for one in craps.findings} == {"entry_missing", "not_looked_at"}
    faults = [(one.check, one.table) for one in found.faults]
    assert faults == [(Check.CHAIN, "craps-drawn"), (Check.LOG, next_in_log)]


LAST = "(SELECT seq FROM tables WHERE id = 'craps-drawn')"


@pytest.mark.parametrize(
    ("statement", "code", "seq"),
    [
        ("UPDATE tables SET head = 'a' || substr(head, 1, 63) WHERE id = 'craps-drawn'", "head_differs", LAST),
        ("UPDATE tables SET seq = seq + 1 WHERE id = 'craps-drawn'", "head_differs", LAST),
        ("UPDATE tables SET game = 'wheel' WHERE id = 'craps-drawn'", "column_differs", "1"),
        ("DELETE FROM journal WHERE table_id = 'craps-drawn'", "entry_missing", "1"),
        (f"DELETE FROM journal WHERE table_id = 'craps-drawn' AND seq = {LAST}", "head_differs", LAST),  # noqa: S608
    ],
)
def test_the_head_of_a_table_is_where_its_journal_ends(file: Path, statement: str, code: str, seq: str) -> None:
    run(file, statement)
    bad = first_bad(verified(file, "craps-drawn"), "craps-drawn")
    assert (bad.why.code, bad.seq) == (code, rows(file, f"SELECT {seq}")[0][0])


def test_a_table_that_is_not_among_the_tables_is_found(file: Path) -> None:
    for number, left in enumerate(("journal", "transfers", "secrets")):
        table = ("fish-prawn-crab-drawn", "craps-drawn", "fantan-drawn")[number]
        run(file, f"DELETE FROM tables WHERE id = '{table}'")  # noqa: S608
        for name in {"journal", "transfers", "secrets"} - {left}:
            run(file, f"DELETE FROM {name} WHERE table_id = '{table}'")  # noqa: S608
    found = {one.table for one in verified(file).faults if one.why.code == "unlisted_table"}
    assert found == {"fish-prawn-crab-drawn", "craps-drawn", "fantan-drawn"}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE transfers SET amount = amount + 1 {}",
        "UPDATE transfers SET amount = -amount {}",
        "UPDATE transfers SET amount = 'much' {}",
        "UPDATE transfers SET target = 'wallet:rui2' {}",
        "UPDATE transfers SET source = 'outside' {}",
        "UPDATE transfers SET place = place + 7 {}",
        "UPDATE transfers SET seq = 3 {}",
        "UPDATE transfers SET seq = 4000 {}",
        "DELETE FROM transfers {}",
        "INSERT INTO transfers SELECT table_id, seq, place + 50, source, target, amount FROM transfers {}",
    ],
)
def test_every_change_to_the_transfers_is_found_where_it_is(file: Path, change: str) -> None:
    ((seq,),) = rows(file, "SELECT MAX(seq) FROM transfers WHERE table_id = 'roulette-drawn'")
    run(file, change.format(f"WHERE table_id = 'roulette-drawn' AND seq = {seq}"))
    found = verified(file, "roulette-drawn")
    bad = first_bad(found, "roulette-drawn")
    assert (bad.check, bad.why.code) == (Check.LEDGER, "transfer_differs")
    assert bad.seq == (3 if "seq = 3" in change else seq)
    assert {one.check for one in found.faults} == {Check.LEDGER}


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE name = 'wallet:ana'", {"balance_differs", "money_appears"}),
        ("UPDATE accounts SET balance = -1 WHERE name = 'stakes:craps-drawn'", {"balance_negative"}),
        ("DELETE FROM accounts WHERE name = 'wallet:rui'", {"balance_differs"}),
        ("INSERT INTO accounts VALUES ('wallet:eve', 0)", {"balance_differs"}),
        ("UPDATE accounts SET name = 'wallet:eve' WHERE name = 'wallet:ana'", {"balance_differs"}),
    ],
)
def test_every_change_to_the_balances_is_found(file: Path, statement: str, codes: set[str]) -> None:
    run(file, statement)
    faults = verified(file).faults
    assert codes <= {one.why.code for one in faults}
    assert {one.check for one in faults} == {Check.LEDGER}


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE secrets SET outcome = '9' WHERE {}", "secret_differs"),
        ("UPDATE secrets SET nonce = 'f' || substr(nonce, 2) || 'f' WHERE {}", "secret_differs"),
        ("UPDATE secrets SET commitment = 'f' || substr(commitment, 2, 62) || 'ff' WHERE {}", "secret_missing"),
        ("DELETE FROM secrets WHERE {}", "secret_missing"),
    ],
)
def test_every_change_to_a_hidden_result_is_found_where_it_was_committed(file: Path, statement: str, code: str) -> None:
    made = [
        entry
        for entry in entries(file, "fantan-drawn")
        if any(isinstance(one, ResultCommitted) for one in entry.events)
    ]
    for entry in (made[0], made[-1]):  # opened long ago, and still hidden
        (event,) = (one for one in entry.events if isinstance(one, ResultCommitted))
        run(file, statement.format(f"commitment = '{event.commitment}'"))
    found = [one for one in verified(file, "fantan-drawn").faults if one.seq]
    assert [(one.why.code, one.table, one.seq, one.event) for one in found] == [
        (code, "fantan-drawn", entry.seq, "committed") for entry in (made[0], made[-1])
    ]


def test_a_hidden_result_that_nobody_committed_to_is_found(file: Path) -> None:
    run(file, "INSERT INTO secrets VALUES ('fantan-drawn', 'c', '1', 'n')")
    assert [one.why.code for one in verified(file, "fantan-drawn").faults] == ["secret_stray"]


def test_some_tables_are_looked_at_with_the_accounts_that_are_theirs(file: Path) -> None:
    run(file, "DELETE FROM journal WHERE table_id = 'wheel-drawn' AND seq = 4")
    run(file, "UPDATE accounts SET balance = balance + 1 WHERE name = 'bank:craps-drawn'")
    assert verified(file, "fantan-drawn", "roulette-drawn").is_whole
    found = verified(file, "craps-drawn")
    assert [(one.why.code, one.table) for one in found.faults] == [("balance_differs", "craps-drawn")]
    with pytest.raises(Refusal) as caught:
        verified(file, "nowhere")
    assert caught.value.code == "unknown_table"


@pytest.mark.slow
def test_an_audit_sees_one_moment_while_the_house_goes_on(tmp_path: Path) -> None:
    recorded = Recorded(f"sqlite:///{tmp_path / 'house.db'}")
    recorded.open("wheel", "wheel", "drawn")
    for player in RECORDED_PLAYERS:
        recorded.do("wheel", player, "sit")
    goes_on = threading.Thread(target=recorded.play, args=("wheel", 5))
    goes_on.start()
    while goes_on.is_alive():
        assert verified(tmp_path / "house.db").is_whole
    goes_on.join()
    recorded.store.close()


def test_findings_are_counted_when_there_are_many_and_faults_are_kept_first() -> None:
    table = TableReport(table="t", game="craps")
    for seq in range(MOST_FINDINGS):
        why = Message(COMMITMENT_VOIDED)
        table.note(Finding(weight=Weight.NOTICE, check=Check.COMMITMENT, table="t", seq=seq + 1, why=why))
    table.note(Finding(check=Check.LEDGER, table="t", seq=7, why=Message(TRANSFER_DIFFERS)))
    assert (len(table.findings), table.more) == (MOST_FINDINGS, 1)
    assert table.first_bad is not None
    assert table.first_bad.seq == 7
