"""`banca layout`: a game's table as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from banca.cli.face import HouseOptions, Lang, chosen_options, found_game
from banca.files import BAD_CHART, check_writable, write_whole
from banca.games import find, playable
from banca.rulebook import Refusal

SUFFIX = ".svg"


def complete_drawn() -> list[str]:
    """For the shell: the games that can be played; each has a table."""
    return list(playable())


GameName = Annotated[
    str, typer.Argument(metavar="GAME", callback=found_game, autocompletion=complete_drawn, help="See 'banca games'.")
]
OutFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.svg", help="The file to write; default standard output.")
]
IsNarrow = Annotated[bool, typer.Option("--narrow", help="Draw it for a telephone held upright.")]


def layout(
    ctx: typer.Context,
    game: GameName,
    output: OutFile = None,
    narrow: IsNarrow = False,
    option: HouseOptions = [],
    lang: Lang = "en",
) -> None:
    """Draw the layout of a game's table from its rulebook."""
    from banca.drawing import table_file

    find(game)
    if output is not None:
        check_output(output)
    whole = table_file(game, chosen_options(option, game), ctx.obj.say, narrow=narrow)
    if output is None:
        typer.echo(whole.encode(), nl=False)
    else:
        write_whole(output, whole)


def check_output(file: Path) -> None:
    """Refuse a file of another kind, or one that cannot be written."""
    if file.suffix != SUFFIX:
        raise Refusal(BAD_CHART, asked=file, allowed=[SUFFIX])
    check_writable(file)
