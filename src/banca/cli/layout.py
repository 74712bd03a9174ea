"""`banca layout`: a game's table as a picture."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from banca.cli.face import HouseOptions, Lang, chosen_options, found_game
from banca.files import BAD_CHART, check_writable, write_whole
from banca.games import find, playable
from banca.rules import Refusal

SUFFIX = ".svg"


def complete_drawn() -> list[str]:
    """For the shell: the games that can be played; each has a table."""
    return list(playable())


GameName = Annotated[
    str, typer.Argument(metavar="GAME", callback=found_game, autocompletion=complete_drawn, help="See 'banca games'.")
]
OutFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.svg", help="The file to write; default: standard output.")
]
FormName = Annotated[
    Literal["wide", "tall", "board"],
    typer.Option("--form", help="The table in landscape, in portrait, or one part of it as boxes."),
]
PartName = Annotated[str, typer.Option("--part", metavar="ID", help="The part to draw as a board; default: the first.")]
Width = Annotated[int, typer.Option("--width", min=0, help="The width of a board in pixels.")]
Height = Annotated[int, typer.Option("--height", min=0, help="The height of a board in pixels.")]


def layout(
    ctx: typer.Context,
    game: GameName,
    output: OutFile = None,
    form: FormName = "wide",
    part: PartName = "",
    width: Width = 0,
    height: Height = 0,
    option: HouseOptions = [],
    lang: Lang = "en",
) -> None:
    """Draw the layout of a game's table from its rulebook."""
    from banca.drawing import Form, table_file

    find(game)
    if output is not None:
        check_output(output)
    chosen = chosen_options(option, game)
    whole = table_file(game, chosen, ctx.obj.say, Form(form), part, (width, height))
    if output is None:
        typer.echo(whole.encode(), nl=False)
    else:
        write_whole(output, whole)


def check_output(file: Path) -> None:
    """Refuse a file of another kind, or one that cannot be written."""
    if file.suffix != SUFFIX:
        raise Refusal(BAD_CHART, asked=file, allowed=[SUFFIX])
    check_writable(file)
