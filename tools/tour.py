"""The tour of the wheel in clean environments, one for each extra, made by pip from the wheel and nothing of the checkout.

    make tour                            # all extras
    python tools/tour.py WHEEL fast house

Each environment is made anew, gets the wheel, then the extra as a missing one is named (`pip install 'banca[fast]'`): pip finds the wheel
installed and fetches what it lacks. A table is printed for docs/release.md: sizes, times, and what was tried. It needs a package index.
"""

import os
import subprocess
import sys
import time
import venv
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tour_stops import EXTRAS
from visit import Visit, extras_of, whole

MEGABYTE = 1_000_000
HEAD = "| extra | install, MB | install, s | `import banca`, s | `banca odds craps`, s | commands | refused | pages | tour, s |"
BEST_OF = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Clean:
    """An environment that holds nothing but Python and pip."""

    root: Path

    def make(self) -> None:
        """Make it."""
        venv.create(self.root, with_pip=True)

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.root / "bin" / "python"

    def install(self, *what: str) -> None:
        """As somebody would who has pip."""
        line = [str(self.python), "-m", "pip", "--disable-pip-version-check", "-q", "install", *what]
        subprocess.run(line, check=True)

    def size(self) -> int:
        """Of all packages in it, in bytes, without what Python compiles of them."""
        files = (self.root / "lib").rglob("*")
        return sum(file.stat().st_size for file in files if file.is_file() and "__pycache__" not in file.parts)


def seconds(*line: str) -> float:
    """Of the processor, the least of a few runs: whatever else the machine does."""

    def once() -> float:
        began = os.times()
        subprocess.run(line, check=True, capture_output=True)
        ended = os.times()
        return sum(ended[2:4]) - sum(began[2:4])

    return min(once() for _ in range(BEST_OF))


def visited(wheel: Path, extra: str, folder: Path) -> str:
    """A row of the table."""
    clean = Clean(root=folder / "environment")
    clean.make()
    empty = clean.size()
    began = time.perf_counter()
    clean.install(str(wheel))
    if extra:
        clean.install(f"banca[{extra}]")
    installed = time.perf_counter() - began
    size = (clean.size() - empty) / MEGABYTE
    started = seconds(str(clean.python), "-c", "pass")
    imported = seconds(str(clean.python), "-c", "import banca") - started
    odds = seconds(str(clean.root / "bin" / "banca"), "odds", "craps")
    (folder / "empty").mkdir()
    visit = Visit(scripts=clean.root / "bin", python=clean.python, folder=folder / "empty", brings=extras_of(extra))
    if not Path(visit.inside("where")["file"]).is_relative_to(clean.root):
        raise AssertionError(visit.inside("where"))
    began = time.perf_counter()
    tried = whole(visit)
    took = time.perf_counter() - began
    name = f"`{extra}`" if extra else "(none)"
    counts = " | ".join(str(tried[one]) for one in ("commands", "refused", "pages"))
    return f"| {name} | {size:.0f} | {installed:.0f} | {imported:.2f} | {odds:.2f} | {counts} | {took:.0f} |"


def main() -> None:
    """The table, a row as soon as it is known."""
    wheel = Path(sys.argv[1]).resolve()
    print(f"{wheel.name}: {wheel.stat().st_size / MEGABYTE:.1f} MB\n\n{HEAD}\n|{'---|' * HEAD.count(' | ')}---|")
    for extra in sys.argv[2:] or EXTRAS:
        with TemporaryDirectory() as folder:
            print(visited(wheel, extra, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
