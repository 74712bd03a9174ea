"""The log once more: built anew from the journal, beside its head, its tiles, and what others hold of it."""

from collections.abc import Iterator, Sequence
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
    Weight,
)
from banca.house.audit.store_reader import Snapshot
from banca.house.clock import read_time, write_time
from banca.house.log import LOG_MARK, SignedTree
from banca.house.log_rows import tree_in
from banca.house.register import REGISTER
from banca.house.register.event import LogKeySet
from banca.house.schema import MARKS
from banca.house.store import Store
from banca.rules import NOTHING, Code, Message, _, _n
from banca.transparency.checkpoint import Checkpoint, open_checkpoint
from banca.transparency.merkle import Nodes, Tree, consistency_proof, is_consistent, leaf_hash, tree_of
from banca.transparency.note import BadNoteError, Verifier, shortened
from banca.transparency.receipt import BadReceiptError, Receipt, entry_leaf, read_receipts
from banca.transparency.tiles import HEIGHT, WIDTH, HashTile, root_of_hashes

VERIFIED_MARK = "log_verified"


def keep_verified(store: Store, signed: SignedTree) -> None:
    """All entries under a checkpoint have been looked at: the next look goes on from there."""
    note = shortened(signed.note)
    with store.transaction() as connection:
        if not connection.execute(update(MARKS).where(MARKS.c.name == VERIFIED_MARK).values(text=note)).rowcount:
            connection.execute(MARKS.insert().values(name=VERIFIED_MARK, text=note))


def verified_before(note: object, keys: list[Verifier], nodes: Nodes, size: Any) -> Tree:  # whatever stands there
    """The log as far as it was verified; nothing where nobody trusted has signed that, or the log of so many entries is another."""
    with suppress(BadNoteError, IndexError, TypeError):
        found = open_checkpoint(str(note), keys).checkpoint
        if 0 < found.size <= size:
            tree = tree_of(found.size, nodes)
            return tree if tree.root == found.root else Tree()
    return Tree()


KEYS_SET = b'"log_key_set"'


class Held(NamedTuple):
    """What somebody outside the house holds of it, each by its name: files, in most cases."""

    checkpoints: Sequence[tuple[str, str]] = ()
    receipts: Sequence[tuple[str, bytes]] = ()
    verifiers: Sequence[Verifier] = ()
    """Who is trusted to sign; where there are none, those whom the register has ever named."""
    own: tuple[str, str] | None = None
    """What the signer of the house remembers itself: compared as well, and no evidence, as the house could change it."""


class Signed(NamedTuple):
    """A checkpoint that is held, by its name."""

    name: str
    checkpoint: Checkpoint
    is_of_receipt: bool = False
    is_own: bool = False


class Named(NamedTuple):
    """An entry of the register that says who signs the log."""

    seq: int
    keys: tuple[Verifier, ...]


