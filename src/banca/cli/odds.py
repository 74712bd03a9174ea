"""`banca odds`: the exact figures of a game's bets."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from banca.cli import texts
from banca.cli.face import (
    AsJson,
    HouseOptions,
    Lang,
    complete_bet,
    complete_game,
    found_game,
    game_under,
    marked,
    percent,
    print_heading,
    print_legend,
    print_remarks,
)
from banca.cli.terminal import print_json, print_table, print_text, terminal_width
from banca.files import write_whole
from banca.games import of_chance
from banca.law import Language, Status
from banca.reports import odds_report
from banca.words import Speech
from banca.words.figures import FIGURES

MaybeGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", callback=found_game, autocompletion=complete_game, help="One game; without it, all."
    ),
]
Shown = Annotated[
    list[str] | None,
    typer.Argument(metavar="BET...", autocompletion=complete_bet, help="Bets to show in full."),
]
CertificateFile = Annotated[
    Path | None,
    typer.Option(
        "--certificate", metavar="FILE", help="Write tables and solutions in integers, for tools/verify_certificate.py."
    ),
]
WIDE = 100
"""Columns from which a terminal counts as wide."""
WIDEST_FRACTION = 28
WIDEST_SELECTIONS = 8
"""Letters of a list of selections that still fits beside a bet's id."""


def odds(
    ctx: typer.Context,
    game: MaybeGame = None,
    shown: Shown = None,
    option: HouseOptions = [],
    certificate: CertificateFile = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Print every bet's exact house advantage, or all figures of the bets named."""
    say = ctx.obj.say
    if game is None:
        if option or certificate:
            raise typer.BadParameter("--option and --certificate need a GAME")
        reports = [odds_report(game_under(name, ()).rules, say) for name in of_chance()]
    else:
        table = game_under(game, option)
        found = [table.bet(key) for key in shown or ()]
        for bet in found:
            ctx.obj.note(bet.remark)
        bets = [bet.terms for bet in found] or None
        reports = [odds_report(table.rules, say, bets)]
        if certificate:
            whole = json.dumps(table.certificate(), ensure_ascii=False, separators=(",", ":"))
            write_whole(certificate, whole + "\n")
    if ctx.obj.json:
        print_json(reports[0] if game else {"games": reports}, ctx.obj.remarks)
        return
    print_remarks(ctx.obj)
    for report in reports:
        print_heading(report)
        (print_figures if shown else print_odds)(report, say)
    print_legend(say, {Status(row["status"]) for report in reports for row in report["bets"]})
    if certificate:
        print_text(say(texts.WRITTEN, count=len(table.bets), file=certificate))


def print_odds(report: dict[str, Any], say: Speech) -> None:
    """One row per bet; selections with the same figures share a row. A wide terminal also shows the chance to win."""
    is_wide = terminal_width() >= WIDE
    wins = [(say(texts.WIN), "right")] if is_wide else []
    print_table(
        [
            (say(texts.BET), "fold"),
            (say(texts.PAYS), "fold"),
            *wins,
            (say(texts.HOUSE_EDGE), "right"),
            ("%", "right"),
            (say(texts.ROUNDS), "right"),
            (say(texts.CLAUSE), "left"),
        ],
        [_row(rows, say, is_wide=is_wide) for rows in _families(report["bets"])],
    )


def shortened(fraction: str) -> str:
    """A fraction that fits a column; `--bet` shows it whole.

    >>> shortened("7/495"), shortened("3155010189076512755518373649266277142847/15195531003242259962803834074351444164892")
    ('7/495', '315501…142847/151955…164892')
    """
    if len(fraction) <= WIDEST_FRACTION:
        return fraction
    return "/".join(f"{part[:6]}…{part[-6:]}" if len(part) > 13 else part for part in fraction.split("/"))


def _families(bets: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Bets that differ only in their selection, together."""
    families: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in bets:
        figures = ("id", "cite", "prize_cite", "pays", "p_win", "p_lose", "mean_rounds")
        families.setdefault(tuple(row[figure] for figure in figures), []).append(row)
    return list(families.values())


def _row(rows: list[dict[str, Any]], say: Speech, *, is_wide: bool) -> list[str]:
    row = rows[0]
    clauses = dict.fromkeys(cite.split()[-1] for cite in (row["cite"], row["prize_cite"]))
    return [
        _label(rows, say),
        row["pays"] + ("" if row["commission"] == "0" else f" −{Fraction(row['commission']) * 100}%"),
        *([shortened(row["p_win"])] if is_wide else []),
        shortened(row["house_edge"]),
        percent(row["house_edge"]),
        f"{float(Fraction(row['mean_rounds'])):.3f}",
        ", ".join(clauses),
    ]


def _label(rows: list[dict[str, Any]], say: Speech) -> str:
    """The id with its selections, the mark of its status, and in other languages its name."""
    row = rows[0]
    label = str(row["id"])
    if row["selection"]:
        selections = ",".join(one["selection"] for one in rows)
        label += f":{selections}" if len(selections) <= WIDEST_SELECTIONS else f" ×{len(rows)}"
    label = marked(label, row["status"])
    if say.language == Language.EN:
        return label
    name = row["name"] if len(rows) == 1 else row["family"]
    return f"{label}\n{name}"


def print_figures(report: dict[str, Any], say: Speech) -> None:
    """Every figure of each bet, as an exact fraction and rounded."""
    for row in report["bets"]:
        key = f"{row['id']}:{row['selection']}" if row["selection"] else row["id"]
        figures = [[say(heading), *_figure(row[name])] for name, heading in FIGURES.items() if row[name]]
        figures.append([say(texts.SD), "", f"{row['sd']:.6f}"])
        figures += [[say(texts.NET_IS, net=one["net"]), *_figure(one["chance"])] for one in row["net"]]
        print_table([(marked(key, row["status"]), "fold"), (row["name"], "fold"), ("≈", "right")], figures)


def _figure(value: object) -> list[str]:
    """A figure exactly, and as a decimal where that says more."""
    if isinstance(value, list):
        return [", ".join(value), ""]
    text = str(value)
    return [text, f"{float(Fraction(text)):.6f}"] if "/" in text else [text, ""]
