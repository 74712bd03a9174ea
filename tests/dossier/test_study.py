"""What follows from a proposal, each figure against one worked out by hand. craps 7.2."""

from fractions import Fraction
from pathlib import Path

import pytest

from banca.analysis.exact import analysed
from banca.analysis.game import GameAtTable
from banca.dossier import Dossier, DossierAnswer, dossier_answer, study, study_answer
from banca.dossier.study import (
    HIGHER_THAN_ANY,
    LONG,
    LONG_BET,
    NO_ARTICLE_7,
    NOBODY_AHEAD,
    PLAYER_AHEAD,
    ROUNDING_COSTS,
    ROW_NEVER_WON,
    Study,
    simulate_all,
)
from banca.proposals import read_file
from banca.proposals.compiler import NEVER_WON
from banca.rules import Code, Message, NamedLimits, Odds, Refusal
from support.documents import read_here

HEAD = """
N = say(en = "New", pt = "Nova", zh = "新")
proposal(game = "{game}", title = N)
"""
CRAPS = HEAD.format(game="craps")


def studied(text: str, game: str = "craps", limits: NamedLimits | None = None, **options: object) -> Study:
    return study(read_here(HEAD.format(game=game) + text), options, limits)


def codes(whole: Study) -> list[str]:
    return [warning.code for warning in whole.warnings]


def edges_at(whole: Study, option: str) -> dict[str, Fraction]:
    """The edge of the only bet at every value of an option."""
    (bet,) = Dossier(study=whole).bets
    return {choice.value: choice.edge.exact for choice in bet.at_options if choice.option.name == option}


def bet(arguments: str) -> str:
    return f'bet(id = "new", name = N, description = N, {arguments})\n'


def test_what_version_1_0_answered_of_a_study_is_the_study() -> None:
    whole = studied(bet('prizes = {"two": "30 to 1"}, wins = lambda o: {2: "two"}.get(o.total)'))
    assert study_answer(whole) is whole
    answer = dossier_answer(whole)
    assert isinstance(answer, DossierAnswer)
    assert (answer.study, answer.dated) == (whole, "")


def test_7_2_prizes_with_their_chances_and_one_step_up_and_down() -> None:
    (one,) = studied(
        bet('prizes = {"two": "30 to 1", "eleven": "7 to 2"}, wins = lambda o: {2: "two", 11: "eleven"}.get(o.total)')
    ).bets
    two, eleven = one.prizes
    assert (two.chance.exact, eleven.chance.exact) == (Fraction(1, 36), Fraction(2, 36))
    edge = Fraction(33, 36) - Fraction(30, 36) - Fraction(7, 36)
    assert one.house_edge == edge
    assert (two.lower.value, two.higher.value) == ((Odds(29),), (Odds(31),))
    for prize in (two, eleven):
        assert prize.edge_lower
        assert (prize.edge_lower.exact, prize.edge_higher.exact) == (edge + Fraction(1, 36), edge - Fraction(1, 36))


def test_fantan_9_a_step_of_a_prize_is_worth_what_commission_leaves_of_it() -> None:
    (one,) = studied(bet('pays = "3 to 1", wins = lambda o: o.number == 1'), "fantan").bets
    (row,) = one.prizes
    assert one.house_edge == Fraction(3, 4) - Fraction(1, 4) * 3 * Fraction(19, 20)
    assert row.edge_higher.exact == Fraction(3, 4) - Fraction(1, 4) * 4 * Fraction(19, 20)


def test_R_money_1_rounding_at_the_minimum_is_what_the_chip_costs() -> None:  # the reading's own id
    limits = NamedLimits(minimum=1000, maximum=100_000, chip=500)
    whole = studied(bet('pays = "7 to 6", wins = lambda o: o.total > 6'), limits=limits)
    (one,) = whole.bets
    won = Fraction(21, 36)
    assert one.rounded.edge.exact == 1 - won * Fraction(2000, 1000)  # 11.66 is paid as 10
    assert codes(whole) == [PLAYER_AHEAD, ROUNDING_COSTS]


def test_fantan_9_the_liability_and_what_is_given_back_are_less_the_commission() -> None:
    limits = NamedLimits(minimum=100, maximum=10_000, chip=1)
    prizes = 'prizes = {"a": "2 to 1", "b": "2 to 1"}, wins = lambda o: {1: "a", 2: "b"}.get(o.number)'
    whole = studied(bet(prizes), "fantan", limits)
    (one,) = whole.bets
    assert (one.liability.prize.avos, one.liability.chance.exact) == (19_000, Fraction(1, 2))
    (row, _) = Dossier(study=whole).bets[0].prizes
    assert row.returns.exact == Fraction(1, 4) * 2 * Fraction(19, 20)


