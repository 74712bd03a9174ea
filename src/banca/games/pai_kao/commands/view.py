"""What `banca pai-kao` prints: settings with their chances, two hands compared, a settled round."""

from collections.abc import Sequence
from fractions import Fraction

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
from banca.games.pai_kao.commands import texts
from banca.words import Speech

FIRST_DOMINO = 0x1F063
"""The upright domino 0-0; seven to a row."""


def drawn(tiles: Sequence[str]) -> str:
    """Tiles as upright dominoes with their pips beside them; pips alone where the terminal has no such letters."""
    if not speaks_unicode():
        return " ".join(tiles)
    halves = [tuple(map(int, tile.split("-"))) for tile in tiles]
    return " ".join(f"{chr(FIRST_DOMINO + 7 * a + b)}{tile}" for (a, b), tile in zip(halves, tiles, strict=True))


def named(pair: PairAnswer, say: Speech, between: str = " ") -> str:
    """A pair, drawn and called."""
    return f"{drawn(pair.tiles)}{between}{say(pair.name)}"


def pairs(setting: SettingAnswer, say: Speech) -> str:
    """Front and rear on one line."""
    return " | ".join(named(one, say) for one in (setting.front, setting.rear))


def percent(share: Fraction, say: Speech) -> str:
    """A share of a hundred, under a heading that says so."""
    return say.decimal(share * 100, 3)


def print_settings(answer: ChancesAnswer, say: Speech) -> None:
    """The settings, the best first, and why it is."""
    settings = sorted(answer.settings, key=lambda one: -one.value)
    headings = (texts.FRONT, texts.REAR, texts.WIN_PERCENT, texts.TIE_PERCENT, texts.LOSE_PERCENT, texts.VALUE_PERCENT)
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
    print_text(say(texts.BEST, pairs=laid, against=answer.against, gain=gain))
    lines = {"front": best.front_wins, "rear": best.rear_wins}
    lines |= {"other_front": second.front_wins, "other_rear": second.rear_wins}
    print_text(say(texts.WHY, **{name: percent(share, say) for name, share in lines.items()}))


def print_compared(answer: HandsCompared, say: Speech) -> None:
    """Two hands line by line, then who wins."""
    print_table(
        [(say(heading), "fold") for heading in (texts.LINE, texts.PLAYER, texts.BANKER, texts.HIGHER)],
        [
            [say(line), named(mine, say, "\n"), named(other, say, "\n"), say(texts.SEATS[higher])]
            for line, mine, other, higher in (
                (texts.FRONT, answer.player.front, answer.banker.front, answer.front),
                (texts.REAR, answer.player.rear, answer.banker.rear, answer.rear),
            )
        ],
    )
    print_text(f"{say(said.RESULTS[answer.result])} ({say.list(answer.cites)})")


def print_round(answer: RoundAnswer, say: Speech) -> None:
    """The round gate by gate in betting order, then the bank, then claims."""
    if first := answer.first_gate_dealt:
        print_text(f"{say(said.FIRST_DEALT, gate=first.gate)} ({first.cite})")
    by = answer.banker_set_by
    cited = f" ({by.cite})" if by.cite.cites else ""
    banker = say(said.GATE_SET_BY, gate=answer.banker, who=by.who) + cited
    print_text(f"{say(texts.BANKER)}, {banker}: {pairs(answer.banker_setting, say)}")
    if answer.is_void:
        print_text(f"{say(said.VOID)} ({say.list(answer.cites)})")
    for gate in answer.gates:
        typer.echo()
        print_gate(gate, say)
    print_table(
        [(say(texts.BANK), "fold"), *((say(heading), "right") for heading in (texts.PRINCIPAL, texts.WON, common.NET))],
        [
            [one.who, say.money(one.principal.avos), say.signed(one.gross.avos), say.signed(one.net.avos)]
            for one in answer.bank
        ],
    )
    kept = {"commission": say.money(answer.commission.avos), "breakage": say.money(answer.breakage.avos)}
    print_text(f"{say(texts.COMMISSION_PAID, **kept)} ({say.list(answer.commission_cites)})")
    for claim in answer.claims:
        owed = {"gate": claim.gate, "owed_by": claim.owed_by, "owed_to": claim.owed_to}
        owes = say(said.CLAIM, **owed, amount=say.money(claim.amount.avos), better=pairs(claim.better, say))
        print_text(f"{owes} ({say.list(claim.cites)})")


def print_gate(gate: GateAnswer, say: Speech) -> None:
    """How a gate was set, what became of it, and of every stake."""
    print_text(f"{say(said.GATE_SET_BY, gate=gate.gate, who=gate.setter)}: {pairs(gate, say)}")
    print_text(f"{say(said.RESULTS[gate.result])} ({say.list(gate.cites)})", indent=2)
    for stake in gate.stakes:
        print_text(_stake(stake, say), indent=2)


def _stake(stake: StakeAnswer, say: Speech) -> str:
    placed = say(texts.STAKE_OF, who=stake.who, stake=say.money(stake.stake.avos))
    return ", ".join([placed, *(_step(one, say) for one in stake.steps)])


def _step(step: StepShown, say: Speech) -> str:
    words = step.said.said(say)
    return f"{words} ({step.cite})" if step.cite else words
