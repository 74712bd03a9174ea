"""How far the log was verified before: a signed checkpoint that the store keeps. It counts where its signature is good and the log's tiles have its root."""

from contextlib import suppress
from typing import Any

from sqlalchemy import update

from banca.house.log import SignedTree
from banca.house.schema import MARKS
from banca.house.store import Store
from banca.transparency.checkpoint import open_checkpoint
from banca.transparency.merkle import Nodes, Tree, tree_of
from banca.transparency.note import BadNoteError, Verifier, shortened

MARK = "log_verified"


def keep_verified(store: Store, signed: SignedTree) -> None:
    """All entries under a checkpoint have been looked at: the next look goes on from there."""
    note = shortened(signed.note)
    with store.changes() as connection:
        if not connection.execute(update(MARKS).where(MARKS.c.name == MARK).values(text=note)).rowcount:
            connection.execute(MARKS.insert().values(name=MARK, text=note))


def verified_before(note: object, keys: list[Verifier], nodes: Nodes, size: Any) -> Tree:  # whatever stands there
    """The log as far as it was verified; nothing where nobody trusted has signed that, or the log of so many entries is another."""
    with suppress(BadNoteError, IndexError, TypeError):
        found = open_checkpoint(str(note), keys).checkpoint
        if 0 < found.size <= size:
            tree = tree_of(found.size, nodes)
            return tree if tree.root == found.root else Tree()
    return Tree()
