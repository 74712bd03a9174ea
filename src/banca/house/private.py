"""Files that are nobody else's: other accounts of the machine may neither read nor change them."""

import os
import shlex
from pathlib import Path

from banca.rulebook import Code, Refusal

OTHERS = 0o077


def check_private(path: Path) -> None:
    """Refuse a file or folder that others on this machine may get at, with what to type."""
    if os.name != "posix":
        return
    mode = path.stat().st_mode & 0o777
    if mode & OTHERS:
        narrow = "700" if path.is_dir() else "600"
        raise Refusal(
            Code.NOT_PRIVATE, asked=path, found=f"{mode:o}", allowed=f"chmod {narrow} {shlex.quote(str(path))}"
        )
