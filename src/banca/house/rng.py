"""Random results that anybody can check: exactly uniform, committed to before the bets, and following from a published seed. R-live-3.

Everything here is the SHA-256 digest or HMAC of a few lines of text, in lower-case hexadecimal. No name has a line feed, so the bytes can
be read in one way only; and as table and number are in them, a commitment is good for one round at one table.

- The commitment to an outcome: the digest of "banca commitment 2" LF table LF round LF nonce LF outcome, where the nonce is 64 hexadecimal
  digits (256 random bits), and the outcome UTF-8.
- The commitment to a seed, which is 64 hexadecimal digits too: the digest of "banca seed 1" LF table LF number LF seed.
- The bytes of a draw: the blocks 0, 1, 2 … one after the other, each the HMAC-SHA256 under the seed's bytes of
  "banca draw 1" LF table LF number LF block LF {player LF nonce LF}, with the players who revealed a number in order of their names (by
  code points). Whole numbers, weighted results and orders of pieces are made of them as of any other `Source`.
- A result that lies hidden before the bets has the nonce of its commitment for a seed, its round for a number, no players, and
  "banca hidden 1" in front.
"""

import hmac
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate, count
from typing import NamedTuple, TypeVar

from banca.rules import Defect
from banca.tables.chance import Device, ShuffledPieces

Item = TypeVar("Item")
Weights = Sequence[tuple[Item, int]]
"""All that can come up, with integer weights."""

COMMITMENT = "banca commitment 2"
NONCE = re.compile("[0-9a-f]{64}")
NONCE_BYTES = 32


class RoundAt(NamedTuple):
    """The round, or the draw, that a commitment is for."""

    table: str
    number: int


class Source:
    """Random bytes, and whole numbers made of them.

    Nothing is kept between two calls: threads may share a source, and processes that fork never draw the same.
    """

    def __init__(self, read: Callable[[int], bytes] = os.urandom, salt: Callable[[int], bytes] = os.urandom) -> None:
        self._read = read
        self.salt = salt
        """Bytes that decide nothing: they keep a digest from being guessed."""

    def read(self, count: int) -> bytes:
        """Return the next bytes."""
        data = self._read(count)
        if len(data) != count:
            raise Defect(f"{count} random bytes were asked for and {len(data)} came")
        return data

    def below(self, limit: int) -> int:
        """Return a whole number from 0 up to but not including `limit`, all equally likely.

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
    """Yield results without end, each exactly as likely as its weight says."""
    outcomes = [outcome for outcome, _ in weighted]
    ends = list(accumulate(weight for _, weight in weighted))
    if not ends or any(weight < 0 for _, weight in weighted):
        raise Defect("nothing to draw from, or a weight below nothing")
    while True:
        yield outcomes[bisect_right(ends, source.below(ends[-1]))]


def draw(weighted: Weights[Item], source: Source = SYSTEM) -> Item:
    """Return one result, exactly as likely as its weight says.

    >>> draw([("fish", 1), ("crab", 0)])
    'fish'
    """
    return next(draws(weighted, source))


def shuffle(items: Iterable[Item], source: Source = SYSTEM) -> list[Item]:
    """Return the items in a new order, all orders equally likely (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = source.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def result(possible: Device, source: Source = SYSTEM) -> str:
    """Draw one of the results that can come up, as it is written: by its weight, or an order of all pieces."""
    if isinstance(possible, ShuffledPieces):
        return " ".join(shuffle(possible.pieces, source))
    return draw(possible.results, source)


def commit(outcome: str, of: RoundAt, source: Source = SYSTEM) -> tuple[str, str]:
    """Return the commitment to an outcome, to be published now, and the nonce, to be kept with the outcome until it is opened."""
    nonce = source.read(NONCE_BYTES).hex()
    return commit_to(outcome, nonce, of), nonce


def is_opened_by(commitment: str, outcome: str, nonce: str, of: RoundAt) -> bool:
    """Tell whether this outcome and nonce are what was committed to for this round.

    >>> of = RoundAt("fish-1", 7)
    >>> commitment, nonce = commit("fish-crab-crab", of)
    >>> is_opened_by(commitment, "fish-crab-crab", nonce, of), is_opened_by(commitment, "crab-crab-crab", nonce, of)
    (True, False)
    >>> is_opened_by(commitment, "fish-crab-crab", nonce, RoundAt("fish-1", 8))
    False
    """
    return bool(NONCE.fullmatch(nonce)) and commitment == commit_to(outcome, nonce, of)


def commit_to(outcome: str, nonce: str, of: RoundAt) -> str:
    """Return the commitment to an outcome under a nonce."""
    written = f"{COMMITMENT}\n{of.table}\n{of.number}\n{nonce}\n{outcome}"
    return sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


SEED = "banca seed 1"
DRAW = "banca draw 1"
HIDDEN = "banca hidden 1"

Nonces = Sequence[tuple[str, str]]
"""Players and the numbers they revealed, in order of the names."""


def new_seed(of: RoundAt, source: Source) -> tuple[str, str]:
    """Return the commitment to a fresh seed, to be published now, and the seed, to be kept until its draw."""
    seed = source.read(NONCE_BYTES).hex()
    return commitment_to(seed, of), seed


def commitment_to(seed: str, of: RoundAt) -> str:
    """Return the commitment to a seed."""
    return sha256(_written(SEED, of, seed)).hexdigest()


def is_seed_of(commitment: str, seed: str, of: RoundAt) -> bool:
    """Tell whether this is the seed that was committed to for this draw.

    >>> commitment, seed = new_seed(RoundAt("table-1", 7), Source())
    >>> is_seed_of(commitment, seed, RoundAt("table-1", 7)), is_seed_of(commitment, seed, RoundAt("table-1", 8))
    (True, False)
    """
    return bool(NONCE.fullmatch(seed)) and commitment == commitment_to(seed, of)


def drawn(possible: Device, seed: str, of: RoundAt, nonces: Nonces) -> str:
    """Return what a seed and the players' numbers give."""
    return result(possible, seeded(DRAW, seed, of, nonces))


def hidden(possible: Device, seed: str, of: RoundAt) -> str:
    """Return the result that a seed alone gives, which lies hidden before the bets."""
    return result(possible, seeded(HIDDEN, seed, of))


def hide(possible: Device, of: RoundAt, source: Source) -> tuple[str, str, str]:
    """Make a hidden result: the commitment to it, the result, and the nonce that it follows from."""
    seed = source.read(NONCE_BYTES).hex()
    outcome = hidden(possible, seed, of)
    return commit_to(outcome, seed, of), outcome, seed


def seeded(kind: str, seed: str, of: RoundAt, nonces: Nonces = ()) -> Source:
    """Return the bytes of one draw.

    >>> one, other, again = (seeded(DRAW, "00" * 32, RoundAt("table-1", 7), [("ana", two * 32)]).read(8) for two in ("01", "02", "01"))
    >>> one == other, one == again
    (False, True)
    """
    key = bytes.fromhex(seed)
    players = "".join(f"{player}\n{nonce}\n" for player, nonce in nonces)
    blocks = (hmac.digest(key, _written(kind, of, f"{block}\n{players}"), "sha256") for block in count())
    kept = bytearray()

    def read(wanted: int) -> bytes:
        while len(kept) < wanted:
            kept.extend(next(blocks))
        given = bytes(kept[:wanted])
        del kept[:wanted]
        return given

    return Source(read)


def _written(kind: str, of: RoundAt, rest: str) -> bytes:
    return f"{kind}\n{of.table}\n{of.number}\n{rest}".encode("utf-8", "surrogatepass")
