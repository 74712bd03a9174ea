"""`banca evening`: the whole distribution of a session, worked out without sampling."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from banca.analysis.sessions.distribution import Interval
from banca.analysis.sessions.session import EveningAnswer, Precision
from banca.analysis.sessions.session import evening as work_out
from banca.analysis.simulation.results import QUANTILES, strategy_title
from banca.cli.common import (
    CHANCES,
    NET_WORKED_OUT,
    SPREAD,
    SURVIVED,
    AsJson,
    Lang,
    chosen_options,
    complete_bet,
    option_group,
    print_heading,
    print_json,
    print_remarks,
    print_table,
    print_text,
)
from banca.cli.simulate import (
    FAN_ROWS,
    IS_THERE,
    ONE_SESSION,
    Chart,
    PlayedGame,
    SessionOptions,
    check_files,
    choose_strategy,
    complete_strategy,
    describe_session,
    with_changes,
)
from banca.files import write_whole
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules import Refusal, _
from banca.rules.refusal import NEEDS_EXTRA

LONGEST_FRACTION = 24
"""Characters of a fraction that is shown beside its digits."""


@option_group(SessionOptions, only=ONE_SESSION)
def evening(
    ctx: typer.Context,
    game: PlayedGame,
    strategy: Annotated[
        str | None,
        typer.Argument(
            metavar="[STRATEGY]",
            autocompletion=complete_strategy,
            help="A name from 'banca strategies', or a .toml file.",
        ),
    ] = None,
    bet: Annotated[
        list[str],
        typer.Option(
            "--bet",
            metavar="BET=STAKE",
            autocompletion=complete_bet,
            help="Instead of a strategy: a flat bet, placed again whenever possible; repeat for more.",
        ),
    ] = [],
    *,
    session: SessionOptions,
    is_exact: Annotated[
        bool,
        typer.Option("--exact", help="Compute in fractions instead of floats with an error bound; for short sessions."),
    ] = False,
    chart: Chart = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Work out the whole distribution of a session's results under a strategy, and print the digits that are certain.

    Nothing is sampled: every outcome of every round is followed. A session that would take too long is refused at once.
    """
    try:
        import banca.analysis.sessions.flows  # noqa: F401 - compiled code is loaded when it is used
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="banca evening", allowed="fast") from None
    face = ctx.obj
    options = chosen_options(session.option, game)
    played = with_changes(face, choose_strategy(face, game, strategy, bet, options), options, session)
    check_files(None, chart, [face.say(strategy_title(played))], face.say)
    worked_out = work_out(played, Precision.EXACT if is_exact else Precision.FLOAT)
    answer = worked_out.answer()
    if chart is not None:
        from banca.analysis.charts import evening_chart

        write_whole(chart, evening_chart(worked_out, chart.suffix[1:], face.say))
    if face.json:
        print_json(plain(answer, face.say), face.remarks)
        return
    print_remarks(face)
    print_evening(answer, face.say)


def print_evening(answer: EveningAnswer, say: Translator) -> None:
    """Everything but the distribution itself."""
    print_heading(answer, say)
    print_text(say.labelled(say(answer.strategy), describe_session(answer.session, say)))
    about = {"states": say.count(answer.states), "step": say.money(answer.step.avos)}
    print_text(
        say(
            _("worked out without sampling: {states} states, money in steps of {step}; every digit shown is certain"),
            **about,
        )
    )
    ends = [name for name in CHANCES if getattr(answer.session, IS_THERE[name]) is not None]
    chances = [(CHANCES[name], getattr(answer.chances, name)) for name in ends]
    _print_figures(_("chance of"), chances, say)
    rows = [(_("net per session"), answer.net), (SPREAD, answer.sd), (_("staked per session"), answer.staked)]
    _print_figures(_("patacas"), rows, say)
    played = answer.rounds_played
    rounds = {"low": played.lowest, "middle": played.median, "high": played.highest}
    counts = {name: say.count(round(count)) for name, count in rounds.items()}
    print_text(say(SURVIVED, mean=_certain(answer.rounds, say)[0], **counts))
    _print_longest(answer, say)
    typer.echo()
    _print_fan(answer, say)


def _print_figures(title: str, figures: Sequence[tuple[str, Interval]], say: Translator) -> None:
    """Figures in the digits that are certain, beside the fractions where any is short enough."""
    rows = [[say(words), *_certain(figure, say)] for words, figure in figures]
    columns = 3 if any(row[2] for row in rows) else 2
    headings = [(say(title), "left"), ("", "right"), (say(_("exact")), "right")]
    print_table(headings[:columns], [row[:columns] for row in rows])


def _certain(figure: Interval, say: Translator) -> list[str]:
    """The digits that are certain, and the fraction where it is short."""
    exact = "" if not isinstance(figure.exact, Fraction) else say.exact(figure.exact)
    return [say.decimal(figure.value, figure.digits), exact if len(exact) <= LONGEST_FRACTION else ""]


def _print_longest(answer: EveningAnswer, say: Translator) -> None:
    runs = answer.longest_losing_run
    if runs:
        mean = sum(run.amount * run.chance for run in runs)
        likely = max(runs, key=lambda run: run.chance)
        print_text(
            say(
                _("longest losing streak, ties ignored: most likely {likely}, mean {mean}"),
                likely=say.count(round(likely.amount)),
                mean=say.decimal(mean, 2),
            )
        )


def _print_fan(answer: EveningAnswer, say: Translator) -> None:
    print_text(
        say(
            NET_WORKED_OUT
            if answer.session.bankroll is None
            else _(
                "money in hand and on the layout: each column is the amount that this share of sessions does not exceed"
            )
        )
    )
    step = max((len(answer.fan) - 1) // FAN_ROWS, 1)
    shown = [row for number, row in enumerate(answer.fan) if number % step == 0 or row is answer.fan[-1]]
    print_table(
        [(say(_("after round")), "right"), *((name, "right") for name in QUANTILES.values())],
        [[say.count(row.round), *(say.money(round(getattr(row, name) * 100)) for name in QUANTILES)] for row in shown],
    )
    if not all(row.proven for row in answer.fan):
        print_text(say(_("some of these amounts may be one step too low: use --exact")))