class LogAudit:
    """Looks at the log of a store once: at all of it, or from where it was verified before."""

    def __init__(self, seen: Snapshot, held: Held) -> None:
        self._seen, self._held = seen, held
        self._named = list(_named(seen))
        self._mark = seen.mark(LOG_MARK)
        self._keys = list(held.verifiers) or [key for named in self._named for key in named.keys]
        self._before = Tree()
        """What was verified before; nothing where all is looked at."""
        self._tree = Tree()
        self._tiles = 0
        self._lacking: list[HashTile] = []
        """Full tiles that are not kept."""
        self._upper: list[list[bytes]] | None = []
        self.evidence = Evidence()

    def go_on(self, before: Tree | None = None) -> int:
        """Look only at what came after a log that was verified before, or that the store says was; how many entries that had."""
        size, _ = self._seen.log_head()
        if before is None:
            before = verified_before(self._seen.mark(VERIFIED_MARK), self._keys, self._seen.log_nodes(size), size)
        self._before = before
        self._tree = Tree(before.size // WIDTH * WIDTH, before.peaks[: (before.size >> HEIGHT).bit_count()])
        self._upper = self._roots_before() if before.size else []
        return before.size

    def _roots_before(self) -> list[list[bytes]] | None:
        """The roots of full tiles that the next tiles above them begin with; none where they are not kept yet."""
        rows: list[list[bytes]] = []
        count, level = self._tree.size // WIDTH, 0
        while count:
            kept = [self._seen.tile(level, number) for number in range(count // WIDTH * WIDTH, count)]
            if None in kept:
                return None
            rows.append([one[0] for one in kept if one])
            count, level = count // WIDTH, level + 1
        return rows

    def piece(self, last: int) -> Iterator[Finding]:
        """What is wrong up to before a place, and nothing else; `reached` is the log there."""
        roots: dict[int, bytes] = {}
        yield from self._rebuild([self._before.size], roots, last)
        yield from self._compare_before(roots)
        if self._tree.size < last:
            yield _finding(LOG_SHORTER, asked=VERIFIED_MARK, expected=last, found=self._tree.size)

    @property
    def verified(self) -> Tree:
        """The log that was verified before."""
        return self._before

    @property
    def reached(self) -> Tree:
        """The log as far as it has been looked at."""
        return self._tree

    def run(self) -> Iterator[Finding]:
        """All that is wrong with it, or with what is held."""
        signed: list[Signed] = []
        receipts: list[tuple[str, Receipt]] = []
        yield from self._open(signed, receipts)
        broken, roots = False, dict[int, bytes]()
        for finding in self._rebuild([self._before.size, *{one.checkpoint.size for one in signed}], roots):
            broken = broken or finding.why.code in (LEAF_MISSING, LEAF_GAP)
            yield finding
        if not broken:
            yield from self._compare_before(roots)
            yield from self._end()
        self.evidence.entries = self._tree.size
        for one in signed:
            yield from self._compare(one, roots, is_broken=broken)
        for name, receipt in receipts:
            yield from self._look_up(name, receipt)
        yield from self._key()

    def _open(self, signed: list[Signed], receipts: list[tuple[str, Receipt]]) -> Iterator[Finding]:
        """What is held, as far as somebody who is trusted has signed it."""
        for name, note in self._held.checkpoints:
            try:
                signed.append(Signed(name, open_checkpoint(note, self._keys).checkpoint))
            except BadNoteError:
                yield _finding(CHECKPOINT_BAD, asked=name)
        if self._held.own:
            name, note = self._held.own
            keys = [*self._keys, *(key for named in self._named for key in named.keys)]
            try:
                signed.append(Signed(name, open_checkpoint(note, keys).checkpoint, is_own=True))
            except BadNoteError:
                yield _finding(CHECKPOINT_BAD, asked=name)
        for name, written in self._held.receipts:
            try:
                for receipt in read_receipts(written):
                    signed.append(Signed(name, receipt.check(self._keys).checkpoint, is_of_receipt=True))
                    receipts.append((name, receipt))
            except BadReceiptError as bad:
                yield _finding(
                    Code("receipt_bad", _("{asked} is not a valid receipt: {because}")),
                    asked=name,
                    because=RECEIPT_FAULTS[bad.fault],
                )

    def _rebuild(self, sizes: list[int], roots: dict[int, bytes], last: int | None = None) -> Iterator[Finding]:
        """The tree from its first leaf, or the first that is new, to the last, with its root at each of these sizes."""
        order = _Order(self._seen, self._named, str(self._mark).partition("+")[0], self._tree.size)
        tile: list[bytes] = []
        waiting = sorted(sizes, reverse=True)

        def grow() -> None:
            while waiting and waiting[-1] <= self._tree.size + len(tile):
                size = waiting.pop()
                if size >= self._tree.size:
                    roots[size] = self._tree.grow(tile[: size - self._tree.size]).tree.root
            self._tree = self._tree.grow(tile).tree

        with closing(self._seen.leaves(self._tree.size, last)) as leaves:
            for row in leaves:
                expected = self._tree.size + len(tile)
                if row.leaf is None:
                    yield _finding(LEAF_MISSING, row.table_id, row.seq)
                    return
                if row.leaf != expected:
                    yield _finding(LEAF_GAP, row.table_id, row.seq, asked=expected, found=row.leaf)
                    return
                yield from order.take(row)
                tile.append(_leaf(row))
                if len(tile) == WIDTH:
                    grow()
                    yield from self._compare_tiles(b"".join(tile))
                    tile.clear()
        grow()

    def _end(self) -> Iterator[Finding]:
        """The log's head and tiles, beside what was found."""
        size, peaks = self._seen.log_head()
        if not isinstance(peaks, bytes) or tree_in(size, peaks) != self._tree:
            yield _finding(LOG_HEAD_DIFFERS, found=size, expected=self._tree.size)
        stray = self._seen.tiles_beyond(self._tree.size) if self._before.size else self._seen.tile_count() - self._tiles
        if stray:
            yield _finding(
                Code(
                    "tile_stray",
                    _n(
                        "the store has {asked} tile that does not belong to the log",
                        "the store has {asked} tiles that do not belong to the log",
                        by="asked",
                    ),
                ),
                asked=stray,
            )
        yield from self._lacking_tiles()

    def _lacking_tiles(self) -> Iterator[Finding]:
        """Tiles are kept in their order, and one above others after all of these: one that is missing before another was removed.

        The last ones may still have to be made, which a server does beside its work.
        """
        last = {level: number for level, number in self._seen.last_tiles().items() if isinstance(number, int)}
        removed = [
            tile
            for tile in self._lacking
            if tile.number < last.get(tile.level, -1) or tile.number // WIDTH <= last.get(tile.level + 1, -1)
        ]
        for tile in removed:
            yield _finding(Code("tile_missing", _("tile {asked} of the log was removed")), asked=str(tile))
        if self._mark is not None and len(self._lacking) > len(removed):  # without a mark no server ever had this store
            why = Message(
                "tiles_not_kept",
                _n(
                    "the last full tile of the log is not in the store ({asked}): a running server adds it within seconds; if none is running, it may have been removed",
                    "the last {asked} full tiles of the log are not in the store: a running server adds them within seconds; if none is running, they may have been removed",
                    by="asked",
                ),
                asked=len(self._lacking) - len(removed),
            )
            yield Finding(weight=Weight.NOTICE, check=Check.LOG, table="", why=why)

    def _compare_before(self, roots: dict[int, bytes]) -> Iterator[Finding]:
        """Whether the entries still are those that were verified before, as far as they were looked at again."""
        before = self._before
        if before.size and roots.get(before.size, before.root) != before.root:
            yield _finding(LOG_REWRITTEN, asked=VERIFIED_MARK, expected=before.size)

    def _compare_tiles(self, hashes: bytes) -> Iterator[Finding]:
        """A tile that is full, and those above it that are full with it, beside the kept ones."""
        number, level = self._tree.size // WIDTH - 1, 0
        while True:
            kept = self._seen.tile(level, number)
            root = root_of_hashes(hashes)
            self._tiles += kept is not None
            if kept is None:
                self._lacking.append(HashTile(level, number))
            if kept not in (None, (root, hashes)):
                yield _finding(
                    Code("tile_differs", _("tile {asked} of the log does not match its entries")),
                    asked=str(HashTile(level, number)),
                )
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

    def _compare(self, signed: Signed, roots: dict[int, bytes], *, is_broken: bool) -> Iterator[Finding]:
        """Whether the log began with what was signed."""
        size, root = signed.checkpoint.size, signed.checkpoint.root
        if size not in roots and size < self._before.size:
            roots[size] = root if self._is_before(signed.checkpoint) else b""
        if size not in roots and signed.is_own:  # the copy that a backup made is shorter, and nothing is wrong with it
            why = Message(
                "signer_ahead",
                _(
                    "{asked} was signed over {expected} entries, but the log has {found}: this is an older copy of the database, or entries have been removed"
                ),
                asked=signed.name,
                expected=size,
                found=self._tree.size,
            )
            yield Finding(weight=Weight.NOTICE, check=Check.LOG, table="", why=why)
        elif size not in roots:
            if not is_broken:
                yield _finding(LOG_SHORTER, asked=signed.name, expected=size, found=self._tree.size)
        elif roots[size] != root:
            yield _finding(LOG_REWRITTEN, asked=signed.name, expected=size)
        elif not signed.is_own:
            self.evidence.checkpoints += not signed.is_of_receipt
            self.evidence.covered = max(self.evidence.covered, size)

    def _is_before(self, stands: Checkpoint) -> bool:
        """Whether what was verified before began with a checkpoint: the proof is checked, so that the tiles need not be believed."""
        size, before = stands.size, self._before
        proof = consistency_proof(size, before.size, self._seen.log_nodes(before.size))
        return is_consistent(size, stands.root, before.size, before.root, proof)

    def _look_up(self, name: str, receipt: Receipt) -> Iterator[Finding]:
        """Whether an entry that was acknowledged is there, as it was and where it was."""
        found = self._seen.place_of(receipt.table, receipt.seq)
        about: dict[str, Any] = {"asked": name}
        if found is None:
            yield _finding(
                Code("receipt_missing", _("the entry that {asked} acknowledges is not in the journal")),
                receipt.table,
                receipt.seq,
                **about,
            )
        elif found[0] != receipt.digest:
            yield _finding(
                Code("receipt_differs", _("the entry in the journal is not the one that {asked} acknowledges")),
                receipt.table,
                receipt.seq,
                **about,
            )
        elif found[1] != receipt.index:
            places = {"expected": receipt.index, "found": found[1]}
            yield _finding(
                Code(
                    "receipt_moved",
                    _(
                        "the entry that {asked} acknowledges was at position {expected} of the log and is now at {found}"
                    ),
                ),
                receipt.table,
                receipt.seq,
                **about,
                **places,
            )
        else:
            self.evidence.receipts += 1

    def _key(self) -> Iterator[Finding]:
        """The store signs with the key that the register names."""
        newest = str(self._named[-1].keys[0]) if self._named else None
        if self._mark is not None and self._mark != newest:
            yield _finding(LOG_KEY_DIFFERS, found=self._mark, expected=newest or NOTHING)


class _Order:
    """Entries in the order of the log: each table's one after another, and their times, from where the house has signed it."""

    def __init__(self, seen: Snapshot, named: list[Named], origin: str, begins: int) -> None:
        self._seen, self._begins = seen, begins
        self._last: dict[str, int] = {}
        self._latest: datetime | None = None
        self._first = next((one.seq for one in named if one.keys[0].name == origin), 0)
        """The entry of the register with which the log begins under its name: what is older was read in, or placed by its time."""
        first = seen.place_of(REGISTER, self._first) if begins else None
        self._is_live = first is not None and first[1] is not None and first[1] < begins

    def _before(self, table: str, seq: Any) -> int:  # whatever stands there
        """The entry of a table that comes before one, where it was looked at before; none for its first."""
        found = self._seen.place_of(table, seq - 1) if self._begins and isinstance(seq, int) else None
        return seq - 1 if found and isinstance(found[1], int) and found[1] < self._begins else 0

    def take(self, row: Any) -> Iterator[Finding]:  # a row
        """The next leaf."""
        last = self._last.get(row.table_id)
        if row.seq != (self._before(row.table_id, row.seq) if last is None else last) + 1:
            yield _finding(
                Code("leaf_order", _("in the log, it does not directly follow the previous entry of its table")),
                row.table_id,
                row.seq,
            )
        self._last[row.table_id] = row.seq
        at = _time_of(row.begins)
        if self._is_live and at and self._latest and self._latest - at > SLACK:
            times = {"asked": write_time(at), "found": write_time(self._latest)}
            yield _finding(
                Code("log_time_backwards", _("it is dated {asked}, but comes in the log after an entry dated {found}")),
                row.table_id,
                row.seq,
                **times,
            )
        self._is_live = self._is_live or (row.table_id, row.seq) == (REGISTER, self._first)
        if self._is_live and at:
            self._latest = max(self._latest or at, at)


def _leaf(row: Any) -> bytes:  # a row
    """The hash of an entry's leaf; what no entry could say has one that fits nothing."""
    try:
        return leaf_hash(entry_leaf(row.table_id, row.seq, row.digest))
    except UnicodeError:
        return leaf_hash(b"")


def _time_of(begins: object) -> datetime | None:
    """The time that an entry says, out of its first letters."""
    _, _, rest = bytes(begins).partition(b'"at":"') if isinstance(begins, bytes) else (b"", b"", b"")
    return read_time(rest.partition(b'"')[0].decode("ascii", "replace"))


def _named(seen: Snapshot) -> Iterator[Named]:
    """Those whom the register has named to sign, one after another; what cannot be read is found elsewhere."""
    for row in seen.rows(REGISTER):
        if not isinstance(row.body, bytes) or KEYS_SET not in row.body:
            continue
        try:
            entry = journal.read(row.body, REGISTER, row.seq)
            for event in entry.events:
                if isinstance(event, LogKeySet):
                    yield Named(row.seq, tuple(Verifier.read(key) for key in event.keys))
        except (msgspec.MsgspecError, BadNoteError, UnicodeError, RecursionError):
            continue


def _finding(code: Code, table: str = "", seq: int = 0, **about: object) -> Finding:
    return Finding(check=Check.LOG, table=table, seq=seq, why=Message(code, **about))
