"""What a house's age costs, as lines, and as the page docs/years.md with its picture."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import altair as alt
import vl_convert
from msgspec import Struct

from banca.analysis.charts import LOOKS

DOCS = Path(__file__).parent.parent / "docs"
PAGE, PICTURE = DOCS / "years.md", DOCS / "pictures" / "years.svg"
FLAT = 1.2
"""Start and first touch may grow by so much from 10^5 to 10^6 entries."""


class Figures(Struct, kw_only=True):
    """Of one store; milliseconds, but for `live`, and megabytes."""

    start: float
    touch: float
    resume: float
    lobby: float
    memory: float
    day: float
    day_entries: float
    replayed: float
    live: float
    """Seconds."""


class Row(Struct):
    """One size."""

    what: str
    size: int
    figures: Figures

    def cells(self) -> list[str]:
        """As the page has them."""
        one = self.figures
        days = f"{one.day:,.0f} ms for {one.day_entries:,.0f} entries"
        replayed = f"{one.replayed:,.0f} ms" if one.replayed else "-"
        times = (f"{each:,.1f} ms" for each in (one.start, one.touch, one.resume, one.lobby))
        return [f"{self.size:,} {self.what}", *times, f"{one.memory:,.0f} MB", days, f"{one.live:.1f} s", replayed]


HEADINGS = (
    "store",
    "start",
    "first touch",
    "stream resumed",
    "lobby",
    "memory",
    "newest day verified",
    "server ready",
    "replayed whole",
)


def lines(rows: Sequence[Row]) -> list[str]:
    """A table of Markdown."""
    return [
        f"| {' | '.join(HEADINGS)} |",
        f"|---|{'---:|' * (len(HEADINGS) - 1)}",
        *(f"| {' | '.join(row.cells())} |" for row in rows),
    ]


def goals(rows: Sequence[Row]) -> list[tuple[str, bool, str]]:
    """Start and first touch are flat from a table of 100,000 entries to one of a million."""
    found = {row.size: row.figures for row in rows if row.what == "entries"}
    if not {10**5, 10**6} <= found.keys():
        return []
    reached = []
    for name in ("start", "touch"):
        few, many = (getattr(found[size], name) for size in (10**5, 10**6))
        reached.append(
            (f"{name} within 20 % from 10^5 to 10^6 entries", many <= few * FLAT, f"{few:.1f}, {many:.1f} ms")
        )
    return reached


def write(rows: Sequence[Row]) -> None:
    """The page and its picture."""
    PAGE.write_text("\n".join(page(rows)))
    PICTURE.write_text(picture(rows))


def page(rows: Sequence[Row]) -> Iterator[str]:
    """Line by line."""
    yield "# What years cost\n"
    yield (
        "Made by `python bench/years.py --most 1000000 --write`; `make bench` prints the small sizes, `make soak` goes to 10^7 entries.\n"
        "Stores of one roulette table (100 bets a round, 5,000 entries a day by the house's clock), of many tables at which nobody sits, and of many\n"
        "people who do not play; the last two beside a table of 10,000 entries. Each is opened by five processes, one after another; the\n"
        "quickest counts, as the work of others only adds to it, and nothing is imported while it is measured.\n"
    )
    yield from lines(rows)
    yield (
        "\n*Start*: the store is opened and the house stands. *First touch*: the table is there, with all of its rounds behind it. *Stream\n"
        "resumed*: an inspector's stream that missed 50 entries is told them. *Lobby*: its first page, the second time. *Memory*: what the\n"
        "process holds more than before it opened the store. *Newest day verified*: `banca audit verify --last-day`, which begins at a\n"
        "snapshot. *Server ready*: from the start of the process, most of it Python's imports. *Replayed whole*: the same table without\n"
        "snapshots, as every start was before.\n"
    )
    load = os.getloadavg()[0]
    yield f"One run on a machine with {os.cpu_count()} processors, load average {load:.0f} at its end (others used it too where that is above 2): read the orders of magnitude.\n"
    yield "![Start and first touch by the entries of a table](pictures/years.svg)\n"


def picture(rows: Sequence[Row]) -> str:
    """Start, first touch and the whole replay by the entries of a table, on scales by powers of ten."""
    names = {"start": "start", "touch": "first touch", "replayed": "replayed whole, as before"}
    points = [
        {"entries": row.size, "ms": getattr(row.figures, name), "what": told}
        for row in rows
        if row.what == "entries"
        for name, told in names.items()
        if getattr(row.figures, name)
    ]
    log: Any = alt.Scale(type="log")
    chart = (
        alt.Chart(alt.InlineData(values=points), title="What a table's age costs")
        .mark_line(point=True)
        .encode(
            x=alt.X("entries:Q", scale=log, title="entries of the table's journal"),
            y=alt.Y("ms:Q", scale=log, title="milliseconds"),
            color=alt.Color("what:N"),
            strokeDash=alt.StrokeDash("what:N"),
        )
        .properties(width=520, height=300)
    )
    return vl_convert.vegalite_to_svg(chart.to_dict(), config=LOOKS, allowed_base_urls=[])
