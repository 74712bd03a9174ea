"""Pasts that the house itself has rewritten, with everything that follows from the change and under its own key: what betrays each.

Most are made by the program: the house tells another story with the same key, so that chain, money, leaves, peaks and rules all fit.
"""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import structs

from banca.answers.audit import verification_answer
from banca.house.audit import Held, Verification, verify
from banca.house.audit.log import LogAudit
from banca.house.audit.snapshot import snapshot
from banca.house.register import REGISTER
from banca.house.store import Store
from banca.live.command import Role
from forging import copied, entries, forge_entry, rewrite, rows, run
from retold import BEGAN, COMMITTED, DRAWN, OBSERVED, TWIN, Step, Told, held, script, tell

Rewriting = Callable[[Path, Path], None]
"""Writes another store beside the one that was played."""
BETRAYED = {"log_rewritten", "log_shorter"}
DENIED = {"receipt_differs", "receipt_missing", "receipt_moved"}


def retold(change: Callable[[list[Step]], list[Step]], **seeds: int) -> Rewriting:
    """The house plays another past."""

    def rewriting(_: Path, target: Path) -> None:
        tell(target, change(script()), {name.replace("_", "-"): seed for name, seed in seeds.items()})

    return rewriting


def written(*statements: str) -> Rewriting:
    """Somebody writes into the file."""
    return lambda source, target: run(copied(source, target), *statements)


def forged(change: Callable[[Path], object]) -> Rewriting:
    """Somebody changes entries and makes everything fit."""

    def rewriting(source: Path, target: Path) -> None:
        change(copied(source, target))

    return rewriting


def without(table: str, last: int) -> Callable[[list[Step]], list[Step]]:
    """The last steps at a table were never taken."""

    def change(steps: list[Step]) -> list[Step]:
        gone = [one for one in steps if one.table == table][-last:]
        return [one for one in steps if one not in gone]

    return change


def with_step(behind: int, table: str, who: str, do: str, **about: object) -> Callable[[list[Step]], list[Step]]:
    """One step more, a second behind another."""

    def change(steps: list[Step]) -> list[Step]:
        new = Step(
            id="new", at=steps[behind - 1].at + timedelta(seconds=1), table=table, who=who, do=do, about=dict(about)
        )
        return [*steps[:behind], new, *steps[behind:]]

    return change


def no_bet(bet: str) -> Callable[[list[Step]], list[Step]]:
    return lambda steps: [one for one in steps if one.about.get("bet") != bet]


def exchange(steps: list[Step]) -> list[Step]:
    other = {OBSERVED: TWIN, TWIN: OBSERVED}
    return [structs.replace(one, table=other.get(one.table, one.table)) for one in steps]


def as_eve(steps: list[Step]) -> list[Step]:
    """Everywhere: at the tables, at the cage and in the register."""
    about = [{name: "eve" if value == "ana" else value for name, value in one.about.items()} for one in steps]
    return [
        structs.replace(one, who="eve" if one.who == "ana" else one.who, about=new)
        for one, new in zip(steps, about, strict=True)
    ]


def swap_bets(file: Path) -> None:
    """Two bets of one round change places, each under the other's number and time."""
    past = entries(file, OBSERVED)
    first, second = (one for one in past if one.command.do == "place_bet" and one.seq < 7)
    place = first.seq - 1
    past[place], past[place + 1] = (
        structs.replace(second, seq=first.seq, at=first.at),
        structs.replace(first, seq=second.seq, at=second.at),
    )
    rewrite(file, OBSERVED, past)


FOUND_ALONE: dict[str, tuple[Rewriting, str]] = {
    "money without a journal": (
        written(
            f"INSERT INTO transfers VALUES ('{TWIN}', 900, 0, 'outside', 'wallet:ana', 700)",  # noqa: S608
            "UPDATE accounts SET balance = balance + 700 WHERE name = 'wallet:ana'",
            "UPDATE accounts SET balance = balance - 700 WHERE name = 'outside'",
        ),
        "transfer_differs",
    ),
    "a stray row": (
        written("INSERT INTO transfers VALUES ('nowhere', 1, 0, 'outside', 'wallet:ana', 700)"),
        "balance_differs",
    ),
    "a trigger that makes every new user a supervisor": (
        written(
            "CREATE TRIGGER promoted AFTER INSERT ON users BEGIN "
            "UPDATE users SET role = 'supervisor' WHERE name = NEW.name; END"
        ),
        "schema_differs",
    ),
    "money dated after the bets it paid for": (
        forged(lambda file: forge_entry(file, "cage", 3, at="2026-03-02T13:30:00.000+00:00")),
        "spent_early",
    ),
}
"""Not fit in themselves: found without anybody's help, and by what."""

