"""A prize that changes: on which outcomes, instead of what, by which clause, from which regulation; and the names of prizes by count."""

from fractions import Fraction

import pytest

from banca.dossier import Dossier, study
from banca.dossier.document import Provenance, chapters
from banca.dossier.study import ProvedBet
from banca.i18n import translator
from banca.rules import Message, Odds, Refusal
from banca.rules.money import NamedLimits
from support.documents import WORDS, answer, changed, new_bet, read_here

pytestmark = pytest.mark.slow

CRAPS = (
    '"field", pays = "5 to 1", when = lambda o: o.is_pair',
    '"big_number:6", pays = "6 to 5", when = lambda o: o.is_pair',
    '"any_seven", pays = "5 to 1", when = lambda o: o.low == 3',
    '"pass_line", pays = "2 to 1", when = lambda o: o.total in (4, 10)',
    '"dont_come", pays = "3 to 2", when = lambda o: o.total == 3',
    '"dont_pass_odds:4", pays = "9 to 20"',
    '"pass_odds:6", pays = "7 to 6"',
)
FANTAN = ('"fan:1", pays = "16 to 5"', '"kuoc:1-2", pays = "2 to 1", when = lambda o: o.number == 1')
FISH = ('"small", pays = "9 to 5"',)
FOOTBALL = ('"upper", pays = "9 to 10", when = lambda o: o.points == 8', '"even", pays = "6 to 5"')
ROULETTE = ('"dozen:1", pays = "3 to 1", when = lambda o: o.number == 7',)
WHEEL = ('"symbol:1", pays = "6 to 5"',)


def bet_of(of: Dossier, key: str) -> ProvedBet:
    (bet,) = (bet for bet in of.bets if bet.key == key)
    return bet


def odds(text: str) -> tuple[Odds, ...]:
    pays, to = text.split(" to ")
    return (Odds(int(pays), int(to)),)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("field", {("5 to 1", "2 to 1"): {"1-1", "6-6"}, ("5 to 1", "1 to 1"): {"2-2", "5-5"}}),
        ("big_number:6", {("6 to 5", "7 to 6"): {"3-3"}}),
        ("any_seven", {("5 to 1", "4 to 1"): {"3-4"}}),
        ("pass_line", {("2 to 1", "1 to 1"): {"4", "10"}}),
        ("dont_come", {("3 to 2", "1 to 1"): {"3"}}),
        ("dont_pass_odds:4", {("9 to 20", "1 to 2"): {"7"}}),
    ],
)
def test_6_a_change_says_on_which_outcomes_and_instead_of_what(
    key: str, expected: dict[tuple[str, str], set[str]]
) -> None:
    """What was paid before is the regulation's: craps 6.12 (2 and 12 at 2 to 1), 6.15, 6.6, 6.1, 6.4."""
    changes = bet_of(changed("craps", *CRAPS), key).changes
    assert {(change.pays.value, change.before.value): set(change.seen) for change in changes} == {
        (odds(pays), odds(before)): seen for (pays, before), seen in expected.items()
    }


def test_5_2_a_bet_of_several_throws_says_which_of_them_wins_which_prize() -> None:
    for key, rows in {
        "pass_line": {"2 to 1": {"4", "10"}, "1 to 1": {"5", "6", "7", "8", "9", "11"}},
        "dont_come": {"3 to 2": {"3"}, "1 to 1": {"2", "7"}},
    }.items():
        bet = bet_of(changed("craps", *CRAPS), key)
        assert {row.pays.value: set(row.seen) for row in bet.prizes} == {
            odds(text): seen for text, seen in rows.items()
        }


def test_6_2_and_6_4_the_provisions_departed_from_are_cited() -> None:
    of = changed("craps", *CRAPS)
    assert bet_of(of, "dont_pass_odds:4").departs_from[0].clause == "6.4"
    assert bet_of(of, "pass_odds:6").departs_from[0].clause == "6.2"
    assert {"6.2", "6.4"} <= {text.clause for text in of.rests_on}


def test_r_craps_8_a_bet_is_taken_back_by_the_clause_that_says_so() -> None:
    of = changed("craps", *CRAPS)
    assert [one.cite.clause for one in bet_of(of, "pass_odds:6").withdrawn] == ["R-craps-8"]
    assert "R-craps-8" in {text.clause for text in of.rests_on}
    assert bet_of(changed("football_poker", *FOOTBALL), "even").withdrawn == ()  # no article seen says
    for name, clause in (("rare_symbols", "2"), ("figure_pairs", "3.4")):
        for bet in answer(name).bets:
            assert [one.cite.clause for one in bet.withdrawn] == [clause, "R-proposal-1"]


