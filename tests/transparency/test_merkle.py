"""Merkle trees and their tiles beside a second writing of RFC 6962 and its published test vectors."""

from functools import partial
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from banca.transparency.merkle import (
    Nodes,
    Tree,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    subtree_root,
    tree_of,
)
from banca.transparency.tiles import WIDTH, HashTile, nodes_in, width_in
from support.lanes import many

INPUTS = [
    bytes.fromhex(data)
    for data in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
"""The leaves of the test vectors of the reference implementation of RFC 6962 (certificate-transparency, merkletree tests)."""
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""Their roots, of the first leaf, the first two, and so on."""


# RFC 6962 once more, as its sections define it: slow, and nothing in common with the program.


def mth(data: list[bytes]) -> bytes:
    """Section 2.1."""
    if not data:
        return sha256(b"").digest()
    if len(data) == 1:
        return sha256(b"\x00" + data[0]).digest()
    k = largest_power_below(len(data))
    return sha256(b"\x01" + mth(data[:k]) + mth(data[k:])).digest()


def path(m: int, data: list[bytes]) -> list[bytes]:
    """Section 2.1.1."""
    if len(data) == 1:
        return []
    k = largest_power_below(len(data))
    if m < k:
        return [*path(m, data[:k]), mth(data[k:])]
    return [*path(m - k, data[k:]), mth(data[:k])]


def subproof(m: int, data: list[bytes], *, is_known: bool) -> list[bytes]:
    """Section 2.1.2."""
    if m == len(data):
        return [] if is_known else [mth(data)]
    k = largest_power_below(len(data))
    if m <= k:
        return [*subproof(m, data[:k], is_known=is_known), mth(data[k:])]
    return [*subproof(m - k, data[k:], is_known=False), mth(data[:k])]


def largest_power_below(n: int) -> int:
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def data_of(size: int) -> list[bytes]:
    return [b"entry %d" % index for index in range(size)]


def nodes_of(data: list[bytes]) -> Nodes:
    return lambda level, place: mth(data[place << level : place + 1 << level])


def test_published_roots() -> None:
    for size, root in enumerate(ROOTS, start=1):
        assert Tree().grow([leaf_hash(one) for one in INPUTS[:size]]).tree.root.hex() == root
        assert tree_of(size, nodes_of(INPUTS)).root.hex() == root
        assert mth(INPUTS[:size]).hex() == root


@given(some.integers(0, 150), some.integers(0, 70))
@settings(max_examples=many(50))
def test_growing_comes_to_the_tree_of_the_definition(old: int, more: int) -> None:
    data = data_of(old + more)
    hashes = [leaf_hash(one) for one in data]
    before = Tree().grow(hashes[:old]).tree
    grown = before.grow(hashes[old:])
    assert (grown.tree.size, grown.tree.root) == (old + more, mth(data))
    assert grown.proofs(list) == [tuple(path(index, data)) for index in range(old, old + more)]


@given(some.integers(1, 90), some.data())
def test_proofs_are_those_of_the_definition_and_checked(size: int, choose: some.DataObject) -> None:
    data = data_of(size)
    nodes, root = nodes_of(data), mth(data)
    index = choose.draw(some.integers(0, size - 1))
    proof = inclusion_proof(index, tree_of(size, nodes), nodes)
    assert proof == path(index, data)
    assert is_included(leaf_hash(data[index]), index, size, proof, root)
    old = choose.draw(some.integers(1, size))
    steps = consistency_proof(old, size, nodes)
    assert steps == subproof(old, data, is_known=True)
    assert is_consistent(old, mth(data[:old]), size, root, steps)


@given(some.integers(2, 64), some.data())
def test_nothing_else_is_proved(size: int, choose: some.DataObject) -> None:
    data = data_of(size)
    nodes, root = nodes_of(data), mth(data)
    index = choose.draw(some.integers(0, size - 1))
    proof, leaf = inclusion_proof(index, tree_of(size, nodes), nodes), leaf_hash(data[index])
    assert not is_included(leaf_hash(b"another"), index, size, proof, root)
    other = choose.draw(some.integers(0, size - 1).filter(lambda place: place != index))
    assert not is_included(leaf, other, size, proof, root)
    assert not is_included(leaf, index, size, proof[:-1], root)
    assert not is_included(leaf, index, size, [*proof, root], root)
    assert not is_included(leaf, size, size, proof, root)
    old = choose.draw(some.integers(1, size - 1))
    steps = consistency_proof(old, size, nodes)
    rewritten = [b"rewritten", *data[1:]]
    assert not is_consistent(old, mth(rewritten[:old]), size, root, steps)
    assert not is_consistent(old, mth(data[:old]), size, mth(rewritten), steps)
    assert not is_consistent(old, mth(data[:old]), size, root, [*steps, root])
    assert not is_consistent(size, root, old, mth(data[:old]), steps)
    assert not is_consistent(size, mth(rewritten), size, root, [])


@pytest.mark.parametrize("size", [1, 255, 256, 257, 511, 512, 700, 66_000])
def test_tiles_hold_the_tree(size: int) -> None:
    leaves = [leaf_hash(one) for one in data_of(size)]
    tiles: dict[HashTile, bytes] = {}
    row = leaves
    for level in range(3):
        for number in range((len(row) + WIDTH - 1) // WIDTH):
            hashes = row[number * WIDTH : (number + 1) * WIDTH]
            tiles[HashTile(level, number, len(hashes))] = b"".join(hashes)
        whole = len(row) // WIDTH
        row = [Tree().grow(row[at * WIDTH : (at + 1) * WIDTH]).tree.root for at in range(whole)]
    assert all(tile.width == width_in(tile.level, tile.number, size) for tile in tiles)
    nodes = nodes_in(size, tiles.__getitem__, {})
    grown = Tree().grow(leaves)
    proofs = grown.proofs(list)
    assert tree_of(size, nodes).root == grown.tree.root
    for index in {0, size // 2, size - 1}:
        assert inclusion_proof(index, tree_of(size, nodes), nodes) == list(proofs[index])
    old = size // 2 + 1
    assert is_consistent(
        old, tree_of(old, nodes).root, size, grown.tree.root, consistency_proof(old, size, partial(nodes))
    )
    assert subtree_root(0, old, nodes) == Tree().grow(leaves[:old]).tree.root


def test_a_tiles_address_is_read_as_it_was_written_and_no_other_is_one() -> None:
    for tile in (HashTile(0, 0), HashTile(20, 10**12, 1), HashTile(1, 999, WIDTH)):
        assert HashTile.read(str(tile)) == tile
    for path in ("0/000.p/256", "0/000.p/0", "00/000", "0/x000/001", "0/1", "-1/000", "0/000.p/01", ""):
        assert HashTile.read(path) is None, path