FIT: dict[str, Rewriting] = {
    "two bets exchanged": forged(swap_bets),
    "the tail of a table cut off": retold(without(OBSERVED, 7)),
    "a whole table deleted with its money": retold(without(COMMITTED, 100)),
    "the journals of two tables exchanged": retold(exchange),
    "a player replaced by another everywhere": retold(as_eve),
    "drawn results drawn again": retold(list, roulette_3=2),
    "a losing bet removed": retold(no_bet("red")),
    "a supervisor inserted": retold(with_step(-5, REGISTER, "house", "person", name="boss", role=Role.SUPERVISOR)),
    "an authorisation invented and back-dated": retold(
        with_step(
            4,
            REGISTER,
            "house",
            "authorisation",
            at=(BEGAN + timedelta(minutes=4, seconds=1)).isoformat(timespec="milliseconds"),
            game="roulette",
            option="wheel",
            value="single_zero",
            asked="2025-01-02",
            planned="2025-03-03",
            reference="DICJ 1/2025",
        )
    ),
    "what was written ahead removed after a crash": retold(lambda steps: steps[:-20]),
}
"""Fit in themselves, as the program itself made them: only what others hold betrays them."""
UNSEEN = ("the tail of a table cut off", "a losing bet removed", "drawn results drawn again")
"""Why the log is needed: no look at the store alone can tell these."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Told]:
    file = tmp_path_factory.mktemp("played") / "house.db"
    return file, tell(file, script())


def audited(file: Path, told: Told | None = None, **given: bool) -> Verification:
    store = Store(f"sqlite:///{file}")
    try:
        return verify(store, held=held(told, **given)) if told else verify(store)
    finally:
        store.close()


def log_codes(file: Path, holds: Held) -> set[str]:
    """What the log alone shows, without the rules."""
    store = Store(f"sqlite:///{file}")
    with snapshot(store) as seen:
        found: set[str] = {one.why.code for one in LogAudit(seen, holds).run()}
    store.close()
    return found


def codes(found: Verification) -> set[str]:
    return {one.why.code for one in found.faults}


def test_what_was_played_is_whole_under_all_that_is_held(played: tuple[Path, Told]) -> None:
    file, told = played
    found = audited(file, told, checkpoint=True, receipts=True)
    assert found.is_whole
    ((size,),) = rows(file, "SELECT count(*) FROM journal")
    assert (found.evidence.covered, found.evidence.checkpoints, found.evidence.receipts) == (
        size,
        1,
        len(told.receipts),
    )


@pytest.mark.parametrize("name", FOUND_ALONE)
def test_what_does_not_fit_is_found_alone(played: tuple[Path, Told], tmp_path: Path, name: str) -> None:
    change, code = FOUND_ALONE[name]
    change(played[0], tmp_path / "house.db")
    found = audited(tmp_path / "house.db")
    assert code in codes(found), [str(one.why) for one in found.faults]


@pytest.mark.slow
@pytest.mark.parametrize("name", FIT)
def test_what_fits_is_betrayed_by_a_checkpoint_or_by_receipts(
    played: tuple[Path, Told], tmp_path: Path, name: str
) -> None:
    source, told = played
    target = tmp_path / "house.db"
    FIT[name](source, target)
    assert log_codes(target, held(told, checkpoint=True)) & BETRAYED
    assert log_codes(target, held(told, receipts=True)) & (BETRAYED | DENIED)
    if name in UNSEEN:
        assert audited(target).is_whole


def test_without_what_others_hold_the_audit_says_what_it_cannot_exclude(played: tuple[Path, Told]) -> None:
    found = audited(played[0])
    answer = verification_answer(found)
    assert not found.faults
    assert answer.evidence.detail.code == "nothing_held"
    assert (answer.evidence.checkpoints, answer.evidence.receipts, answer.evidence.covered) == (0, 0, 0)


def test_a_receipt_names_the_entry_that_is_gone(played: tuple[Path, Told], tmp_path: Path) -> None:
    target = tmp_path / "house.db"
    FIT["the tail of a table cut off"](played[0], target)
    found = audited(target, played[1], receipts=True)
    missing = [one for one in found.faults if one.why.code == "receipt_missing"]
    assert [(one.table, one.seq) for one in missing] == [(OBSERVED, 10)]
    assert DRAWN not in {one.table for one in missing}


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
    store = Store(f"sqlite:///{file}")
    with snapshot(store) as seen:
        found = [one for one in LogAudit(seen, held(told, receipts=True)).run() if one.why.code.startswith("receipt")]
    store.close()
    assert [(one.why.code, one.table, one.seq) for one in found] == [(code, receipt.table, receipt.seq)]


def test_somebody_elses_key_proves_nothing(played: tuple[Path, Told]) -> None:
    file, told = played
    forged_note = told.checkpoint.rsplit(" ", 1)[0] + " " + "A" * 92 + "\n"
    found = audited(file, structs.replace(told, checkpoint=forged_note), checkpoint=True)
    assert not found.is_whole
    assert found.evidence.covered == 0
