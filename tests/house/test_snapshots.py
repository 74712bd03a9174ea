"""A table's age costs nothing: it is loaded from a snapshot that its journal binds, and a wrong one is found, named and never used."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs

from banca.house import audit, snapshots
from banca.house.audit import BackgroundAudit
from banca.house.cage import CAGE
from banca.house.commands import CommandRequest, LiveTable
from banca.house.database import Trouble
from banca.house.house import House
from banca.house.journal import FORM, Entry
from banca.house.rng import Source
from banca.house.seal import Seal
from banca.house.store import Store, open_store
from banca.server.health import StoreWatch
from banca.tables.commands import Close
from banca.tables.events import BankFunded, Event, RoundEnded, RoundVoided
from support.forgery import copied, entries, rewrite, rows, run
from support.houses import (
    ALL,
    SUPERVISOR,
    Drive,
    as_it_stands,
    cash,
    code_of,
    made_once,
    opening,
    table_of,
)
from support.lanes import Clock

EVERY = 10
BEGAN = datetime(2026, 1, 16, 12, tzinfo=UTC)
STEP = timedelta(seconds=7)
SEAL = Seal(bytes(32))  # one of another worker must open what was hidden
CRAPS, WHEEL = table_of("craps"), table_of("wheel")


def often(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(snapshots, "EVERY", EVERY)
    patch.setattr(snapshots, "AT_LATEST", 4 * EVERY)


@pytest.fixture(autouse=True)
def snapshots_often(monkeypatch: pytest.MonkeyPatch) -> None:
    often(monkeypatch)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every game, played for a while; the wheel's table is closed in the end."""
    return made_once(tmp_path_factory.getbasetemp(), "snapshots.db", play)


def play(file: Path) -> None:
    store = open_store(f"sqlite:///{file}")
    with pytest.MonkeyPatch.context() as patch:
        often(patch)
        source = Source(random.Random(1).randbytes)  # it repeats itself
        moments = (BEGAN + STEP * number for number in count())
        drive = Drive(House(store, seal=SEAL, source=source, clock=moments.__next__, is_play_money=True)).open_all()
        drive.play(700)
        for number in range(3 * EVERY):
            drive.house.do(cash(f"more-{number}", "ana", 100))
            drive.house.set_safeguards(two_persons=number % 2 == 0)
        close(drive)
    store.close()


def close(drive: Drive) -> None:
    """Play the wheel to a moment at which it can be closed, and close it."""
    for number in range(500):
        wish = CommandRequest(table=WHEEL, actor=SUPERVISOR, id=f"close-{number}", command=Close())
        if code_of(drive.house, wish) is None:
            return
        drive.play(1, ["wheel"])
    pytest.fail("it goes on for ever")


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    return copied(played, tmp_path / "house.db")


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{file}")
    yield opened
    opened.close()


def kept(file: Path, table: str) -> list[tuple[int, bytes]]:
    return rows(file, "SELECT seq, body FROM snapshots WHERE table_id = ? ORDER BY seq", table)


def without_snapshots(file: Path) -> dict[str, object]:
    """Everything as it stands when every journal is replayed from its first entry."""
    copy = copied(file, file.with_name("bare.db"))
    run(copy, "DELETE FROM snapshots")
    bare = open_store(f"sqlite:///{copy}")
    stands = as_it_stands(House(bare))
    bare.close()
    return stands


def codes(found: audit.Verification) -> set[tuple[str, str, int]]:
    return {(one.why.code, one.table, one.seq) for one in found.faults}


def test_a_table_loaded_from_a_snapshot_is_as_replayed_from_its_first_entry(file: Path, store: Store) -> None:
    stands = without_snapshots(file)
    house = House(store, seal=SEAL)
    assert as_it_stands(house) == stands
    for table in store.tables():
        live = house.table(table)
        assert live.snapshot == kept(file, table)[-1][0]
    drive = Drive(house, seed=7, name="d")
    drive.play(50, [game for game in ALL if game != "wheel"])
    assert audit.verify(store).faults == []


