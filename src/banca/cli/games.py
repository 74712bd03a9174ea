"""`banca games`: which games there are, how much of each the source holds, and how to write its bets and outcomes."""

from collections.abc import Sequence
from typing import Annotated

import typer

from banca.answers import game_answer, games_answer, plain
from banca.answers.clauses import GameAnswer, GamesAnswer, OptionValues
from banca.cli import texts
from banca.cli.face import AsJson, Lang, complete_game, found_game, print_title
from banca.cli.terminal import print_json, print_table, print_text
from banca.law import unreadable
from banca.words import Speech

MaybeGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", callback=found_game, autocompletion=complete_game, help="One game in full; without it, all."
    ),
]


def games(ctx: typer.Context, game: MaybeGame = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the games, or one game's bets, options and outcomes.

    A package whose game cannot be read is named on the error stream.
    """
    say = ctx.obj.say
    for message in unreadable().values() if game is None else ():
        typer.echo(f"banca: {say.message(message)}", err=True)
    answer = games_answer() if game is None else game_answer(game)
    if ctx.obj.json:
        print_json(plain(answer, say))
    elif isinstance(answer, GamesAnswer):
        print_games(answer.games, say)
    else:
        print_game(answer, say)


def print_games(answers: Sequence[GameAnswer], say: Speech) -> None:
    """Every game with its instrument, and all the options."""
    columns = [(texts.GAME, "left"), (texts.TITLE, "fold"), (texts.INSTRUMENT, "fold"), (texts.BETS, "right")]
    print_table(
        [(say(heading), style) for heading, style in columns],
        [
            [one.game, say(one.title), f"{say(one.instrument)}\n{say(one.holds)}", say.count(one.bets)]
            for one in answers
        ],
    )
    print_options([option for one in answers for option in one.options], say)


def print_game(answer: GameAnswer, say: Speech) -> None:
    """What a user of this game has to know to settle a round."""
    print_title(answer, say)
    print_text(say(answer.holds))
    print_table(
        [(say(texts.BET), "left"), (say(texts.TITLE), "fold"), (say(texts.SELECTIONS), "fold")],
        [[one.id, one.name.said(say), say.list(one.selections)] for one in answer.families],
    )
    if answer.options:
        print_options(answer.options, say)
    nulls = [f"null:{reason} ({say.list(cites)})" for reason, cites in answer.nulls.items()]
    print_text(say(texts.OUTCOMES, form=answer.outcome, nulls=say.list(["null", *nulls])))


def print_options(options: Sequence[OptionValues], say: Speech) -> None:
    """The house's choices and the clauses that grant them."""
    columns = [(texts.OPTION, "left"), (texts.VALUES, "fold"), (texts.DEFAULT, "left"), (texts.CLAUSE, "left")]
    print_table(
        [(say(heading), style) for heading, style in columns],
        [[option.option, option.spelled, option.default, str(option.cite)] for option in options],
    )
