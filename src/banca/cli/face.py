"""What all commands share: language and JSON, reading bets and options, drawing tables."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from banca.games import GAMES, rulebook
from banca.interface import Game
from banca.interface import game as open_game
from banca.law import Language, Status
from banca.rulebook import Code, Limits, Refusal, Slip, parse_patacas
from banca.words import Speech, language, speech

MARKS = {Status.GAZETTED: "", Status.READING: "†", Status.RECONSTRUCTED: "‡"}


@dataclass(slots=True)
class Face:
    """How this run of the program speaks."""

    say: Speech = field(default_factory=speech)
    json: bool = False


def _set_language(ctx: typer.Context, asked: str) -> Language:
    spoken = language(asked)
    ctx.find_root().obj.say = speech(spoken)
    return spoken


def _set_json(ctx: typer.Context, asked: bool) -> bool:  # noqa: FBT001 - the shape of a typer callback
    ctx.find_root().obj.json = asked
    return asked


def complete_language() -> list[str]:
    """For the shell: the languages."""
    return list(Language)


def complete_game() -> list[str]:
    """For the shell: the games."""
    return list(GAMES)


def typed_game(ctx: typer.Context) -> str | None:
    """For the shell: the game on the line so far, which is not yet an argument while an option waits for its value."""
    words = [ctx.params.get("game"), *ctx.args]
    return next((word for word in words if word in GAMES), None)


def complete_option(ctx: typer.Context) -> list[str]:
    """For the shell: the options of the game typed before, with their values."""
    options = rulebook(game).options if (game := typed_game(ctx)) else ()
    return [f"{option.name}={value}" for option in options for value in option.values]


def complete_bet(ctx: typer.Context) -> list[str]:
    """For the shell: the bets of the game typed before."""
    return list(rulebook(game).under().bets) if (game := typed_game(ctx)) else []


Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        envvar="BANCA_LANG",
        callback=_set_language,
        autocompletion=complete_language,
        help="Language: en, pt or zh.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", callback=_set_json, is_eager=True, help="Print one JSON object and nothing else.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, help="See 'banca games'.")]
HouseOptions = Annotated[
    list[str],
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        autocompletion=complete_option,
        help="A choice the rules leave to the house; repeat for more.",
    ),
]
Bets = Annotated[
    list[str],
    typer.Option(
        "--bet",
        metavar="ID[:SELECTION][@THROW]=STAKE",
        autocompletion=complete_bet,
        help="A bet and its stake in patacas; repeat for more. @3 places it before the third throw.",
    ),
]
Outcomes = Annotated[
    list[str],
    typer.Option(
        "--outcome", metavar="OUTCOME", help="What lay on the table, or null, or null:REASON; repeat in order."
    ),
]
Minimum = Annotated[str, typer.Option("--minimum", metavar="PATACAS", help="The table's minimum stake; 1 unless said.")]
Maximum = Annotated[
    str, typer.Option("--maximum", metavar="PATACAS", help="The table's maximum stake; 100 million unless said.")
]
Chip = Annotated[
    str,
    typer.Option(
        "--chip", metavar="PATACAS", help="The smallest chip, which prizes are rounded down to; 0.01 unless said."
    ),
]


def game_under(name: str, options: Iterable[str]) -> Game:
    """The game under options written NAME=VALUE."""
    asked = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise Refusal(Code.BAD_OPTION, asked=option)
        asked[key] = value
    return open_game(name, **asked)


def slips_on(game: Game, bets: Iterable[str]) -> list[Slip]:
    """Bets written ID[:SELECTION][@THROW]=STAKE."""
    slips = []
    for bet in bets:
        key, equals, stake = bet.partition("=")
        if not equals:
            raise Refusal(Code.BAD_BET, game.rules.rulebook.bets_cite, asked=bet)
        slips.append(game.slip(key, stake))
    return slips


def limits_for(game: Game, minimum: str, maximum: str, chip: str) -> Limits:
    """The game's own limits with what was asked for put in; an empty text keeps the default."""
    own = game.rules.rulebook.limits
    return Limits(
        minimum=parse_patacas(minimum) if minimum else own.minimum,
        maximum=parse_patacas(maximum) if maximum else own.maximum,
        chip=parse_patacas(chip) if chip else own.chip,
        multiple_cite=own.multiple_cite,
    )


def print_json(report: dict[str, Any]) -> None:
    """One JSON object."""
    typer.echo(json.dumps(report, ensure_ascii=False, indent=2))


def print_table(columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> None:
    """A table that fits the terminal; `columns` are headings with `left`, `right` or `fold` (left, may wrap).

    A cell's first line stays whole where more lines follow it.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = list(rows)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for place, (heading, style) in enumerate(columns):
        first_lines = [row[place].partition("\n")[0] for row in cells if "\n" in row[place]]
        table.add_column(
            heading,
            justify="right" if style == "right" else "left",
            no_wrap=style != "fold",
            overflow="fold",
            min_width=max(map(len, first_lines), default=None),
        )
    for row in cells:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def terminal_width() -> int:
    """Columns of the terminal; 80 where there is none."""
    from rich.console import Console

    return Console().width


def print_text(text: str) -> None:
    """Prose, wrapped at the width of the terminal."""
    from rich.console import Console
    from rich.text import Text

    Console(highlight=False).print(Text(text))


def print_legend(say: Speech, statuses: Iterable[Status]) -> None:
    """What the marks beside rules that are not simply gazetted mean."""
    from banca.cli.texts import LEGEND

    for status in Status:
        if status in set(statuses) and MARKS[status]:
            print_text(f"{MARKS[status]} {say.status(status)}: {say(LEGEND[status])}")
