"""The rules of the wheel: its rim of 52 sections, when a spin is invalid, the bets on seven symbols and what they pay."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from banca.rules import (
    EVEN,
    LOSE,
    Bet,
    ChosenOptions,
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

# The device. Articles 1, 4 and 5.

SECTIONS = {
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
    tuple((symbol, count) for symbol, (count, _cite) in SECTIONS.items()),
    SECTIONS[1][1],
    tuple(clause for _count, clause in SECTIONS.values()),
)
RIM = tuple(symbol for rare in (5, 6, 5, 7) for symbol in (1, 4, 1, 2, 1, 3, 1, 2, 1, rare, 1, 3, 2))
"""The symbols round the rim, from section 1: four quarters that differ in one place. R-wheel-1.

No arrangement is more even: the distances between equal symbols differ by one section at most, and 6 lies opposite 7.
"""
FORM = _("symbol 3")
TURNS = 3
"""Whole turns of a valid spin. wheel 4.3."""
NULLS = {"few_turns": NullReason(_("fewer than three whole turns"), (cite("4.3"), cite("4.4")))}


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
            raise Refusal(IMPOSSIBLE_OUTCOME, SECTIONS[7][1], asked=text, allowed=_("symbol 1 to symbol 7"))
        return number
    if not 1 <= number <= len(RIM):
        raise Refusal(IMPOSSIBLE_OUTCOME, SECTIONS[1][1], asked=text, allowed=_("sections 1 to 52"))
    return RIM[number - 1]


def show(symbol: int) -> str:
    """Write the symbol that the pointer shows."""
    return f"symbol {symbol}"


def facts(symbol: int) -> Mapping[str, Fact]:
    """Return the symbol, 1 to 7."""
    return {"symbol": symbol}


# The bets. Articles 2, 3, 5 and 6.


def wins_on(number: int, prize: Win) -> Step:
    """The symbol wins, any other loses. wheel 5."""

    def step(_: State, shown: int) -> Verdict:
        return prize if shown == number else LOSE

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


def bets(_chosen: ChosenOptions) -> Iterable[Bet]:
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
            step=wins_on(number, prize),
            wins=_(
                "Bets are placed on the rectangle of the symbol. It wins if the pointer shows a section with that symbol; otherwise it "
                "loses (article 5)."
            ),
        )


def other_readings(chosen: ChosenOptions) -> Iterable[OtherReading]:
    """Read a bet as one on one of the 52 sections of the rim, at the prize of its symbol. R-wheel-2."""
    rim = Space.uniform(range(len(RIM)), cite("1.2.1"))
    for bet in bets(chosen):
        if bet.reads:
            number = int(bet.selection)
            section = wins_on(RIM.index(number), PRIZES[number])
            yield OtherReading(cite("R-wheel-2"), bet, replace(bet, space=rim, step=section))


def withdrawal(bet: Bet) -> Withdrawal:  # the shape of Rulebook.withdrawal
    """Every bet, until the croupier's call. wheel 2."""
    return Withdrawal(when=_("until “no more bets” is called"), cite=cite("2"))


def outcome_names(rules: Rules) -> dict[str, tuple[str | Bet, ...]]:
    """A symbol by the name of its bet."""
    return {show(symbol): (rules.bets[f"symbol:{symbol}"],) for symbol in SECTIONS}


def called(rules: Rules, symbol: int, table: State) -> Text:  # the shape of Rulebook.called
    """The symbol and its prize."""
    bet = rules.bets[f"symbol:{symbol}"]
    verdict = bet.verdict(bet.start, symbol)
    odds = verdict.odds if isinstance(verdict, Win) else EVEN  # its own symbol: it wins
    return _("symbol {symbol}, {prize} to {stake}").fill(symbol=symbol, prize=odds.prize, stake=odds.stake)


RULEBOOK = Rulebook(
    game="wheel",
    bets=bets,
    outcome_names=outcome_names,
    bets_cite=cite("3.2"),
    parse=parse,
    show=show,
    facts=facts,
    fact_words={"symbol": _("symbol")},
    called=called,
    outcome_form=FORM,
    converted_by=cite("R-wheel-1"),
    nulls=NULLS,
    # An invalid spin is made again with the same bets: "no more bets" was called. wheel 2.
    check_placing=closed_after_null(cite("2")),
    withdrawal=withdrawal,
    other_readings=other_readings,
    one_by_one=("symbol",),
)
