"""Write docs/who-may-do-what.md: every address and every act at a table, for every role.

python tools/roles.py

Of addresses it says what the tests ask for (tests/support/roles.py); of acts what the procedures say.
"""

import sys
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from banca.games import find, playable
from banca.house.house import House
from banca.house.people import People
from banca.house.store import IN_MEMORY, open_store
from banca.server.app import create_app
from banca.tables.commands import IN_ANY_PHASE, Role, command_name

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "who-may-do-what.md"
sys.path.insert(0, str(ROOT / "tests"))
DENIED = (401, 403)
TWO = {
    ("POST", "/api/v1/users"): "staff",
    ("POST", "/api/v1/users/{name}/password"): "of staff",
    ("DELETE", "/api/v1/users/{name}"): "of staff",
    ("POST", "/api/v1/cage/out"): "above a sum",
}
"""What takes a second person."""
TWO_AT_TABLES = {"void_round": "where a result exists or is known in part", "return_bank": "always", "close": "always"}
HEAD = """# Who may do what

Every operation for every role: what the tests ask for, address by address (`tests/support/roles.py`), and what the procedures say, act by
act. A dash is a refusal (401 to nobody, 403 to a role). Made by `python tools/roles.py`.

What takes *two* is done by a supervisor and agreed to by another supervisor or an inspector (`POST /api/v1/seconds/{number}`), unless there is
nobody else or the house runs with `--one-person`; then the audit says that one did it alone. Nobody can agree to their own request.
"""
ADDRESSES = """
## Over HTTP

| address | | nobody | player | croupier | supervisor | inspector | two |
|---|---|:-:|:-:|:-:|:-:|:-:|---|
"""
NOTES = """
Everybody sees their own wallet (`/api/v1/users/{name}/wallet`), their own keys and runs, and of a table what its role may see: hidden tiles are shown
to who sets them, and to an inspector, whose look is in the register first. Exams are seen by who sits them, by the supervisor of the class they
were set for, and by inspectors; a class by the supervisor who made it and by inspectors. A table's story is read by inspectors, and by supervisors for the
rounds that are over: who can void a round sees nothing of it before everybody does. Streams (`/api/v1/tables/{table}/events`,
`/api/v1/lab/runs/{run}/events`) are for those who may look at the table or own the run. With `--demo` anybody becomes a player with play
money. A one-time password allows nothing but changing it; in a house with `--second-factor`, staff without one may only set it.
"""
TABLES = """
## At a table

A supervisor may do whatever a croupier may. An inspector does nothing at a table.

| act | at | player | croupier | supervisor | two |
|---|---|:-:|:-:|:-:|---|
"""


def text() -> str:
    """The page."""
    return HEAD + ADDRESSES + "".join(_addresses()) + NOTES + TABLES + "".join(_acts())


def _addresses() -> list[str]:
    said = _summaries()
    return [
        f"| `{method} {path}` | {said[method, path]} | {' | '.join(cells)} | {TWO.get((method, path), '')} |\n"
        for (method, path), cells in _cells().items()
    ]


def allowed(method: str, path: str) -> list[str]:
    """Who may use an address: a cell for nobody and for each role; nothing of an address that the tests do not ask for."""
    return _cells().get((method, path), [])


@cache
def _cells() -> dict[tuple[str, str], list[str]]:
    from support.roles import TABLE  # found by the path set above

    cells = {}
    for (method, path), rows in groupby(TABLE, key=lambda row: (row[0], row[1].partition("?")[0])):
        statuses = next(rows)[3]
        if method == "POST" and path.endswith("/commands"):
            cells[method, path] = ["-", "see below", "see below", "see below", "-"]
        elif path.startswith("/api/v1/demo/"):
            cells[method, path] = ["with --demo"] * 5
        elif path in ("/api/v1/password", "/api/v1/factor"):
            cells[method, path] = ["-", *["yes"] * 4]
        else:
            cells[method, path] = ["-" if status in DENIED else "yes" for status in statuses]
    return cells


def _summaries() -> dict[tuple[str, str], str]:
    """What each address says of itself."""
    house = House(open_store(IN_MEMORY))
    paths: dict[str, Any] = create_app(house, People(house)).openapi_schema.to_schema()["paths"]
    return {
        (method.upper(), path): operation["summary"]
        for path, item in paths.items()
        for method, operation in item.items()
        if isinstance(operation, dict) and "summary" in operation
    }


def _acts() -> list[str]:
    acts = {game: find(game).acts for game in playable()}
    where: dict[tuple[str, tuple[bool, ...]], list[str]] = {}
    for game, own in acts.items():
        for act in own:
            may = tuple(act.is_for(role) for role in (Role.PLAYER, Role.CROUPIER, Role.SUPERVISOR))
            games = where.setdefault((act.name, may), [])
            if game not in games:
                games.append(game)
    rows = [(name, ", ".join(games), may) for (name, may), games in where.items()]
    everywhere = "every table"
    rows += [
        (command_name(kind), everywhere, tuple(role in roles for role in (Role.PLAYER, Role.CROUPIER, Role.SUPERVISOR)))
        for kind, roles in IN_ANY_PHASE.items()
    ]
    lines = []
    for name, at, may in sorted(rows):
        cells = " | ".join("yes" if one else "-" for one in may)
        lines.append(f"| `{name}` | {at} | {cells} | {TWO_AT_TABLES.get(name, '')} |\n")
    return lines


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
