"""What a proposal file can say: every helper and argument, against the same chance worked out in plain fractions here."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from banca.analysis.exact import Analysis, analyse
from banca.games import of_chance, rulebook
from banca.rules import Layout, Odds, Proposal, Refusal, Win, explore, extended
from banca.rules.rulebook import ONLY_IN_PHASE
from support.documents import read_here

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""Of 36, for two dice."""
COLOURS = {"fish": "red", "prawn": "green", "gourd": "blue", "coin": "blue", "crab": "green", "rooster": "red"}
"""fish_prawn_crab 1.1."""
WORDS = 'name = say(en = "A {}", pt = "B {}", zh = "C {}"), description = say(en = "A", pt = "B", zh = "C")'


def proposed(text: str, game: str = "craps", name: str = "file.star") -> Proposal:
    """A file of one line that says what it is for, and `text`, where WORDS stand for a name and a description."""
    first = f'proposal(game = "{game}", title = say(en = "A", pt = "B", zh = "C"))\n'
    return read_here(first + text.replace("WORDS", WORDS), name)


def figures(arguments: str, game: str = "craps") -> Analysis:
    """The exact figures of one bet."""
    (new,) = proposed(f'bet(id = "x", WORDS, {arguments})', game).bets
    return analyse(new.bet)


def by_row(analysis: Analysis) -> dict[str, Fraction]:
    """The chance of each row of prizes."""
    return {one.verdict.row: one.chance for one in analysis.results if isinstance(one.verdict, Win)}


def counts(more: Fraction, rows: Iterable[int], most: int) -> dict[str, Fraction]:
    """By row: the chance to reach so many hits and not the next row, where one more follows with `more` each time."""
    ordered = sorted(rows)
    following = dict(zip(ordered, [*ordered[1:], None], strict=True))
    reach = {count: more**count for count in range(most + 1)}
    return {str(row): reach[row] - (reach[after] if after else 0) for row, after in following.items()}


def test_a_file_may_put_the_name_of_its_game_together() -> None:
    """What the file names is sent to the sandbox, and another game when it asks for one."""
    text = proposed('bet(id = "x", WORDS, pays = "35 to 1", wins = lambda o: o.number == 17)', 'rou" + "lette')
    assert text.game == "roulette"


def test_totals_add_their_ways() -> None:
    assert figures('**totals(2, 3, 12, pays = "7 to 1")').p_win == Fraction(WAYS[2] + WAYS[3] + WAYS[12], 36)


@pytest.mark.parametrize(("wanted", "ends"), [((2, 3, 4, 5, 6), (7,)), ((4, 10), (7,)), ((2, 12), (7, 11))])
def test_all_before_by_inclusion_and_exclusion(wanted: tuple[int, ...], ends: tuple[int, ...]) -> None:
    stop = sum(WAYS[total] for total in ends)
    expected = sum(
        (-1) ** size * Fraction(stop, stop + sum(WAYS[total] for total in missing))
        for size in range(len(wanted) + 1)
        for missing in combinations(wanted, size)
    )
    assert figures(f'**all_before({wanted}, pays = "34 to 1", ends = {ends})').p_win == expected


def test_counted_before_is_geometric() -> None:
    rows = '{1: "1 to 1", 3: "9 to 1", 4: "30 to 1"}'
    hit_first = Fraction(WAYS[6] + WAYS[8], WAYS[6] + WAYS[8] + WAYS[7])
    arguments = f"**counted_before(lambda o: o.total in (6, 8), lambda o: o.total == 7, {rows})"
    assert by_row(figures(arguments)) == counts(hit_first, (1, 3, 4), 4)


def test_counted_before_may_wait_for_the_end() -> None:
    rows = '{1: "1 to 1", 3: "9 to 1"}'
    arguments = f"**counted_before(lambda o: o.total == 6, lambda o: o.total == 7, {rows}, at_once = False)"
    analysis = figures(arguments)
    assert by_row(analysis) == counts(Fraction(WAYS[6], WAYS[6] + WAYS[7]), (1, 3), 3)
    assert analysis.mean_rounds == Fraction(36, WAYS[7])


