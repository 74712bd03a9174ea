"""The log in the store and its key: places, tiles, upgrades, imports, signatures, what a signer remembers; and the command line."""

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import select, update

from banca.house import journal
from banca.house.audit import HeldEvidence, verify
from banca.house.cage import CAGE
from banca.house.commands import open_office
from banca.house.database import StoreConflictError
from banca.house.house import House
from banca.house.journal import GENESIS, Entry
from banca.house.log import LOG_KEY_DIFFERS, HouseLog, open_log_key
from banca.house.log import retire_keys as retire
from banca.house.log import rotate_keys as rotate
from banca.house.register import REGISTER, KeyLost
from banca.house.schema import JOURNAL, LOG_TILES
from banca.house.store import Row, Store, WriteSet, open_store
from banca.rules import Refusal
from banca.tables.commands import THE_HOUSE, OpenTable
from banca.transparency.checkpoint import Checkpoint, open_checkpoint
from banca.transparency.merkle import Tree, inclusion_proof, is_included, leaf_hash, tree_of
from banca.transparency.note import split
from banca.transparency.receipt import entry_leaf
from banca.transparency.tiles import HashTile
from support.commands import run
from support.forgery import entries, held, script, tell
from support.houses import bare_store


def row(table: str, seq: int, before: str = GENESIS, at: str = "2026-01-01T00:00:00.000+00:00") -> Row:
    by, role = THE_HOUSE.name, THE_HOUSE.role
    opened = (open_office(CAGE),)
    entry = Entry(
        v=journal.FORM,
        table=table,
        seq=seq,
        at=at,
        by=by,
        role=role,
        id=f"id-{seq}",
        command=OpenTable(),
        events=opened,
    )
    body = journal.write(entry)
    return Row(table, seq, entry.by, entry.id, body, journal.digest(before, body))


def chain(table: str, count: int) -> list[Row]:
    found: list[Row] = []
    for seq in range(1, count + 1):
        found.append(row(table, seq, found[-1].digest if found else GENESIS))
    return found


def write(store: Store, rows: list[Row]) -> WriteSet:
    table = rows[0].table_id
    writing = WriteSet(rows=rows, heads={table: (rows[0].seq - 1, rows[-1].seq, rows[-1].digest)})
    if rows[0].seq == 1:
        writing.opened = [(table, CAGE)]
    store.write(writing)
    return writing


def hashes(rows: list[Row]) -> list[bytes]:
    return [leaf_hash(entry_leaf(one.table_id, one.seq, one.digest)) for one in rows]


class TestPlaces:
    def test_they_follow_the_writing_and_the_head_follows_them(self, either_store: Store) -> None:
        store = either_store
        one, two = chain("one", 5), chain("two", 3)
        write(store, one[:2])
        write(store, two)
        last = write(store, one[2:])
        order = [*one[:2], *two, *one[2:]]
        assert store.log_head() == Tree().grow(hashes(order)).tree
        assert last.grown is not None
        assert last.grown.tree == store.log_head()
        assert [(found.seq, found.leaf) for found in store.rows("one")] == [(1, 0), (2, 1), (3, 5), (4, 6), (5, 7)]
        with pytest.raises(StoreConflictError):
            write(store, [row("one", 7)])
        assert store.log_head() == last.grown.tree  # what is not written has no place

    def test_tiles_are_kept_when_they_are_full_and_made_of_the_journal_until_then(self, either_store: Store) -> None:
        store = either_store
        rows = chain("one", 600)
        write(store, rows)
        leaves = hashes(rows)
        tiles = (HashTile(0, 0), HashTile(0, 1), HashTile(0, 2, 88), HashTile(1, 0, 2))
        fresh = [store.log_tile(tile) for tile in tiles]
        assert fresh[0] == b"".join(leaves[:256])
        assert store.make_tiles() == 2
        assert store.make_tiles() == 0
        with store.engine.connect() as connection:
            kept = connection.execute(select(LOG_TILES.c.level, LOG_TILES.c.number)).all()
            assert sorted(map(tuple, kept)) == [(0, 0), (0, 1)]
            nodes = store.log_nodes(connection, 600)
            root = tree_of(600, nodes).root
            assert root == store.log_head().root
            for index in (0, 255, 256, 511, 512, 599):
                assert is_included(leaves[index], index, 600, inclusion_proof(index, tree_of(600, nodes), nodes), root)
        assert [store.log_tile(tile) for tile in tiles] == fresh
        assert store.log_tile(HashTile(0, 2, 89)) is None
        assert store.log_entries(2, 88) == [entry_leaf(one.table_id, one.seq, one.digest) for one in rows[512:]]
        assert store.log_entries(2, 89) is None


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "log.key"


