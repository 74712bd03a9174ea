"""What was done of a long run, kept in a file from which the run goes on."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from banca.analysis.simulation.strategy import AnyStrategy
from banca.analysis.simulation.tally import Tally
from banca.analysis.simulation.work import Tallied
from banca.entries import CANNOT_READ
from banca.files import write_whole
from banca.games import find
from banca.jit import digest
from banca.rules import Refusal, _, refusal

BAD_CHECKPOINT = refusal("bad_checkpoint", _("{asked} is not a checkpoint of this run: {because}"))

FORM = 1
OTHER_RUN = _("the strategy, seed, number of sessions or version is different")


@dataclass(slots=True)
class Progress:
    """The blocks done so far and what they came to: all up to `until`, and some beyond."""

    until: int = 0
    beyond: set[int] = field(default_factory=set)
    counted: Tallied | None = None

    def __contains__(self, block: int) -> bool:
        return block < self.until or block in self.beyond

    def add(self, blocks: Sequence[int], counted: Tallied) -> Tallied:
        """Put more blocks to it, and say what all came to."""
        total = counted if self.counted is None else self.counted + counted
        beyond, until = self.beyond | set(blocks), self.until
        while until in beyond:
            beyond.remove(until)
            until += 1
        self.counted, self.beyond, self.until = total, beyond, until  # at once: a stop in between would lose or double
        return total


def identity(strategies: Sequence[AnyStrategy], seed: int, sessions: int) -> str:
    """What a run is known by: strategies, seed and sessions under the same version of the program and of the game."""
    folders = [Path(str(files(find(one.game).package))) for one in strategies]
    asked = [replace(one, options={name: str(value) for name, value in one.options.items()}) for one in strategies]
    return hashlib.sha256(repr((asked, seed, sessions, *map(digest, folders))).encode()).hexdigest()


def save(file: Path, run: str, seed: int, progress: Progress) -> None:
    """Write the file anew, whole or not at all."""
    counted = progress.counted
    if counted is None:
        return
    content = {
        "form": FORM,
        "run": run,
        "seed": seed,
        "until": progress.until,
        "beyond": sorted(progress.beyond),
        "tallies": [tally.as_data() for tally in counted.tallies],
        "better": counted.better,
    }
    write_whole(file, json.dumps(content))


def kept_seed(file: Path) -> int | None:
    """The seed of the run that a file keeps, where there is one: who goes on need not say it again."""
    return int(_read(file)["seed"]) if file.exists() else None


def load(file: Path, run: str) -> Progress:
    """What the file holds; nothing, where there is none. Refused where it belongs to another run."""
    if not file.exists():
        return Progress()
    content = _read(file)
    if content["run"] != run:
        raise Refusal(BAD_CHECKPOINT, asked=file, because=OTHER_RUN)
    return Progress(content["until"], set(content["beyond"]), content["counted"])


def _read(file: Path) -> dict[str, Any]:
    try:
        content: dict[str, Any] = json.loads(file.read_text("utf-8"))
        if content["form"] != FORM:
            raise Refusal(BAD_CHECKPOINT, asked=file, because=OTHER_RUN)
        tallies = tuple(Tally.from_data(one) for one in content["tallies"])
        better = tuple((int(total), int(squares)) for total, squares in content["better"])
        numbers = {"seed": int(content["seed"]), "until": int(content["until"]), "run": str(content["run"])}
        beyond = [int(block) for block in content["beyond"]]
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise Refusal(BAD_CHECKPOINT, asked=file, because=_("it cannot be read")) from None
    return {**numbers, "beyond": beyond, "counted": Tallied(tallies, better)}
