"""`banca rules`: the rulebook by article, with status and readings."""

from datetime import date
from fractions import Fraction
from typing import Annotated, Any

import typer

from banca.cli import texts
from banca.cli.face import AsJson, Face, Lang, complete_game, day_written, found_game, marked, print_legend, typed_game
from banca.cli.terminal import print_json, print_table, print_text
from banca.law import ClauseKind, Force, Status, clauses_of
from banca.reports import check_in_force, edition_report, editions_report, rules_report
from banca.reports.editions import NOT_KNOWN
from banca.words import Speech
from banca.words.figures import DATES, KINDS


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
        callback=found_game,
        autocompletion=complete_game,
        help="See 'banca games'; not needed with --on.",
    ),
]
On = Annotated[
    str | None,
    typer.Option("--on", metavar="DATE", help="Say which edition was in force on a day, written like 2010-03-09."),
]


def rules(
    ctx: typer.Context,
    game: MaybeGame = None,
    clause: ClauseId = None,
    on: On = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show a game's rulebook, clause by clause, in our own words; or which editions were in force on a day."""
    day = None if on is None else day_written(on)
    if game is not None:
        print_rules(ctx.obj, game, clause, day)
    elif day is None or clause:
        raise typer.BadParameter("name a GAME; without one, only --on DATE is possible")
    elif ctx.obj.json:
        print_json(editions_report(day, ctx.obj.say))
    else:
        print_editions(editions_report(day, ctx.obj.say), ctx.obj.say)


def print_editions(report: dict[str, Any], say: Speech) -> None:
    """A line for each game: its instrument, from when until when, and what is not known."""
    columns = [(texts.GAME, "left"), (texts.INSTRUMENT, "fold"), (texts.FROM, "left"), (texts.UNTIL, "left")]
    print_text(report["on"])
    print_table(
        [(say(heading), style) for heading, style in columns],
        [
            [
                one["game"],
                "\n".join([one["instrument"], one["said"], one["holds"]]),
                one["from"] or say(NOT_KNOWN),
                one["until"] or (say(NOT_KNOWN) if one["force"] == Force.ENDS_UNDATED else "-"),
            ]
            for one in report["editions"]
        ],
    )


def print_rules(face: Face, game: str, clause: str | None, day: date | None) -> None:
    """The rulebook or a part of it; not for a day on which another edition was in force."""
    say = face.say
    report = rules_report(game, clause, say.language)
    if day is not None:
        check_in_force(game, day, say)
        report["on"] = {"day": str(day), **edition_report(game, day, say)}
    if face.json:
        print_json(report)
        return
    dates = [say(DATES[name], date=when) for name, when in report["dates"].items()]
    print_text(", ".join([report["title"], report["instrument"], *dates]))
    if day is not None:
        print_text(f"{day}: {report['on']['said']}")
    statuses = {Status(one["status"]) for one in report["clauses"]}
    if clause and len(report["clauses"]) == 1:
        (one,) = report["clauses"]
        print_clause(one, say)
        statuses |= {Status.READING} if one["readings"] else set()
    else:
        print_text(report["holds"])
        print_articles(report)
    print_legend(say, statuses)


def print_articles(report: dict[str, Any]) -> None:
    """The clauses under the headings of their articles."""
    for article, heading in report["articles"].items():
        clauses = [one for one in report["clauses"] if one["article"] == article]
        rows = [[marked(one["clause"], one["status"]), one["text"] + _reading_ids(one)] for one in clauses]
        if rows:
            print_table([(article, "left"), (heading, "fold")], rows)


def _reading_ids(one: dict[str, Any]) -> str:
    return f" [{', '.join(one['readings'])}]" if one["readings"] else ""


def print_clause(one: dict[str, Any], say: Speech) -> None:
    """One clause with its readings, what they decide, and the bets it bears on."""
    rows = [[marked(one["clause"], one["status"]), one["text"]]]
    rows += [[marked(reading, Status.READING), text] for reading, text in one["readings"].items()]
    status, kind = say.status(Status(one["status"])), say(KINDS[ClauseKind(one["kind"])])
    print_table([(say(texts.CLAUSE), "left"), (f"{status}, {kind}", "fold")], rows)
    if one["reason"]:
        print_text(say(texts.NOT_COMPUTED, reason=one["reason"]))
    if one["compared"]:
        print_table(
            [(say(texts.HOUSE_EDGE), "left"), (say(texts.AS_READ), "right"), (say(texts.OTHERWISE), "right")],
            [[row["bet"], _with_percent(row["as_read"]), _with_percent(row["otherwise"])] for row in one["compared"]],
        )
    if one["bets"]:
        print_text(say(texts.BEARS_ON, bets=", ".join(one["bets"])))


def _with_percent(edge: str) -> str:
    return f"{edge} ({float(Fraction(edge)) * 100:+.3f} %)"
