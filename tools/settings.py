"""Write docs/settings.md: every option that is a variable of the environment as well, out of the commands themselves.

python tools/settings.py
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.main import get_command

from banca.cli.app import COMMANDS, app

FILE = Path(__file__).parent.parent / "docs" / "settings.md"
SERVE = "serve"
HEAD = """# Settings

Every option of `banca serve` (except `--key-lost` and `--log-key-lost`, which are said once, at one start) is a variable of the environment as
well; what other commands read of it is said below the table. The command line has precedence; an empty variable counts as none. A switch takes `1` or `0`. Where an option may be repeated, the variable holds
several values with spaces between them, of files with colons. A password in a database's URL is safe in a variable; on the command line
`ps` shows it. [deploy/banca.env](../deploy/banca.env) is a file with all of them, for systemd and for containers. Made by
`python tools/settings.py`.

"""
TABLE = "| variable | option | default | |\n|---|---|---|---|\n"
FAR = """
## Of libraries

| variable | |
|---|---|
| `XDG_DATA_HOME`, `XDG_CONFIG_HOME` | where the database and the keys are, unless they are set above; by default among the user's own files |
| `NUMBA_CACHE_DIR`, `XDG_CACHE_HOME` | where compiled code is kept; a server that finds none needs half a minute for its first simulation |
| `PGPASSWORD`, `PGSSLMODE`, … | whatever else PostgreSQL's client reads; `PGPASSFILE` keeps the password in a file |

`FORWARDED_ALLOW_IPS` of uvicorn has no effect: `BANCA_TRUSTED_PROXY` alone says whose `X-Forwarded-For` is believed.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentVariable:
    """One variable, and what it is on the command line of each command that has it."""

    variable: str
    option: str
    default: str
    help: str
    commands: tuple[str, ...]


def settings() -> list[EnvironmentVariable]:
    """Every variable, in the order of the commands' help; those of the server first."""
    found: dict[str, list[tuple[str, Any]]] = {}
    for command, option in sorted(_options("", get_command(app)), key=lambda one: one[0] != SERVE):
        found.setdefault(option.envvar, []).append((command, option))
    return [_gathered(variable, uses) for variable, uses in found.items()]


def _options(name: str, command: Any) -> Iterator[tuple[str, Any]]:  # click's own types, behind typer
    """The options with a variable, each with its command."""
    yield from ((name, option) for option in command.params if getattr(option, "envvar", None))
    if hasattr(command, "list_commands"):
        context = command.context_class(command)
        for part in command.list_commands(context) if name else COMMANDS:  # not those of other packages
            yield from _options(f"{name} {part}".strip(), command.get_command(context, part))


def _gathered(variable: str, uses: list[tuple[str, Any]]) -> EnvironmentVariable:
    option = uses[0][1]
    default = "" if option.default in (None, False, ()) or callable(option.default) else option.default
    return EnvironmentVariable(
        variable=variable,
        option="/".join((*option.opts, *option.secondary_opts)),
        default=f"{default:g}" if isinstance(default, float) else str(default or ""),
        help=option.help,
        commands=tuple(command for command, _ in uses),
    )


def text() -> str:
    """The page."""
    every = settings()
    server = "".join(_row(one) for one in every if SERVE in one.commands)
    return f"{HEAD}{TABLE}{server}\n{_others(every)}{FAR}"


def _row(one: EnvironmentVariable) -> str:
    default = f"`{one.default}`" if one.default else ""
    return f"| `{one.variable}` | `{one.option}` | {default} | {one.help.replace('|', chr(92) + '|')} |\n"


def _others(every: list[EnvironmentVariable]) -> str:
    """What other commands read too; the language is every command's."""
    lines = []
    for one in every:
        others = [f"`{command}`" for command in one.commands if command != SERVE]
        if others and one.variable != "BANCA_LANG":
            lines.append(f"`{one.variable}` is read by {', '.join(others)} too.\n")
    return "\n".join(lines) + "\n`BANCA_LANG` is read by every command.\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
