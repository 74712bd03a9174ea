"""Every bet of craps with its clause and its prize. Articles 5 and 6."""

from collections.abc import Iterable, Mapping

from banca.games.craps.device import DICE, total
from banca.games.craps.steps import (
    FIRST_THROW,
    ITS_FIRST_THROW,
    POINTS,
    dont,
    hard_way,
    line,
    number_before_seven,
    one_throw,
    seven_before_number,
)
from banca.rules import EVEN, Bet, Chosen, Citation, Odds, Option, Push, Verdict, Win, _, citing

cite = citing("craps")

FIELD_12 = Option(
    name="field_12",
    values=(2, 3),
    default=2,
    cite=cite("6.12"),
    says=_("Field pays on 12"),
    says_value={"2": _("2 to 1"), "3": _("3 to 1")},
)
SEVEN_TIES = "tie"
BIG_SMALL_7 = Option(
    name="big_small_7",
    values=("lose", SEVEN_TIES),
    default="lose",
    cite=cite("R-craps-20"),
    says=_("Big 8-12 and Small 2-6 on a 7"),
    says_value={
        "lose": _("both lose"),
        SEVEN_TIES: _("both tie"),
    },
)


def by_number(prizes: Mapping[tuple[int, ...], Odds], clause: Citation) -> dict[int, Win]:
    """Prizes written per group of numbers, one entry per number."""
    return {number: Win(odds, clause) for numbers, odds in prizes.items() for number in numbers}


PASS_PRIZE = Win(EVEN, cite("6.1"))
PASS_ODDS = by_number({(4, 10): Odds(2), (5, 9): Odds(3, 2), (6, 8): Odds(6, 5)}, cite("6.2"))
DONT_PRIZE = Win(EVEN, cite("6.3"))
DONT_ODDS = by_number({(4, 10): Odds(1, 2), (5, 9): Odds(2, 3), (6, 8): Odds(5, 6)}, cite("6.4"))
ANY_CRAPS = by_number({(2, 3, 12): Odds(7)}, cite("6.5"))
ANY_SEVEN = by_number({(7,): Odds(4)}, cite("6.6"))
ELEVEN = by_number({(11,): Odds(15)}, cite("6.7"))
ACE_DEUCE = by_number({(3,): Odds(15)}, cite("6.8"))
ACES = by_number({(2,): Odds(30)}, cite("6.9"))
BOXCARS = by_number({(12,): Odds(30)}, cite("6.10"))
HORN = by_number({(2, 12): Odds(27, 4), (3, 11): Odds(3)}, cite("6.11"))
BIG = by_number({(8, 9, 10, 11, 12): EVEN}, cite("6.13"))
SMALL = by_number({(2, 3, 4, 5, 6): EVEN}, cite("6.13"))
HARD_WAYS = by_number({(6, 8): Odds(9), (4, 10): Odds(7)}, cite("6.14"))
BIG_NUMBERS = by_number({(6, 8): Odds(7, 6), (5, 9): Odds(7, 5), (4, 10): Odds(9, 5)}, cite("6.15"))
BIG_NUMBER_CLAUSES = {
    **dict.fromkeys((6, 8), cite("5.4.2")),
    **dict.fromkeys((5, 9), cite("5.4.3")),
    **dict.fromkeys((4, 10), cite("5.4.4")),
}


COME_ADDITIONAL = _("May be placed once the Come bet has its number. It wins and loses with Come.")
DONT_COME_ADDITIONAL = _("May be placed once the Don't Come bet has its number. It wins and loses with Don't Come.")
"""Their clauses describe the flat bets as well."""


def field(chosen: Chosen) -> dict[int, Win]:
    """The Field's prizes; twelve pays 2 or 3 to 1 by the concessionaire's choice. craps 5.3.8, 6.12."""
    return by_number({(3, 4, 9, 10, 11): EVEN, (2,): Odds(2), (12,): Odds(chosen[FIELD_12])}, cite("6.12"))


def big_or_small(prizes: dict[int, Win], chosen: Chosen) -> dict[int, Verdict]:
    """The totals of Big or of Small; of 7 the text says nothing, and the house may be told that it ties. craps 5.3.9, R-craps-20."""
    return {**prizes, 7: Push(cite("R-craps-20"))} if chosen[BIG_SMALL_7] == SEVEN_TIES else {**prizes}


def big_or_small_wins(first: int, last: int, chosen: Chosen) -> str:
    """The part of 5.3.9 that is Big's or Small's, and what becomes of the other totals."""
    if chosen[BIG_SMALL_7] == SEVEN_TIES:
        return _("Wins if the next throw is {first} to {last}; 7 is a tie; any other total loses.").fill(
            first=first, last=last
        )
    return _("Wins if the next throw is {first} to {last}; any other total loses, 7 too.").fill(first=first, last=last)


def bets(chosen: Chosen) -> tuple[Bet, ...]:
    """Line bets (5.2), one-throw bets (5.3), multi-throw bets (5.4), as 5.1 divides them. craps 5.1."""
    return (*line_bets(), *one_throw_bets(chosen), *multi_throw_bets())


