"""What the tour runs inside the installed program's own Python: python tour_inside.py PART, the answer as JSON.

Nothing of the checkout but this file is used; it is copied to where the tour is made.
"""

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import banca

URL = "sqlite:///house.db"


def demand(holds: object) -> None:
    """End here if it does not hold."""
    if not holds:
        raise AssertionError


def where() -> dict[str, str]:
    """Where the program is, and its version."""
    return {"file": banca.__file__, "version": banca.__version__}


def commands() -> list[str]:
    """Every command that does something."""
    from typer import Context  # as the program does
    from typer.main import get_command

    from banca.cli import app

    def leaves(command: Any, path: str) -> Iterator[str]:  # typer does not export the class
        context = Context(command)
        names = command.list_commands(context) if hasattr(command, "list_commands") else []
        for name in names:
            yield from leaves(command.get_command(context, name), f"{path} {name}".strip())
        if not names:
            yield path

    return list(leaves(get_command(app), ""))


def python() -> list[str]:
    """The Python interface without any extra."""
    craps = banca.game("craps")
    demand(craps.bet("pass_line").analysis().house_edge == Fraction(7, 495))
    demand(craps.settle({"pass_line": 100}, ["2-4", "3-3"]).net == 100)
    return list(banca.games())


def fast() -> int:
    """Simulating from Python."""
    return len(banca.simulate({"symbol:1": 10}, "wheel", sessions=10, rounds=10).rows())


def frames() -> int:
    """Tables for pandas."""
    return len(banca.game("wheel").to_frame())


def gym() -> int:
    """An environment of every game."""
    import gymnasium  # an extra

    made = [gymnasium.make(f"banca_gym:banca/{name}-v0") for name in banca.games()]
    for one in made:
        one.reset(seed=1)
    return len(made)


def house() -> dict[str, dict[str, str]]:
    """A house with a round that is over; people of three roles, their sessions for pages and their tokens for programs."""
    from banca.house.desk import open_desk  # an extra
    from banca.house.people import SESSION, People
    from banca.tables.commands import Role

    desk = open_desk(URL)
    desk.open_table("tour", "fantan", minimum=1000, bank=10_000_000, chance="drawn")
    desk.cash_in("ana", 100_000)
    croupier = desk.croupier("rui")
    croupier.do("tour", "cover")
    desk.player("ana").do("tour", "sit")
    desk.player("ana").do("tour", "place_bet", bet="fan:3", stake=2000)
    for act in ("close_bets", "count", "pay"):
        croupier.do("tour", act)
    people = People(desk.house)
    roles = {"sofia": Role.SUPERVISOR, "ines": Role.INSPECTOR, "chan": Role.PLAYER}
    for name, role in roles.items():
        people.add(name, role, "a password of many words")
    return {
        "sessions": {name: people.issue(name, SESSION, 3600.0).token for name in roles},
        "tokens": {name: people.issue(name, "tour").token for name in roles},
    }


def pages() -> list[str]:
    """The address of every page."""
    from banca.server.pages.routes import PAGES  # an extra

    return sorted(path for page in PAGES if "GET" in getattr(page, "http_methods", ()) for path in page.paths)


def site() -> list[str]:
    """Every page of the documents, where the wheel carries them."""
    folder = Path(banca.__file__).parent / "site"
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*.html"))


PARTS: dict[str, Callable[[], object]] = {
    part.__name__: part for part in (where, commands, python, fast, frames, gym, house, pages, site)
}

if __name__ == "__main__":
    demand(Path(__file__).parent not in map(Path, sys.path))  # it shadows nothing
    json.dump(PARTS[sys.argv[1]](), sys.stdout)