@pytest.mark.parametrize(
    ("table", "since", "event", "is_taken"),
    [
        ("craps", 499, RoundEnded(number=1), False),
        ("craps", 500, RoundEnded(number=1), True),
        ("craps", 500, RoundVoided(reason=""), True),
        ("craps", 1999, BankFunded(amount=5), False),
        ("craps", 2000, BankFunded(amount=5), True),
        (CAGE, 500, BankFunded(amount=5), True),
    ],
)
def test_a_snapshot_is_taken_at_the_end_of_a_round_or_after_four_times_as_many_entries(
    monkeypatch: pytest.MonkeyPatch, table: str, since: int, event: Event, *, is_taken: bool
) -> None:
    monkeypatch.undo()
    entry = Entry(v=FORM, table=table, seq=9000 + since, at="", by="", role="", id="", command=Close(), events=(event,))
    live = LiveTable(table, cast("Any", None), None, entry.seq - 1, "", snapshot=9000)
    assert snapshots.is_due(live, entry) is is_taken


@pytest.mark.slow
def test_whatever_is_wrong_with_a_snapshot_it_is_found_named_and_never_used(file: Path, store: Store) -> None:
    newest = {table: kept(file, table)[-1] for table in map(table_of, ("craps", "roulette", "fantan"))}
    (seq, body), (other_seq, other_body), (text_seq, _) = newest.values()
    wrong = dict(zip(newest, (body.replace(b'"bank":', b'"bank":1'), body, "text"), strict=True))
    assert other_body not in wrong.values()
    change = "UPDATE snapshots SET body = ? WHERE seq = ? AND table_id = ?"
    run(file, *((change, (wrong[table], newest[table][0], table)) for table in newest))
    run(file, ("INSERT INTO snapshots VALUES (?, ?, ?)", (WHEEL, 100_000, kept(file, WHEEL)[-1][1])))
    places = {(CRAPS, seq), (table_of("roulette"), other_seq), (table_of("fantan"), text_seq), (WHEEL, 100_000)}
    house = House(store, seal=SEAL)
    assert as_it_stands(house) == without_snapshots(file)
    assert codes(audit.verify(store)) == {("snapshot_differs", *place) for place in places}
    assert set(house.wrong_snapshots) == places
    watch = StoreWatch(house, Clock())
    watch.look()
    health = watch.health(is_draining=False)
    assert (health.status, health.troubles) == ("ready", [Trouble.SNAPSHOT_WRONG])
    assert set(health.snapshots or []) == {f"{table} {place}" for table, place in places}


@pytest.mark.slow
def test_a_snapshot_that_is_missing_costs_time_and_is_no_fault(file: Path, store: Store) -> None:
    seq, _ = kept(file, CRAPS)[-1]
    run(file, ("DELETE FROM snapshots WHERE seq = ? AND table_id = ?", (seq, CRAPS)))
    assert as_it_stands(House(store, seal=SEAL)) == without_snapshots(file)
    found = audit.verify(store)
    assert found.is_whole
    assert ("snapshot_missing", CRAPS, seq) in {(one.why.code, one.table, one.seq) for one in found.findings}


@pytest.mark.slow
def test_a_snapshot_forged_with_its_entry_and_the_chain_is_found_by_the_rules(file: Path, store: Store) -> None:
    """Whoever rewrites the chain can bind what they like; the entries still make another state."""
    seq, body = kept(file, CRAPS)[-1]
    forged = body.replace(b'"bank":', b'"bank":9', 1)
    journal = entries(file, CRAPS)
    journal[seq - 1] = structs.replace(journal[seq - 1], state=sha256(forged).hexdigest())
    rewrite(file, CRAPS, journal)
    run(file, ("UPDATE snapshots SET body = ? WHERE seq = ? AND table_id = ?", (forged, seq, CRAPS)))
    assert codes(audit.verify(store)) == {("state_differs", CRAPS, seq)}
    background = BackgroundAudit(store)
    all_pieces(background)
    assert {(table, fault.seq) for table, fault in background.faults.items()} == {(CRAPS, seq)}


@pytest.mark.slow
def test_a_closed_table_is_there_not_opened_again_and_the_audit_says_where_the_list_is_wrong(
    file: Path, store: Store
) -> None:
    house = House(store, seal=SEAL)
    assert WHEEL not in house.games
    assert house.table(WHEEL).state.is_closed
    assert house.has(WHEEL)
    assert code_of(house, opening(WHEEL, "wheel", "again")) == "table_exists"
    run(file, ("UPDATE tables SET is_closed = 1 WHERE id = ?", (CRAPS,)))
    assert {(code, table) for code, table, _ in codes(audit.verify(store))} == {("column_differs", CRAPS)}


