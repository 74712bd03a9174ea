"""`banca settle` and `banca together`: what results do to bets, with the arithmetic and the articles; and what the next round may do."""

from collections.abc import Sequence
from typing import Annotated

import typer

from banca.analysis.rounds import ManyRounds, TogetherAnswer, together_answer
from banca.analysis.settlement import SettledBet, SettlementAnswer, standing_text
from banca.analysis.simulation.results import QUANTILES
from banca.cli.common import (
    NET_WORKED_OUT,
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
    print_table,
    print_text,
    settle_typed,
    show,
)
from banca.cli.simulate import whole_number
from banca.i18n import Translator
from banca.law import status_of
from banca.rules import PLACED, Standing, _


def settle(
    ctx: typer.Context,
    game: GameName,
    bet: Bets,
    outcome: Outcomes,
    option: HouseOptions = [],
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Settle bets over results, and print what each bet comes to, the arithmetic and the articles.

    A bet is placed as soon as the rules allow (an additional bet once there is a point), or before the throw named with @.
    All bets belong to one player: stakes on the same bet are added up and paid as one.
    """
    settlement = settle_typed(ctx.obj, game, option, bet, outcome, minimum=minimum, maximum=maximum, chip=chip)
    show(ctx.obj, settlement.answer(), print_settlement)


def print_settlement(answer: SettlementAnswer, say: Translator) -> None:
    """The limits, the results, the bets, and what they come to."""
    print_heading(answer, say)
    limits = answer.limits
    amounts = {name: say.money(getattr(limits, name).avos) for name in ("minimum", "maximum", "chip")}
    print_text(say(_("minimum {minimum}, maximum {maximum}, chip {chip}"), **amounts))
    for throw in answer.throws:
        cites = throw.cites or filter(None, [throw.converted_by])
        print_text(f"{throw.throw:>3}. {say.by(say(throw.text), cites)}")
    for settled_bet in answer.bets:
        typer.echo()
        print_bet(settled_bet, say)
    typer.echo()
    sums = {"staked": say.money(answer.staked.avos), "received": say.money(answer.received.avos)}
    print_text(say(_("staked {staked}, received {received}, net {net}"), **sums, net=say.signed(answer.net.avos)))
    if answer.standing:
        print_text(say(_("still on the layout: {standing}"), standing=say.money(answer.standing.avos)))
    print_sources(answer, say)
    print_legend(say, {settled_bet.status for settled_bet in answer.bets})


def print_sources(answer: SettlementAnswer, say: Translator) -> None:
    """The clauses that were cited by their ids, as jurists write them; a reading has no longer name."""
    of_throws = [cite for throw in answer.throws for cite in (*(throw.cites or ()), throw.converted_by)]
    of_bets = [
        cite for bet in answer.bets for cite in (*(at.cite for at in bet.events), *(step.cite for step in bet.steps))
    ]
    reads = [cite for bet in answer.bets for cite in bet.fate.slip.bet.reads]
    cites = [cite for cite in dict.fromkeys([*of_throws, *of_bets, *reads]) if cite]
    if by_id := [cite for cite in cites if not cite.clause.startswith("R-") and say.place(cite) == str(cite)]:
        print_text(say.labelled(say(_("Sources")), say.cites(by_id)))


def print_bet(settled_bet: SettledBet, say: Translator) -> None:
    """One bet: a line per throw, then a line per step of the arithmetic."""
    fate = settled_bet.fate
    print_text(named_bet(fate.slip.bet, fate.stake, say))
    if parts := settled_bet.parts:
        for part in parts:
            print_text(
                say(_("{stake} placed before result {throw}"), stake=say.money(part.stake.avos), throw=part.placed),
                indent=5,
            )
    elif fate.placed and fate.placed > 1:
        print_text(say(_("placed before result {throw}"), throw=fate.placed), indent=5)
    for event in settled_bet.events:
        print_text(f"{event.throw:>3}. {say.by(say(event.text), filter(None, [event.cite]))}")
    for step in settled_bet.steps:
        print_text(say.by(say(step.text), filter(None, [step.cite])), indent=5)
    if reads := fate.slip.bet.reads:
        are_readings = all(cite.clause.startswith("R-") for cite in reads)
        pattern = (
            _("readings on this bet: {readings}") if are_readings else _("rules and readings on this bet: {readings}")
        )
        print_text(say(pattern, readings=say.places(reads)), indent=5)


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
    so_far = settle_typed(ctx.obj, game, option, bet, outcome, minimum=minimum, maximum=maximum, chip=chip)
    many = None if rounds is None else whole_number(rounds, "--rounds")
    answer = together_answer(so_far.rules, so_far.all_standing(), so_far.limits.chip, many)
    show(ctx.obj, answer, lambda answer, say: print_together(answer, so_far.standing, say))


def print_together(answer: TogetherAnswer, standing: Sequence[Standing], say: Translator) -> None:
    """The bets that stand, what the next round may bring them, and the sum of many rounds."""
    print_heading(answer, say)
    for bet_standing in standing:
        state = bet_standing.state
        where = say.state(state) if state == PLACED else standing_text(say, state)
        print_text(say.labelled(named_bet(bet_standing.bet, bet_standing.stake, say), where))
    next_round = answer.next_round
    print_table(
        [(_("net"), "right"), (_("chance"), "right"), ("≈", "right")],
        [
            [say.money(net), say.exact(chance), say.decimal(chance, 6)]
            for net, chance in next_round.together.chances.items()
        ],
        say,
    )
    print_text(
        say(
            _("mean net result of the round {mean}, standard deviation {sd}"),
            mean=say.exact(next_round.mean),
            sd=say.decimal(next_round.sd, 4),
        )
    )
    if next_round.undecided:
        print_text(
            say(_("chance that a bet is not decided, counted as 0 above: {chance}"), chance=next_round.undecided)
        )
    if isinstance(answer.after, ManyRounds):
        print_rounds(answer.after, say)
    print_legend(say, {status_of(bet_standing.bet) for bet_standing in standing})


def print_rounds(many: ManyRounds, say: Translator) -> None:
    """The sum of many rounds."""
    ahead = say.decimal(many.ahead.value, many.ahead.digits)
    mean, sd = say.measured(float(many.exact_mean)), say.measured(many.exact_sd)
    print_text(
        say(
            _("{rounds} rounds of the same bets: mean {mean}, standard deviation {sd}, chance of having won {ahead}"),
            rounds=say.count(many.rounds),
            mean=mean,
            sd=sd,
            ahead=ahead,
        )
    )
    print_text(say(NET_WORKED_OUT))
    print_table(
        [(name, "right") for name in QUANTILES.values()],
        [[say.measured(getattr(many.quantiles, name)) for name in QUANTILES]],
        say,
    )
