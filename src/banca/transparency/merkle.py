"""Merkle trees as RFC 6962 hashes them (sections 2.1, 2.1.1 and 2.1.2): growing, proving, checking.

A tree of n leaves is never kept whole. To grow, its *peaks* are enough: the roots of its largest complete subtrees, one for each bit
of n. To prove, somebody gives the complete subtrees that are asked for (`Nodes`): level k, place i holds the leaves from i·2^k on.

Written by hand: packages for it keep the tree and prove one leaf at a time, and a batch of commands needs all its proofs at once, out of
a tree that is too large to keep.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

H = TypeVar("H")

HASH_BYTES = 32
EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""

Nodes = Callable[[int, int], bytes]
"""The root of a complete subtree, by its level and its place on that level."""


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf; its first byte is not that of a node, so that no node passes for a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()


class Tree(NamedTuple):
    """As much of a tree as it takes to grow it: how many leaves it has, and its peaks, the largest first."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    @property
    def root(self) -> bytes:
        """The hash that stands for all of it."""
        if not self.peaks:
            return EMPTY
        *larger, root = self.peaks
        for peak in reversed(larger):
            root = node_hash(peak, root)
        return root

    def grow(self, leaves: Sequence[bytes]) -> "TreeGrowth":
        """Add leaves, given by their hashes."""
        return TreeGrowth(self, leaves)


class TreeGrowth:
    """A tree that has just grown: what it is now, and the proofs of the leaves that are new."""

    def __init__(self, before: Tree, leaves: Sequence[bytes]) -> None:
        self.before = before
        size = before.size + len(leaves)
        peaks = iter(reversed(before.peaks))
        self._levels: list[tuple[int, list[bytes]]] = []
        """On each level the place of the first node that is known, and the nodes from there on."""
        new = list(leaves)
        for level in range(max(size.bit_length(), 1)):
            first, nodes = before.size >> level, new
            if first & 1:
                first, nodes = first - 1, [next(peaks), *new]
            self._levels.append((first, nodes))
            new = [sha256(b"\x01%b%b" % pair).digest() for pair in zip(nodes[::2], nodes[1::2], strict=False)]
        self.tree = tree_of(size, self._node)

    def _node(self, level: int, place: int) -> bytes:
        first, nodes = self._levels[level]
        return nodes[place - first]

    def complete(self) -> dict[tuple[int, int], bytes]:
        """Return its complete subtrees that are new, the leaves among them: level and place, and root."""
        return {
            (level, place): root
            for level, (first, nodes) in enumerate(self._levels)
            for place, root in enumerate(nodes, first)
        }

    def proofs(self, write: Callable[[Sequence[bytes]], Sequence[H]]) -> list[tuple[H, ...]]:
        """For each leaf that is new, that it lies at its place of the tree: the path from it to the root, its hashes as they are to be written.

        Paths end alike, so all are worked out at once from the root down, and each hash is written once.
        """
        before, size = self.before.size, self.tree.size
        if before == size:
            return []
        rests = _rests(self.tree)
        paths: list[tuple[H, ...]] = [()]
        for level in reversed(range((size - 1).bit_length())):
            start, nodes = self._levels[level]
            rest = rests[level]
            row = write(nodes if rest is None else [*nodes, rest])
            end, above = start + len(row), before >> level + 1
            paths = [
                (row[(place ^ 1) - start],) + paths[(place >> 1) - above]
                if place ^ 1 < end
                else paths[(place >> 1) - above]
                for place in range(before >> level, (size - 1 >> level) + 1)
            ]
        return paths


def tree_of(size: int, nodes: Nodes) -> Tree:
    """Return the tree of the first `size` leaves, out of its complete subtrees."""
    bits = [level for level in reversed(range(size.bit_length())) if size >> level & 1]
    return Tree(size, tuple(nodes(level, (size >> level) - 1) for level in bits))


def _rests(tree: Tree) -> list[bytes | None]:
    """For each level, the hash of the leaves behind its last complete subtree; None where there are none."""
    rests: list[bytes | None] = [None]
    peaks = list(tree.peaks)
    for level in range(tree.size.bit_length()):
        rest = rests[-1]
        if tree.size >> level & 1:
            peak = peaks.pop()
            rest = peak if rest is None else node_hash(peak, rest)
        rests.append(rest)
    return rests


def subtree_root(start: int, end: int, nodes: Nodes) -> bytes:
    """Return the hash of the leaves from `start` to before `end`, where `start` is where a subtree of so many leaves begins."""
    count = end - start
    if not count:
        return EMPTY
    if count & (count - 1) == 0:
        return nodes(count.bit_length() - 1, start // count)
    split = start + (1 << ((count - 1).bit_length() - 1))
    return node_hash(subtree_root(start, split, nodes), subtree_root(split, end, nodes))


def inclusion_proof(index: int, tree: Tree, nodes: Nodes) -> list[bytes]:
    """Prove that a leaf lies at this place of the tree: only complete subtrees beside its own path are asked for. RFC 6962, 2.1.1."""
    path = []
    rests = _rests(tree)
    for level in range((tree.size - 1).bit_length()):
        sibling, complete = index >> level ^ 1, tree.size >> level
        if sibling < complete:
            path.append(nodes(level, sibling))
        elif sibling == complete and (rest := rests[level]) is not None:
            path.append(rest)
    return path


def consistency_proof(old: int, size: int, nodes: Nodes) -> list[bytes]:
    """Prove that the tree of `size` leaves begins with that of `old` leaves. RFC 6962, 2.1.2."""
    if old in (0, size):
        return []
    proof: list[bytes] = []
    start, end, is_whole = 0, size, True
    while old != end:
        split = start + (1 << ((end - start - 1).bit_length() - 1))
        if old <= split:
            proof.append(subtree_root(split, end, nodes))
            end = split
        else:
            proof.append(subtree_root(start, split, nodes))
            start, is_whole = split, False
    if not is_whole:
        proof.append(subtree_root(start, end, nodes))
    return proof[::-1]


def _sides(place: int, last: int, proof: Sequence[bytes]) -> Iterator[tuple[bool, bytes]]:
    """Each hash of a path with whether it stands on the left; raises ValueError where the path is not as long as it must be.

    A node that is the last of its level and on the left has no sibling: it moves up as it is until it is on the right.
    """
    for sibling in proof:
        if last == 0:
            raise ValueError(proof)
        is_left = bool(place & 1) or place == last
        yield is_left, sibling
        if is_left:
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        place, last = place >> 1, last >> 1
    if last:
        raise ValueError(proof)


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Return whether a proof shows that a leaf, by its hash, lies at this place of a tree."""
    try:
        for is_left, sibling in _sides(index, size - 1, proof):
            leaf = node_hash(sibling, leaf) if is_left else node_hash(leaf, sibling)
    except ValueError:
        return False
    return 0 <= index < size and leaf == root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether a proof shows that the larger tree begins with the smaller one: nothing was changed or taken away."""
    if not 0 <= old <= size:
        return False
    if old in (size, 0):
        return not proof and (old_root == root if old else old_root == EMPTY)
    # A tree whose size is a power of two is a subtree of the larger one: its root begins the path and is left out of the proof.
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    first = second = path[0]
    try:
        for is_left, sibling in _sides(place, last, path[1:]):
            if is_left:
                first = node_hash(sibling, first)
            second = node_hash(sibling, second) if is_left else node_hash(second, sibling)
    except ValueError:
        return False
    return first == old_root and second == root
