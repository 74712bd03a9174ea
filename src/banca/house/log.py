"""The log of a house: what was committed is signed, and every entry has its receipt."""

from collections.abc import Iterable, Sequence
from itertools import count, repeat
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, select

from banca.house import journal
from banca.house.journal import GENESIS
from banca.house.log_key import open_log_key
from banca.house.log_memory import LOG_WENT_BACK, LogMemory
from banca.house.log_rows import tree_in
from banca.house.refusals import UNKNOWN_ENTRY
from banca.house.request import LiveTable, Logged, Published, SignedBatch
from banca.house.schema import JOURNAL, LOG_HEAD
from banca.house.store import Store
from banca.house.writing import Row
from banca.rulebook import Refusal
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.merkle import Grown, Tree, consistency_proof, inclusion_proof, root_of, tree_of
from banca.transparency.note import Signer, split
from banca.transparency.receipt import Receipt, packed


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
        self.verifiers = tuple(one.verifier for one in signers)
        self.is_after_loss = is_after_loss
        """Whether the key before was lost."""
        self._signers = signers
        self._signed = SignedTree(Tree(), "")
        self._memory = memory
        """Of what was signed last, outside the store; none for a house that ends with its process."""

    @classmethod
    def fresh(cls, store: Store, origin: str = "banca.local/passing") -> "HouseLog":
        """With a key that is nowhere else: for a house that ends with its process."""
        return cls(store, [Signer(origin, Ed25519PrivateKey.generate())])

    @classmethod
    def opened(cls, store: Store, key: Path, origin: str | None = None, *, is_lost: bool = False) -> "HouseLog":
        """The log of a store under the key in a file; refused where the store has not all that was signed there."""
        signers = open_log_key(store, key, origin, is_lost=is_lost)
        memory = LogMemory(key, signers[0].verifier.name)
        log = cls(store, signers, is_after_loss=is_lost, memory=memory)
        if (last := memory.last()) is not None and not log.has(last):
            raise Refusal(LOG_WENT_BACK, asked=last.size, found=store.log_head().size, file=memory.file)
        return log

    def remember(self) -> None:
        """Keep what was signed last, outside the store: not in the way of every answer, but a moment later, and at the end."""
        if self._memory and self._signed.note:
            self._memory.keep(self._signed.note)

    @property
    def keys(self) -> tuple[str, ...]:
        """Who signs, as keys are handed on."""
        return tuple(map(str, self.verifiers))

    def sign(self, tree: Tree) -> str:
        """The checkpoint of a tree that is committed."""
        signed = self._signed
        if signed.tree == tree and signed.note:
            return signed.note
        note = Checkpoint(self.origin, tree.size, tree.root).signed(*self._signers)
        if tree.size >= signed.tree.size:
            self._signed = SignedTree(tree, note)
        return note

    def newest(self) -> SignedTree:
        """The log as the store has it now."""
        tree = self.store.log_head()
        return SignedTree(tree, self.sign(tree))

    def receipt(self, table_id: str, seq: int, *, has_body: bool, cosigned: str = "") -> Receipt:
        """Of an entry from before, under the newest checkpoint; refused where there is no such entry.

        Under the one that witnesses have signed, where that is given and has the entry already.
        """
        asked = select(JOURNAL.c.seq, JOURNAL.c.body, JOURNAL.c.digest, JOURNAL.c.leaf).where(
            JOURNAL.c.table_id == table_id, JOURNAL.c.seq.in_([seq - 1, seq])
        )
        with self.store.at_one_moment() as connection:
            rows = {row.seq: row for row in connection.execute(asked)}
            found = rows.get(seq)
            if found is None:
                raise Refusal(UNKNOWN_ENTRY, asked=seq, table=table_id)
            tree = tree_in(*connection.execute(select(LOG_HEAD.c.size, LOG_HEAD.c.peaks)).one())
            seen = Checkpoint.read(split(cosigned)[0]).size if cosigned else 0
            is_seen = found.leaf < seen <= tree.size
            nodes = self.store.log_nodes(connection, tree.size)
            proof = inclusion_proof(found.leaf, tree_of(seen, nodes) if is_seen else tree, nodes)
        return Receipt(
            origin=self.origin,
            table=table_id,
            seq=seq,
            before=rows[seq - 1].digest if seq > 1 else GENESIS,
            digest=found.digest,
            index=found.leaf,
            proof=packed(proof),
            checkpoint=cosigned if is_seen else self.sign(tree),
            body=bytes(found.body).decode() if has_body else "",
        )

    def prove(self, published: Iterable[Published]) -> None:
        """Find what the receipts of entries from before need: all under the newest checkpoint."""
        of_table: dict[str, list[Published]] = {}
        for one in published:
            of_table.setdefault(one.entry.table, []).append(one)
        with self.store.at_one_moment() as connection:
            tree = tree_in(*connection.execute(select(LOG_HEAD.c.size, LOG_HEAD.c.peaks)).one())
            nodes = self.store.log_nodes(connection, tree.size)
            batch = SignedBatch(self.origin, self.sign(tree))
            for table_id, entries in of_table.items():
                before = _digests(connection, table_id, [one.entry.seq - 1 for one in entries])
                for one in entries:
                    one.written.before = before.get(one.entry.seq - 1, GENESIS)
                    one.written.proof = packed(inclusion_proof(one.written.leaf, tree, nodes))
                    one.written.batch = batch

    def has(self, stands: Checkpoint) -> bool:
        """Whether this is what the log was when it had so many entries."""
        with self.store.at_one_moment() as connection:
            size = connection.execute(select(LOG_HEAD.c.size)).scalar_one()
            return stands.size <= size and root_of(stands.size, self.store.log_nodes(connection, size)) == stands.root

    def consistency(self, old: int, size: int) -> tuple[str, ...]:
        """That the log of `size` entries begins with that of `old`."""
        with self.store.at_one_moment() as connection:
            return packed(consistency_proof(old, size, self.store.log_nodes(connection, size)))


def _digests(connection: Connection, table_id: str, seqs: Sequence[int]) -> dict[int, str]:
    asked = select(JOURNAL.c.seq, JOURNAL.c.digest).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq.in_(seqs))
    return {row.seq: row.digest for row in connection.execute(asked)}


def read_back(row: Row, table: LiveTable) -> Published:
    """An entry that was written before, with its table."""
    entry = journal.read(row.body, table.opened.game, row.seq)
    return Published(entry, table, Logged("", row.digest, row.body, row.leaf))


def give_places(published: Sequence[Published], grown: Grown, log: HouseLog | None) -> None:
    """A batch is on the disk: its entries have their places in the log, and proofs under one signature where somebody signs."""
    batch = SignedBatch(log.origin, log.sign(grown.tree)) if log else None
    proofs = grown.proofs(packed) if log else repeat(())
    first = grown.tree.size - len(published)
    for one, leaf, proof in zip(published, count(first), proofs, strict=False):
        written = one.written
        written.leaf, written.proof, written.batch = leaf, proof, batch


def receipt_of(done: Published, *, has_body: bool) -> Receipt | None:
    """Of an entry that has just been written, or was proved; none where nobody signs."""
    written, entry = done.written, done.entry
    if written.batch is None:
        return None
    origin, note = written.batch
    return Receipt(
        origin=origin,
        table=entry.table,
        seq=entry.seq,
        before=written.before,
        digest=written.digest,
        index=written.leaf,
        proof=written.proof,
        checkpoint=note,
        body=written.body.decode() if has_body else "",
    )
