"""A witness's key and its memory belong together: both are made at the first start, and neither is made anew for the other.

A witness that has forgotten what it saw would sign a shortened log as if it were the first: it has to be set up as a new one, under a
new key, and those who count on it have to be told.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from banca.house.key_file import read_or_make_key
from banca.rules import Refusal, _, refusal
from banca.transparency.note import BadNoteError, Signer, SignerKind, Verifier
from banca.witness.memory import Memory
from banca.witness.witness import Witness

BAD_WITNESS_KEY = refusal("bad_witness_key", _("{asked} is not the key of a witness: a key has 64 hexadecimal digits"))
BAD_VERIFIER = refusal(
    "bad_verifier",
    _(
        "{asked} is not a public key of this kind: such a key is written NAME+ID+KEY, as the evidence page of a house and 'banca witness key' show it"
    ),
)


def open_witness(name: str, key: Path, state: Path, trusted: Iterable[str], clock: Callable[[], float]) -> Witness:
    """A witness by its key and its memory, which are made where neither is there."""
    verifiers = [read_verifier(one, SignerKind.LOG) for one in trusted]
    for found, missing in ((key, state), (state, key)):
        if found.exists() and not missing.exists():
            raise Refusal(
                "witness_half",
                _(
                    "{found} exists, but {asked} is missing: a witness needs both; put {asked} back, or move {found} away to set up a new witness with a new key"
                ),
                found=found,
                asked=missing,
            )
    try:
        signer = Signer(
            name, Ed25519PrivateKey.from_private_bytes(read_or_make_key(key, BAD_WITNESS_KEY)[0]), SignerKind.WITNESS
        )
    except BadNoteError:
        raise Refusal(
            "bad_witness_name",
            _(
                "a witness cannot be called {asked}: its name has no spaces and no plus sign, such as dicj.gov.mo/witness"
            ),
            asked=name,
        ) from None
    memory = Memory(state)
    owner = memory.belong(str(signer.verifier))
    if owner != str(signer.verifier):
        raise Refusal("witness_differs", _("{asked} belongs to another witness: {found}"), asked=state, found=owner)
    return Witness(signer, verifiers, memory, clock)


def read_verifier(written: str, kind: SignerKind) -> Verifier:
    """Somebody's public key, of a log or of a witness."""
    try:
        found = Verifier.read(written)
    except BadNoteError:
        raise Refusal(BAD_VERIFIER, asked=written) from None
    if found.kind is not kind:
        raise Refusal(BAD_VERIFIER, asked=written)
    return found
