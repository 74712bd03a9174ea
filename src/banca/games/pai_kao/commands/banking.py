"""`banca pai-kao banker`: what banking is worth against several gates."""

from fractions import Fraction
from typing import Annotated

import typer

from banca.cli import texts as common
from banca.cli.face import AsJson, Lang
from banca.cli.terminal import print_json, print_table, print_text
from banca.games.pai_kao.answers import BankAnswer, bank_answer
from banca.games.pai_kao.answers import texts as said
from banca.games.pai_kao.commands import texts
from banca.games.pai_kao.commands.app import DEFAULT_POLICY, app, complete_policy, print_game
from banca.games.pai_kao.commands.view import percent, policy_said
from banca.games.pai_kao.nouns import BANK
from banca.i18n import Translator
from banca.i18n.answer import plain


@app.command()
def banker(
    ctx: typer.Context,
    gates: Annotated[int, typer.Option("--gates", metavar="1-7", help="How many gates play.")] = 7,
    stake: Annotated[str, typer.Option("--stake", metavar="PATACAS", help="The stake of each gate.")] = "100",
    principal: Annotated[
        str | None,
        typer.Option(
            "--principal", metavar="PATACAS", help="What the banker puts up; default: the stakes of all gates."
        ),
    ] = None,
    policy: Annotated[
        str, typer.Option("--policy", metavar="POLICY", autocompletion=complete_policy, help="How the banker sets.")
    ] = DEFAULT_POLICY,
    against: Annotated[
        str, typer.Option("--against", metavar="POLICY", autocompletion=complete_policy, help="How the gates set.")
    ] = DEFAULT_POLICY,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show what banking is worth against one to seven gates, with commission on the round's net gain."""
    face = ctx.obj
    most = None if principal is None else face.patacas(principal)
    found = bank_answer(policy, against, gates=gates, stake=face.patacas(stake), principal=most)
    if face.json:
        print_json(plain(found, face.say))
    else:
        print_game(face.say)
        print_bank(found, face.say)


def print_bank(answer: BankAnswer, say: Translator) -> None:
    """The round in figures, then every result."""
    about = {"policy": policy_said(answer.policy, say), "against": policy_said(answer.against, say)}
    amounts = {"stake": say.money(answer.stake.avos), "principal": say.money(answer.principal.avos)}
    print_text(say(texts.BANKING, gates=answer.gates, **about, **amounts))
    if answer.is_most_often:
        print_text(say(said.MOST_OFTEN))
    rows: list[tuple[str, Fraction]] = [
        (said.BANK_WINS, answer.win),
        (said.BANK_EVEN, answer.even),
        (said.BANK_LOSES, answer.lose),
        (said.GROSS, answer.gross),
        (said.MEAN_COMMISSION, answer.commission),
        (said.VALUE_BANK, answer.value),
        (said.GATE_BY_GATE, answer.value_gate_by_gate),
    ]
    print_table([(say(BANK), "left"), ("%", "right")], [[say(heading), percent(share, say)] for heading, share in rows])
    mean, sd = say.signed_decimal(Fraction(answer.mean.avos) / 100, 4), say.decimal(answer.sd, 2)
    print_text(say.by(say(said.MEAN_GAIN, mean=mean, sd=sd), answer.cites))
    headings = (said.WON, common.NET, texts.CHANCE_PERCENT)
    print_table(
        [(say(heading), "right") for heading in headings],
        [
            [say.signed(one.gross.avos), say.signed(one.net.avos), say.decimal(one.chance * 100, 5)]
            for one in answer.results
        ],
    )
