"""Files that are nobody else's: other accounts of the machine may neither read nor change them."""

import os
import shlex
from pathlib import Path

from banca.rules import Refusal, _

IS_KNOWN = os.name == "posix"
"""Whether modes say who may do what."""
ANYTHING_OF_OTHERS, WRITING_OF_OTHERS = 0o077, 0o022


def check_private(path: Path) -> None:
    """Refuse a file or folder that others on this machine may get at, with what to type."""
    mode = path.stat().st_mode & 0o777
    if IS_KNOWN and mode & ANYTHING_OF_OTHERS:
        narrow = "chmod 700" if path.is_dir() else "chmod 600"
        raise Refusal(
            "not_private",
            _("other users of this machine can access {asked} (mode {found}); run: {allowed}"),
            asked=path,
            found=f"{mode:o}",
            allowed=typed(narrow, path),
        )


def typed(command: str, *files: Path) -> str:
    """A line for the shell."""
    return f"{command} {shlex.join(map(str, files))}"
