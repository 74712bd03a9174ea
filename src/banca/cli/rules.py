"""`banca rules`: the rulebook by article, with status and readings."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Annotated

import typer

from banca.cli.common import (
    AsJson,
    Lang,
    complete_game,
    marked,
    print_legend,
    print_table,
    print_text,
    resolve_game,
    show,
    typed_game,
)
from banca.i18n import Translator
from banca.i18n.descriptions import CLAUSE_KINDS, EFFECTS, STATUSES, describe_dates
from banca.i18n.lookup import read_day
from banca.i18n.translator import day_before
from banca.law import Status, clauses_of
from banca.law.rulebooks import (
    NOT_KNOWN,
    ClauseAnswer,
    Editions,
    HistoryEntry,
    RulesAnswer,
    check_in_force,
    edition_on,
    editions_answer,
    rules_answer,
)
from banca.rules import _


def _complete_clause(ctx: typer.Context) -> list[str]:
    return list(clauses_of(game)) if (game := typed_game(ctx)) else []


ClauseId = Annotated[
    str | None,
    typer.Option(
        "--clause",
        metavar="ID",
        autocompletion=_complete_clause,
        help="One clause (5.2.3, R-money-1), or all under one (5.2).",
    ),
]


MaybeGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        callback=resolve_game,
        autocompletion=complete_game,
        help="See 'banca games'; optional with --on.",
    ),
]
On = Annotated[
    str | None,
    typer.Option("--on", metavar="DATE", help="Show which edition was in force on a date, such as 2010-03-09."),
]


def rules(
    ctx: typer.Context,
    game: MaybeGame = None,
    clause: ClauseId = None,
    on: On = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show a game's rules clause by clause, in our own words; or which editions were in force on a date."""
    day = None if on is None else read_day(on)
    if game is not None:
        answer = rules_answer(game, clause, edition_on(game, day) if day else None)
        if day is not None:
            check_in_force(game, day)  # not for a day on which another edition was
        show(ctx.obj, answer, lambda answer, say: print_rules(answer, say, day, is_part=clause is not None))
    elif day is None or clause:
        raise typer.BadParameter(ctx.obj.say(_("name a GAME; only --on DATE works without one")))
    else:
        show(ctx.obj, editions_answer(day), print_editions)


def print_editions(answer: Editions, say: Translator) -> None:
    """A line for each game: its instrument, from when until when, and what is not known."""
    columns = [(_("game"), "left"), (_("instrument"), "fold"), (_("from"), "left"), (_("until"), "left")]
    print_text(say.date(answer.on))
    print_table(
        columns,
        [
            [
                say(edition.title),
                "\n".join([say(edition.instrument), say.spell(edition.text), say(edition.holds)]),
                str(edition.since or say(NOT_KNOWN)),
                str(day_before(edition.until)) if edition.until else "-",
            ]
            for edition in answer.editions
        ],
        say,
    )


def print_rules(answer: RulesAnswer, say: Translator, day: date | None, *, is_part: bool) -> None:
    """The rulebook or a part of it."""
    named, dates = say(answer.instrument), say.phrases(describe_dates(answer.dates.known_dates(), say))
    dates = say.in_brackets(named, dates) if dates else named
    print_text(say.labelled(say(answer.title), dates))
    print_text(next((held.instrument.address for held in answer.history if held.is_held), ""))
    if day and answer.on:
        print_text(say.labelled(say.date(day), say.spell(answer.on.text)))
        print_text(say(answer.on.note or ""))
    elif answer.caution:
        print_text(say.spell(answer.caution))
    statuses = {entry.status for entry in answer.clauses}
    if is_part and len(answer.clauses) == 1:
        (entry,) = answer.clauses
        print_clause(entry, say)
        statuses |= {Status.READING} if entry.readings else set()
    else:
        print_text(say(answer.holds))
        print_history(answer, say)
        print_articles(answer, say)
    print_legend(say, statuses)


def print_history(answer: RulesAnswer, say: Translator) -> None:
    """The instruments before and after, each with its dates and how much of it has been seen; nothing where there are none."""
    others = [entry for entry in answer.history if not entry.is_held]
    if others:
        rows = [[str(entry.instrument.year), "\n".join(_instrument_lines(entry, say))] for entry in others]
        print_table([_("year"), (_("other instruments"), "fold")], rows, say)


def _instrument_lines(entry: HistoryEntry, say: Translator) -> Iterator[str]:
    """An instrument and what it did, its dates where any is known, and how much of it has been seen."""
    yield say.in_brackets(say(entry.name), say(EFFECTS[entry.instrument.effect]))
    if known := entry.instrument.known_dates():
        yield say.phrases(describe_dates(known, say))
    yield say(entry.known)


def print_articles(answer: RulesAnswer, say: Translator) -> None:
    """The clauses under the headings of their articles."""
    for article, heading in answer.articles.items():
        clauses = [clause for clause in answer.clauses if clause.article == article]
        rows = [
            [marked(clause.clause, clause.status), say(clause.text) + _reading_ids(clause, say)] for clause in clauses
        ]
        if rows:
            print_table([(article, "left"), (say(heading), "fold")], rows, say)


def _reading_ids(clause: ClauseAnswer, say: Translator) -> str:
    return f" [{say.list(clause.readings)}]" if clause.readings else ""


def print_clause(clause: ClauseAnswer, say: Translator) -> None:
    """One clause with its readings, what they decide, and the bets it concerns."""
    print_text(say(clause.cited))
    rows = [[marked(clause.clause, clause.status), say(clause.text)]]
    rows += [[marked(reading, Status.READING), say(text)] for reading, text in clause.readings.items()]
    print_table(
        [
            _("clause"),
            (say.list([say(STATUSES[clause.status].name), say(CLAUSE_KINDS[clause.kind])]), "fold"),
        ],
        rows,
        say,
    )
    if clause.reason:
        print_text(say(_("not computed: {reason}"), reason=say(clause.reason)))
    if clause.compared:
        print_table(
            [_("house edge"), (_("adopted reading"), "right"), (_("other reading"), "right")],
            [[row.bet, _with_percent(row.as_read, say), _with_percent(row.otherwise, say)] for row in clause.compared],
            say,
        )
    if clause.bets:
        print_text(say(_("concerns the bets: {bets}"), bets=say.list(clause.bets)))


def _with_percent(edge: Fraction, say: Translator) -> str:
    return say.in_brackets(say.exact(edge), say.percent(edge))
