"""The rules of the wheel: its rim of 52 sections, the bets on seven symbols, what they pay, and when a spin is invalid."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from banca.rules import (
    EVEN,
    LOSE,
    Bet,
    Chosen,
    Citation,
    Fact,
    NullReason,
    Odds,
    OtherReading,
    Refusal,
    Rulebook,
    Rules,
    Space,
    State,
    Step,
    Text,
    Verdict,
    Win,
    Withdrawal,
    _,
    citing,
    closed_after_null,
)
from banca.rules.refusal import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("wheel")

SECTIONS: dict[int, tuple[int, Citation]] = {
    1: (24, cite("1.2.1")),
    2: (12, cite("1.2.2")),
    3: (8, cite("1.2.3")),
    4: (4, cite("1.2.4")),
    5: (2, cite("1.2.5")),
    6: (1, cite("1.2.6")),
    7: (1, cite("1.2.7")),
}
"""Sections of each symbol. Which picture a symbol has is the house's choice."""

WHEEL = Space(
    tuple((symbol, sections) for symbol, (sections, _cite) in SECTIONS.items()),
    SECTIONS[1][1],
    tuple(by for _sections, by in SECTIONS.values()),
)
RIM_CITE = cite("R-wheel-1")
RIM = tuple(symbol for rare in (5, 6, 5, 7) for symbol in (1, 4, 1, 2, 1, 3, 1, 2, 1, rare, 1, 3, 2))
"""The symbols round the rim, from section 1: four quarters that differ in one place. R-wheel-1.

No arrangement is more even: the distances between equal symbols differ by one section at most, and 6 lies opposite 7.
"""


FORM = _("symbol 3")
ANY_SYMBOL = _("symbol 1 to symbol 7")
ANY_SECTION = _("sections 1 to 52")


def parse(text: str) -> int:
    """Read `symbol 3`, or a section of the rim by its number from 1: `section 17` or `17`.

    >>> parse("symbol 3"), parse("section 1") == RIM[0]
    (3, True)
    """
    written = re.fullmatch(r"((?P<kind>symbol|section) )?(?P<number>[0-9]{1,9})", text)
    if not written:
        raise Refusal(BAD_OUTCOME, cite("5"), asked=text, form=FORM)
    number = int(written["number"])
    if written["kind"] == "symbol":
        if number not in SECTIONS:
            raise Refusal(IMPOSSIBLE_OUTCOME, SECTIONS[7][1], asked=text, allowed=ANY_SYMBOL)
        return number
    if not 1 <= number <= len(RIM):
        raise Refusal(IMPOSSIBLE_OUTCOME, SECTIONS[1][1], asked=text, allowed=ANY_SECTION)
    return RIM[number - 1]


def show(symbol: int) -> str:
    """Write the symbol that the pointer shows."""
    return f"symbol {symbol}"


FACT_WORDS = {
    "symbol": _("symbol"),
}
"""What the facts of an outcome are called."""


def facts(symbol: int) -> Mapping[str, Fact]:
    """The symbol, 1 to 7."""
    return {"symbol": symbol}


TURNS = 3


class InvalidSpin(StrEnum):
    """Why a spin is called invalid and made again."""

    FEW_TURNS = "few_turns"


NULLS: dict[str, NullReason] = {
    InvalidSpin.FEW_TURNS: NullReason(
        _("fewer than three whole turns"),
        (cite("4.3"), cite("4.4")),
    ),
}


def invalid_spin(turns: int) -> InvalidSpin | None:
    """A spin is valid only if the wheel makes at least three whole turns. wheel 4.3, 4.4."""
    return InvalidSpin.FEW_TURNS if turns < TURNS else None


def wins_on_symbol(chosen: int, prize: Win) -> Step:
    """The chosen symbol wins, any other loses. wheel 5."""

    def step(_: State, shown: int) -> Verdict:
        return prize if shown == chosen else LOSE

    return step


PRIZES = {
    1: Win(EVEN, cite("6.1")),
    2: Win(Odds(3), cite("6.2")),
    3: Win(Odds(5), cite("6.3")),
    4: Win(Odds(11), cite("6.4")),
    5: Win(Odds(23), cite("6.5")),
    6: Win(Odds(45), cite("6.6")),
    7: Win(Odds(45), cite("6.6")),
}


WINS = _(
    "Bets are placed on the rectangle of the symbol. It wins if the pointer shows a section with that symbol; otherwise it "
    "loses (article 5)."
)


def bets(_chosen: Chosen) -> Iterable[Bet]:
    """One rectangle on the board per symbol; a player may bet on one or more. wheel 3.1, 3.2, R-wheel-2."""
    for number, prize in PRIZES.items():
        yield Bet(
            id="symbol",
            name=_("Symbol {}"),
            selection=str(number),
            cite=cite("3.1"),
            reads=(cite("R-wheel-2"),) if SECTIONS[number][0] > 1 else (),
            space=WHEEL,
            decided_by=cite("5"),
            step=wins_on_symbol(number, prize),
            wins=WINS,
        )


def outcome_names(rules: Rules) -> dict[str, tuple[str | Bet, ...]]:
    """A symbol by the name of its bet."""
    shown = (rules.rulebook.show(outcome) for outcome, _ in rules.space)
    return {written: (rules.bets[written.replace(" ", ":")],) for written in shown}


RIM_SECTIONS = Space.uniform(range(len(RIM)), cite("1.2.1"))


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """A bet on one of the 52 sections of the rim, at the prize of its symbol."""
    for bet in (one for one in bets(chosen) if one.reads):
        number = int(bet.selection)
        section = wins_on_symbol(RIM.index(number), PRIZES[number])
        yield OtherReading(cite("R-wheel-2"), bet, replace(bet, space=RIM_SECTIONS, step=section))


POINTED = _("symbol {symbol}, {prize} to {stake}")


def called(rules: Rules, symbol: int, table: State) -> Text:  # the shape of Rulebook.called
    """The symbol and its prize."""
    bet = rules.bets[f"symbol:{symbol}"]
    verdict = bet.verdict(bet.start, symbol)
    odds = verdict.odds if isinstance(verdict, Win) else EVEN
    return POINTED.fill(symbol=symbol, prize=odds.prize, stake=odds.stake)


check_placing = closed_after_null(cite("2"))
"""After an invalid spin the wheel is turned again with the same bets: "no more bets" was called. wheel 2."""


UNTIL_CALLED = _("until “no more bets” is called")


def withdrawal(bet: Bet) -> Withdrawal:  # the shape of Rulebook.withdrawal
    """Every bet, until the croupier's call. wheel 2."""
    return Withdrawal(when=UNTIL_CALLED, cite=cite("2"))


RULEBOOK = Rulebook(
    game="wheel",
    bets=bets,
    outcome_names=outcome_names,
    bets_cite=cite("3.2"),
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    called=called,
    outcome_form=FORM,
    converted_by=RIM_CITE,
    nulls=NULLS,
    check_placing=check_placing,
    withdrawal=withdrawal,
    other_readings=other_readings,
    one_by_one=("symbol",),
)
