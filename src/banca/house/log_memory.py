"""What was signed last of a log, kept beside the key that signs and not in the store: a store that has gone back is not signed again.

The file is the signed checkpoint itself, so that `banca audit verify --checkpoint` reads it too. It is written a moment after the
answers that carry that signature, never before; so the store has all that it says, unless somebody has put another in its place.
"""

import os
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

from banca.files import CANNOT_READ, CANNOT_WRITE
from banca.rules import Refusal, _, refusal
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.note import BadNoteError, split

LOG_WENT_BACK = refusal(
    "log_went_back",
    _(
        "this store's log has {found} entries, but according to {file}, {asked} were signed last: an older copy was restored, or entries were changed; restore the right store; to continue with this one anyway, move that file away and tell players and witnesses why"
    ),
)
BAD_MEMORY = refusal(
    "bad_log_memory", _("{asked} is not a signed checkpoint of a log; restore it from a copy, or move it away")
)


class LogMemory:
    """What was signed last of one log."""

    def __init__(self, key: Path, origin: str) -> None:
        self.file = key.with_name(f"{key.name}.{sha256(origin.encode()).hexdigest()[:16]}.signed")
        """Beside the key, one for each log that it signs; the file names the log."""

    def last(self) -> Checkpoint | None:
        """The log as it was signed last; none where nothing is remembered."""
        try:
            return Checkpoint.read(split(self.file.read_text(encoding="utf-8"))[0])
        except FileNotFoundError:
            return None
        except (BadNoteError, UnicodeDecodeError):
            raise Refusal(BAD_MEMORY, asked=self.file) from None
        except OSError as error:
            raise Refusal(CANNOT_READ, asked=self.file, because=error.strerror) from None

    def keep(self, note: str) -> None:
        """Remember a signed checkpoint, on the disk, unless a larger one is remembered: another process may share the key."""
        last = self.last()
        if last is not None and last.size >= Checkpoint.read(split(note)[0]).size:
            return
        try:
            with NamedTemporaryFile("w", dir=self.file.parent, prefix=f"{self.file.name}.", delete=False) as unfinished:
                try:
                    unfinished.write(note)
                    unfinished.flush()
                    os.fsync(unfinished.fileno())
                    Path(unfinished.name).replace(self.file)
                finally:
                    Path(unfinished.name).unlink(missing_ok=True)
        except OSError as error:
            raise Refusal(CANNOT_WRITE, asked=self.file, because=error.strerror) from None
