"""The reference of the commands: made of the program, so that it says what `--help` says."""

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from banca.cli import app
from manual.markdown import code, plain, shallow, table

HEAD = """# Commands

Every command of the program `banca`, as `banca COMMAND --help` has it. Exit codes: 0 done, 1 refused or failed with one clear line, 2 wrong usage. With `--json`
a command prints one JSON object and no prose; a refusal is then an object with `code`, `cite` and `detail`.

"""
PROGRAM = "banca"


def commands_page() -> str:
    """Every command with its arguments and options."""
    program = get_command(app)
    context = program.context_class(program, info_name=PROGRAM)
    return shallow(2) + HEAD + "".join(_below(program, context, PROGRAM, level=2))


def _below(
    group: Any, context: Any, called: str, level: int
) -> Iterator[str]:  # typer does not export its commands' class
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        own = command.context_class(command, info_name=name, parent=context)
        whole = f"{called} {name}"
        yield f"({whole.replace(' ', '-')})=\n{'#' * level} {whole}\n\n"
        yield "".join(f"{plain(part)}\n\n" for part in (command.help or "").split("\n\n"))
        if hasattr(command, "list_commands"):
            yield from _below(command, own, whole, level + 1)
        else:
            yield _command(command, own, whole)


def _command(command: Any, context: Any, whole: str) -> str:
    pieces = " ".join(command.collect_usage_pieces(context))
    shown = [one for one in command.get_params(context) if not getattr(one, "hidden", False)]
    rows = [_parameter(one, context) for one in shown if "--help" not in one.opts]
    usage = f"```text\n{whole} {pieces}\n```\n\n"
    return usage + (table(["argument or option", "what it does"], rows) if rows else "")


def _parameter(one: Any, context: Any) -> list[str]:
    """How it is written, and what it says of itself; a default that no sentence names is added."""
    value = one.make_metavar(ctx=context) if one.param_type_name == "argument" or not one.is_flag else ""
    written = (
        value if one.param_type_name == "argument" else " ".join((", ".join(one.opts + one.secondary_opts), value))
    )
    notes = [plain(one.help or "")]
    if one.required:
        notes.append("Required.")
    is_telling = isinstance(one.default, int | str) and not isinstance(one.default, bool) and one.default != ""
    if is_telling and "default" not in (one.help or ""):
        notes.append(f"Default: {code(str(one.default))}.")
    if one.envvar:
        notes.append(f"From the environment: {code(str(one.envvar))}.")
    return [code(written.strip()), " ".join(filter(None, notes))]