def refused(store: Store, key: Path, origin: str | None = None) -> str:
    with pytest.raises(Refusal) as caught:
        open_log_key(store, key, origin)
    return caught.value.code


class TestKey:
    def test_it_is_made_at_the_first_start_and_is_nobody_elses(self, store: Store, key: Path) -> None:
        (signer,) = open_log_key(store, key)
        assert key.stat().st_mode & 0o777 == 0o600
        assert [one.name for one in key.parent.iterdir()] == ["log.key"]
        (again,) = open_log_key(store, key)
        assert again.verifier == signer.verifier
        assert signer.verifier.name.startswith("banca.local/")

    def test_its_name_is_chosen_once(self, store: Store, key: Path) -> None:
        assert refused(store, key, "two words") == "bad_log_origin"
        (signer,) = open_log_key(store, key, "casino.example/log")
        assert signer.verifier.name == "casino.example/log"
        assert refused(store, key, "other.example/log") == "log_origin_differs"

    def test_without_it_or_with_another_no_house_opens(self, store: Store, key: Path) -> None:
        (first,) = open_log_key(store, key)
        kept = key.read_bytes()
        key.unlink()
        assert refused(store, key) == "log_key_missing"
        key.write_text("no key\n")
        key.chmod(0o600)
        assert refused(store, key) == "bad_log_key"
        key.write_text(f"{'ab' * 32}\n")
        assert refused(store, key) == LOG_KEY_DIFFERS
        (other,) = open_log_key(store, key, is_lost=True)
        assert (other.verifier.name, other.verifier == first.verifier) == (first.verifier.name, False)
        key.write_bytes(kept)
        assert refused(store, key) == LOG_KEY_DIFFERS

    def test_while_it_is_changed_both_sign_and_the_register_says_so(self, store: Store, key: Path) -> None:
        old = HouseLog(store, open_log_key(store, key))
        House(store, log=old)
        rotate(key)
        both = HouseLog(store, open_log_key(store, key))
        house = House(store, log=both)
        assert (both.verifiers[1:], house.register.log_keys) == (old.verifiers, both.keys)
        note = both.newest().note
        for known in (old.verifiers, both.verifiers[:1]):
            assert open_checkpoint(note, known).is_of_log
        retire(key)
        new = HouseLog(store, open_log_key(store, key))
        assert House(store, log=new).register.log_keys == new.keys == both.keys[:1]
        assert verify(store, held=HeldEvidence([("old", note)])).evidence.checkpoints == 1

    def test_after_a_loss_the_register_says_so(self, store: Store, key: Path) -> None:
        House(store, log=HouseLog(store, open_log_key(store, key)))
        key.unlink()
        House(store, log=HouseLog(store, open_log_key(store, key, is_lost=True), is_after_loss=True))
        last = list(store.rows(REGISTER))[-1]
        assert json.loads(last.body)["events"][0]["is_after_loss"] is True