def line_bets() -> Iterable[Bet]:
    """Pass, Don't Pass, Come, Don't Come and their additional bets. craps 5.2."""
    ending = cite("R-craps-5")
    never_off = cite("R-craps-10")
    flat = (
        ("pass_line", _("Pass Line"), cite("5.2.1"), line(PASS_PRIZE), ()),
        ("dont_pass", _("Don't Pass"), cite("5.2.3"), dont(DONT_PRIZE), (ending,)),
        ("come", _("Come"), cite("5.2.5"), line(PASS_PRIZE), (never_off,)),
        (
            "dont_come",
            _("Don't Come"),
            cite("5.2.6"),
            dont(DONT_PRIZE),
            (ending, never_off),
        ),
    )
    for bet_id, name, clause, step, reads in flat:
        start = ITS_FIRST_THROW if bet_id in ("come", "dont_come") else FIRST_THROW
        yield Bet(id=bet_id, name=name, cite=clause, reads=reads, space=DICE, sees=total, start=start, step=step)
    before, after = number_before_seven, seven_before_number
    additional = (
        (
            "pass_odds",
            "pass_line",
            _("Pass Line additional bet {}"),
            cite("5.2.2"),
            (),
            before,
            PASS_ODDS,
            "",
        ),
        (
            "dont_pass_odds",
            "dont_pass",
            _("Don't Pass additional bet {}"),
            cite("5.2.4"),
            (ending,),
            after,
            DONT_ODDS,
            "",
        ),
        (
            "come_odds",
            "come",
            _("Come additional bet {}"),
            cite("5.2.5"),
            (never_off,),
            before,
            PASS_ODDS,
            COME_ADDITIONAL,
        ),
        (
            "dont_come_odds",
            "dont_come",
            _("Don't Come additional bet {}"),
            cite("5.2.6"),
            (ending, never_off),
            after,
            DONT_ODDS,
            DONT_COME_ADDITIONAL,
        ),
    )
    for bet_id, added_to, name, clause, reads, step_for, prizes, wins in additional:
        for number in POINTS:
            yield Bet(
                id=bet_id,
                name=name,
                selection=str(number),
                cite=clause,
                reads=reads,
                space=DICE,
                sees=total,
                start=number,
                step=step_for(number, prizes[number]),
                wins=wins,
                added_to=added_to,
            )


def one_throw_bets(chosen: Chosen) -> Iterable[Bet]:
    """Bets that the next throw decides. craps 5.3."""
    rows = (
        ("any_craps", _("Any Craps"), cite("5.3.1"), ANY_CRAPS),
        (
            "any_seven",
            _("Any 7/Big Red/Big 7"),
            cite("5.3.2"),
            ANY_SEVEN,
        ),
        ("eleven", _("Eleven/11"), cite("5.3.3"), ELEVEN),
        ("ace_deuce", _("Ace/deuce/3"), cite("5.3.4"), ACE_DEUCE),
        ("aces", _("Aces/2"), cite("5.3.5"), ACES),
        ("boxcars", _("Boxcars/12"), cite("5.3.6"), BOXCARS),
        ("horn", _("Horn"), cite("5.3.7"), HORN),
        ("field", _("Field"), cite("5.3.8"), field(chosen)),
        ("big", _("Big 8-12"), cite("5.3.9"), big_or_small(BIG, chosen)),
        ("small", _("Small 2-6"), cite("5.3.9"), big_or_small(SMALL, chosen)),
    )
    one_stake, on_seven = (cite("R-craps-12"),), (cite("R-craps-20"),)
    reads = {"horn": one_stake, "big": on_seven, "small": on_seven}
    wins = {"big": big_or_small_wins(8, 12, chosen), "small": big_or_small_wins(2, 6, chosen)}
    for bet_id, name, clause, verdicts in rows:
        yield Bet(
            id=bet_id,
            name=name,
            cite=clause,
            reads=reads.get(bet_id, ()),
            space=DICE,
            sees=total,
            step=one_throw(verdicts),
            wins=wins.get(bet_id, ""),
        )


def hard_way_wins(number: int) -> str:
    """One number's part of 5.4.1, which names all four."""
    face = number // 2
    return _("{face}-{face} wins; 7 loses, and so does {number} made with two different faces.").fill(
        face=face, number=number
    )


def big_number_wins(number: int) -> str:
    """One number's part of 5.4.2 to 5.4.4, each of which names two."""
    return _(
        "Wins if {number} comes before 7 and loses if 7 comes first; any other total is a tie and decides nothing."
    ).fill(number=number)


def multi_throw_bets() -> Iterable[Bet]:
    """Hard Ways, and one chosen number before a seven. craps 5.4."""
    for number in (4, 6, 8, 10):
        yield Bet(
            id="hard_way",
            name=_("Hard Way {}"),
            selection=str(number),
            cite=cite("5.4.1"),
            reads=(cite("R-craps-21"),),
            space=DICE,
            step=hard_way(number, HARD_WAYS[number]),
            wins=hard_way_wins(number),
        )
    for number in POINTS:
        yield Bet(
            id="big_number",
            name=_("Big {}"),
            family=_("Big 4, 5, 6, 8, 9 or 10"),
            selection=str(number),
            cite=BIG_NUMBER_CLAUSES[number],
            reads=(cite("R-craps-6"), cite("R-craps-11")),
            space=DICE,
            sees=total,
            step=number_before_seven(number, BIG_NUMBERS[number]),
            wins=big_number_wins(number),
        )
