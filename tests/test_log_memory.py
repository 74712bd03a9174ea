"""What a signer remembers outside the store: a store that has gone back, or is another, is not signed again."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import update

from asked import run
from banca.house.house import House
from banca.house.log import HouseLog
from banca.house.log_memory import BAD_MEMORY, LOG_WENT_BACK, LogMemory
from banca.house.register import REGISTER
from banca.house.register.event import KeyLost
from banca.house.schema import JOURNAL, LOG_TILES
from banca.house.store import Store, open_store
from banca.rulebook import Refusal
from banca.transparency.checkpoint import Checkpoint, open_checkpoint
from banca.transparency.note import split


class Kept:
    """A store in a folder, with its key beside it."""

    def __init__(self, folder: Path) -> None:
        self.db, self.key = folder / "house.db", folder / "keys" / "log.key"
        self.store: Store | None = None

    def open(self) -> House:
        self.store = open_store(f"sqlite:///{self.db}")
        return House(self.store, log=HouseLog.opened(self.store, self.key))

    def stop(self, house: House) -> int:
        """What is signed then is remembered; how many entries that were."""
        assert house.log is not None
        size = house.log.newest().tree.size
        house.log.remember()
        house.store.close()
        return size

    def grow(self) -> int:
        house = self.open()
        house.put_down(KeyLost())  # any entry: the log grows by one
        return self.stop(house)

    @property
    def memory(self) -> Path:
        (found,) = self.key.parent.glob("*.signed")
        return found


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    found = Kept(tmp_path)
    found.grow()
    return found


def refused(kept: Kept) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        kept.open()
    return refusal.value


def test_a_store_that_only_grew_is_opened(kept: Kept) -> None:
    size = kept.grow()
    note = kept.memory.read_text()
    assert Checkpoint.read(split(note)[0]).size == size
    house = kept.open()
    assert house.log is not None
    assert open_checkpoint(note, house.log.verifiers).checkpoint.size == size  # others can check it as any checkpoint
    assert kept.memory.stat().st_mode & 0o077 == 0


def test_a_backup_that_was_put_back_is_refused_with_what_to_do(kept: Kept, tmp_path: Path) -> None:
    backup = shutil.copy(kept.db, tmp_path / "backup.db")
    size = kept.grow()
    shutil.copy(backup, kept.db)
    refusal = refused(kept)
    assert refusal.code == LOG_WENT_BACK
    about = refusal.message.about
    assert (about["asked"], about["found"], about["file"]) == (size, size - 1, kept.memory)
    kept.memory.unlink()  # somebody decides that it must be so
    kept.open()


def test_a_store_that_was_rewritten_is_refused(kept: Kept) -> None:
    kept.grow()
    store = open_store(f"sqlite:///{kept.db}")
    with store.changes() as connection:
        changed = update(JOURNAL).where(JOURNAL.c.table_id == REGISTER, JOURNAL.c.seq == 2).values(digest="0" * 64)
        assert connection.execute(changed).rowcount == 1
        connection.execute(LOG_TILES.delete())
    store.close()
    assert refused(kept).code == LOG_WENT_BACK


def test_a_memory_that_cannot_be_read_is_refused(kept: Kept) -> None:
    kept.memory.write_text("something")
    assert refused(kept).code == BAD_MEMORY


def test_of_two_processes_that_share_a_key_the_larger_counts(kept: Kept) -> None:
    house = kept.open()
    log = house.log
    assert log is not None
    memory = LogMemory(kept.key, log.origin)
    smaller = log.newest().note
    house.put_down(KeyLost())
    larger = log.newest()
    memory.keep(larger.note)
    memory.keep(smaller)
    last = memory.last()
    assert last is not None
    assert last.size == larger.tree.size


def test_each_log_that_a_key_signs_is_remembered_by_itself(kept: Kept, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Kept(tmp_path / "other")
    other.key = kept.key
    assert other.grow() == other.grow() - 1
    assert len(list(kept.key.parent.glob("*.signed"))) == 2
    kept.open()


def test_a_command_signs_no_store_that_has_gone_back(kept: Kept, tmp_path: Path) -> None:
    at = ("--db", f"sqlite:///{kept.db}", "--log-key", str(kept.key))
    backup = shutil.copy(kept.db, tmp_path / "backup.db")
    kept.grow()
    assert run("log", "checkpoint", *at).exit_code == 0
    shutil.copy(backup, kept.db)
    for lang, words in (("en", "an older copy was put back"), ("pt", "cópia mais antiga"), ("zh", "較舊的副本")):
        said = run("log", "checkpoint", *at, "--lang", lang)
        assert said.exit_code == 1
        assert words in said.stderr.replace("\n", " ")
