"""The log is looked at from where it was verified before: in the background, and where somebody verifies the newest day alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import update

from banca.house.audit import BackgroundAudit, Held, verify
from banca.house.audit.background import LOG_AT_A_TIME, LOG_NAME
from banca.house.audit.log_faults import LOG_HEAD_DIFFERS, LOG_REWRITTEN, LOG_SHORTER
from banca.house.audit.log_verified import MARK, keep_verified
from banca.house.audit.snapshot import Snapshot
from banca.house.cage import CAGE, CashIn
from banca.house.house import House
from banca.house.log import HouseLog, SignedTree
from banca.house.log_key import open_log_key
from banca.house.request import CommandRequest
from banca.house.schema import JOURNAL
from banca.house.store import Store, open_store
from banca.live.command import THE_HOUSE
from banca.rulebook import Code
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.merkle import Tree
from banca.transparency.note import Signer
from banca.transparency.tiles import WIDTH

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
ENTRIES = 3 * WIDTH


class Logged:
    """A house whose log grows."""

    def __init__(self, folder: Path) -> None:
        self.store: Store = open_store(f"sqlite:///{folder / 'house.db'}")
        self.log = HouseLog(self.store, open_log_key(self.store, folder / "log.key"))
        self.house = House(self.store, log=self.log)
        self.grow(ENTRIES)

    def grow(self, entries: int) -> None:
        first = self.size
        self.house.do_all(
            [
                CommandRequest(
                    table=CAGE, actor=THE_HOUSE, id=f"c{first + one}", command=CashIn(player="ana", stake=100)
                )
                for one in range(entries)
            ]
        )
        while self.store.make_tiles():
            pass

    @property
    def size(self) -> int:
        return self.store.log_head().size

    def background(self) -> BackgroundAudit:
        return BackgroundAudit(self.store, signed=self.log.newest)

    def change(self, leaf: int) -> None:
        """Somebody who can write the store changes an entry's digest."""
        with self.store.changes() as connection:
            changed = update(JOURNAL).where(JOURNAL.c.leaf == leaf).values(digest="0" * 64)
            assert connection.execute(changed).rowcount == 1

    def found(self, held: Held = Held(), *, is_whole: bool = False) -> set[Code]:  # noqa: B008 - frozen
        """What is wrong with the log, with what was written since a day long ago, or with all of it."""
        found = verify(self.store, since=None if is_whole else LONG_AGO, held=held)
        return {one.why.code for one in found.house.findings} & {LOG_HEAD_DIFFERS, LOG_REWRITTEN, LOG_SHORTER}


@pytest.fixture
def logged(tmp_path: Path) -> Logged:
    return Logged(tmp_path)


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The leaves that are read."""
    read: list[int] = []
    usual = Snapshot.leaves

    def leaves(self: Snapshot, *between: Any) -> Any:
        for row in usual(self, *between):
            read.append(row.leaf)
            yield row

    with monkeypatch.context() as patch:
        patch.setattr(Snapshot, "leaves", leaves)
        yield read


def go(background: BackgroundAudit) -> int:
    return sum(iter(background.log_step, 0))


def test_the_background_comes_to_the_newest_checkpoint_and_goes_on_from_there(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert go(logged.background()) == logged.size
    before = logged.size
    logged.grow(WIDTH + 1)
    with counted(monkeypatch) as read:
        assert go(logged.background()) == WIDTH + 1  # a server that starts again
        assert min(read) >= before // WIDTH * WIDTH
    assert go(logged.background()) == 0


def test_it_takes_some_at_a_time(logged: Logged) -> None:
    logged.grow(LOG_AT_A_TIME)
    background = logged.background()
    assert background.log_step() == LOG_AT_A_TIME
    assert logged.store.mark(MARK) is None
    assert go(background) == logged.size - LOG_AT_A_TIME
    assert Checkpoint.read(str(logged.store.mark(MARK))).size == logged.size


def test_a_change_is_found_before_it_counts_as_verified(logged: Logged) -> None:
    logged.change(WIDTH + 5)
    background = logged.background()
    go(background)
    assert set(background.faults) == {LOG_NAME}
    assert logged.store.mark(MARK) is None
    assert go(background) == 0


def test_the_newest_day_reads_the_log_only_behind_what_was_verified(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(monkeypatch) as read:
        logged.found()
        assert not read  # nothing was verified before: all of the log is looked at where somebody asks for it
    go(logged.background())
    before = logged.size
    logged.grow(10)
    with counted(monkeypatch) as read:
        assert logged.found() == set()
        assert (min(read), max(read)) == (before // WIDTH * WIDTH, logged.size - 1)


def test_a_change_behind_it_is_found_and_one_before_it_where_all_is_looked_at(logged: Logged) -> None:
    go(logged.background())
    logged.grow(10)
    logged.change(logged.size - 5)
    assert LOG_HEAD_DIFFERS in logged.found()
    logged.change(5)
    assert LOG_HEAD_DIFFERS in logged.found(is_whole=True)


def test_a_checkpoint_from_before_is_compared_by_a_proof(logged: Logged, monkeypatch: pytest.MonkeyPatch) -> None:
    old = logged.log.newest().note
    logged.grow(WIDTH)
    go(logged.background())
    with counted(monkeypatch) as read:
        found = verify(logged.store, since=LONG_AGO, held=Held([("old", old)]))
        assert (found.evidence.checkpoints, found.evidence.covered) == (1, Checkpoint.read(old).size)
        assert min(read) > Checkpoint.read(old).size
    signer = Signer(logged.log.origin, Ed25519PrivateKey.generate())
    other = Checkpoint(logged.log.origin, ENTRIES, bytes(32)).signed(signer)
    keys = [signer.verifier, *logged.log.verifiers]
    assert logged.found(Held([("other", other)], verifiers=keys)) == {LOG_REWRITTEN}


@pytest.mark.parametrize("note", ["", "something", "signed by somebody else"])
def test_what_nobody_trusted_has_signed_does_not_count(
    logged: Logged, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if note.startswith("signed"):
        tree = logged.store.log_head()
        other = Signer(logged.log.origin, Ed25519PrivateKey.generate())
        note = Checkpoint(logged.log.origin, tree.size, tree.root).signed(other)
    logged.store.keep_mark(MARK, note)
    with counted(monkeypatch) as read:
        logged.found(Held([("newest", logged.log.newest().note)]))
        assert min(read) == 0


def test_a_mark_of_another_log_does_not_count(logged: Logged, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house itself signs what was never there: its tiles have another root."""
    tree = Tree(WIDTH, (bytes(32),))
    keep_verified(logged.store, SignedTree(tree, logged.log.sign(tree)))
    with counted(monkeypatch) as read:
        assert logged.found(Held([("newest", logged.log.newest().note)])) == set()
        assert min(read) == 0
