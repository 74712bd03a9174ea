"""The log of a house: what was committed is signed, and every entry has its receipt.

Whoever can write the store could rewrite it; so the signer believes its own last head and not the store. It signs a tree only where
that begins with the head: what it grew itself, or what the journal's leaves make of the head.
"""

import logging
import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count, repeat
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import RLock
from typing import NamedTuple, NoReturn

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, select

from banca.files import CANNOT_READ, CANNOT_WRITE
from banca.house import journal
from banca.house.commands import CommittedEntry, LiveTable
from banca.house.database import StoreDownError
from banca.house.files import KEY_BYTES, read_or_make_key
from banca.house.journal import GENESIS
from banca.house.refusals import RECORD_DIFFERS
from banca.house.schema import JOURNAL, LOG_HEAD
from banca.house.seal import default_key
from banca.house.store import Row, Store, head_in
from banca.rules import Refusal, _, refusal
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.merkle import (
    Tree,
    TreeGrowth,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    tree_of,
)
from banca.transparency.note import BadNoteError, Signer, Verifier, split, split_notes
from banca.transparency.receipt import Receipt, encode_hashes

LOG_KEY_DIFFERS = refusal(
    "log_key_differs",
    _(
        "{asked} is not the key that signs this store's log; name the right one with --log-key; if it is lost for good, start with --log-key-lost: players and witnesses must then be told the new key"
    ),
)
BAD_LOG_KEY = refusal("bad_log_key", _("{asked} is not the key of a log: each line has 64 hexadecimal digits"))

VARIABLE = "BANCA_LOG_KEY"
"""The environment's word for another file."""
LOG_MARK = "log"
DIGITS = re.compile(rb"(?:[0-9a-f]{64}\n)+")
ORIGIN = re.compile(r"[^\s+]{1,100}")


def default_log_key(key: Path | None = None) -> Path:
    """Return the log key's file unless another is given: from the environment, or beside the key of the house."""
    return Path(os.environ.get(VARIABLE) or (key or default_key()).with_name("log.key"))


def open_log_key(store: Store, file: Path, origin: str | None = None, *, is_lost: bool = False) -> list[Signer]:
    """Return who signs the log of a store, the newest key first; made where the store has none yet.

    Another key than the store's is refused, unless that one is lost; so is another name.
    """
    mark = store.mark(LOG_MARK)
    known = _read_verifier(mark)
    if origin is not None and not ORIGIN.fullmatch(origin):
        raise Refusal(
            "bad_log_origin",
            _(
                "{asked} cannot be the name of a log: 1 to 100 characters without spaces and plus signs, such as casino.example/log"
            ),
            asked=origin,
        )
    if known and origin not in (None, known.name):
        raise Refusal(
            "log_origin_differs",
            _("this store's log is called {allowed}, and a log keeps its name; start without --log-origin {asked}"),
            asked=origin,
            allowed=known.name,
        )
    if known and not file.exists() and not is_lost:
        raise Refusal(
            "log_key_missing",
            _(
                "{asked}, the key that signs this store's log, is missing; put it back or name it with --log-key; if it is lost for good, start with --log-key-lost: players and witnesses must then be told the new key"
            ),
            asked=file,
        )
    name = known.name if known else origin or f"banca.local/{os.urandom(8).hex()}"
    signers = [
        Signer(name, Ed25519PrivateKey.from_private_bytes(key)) for key in read_or_make_key(file, BAD_LOG_KEY, DIGITS)
    ]
    if known and not is_lost and known not in [signer.verifier for signer in signers]:
        raise Refusal(LOG_KEY_DIFFERS, asked=file)
    newest = str(signers[0].verifier)
    if mark and mark != newest:
        store.drop_mark(LOG_MARK, mark)
    kept = store.keep_mark(LOG_MARK, newest)
    return signers if kept == newest else open_log_key(store, file)  # another process named it first


def rotate_keys(file: Path) -> None:
    """Add a new key before those that there are: all of them sign from the next start on."""
    _write_keys(file, [os.urandom(KEY_BYTES), *read_or_make_key(file, BAD_LOG_KEY, DIGITS)])


def retire_keys(file: Path) -> None:
    """Keep only the newest key: it alone signs from the next start on."""
    _write_keys(file, read_or_make_key(file, BAD_LOG_KEY, DIGITS)[:1])


def _read_verifier(mark: str | None) -> Verifier | None:
    try:
        return Verifier.read(mark) if mark else None
    except BadNoteError:
        return None