def test_the_liability_is_the_highest_prize_at_the_maximum() -> None:
    limits = NamedLimits(minimum=1000, maximum=100_500, chip=1)
    (one,) = studied(bet('pays = "30 to 1", wins = lambda o: o.total == 2'), limits=limits).bets
    assert (one.liability.stake.avos, one.liability.prize.avos) == (100_000, 3_000_000)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ('pays = "36 to 1", wins = lambda o: o.total == 2', PLAYER_AHEAD),
        ('pays = "35 to 1", wins = lambda o: o.total == 2', NOBODY_AHEAD),
        (
            'prizes = {"two": "30 to 1", "thirteen": "90 to 1"}, wins = lambda o: "two" if o.total == 2 else None',
            ROW_NEVER_WON,
        ),
        ("**counted_in(3, lambda o: o.is_pair, {2: '5 to 1', 4: '500 to 1'})", ROW_NEVER_WON),
        ('pays = "20 to 1", wins = lambda o: o.total == 2', HIGHER_THAN_ANY),
        (f"**repeated(2, {LONG // 30}, pays = '9 to 1', ends = (13,))", LONG_BET),
    ],
)
def test_an_examiner_is_told(arguments: str, code: Code) -> None:
    assert code in codes(studied(bet(arguments)))


def test_R_proposal_1_other_games_have_no_article_7() -> None:  # the reading's own id
    assert codes(studied(bet('pays = "35 to 1", wins = lambda o: o.number == 17'), "roulette")) == [NO_ARTICLE_7]
    assert codes(study(read_file(Path("hops")))) == []


def test_A_5_the_edge_at_every_option() -> None:  # the clause's own id
    whole = studied(bet('pays = "12 to 1", wins = lambda o: o.cards[0] == o.cards[1]'), "football_poker")
    edges = {int(decks): edge for decks, edge in edges_at(whole, "decks").items()}
    for decks, edge in edges.items():
        pair = Fraction(4 * decks - 1, 52 * decks - 1)
        assert edge == 1 - 13 * pair
    assert len(edges) == 8


def test_A_5_the_other_choices_of_the_house_stay_as_they_are() -> None:  # the clause's own id
    whole = studied(bet('pays = "12 to 1", wins = lambda o: o.cards[0] == o.cards[1]'), "football_poker", decks=1)
    edges = set(edges_at(whole, "post_opens").values())
    assert edges == {1 - 13 * Fraction(3, 51)} == {whole.bets[0].house_edge}


def test_7_1_the_last_change_of_a_prize_counts() -> None:
    text = (
        'change(bet = "field", pays = "4 to 1")\nchange(bet = "field", pays = "5 to 1", when = lambda o: o.total == 2)'
    )
    (one,) = study(read_here(CRAPS + text)).bets
    assert {prize.odds: prize.chance.exact for prize in one.prizes} == {
        Odds(4): Fraction(15, 36),
        Odds(5): Fraction(1, 36),
    }


def test_craps_1_2_4_no_bet_tells_one_die_from_the_other() -> None:
    whole = studied(bet('pays = "15 to 1", wins = lambda o: o.dice == (1, 2)'))
    assert whole.bets[0].p_win == Fraction(2, 36)
    game = GameAtTable(whole.rules)
    assert [game.settle({"new": 1}, [written]).answer().net.avos for written in ("1-2", "2-1", "2-2")] == [
        1500,
        1500,
        -100,
    ]
    with pytest.raises(Refusal) as caught:
        studied(bet('pays = "15 to 1", wins = lambda o: o.dice == (2, 1)'))
    assert isinstance(because := caught.value.about["because"], Message)
    assert because.code == NEVER_WON


def test_6_12_a_changed_prize_is_compared_with_what_it_was() -> None:
    whole = study(read_here(CRAPS + 'change(bet = "field", pays = "4 to 1", when = lambda o: o.total == 12)'))
    (one,) = whole.bets
    assert one.edge_before
    assert (one.edge_before.exact, one.house_edge) == (Fraction(1, 18), Fraction(0))
    assert edges_at(whole, "field_12") == {"2": 0, "3": 0}


def test_every_ending_has_a_worked_example_that_settles_as_it_says() -> None:
    from banca import proposed  # beside the study, the same by the Python interface

    for name in ("fire", "same_again", "other_prizes"):
        whole, game = study(read_file(Path(name))), proposed(name)
        for one in whole.bets:
            decisions = {result.verdict for result in analysed(one.bet).results}
            assert {example.said.value for example in one.examples} == decisions
            for example in one.examples:
                settled = game.settle({f"{one.key}@1": "1"}, list(example.outcomes))
                assert settled.answer().net.avos == example.net.avos


@pytest.mark.compiled
def test_the_simulation_agrees_and_repeats_itself() -> None:
    """Of new bets, and of additional bets whose prizes change: those begin at their number."""
    changes = 'change(bet = "dont_pass_odds:4", pays = "9 to 20")\nchange(bet = "pass_odds:6", pays = "7 to 6")'
    for proposal in (read_file(Path("fire")), read_file(Path("same_again")), read_here(CRAPS + changes)):
        whole = study(proposal)
        simulated = simulate_all(whole, 200_000)
        assert simulated == simulate_all(whole, 200_000)
        for one in whole.bets:
            simulation = simulated[one.key]
            assert abs(float(simulation.z)) < 4
            assert abs(float(simulation.edge) - float(one.house_edge)) < 6 * float(simulation.error)
        assert Dossier(study=whole, simulated=simulated).bets
