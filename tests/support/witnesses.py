"""A log in memory with its key, a witness of it and a receipt out of it, for tests: no house, no server."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from banca.transparency.checkpoint import Checkpoint, Submission
from banca.transparency.merkle import Tree, consistency_proof, leaf_hash, subtree_root
from banca.transparency.note import Signer, SignerKind
from banca.transparency.receipt import Receipt, chained, encode_hashes, entry_leaf
from banca_witness.store import WitnessStore
from banca_witness.witness import Witness
from support.lanes import Clock

ORIGIN = "casino.example/log"


def signer(name: str, kind: SignerKind = SignerKind.LOG, seed: int = 1) -> Signer:
    return Signer(name, Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32), kind)


class GrownLog:
    """Some leaves and the key that signs them."""

    def __init__(self, *leaves: bytes, origin: str = ORIGIN, seed: int = 1) -> None:
        self.leaves = list(leaves)
        self.origin = origin
        self.signer = signer(origin, seed=seed)

    def _node(self, level: int, place: int) -> bytes:
        below = [leaf_hash(one) for one in self.leaves[place << level : place + 1 << level]]
        return Tree().grow(below).tree.root

    def root(self, size: int | None = None) -> bytes:
        return subtree_root(0, len(self.leaves) if size is None else size, self._node)

    def note(self, size: int | None = None) -> str:
        size = len(self.leaves) if size is None else size
        return Checkpoint(self.origin, size, self.root(size)).signed(self.signer)

    def proof(self, old: int, size: int | None = None) -> tuple[bytes, ...]:
        return tuple(consistency_proof(old, len(self.leaves) if size is None else size, self._node))

    def submission(self, old: int) -> bytes:
        return str(Submission(old, self.proof(old), self.note())).encode()


def log_of(count: int, *, told: str = "entry", **how: str | int) -> GrownLog:
    return GrownLog(*(f"{told} {index}".encode() for index in range(count)), **how)  # type: ignore[arg-type]


def witness_in(folder: Path, clock: Clock, *logs: GrownLog, name: str = "dicj.example/w", seed: int = 9) -> Witness:
    """A witness that trusts these logs, with what it remembers in a folder."""
    trusted = [log.signer.verifier for log in logs]
    return Witness(signer(name, SignerKind.WITNESS, seed), trusted, WitnessStore(folder / "witness.db"), clock)


KEY, FIRST, SECOND = (
    signer(ORIGIN),
    signer("dicj.example/w", SignerKind.WITNESS, 2),
    signer("lab.example/w", SignerKind.WITNESS, 3),
)
BEFORE, BODY = "0" * 64, '{"table":"craps-1","seq":1,"stake":1000}'


def receipt_of(index: int = 5, size: int = 11, *, is_cosigned: bool = True, body: str = BODY) -> Receipt:
    """A receipt that holds."""
    digest = chained(BEFORE, BODY)
    leaves = [entry_leaf("craps-1", 1, digest) if at == index else b"other %d" % at for at in range(size)]
    grown = Tree().grow([leaf_hash(one) for one in leaves])
    stands = Checkpoint(ORIGIN, size, grown.tree.root)
    note = stands.signed(KEY)
    if is_cosigned:
        note += "".join(one.line(str(stands), 1_790_000_000) for one in (FIRST, SECOND))
    proof = grown.proofs(encode_hashes)[index]
    return Receipt(
        origin=ORIGIN,
        table="craps-1",
        seq=1,
        before=BEFORE,
        digest=digest,
        index=index,
        proof=proof,
        checkpoint=note,
        body=body,
    )