@pytest.mark.slow
class TestPieces:
    """What was written since a moment is verified by itself, and what was not looked at is said."""

    def test_every_moment_will_do(self, store: Store) -> None:
        """Commitments that were made before and are opened within, money that was there before, times: nothing is called a fault."""
        whole = sum(one.entries for one in audit.verify(store).tables)
        last = max(datetime.fromisoformat(House(store, seal=SEAL).table(name).at) for name in store.tables())
        for share in range(4):
            since = BEGAN + (last - BEGAN) * share / 3
            found = audit.verify(store, since=since)
            assert found.is_whole, found.faults
            looked = sum(one.entries for one in found.tables)
            before = sum(one.before for one in found.tables)
            assert looked + before <= whole
            (said,) = [one for one in found.house.findings if one.why.code == "only_since"]
            assert said.why.about["asked"] == before
        assert 0 < looked < whole / 4

    def test_what_is_forged_before_is_not_found_and_what_is_forged_after_is(self, file: Path, store: Store) -> None:
        (first, _), *_, (last, _), _ = kept(file, CRAPS)
        since = datetime.fromisoformat(entries(file, CRAPS)[last - 1].at) + STEP
        run(file, ("UPDATE journal SET digest = ? WHERE seq = ? AND table_id = ?", ("0" * 64, first, CRAPS)))
        assert audit.verify(store, since=since).is_whole
        assert not audit.verify(store).is_whole
        run(file, ("UPDATE transfers SET amount = amount + 1 WHERE seq > ? AND table_id = ?", (last, CRAPS)))
        assert {table for _, table, _ in codes(audit.verify(store, since=since))} == {CRAPS}

    def test_money_of_a_table_that_does_not_add_up(self, file: Path, store: Store) -> None:
        run(file, ("UPDATE accounts SET balance = balance + 1 WHERE name = ?", (f"bank:{CRAPS}",)))
        found = codes(audit.verify(store, since=BEGAN + STEP * 100))
        assert {(code, table) for code, table, _ in found} == {("balance_differs", CRAPS)}


def all_pieces(background: BackgroundAudit) -> int:
    return sum(verified.entries for verified in iter(background.step, None))


@pytest.mark.slow
class TestBackground:
    """All pieces together are the whole journal."""

    def test_it_comes_to_the_last_snapshots_and_goes_on_from_there(self, file: Path, store: Store) -> None:
        background = BackgroundAudit(store)
        first = background.step()
        assert first is not None
        assert first.entries <= 4 * EVERY
        rest = all_pieces(BackgroundAudit(store))  # a server that starts again
        ends = {table: kept(file, table)[-1][0] for table in store.tables()} | {WHEEL: store.seq(WHEEL)}
        assert dict(rows(file, "SELECT table_id, seq FROM audited")) == ends
        assert first.entries + rest >= sum(ends.values())  # a piece that begins amid a round reads from the one before
        house = House(store, seal=SEAL)
        Drive(house, seed=3, name="f").play(3 * EVERY, ["craps"])
        assert all_pieces(BackgroundAudit(store)) >= house.table(CRAPS).snapshot - ends[CRAPS]

    def test_a_fault_is_named_and_stops_no_other_table_and_is_found_again(self, file: Path, store: Store) -> None:
        run(file, ("UPDATE transfers SET amount = amount + 1 WHERE seq > 30 AND table_id = ?", (CRAPS,)))
        for _ in range(2):
            background = BackgroundAudit(store)
            all_pieces(background)
            assert set(background.faults) == {CRAPS}
        done = dict(rows(file, "SELECT table_id, seq FROM audited"))
        assert done.get(CRAPS, 0) <= 30
        assert set(done) | {CRAPS} == set(store.tables())
        watch = StoreWatch(House(store, seal=SEAL), Clock(), background.faults)
        watch.look()
        health = watch.health(is_draining=False)
        assert (health.status, health.troubles) == ("ready", [Trouble.AUDIT_FAULT])
        assert health.faults


@pytest.mark.slow
def test_a_snapshot_put_ahead_stops_no_table(file: Path, store: Store) -> None:
    house = House(store, seal=SEAL)
    first = house.table(CRAPS).seq
    ahead = [(CRAPS, seq, b"{}") for seq in range(first + 1, first + 200)]
    run(file, *(("INSERT INTO snapshots VALUES (?, ?, ?)", one) for one in ahead))
    Drive(house, seed=9, name="g").play(60, ["craps"])
    now = house.table(CRAPS)
    assert now.snapshot > first
    assert dict(kept(file, CRAPS))[now.snapshot] != b"{}"
