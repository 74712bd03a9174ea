"""Chance as the tables draw it: exactly uniform, and committed to."""

import subprocess
from collections import Counter
from itertools import islice, permutations, product

import pytest

from banca.games import of_chance, rulebook
from banca.house.rng import SYSTEM, RoundAt, Source, commit, draw, draws, is_opened_by, shuffle
from banca.rules import Defect


def reading(*pieces: bytes) -> Source:
    """A source that reads these bytes in turn, and no more."""
    rest = iter(pieces)
    return Source(lambda _: next(rest))


class FixedSource(Source):
    """A source that gives chosen numbers, and keeps below what they were asked."""

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self.numbers = iter(numbers)
        self.limits: list[int] = []

    def below(self, limit: int) -> int:
        self.limits.append(limit)
        return next(self.numbers)


def test_a_number_that_is_too_large_is_thrown_away() -> None:
    assert reading(b"\xff", b"\xc0", b"\xa0").below(6) == 5  # the upper three bits: 7, 6, 5
    assert reading(b"\x00").below(6) == 0
    assert reading(b"\xff\xff", b"\x95\xff").below(300) == 299  # the upper nine bits: 511, 299
    assert reading(b"").below(1) == 0


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 6, 31, 32, 33, 37, 52, 216, 255, 256, 661])
def test_over_all_bytes_every_number_comes_up_as_often(limit: int) -> None:
    size = -(-(limit - 1).bit_length() // 8)
    numbers: Counter[int] = Counter()
    for value in range(256**size):
        try:
            numbers[reading(value.to_bytes(size)).below(limit)] += 1
        except StopIteration:
            continue
    assert numbers == dict.fromkeys(range(limit), 256**size >> (limit - 1).bit_length())


def test_a_source_that_is_asked_the_impossible_or_reads_too_little_stops() -> None:
    with pytest.raises(Defect):
        SYSTEM.below(0)
    with pytest.raises(Defect):
        reading(b"").below(6)
    for weighted in ([], [("a", 0)], [("a", 2), ("b", -1)]):
        with pytest.raises(Defect):
            draw(weighted)


@pytest.mark.parametrize("game", [game for game in of_chance() if game != "football_poker"])
def test_a_draw_is_as_likely_as_its_weight(game: str) -> None:
    book = rulebook(game)
    weighted = [(book.show(outcome), weight) for outcome, weight in book.under().space]
    total = sum(weight for _, weight in weighted)
    source = FixedSource(*range(total))
    assert Counter(islice(draws(weighted, source), total)) == dict(weighted)
    assert set(source.limits) == {total}


def test_every_order_is_as_likely() -> None:
    orders: Counter[tuple[str, ...]] = Counter()
    for numbers in product(range(4), range(3), range(2)):
        source = FixedSource(*numbers)
        orders[tuple(shuffle("abcd", source))] += 1
        assert source.limits == [4, 3, 2]
    assert orders == dict.fromkeys(permutations("abcd"), 1)
    items = list(range(32))
    assert sorted(shuffle(items)) == items == list(range(32))  # what is given stays as it is
    assert shuffle([]) == []


OF = RoundAt("fantan-1", 3)


def test_a_commitment_is_the_digest_that_the_page_computes() -> None:
    commitment, nonce = commit("fish-crab-crab", RoundAt("fish-1", 12), Source(bytes))
    assert nonce == "0" * 64
    written = b"banca commitment 2\nfish-1\n12\n" + b"0" * 64 + b"\nfish-crab-crab"
    done = subprocess.run(["sha256sum"], input=written, capture_output=True, check=True)
    assert commitment == done.stdout.split()[0].decode()


def test_a_commitment_is_opened_by_its_outcome_and_nonce_at_its_round_alone() -> None:
    commitment, nonce = commit("3", OF)
    assert is_opened_by(commitment, "3", nonce, OF)
    other = ("0" if nonce[0] != "0" else "1") + nonce[1:]
    assert not is_opened_by(commitment, "4", nonce, OF)
    assert not is_opened_by(commitment, "3", other, OF)
    assert not is_opened_by(commitment[:-1] + ("0" if commitment[-1] != "0" else "1"), "3", nonce, OF)
    assert not is_opened_by(commitment, "\udc80", nonce, OF)
    for elsewhere in (RoundAt("fantan-2", 3), RoundAt("fantan-1", 4), RoundAt("fantan-1", 0)):
        assert not is_opened_by(commitment, "3", nonce, elsewhere)
    assert len({commit("3", OF) for _ in range(20)}) == 20  # the same outcome, differently each time
    commitment, nonce = commit("1\n2", OF)  # which cannot be cut in another place
    assert is_opened_by(commitment, "1\n2", nonce, OF)
    assert not is_opened_by(commitment, "2", f"{nonce}\n1", OF)
