"""Hidden results as they stand in the store: sealed under the house's key, each with the nonce that will prove it.

The seal is about one table and one commitment. Stores of before have outcome and nonce in clear: these are read as they are, and as
nothing new is written so, they run out with the rounds that are under way.
"""

from banca.house.seal import FORM, CannotUnsealError, Seal

Secret = tuple[str, str]
"""Outcome and nonce; sealed, both are in the first."""


def close_hidden(seal: Seal, table: str, commitment: str, secret: Secret) -> Secret:
    """A result and its nonce as the store gets them."""
    outcome, nonce = secret
    return seal.close(f"{nonce}\n{outcome}", about=_about(table, commitment)), ""


def open_hidden(seal: Seal, table: str, commitment: str, kept: Secret) -> Secret | None:
    """The result and its nonce; none where they were sealed under another key or for another commitment.

    >>> seal = Seal.fresh()
    >>> kept = close_hidden(seal, "fish-1", "c0ffee", ("fish-crab-crab", "2a"))
    >>> open_hidden(seal, "fish-1", "c0ffee", kept), open_hidden(seal, "fish-2", "c0ffee", kept)
    (('fish-crab-crab', '2a'), None)
    """
    if not is_sealed(kept):
        return kept
    try:
        nonce, _, outcome = seal.open(kept[0], about=_about(table, commitment)).partition("\n")
    except CannotUnsealError:
        return None
    return outcome, nonce


def is_sealed(kept: Secret) -> bool:
    """Whether the store's reader does not see it."""
    return kept[0].startswith(FORM) and not kept[1]


def _about(table: str, commitment: str) -> str:
    return f"{table}\n{commitment}"
