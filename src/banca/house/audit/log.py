"""The log once more: built anew from the journal, beside its head, its tiles, and what others hold of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import update

from banca.house import journal
from banca.house.audit.replay import SLACK
from banca.house.audit.report import (
    CHECKPOINT_BAD,
    LEAF_GAP,
    LEAF_MISSING,
    LOG_HEAD_DIFFERS,
    LOG_KEY_DIFFERS,
    LOG_REWRITTEN,
    LOG_SHORTER,
    RECEIPT_FAULTS,
    Check,
    Evidence,
    Finding,
    TableReport,
    Weight,
)
from banca.house.audit.store_reader import StoreReader
from banca.house.clock import read_time, write_time
from banca.house.log import LOG_MARK, SignedTree
from banca.house.register import REGISTER, LogKeySet
from banca.house.schema import MARKS
from banca.house.store import Store, tree_in
from banca.rules import NOTHING, Code, Message, _, _n
from banca.transparency.checkpoint import Checkpoint, open_checkpoint
from banca.transparency.merkle import Tree, consistency_proof, is_consistent, leaf_hash, tree_of
from banca.transparency.note import BadNoteError, Verifier, shortened
from banca.transparency.receipt import BadReceiptError, Receipt, entry_leaf, read_receipts
from banca.transparency.tiles import HEIGHT, WIDTH, HashTile, root_of_hashes

VERIFIED_MARK = "log_verified"
"""Under which the store keeps the checkpoint up to which its log was verified."""
KEYS_SET = b'"log_key_set"'


def keep_verified(store: Store, signed: SignedTree) -> None:
    """Keep that all entries under a checkpoint have been looked at: the next look goes on from there."""
    note = shortened(signed.note)
    with store.transaction() as connection:
        if not connection.execute(update(MARKS).where(MARKS.c.name == VERIFIED_MARK).values(text=note)).rowcount:
            connection.execute(MARKS.insert().values(name=VERIFIED_MARK, text=note))


class HeldEvidence(NamedTuple):
    """What somebody outside the house holds of it, each by its name: files, in most cases."""

    checkpoints: Sequence[tuple[str, str]] = ()
    receipts: Sequence[tuple[str, bytes]] = ()
    verifiers: Sequence[Verifier] = ()
    """Who is trusted to sign; where there are none, those whom the register has ever named."""
    own: tuple[str, str] | None = None
    """What the signer of the house remembers itself: compared as well, and no evidence, as the house could change it."""


class HeldCheckpoint(NamedTuple):
    """A checkpoint that is held, by its name; its signature was checked."""

    name: str
    checkpoint: Checkpoint
    is_of_receipt: bool = False
    is_own: bool = False


LogKeyEntry = tuple[int, tuple[Verifier, ...]]
"""An entry of the register that says who signs the log."""


class LogAudit:
    """Looks at the log of a store once: at all of it, or from where it was verified before."""

    def __init__(self, reader: StoreReader, held: HeldEvidence, report: TableReport) -> None:
        self._reader, self._held, self._report = reader, held, report
        self._key_entries = list(_key_entries(reader))
        self._registered_keys = [key for _, keys in self._key_entries for key in keys]
        self._mark = reader.mark(LOG_MARK)
        self._keys = list(held.verifiers) or self._registered_keys
        self.before = Tree()
        """The log that was verified before; nothing where all is looked at."""
        self.reached = Tree()
        """The log as far as it has been looked at."""
        self._tiles = 0
        self._lacking: list[HashTile] = []
        """Full tiles that are not kept."""
        self._upper: list[list[bytes]] | None = []
        """On each level the roots of full tiles below the next tile there, as far as they were made; None where they are not known."""
        self.evidence = Evidence()

    def go_on(self, before: Tree | None = None) -> int:
        """Look only at what came after a log that was verified before, or that the store says was; return how many entries that had."""
        size, _ = self._reader.log_head()
        self.before = before or self._verified_before(size)
        self.reached = Tree(
            self.before.size // WIDTH * WIDTH, self.before.peaks[: (self.before.size >> HEIGHT).bit_count()]
        )
        self._upper = self._roots_before() if self.before.size else []
        return self.before.size

    def _verified_before(self, size: Any) -> Tree:  # whatever stands there
        """The log as far as it was verified; nothing where nobody trusted has signed that, or the log has become another.

        Whoever can write the store can write the mark too. So it counts where its signature is good and the log's tiles have its root.
        """
        with suppress(BadNoteError, IndexError, TypeError):
            checkpoint = open_checkpoint(str(self._reader.mark(VERIFIED_MARK)), self._keys).checkpoint
            if 0 < checkpoint.size <= size:
                tree = tree_of(checkpoint.size, self._reader.log_nodes(size))
                return tree if tree.root == checkpoint.root else Tree()
        return Tree()

    def _roots_before(self) -> list[list[bytes]] | None:
        """The roots of full tiles that the next tiles above them begin with; none where they are not kept yet."""
        rows: list[list[bytes]] = []
        count, level = self.reached.size // WIDTH, 0
        while count:
            kept = [self._reader.tile(level, number) for number in range(count // WIDTH * WIDTH, count)]
            if None in kept:
                return None
            rows.append([tile[0] for tile in kept if tile])
            count, level = count // WIDTH, level + 1
        return rows

    def run_to(self, last: int) -> None:
        """Look at the log up to before a place, and at nothing else; `reached` is the log there."""
        roots: dict[int, bytes] = {}
        self._rebuild([self.before.size], roots, last)
        self._compare_before(roots)
        if self.reached.size < last:
            self._fault(LOG_SHORTER, asked=VERIFIED_MARK, expected=last, found=self.reached.size)

    def run(self) -> None:
        """Look at all of it, and compare it with what is held."""
        checkpoints, receipts = self._open_held()
        roots: dict[int, bytes] = {}
        is_unbroken = self._rebuild([self.before.size, *{held.checkpoint.size for held in checkpoints}], roots)
        if is_unbroken:
            self._compare_before(roots)
            self._compare_head()
        self.evidence.entries = self.reached.size
        for held in checkpoints:
            self._compare(held, roots, is_broken=not is_unbroken)
        for name, receipt in receipts:
            self._look_up(name, receipt)
        newest = str(self._key_entries[-1][1][0]) if self._key_entries else None
        if self._mark is not None and self._mark != newest:
            self._fault(LOG_KEY_DIFFERS, found=self._mark, expected=newest or NOTHING)

    def _open_held(self) -> tuple[list[HeldCheckpoint], list[tuple[str, Receipt]]]:
        """What is held, as far as somebody who is trusted has signed it."""
        checkpoints: list[HeldCheckpoint] = []
        receipts: list[tuple[str, Receipt]] = []
        notes = [(name, note, self._keys, False) for name, note in self._held.checkpoints]
        if self._held.own:  # the signer signs with the registered keys, whoever else is trusted
            notes.append((*self._held.own, [*self._keys, *self._registered_keys], True))
        for name, note, keys, is_own in notes:
            try:
                checkpoints.append(HeldCheckpoint(name, open_checkpoint(note, keys).checkpoint, is_own=is_own))
            except BadNoteError:
                self._fault(CHECKPOINT_BAD, asked=name)
        for name, written in self._held.receipts:
            try:
                for receipt in read_receipts(written):
                    checkpoint = receipt.check(self._keys).checkpoint
                    checkpoints.append(HeldCheckpoint(name, checkpoint, is_of_receipt=True))
                    receipts.append((name, receipt))
            except BadReceiptError as bad:
                code = Code("receipt_bad", _("{asked} is not a valid receipt: {because}"))
                self._fault(code, asked=name, because=RECEIPT_FAULTS[bad.fault])
        return checkpoints, receipts

    def _rebuild(self, sizes: Sequence[int], roots: dict[int, bytes], last: int | None = None) -> bool:
        """Build the tree from its first leaf, or the first that is new, to the last, with its root at each of these sizes.

        Return whether every leaf is in its place: behind one that is missing nothing can be said.
        """
        order = LeafOrder(self._reader, self._key_entries, str(self._mark).partition("+")[0], self.reached.size)
        leaves: list[bytes] = []
        waiting = sorted(sizes, reverse=True)

        def grow() -> None:
            while waiting and waiting[-1] <= self.reached.size + len(leaves):
                size = waiting.pop()
                if size >= self.reached.size:
                    roots[size] = self.reached.grow(leaves[: size - self.reached.size]).tree.root
            self.reached = self.reached.grow(leaves).tree

        with closing(self._reader.leaves(self.reached.size, last)) as rows:
            for row in rows:
                expected = self.reached.size + len(leaves)
                if row.leaf is None:
                    self._fault(LEAF_MISSING, row.table_id, row.seq)
                    return False
                if row.leaf != expected:
                    self._fault(LEAF_GAP, row.table_id, row.seq, asked=expected, found=row.leaf)
                    return False
                for code, about in order.take(row):
                    self._fault(code, row.table_id, row.seq, **about)
                leaves.append(_leaf(row))
                if len(leaves) == WIDTH:
                    grow()
                    self._compare_tiles(b"".join(leaves))
                    leaves.clear()
        grow()
        return True

    def _compare_head(self) -> None:
        """Compare the log's head and the tiles that are kept with what was built."""
        size, peaks = self._reader.log_head()
        if not isinstance(peaks, bytes) or tree_in(size, peaks) != self.reached:
            self._fault(LOG_HEAD_DIFFERS, found=size, expected=self.reached.size)
        if self.before.size:
            stray = self._reader.tiles_beyond(self.reached.size)
        else:
            stray = self._reader.tile_count() - self._tiles
        if stray:
            text = _n(
                "the store has {asked} tile that does not belong to the log",
                "the store has {asked} tiles that do not belong to the log",
                by="asked",
            )
            self._fault(Code("tile_stray", text), asked=stray)
        # Tiles are kept in their order, and one above others after all of these: one that is missing before another was removed.
        # The last ones may still have to be made, which a server does beside its work.
        ends = {level: number for level, number in self._reader.last_tiles().items() if isinstance(number, int)}
        removed = [
            tile
            for tile in self._lacking
            if tile.number < ends.get(tile.level, -1) or tile.number // WIDTH <= ends.get(tile.level + 1, -1)
        ]
        for tile in removed:
            self._fault(Code("tile_missing", _("tile {asked} of the log was removed")), asked=str(tile))
        if self._mark is not None and len(self._lacking) > len(removed):  # without a mark no server ever had this store
            text = _n(
                "the last full tile of the log is not in the store ({asked}): a running server adds it within seconds; if none is running, it may have been removed",
                "the last {asked} full tiles of the log are not in the store: a running server adds them within seconds; if none is running, they may have been removed",
                by="asked",
            )
            why = Message("tiles_not_kept", text, asked=len(self._lacking) - len(removed))
            self._report.add(Check.LOG, why, weight=Weight.NOTICE)

    def _compare_before(self, roots: Mapping[int, bytes]) -> None:
        """Check that the entries still are those that were verified before, as far as they were looked at again."""
        before = self.before
        if before.size and roots.get(before.size, before.root) != before.root:
            self._fault(LOG_REWRITTEN, asked=VERIFIED_MARK, expected=before.size)

    def _compare_tiles(self, hashes: bytes) -> None:
        """Compare a tile that is full, and those above it that are full with it, with the kept ones."""
        number, level = self.reached.size // WIDTH - 1, 0
        while True:
            kept = self._reader.tile(level, number)
            root = root_of_hashes(hashes)
            if kept is None:
                self._lacking.append(HashTile(level, number))
            else:
                self._tiles += 1
                if kept != (root, hashes):
                    code = Code("tile_differs", _("tile {asked} of the log does not match its entries"))
                    self._fault(code, asked=str(HashTile(level, number)))
            if self._upper is None:
                return
            if len(self._upper) == level:
                self._upper.append([])
            row = self._upper[level]
            row.append(root)
            if len(row) < WIDTH:
                return
            hashes, level, number = b"".join(row), level + 1, number // WIDTH
            row.clear()

    def _compare(self, held: HeldCheckpoint, roots: dict[int, bytes], *, is_broken: bool) -> None:
        """Check that the log began with what was signed."""
        size, root = held.checkpoint.size, held.checkpoint.root
        if size not in roots and size < self.before.size:
            # The proof is checked, so that the tiles need not be believed.
            proof = consistency_proof(size, self.before.size, self._reader.log_nodes(self.before.size))
            roots[size] = root if is_consistent(size, root, self.before.size, self.before.root, proof) else b""
        if size not in roots and held.is_own:  # the copy that a backup made is shorter, and nothing is wrong with it
            text = _(
                "{asked} was signed over {expected} entries, but the log has {found}: this is an older copy of the database, or entries have been removed"
            )
            why = Message("signer_ahead", text, asked=held.name, expected=size, found=self.reached.size)
            self._report.add(Check.LOG, why, weight=Weight.NOTICE)
        elif size not in roots:
            if not is_broken:
                self._fault(LOG_SHORTER, asked=held.name, expected=size, found=self.reached.size)
        elif roots[size] != root:
            self._fault(LOG_REWRITTEN, asked=held.name, expected=size)
        elif not held.is_own:
            self.evidence.checkpoints += not held.is_of_receipt
            self.evidence.covered = max(self.evidence.covered, size)

    def _look_up(self, name: str, receipt: Receipt) -> None:
        """Check that an entry that was acknowledged is there, as it was and where it was."""
        place = self._reader.place_of(receipt.table, receipt.seq)
        about: dict[str, Any] = {"asked": name}
        if place is None:
            code = Code("receipt_missing", _("the entry that {asked} acknowledges is not in the journal"))
        elif place[0] != receipt.digest:
            code = Code("receipt_differs", _("the entry in the journal is not the one that {asked} acknowledges"))
        elif place[1] != receipt.index:
            text = _("the entry that {asked} acknowledges was at position {expected} of the log and is now at {found}")
            code = Code("receipt_moved", text)
            about |= {"expected": receipt.index, "found": place[1]}
        else:
            self.evidence.receipts += 1
            return
        self._fault(code, receipt.table, receipt.seq, **about)

    def _fault(self, code: Code, table: str = "", seq: int = 0, **about: object) -> None:
        self._report.note(Finding(check=Check.LOG, table=table, seq=seq, why=Message(code, **about)))


