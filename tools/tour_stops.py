"""The stops of the tour: every command of the program, in an empty directory, with what it needs beside the wheel alone."""

import shlex
from dataclasses import dataclass

EXTRAS = {
    "": "",
    "fast": "fast",
    "charts": "charts fast",
    "cluster": "cluster fast",
    "frames": "frames",
    "gym": "gym",
    "house": "house",
    "propose": "propose fast",
    "all": "fast charts cluster frames gym house propose",
}
"""What each extra brings."""
PLAY = "wheel --bet symbol:1=10 --sessions 100 --rounds 10"
ROUND = "--banker 1 --bank Rui=1000 --gate 1:6-6,4-5/1-1,2-3 --gate 2:5-5,5-6/1-3,4-6:Ana=100"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A command, and which extras it needs."""

    line: str
    needs: frozenset[str] = frozenset()
    is_compiled: bool = False
    """Whether it cannot run otherwise, or takes minutes; all others can do without."""

    @property
    def words(self) -> list[str]:
        """The program and what it is given."""
        return shlex.split(self.line)


def stops(needs: str, *lines: str, is_compiled: bool = False) -> tuple[Stop, ...]:
    """Commands that need the same."""
    return tuple(Stop(line=line, needs=frozenset(needs.split()), is_compiled=is_compiled) for line in lines)


ALONE = (
    *stops(
        "",
        "banca --version",
        "banca games",
        "banca games pai_kao --lang zh",
        "banca rules craps --clause 3.2.2",
        "banca rules fantan --lang pt",
        "banca options craps",
        "banca check fantan",
        "banca odds craps",
        "banca odds fantan --certificate fantan.json --json",
        "banca-verify certificate fantan.json",
        "banca settle craps --bet pass_line=100 --outcome 2-4 --outcome 3-3",
        "banca together wheel --bet symbol:1=10 --bet symbol:5=1",
        "banca together roulette --bet red=10 --rounds 100",
        "banca layout roulette -o roulette.svg",
        "banca strategies",
        "banca rng export --bytes 1000 -o random.bin",
        "banca rng test wheel --draws 1000",
        "banca pai-kao rank 6-6 1-1",
        "banca pai-kao set 6-6 4-5 1-1 2-3",
        "banca pai-kao compare '6-6 4-5 / 1-1 2-3' '5-5 5-6 / 1-3 4-6'",
        f"banca pai-kao settle {ROUND}",
        "banca pai-kao value",
        "banca pai-kao banker",
        "banca football-poker next K-9-4 A",
    ),
    *stops(
        "fast",
        "banca evening wheel --bet symbol:1=10 --bankroll 100 --rounds 10",
        "banca best wheel --bankroll 20 --target 40 --minimum 10 --bet symbol:1 --alone",
        "banca football-poker shoe --shoes 1000",
    ),
    *stops(
        "fast",
        "banca pai-kao solve -o policies.json --goal 1",
        f"banca simulate {PLAY}",
        "banca compare wheel/cover wheel/long_shots --sessions 100 --rounds 10",
        is_compiled=True,
    ),
    *stops("fast charts", f"banca simulate {PLAY} --chart wheel.svg", is_compiled=True),
    *stops("fast cluster", f"banca simulate {PLAY} --engine dask --workers 1", is_compiled=True),
    *stops("propose", "banca dossier fire --rounds 0"),
    *stops("propose fast", "banca dossier fire --rounds 1000 -o dossier.json", is_compiled=True),
    *stops("propose fast", "banca-verify certificate dossier.json"),
)
"""What needs no house."""
HOUSE = stops(
    "house",
    "banca options craps --db sqlite:///house.db",
    "banca authorise craps field_12=3 --asked 2026-01-16 --planned 2026-02-16 --reference DICJ/1",
    "banca audit tables",
    "banca audit verify",
    "banca audit show tour --round 1",
    "banca audit export -o journal.jsonl",
    "banca-verify results journal.jsonl",
    "banca audit import journal.jsonl --db sqlite:///other.db",
    "banca watch",
    "banca users list",
    "banca users add joao --role croupier",
    "banca users reset sofia",
    "banca log key",
    "banca log checkpoint -o checkpoint.txt",
    "banca log rotate",
    "banca log retire",
)
"""What reads the house that was served before."""
SERVERS = ("serve", "witness serve", "witness key", "witness look", "witness show")
"""Commands that the tour runs in another way: with a server, or with its address."""
