"""Every bet, its clause, its prize and the prize's clause: the regulations' articles on bets and prizes as one table.

Written down from the articles. What each result does to a bet is tested game by game, clause by clause.
"""

from typing import NamedTuple

import pytest

from banca.analysis.game import game as at_table
from banca.games import of_chance, rules_of
from banca.rules import Bet, Lose, Push, Win, explore


class Row(NamedTuple):
    """A family of bets, or those of it that are paid alike."""

    bet: str
    selections: str
    """As they are written; a number says how many there are."""
    clause: str
    prizes: str
    prize_clause: str
    reads: str = ""
    """Further clauses and readings that the outcome rests on."""
    otherwise: str = ""
    """A clause other than the bet's own by which it ties or loses: `tie 8`, `lose 7`."""
    commission: str = ""
    added_to: str = ""


HAND = "A-1 9.4 R-fp-2 A-4 A-5"
HEAP = "3.1 R-fantan-1"
HEAP_8 = "3.1 F-8 R-fantan-1"
FIGURES = "fish prawn gourd coin crab rooster"
COLOURS = "red green blue"
BETS = {
    "craps": (
        Row("pass_line", "", "5.2.1", "1 to 1", "6.1"),
        Row("dont_pass", "", "5.2.3", "1 to 1", "6.3", "R-craps-5"),
        Row("come", "", "5.2.5", "1 to 1", "6.1", "R-craps-10"),
        Row("dont_come", "", "5.2.6", "1 to 1", "6.3", "R-craps-5 R-craps-10"),
        *(
            Row(bet, numbers, clause, prize, prize_clause, reads, added_to=flat)
            for bet, flat, clause, prize_clause, reads in (
                ("pass_odds", "pass_line", "5.2.2", "6.2", ""),
                ("dont_pass_odds", "dont_pass", "5.2.4", "6.4", "R-craps-5"),
                ("come_odds", "come", "5.2.5", "6.2", "R-craps-10"),
                ("dont_come_odds", "dont_come", "5.2.6", "6.4", "R-craps-5 R-craps-10"),
            )
            for numbers, prize in zip(
                ("4 10", "5 9", "6 8"),
                ("2 to 1", "3 to 2", "6 to 5") if prize_clause == "6.2" else ("1 to 2", "2 to 3", "5 to 6"),
                strict=True,
            )
        ),
        Row("any_craps", "", "5.3.1", "7 to 1", "6.5"),
        Row("any_seven", "", "5.3.2", "4 to 1", "6.6"),
        Row("eleven", "", "5.3.3", "15 to 1", "6.7"),
        Row("ace_deuce", "", "5.3.4", "15 to 1", "6.8"),
        Row("aces", "", "5.3.5", "30 to 1", "6.9"),
        Row("boxcars", "", "5.3.6", "30 to 1", "6.10"),
        Row("horn", "", "5.3.7", "27 to 4, 3 to 1", "6.11", "R-craps-12"),
        Row("field", "", "5.3.8", "1 to 1, 2 to 1", "6.12"),
        Row("big", "", "5.3.9", "1 to 1", "6.13", "R-craps-20"),
        Row("small", "", "5.3.9", "1 to 1", "6.13", "R-craps-20"),
        Row("hard_way", "4 10", "5.4.1", "7 to 1", "6.14", "R-craps-21"),
        Row("hard_way", "6 8", "5.4.1", "9 to 1", "6.14", "R-craps-21"),
        Row("big_number", "4 10", "5.4.4", "9 to 5", "6.15", "R-craps-6 R-craps-11"),
        Row("big_number", "5 9", "5.4.3", "7 to 5", "6.15", "R-craps-6 R-craps-11"),
        Row("big_number", "6 8", "5.4.2", "7 to 6", "6.15", "R-craps-6 R-craps-11"),
    ),
    "fantan": (
        Row("fan", "1 2 3 4", "F-3", "3 to 1", "F-3", HEAP, commission="1/20 9"),
        Row("nim", "12", "F-4", "2 to 1", "F-8", HEAP_8, "tie 8", "1/20 9"),
        Row("kuoc", "6", "F-5", "1 to 1", "F-8", HEAP_8, commission="1/20 9"),
        Row("nga", "12", "F-6", "1 to 2", "F-8", HEAP_8, "tie 8", "1/20 9"),
        Row("se_sam_hong", "123 124 134 234", "F-7", "1 to 3", "F-8", HEAP_8, commission="1/20 9"),
    ),
    "fish_prawn_crab": (
        Row("small", "", "5.1", "1 to 1", "6.1", otherwise="lose 7"),
        Row("big", "", "5.2", "1 to 1", "6.2", otherwise="lose 7"),
        Row("figure", FIGURES, "5.3", "1 to 1, 2 to 1, 3 to 1", "6.3"),
        Row("one_colour", COLOURS, "5.4", "1 to 1", "6.4", "R-fpc-1"),
        Row("two_colour", COLOURS, "5.5", "3 to 1", "6.5", "R-fpc-2"),
        Row("three_colour", COLOURS, "5.6", "20 to 1", "6.6"),
        Row("any_three_colour", "", "5.7", "7 to 1", "6.7"),
        Row("triple", FIGURES, "5.8", "150 to 1", "6.8"),
        Row("any_triple", "", "5.9", "24 to 1", "6.9", "R-fpc-6"),
        Row("total", "4 17", "5.10", "50 to 1", "6.10"),
        Row("total", "5 16", "5.10", "18 to 1", "6.10"),
        Row("total", "6 15", "5.10", "14 to 1", "6.10", "R-fpc-5"),
        Row("total", "7 14", "5.10", "12 to 1", "6.10"),
        Row("total", "8 13", "5.10", "8 to 1", "6.10"),
        Row("total", "9 12", "5.10", "6 to 1", "6.10", "R-fpc-5"),
        Row("total", "10 11", "5.10", "6 to 1", "6.10"),
    ),
    "football_poker": (
        Row("upper", "", "A-2", "1 to 1", "11.1", f"{HAND} R-fp-4", "tie 10.2", "1/20 12"),
        Row("lower", "", "A-2", "1 to 1", "11.1", f"{HAND} R-fp-4", "tie 10.2", "1/20 12"),
        Row("even", "", "A-3", "1 to 1", "11.1", HAND, "lose 10.2"),
        Row("odd", "", "A-3", "1 to 1", "11.1", HAND, "lose 10.2"),
        Row("post", "", "10.2", "8 to 1", "11.2", f"{HAND} R-fp-1", "lose A-4"),
    ),
    "roulette": (
        Row("straight", "37", "L-4", "35 to 1", "L-4", "R-roulette-2"),
        Row("split", "60", "L-4", "17 to 1", "L-4", "R-roulette-2"),
        Row("street", "14", "L-4", "11 to 1", "L-4", "R-roulette-2"),
        Row("corner", "23", "L-4", "8 to 1", "L-4", "R-roulette-2"),
        Row("six_line", "11", "L-4", "5 to 1", "L-4", "R-roulette-2"),
        Row("dozen", "1 2 3", "L-4", "2 to 1", "L-4", "R-roulette-2"),
        Row("column", "1 2 3", "L-4", "2 to 1", "L-4", "R-roulette-2"),
        Row("red", "", "L-4", "1 to 1", "L-4", "1.4 1.5 L-5 R-roulette-2", "lose L-5"),
        Row("black", "", "L-4", "1 to 1", "L-4", "1.4 1.5 L-5 R-roulette-2", "lose L-5"),
        *(
            Row(bet, "", "L-4", "1 to 1", "L-4", "L-5 R-roulette-2", "lose L-5")
            for bet in ("even", "odd", "low", "high")
        ),
    ),
    "wheel": (
        Row("symbol", "1", "3.1", "1 to 1", "6.1", "R-wheel-2"),
        Row("symbol", "2", "3.1", "3 to 1", "6.2", "R-wheel-2"),
        Row("symbol", "3", "3.1", "5 to 1", "6.3", "R-wheel-2"),
        Row("symbol", "4", "3.1", "11 to 1", "6.4", "R-wheel-2"),
        Row("symbol", "5", "3.1", "23 to 1", "6.5", "R-wheel-2"),
        Row("symbol", "6 7", "3.1", "45 to 1", "6.6"),
    ),
}
DECIDED_BY = {"wheel": "5"}
"""Where another clause than that of the bet says when it wins."""


