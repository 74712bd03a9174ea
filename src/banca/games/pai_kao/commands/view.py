"""What `banca pai-kao` prints: settings with their chances, two hands compared, a settled round."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

import typer

from banca.answers.settlement import StepShown
from banca.cli import texts as common
from banca.cli.terminal import print_table, print_text, speaks_unicode
from banca.games.pai_kao.answers import (
    ChancesAnswer,
    GateAnswer,
    HandsCompared,
    PairAnswer,
    RoundAnswer,
    SettingAnswer,
    StakeAnswer,
)
from banca.games.pai_kao.answers import texts as said
from banca.games.pai_kao.answers.round import CASINO
from banca.games.pai_kao.commands import texts
from banca.games.pai_kao.nouns import (
    BANK,
    BANKER,
    FRONT,
    PLAYER,
    POLICIES,
    PRINCIPAL,
    REAR,
    SEATS,
    THE_CASINO,
    THE_HOUSE_WAY,
)
from banca.games.pai_kao.setters import HOUSE
from banca.i18n import Translator

FIRST_DOMINO = 0x1F063
"""The upright domino 0-0; seven to a row."""


def drawn(tiles: Sequence[str]) -> str:
    """Tiles as upright dominoes with their pips beside them; pips alone where the terminal has no such characters."""
    if not speaks_unicode():
        return " ".join(tiles)
    halves = [tuple(map(int, tile.split("-"))) for tile in tiles]
    return " ".join(f"{chr(FIRST_DOMINO + 7 * a + b)}{tile}" for (a, b), tile in zip(halves, tiles, strict=True))


def named(pair: PairAnswer, say: Translator, between: str = " ") -> str:
    """A pair, drawn and called."""
    return f"{drawn(pair.tiles)}{between}{say(pair.name)}"


def sentence(parts: Sequence[str], say: Translator) -> str:
    """The parts of a sentence, one after another."""
    return reduce(lambda first, then: say(said.THEN, first=first, then=then), parts)


def pairs(setting: SettingAnswer, say: Translator) -> str:
    """Front and rear on one line."""
    return " | ".join(named(one, say) for one in (setting.front, setting.rear))


def percent(share: Fraction, say: Translator) -> str:
    """A share of a hundred, under a heading that says so."""
    return say.decimal(share * 100, 3)


def print_settings(answer: ChancesAnswer, say: Translator) -> None:
    """The settings, the best first, and why it is."""
    settings = sorted(answer.settings, key=lambda one: -one.value)
    headings = (FRONT, REAR, texts.WIN_PERCENT, texts.TIE_PERCENT, texts.LOSE_PERCENT, texts.VALUE_PERCENT)
    print_table(
        [(say(heading), "fold" if place < 2 else "right") for place, heading in enumerate(headings)],
        [
            [
                *(named(pair, say, "\n") for pair in (one.front, one.rear)),
                *(percent(share, say) for share in (one.win, one.tie, one.lose, one.value)),
            ]
            for one in settings
        ],
    )
    best = settings[0]
    second = next((one for one in settings if one.value != best.value), None)
    if second is None:
        print_text(say(texts.ALL_ALIKE))
        return
    laid = " | ".join(" ".join(pair.tiles) for pair in (best.front, best.rear))
    gain = percent(best.value - second.value, say)
    print_text(say(texts.BEST, pairs=laid, against=policy_said(answer.against, say), gain=gain))
    lines = {"front": best.front_wins, "rear": best.rear_wins}
    lines |= {"other_front": second.front_wins, "other_rear": second.rear_wins}
    print_text(say(texts.WHY, **{name: percent(share, say) for name, share in lines.items()}))


def print_compared(answer: HandsCompared, say: Translator) -> None:
    """Two hands line by line, then who wins."""
    print_table(
        [(say(heading), "fold") for heading in (texts.LINE, PLAYER, BANKER, texts.HIGHER)],
        [
            [say(line), named(mine, say, "\n"), named(other, say, "\n"), say(SEATS[higher])]
            for line, mine, other, higher in (
                (FRONT, answer.player.front, answer.banker.front, answer.front),
                (REAR, answer.player.rear, answer.banker.rear, answer.rear),
            )
        ],
    )
    print_text(say.by(say(said.RESULTS[answer.result]), answer.cites))


def print_round(answer: RoundAnswer, say: Translator) -> None:
    """The round gate by gate in betting order, then the bank, then claims."""
    if first := answer.first_gate_dealt:
        print_text(say.by(say(said.FIRST_DEALT, gate=first.gate), [first.cite]))
    by = answer.banker_set_by
    banker = sentence([say(BANKER), say(said.GATE_SET_BY, gate=answer.banker, who=_who(by.who, say))], say)
    cited = say.by(banker, by.cite.cites)
    print_text(say.labelled(cited, pairs(answer.banker_setting, say)))
    if answer.is_void:
        print_text(say.by(say(said.VOID), answer.cites))
    for gate in answer.gates:
        typer.echo()
        print_gate(gate, say)
    print_table(
        [(say(BANK), "fold"), *((say(heading), "right") for heading in (PRINCIPAL, said.WON, common.NET))],
        [
            [_who(one.who, say), say.money(one.principal.avos), say.signed(one.gross.avos), say.signed(one.net.avos)]
            for one in answer.bank
        ],
    )
    kept = {"commission": say.money(answer.commission.avos), "breakage": say.money(answer.breakage.avos)}
    print_text(say.by(say(texts.COMMISSION_PAID, **kept), answer.commission_cites))
    for claim in answer.claims:
        owed = {"gate": claim.gate, "owed_by": claim.owed_by, "owed_to": claim.owed_to}
        owes = say(said.CLAIM, **owed, amount=say.money(claim.amount.avos), better=pairs(claim.better, say))
        print_text(say.by(owes, claim.cites))


def print_gate(gate: GateAnswer, say: Translator) -> None:
    """How a gate was set, what became of it, and of every stake."""
    print_text(say.labelled(say(said.GATE_SET_BY, gate=gate.gate, who=_who(gate.setter, say)), pairs(gate, say)))
    print_text(say.by(say(said.RESULTS[gate.result]), gate.cites), indent=2)
    for stake in gate.stakes:
        print_text(_stake(stake, say), indent=2)


def _stake(stake: StakeAnswer, say: Translator) -> str:
    placed = say(texts.STAKE_OF, who=stake.who, stake=say.money(stake.stake.avos))
    return sentence([placed, *(_step(one, say) for one in stake.steps)], say)


def _step(step: StepShown, say: Translator) -> str:
    return say.by(say(step.said), filter(None, [step.cite]))


def _who(name: str, say: Translator) -> str:
    """Somebody by name; the casino and the house way in words."""
    return say({CASINO: THE_CASINO, HOUSE: THE_HOUSE_WAY}[name]) if name in (CASINO, HOUSE) else name


def policy_said(name: str, say: Translator) -> str:
    """A policy as people read it: of `equilibrium (banker)`, which is one side's, both parts."""
    policy, _, seat = name.removesuffix(")").partition(" (")
    return say.in_brackets(say(POLICIES[policy]), say(SEATS[seat])) if seat else say(POLICIES[policy])
