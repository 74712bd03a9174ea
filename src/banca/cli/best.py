"""`banca best`: the best bets and stakes for a bankroll and a goal."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from banca.analysis.best_play.best import BestAnswer, BestMap, MapField
from banca.analysis.best_play.best import best as work_out
from banca.analysis.best_play.model import PlayProblem, all_additional, parse_goal
from banca.analysis.sessions.distribution import Interval
from banca.analysis.sessions.session import Precision
from banca.analysis.settlement import limits_read
from banca.analysis.simulation.strategy_file import write_policy
from banca.cli.common import (
    AsJson,
    Chip,
    Face,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    PlayedGame,
    chosen_options,
    complete_bet,
    option_group,
    print_heading,
    print_table,
    print_text,
    show,
)
from banca.cli.simulate import check_files, whole_number
from banca.files import BAD_CHART, check_writable, write_whole
from banca.games import rulebook
from banca.i18n import Translator
from banca.i18n.answer import Money
from banca.rules import Refusal, _, _p, under
from banca.rules.refusal import needs_extra

GOAL_OF = {
    "target": _("the best chance of {target} with {bankroll}"),
    "last": _("the best chance to play {rounds} rounds with {bankroll}"),
    "stake": _("the smallest loss for {turnover} staked in total, with {bankroll}"),
}
WITHIN = _("within {rounds} rounds")
COMPARED = _("compared: one bet at a time out of {bets}, stakes of {low} to {high}, without additional bets")
COMPARED_WITH = _(
    "compared: one bet at a time out of {bets}, stakes of {low} to {high}, with or without an additional bet out of {additional}"
)
MONEY = _("in hand")
ROUNDS_LEFT = _("rounds left: {count}")
TO_STAKE = _("{count} left to stake")

GOALS = ("target", "last", "stake")
STRATEGY = (".toml",)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalOptions:
    """The options of the bankroll and the goal, as they were written."""

    bankroll: Annotated[str, typer.Option("--bankroll", metavar="PATACAS", help="The money to play with.")]
    goal: Annotated[
        str,
        typer.Option(
            "--goal",
            metavar="target|last|stake",
            autocompletion=lambda: list(GOALS),
            help="The goal: reach --target, last --rounds rounds, or stake --turnover in all and lose least.",
        ),
    ] = GOALS[0]
    target: Annotated[str | None, typer.Option("--target", metavar="PATACAS", help="The money to reach.")] = None
    rounds: Annotated[
        str | None, typer.Option("--rounds", metavar="NUMBER", help="The number of rounds; without it, any number.")
    ] = None
    turnover: Annotated[
        str | None, typer.Option("--turnover", metavar="PATACAS", help="The total amount to stake.")
    ] = None
    bet: Annotated[
        list[str],
        typer.Option(
            "--bet",
            metavar="BET",
            autocompletion=complete_bet,
            help="Use only this bet, which may be an additional one; repeat for more; default all.",
        ),
    ] = field(default_factory=list)
    stake: Annotated[
        list[str], typer.Option("--stake", metavar="PATACAS", help="Use only this stake; repeat for more; default all.")
    ] = field(default_factory=list)
    option: HouseOptions = field(default_factory=list)
    minimum: Minimum = None
    maximum: Maximum = None
    chip: Chip = None


@option_group(GoalOptions)
def best(
    ctx: typer.Context,
    game: PlayedGame,
    *,
    written: GoalOptions,
    is_exact: Annotated[
        bool,
        typer.Option(
            "--exact", help="Compute in fractions instead of floats with an error bound; for small bankrolls."
        ),
    ] = False,
    alone: Annotated[bool, typer.Option("--alone", help="Skip the comparison with other ways of playing.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.toml",
            help="Save the policy to a file that simulate, evening and compare can play.",
        ),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE.svg|png", help="Draw the map to this file.")
    ] = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Work out the best bets and stakes for a bankroll and a goal, and print the map of what to bet at which amounts.

    This is not a way to win: the mean loss is printed beside the chance. A problem that would take too long is refused at once.
    """
    with needs_extra("banca best", "fast"):
        import banca.analysis.best_play.solver  # noqa: F401 - compiled code is loaded when it is used
    face = ctx.obj
    problem = _problem(face, game, written)
    check_files(None, chart, [], face.say)
    if output is not None:
        if output.suffix not in STRATEGY:
            raise Refusal(BAD_CHART, asked=output, allowed=STRATEGY)
        check_writable(output)
    play = work_out(problem, Precision.EXACT if is_exact else Precision.FLOAT)
    answer = play.answer(compared=not alone)
    if output is not None:
        write_whole(output, write_policy(play.strategy, play.policy).encode())
    if chart is not None:
        from banca.analysis.charts import draw

        write_whole(chart, draw(answer, chart.suffix[1:], face.say))
    show(face, answer, print_best)
    if output is not None and not face.json:
        print_text(face.say(_("policy written to {file}"), file=output))


