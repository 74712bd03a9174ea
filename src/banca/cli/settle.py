"""`banca settle`: what these results do to these bets, with the arithmetic and the articles."""

import typer

from banca.answers.settlement import BetSettled, SettlementAnswer
from banca.cli import texts
from banca.cli.common import (
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
from banca.cli.terminal import print_json, print_text
from banca.i18n import Translator
from banca.i18n.answer import plain


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
    say = ctx.obj.say
    done = settled(ctx.obj, game, option, bet, outcome, minimum=minimum, maximum=maximum, chip=chip)
    answer = done.answer()
    if ctx.obj.json:
        print_json(plain(answer, say), ctx.obj.remarks)
        return
    print_remarks(ctx.obj)
    print_heading(answer, say)
    limits = answer.limits
    about = {"minimum": limits.minimum, "maximum": limits.maximum, "chip": limits.chip}
    print_text(say(texts.LIMITS, **{name: say.money(one.avos) for name, one in about.items()}))
    for throw in answer.throws:
        cites = throw.cites or filter(None, [throw.converted_by])
        print_text(f"{throw.throw:>3}. {say.by(say(throw.said), cites)}")
    for one in answer.bets:
        typer.echo()
        print_fate(one, say)
    typer.echo()
    staked, received = say.money(answer.staked.avos), say.money(answer.received.avos)
    print_text(say(texts.TOTAL, staked=staked, received=received, net=say.signed(answer.net.avos)))
    if answer.standing:
        print_text(say(texts.STILL_STANDING, standing=say.money(answer.standing.avos)))
    print_sources(answer, say)
    print_legend(say, {one.status for one in answer.bets})


def print_sources(answer: SettlementAnswer, say: Translator) -> None:
    """The clauses that were cited by their ids, as jurists write them; a reading has no longer name."""
    of_throws = [cite for throw in answer.throws for cite in (*(throw.cites or ()), throw.converted_by)]
    of_bets = [
        cite for one in answer.bets for cite in (*(at.cite for at in one.events), *(at.cite for at in one.steps))
    ]
    reads = [cite for one in answer.bets for cite in one.reads]
    found = [
        cite for cite in dict.fromkeys([*of_throws, *of_bets, *reads]) if cite and not cite.clause.startswith("R-")
    ]
    if by_id := [cite for cite in found if say.place(cite) == str(cite)]:
        print_text(say.labelled(say(texts.SOURCES), say.cites(by_id)))


def print_fate(one: BetSettled, say: Translator) -> None:
    """One bet: a line per throw, then a line per step of the arithmetic."""
    print_text(named_bet(one, say))
    if one.parts:
        for part in one.parts:
            print_text(say(texts.PART_PLACED, stake=say.money(part.stake.avos), throw=part.placed), indent=5)
    elif one.placed and one.placed > 1:
        print_text(say(texts.PLACED_BEFORE, throw=one.placed), indent=5)
    for event in one.events:
        print_text(f"{event.throw:>3}. {say.by(say(event.said), filter(None, [event.cite]))}")
    for step in one.steps:
        print_text(say.by(say(step.said), filter(None, [step.cite])), indent=5)
    if one.reads:
        are_readings = all(cite.clause.startswith("R-") for cite in one.reads)
        pattern = texts.READINGS if are_readings else texts.RULES_AND_READINGS
        print_text(say(pattern, readings=say.places(one.reads)), indent=5)
