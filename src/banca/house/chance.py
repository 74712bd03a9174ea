"""Drawn results: exactly uniform from the operating system's randomness, and hidden behind a commitment where need be.

A commitment is the SHA-256 digest, in lower-case hexadecimal, of these bytes:

    "banca commitment 2" LF table LF round LF nonce LF outcome

where table is the table's name, round its number in decimal, the nonce 64 lower-case hexadecimal digits (256 random bits), and
the outcome UTF-8. As nothing before the outcome has a line feed, one row of bytes can be read in one way only; and as table and
round are in it, a commitment is good for one round at one table.
"""

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import NamedTuple, TypeVar

from banca.live.results import Possible, Shuffled
from banca.rules import Defect

Item = TypeVar("Item")
Weights = Sequence[tuple[Item, int]]
"""Everything that can come up, with integer weights."""

COMMITMENT = "banca commitment 2"
NONCE = re.compile("[0-9a-f]{64}")
NONCE_BYTES = 32


class RoundAt(NamedTuple):
    """What a commitment is for."""

    table: str
    number: int


class Source:
    """Random bytes, and whole numbers made of them.

    Nothing is kept between two calls: threads may share a source, and processes that fork never draw the same.
    """

    def __init__(self, read: Callable[[int], bytes] = os.urandom, salt: Callable[[int], bytes] = os.urandom) -> None:
        self._read = read
        self.salt = salt
        """Bytes that decide nothing and only keep a digest from being guessed."""

    def read(self, count: int) -> bytes:
        """The next bytes of the source."""
        found = self._read(count)
        if len(found) != count:
            raise Defect(f"{count} random bytes were asked for and {len(found)} came")
        return found

    def below(self, limit: int) -> int:
        """A whole number from 0 up to but not including `limit`, all equally likely.

        By rejection: as many bits are read as `limit - 1` has, and where they make a number that is too large they are thrown
        away and read anew. So no number is favoured, as a remainder would do. On average fewer than two readings are needed.

        >>> three_bits = iter([bytes([0b111_00000]), bytes([0b110_00000]), bytes([0b101_00000])])
        >>> Source(read=lambda count: next(three_bits)).below(6)
        5
        """
        if limit < 1:
            raise Defect(f"there is no whole number from 0 to below {limit}")
        bits = (limit - 1).bit_length()
        count = (bits + 7) // 8
        while True:
            number = int.from_bytes(self.read(count)) >> (8 * count - bits)
            if number < limit:
                return number


SYSTEM = Source()
"""What every table draws from: the operating system's randomness."""


def draws(weighted: Weights[Item], source: Source = SYSTEM) -> Iterator[Item]:
    """Results without end, each independent of the others and exactly as likely as its weight says."""
    outcomes = [outcome for outcome, _ in weighted]
    ends = list(accumulate(weight for _, weight in weighted))
    if not ends or any(weight < 0 for _, weight in weighted):
        raise Defect("nothing to draw from, or a weight below nothing")
    while True:
        yield outcomes[bisect_right(ends, source.below(ends[-1]))]


def draw(weighted: Weights[Item], source: Source = SYSTEM) -> Item:
    """One result, exactly as likely as its weight says.

    >>> draw([("fish", 1), ("crab", 0)])
    'fish'
    """
    return next(draws(weighted, source))


def shuffle(items: Iterable[Item], source: Source = SYSTEM) -> list[Item]:
    """The items in a new order, all orders equally likely (Fisher and Yates)."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = source.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def result(possible: Possible, source: Source = SYSTEM) -> str:
    """One of the results that can come up, as it is written: by its weight, or an order of all pieces."""
    if isinstance(possible, Shuffled):
        return " ".join(shuffle(possible.pieces, source))
    return draw(possible.results, source)


def commit(outcome: str, of: RoundAt, source: Source = SYSTEM) -> tuple[str, str]:
    """The commitment to an outcome, to be published now, and the nonce, to be kept with the outcome until it is opened."""
    nonce = source.read(NONCE_BYTES).hex()
    return commit_to(outcome, nonce, of), nonce


def is_opened_by(commitment: str, outcome: str, nonce: str, of: RoundAt) -> bool:
    """Whether this outcome and nonce are what was committed to for this round.

    >>> of = RoundAt("fish-1", 7)
    >>> commitment, nonce = commit("fish-crab-crab", of)
    >>> is_opened_by(commitment, "fish-crab-crab", nonce, of), is_opened_by(commitment, "crab-crab-crab", nonce, of)
    (True, False)
    >>> is_opened_by(commitment, "fish-crab-crab", nonce, RoundAt("fish-1", 8))
    False
    """
    return bool(NONCE.fullmatch(nonce)) and commitment == commit_to(outcome, nonce, of)


def commit_to(outcome: str, nonce: str, of: RoundAt) -> str:
    """The commitment to an outcome under a nonce."""
    written = f"{COMMITMENT}\n{of.table}\n{of.number}\n{nonce}\n{outcome}"
    return sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
