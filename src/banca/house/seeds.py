"""Results that follow from a committed seed: the commitment, and the bytes that seed and players' numbers give. R-live-3.

A seed is 32 random bytes, written as 64 lower-case hexadecimal digits. Its commitment is the SHA-256 digest, in hexadecimal, of

    "banca seed 1" LF table LF number LF seed

and the bytes of its draw are the blocks 0, 1, 2 … one after the other, each the HMAC-SHA256 under the seed's bytes of

    "banca draw 1" LF table LF number LF block LF {player LF nonce LF}

with the players who revealed a number in order of their names (by code points). Out of these bytes whole numbers, weighted results and
orders of pieces are made as `chance` makes them. A result that lies hidden before the bets has the nonce of its commitment for a seed, its
round for a number, no players, and "banca hidden 1" in front. No name has a line feed, so one row of bytes can be read in one way only.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from itertools import count

from banca.house.chance import NONCE, NONCE_BYTES, RoundAt, Source, commit_to, result
from banca.live.results import Possible

SEED = "banca seed 1"
DRAW = "banca draw 1"
HIDDEN = "banca hidden 1"

Nonces = Sequence[tuple[str, str]]
"""Players and the numbers they revealed, in order of the names."""


def new_seed(of: RoundAt, source: Source) -> tuple[str, str]:
    """The commitment to a fresh seed, to be published now, and the seed, to be kept until its draw."""
    seed = source.read(NONCE_BYTES).hex()
    return commitment_to(seed, of), seed


def commitment_to(seed: str, of: RoundAt) -> str:
    """What is published of a seed before its draw."""
    return sha256(_written(SEED, of, seed)).hexdigest()


def is_seed_of(commitment: str, seed: str, of: RoundAt) -> bool:
    """Whether this is the seed that was committed to for this draw.

    >>> commitment, seed = new_seed(RoundAt("table-1", 7), Source())
    >>> is_seed_of(commitment, seed, RoundAt("table-1", 7)), is_seed_of(commitment, seed, RoundAt("table-1", 8))
    (True, False)
    """
    return bool(NONCE.fullmatch(seed)) and commitment == commitment_to(seed, of)


def drawn(possible: Possible, seed: str, of: RoundAt, nonces: Nonces) -> str:
    """What seed and numbers give out of everything that can come up."""
    return result(possible, seeded(DRAW, seed, of, nonces))


def hidden(possible: Possible, seed: str, of: RoundAt) -> str:
    """The result that lies hidden before the bets: its seed alone gives it."""
    return result(possible, seeded(HIDDEN, seed, of))


def hide(possible: Possible, of: RoundAt, source: Source) -> tuple[str, str, str]:
    """A hidden result: the commitment to it, the result, and the nonce that it follows from."""
    seed = source.read(NONCE_BYTES).hex()
    outcome = hidden(possible, seed, of)
    return commit_to(outcome, seed, of), outcome, seed


def seeded(kind: str, seed: str, of: RoundAt, nonces: Nonces = ()) -> Source:
    """The bytes of one draw.

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