def test_counted_in_is_binomial() -> None:
    pair, rounds = Fraction(1, 6), 5
    exactly = [comb(rounds, held) * pair**held * (1 - pair) ** (rounds - held) for held in range(rounds + 1)]
    analysis = figures(f'**counted_in({rounds}, lambda o: o.is_pair, {{2: "2 to 1", 4: "50 to 1"}})')
    assert by_row(analysis) == {"2": exactly[2] + exactly[3], "4": exactly[4] + exactly[5]}
    assert analysis.mean_rounds == rounds


def test_in_a_row_is_geometric() -> None:
    red = Fraction(18, 37)
    analysis = figures('**in_a_row(lambda o: o.colour == "red", {2: "1 to 1", 3: "4 to 1", 5: "20 to 1"})', "roulette")
    assert by_row(analysis) == counts(red, (2, 3, 5), 5)
    assert analysis.mean_rounds == sum(red**played for played in range(5))


@pytest.mark.parametrize(
    ("helper", "wanted"),
    [
        ("figures", ("fish", "crab")),
        ("figures", ("coin", "coin")),
        ("colours", ("red", "red")),
        ("colours", ("red", "green", "blue")),
    ],
)
def test_figures_and_colours_by_counting_the_216(helper: str, wanted: tuple[str, ...]) -> None:
    shown = ", ".join(f'"{one}"' for one in wanted)
    shakes = product(COLOURS if helper == "figures" else COLOURS.values(), repeat=3)
    ways = sum(all(shake.count(one) >= wanted.count(one) for one in wanted) for shake in shakes)
    assert figures(f'**{helper}({shown}, pays = "5 to 1")', "fish_prawn_crab").p_win == Fraction(ways, 216)


def test_wins_and_ties() -> None:
    analysis = figures('pays = "3 to 2", wins = lambda o: o.total > 8, ties = lambda o: o.total == 7')
    assert (analysis.p_win, analysis.p_push, analysis.p_lose) == (Fraction(10, 36), Fraction(6, 36), Fraction(20, 36))
    assert analysis.house_edge == Fraction(20, 36) - Fraction(3, 2) * Fraction(10, 36)


def test_a_row_of_prizes_by_what_wins_gives() -> None:
    rows = '{"two": prize("30 to 1", en = "Two", pt = "Dois", zh = "二"), 12: "60 for 1"}'
    text = f'bet(id = "x", WORDS, prizes = {rows}, wins = lambda o: {{2: "two", 12: 12}}.get(o.total))'
    (new,) = proposed(text).bets
    assert [(row.key, row.odds, row.name.in_language("pt")) for row in new.prizes] == [
        ("two", Odds(30), "Dois"),
        ("12", Odds(59), "12"),
    ]
    assert analyse(new.bet).house_edge == Fraction(34 - 30 - 59, 36)


def test_a_step_of_ones_own() -> None:
    """The pass line, written again, has the pass line's edge: 7/495 is what craps books print."""
    step = """
def line(point, o):
    if not point:
        if o.total in (7, 11):
            return win()
        return lose() if o.total in (2, 3, 12) else stay(o.total)
    return win() if o.total == point else lose() if o.total == 7 else stay(point)

bet(id = "x", WORDS, pays = "1 to 1", start = None, step = line)
"""
    (new,) = proposed(step).bets
    assert analyse(new.bet).house_edge == Fraction(7, 495)
    assert new.line == 10


def test_thirty_for_one_is_twenty_nine_to_one() -> None:
    assert figures('pays = "30 for 1", wins = lambda o: o.total == 2').pays == (Odds(29),)
    assert figures('pays = " 7  to 6 ", wins = lambda o: o.total == 6').pays == (Odds(7, 6),)


def test_selections_of_a_family() -> None:
    text = """
for total, label in ((4, say(en = "Four", pt = "Quatro", zh = "四")), (10, None)):
    bet(id = "twice", selection = str(total), label = label, WORDS, **repeated(total, 2, pays = "8 to 1"))
"""
    proposal = proposed(text)
    assert proposal.keys == ("twice:4", "twice:10")
    assert [new.bet.label for new in proposal.bets] == ["Four", ""]
    assert {new.line for new in proposal.bets} == {4}


GAME_BETS = {
    "craps": ("o.is_pair", Fraction(6, 36)),
    "fish_prawn_crab": ("o.is_triple", Fraction(6, 216)),
    "wheel": ("o.symbol >= 6", Fraction(2, 52)),
    "fantan": ("o.number % 2 == 0", Fraction(2, 4)),
    "football_poker": ("o.cards[0] == o.cards[1]", Fraction(31, 415)),
    "roulette": ("o.number in (1, 5, 9)", Fraction(3, 37)),
}