def _write_keys(file: Path, keys: list[bytes]) -> None:
    _replace(file, "".join(f"{key.hex()}\n" for key in keys))


def _replace(file: Path, text: str) -> None:
    """Put a text in a file's place, on the disk: all of it, or none. The file that is made for it can be read by nobody else."""
    try:
        with NamedTemporaryFile("w", dir=file.parent, prefix=f"{file.name}.", delete=False) as unfinished:
            try:
                unfinished.write(text)
                unfinished.flush()
                os.fsync(unfinished.fileno())
                Path(unfinished.name).replace(file)
            finally:
                Path(unfinished.name).unlink(missing_ok=True)
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None


LOG_WENT_BACK = refusal(
    "log_went_back",
    _(
        "this store's log has {found} entries, but according to {file}, {asked} were signed last: an older copy was restored, or entries were changed; restore the right store; to continue with this one anyway, move that file away and tell players and witnesses why"
    ),
)
BAD_MEMORY = refusal(
    "bad_log_memory", _("{asked} is not a signed checkpoint of a log; restore it from a copy, or move it away")
)


class LogMemory:
    """What was signed last of one log."""

    def __init__(self, key: Path, origin: str) -> None:
        self.file = key.with_name(f"{key.name}.{sha256(origin.encode()).hexdigest()[:16]}.signed")
        """Beside the key, one for each log that it signs; the file names the log."""

    def last(self) -> Checkpoint | None:
        """Return the log as it was signed last; none where nothing is remembered."""
        try:
            return Checkpoint.read(split(self.file.read_text(encoding="utf-8"))[0])
        except FileNotFoundError:
            return None
        except (BadNoteError, UnicodeDecodeError):
            raise Refusal(BAD_MEMORY, asked=self.file) from None
        except OSError as error:
            raise Refusal(CANNOT_READ, asked=self.file, because=error.strerror) from None

    def keep(self, note: str) -> None:
        """Remember a signed checkpoint, on the disk, unless a larger one is remembered: another process may share the key."""
        last = self.last()
        if last is not None and last.size >= Checkpoint.read(split(note)[0]).size:
            return
        _replace(self.file, note)


LEAVES_AT_A_TIME = 10_000
LOG = logging.getLogger("banca")


class SignedTree(NamedTuple):
    """The log as it was signed."""

    tree: Tree
    note: str