class LeafOrder:
    """Entries in the order of the log: each table's one after another, and their times, from where the house has signed it."""

    def __init__(self, reader: StoreReader, key_entries: Sequence[LogKeyEntry], origin: str, begins: int) -> None:
        self._reader, self._begins = reader, begins
        self._last: dict[str, int] = {}
        self._latest: datetime | None = None
        self._first = next((seq for seq, keys in key_entries if keys[0].name == origin), 0)
        """The entry of the register with which the log begins under its name: what is older was read in, or placed by its time."""
        place = reader.place_of(REGISTER, self._first) if begins else None
        self._is_live = place is not None and place[1] is not None and place[1] < begins

    def take(self, row: Any) -> Iterator[tuple[Code, dict[str, object]]]:  # a row
        """Look at the next leaf."""
        last = self._last.get(row.table_id)
        if row.seq != (self._seq_before(row.table_id, row.seq) if last is None else last) + 1:
            yield Code("leaf_order", _("in the log, it does not directly follow the previous entry of its table")), {}
        self._last[row.table_id] = row.seq
        at = time_in(row.begins)
        if self._is_live and at and self._latest and self._latest - at > SLACK:
            text = _("it is dated {asked}, but comes in the log after an entry dated {found}")
            yield Code("log_time_backwards", text), {"asked": write_time(at), "found": write_time(self._latest)}
        self._is_live = self._is_live or (row.table_id, row.seq) == (REGISTER, self._first)
        if self._is_live and at:
            self._latest = max(self._latest or at, at)

    def _seq_before(self, table: str, seq: Any) -> int:  # whatever stands there
        """The entry of a table that comes before one, where it was looked at before; none for its first."""
        place = self._reader.place_of(table, seq - 1) if self._begins and isinstance(seq, int) else None
        return seq - 1 if place and isinstance(place[1], int) and place[1] < self._begins else 0


def _leaf(row: Any) -> bytes:  # a row
    """The hash of an entry's leaf; what no entry could say has one that fits nothing."""
    try:
        return leaf_hash(entry_leaf(row.table_id, row.seq, row.digest))
    except UnicodeError:
        return leaf_hash(b"")


def time_in(begins: object) -> datetime | None:
    """Return the time that an entry says, out of its first letters: to decode all entries only for that would take as long as their audit."""
    _, _, rest = bytes(begins).partition(b'"at":"') if isinstance(begins, bytes) else (b"", b"", b"")
    return read_time(rest.partition(b'"')[0].decode("ascii", "replace"))


def _key_entries(reader: StoreReader) -> Iterator[LogKeyEntry]:
    """Those whom the register has named to sign, one after another; what cannot be read is found elsewhere."""
    for row in reader.rows(REGISTER):
        if not isinstance(row.body, bytes) or KEYS_SET not in row.body:
            continue
        try:
            entry = journal.read(row.body, REGISTER, row.seq)
            for event in entry.events:
                if isinstance(event, LogKeySet):
                    yield row.seq, tuple(Verifier.read(key) for key in event.keys)
        except (msgspec.MsgspecError, BadNoteError, UnicodeError, RecursionError):
            continue
