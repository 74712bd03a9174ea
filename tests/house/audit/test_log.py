"""The audit of the log: built anew from the journal, from its beginning or from where it was verified before."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import update

from banca.house.audit import BackgroundAudit, Check, HeldEvidence, TableReport, verify
from banca.house.audit.background import LOG_NAME
from banca.house.audit.log import VERIFIED_MARK as MARK
from banca.house.audit.log import LogAudit
from banca.house.audit.store_reader import StoreReader, read_store
from banca.house.cage import CAGE
from banca.house.house import House
from banca.house.log import HouseLog, open_log_key
from banca.house.schema import JOURNAL
from banca.house.store import Store, open_store
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.note import Signer
from banca.transparency.tiles import WIDTH
from support.forgery import copied, run, script, tell
from support.houses import bare_store, cash

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
ENTRIES = 3 * WIDTH


class Logged:
    """A house whose log grows."""

    def __init__(self, url: str, key: Path) -> None:
        self.store: Store = open_store(url)
        self.log = HouseLog(self.store, open_log_key(self.store, key))
        self.house = House(self.store, log=self.log)

    def grow(self, entries: int) -> None:
        first = self.size
        self.house.do_all([cash(f"c{first + number}", "ana", 100) for number in range(entries)])
        while self.store.make_tiles():
            pass

    @property
    def size(self) -> int:
        return self.store.log_head().size

    def background(self) -> BackgroundAudit:
        return BackgroundAudit(self.store, signed=self.log.newest)

    def change(self, leaf: int) -> None:
        """Somebody who can write the store changes an entry's digest."""
        with self.store.transaction() as connection:
            changed = update(JOURNAL).where(JOURNAL.c.leaf == leaf).values(digest="0" * 64)
            assert connection.execute(changed).rowcount == 1

    def found(self, held: HeldEvidence = HeldEvidence(), *, is_whole: bool = False) -> set[str]:  # noqa: B008 - frozen
        """What is wrong with the log, with what was written since a day long ago, or with all of it."""
        found = verify(self.store, since=None if is_whole else LONG_AGO, held=held)
        codes: set[str] = {one.why.code for one in found.house.findings}
        return codes & {"log_head_differs", "log_rewritten", "log_shorter"}


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a house whose log has three full tiles, and its key."""
    folder = tmp_path_factory.mktemp("grown")
    logged = Logged(bare_store(folder / "house.db"), folder / "log.key")
    logged.grow(ENTRIES)
    logged.store.close()
    return folder


@pytest.fixture
def file(grown: Path, tmp_path: Path) -> Path:
    return copied(grown / "house.db", tmp_path / "house.db")


@pytest.fixture
def logged(grown: Path, file: Path) -> Iterator[Logged]:
    logged = Logged(f"sqlite:///{file}", grown / "log.key")
    yield logged
    logged.store.close()


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The leaves that are read."""
    read: list[int] = []
    usual = StoreReader.leaves

    def leaves(self: StoreReader, *between: Any) -> Any:
        for row in usual(self, *between):
            read.append(row.leaf)
            yield row

    with monkeypatch.context() as patch:
        patch.setattr(StoreReader, "leaves", leaves)
        yield read


def go(background: BackgroundAudit) -> int:
    return sum(iter(background.log_step, 0))


def test_a_change_is_found_before_it_counts_as_verified(logged: Logged) -> None:
    logged.change(WIDTH + 5)
    background = logged.background()
    go(background)
    assert set(background.faults) == {LOG_NAME}
    assert logged.store.mark(MARK) is None
    assert go(background) == 0


def test_a_change_behind_it_is_found_and_one_before_it_where_all_is_looked_at(logged: Logged) -> None:
    assert go(logged.background()) == logged.size
    logged.grow(WIDTH + 1)
    assert go(logged.background()) == WIDTH + 1  # a server that starts again
    logged.grow(10)
    assert logged.found() == set()
    logged.change(logged.size - 5)
    assert "log_head_differs" in logged.found()
    logged.change(5)
    assert "log_head_differs" in logged.found(is_whole=True)


def test_a_checkpoint_from_before_is_compared_by_a_proof(logged: Logged) -> None:
    old = logged.log.newest().note
    logged.grow(WIDTH)
    go(logged.background())
    found = verify(logged.store, since=LONG_AGO, held=HeldEvidence([("old", old)]))
    assert (found.evidence.checkpoints, found.evidence.covered) == (1, Checkpoint.read(old).size)
    signer = Signer(logged.log.origin, Ed25519PrivateKey.generate())
    other = Checkpoint(logged.log.origin, ENTRIES, bytes(32)).signed(signer)
    keys = [signer.verifier, *logged.log.verifiers]
    assert logged.found(HeldEvidence([("other", other)], verifiers=keys)) == {"log_rewritten"}


