"""`banca together`: the next round's net result of several bets at once."""

from typing import Annotated

import typer

from banca.answers import together_answer
from banca.answers.settlement import standing_text
from banca.answers.simulation import QUANTILES
from banca.answers.together import RoundsTogether
from banca.cli import texts
from banca.cli.face import (
    AsJson,
    Bets,
    Chip,
    GameName,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    Outcomes,
    named_bet,
    print_heading,
    print_legend,
    print_remarks,
    settled,
)
from banca.cli.simulation_input import whole_number
from banca.cli.terminal import print_json, print_table, print_text
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules.bet import PLACED


def together(
    ctx: typer.Context,
    game: GameName,
    bet: Bets,
    outcome: Outcomes = [],
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds", metavar="NUMBER", help="Also print the sum of this many rounds of the same bets; 100, 1e6."
        ),
    ] = None,
    option: HouseOptions = [],
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Print what the next round does to several bets on the table.

    The answer is the exact distribution of their net result, after the outcomes given, if any.
    """
    say = ctx.obj.say
    so_far = settled(ctx.obj, game, option, bet, outcome, minimum=minimum, maximum=maximum, chip=chip)
    many = None if rounds is None else whole_number(rounds, "--rounds")
    answer = together_answer(so_far.rules, so_far.all_standing(), so_far.limits.chip, many)
    if ctx.obj.json:
        print_json(plain(answer, say), ctx.obj.remarks)
        return
    print_remarks(ctx.obj)
    print_heading(answer, say)
    for one in answer.bets:
        state = one.state.value
        where = say.state(state) if state == PLACED else standing_text(say, state)
        print_text(say.labelled(named_bet(one, say), where))
    print_table(
        [(say(texts.NET), "right"), (say(texts.CHANCE), "right"), ("≈", "right")],
        [[say.money(one.net.avos), say.exact(one.chance), say.decimal(one.chance, 6)] for one in answer.net],
    )
    print_text(say(texts.MEAN, mean=say.exact(answer.mean), sd=say.decimal(answer.sd, 4)))
    if answer.undecided:
        print_text(say(texts.UNDECIDED_CHANCE, chance=answer.undecided))
    if isinstance(answer.after, RoundsTogether):
        print_rounds(answer.after, say)
    print_legend(say, {one.status for one in answer.bets})


def print_rounds(found: RoundsTogether, say: Translator) -> None:
    """The sum of many rounds."""
    ahead = say.decimal(found.ahead.value, found.ahead.digits)
    about = {"rounds": say.count(found.rounds), "mean": say.measured(float(found.mean)), "sd": say.measured(found.sd)}
    print_text(say(texts.AFTER_ROUNDS, **about, ahead=ahead))
    print_text(say(texts.NET_WORKED_OUT))
    print_table(
        [(name, "right") for name in QUANTILES.values()],
        [[say.measured(getattr(found.net, name)) for name in QUANTILES]],
    )
