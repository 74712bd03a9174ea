"""`banca evening`: the whole distribution of a session, worked out without sampling."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from banca.analysis.sessions.distribution import Interval
from banca.analysis.sessions.session import EveningAnswer, Precision
from banca.analysis.sessions.session import evening as work_out
from banca.analysis.simulation.results import strategy_title
from banca.cli.common import (
    CHANCES,
    NET_WORKED_OUT,
    SPREAD,
    AsJson,
    Lang,
    PlayedGame,
    chosen_options,
    option_group,
    print_heading,
    print_table,
    print_text,
    show,
)
from banca.cli.simulate import (
    ONE_SESSION,
    Chart,
    FlatBets,
    SessionOptions,
    StrategyName,
    check_files,
    choose_strategy,
    describe_session,
    possible_ends,
    print_fan,
    print_survived,
    with_changes,
)
from banca.files import write_whole
from banca.i18n import Translator
from banca.rules import _
from banca.rules.refusal import needs_extra

LONGEST_FRACTION = 24
"""Characters of a fraction that is shown beside its digits."""


@option_group(SessionOptions, only=ONE_SESSION)
def evening(
    ctx: typer.Context,
    game: PlayedGame,
    strategy: StrategyName = None,
    bet: FlatBets = [],
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
    with needs_extra("banca evening", "fast"):
        import banca.analysis.sessions.flows  # noqa: F401 - compiled code is loaded when it is used
    face = ctx.obj
    options = chosen_options(session.option, game)
    played = with_changes(face, choose_strategy(face, game, strategy, bet, options), options, session)
    check_files(None, chart, [face.say(strategy_title(played))], face.say)
    answer = work_out(played, Precision.EXACT if is_exact else Precision.FLOAT).answer()
    if chart is not None:
        from banca.analysis.charts import draw

        write_whole(chart, draw(answer, chart.suffix[1:], face.say))
    show(face, answer, print_evening)


def print_evening(answer: EveningAnswer, say: Translator) -> None:
    """Everything but the distribution itself."""
    print_heading(answer, say)
    print_text(say.labelled(say(answer.strategy), describe_session(answer.session, say)))
    text = _("worked out without sampling: {states} states, money in steps of {step}; every digit shown is certain")
    print_text(say(text, states=say.count(answer.states), step=say.money(answer.step.avos)))
    ends = possible_ends(answer.session, answer.chances)
    _print_figures(_("chance of"), [(CHANCES[name], chance) for name, chance in ends], say)
    rows = [(_("net per session"), answer.net), (SPREAD, answer.sd), (_("staked per session"), answer.staked)]
    _print_figures(_("patacas"), rows, say)
    print_survived(answer.rounds_played, _certain(answer.rounds, say)[0], say)
    if runs := answer.longest_losing_run:
        mean = sum(run.amount * run.chance for run in runs)
        likely = max(runs, key=lambda run: run.chance).amount
        text = _("longest losing streak, ties ignored: most likely {likely}, mean {mean}")
        print_text(say(text, likely=say.count(round(likely)), mean=say.decimal(mean, 2)))
    typer.echo()
    print_text(
        say(
            NET_WORKED_OUT
            if answer.session.bankroll is None
            else _(
                "money in hand and on the layout: each column is the amount that this share of sessions does not exceed"
            )
        )
    )
    print_fan(answer.fan, say, lambda patacas: say.money(round(patacas * 100)))
    if not all(row.proven for row in answer.fan):
        print_text(say(_("some of these amounts may be one step too low: use --exact")))


def _print_figures(title: str, figures: Sequence[tuple[str, Interval]], say: Translator) -> None:
    """Figures in the digits that are certain, beside the fractions where any is short enough."""
    rows = [[say(words), *_certain(figure, say)] for words, figure in figures]
    columns = 3 if any(row[2] for row in rows) else 2
    headings = [(say(title), "left"), ("", "right"), (_("exact"), "right")]
    print_table(headings[:columns], [row[:columns] for row in rows], say)


def _certain(figure: Interval, say: Translator) -> list[str]:
    """The digits that are certain, and the fraction where it is short."""
    exact = "" if not isinstance(figure.exact, Fraction) else say.exact(figure.exact)
    return [say.decimal(figure.value, figure.digits), exact if len(exact) <= LONGEST_FRACTION else ""]