def _problem(face: Face, game: str, written: GoalOptions) -> PlayProblem:
    goal, options = parse_goal(written.goal), chosen_options(written.option, game)
    rules = under(rulebook(game), options)
    keys = [name if all_additional(rules, name) else face.bet(rules, name).key for name in written.bet]
    limits = limits_read(face.patacas, minimum=written.minimum, maximum=written.maximum, chip=written.chip)

    def amount(text: str | None) -> int | None:
        return None if text is None else face.patacas(text)

    return PlayProblem(
        game=game,
        goal=goal,
        bankroll=face.patacas(written.bankroll),
        target=amount(written.target),
        rounds=None if written.rounds is None else whole_number(written.rounds, "--rounds"),
        turnover=amount(written.turnover),
        bets=tuple(keys),
        stakes=tuple(face.patacas(stake) for stake in written.stake),
        options=options,
        limits=limits.put_into(rulebook(game).limits),
    )


def print_best(answer: BestAnswer, say: Translator) -> None:
    """Everything but the rows themselves."""
    print_heading(answer, say)
    print_text(_goal(answer, say))
    about = {"low": say.money(answer.lowest_stake.avos), "high": say.money(answer.highest_stake.avos)}
    compared = COMPARED_WITH if answer.additional else COMPARED
    print_text(say(compared, bets=say.list(answer.bets), additional=say.list(answer.additional), **about))
    rows = [[say(_("the best way")), _certain(answer.chance, say), _certain(answer.loss, say)]]
    rows += [[say(way.title), _certain(way.chance, say), _certain(way.loss, say)] for way in answer.beside]
    if answer.fair_bound is not None:
        rows.append([say(_("limit without a house edge")), say.exact(answer.fair_bound), "0"])
    print_table(
        [(_("way of playing"), "fold"), (_p("to reach a goal", "chance"), "right"), (_("mean loss"), "right")],
        rows,
        say,
    )
    text = _("No way of playing wins on average: this one loses {loss} patacas of {bankroll}.")
    print_text(say(text, loss=_certain(answer.loss, say), bankroll=say.money(answer.bankroll.avos)))
    typer.echo()
    print_map(answer.map, say)


def _goal(answer: BestAnswer, say: Translator) -> str:
    amounts = {"bankroll": answer.bankroll, "target": answer.target, "turnover": answer.turnover}
    written = {name: say.money(amount.avos) for name, amount in amounts.items() if amount is not None}
    rounds = say.count(answer.rounds or 0)
    goal = say(GOAL_OF[answer.goal], **written, rounds=rounds)
    is_within = answer.goal == GOALS[0] and answer.rounds is not None
    return say.phrases([goal, say(WITHIN, rounds=rounds)]) if is_within else goal


def _certain(figure: Interval | None, say: Translator) -> str:
    return "" if figure is None else say.decimal(figure.value, min(figure.digits, 9))


def print_map(shown: BestMap, say: Translator) -> None:
    """Money by what is left."""
    if shown.moment is not None:
        print_text(say(_("the map is for this moment: {moment}"), moment=say(shown.moment)))
    print_table(
        [(MONEY, "right"), *_columns(shown, say)],
        [[say.money(line.money.avos), *_fields(line.fields, say)] for line in shown.lines],
        say,
    )
    if any(cell.adds for line in shown.lines for cell in line.fields):
        print_text(say(_("+ marks additional bets, made once the bet has its number")))


def _columns(shown: BestMap, say: Translator) -> list[str]:
    if shown.counts == "nothing":
        return [say(_("bet"))]
    return [
        say(TO_STAKE, count=say.money(left.avos))
        if isinstance(left, Money)
        else say(ROUNDS_LEFT, count=say.count(left))
        for left in shown.left
    ]


def _fields(fields: Sequence[MapField], say: Translator) -> list[str]:
    return [
        say(_("wait")) if cell.stake is None else f"{cell.bet} {say.money(cell.stake.avos)}{' +' if cell.adds else ''}"
        for cell in fields
    ]
