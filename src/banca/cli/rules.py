"""`banca rules`: the rulebook by article, with status and readings."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from banca.cli import texts
from banca.cli.face import MARKS, AsJson, GameName, Lang, print_json, print_legend, print_table, print_text, typed_game
from banca.law import Kind, Status, law
from banca.reports import rules_report
from banca.words import Speech


def _complete_clause(ctx: typer.Context) -> list[str]:
    return list(law(game).clauses) if (game := typed_game(ctx)) else []


ClauseId = Annotated[
    str | None,
    typer.Option(
        "--clause", metavar="ID", autocompletion=_complete_clause, help="One clause, e.g. 5.2.3 or R-craps-5."
    ),
]


def rules(
    ctx: typer.Context,
    game: GameName,
    clause: ClauseId = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show a game's rulebook, clause by clause, in our own words."""
    say = ctx.obj.say
    report = rules_report(game, clause, say.language)
    if ctx.obj.json:
        print_json(report)
        return
    typer.echo(f"{report['title']}, {report['instrument']}")
    if clause:
        _print_clause(report["clauses"][0], say)
    else:
        _print_articles(report)
    print_legend(say, [Status(one["status"]) for one in report["clauses"]])


def _print_articles(report: dict[str, Any]) -> None:
    print_text(report["holds"])
    for article, heading in report["articles"].items():
        print_table(
            [(article, "left"), (heading, "fold")],
            [
                [one["clause"] + MARKS[Status(one["status"])], one["text"] + _reading_ids(one)]
                for one in report["clauses"]
                if one["article"] == article
            ],
        )


def _reading_ids(one: dict[str, Any]) -> str:
    return f" [{', '.join(one['readings'])}]" if one["readings"] else ""


def _print_clause(one: dict[str, Any], say: Speech) -> None:
    rows = [[one["clause"] + MARKS[Status(one["status"])], one["text"]]]
    rows += [[reading, text] for reading, text in one["readings"].items()]
    print_table([(say(texts.CLAUSE), "left"), (say.status(Status(one["status"])), "fold")], rows)
    typer.echo(say(texts.KIND_IS, kind=say(texts.KINDS[Kind(one["kind"])])))
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
