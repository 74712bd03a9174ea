"""The key of the house: in a file of its own, away from the store, so that whoever reads the store reads no hidden result.

The file holds 64 hexadecimal digits. It is made at the first start; servers that share a store share it. The store has a mark
sealed under it, so that another key is noticed at the start and not in the middle of a round.
"""

import os
from pathlib import Path

from banca.house.key_file import read_or_make_key
from banca.house.seal import CannotUnsealError, Seal
from banca.house.store import Store
from banca.rules import Refusal, _, refusal

BAD_KEY = refusal("bad_key", _("{asked} is not the key of a house: a key has 64 hexadecimal digits"))

VARIABLE = "BANCA_KEY"
"""The environment's word for another file."""
MARK = "key"


def default_key() -> Path:
    """The key's file unless another is given: from the environment, or among the user's settings."""
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(os.environ.get(VARIABLE) or Path(settings) / "banca" / "house.key")


def open_seal(store: Store, file: Path, *, is_lost: bool = False) -> Seal:
    """The seal of a store; its key is made where the store has none yet.

    Another key than the store's is refused, unless that one is lost: what it sealed is then never opened.
    """
    mark = store.mark(MARK)
    if mark is not None and not file.exists() and not is_lost:
        raise Refusal(
            "key_missing",
            _(
                "{asked}, the key of this store, is missing; put it back or name it with --key; if it is lost for good, start with --key-lost: results hidden with it can never be revealed, and their rounds must be voided"
            ),
            asked=file,
        )
    seal = Seal(read_or_make_key(file, BAD_KEY)[0])
    mark = mark or store.keep_mark(MARK, seal.close(MARK, about=MARK))
    try:
        seal.open(mark, about=MARK)
    except CannotUnsealError:
        if not is_lost:
            raise Refusal(
                "key_differs",
                _(
                    "{asked} is not the key of this store; name the right one with --key; if it is lost for good, start with --key-lost: results hidden with it can never be revealed, and their rounds must be voided"
                ),
                asked=file,
            ) from None
        store.drop_mark(MARK, mark)
        return open_seal(store, file)
    return seal