class HouseLog:
    """Signs the log of one store: only what is committed, and the larger after the smaller."""

    def __init__(
        self, store: Store, signers: list[Signer], *, is_after_loss: bool = False, memory: LogMemory | None = None
    ) -> None:
        self.store = store
        self.origin = signers[0].verifier.name
        self.verifiers = tuple(signer.verifier for signer in signers)
        self.is_after_loss = is_after_loss
        """Whether the key before was lost."""
        self.fault = ""
        """Where the store was first seen to differ from what was signed. It stays until the process ends: nothing is signed any more."""
        self.is_head_missing = False
        """Whether this log was signed before and its signer does not know how far: the store was believed at the start."""
        self._signers = signers
        self._signed = SignedTree(Tree(), "")
        """The head: the largest tree that was signed, with its note where this process signed it."""
        self._has_head = False
        self._lock = RLock()
        self._memory = memory
        """Of what was signed last, outside the store; none for a house that ends with its process."""
        self._remembered: Checkpoint | None = None
        """What that says, as far as it was compared with the head."""
        self.outside: Path | None = None
        """A file in somebody else's keeping, to which checkpoints are appended."""
        self.is_outside_failing = False
        self._handed_out = ""

    @classmethod
    def fresh(cls, store: Store, origin: str = "banca.local/passing") -> "HouseLog":
        """Make a log with a key that is nowhere else: for a house that ends with its process."""
        return cls(store, [Signer(origin, Ed25519PrivateKey.generate())])

    @classmethod
    def open(cls, store: Store, key: Path, origin: str | None = None, *, is_lost: bool = False) -> "HouseLog":
        """Open the log of a store under the key in a file; refused where the store has not all that was signed there."""
        was_signed = store.mark(LOG_MARK) is not None
        signers = open_log_key(store, key, origin, is_lost=is_lost)
        memory = LogMemory(key, signers[0].verifier.name)
        log = cls(store, signers, is_after_loss=is_lost, memory=memory)
        last = memory.last()
        if last is None:
            log.is_head_missing = was_signed
            if was_signed:
                LOG.warning("nothing is known of what was signed before", extra={"about": {"file": str(memory.file)}})
            else:  # at once: a process that is killed in its first second is not taken for one that forgot
                log.newest()
                log.remember()
            return log
        if not log.has(last):
            raise Refusal(LOG_WENT_BACK, asked=last.size, found=store.log_head().size, file=memory.file)
        with store.at_one_moment() as connection:
            tree = tree_of(last.size, store.log_nodes(connection, last.size))
            log._signed = SignedTree(tree, "")  # its root is the one that was signed, as `has` has found
        log._has_head, log._remembered = True, last
        return log

    def remember(self) -> None:
        """Keep what was signed last, outside the store: not in the way of every answer, but a moment later, and at the end.

        Processes that share the key share what is kept: one that has signed another log than this one is found here.
        """
        signed = self._signed
        if self._memory is None or not signed.note:
            return
        last = self._memory.last()
        if last is None and self._remembered is not None:
            LOG.warning("what was signed last was removed", extra={"about": {"file": str(self._memory.file)}})
        if last is not None and last != self._remembered:
            if self.fault:  # the store shows nothing any more
                return
            if not self._agrees(last.size, last.root, signed.tree):
                self.fail(f"{self._memory.file.name} {last.size}")
        self._memory.keep(signed.note)
        self._remembered = self._memory.last()

    def keep_outside(self, file: Path) -> None:
        """Hand checkpoints out to a file; refused where this store has not what the last one there says."""
        self.outside = file
        try:
            notes = split_notes(file.read_text(encoding="utf-8", errors="replace")) if file.exists() else []
            last = Checkpoint.read(split(notes[-1])[0]) if notes else None
        except OSError as error:
            raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
        except BadNoteError:
            raise Refusal(BAD_MEMORY, asked=file) from None
        if last is not None and last.origin == self.origin and not self.has(last):
            raise Refusal(LOG_WENT_BACK, asked=last.size, found=self.store.log_head().size, file=file)
        self._handed_out = notes[-1] if notes else ""
        self.hand_out()

    def hand_out(self) -> None:
        """Append the newest checkpoint to the file outside, where it is new."""
        if self.outside is None or self.fault:
            return
        tree, note = self.newest()
        if not tree.size or note == self._handed_out:
            return
        try:
            with self.outside.open("a", encoding="utf-8") as file:
                file.write(f"{note}\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            self.is_outside_failing = True
            raise Refusal(CANNOT_WRITE, asked=self.outside, because=error.strerror) from None
        self._handed_out, self.is_outside_failing = note, False

    @property
    def keys(self) -> tuple[str, ...]:
        """Who signs, as keys are handed on."""
        return tuple(map(str, self.verifiers))

    def sign(self, tree: Tree, begun: Tree | None = None) -> str:
        """Sign a tree that is committed; refused, from then on for good, where it does not begin with the last one.

        `begun` is what this process itself let it grow from: where that is the head, nothing need be read.
        """
        with self._lock:
            if self.fault:
                raise Refusal(RECORD_DIFFERS, asked=self.fault)
            head = self._signed
            if head.tree == tree and head.note:
                return head.note
            # Most batches grow from the head, and nothing is read. Where another process wrote in between, the journal's leaves must lead
            # from the head to the tree: somebody who rewrote the store gets no signature for what they made of it.
            if self._has_head and begun != head.tree and not self._follows(tree, head.tree):
                self.fail(f"log {tree.size}")
            note = Checkpoint(self.origin, tree.size, tree.root).signed(*self._signers)
            if tree.size >= head.tree.size:  # a batch may be signed after a later one, and the head only grows
                self._signed, self._has_head = SignedTree(tree, note), True
            return note

    def fail(self, where: str) -> NoReturn:
        """Say once that the store is not what was signed; from now on sign nothing more, and pay nothing out."""
        if not self.fault:
            self.fault = where
            about = {"first": where, "signed": self._signed.tree.size}
            LOG.error("the record does not match what was signed", extra={"about": about})
        raise Refusal(RECORD_DIFFERS, asked=self.fault)

    def _follows(self, tree: Tree, head: Tree) -> bool:
        """Whether a tree is the head with what the journal has behind it; or, for whoever read the store before that was signed, its beginning."""
        if tree.size < head.size:
            return self._agrees(tree.size, tree.root, head)
        while head.size < tree.size:
            leaves = self.store.log_leaves(head.size, min(tree.size, head.size + LEAVES_AT_A_TIME))
            if not leaves:  # some were removed
                return False
            head = head.grow(leaves).tree
        return head == tree

    def _agrees(self, size: int, root: bytes, tree: Tree) -> bool:
        """Whether the smaller of two logs is the beginning of the larger: the proof is checked, so that the store need not be believed."""
        (old, old_root), (new, new_root) = sorted([(size, root), (tree.size, tree.root)])
        try:
            with self.store.at_one_moment() as connection:
                proof = consistency_proof(old, new, self.store.log_nodes(connection, new))
        except IndexError:  # leaves are missing
            return False
        return is_consistent(old, old_root, new, new_root, proof)

    def newest(self, connection: Connection | None = None) -> SignedTree:
        """Sign the log as the store has it now, or as a connection sees it that has read nothing yet.

        Refused where it is smaller than what had been signed before it was read: entries were removed.
        """
        head = self._signed.tree
        tree = head_in(connection) if connection else self.store.log_head()
        if tree.size < head.size:
            self.fail(f"log {tree.size}")
        return SignedTree(tree, self.sign(tree))

    def prove(self, published: Iterable[CommittedEntry], cosigned: str = "") -> None:
        """Find what the receipts of entries from before need: under the newest checkpoint; refused where nothing is signed any more.

        Under the one that witnesses have signed, where that is given and has the entry already.
        """
        witnessed = Checkpoint.read(split(cosigned)[0]).size if cosigned else 0
        with self.store.at_one_moment() as connection:
            tree = head_in(connection)
            nodes = self.store.log_nodes(connection, tree.size)
            for committed in published:
                is_witnessed = committed.leaf < witnessed <= tree.size
                under = tree_of(witnessed, nodes) if is_witnessed else tree
                committed.origin, committed.checkpoint = self.origin, cosigned if is_witnessed else self.sign(tree)
                committed.proof = encode_hashes(inclusion_proof(committed.leaf, under, nodes))
                table, seq = committed.entry.table, committed.entry.seq
                query = select(JOURNAL.c.digest).where(JOURNAL.c.table_id == table, JOURNAL.c.seq == seq - 1)
                committed.before = connection.execute(query).scalar() or GENESIS

    def has(self, stands: Checkpoint) -> bool:
        """Return whether this is what the log was when it had so many entries."""
        with self.store.at_one_moment() as connection, suppress(IndexError):  # leaves are missing
            size = connection.execute(select(LOG_HEAD.c.size)).scalar_one()
            return (
                stands.size <= size and tree_of(stands.size, self.store.log_nodes(connection, size)).root == stands.root
            )
        return False

    def consistency(self, old: int, size: int) -> tuple[str, ...]:
        """Prove that the log of `size` entries begins with that of `old`."""
        with self.store.at_one_moment() as connection:
            return encode_hashes(consistency_proof(old, size, self.store.log_nodes(connection, size)))


def read_back(row: Row, table: LiveTable) -> CommittedEntry:
    """Read an entry that was written before, with its table."""
    entry = journal.read(row.body, table.opened.game, row.seq)
    return CommittedEntry(entry, table, row.digest, row.body, leaf=row.leaf)


def give_places(published: Sequence[CommittedEntry], grown: TreeGrowth, log: HouseLog | None) -> None:
    """Give the entries of a batch that is on the disk their places in the log, and proofs under one signature where somebody signs.

    Where the signer refuses, or cannot read what others wrote before, the entries stand all the same, without receipts.
    """
    origin = checkpoint = ""
    with suppress(Refusal, StoreDownError):
        if log:
            origin, checkpoint = log.origin, log.sign(grown.tree, grown.before)
    proofs = grown.proofs(encode_hashes) if checkpoint else repeat(())
    first = grown.tree.size - len(published)
    for committed, leaf, proof in zip(published, count(first), proofs, strict=False):
        committed.leaf, committed.proof = leaf, proof
        committed.origin, committed.checkpoint = origin, checkpoint


def receipt_of(done: CommittedEntry, *, has_body: bool) -> Receipt:
    """Return the receipt of an entry that has a checkpoint: it has just been written where somebody signs, or was proved."""
    return Receipt(
        origin=done.origin,
        table=done.entry.table,
        seq=done.entry.seq,
        before=done.before,
        digest=done.digest,
        index=done.leaf,
        proof=done.proof,
        checkpoint=done.checkpoint,
        body=done.body.decode() if has_body else "",
    )