def check(bet: Bet, row: Row) -> None:
    decisions = {cell for cells in explore(bet).rows for cell in cells if not isinstance(cell, int)}
    wins = [one for one in decisions if isinstance(one, Win)]
    assert {str(one.odds) for one in wins} == set(row.prizes.split(", "))
    assert {one.cite.clause for one in wins} == {row.prize_clause}
    assert bet.cite.clause == row.clause
    assert [cite.clause for cite in bet.reads] == row.reads.split()
    ties = {f"tie {one.cite.clause}" for one in decisions if isinstance(one, Push) and one.cite}
    losses = {f"lose {one.cite.clause}" for one in decisions if isinstance(one, Lose) and one.cite}
    assert ties | losses == ({row.otherwise} if row.otherwise else set())
    commission = f"{bet.commission.rate} {bet.commission.cite.clause}" if bet.commission else ""
    assert (commission, bet.added_to) == (row.commission, row.added_to)


@pytest.mark.parametrize("game", of_chance())
def test_every_bet_rests_on_its_clause_and_every_prize_on_its_own(game: str) -> None:
    bets = list(rules_of(game).bets.values())
    for row in BETS[game]:
        family = [bet for bet in bets if bet.id == row.bet]
        if row.selections.isdigit() and len(row.selections.split()) == 1 and game != "wheel":
            assert len(family) == int(row.selections)
        else:
            family = [bet for bet in family if bet.selection in (row.selections.split() or [""])]
            assert len(family) == (len(row.selections.split()) or 1)
        for bet in family:
            check(bet, row)
            assert (bet.decided_by and bet.decided_by.clause) == DECIDED_BY.get(game)
            bets.remove(bet)
    assert bets == []


@pytest.mark.parametrize(
    ("zero", "reads", "otherwise", "share"),
    [
        ("half_back", "L-5 R-roulette-2", "lose L-5", "1/2"),
        ("en_prison", "L-5 R-roulette-1 R-roulette-2", "tie L-5, lose L-5", "1"),
    ],
)
def test_even_money_bets_where_zero_does_not_take_all(zero: str, reads: str, otherwise: str, share: str) -> None:
    bet = at_table("roulette", zero=zero).bet("even").terms
    decisions = {cell for cells in explore(bet).rows for cell in cells if not isinstance(cell, int)}
    cited = {(isinstance(one, Push), one.cite.clause) for one in decisions if not isinstance(one, Win) and one.cite}
    assert cited == {(one.startswith("tie"), "L-5") for one in otherwise.split(", ")}
    assert {str(one.share) for one in decisions if isinstance(one, Lose) and one.cite} == {share}
    assert [cite.clause for cite in bet.reads] == reads.split()


def test_post_that_opens_on_0_or_9_is_returned_by_its_reading() -> None:
    bet = at_table("football_poker", post_opens="on_post").bet("post").terms
    assert bet.verdict(bet.start, ("5", "2")) == Push(bet.reads[-1])
    assert bet.reads[-1].clause == "R-fp-1"
