"""What the siege found: as lines, and as the page docs/siege.md."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from siege_attacks import ATTACKS, MANY_ENTRIES, USUAL_ENTRIES

PAGE = Path(__file__).parent.parent / "docs" / "siege.md"
NOTHING = "nothing"
"""The row without an attack."""
SECONDS = 8.0
FILES = 1024
"""That a server may open."""


@dataclass(slots=True)
class Match:
    """What bystanders and visitors felt of one attack."""

    waits: list[float] = field(default_factory=list)
    failed: int = 0
    visits: list[float] = field(default_factory=list)
    turned_away: int = 0
    grown: float = 0.0
    """Megabytes that the server holds more than before."""
    told: str = ""
    """What the attacker was answered."""


@dataclass(frozen=True, slots=True)
class Row:
    """One attack on one state of the program."""

    attack: str
    state: str
    found: Match

    def cells(self) -> tuple[str, ...]:
        """Its figures, rounded."""
        found = self.found
        asked = len(found.visits) + found.turned_away
        return (
            f"{len(found.waits)}",
            f"{found.failed}",
            wait(found.waits, 0.5),
            wait(found.waits, 0.99),
            f"{round(found.grown):+,d} MB",
            f"{len(found.visits)} of {asked}",
            wait(found.visits, 0.5),
            wait(found.visits, 0.99),
            found.told or "-",
        )

    def __str__(self) -> str:
        bets, failed, p50, p99, grown, served, visit50, visit99, told = self.cells()
        bettors = f"{bets:>4s} bets, {failed:>3s} failed, p50 {p50:>9s}, p99 {p99:>9s}, {grown:>9s}"
        return f"{self.attack:10s} {self.state:6s} {bettors}; visitors {served}, p50 {visit50}, p99 {visit99}; {told}"


def wait(waits: Sequence[float], part: float) -> str:
    """The wait within which so many of all were answered."""
    if not waits:
        return "-"
    return f"{rounded(sorted(waits)[int(len(waits) * part)] * 1000):,.0f} ms"


def rounded(figure: float) -> float:
    """To two places that count.

    >>> rounded(1234.0), rounded(4.26), rounded(-0.4)
    (1200.0, 4.3, -0.4)
    """
    return float(f"{figure:.2g}")


def page(rows: Sequence[Row], before: str, loads: tuple[float, float]) -> str:
    """The whole page."""
    return "\n".join(_lines(rows, before, loads)) + "\n"


def _lines(rows: Sequence[Row], before: str, loads: tuple[float, float]) -> Iterator[str]:
    yield from HEAD.format(
        before=before or "-",
        seconds=f"{SECONDS:.0f}",
        files=f"{FILES:,}",
        usual=f"{USUAL_ENTRIES:,}",
        many=f"{MANY_ENTRIES:,}",
        processors=os.cpu_count(),
        first=f"{loads[0]:.0f}",
        last=f"{loads[1]:.0f}",
    ).splitlines()
    for row in rows:
        yield f"| {' | '.join((f'`{row.attack}`', row.state, *row.cells()))} |"
    yield ""
    for name, attack in ATTACKS.items():
        yield f"- `{name}`: {attack.about[0].lower()}{attack.about[1:]}"


HEAD = """\
# The house under siege

Made by `python bench/siege.py --before 25bf882 --write`; `make siege` prints the same. Each attack of the review of {before}, the state
called *before*, goes on for {seconds} seconds in a process of its own, against a server of its own that may open {files} files, with
{usual} entries in the table's journal ({many} for `exports`) and 30,000 accounts. Ten players, connected before it begins, bet five times a
second each; three visitors come four times a second each, with a new connection, for the odds of a game, and go after three seconds. Both come from
another address than the attacker. *Memory* is what the server holds more than before; of the attacker's answers *none* means that there
was none in time.

One run on a machine with {processors} processors that others used too (load average {first} at its beginning, {last} at its end): read the
orders of magnitude.

| attack | state | bets answered | failed | p50 | p99 | memory | visitors served | their p50 | their p99 | the attacker's answers |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|"""
