"""Work for the processes of the proposals that takes exactly as long as a test wants: it reads a pipe."""

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from banca.drawing import Form
from banca.service.drafts import ProposalDraft
from service import until


def check_piped(draft: ProposalDraft, *, form: Form) -> bytes:
    """In place of a check: the source is the path of a pipe, which is read to its end."""
    del form
    return json.dumps({"read": Path(draft.source).read_text()}).encode()


@contextmanager
def held_by(pipe: Path) -> Iterator[None]:
    """From when somebody has begun to read a pipe; as long as this lasts, they do."""

    def opened() -> int | None:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as nobody:
            if nobody.errno != errno.ENXIO:
                raise
            return None

    end = until(opened)
    yield
    os.close(end)
