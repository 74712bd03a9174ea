"""A prize that changes on some outcomes: on which, instead of what, by which clause, and what decides the bet, in every kind of game."""

import pytest

from banca.dossier import DossierAnswer, study
from banca.dossier.breaks import JOINER, SPACE
from banca.drawing import Form, layout
from banca.drawing.felt import prizes
from banca.proposals import read_proposal
from banca.rulebook import Message, Odds, Refusal
from banca.words import speech
from dossiers import changed, others, told

pytestmark = pytest.mark.slow

PAIRS = ", when = lambda o: o.is_pair"


def read(of: DossierAnswer, language: str) -> str:
    """What a dossier says, with plain spaces."""
    return told(of, language).replace(SPACE, " ").replace(JOINER, "")


def test_6_12_a_change_finer_than_the_bets_own_columns_names_the_prize_before() -> None:
    said = read(others("craps", f'"field", pays = "5 to 1"{PAIRS}'), "pt")
    assert "5 para 1 quando o resultado for 1-1 ou 6-6, em vez de 2 para 1" in said
    assert "5 para 1 quando o resultado for 2-2 ou 5-5, em vez de 1 para 1" in said


@pytest.mark.parametrize(
    ("game", "change", "said"),
    [
        ("craps", f'"big_number:6", pays = "6 to 5"{PAIRS}', "6 to 5 on 3-3, instead of 7 to 6"),
        (
            "craps",
            '"any_seven", pays = "5 to 1", when = lambda o: o.low == 3',
            "5 to 1 on 3-4, instead of 4 to 1",
        ),
        (
            "craps",
            '"dont_pass_odds:4", pays = "1 to 1", when = lambda o: o.low == 1',
            "1 to 1 on 1-6, instead of 1 to 2",
        ),
        (
            "roulette",
            '"dozen:1", pays = "3 to 1", when = lambda o: o.number == 7',
            "3 to 1 on 7, instead of 2 to 1",
        ),
    ],
)
def test_no_prize_that_the_regulation_pays_is_called_none(game: str, change: str, said: str) -> None:
    assert said in read(others(game, change), "en")


@pytest.mark.parametrize(
    ("totals", "said"),
    [("(2, 3, 11, 12)", 0), ("(2, 12)", 1)],
)
def test_what_stays_unchanged_is_told_only_where_something_does(totals: str, said: int) -> None:
    of = others("craps", f'"horn", pays = "10 to 1", when = lambda o: o.total in {totals}')
    assert ("the rest unchanged" in read(of, "en")) == said


@pytest.mark.parametrize(
    ("change", "on", "rows"),
    [
        (
            '"pass_line", pays = "2 to 1", when = lambda o: o.total in (4, 10)',
            "2 to 1 on 4 or 10, instead of 1 to 1",
            {"2 to 1": {"4", "10"}, "1 to 1": {"5", "6", "7", "8", "9", "11"}},
        ),
        (
            '"dont_come", pays = "3 to 2", when = lambda o: o.total == 3',
            "3 to 2 on 3, instead of 1 to 1",
            {"3 to 2": {"3"}, "1 to 1": {"2", "7"}},
        ),
    ],
)
def test_5_2_a_bet_of_several_throws_says_which_of_them_wins_which_prize(
    change: str, on: str, rows: dict[str, set[str]]
) -> None:
    of = others("craps", change)
    assert on in read(of, "en")
    assert {one.pays.said(speech()): set(one.seen) for one in of.bets[0].prizes} == rows


def test_11_1_a_revoked_prize_that_changes_in_part_is_still_the_revoked_regulations() -> None:
    said = read(others("football_poker", '"upper", pays = "2 to 1", when = lambda o: o.points == 8'), "pt")
    assert "Prémio no regulamento revogado" in said
    assert "Prémio reconstruído" not in said


def test_f_5_a_reconstructed_prize_that_changes_in_part_is_not_the_predecessors() -> None:
    said = read(others("fantan", '"kuoc:1-2", pays = "2 to 1", when = lambda o: o.number == 1'), "pt")
    assert "Prémio reconstruído" in said
    assert "Prémio no regulamento anterior" not in said


def test_9_the_edge_before_of_fantan_says_that_the_commission_is_deducted() -> None:
    said = read(others("fantan", '"fan:1", pays = "16 to 5"'), "pt")
    assert "Com os prémios do regulamento anterior, deduzida a comissão do artigo 9.º" in said


@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        ("football_poker", "upper", "10.2"),
        ("football_poker", "even", "10.2"),
        ("fantan", "nim:1-2", "8"),
        ("fish_prawn_crab", "small", "7"),
        ("wheel", "symbol:1", "5"),
    ],
)
def test_the_clause_that_decides_a_bet_is_among_those_that_it_rests_on(game: str, bet: str, clause: str) -> None:
    of = others(game, f'"{bet}", pays = "9 to 5"')
    assert clause in {one.clause for one in of.bets[0].decided_by}
    assert clause in {one.clause for one in of.rests_on}


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize(
    ("game", "change", "columns"),
    [
        ("craps", f'"field", pays = "5 to 1"{PAIRS}', {2, 3, 4, 9, 10, 11, 12}),
        ("fish_prawn_crab", '"one_colour:red", pays = "2 to 1", when = lambda o: o.total == 5', {1}),
        ("football_poker", '"odd", pays = "2 to 1", when = lambda o: o.count == 3', {1, 3, 5, 7}),
    ],
)
def test_a_layout_shows_the_columns_of_the_bet_and_not_every_outcome(
    game: str, change: str, columns: set[int], form: Form
) -> None:
    rules = others(game, change).layout.rules
    bet = rules.bets[change.split('"')[1]]
    assert set(prizes(bet)) == columns
    assert all(isinstance(one, Odds) for one in prizes(bet).values())
    assert layout(rules, speech(), form) is not None


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
    proposal = read_proposal(
        f'proposal(game = "craps", title = say(en = "A", pt = "B", zh = "C"))\nchange(bet = {change})'
    )
    with pytest.raises(Refusal) as refused:
        study(proposal, options)
    because = refused.value.message.about["because"]
    assert isinstance(because, Message)
    assert because.code == code