@pytest.mark.parametrize(
    ("game", "changes", "key", "bet_from", "prizes_from"),
    [
        ("craps", CRAPS, "field", Provenance.IN_FORCE, Provenance.IN_FORCE),
        ("wheel", WHEEL, "symbol:1", Provenance.IN_FORCE, Provenance.IN_FORCE),
        ("fish_prawn_crab", FISH, "small", Provenance.FIRST_PUBLISHED, Provenance.FIRST_PUBLISHED),
        ("fantan", FANTAN, "fan:1", Provenance.PREDECESSOR, Provenance.PREDECESSOR),
        ("fantan", FANTAN, "kuoc:1-2", Provenance.PREDECESSOR, Provenance.RECONSTRUCTED),
        ("football_poker", FOOTBALL, "upper", Provenance.RECONSTRUCTED, Provenance.REVOKED),
        ("roulette", ROULETTE, "dozen:1", Provenance.RECONSTRUCTED, Provenance.RECONSTRUCTED),
    ],
)
def test_only_what_was_seen_in_a_regulation_is_called_its_own(
    game: str, changes: tuple[str, ...], key: str, bet_from: Provenance, prizes_from: Provenance
) -> None:
    of = changed(game, *changes)
    (chapter,) = (chapter for chapter in chapters(of, translator()) if chapter.bet.key == key)
    assert (chapter.bet_from, chapter.prizes_from) == (bet_from, prizes_from)


@pytest.mark.parametrize(
    ("game", "changes", "key", "clause"),
    [
        ("football_poker", FOOTBALL, "upper", "10.2"),
        ("football_poker", FOOTBALL, "even", "10.2"),
        ("fantan", ('"nim:1-2", pays = "9 to 5"',), "nim:1-2", "8"),
        ("fish_prawn_crab", FISH, "small", "7"),
        ("wheel", WHEEL, "symbol:1", "5"),
    ],
)
def test_the_clause_that_decides_a_bet_is_among_those_that_it_rests_on(
    game: str, changes: tuple[str, ...], key: str, clause: str
) -> None:
    of = changed(game, *changes)
    assert clause in {one.clause for one in bet_of(of, key).decided_by}
    assert clause in {one.clause for one in of.rests_on}


def test_12_and_r_fp_4_a_commission_is_deducted_from_the_prize_won() -> None:
    (bet,) = changed("football_poker", '"upper", pays = "9 to 10"').bets
    assert [ending.net for ending in bet.endings if ending.kind == "win"] == [Fraction(9, 10) * Fraction(95, 100)]
    assert len({(ending.kind, ending.net) for ending in bet.endings}) == len(bet.endings)


def test_r_money_1_rounding_is_told_at_the_minimum_that_was_named() -> None:
    """9 to 20 on a stake of 100 is 45, which a chip of 100 rounds to nothing: 1/3 of the stake, where it was 1/30."""
    limits = NamedLimits(minimum=100_00, maximum=10_000_00, chip=100_00)
    of = changed("craps", '"dont_pass_odds:4", pays = "9 to 20"', limits=limits)
    assert of.bets[0].house_edge == Fraction(1, 30)
    assert of.bets[0].rounded.edge.exact == Fraction(1, 3)


@pytest.mark.parametrize(
    ("change", "options", "code"),
    [
        ('"field", pays = "3 to 1", when = lambda o: o.total == 12', {}, "change_is_an_option"),
        ('"field", pays = "3 to 1", when = lambda o: o.total in (2, 12)', {}, "change_is_an_option"),
        ('"field", pays = "3 to 1", when = lambda o: o.total == 12', {"field_12": 3}, "change_of_nothing"),
        ('"big", pays = "1 to 1"', {}, "change_of_nothing"),
    ],
)
def test_6_12_a_prize_that_the_regulation_has_is_not_proposed(change: str, options: dict[str, int], code: str) -> None:
    proposal = read_here(f'proposal(game = "craps", title = {WORDS})\nchange(bet = {change})', "mine.star")
    with pytest.raises(Refusal, match=r"^mine\.star, line 2: ") as caught:
        study(proposal, options)
    because = caught.value.message.about["because"]
    assert isinstance(because, Message)
    assert because.code == code


@pytest.mark.parametrize(("total", "is_named"), [(12, False), (2, True)])
def test_6_12_an_option_that_the_change_replaces_is_not_among_the_choices(total: int, *, is_named: bool) -> None:
    """Else the application would give two prizes for the 12."""
    of = changed("craps", f'"field", pays = "4 to 1", when = lambda o: o.total == {total}')
    assert ("field_12" in {choice.option for choice in of.study.options}) is is_named


def test_5_1_bets_that_change_alike_are_together_in_whichever_order_their_results_come() -> None:
    keys = ("figure:fish", "figure:prawn", "figure:crab")
    of = changed("fish_prawn_crab", *(f'"{key}", pays = "4 to 1", when = lambda o: o.is_triple' for key in keys))
    assert of.study.families == (keys,)


def test_a_prize_by_count_says_every_count_that_wins_it() -> None:
    zero = "lambda o: o.number == 0"
    for bet, names in (
        (f'counted_in(5, {zero}, {{1: "2 to 1", 3: "20 to 1"}})', ["count of 1 or 2", "count of 3 to 5"]),
        (f'in_a_row({zero}, {{2: "8 to 1", 5: "30 to 1"}})', ["count of 2 to 4", "count of 5"]),
    ):
        assert [translator()(row.name) for row in new_bet("roulette", f"**{bet}").bets[0].prizes] == names