@pytest.mark.parametrize("game", of_chance())
def test_a_bet_in_every_game_of_chance(game: str) -> None:
    """The sections of wheel 1.2; a second card like the first of eight decks (football_poker A-5)."""
    condition, chance = GAME_BETS[game]
    assert figures(f'pays = "9 to 1", wins = lambda o: {condition}', game).p_win == chance


@pytest.mark.parametrize("decks", [1, 8])
def test_football_poker_a_5_decks_change_a_proposed_bet(decks: int) -> None:
    proposal = proposed(
        'bet(id = "x", WORDS, pays = "9 to 1", wins = lambda o: o.cards[0] == o.cards[1])', "football_poker"
    )
    rules = extended(rulebook("football_poker"), [proposal]).under(proposal=proposal.id, decks=decks)
    assert analyse(rules.bet("x")).p_win == Fraction(4 * decks - 1, 52 * decks - 1)


def repriced(text: str, key: str, game: str = "craps") -> Fraction:
    proposal = proposed(text, game)
    return analyse(extended(rulebook(game), [proposal]).under(proposal=proposal.id).bet(key)).house_edge


def test_craps_7_2_another_prize_on_some_outcomes() -> None:
    """The field with 3 to 1 on twelve: 1/36, as casinos publish it."""
    assert repriced('change(bet = "field", pays = "3 to 1", when = lambda o: o.total == 12)', "field") == Fraction(
        1, 36
    )


def test_craps_7_2_another_prize_on_all() -> None:
    """Hard six wins once in eleven decisions: at 9 for 1 the house keeps 2/11."""
    assert repriced('change(bet = "hard_way:6", pays = "9 for 1")', "hard_way:6") == Fraction(2, 11)


def test_another_prize_where_the_bet_sees_less_than_the_condition() -> None:
    """Any seven sees a total; a six and a one alone pay 9 to 1, the other four ways 4 to 1."""
    text = 'change(bet = "any_seven", pays = "9 to 1", when = lambda o: o.high == 6)'
    assert repriced(text, "any_seven") == Fraction(30 - 2 * 9 - 4 * 4, 36)


def test_a_rulebook_without_the_option_chosen_is_as_before() -> None:
    proposal = proposed("""
bet(id = "x", WORDS, **all_before((2, 12), pays = "30 to 1"))
change(bet = "field", pays = "9 to 1")
""")
    own, more = rulebook("craps").under(), extended(rulebook("craps"), [proposal]).under()
    assert list(own.bets) == list(more.bets)
    for key, bet in own.bets.items():
        assert (explore(bet).states, explore(bet).rows) == (
            explore(more.bets[key]).states,
            explore(more.bets[key]).rows,
        )
    carried = extended(rulebook("craps"), [proposal]).under(proposal=proposal.id)
    assert list(carried.bets) == [*own.bets, "x"]


def test_a_phase_holds_the_placing() -> None:
    proposal = proposed('bet(id = "x", WORDS, phase = "come_out", **all_before((2, 12), pays = "30 to 1"))')
    book = extended(rulebook("craps"), [proposal])
    rules = book.under(proposal=proposal.id)
    book.check_placing(rules.chosen, rules.bet("x"), 100, Layout(table=book.table.start))
    with pytest.raises(Refusal) as told:
        book.check_placing(rules.chosen, rules.bet("x"), 100, Layout(table=6))
    assert told.value.code == ONLY_IN_PHASE


def test_states_that_look_alike_stay_apart() -> None:
    text = """
def step(state, o):
    if state == 0:
        return stay({2: 1, 3: "1", 4: (1,), 5: "(1)", 6: "placed", 7: "#1", 8: "a" * 200, 9: "\\u202e"}.get(o.total, True))
    return win() if o.total == 7 else lose()

bet(id = "x", WORDS, pays = "1 to 1", start = 0, step = step)
"""
    (new,) = proposed(text).bets
    states = explore(new.bet).states
    assert len(states) == len(set(states)) == 10
    assert all(str(state).isprintable() and len(str(state)) <= 80 for state in states)