def test_the_layout_says_a_prize_that_depends_on_more_than_it_shows() -> None:
    of = others("craps", '"field", pays = "3 to 1", when = lambda o: o.is_pair and o.total in (4, 10)')
    drawn = "".join(layout(of.layout.rules, speech()).itertext())
    assert "Proposed prizes" in drawn


@pytest.mark.parametrize(
    ("game", "bet", "said"),
    [
        ("craps", 'wins = lambda o: o.low == 1, sees = ["low"], pays = "2 to 1"', "lower die 1"),
        ("football_poker", 'wins = lambda o: o.count == 3, sees = ["count"], pays = "3 to 1"', "3 cards"),
        (
            "roulette",
            '**in_a_row(lambda o: o.colour == "red", {2: "1 to 1", 4: "9 to 1"})',
            "count of 2 or 3",
        ),
    ],
)
def test_a_bare_number_is_an_outcome_and_nothing_else(game: str, bet: str, said: str) -> None:
    assert said in read(changed(new_bet(game, bet)), "en")


ZERO = "lambda o: o.number == 0"


@pytest.mark.parametrize(
    ("bet", "names"),
    [
        (f'counted_in(5, {ZERO}, {{1: "2 to 1", 2: "20 to 1"}})', ["count of 1", "count of 2 to 5"]),
        (f'counted_in(5, {ZERO}, {{1: "2 to 1", 3: "20 to 1"}})', ["count of 1 or 2", "count of 3 to 5"]),
        (f'counted_in(2, {ZERO}, {{1: "2 to 1", 2: "20 to 1"}})', ["count of 1", "count of 2"]),
        (f'in_a_row({ZERO}, {{2: "8 to 1", 5: "30 to 1"}})', ["count of 2 to 4", "count of 5"]),
        (
            f'counted_before({ZERO}, lambda o: o.number == 1, {{1: "1 to 1", 2: "3 to 1"}}, at_once = False)',
            ["count of 1", "count of 2 or more"],
        ),
        (f'counted_in(3, {ZERO}, {{1: prize("2 to 1", en = "Once", pt = "Uma", zh = "一次")}})', ["Once"]),
    ],
)
def test_a_prize_by_count_says_every_count_that_wins_it(bet: str, names: list[str]) -> None:
    """A top row that is paid for five too was called a count of two."""
    of = changed(new_bet("roulette", f"**{bet}"))
    assert [speech()(one.name) for one in of.bets[0].prizes] == names


def test_a_prize_without_a_name_is_told_by_its_mark_and_not_as_a_count() -> None:
    step = "lambda state, o: stay(1) if not state else win(o.total) if o.total in (4, 10) else lose()"
    of = changed(
        new_bet("craps", f'start = 0, step = {step}, sees = ["total"], prizes = {{4: "8 to 1", 10: "7 to 1"}}')
    )
    assert [speech()(one.name) for one in of.bets[0].prizes] == ["prize “4”", "prize “10”"]


def new_bet(game: str, bet: str) -> str:
    """A proposal with one bet."""
    words = 'say(en = "A", pt = "B", zh = "C")'
    return f'proposal(game = "{game}", title = {words})\nbet(id = "a", name = {words}, description = {words}, {bet})'


@pytest.mark.parametrize(("total", "is_named"), [(12, False), (2, True)])
def test_6_12_an_option_that_the_change_replaces_is_not_among_the_choices(total: int, *, is_named: bool) -> None:
    """The application gave two prizes for the 12."""
    of = others("craps", f'"field", pays = "4 to 1", when = lambda o: o.total == {total}')
    assert ("field_12" in {one.option for one in of.options}) is is_named


def test_5_1_bets_that_change_alike_are_together_in_whichever_order_their_results_come() -> None:
    lines = "\n".join(
        f'change(bet = "figure:{one}", pays = "4 to 1", when = lambda o: o.is_triple)'
        for one in ("fish", "prawn", "crab")
    )
    of = changed(f'proposal(game = "fish_prawn_crab", title = say(en = "A", pt = "B", zh = "C"))\n{lines}')
    assert of.families == (("figure:fish", "figure:prawn", "figure:crab"),)


def test_7_1_a_letter_of_many_items_counts_new_bets_and_changed_prizes_apart() -> None:
    words = 'say(en = "A", pt = "B", zh = "C")'
    new = "\n".join(
        f'bet(id = "a{one}", name = {words}, description = {words}, **totals({one}, pays = "{one} to 1"))'
        for one in range(2, 11)
    )
    changes = 'change(bet = "eleven", pays = "14 to 1")\nchange(bet = "big_number:6", pays = "6 to 5")'
    said = read(changed(f'proposal(game = "craps", title = {words})\n{new}\n{changes}'), "pt")
    assert "as 9 novas apostas e os prémios das outras 2 apostas, descritos na secção 2" in said


def test_a_change_of_nothing_names_the_file() -> None:
    source = (
        'proposal(game = "craps", title = say(en = "A", pt = "B", zh = "C"))\nchange(bet = "eleven", pays = "15 to 1")'
    )
    with pytest.raises(Refusal, match=r"^mine\.star, line 2: "):
        study(read_proposal(source, "mine.star"))
