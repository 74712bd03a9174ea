"""`banca games`, `banca layout` and `banca check`: the games there are, their tables as pictures, and what is wrong in one."""

from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Literal

import typer

from banca.analysis.settlement import NO_CAUSE
from banca.cli.app import GROUP
from banca.cli.common import (
    AsJson,
    GameName,
    HouseOptions,
    Lang,
    PlayedGame,
    chosen_options,
    complete_game,
    print_json,
    print_table,
    print_text,
    print_title,
    resolve_game,
    show,
)
from banca.files import BAD_CHART, check_writable, write_whole
from banca.games import find
from banca.i18n import Translator
from banca.i18n.descriptions import null_reason_name, option_cell, values_cell, with_name
from banca.law import unreadable
from banca.law.rulebooks import BetFamily, GameAnswer, GamesAnswer, game_answer, games_answer
from banca.rules import Refusal, _

MaybeGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        callback=resolve_game,
        autocompletion=complete_game,
        help="The game to show in full; without it, all are listed.",
    ),
]


def games(ctx: typer.Context, game: MaybeGame = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the games, or one game's bets, options and results.

    Packages whose game cannot be read are reported on standard error.
    """
    if game is not None:
        show(ctx.obj, game_answer(game), print_game)
        return
    for message in unreadable().values():
        typer.echo(f"banca: {ctx.obj.say.message(message)}", err=True)
    show(ctx.obj, games_answer(), print_games)


def print_games(answer: GamesAnswer, say: Translator) -> None:
    """Every game with its instrument, and all the options."""
    rows = [[game.game, "\n".join(_known(game, say)), say.count(game.bets)] for game in answer.games]
    print_table([_("game"), (_("instrument"), "fold"), (_("bets"), "right")], rows, say)
    print_options(answer.games, say)


def _known(answer: GameAnswer, say: Translator) -> Iterator[str]:
    """A game's title, its instrument, how much of it has been seen, and what to know before relying on it."""
    yield from map(say, (answer.title, answer.instrument, answer.holds))
    if answer.caution:
        yield say.spell(answer.caution)


def print_game(answer: GameAnswer, say: Translator) -> None:
    """What a user of this game has to know to settle a round."""
    print_title(answer, say)
    print_text(say(answer.holds))
    if answer.families:
        rows = [[family.id, say(family.name), say.list(_selections(family, say))] for family in answer.families]
        print_table([_("bet"), (_("name"), "fold"), (_("selections"), "fold")], rows, say)
        print_options([answer], say)
        print_text(say(_("Write a result like this: {form}"), form=say(answer.outcome)))
        print_nulls(answer, say)
    else:
        print_text(say(_("This game has no bets against the house.")))
    command = answer.game.replace("_", "-")
    if entry_points(group=GROUP, name=command):
        print_text(say(_("Commands of this game: {command}"), command=f"banca {command} --help"))


def _selections(family: BetFamily, say: Translator) -> Iterator[str]:
    """What may be selected of a bet, as one types it, with its name where it has another."""
    for bet in family.bets:
        if bet.selection:
            yield with_name(bet.selection, say(bet.label), say)


def print_nulls(answer: GameAnswer, say: Translator) -> None:
    """How a result that does not count is written, by its cause."""
    rows = [["null", say(NO_CAUSE), ""]]
    rows += [
        [f"null:{reason}", null_reason_name(answer.game, reason, say), say.list(cite.clause for cite in cites)]
        for reason, cites in answer.nulls.items()
    ]
    print_table([_("null result"), (_("cause"), "fold"), _("clause")], rows, say)


def print_options(answers: Sequence[GameAnswer], say: Translator) -> None:
    """What the rules leave to the casino, and the clauses that do."""
    rows = []
    # As in JSON: a game between players has options at its tables, none here.
    for option in (option for answer in answers if answer.options for option in find(answer.game).options):
        clause = str(option.cite) if len(answers) > 1 else option.cite.clause
        rows.append([option_cell(option, say), values_cell(option, say), str(option.default), clause])
    if rows:
        print_table([(_("option"), "fold"), (_("values"), "fold"), _("default"), _("clause")], rows, say)


SUFFIX = ".svg"
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
    game: PlayedGame,
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
        if output.suffix != SUFFIX:
            raise Refusal(BAD_CHART, asked=output, allowed=[SUFFIX])
        check_writable(output)
    chosen = chosen_options(option, game)
    whole = table_file(game, chosen, ctx.obj.say, Form(form), part, (width, height))
    if output is None:
        typer.echo(whole.encode(), nl=False)
    else:
        write_whole(output, whole)


COUNTED = {
    "clauses": _("clauses"),
    "acts": _("acts"),
    "options": _("options"),
    "bets": _("bets"),
    "results": _("results"),
    "drawings": _("drawings"),
    "strategies": _("strategies"),
    "disputes": _("disputes"),
    "proposals": _("proposals"),
}
"""What is counted of what was checked, in this order."""


def check(ctx: typer.Context, game: GameName, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Check a game's package: its clauses, acts, bets, words, layout and files.

    Each mistake is printed on one line with its location. The exit code is 1 if there are any.
    """
    from banca.check import full_check

    say = ctx.obj.say
    report = full_check(game)
    if ctx.obj.json:
        mistakes = [
            {"code": str(mistake.code), "place": str(mistake.about["place"]), "detail": say.message(mistake)}
            for mistake in report.mistakes
        ]
        about = {"checked": report.checked, "is_whole": report.is_whole}
        print_json({"game": report.game, "mistakes": mistakes, **about})
    else:
        for mistake in report.mistakes:
            typer.echo(say.message(mistake))
        if not report.is_whole:
            typer.echo(
                say(_("Layout, results, strategies and other files are checked when these mistakes are corrected."))
            )
        result = _("{game}: mistakes: {count}") if report.mistakes else _("{game}: no mistakes found")
        typer.echo(say(result, game=game, count=len(report.mistakes)))
        counts = [f"{say(word)} {report.checked[kind]}" for kind, word in COUNTED.items() if kind in report.checked]
        typer.echo(say(_("Checked: {counts}"), counts=say.list(counts)))
    if report.mistakes:
        raise typer.Exit(1)
