"""What was done of a long run, kept in a file from which the run goes on."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from banca.files import write_whole
from banca.rulebook import Code, Refusal, term
from banca.simulation.tally import Tally
from banca.simulation.work import Counted

FORM = 1


@dataclass(slots=True)
class Progress:
    """The blocks done so far and what they came to."""

    blocks: set[int] = field(default_factory=set)
    counted: Counted | None = None

    def add(self, blocks: Sequence[int], counted: Counted) -> None:
        """Put more blocks to it."""
        self.blocks.update(blocks)
        self.counted = counted if self.counted is None else self.counted + counted


def identity(*parts: object) -> str:
    """What a run is known by: the same parts, the same run."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def save(file: Path, run: str, progress: Progress) -> None:
    """Write the file anew, whole or not at all."""
    counted = progress.counted
    if counted is None:
        return
    content = {
        "form": FORM,
        "run": run,
        "blocks": _ranges(sorted(progress.blocks)),
        "tallies": [tally.as_data() for tally in counted.tallies],
        "better": counted.better,
    }
    write_whole(file, json.dumps(content))


def load(file: Path, run: str) -> Progress:
    """What the file holds; nothing, where there is none. Refused where it belongs to another run."""
    if not file.exists():
        return Progress()
    try:
        content = json.loads(file.read_text("utf-8"))
        if content["form"] != FORM or content["run"] != run:
            raise Refusal(Code.BAD_CHECKPOINT, asked=file, because=term("strategy, seed, sessions or version differ"))
        blocks = {block for first, last in content["blocks"] for block in range(first, last + 1)}
        tallies = tuple(Tally.from_data(one) for one in content["tallies"])
        return Progress(blocks, Counted(tallies, tuple((int(a), int(b)) for a, b in content["better"])))
    except OSError as error:
        raise Refusal(Code.CANNOT_READ, asked=file, because=error.strerror) from None
    except (ValueError, KeyError, TypeError, IndexError):
        raise Refusal(Code.BAD_CHECKPOINT, asked=file, because=term("it cannot be read")) from None


def _ranges(blocks: list[int]) -> list[tuple[int, int]]:
    """First and last of each run of blocks without a gap.

    >>> _ranges([0, 1, 2, 5])
    [(0, 2), (5, 5)]
    """
    ranges: list[tuple[int, int]] = []
    for block in blocks:
        if ranges and ranges[-1][1] == block - 1:
            ranges[-1] = (ranges[-1][0], block)
        else:
            ranges.append((block, block))
    return ranges
