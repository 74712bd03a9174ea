"""`banca odds`: the exact figures of bets."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from banca.analysis.exact.odds import AllFigures, Analysis, GameFigures, families, figures_of
from banca.cli.common import (
    AsJson,
    HouseOptions,
    Lang,
    complete_bet,
    complete_game,
    marked,
    print_heading,
    print_legend,
    print_table,
    print_text,
    resolve_game,
    rules_under,
    show,
    terminal_width,
)
from banca.files import write_whole
from banca.games import of_chance
from banca.i18n import LocalizedText, Translator
from banca.i18n.answer import Clauses, json_values
from banca.i18n.descriptions import FIGURES, figure_words
from banca.law import Language, Status, clause, unreadable
from banca.rules import Citation, Refusal, _, _n
from banca.rules.text import MINUS

Value = Fraction | LocalizedText | Clauses | Citation | tuple[Citation, ...] | int | str
"""What a figure of a bet may be."""
MaybeGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", callback=resolve_game, autocompletion=complete_game, help="The game; without it, all."
    ),
]
Shown = Annotated[
    list[str] | None,
    typer.Argument(metavar="BET...", autocompletion=complete_bet, help="Bets to show in full."),
]
CertificateFile = Annotated[
    Path | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        help="Write every table and its solution in integers, for `banca-verify certificate`.",
    ),
]
WIDE = 100
"""Columns from which a terminal counts as wide."""
WIDEST_FRACTION = 28
LONGEST_HEADING = 12
"""Letters on one line of a heading over numbers."""
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
    """Print the exact house edge of every bet, or all figures of the bets named."""
    say = ctx.obj.say
    if game is None:
        if option or certificate:
            raise typer.BadParameter(say(_("--option and --certificate need a GAME")))
        answers = list(_of_all(say))
    else:
        rules = rules_under(game, option)
        answers = [figures_of(rules, [ctx.obj.bet(rules, name) for name in shown] if shown else None)]
        if certificate:
            from banca.analysis.exact.certificate import certificate as certificate_of

            whole = json.dumps(certificate_of(rules), ensure_ascii=False, separators=(",", ":"))
            write_whole(certificate, whole + "\n")

    def print_answers(_answer: object, say: Translator) -> None:
        for answer in answers:
            print_heading(answer, say)
            (print_figures if shown else print_odds)(answer.bets, answer.game, say)
        bets = [bet for answer in answers for bet in answer.bets]
        print_legend(say, {status for bet in bets for status in (bet.status, *statuses_of(bet))})
        if certificate:
            text = _n("certificate of {count} bet written to {file}", "certificate of {count} bets written to {file}")
            print_text(say(text, count=say.count(len(rules.bets)), file=certificate))

    show(ctx.obj, answers[0] if game else AllFigures(games=tuple(answers)), print_answers)


def _of_all(say: Translator) -> Iterator[GameFigures]:
    """The figures of every game; a package that is faulty is named on the error stream, and the others stay."""
    messages = dict(unreadable())
    for name in of_chance():
        if name not in messages:
            try:
                yield figures_of(rules_under(name, ()))
            except Refusal as refusal:
                messages[name] = refusal.message
    for message in messages.values():
        typer.echo(f"banca: {say.message(message)}", err=True)


def print_odds(bets: Sequence[Analysis], game: str, say: Translator) -> None:
    """One row per bet; selections with the same figures share a row. A wide terminal also shows the chance to win."""
    is_wide = terminal_width() >= WIDE
    wins = [(_("wins"), "right")] if is_wide else []
    print_table(
        [
            (_("bet"), "fold"),
            (_("pays"), "fold"),
            *wins,
            (fill(say(_("house edge")), LONGEST_HEADING), "right"),
            ("%", "right"),
            (say(figure_words(game)["rounds"]), "right"),
            _("clause"),
        ],
        [_row(alike, say, is_wide=is_wide) for alike in families(bets)],
        say,
    )


def shorten(value: Fraction) -> str:
    """A fraction that fits a column; `banca odds GAME BET` shows it whole.

    >>> shorten(Fraction(7, 495)), shorten(Fraction(3**81, 2**133))
    ('7/495', '443426…892803/108890…766592')
    """
    written = str(value).replace("-", MINUS)
    if len(written) <= WIDEST_FRACTION:
        return written
    parts = str(value.numerator), str(value.denominator)
    return "/".join(f"{part[:6]}…{part[-6:]}" if len(part) > 13 else part for part in parts).replace("-", MINUS)


def _row(bets: Sequence[Analysis], say: Translator, *, is_wide: bool) -> list[str]:
    bet = bets[0]
    return [
        _label(bets, say),
        say.odds(bet.pays) + (f" −{say.percent_of(bet.commission)}" if bet.commission else ""),
        *([shorten(bet.p_win)] if is_wide else []),
        shorten(bet.house_edge),
        say.decimal(bet.house_edge * 100, 3),
        say.decimal(bet.mean_rounds, 3),
        say.list(marked(cite.clause, status) for cite, status in zip(bet.cites, statuses_of(bet), strict=True)),
    ]


def statuses_of(bet: Analysis) -> list[Status]:
    """How firm the clause of the bet is, and each of its prizes'."""
    return [clause(cite.game, cite.clause).status for cite in bet.cites]


def _label(bets: Sequence[Analysis], say: Translator) -> str:
    """The id with its selections, the mark of its status, and in other languages its name."""
    bet = bets[0]
    label = bet.bet.id
    if bet.bet.selection:
        selections = ",".join(each.bet.selection for each in bets)
        label += f":{selections}" if len(selections) <= WIDEST_SELECTIONS else f" ×{len(bets)}"
    label = marked(label, bet.status)
    if say.language == Language.EN:
        return label
    name = bet.name if len(bets) == 1 else bet.family
    return f"{label}\n{say(name)}"


def print_figures(bets: Sequence[Analysis], game: str, say: Translator) -> None:
    """Every figure of each bet, as an exact fraction and rounded."""
    named = figure_words(game)
    for bet in bets:
        values = json_values(bet, FIGURES).items()
        figures = [[say(named[name]), *_figure(value, say)] for name, value in values if _is_said(value)]
        figures.append([say(_("standard deviation")), "", say.decimal(bet.sd, 6)])
        figures += [
            [say(_("chance of net result {net}"), net=say.exact(net)), *_figure(chance, say)]
            for net, chance in bet.net_distribution.items()
        ]
        columns = [(marked(bet.bet.key, bet.status), "fold"), (say(bet.name), "fold"), ("≈", "right")]
        print_table(columns, figures, say)


def _is_said(value: Value) -> bool:
    """Whether a figure says anything: no clause of a commission that is not taken, no readings where there are none."""
    return value not in ("", (), Clauses(()))


def _cites(value: Citation | Clauses | tuple[Citation, ...]) -> tuple[Citation, ...]:
    """The clauses of a figure, one or several."""
    if isinstance(value, Clauses):
        return value.cites
    return (value,) if isinstance(value, Citation) else value


def _figure(value: Value, say: Translator) -> list[str]:
    """A figure exactly, and as a decimal where that says more."""
    match value:
        case Fraction() if value.denominator != 1:
            return [say.exact(value), say.decimal(value, 6)]
        case Fraction():
            return [say.exact(value), ""]
        case LocalizedText(Translator.odds):
            return [say(value), ""]
        case Citation() | Clauses() | tuple():
            return [say.places(_cites(value)), ""]
        case _:
            return [str(value), ""]
