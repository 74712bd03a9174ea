"""Pasts that the house itself has rewritten: it plays another one under its own key, so that chain, money, log and rules all fit. What betrays each."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import structs

from banca.house.audit import Finding, HeldEvidence, TableReport, Verification, verify
from banca.house.audit.log import LogAudit
from banca.house.audit.store_reader import read_store
from banca.house.register import REGISTER
from banca.house.store import Store
from banca.tables.commands import Role
from support.forgery import COMMITTED, DRAWN, OBSERVED, TWIN, Step, Told, copied, held, rows, run, script, tell

BETRAYED = {"log_rewritten", "log_shorter"}
DENIED = {"receipt_differs", "receipt_missing", "receipt_moved"}
Change = Callable[[list[Step]], list[Step]]


def without_tail(steps: list[Step]) -> list[Step]:
    gone = [step for step in steps if step.table == OBSERVED][-7:]
    return [step for step in steps if step not in gone]


def exchanged(steps: list[Step]) -> list[Step]:
    other = {OBSERVED: TWIN, TWIN: OBSERVED}
    return [structs.replace(step, table=other.get(step.table, step.table)) for step in steps]


def as_eve(steps: list[Step]) -> list[Step]:
    """Everywhere: at the tables, at the cage and in the register."""

    def name(value: object) -> object:
        return "eve" if value == "ana" else value

    return [
        structs.replace(step, who=name(step.who), about={key: name(value) for key, value in step.about.items()})
        for step in steps
    ]


def with_boss(steps: list[Step]) -> list[Step]:
    about = {"name": "boss", "role": Role.SUPERVISOR}
    at = steps[-6].at + timedelta(seconds=1)
    boss = Step(id="new", at=at, table=REGISTER, who="house", do="person", about=about)
    return [*steps[:-5], boss, *steps[-5:]]


REWRITINGS: dict[str, Change] = {
    "the tail of a table cut off": without_tail,
    "a whole table deleted with its money": lambda steps: [step for step in steps if step.table != COMMITTED],
    "the journals of two tables exchanged": exchanged,
    "a player replaced by another everywhere": as_eve,
    "drawn results drawn again": list,
    "a losing bet removed": lambda steps: [step for step in steps if step.about.get("bet") != "red"],
    "a supervisor inserted": with_boss,
    "what was written ahead removed after a crash": lambda steps: steps[:-20],
}
UNSEEN = ("the tail of a table cut off", "a losing bet removed", "drawn results drawn again")
"""Why the log is needed: no look at the store alone can tell these."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Told]:
    file = tmp_path_factory.mktemp("played") / "house.db"
    return file, tell(file, script())


def audited(file: Path, holds: HeldEvidence | None = None) -> Verification:
    store = Store(f"sqlite:///{file}")
    try:
        return verify(store, held=holds) if holds else verify(store)
    finally:
        store.close()


def log_faults(file: Path, holds: HeldEvidence) -> list[Finding]:
    """What the log alone shows, without the rules."""
    store = Store(f"sqlite:///{file}")
    report = TableReport(table="", game="")
    with read_store(store) as reader:
        LogAudit(reader, holds, report).run()
    store.close()
    return report.findings


def test_what_was_played_is_whole_under_all_that_is_held(played: tuple[Path, Told]) -> None:
    file, told = played
    found = audited(file, held(told, checkpoint=True, receipts=True))
    assert found.is_whole
    ((size,),) = rows(file, "SELECT count(*) FROM journal")
    evidence = found.evidence
    assert (evidence.covered, evidence.checkpoints, evidence.receipts) == (size, 1, len(told.receipts))


@pytest.mark.slow
@pytest.mark.parametrize("name", REWRITINGS)
def test_what_fits_is_betrayed_by_a_checkpoint_or_by_receipts(
    played: tuple[Path, Told], tmp_path: Path, name: str
) -> None:
    _, told = played
    target = tmp_path / "house.db"
    tell(target, REWRITINGS[name](script()), {DRAWN: 2} if name == "drawn results drawn again" else None)
    assert {one.why.code for one in log_faults(target, held(told, checkpoint=True))} & BETRAYED
    assert {one.why.code for one in log_faults(target, held(told, receipts=True))} & (BETRAYED | DENIED)
    if name in UNSEEN:
        assert audited(target).is_whole
    if name == "the tail of a table cut off":  # a receipt names the entry that is gone
        found = audited(target, held(told, receipts=True)).faults
        assert [(one.table, one.seq) for one in found if one.why.code == "receipt_missing"] == [(OBSERVED, 10)]


def test_without_what_others_hold_the_audit_says_what_it_cannot_exclude(played: tuple[Path, Told]) -> None:
    found = audited(played[0])
    assert not found.faults
    assert found.evidence.detail.code == "nothing_held"
    assert (found.evidence.checkpoints, found.evidence.receipts, found.evidence.covered) == (0, 0, 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("DELETE FROM journal WHERE table_id = ? AND seq = ?", "receipt_missing"),
        ("UPDATE journal SET digest = hex(digest) WHERE table_id = ? AND seq = ?", "receipt_differs"),
        ("UPDATE journal SET leaf = leaf + 1000 WHERE table_id = ? AND seq = ?", "receipt_moved"),
    ],
)
def test_each_receipt_is_looked_up(played: tuple[Path, Told], tmp_path: Path, change: str, code: str) -> None:
    source, told = played
    receipt = told.receipts[3]
    file = copied(source, tmp_path / "house.db")
    run(file, (change, (receipt.table, receipt.seq)))
    found = [one for one in log_faults(file, held(told, receipts=True)) if one.why.code.startswith("receipt")]
    assert [(one.why.code, one.table, one.seq) for one in found] == [(code, receipt.table, receipt.seq)]


def test_somebody_elses_key_proves_nothing(played: tuple[Path, Told]) -> None:
    file, told = played
    forged_note = told.checkpoint.rsplit(" ", 1)[0] + " " + "A" * 92 + "\n"
    found = audited(file, held(structs.replace(told, checkpoint=forged_note), checkpoint=True))
    assert not found.is_whole
    assert found.evidence.covered == 0