def test_what_nobody_trusted_has_signed_or_is_of_another_log_does_not_count_as_verified(
    logged: Logged, grown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of the log is read then."""
    tree = logged.store.log_head()
    other = Signer(logged.log.origin, Ed25519PrivateKey.generate())
    (house,) = open_log_key(logged.store, grown / "log.key")
    never_there = Checkpoint(logged.log.origin, WIDTH, bytes(32)).signed(house)  # its tiles have another root
    for note in ("", "something", Checkpoint(logged.log.origin, tree.size, tree.root).signed(other), never_there):
        logged.store.keep_mark(MARK, note)
        with counted(monkeypatch) as read:
            assert logged.found(HeldEvidence([("newest", logged.log.newest().note)])) == set()
            assert min(read) == 0


CHANGES = [
    ("UPDATE journal SET leaf = NULL WHERE leaf = 3", {"leaf_missing"}),
    ("UPDATE journal SET leaf = leaf + 10000 WHERE leaf = 3", {"leaf_gap"}),
    ("UPDATE log_head SET size = size + 1", {"log_head_differs"}),
    ("UPDATE log_head SET peaks = zeroblob(length(peaks))", {"log_head_differs"}),
    ("DELETE FROM log_head", {"log_head_differs"}),
    ("UPDATE journal SET digest = 'f' || digest WHERE leaf = 3", {"log_head_differs", "tile_differs"}),
    ("UPDATE log_tiles SET number = 7 WHERE number = 1", {"tile_stray", "tile_missing"}),
    ("DELETE FROM log_tiles WHERE number = 1", {"tile_missing"}),
    ("DELETE FROM log_tiles", {"tiles_not_kept"}),
    ("UPDATE log_tiles SET hashes = root WHERE number = 1", {"tile_differs"}),
    ("UPDATE log_tiles SET root = zeroblob(32) WHERE number = 1", {"tile_differs"}),
    ("UPDATE marks SET text = 'other+00000000+AAAA' WHERE name = 'log'", {"log_signer_differs"}),
    ("UPDATE journal SET seq = seq + 5000 WHERE leaf = 9", {"leaf_order", "log_head_differs", "tile_differs"}),
]
"""And what the audit of the log alone says to each."""


def test_what_does_not_fit_the_journal_is_found(file: Path, tmp_path: Path) -> None:
    assert log_faults(file) == set()
    for number, (change, codes) in enumerate(CHANGES):
        other = copied(file, tmp_path / f"{number}.db")
        run(other, change)
        assert log_faults(other) == codes, change


def log_faults(file: Path) -> set[str]:
    store = Store(f"sqlite:///{file}")
    report = TableReport(table="", game="")
    with read_store(store) as reader:
        LogAudit(reader, HeldEvidence(), report).run()
    store.close()
    return {finding.code for finding in report.findings}


def test_an_entry_that_is_older_than_those_before_it_in_the_log_is_found(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    tell(file, script())
    run(file, *(("UPDATE journal SET leaf = ? WHERE leaf = ?", swap) for swap in ((-1, 20), (20, 40), (40, -1))))
    assert "log_time_backwards" in log_faults(file)


def test_the_background_takes_some_at_a_time_and_goes_on_where_it_was(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banca.house.audit.background.LOG_AT_A_TIME", 2 * WIDTH)
    background = logged.background()
    assert background.log_step() == 2 * WIDTH
    assert logged.store.mark(MARK) is None
    assert go(background) == logged.size - 2 * WIDTH
    before = logged.size
    assert Checkpoint.read(str(logged.store.mark(MARK))).size == before
    logged.grow(WIDTH + 1)
    with counted(monkeypatch) as read:
        assert go(logged.background()) == WIDTH + 1  # a server that starts again
        assert min(read) >= before // WIDTH * WIDTH
    assert go(logged.background()) == 0


def test_of_the_newest_days_stray_tiles_and_what_others_hold_are_looked_at_too(logged: Logged, file: Path) -> None:
    go(logged.background())

    def log_findings(since: datetime | None = LONG_AGO, held: HeldEvidence = HeldEvidence()) -> list[tuple[str, int]]:  # noqa: B008 - frozen
        found = verify(logged.store, since=since, tables=None if since else [CAGE], held=held)
        return [(one.why.code, one.seq) for one in found.house.findings if one.check is Check.LOG]

    assert log_findings() == []
    run(file, "UPDATE log_tiles SET number = 7 WHERE number = 2")
    assert log_findings() == [("tile_stray", 0)]
    assert log_findings(since=None) == []  # of one table alone, the log is not looked at
    assert ("tile_stray", 0) in log_findings(None, HeldEvidence([("newest", logged.log.newest().note)]))
