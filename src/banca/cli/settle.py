"""`banca settle`: what these outcomes do to these bets, with the arithmetic and the articles."""

import typer

from banca.answers import plain
from banca.answers.settlement import BetSettled, EffectShown, ThrowShown
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
    standing,
)
from banca.cli.terminal import print_json, print_text
from banca.words import Speech


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
    """Settle bets over outcomes: fate, arithmetic, articles.

    A bet lies on the layout as soon as the rules allow it (odds once their point stands), or from the throw named with @.
    """
    say = ctx.obj.say
    answer = settled(ctx.obj, game, option, bet, outcome, minimum=minimum, maximum=maximum, chip=chip).answer()
    if ctx.obj.json:
        print_json(plain(answer, say), ctx.obj.remarks)
        return
    print_remarks(ctx.obj)
    print_heading(answer, say)
    limits = answer.limits
    about = {"minimum": limits.minimum, "maximum": limits.maximum, "chip": limits.chip}
    print_text(say(texts.LIMITS, **{name: say.money(one.avos) for name, one in about.items()}))
    for throw in answer.throws:
        print_text(f"{throw.throw:>3}. {_throw(throw, say)}")
    for one in answer.bets:
        typer.echo()
        print_fate(one, say)
    typer.echo()
    staked, received = say.money(answer.staked.avos), say.money(answer.received.avos)
    print_text(say(texts.TOTAL, staked=staked, received=received, net=say.signed(answer.net.avos)))
    if answer.standing:
        print_text(say(texts.STILL_STANDING, standing=say.money(answer.standing.avos)))
    print_legend(say, {one.status for one in answer.bets})


def _throw(throw: ThrowShown, say: Speech) -> str:
    if throw.null:
        about = say.list(filter(None, [throw.reason, *(throw.cites or ())])) or say(texts.NO_CAUSE)
        return f"{say(texts.NULL_THROW)} ({about})"
    return f"{throw.written} → {throw.outcome} ({throw.converted_by})" if throw.written else str(throw.outcome)


def print_fate(one: BetSettled, say: Speech) -> None:
    """One bet: a line per throw, then a line per step of the arithmetic."""
    print_text(named_bet(one, say))
    if one.placed and one.placed > 1:
        print_text(say(texts.PLACED_BEFORE, throw=one.placed), indent=5)
    for event in one.events:
        print_text(f"{event.throw:>3}. {_effect(event, say)}")
    for step in one.steps:
        said = step.said.said(say)
        print_text(f"{said} ({step.cite})" if step.cite else said, indent=5)
    if one.reads:
        print_text(say(texts.REST_ON, readings=say.list(one.reads)), indent=5)


def _effect(event: EffectShown, say: Speech) -> str:
    if event.cite is None:
        return say(texts.NULL_THROW)
    does = say(texts.DOES[event.does])
    if event.state:
        does = standing(event.state.state, say)
    if event.share is not None:
        does = say(texts.LOSES_SHARE, share=event.share)
    return f"{does} ({event.cite})"