class TestCommandLine:
    @pytest.mark.slow
    def test_keys_and_checkpoints(self, tmp_path: Path) -> None:
        at = ("--db", f"sqlite:///{tmp_path / 'house.db'}")
        key = ("--log-key", str(tmp_path / "log.key"))
        mistyped = run("log", "key", *at, *key)
        assert (mistyped.exit_code, "there is no such file" in mistyped.stderr) == (1, True)
        assert not list(tmp_path.iterdir())
        bare_store(tmp_path / "house.db")
        first = json.loads(run("log", "key", *at, *key, "--json").stdout)
        both = json.loads(run("log", "rotate", *at, *key, "--json").stdout)
        assert both["keys"][1:] == first["keys"]
        assert entries(tmp_path / "house.db", REGISTER)[-1].command.do == "set_log_key"
        note = tmp_path / "note"
        run("log", "checkpoint", *at, *key, "-o", str(note))
        told = json.loads(run("audit", "verify", *at, "--checkpoint", str(note), "--json").stdout)
        assert (told["whole"], told["evidence"]["checkpoints"]) == (True, 1)
        assert told["evidence"]["covered"] == told["evidence"]["entries"] > 0
        last = json.loads(run("log", "retire", *at, *key, "--json").stdout)
        assert last["keys"] == both["keys"][:1]

    @pytest.mark.slow
    def test_receipts_in_a_folder(self, tmp_path: Path) -> None:
        at = ("--db", f"sqlite:///{tmp_path / 'house.db'}")
        told = tell(tmp_path / "house.db", script())
        folder = tmp_path / "receipts"
        folder.mkdir()
        nothing = run("audit", "verify", *at, "--receipts", str(folder))
        assert (nothing.exit_code, "there are no receipts" in nothing.stderr) == (1, True)
        one, *others = [written for _, written in held(told, receipts=True).receipts]
        (folder / "receipt.json").write_bytes(one)
        (folder / "receipts-ana.json").write_bytes(b"[" + b",".join(others) + b"]")  # as a page saves them
        vkey = str(held(told).verifiers[0])
        found = json.loads(run("audit", "verify", *at, "--receipts", str(folder), "--log-vkey", vkey, "--json").stdout)
        assert (found["whole"], found["evidence"]["receipts"]) == (True, len(told.receipts))
        bad = run("audit", "verify", *at, "--log-vkey", "nobody")
        assert (bad.exit_code, "not the public key" in bad.stderr) == (1, True)


class Kept:
    """A store in a folder, with its key beside it and what its signer remembers: one that has gone back is not signed again."""

    def __init__(self, folder: Path) -> None:
        self.db, self.key = folder / "house.db", folder / "keys" / "log.key"
        self.store: Store | None = None

    def open(self) -> House:
        self.store = open_store(f"sqlite:///{self.db}")
        return House(self.store, log=HouseLog.open(self.store, self.key))

    def stop(self, house: House) -> int:
        """What is signed then is remembered; how many entries that were."""
        assert house.log is not None
        size = house.log.newest().tree.size
        house.log.remember()
        house.store.close()
        return size

    def grow(self) -> int:
        house = self.open()
        house.record(KeyLost())  # any entry: the log grows by one
        return self.stop(house)

    @property
    def memory(self) -> Path:
        (found,) = self.key.parent.glob("*.signed")
        return found


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    bare_store(tmp_path / "house.db")
    found = Kept(tmp_path)
    found.grow()
    return found


def refusal_of(kept: Kept) -> Refusal:
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
    refusal = refusal_of(kept)
    assert refusal.code == "log_went_back"
    about = refusal.message.about
    assert (about["asked"], about["found"], about["file"]) == (size, size - 1, kept.memory)
    kept.memory.unlink()  # somebody decides that it must be so
    kept.open()


def test_a_store_that_was_rewritten_or_a_memory_that_cannot_be_read_is_refused(kept: Kept) -> None:
    kept.grow()
    store = open_store(f"sqlite:///{kept.db}")
    with store.transaction() as connection:
        changed = update(JOURNAL).where(JOURNAL.c.table_id == REGISTER, JOURNAL.c.seq == 2).values(digest="0" * 64)
        assert connection.execute(changed).rowcount == 1
        connection.execute(LOG_TILES.delete())
    store.close()
    assert refusal_of(kept).code == "log_went_back"
    kept.memory.write_text("something")
    assert refusal_of(kept).code == "bad_log_memory"
