"""`banca games`: which games there are, how much of each the source holds, and how to write its bets and results."""

from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from typing import Annotated

import typer

from banca.answers import game_answer, games_answer
from banca.answers.clauses import GameAnswer, GamesAnswer
from banca.answers.settlement import NO_CAUSE
from banca.cli import texts
from banca.cli.face import AsJson, Lang, complete_game, found_game, print_title
from banca.cli.plugins import GROUP
from banca.cli.terminal import print_json, print_table, print_text
from banca.games import rulebook
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.i18n.descriptions import cause_said, option_cell, options_of, values_cell, with_words
from banca.law import unreadable

MaybeGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        callback=found_game,
        autocompletion=complete_game,
        help="The game to show in full; without it, all are listed.",
    ),
]


def games(ctx: typer.Context, game: MaybeGame = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the games, or one game's bets, options and results.

    Packages whose game cannot be read are reported on standard error.
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


def print_games(answers: Sequence[GameAnswer], say: Translator) -> None:
    """Every game with its instrument, and all the options."""
    columns = [(texts.GAME, "left"), (texts.INSTRUMENT, "fold"), (texts.BETS, "right")]
    print_table(
        [(say(heading), style) for heading, style in columns],
        [[one.game, "\n".join(_known(one, say)), say.count(one.bets)] for one in answers],
    )
    print_options(answers, say)


def _known(one: GameAnswer, say: Translator) -> Iterator[str]:
    """A game's title, its instrument, how much of it has been seen, and what to know before relying on it."""
    yield from map(say, (one.title, one.instrument, one.holds))
    if one.caution:
        yield say.spell(one.caution)


def print_game(answer: GameAnswer, say: Translator) -> None:
    """What a user of this game has to know to settle a round."""
    print_title(answer, say)
    print_text(say(answer.holds))
    if answer.families:
        print_table(
            [(say(texts.BET), "left"), (say(texts.NAME), "fold"), (say(texts.SELECTIONS), "fold")],
            [[one.id, say(one.name), say.list(_selections(answer.game, one.id, say))] for one in answer.families],
        )
        print_options([answer], say)
        print_text(say(texts.OUTCOMES, form=say(answer.outcome)))
        print_nulls(answer, say)
    else:
        print_text(say(texts.NO_BETS))
    command = answer.game.replace("_", "-")
    if entry_points(group=GROUP, name=command):
        print_text(say(texts.OWN_COMMANDS, command=f"banca {command} --help"))


def _selections(game: str, family: str, say: Translator) -> Iterator[str]:
    """What may be selected of a bet, as one types it, with its name where it has another."""
    for bet in rulebook(game).under().bets.values():
        if bet.id == family and bet.selection:
            yield with_words(bet.selection, say(bet.label), say)


def print_nulls(answer: GameAnswer, say: Translator) -> None:
    """How a result that does not count is written, by its cause."""
    rows = [["null", say(NO_CAUSE), ""]]
    rows += [
        [f"null:{reason}", cause_said(answer.game, reason, say), say.list(cite.clause for cite in cites)]
        for reason, cites in answer.nulls.items()
    ]
    columns = [(texts.NULL_RESULT, "left"), (texts.CAUSE, "fold"), (texts.CLAUSE, "left")]
    print_table([(say(heading), style) for heading, style in columns], rows)


def print_options(answers: Sequence[GameAnswer], say: Translator) -> None:
    """What the rules leave to the casino, and the clauses that do."""
    rows = []
    for answer in answers:
        options = options_of(answer.game)
        for one in answer.options:
            option = options[one.option]
            clause = str(one.cite) if len(answers) > 1 else one.cite.clause
            rows.append([option_cell(option, say), values_cell(option, say), one.default, clause])
    if rows:
        columns = [(texts.OPTION, "fold"), (texts.VALUES, "fold"), (texts.DEFAULT, "left"), (texts.CLAUSE, "left")]
        print_table([(say(heading), style) for heading, style in columns], rows)
