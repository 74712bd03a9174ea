"""`banca layout`: a game's table as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from banca.cli.face import HouseOptions, Lang, chosen_options
from banca.files import check_writable, write_whole
from banca.games import find, playable, rulebook
from banca.rulebook import Code, Refusal
from banca.rulebook.options import choose

DRAWN = playable()
SUFFIX = ".svg"


def complete_drawn() -> list[str]:
    """For the shell: the games that have a table."""
    return list(DRAWN)


GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_drawn, help="See 'banca games'.")]
OutFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.svg", help="Where to; without it, to standard output.")
]
IsNarrow = Annotated[bool, typer.Option("--narrow", help="Drawn for a telephone held upright.")]


def layout(
    ctx: typer.Context,
    game: GameName,
    output: OutFile = None,
    narrow: IsNarrow = False,
    option: HouseOptions = [],
    lang: Lang = "en",
) -> None:
    """Draw the layout of a game's table from its rulebook."""
    from banca.drawing import layout as drawn
    from banca.drawing import pai_kao_layout, standalone

    if game not in DRAWN:
        raise Refusal(Code.UNKNOWN_GAME, asked=game, allowed=DRAWN)
    if output is not None:
        check_output(output)
    say, asked = ctx.obj.say, chosen_options(option, game)
    if not find(game).rulebook:
        choose((), asked)  # it has none that a table shows
        picture = pai_kao_layout(say, narrow=narrow)
    else:
        picture = drawn(rulebook(game).under(**asked), say, narrow=narrow)
    whole = standalone(picture)
    if output is None:
        typer.echo(whole.encode(), nl=False)
    else:
        write_whole(output, whole)


def check_output(file: Path) -> None:
    """Refuse a file of another kind, or one that cannot be written."""
    if file.suffix != SUFFIX:
        raise Refusal(Code.BAD_CHART, asked=file, allowed=[SUFFIX])
    check_writable(file)
