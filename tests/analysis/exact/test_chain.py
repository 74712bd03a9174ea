"""The chain solver, against elimination by hand, series, inclusion and exclusion, and brute enumeration."""

from fractions import Fraction
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.analysis.exact import analyse, together
from banca.analysis.exact.odds import fraction, solve
from banca.analysis.game import game
from banca.games import of_chance
from banca.rules import LOSE, Bet, Odds, Refusal, Space, Standing, Stay, Verdict, Win, citing, explore
from support.lanes import many
from workloads import every_total_but_seven

cite = citing("craps")
PRIZE = Win(Odds(1), cite("6.1"))


def eliminated(moves: list[dict[int, int]], total: int, rewards: list[int]) -> list[Fraction]:
    """X = Px + r by plain Gauss-Jordan elimination in Fractions."""
    size = len(moves)
    rows = [
        [Fraction(total * (a == b) - moves[a].get(b, 0)) for b in range(size)] + [Fraction(rewards[a])]
        for a in range(size)
    ]
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for other in range(size):
            if other != place and rows[other][place]:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[-1] for row in rows]


@st.composite
def chains(draw: st.DrawFn) -> tuple[list[dict[int, int]], int, list[int]]:
    """Any chain that is left from every state with some weight, cycles and all."""
    size = draw(st.integers(1, 9))
    moves = [draw(st.dictionaries(st.integers(0, size - 1), st.integers(1, 5), max_size=size)) for _ in range(size)]
    leaving = [draw(st.integers(1, 5)) for _ in range(size)]
    total = max(sum(move.values()) + leave for move, leave in zip(moves, leaving, strict=True))
    return moves, total, leaving


@given(found=chains(), is_by_flint=st.booleans())
@settings(max_examples=many(100))
def test_the_ordered_solver_agrees_with_plain_elimination(
    found: tuple[list[dict[int, int]], int, list[int]], *, is_by_flint: bool
) -> None:
    moves, total, leaving = found
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("banca.analysis.exact.odds.FEW", 0 if is_by_flint else len(moves))
        solved = solve(moves, total, [[one, total] for one in leaving])
    assert isinstance(solved[0][0], Fraction) is not is_by_flint
    for column, rewards in enumerate([leaving, [total] * len(moves)]):
        assert [fraction(row[column]) for row in solved] == eliminated(moves, total, rewards)


def test_a_bet_that_goes_back_is_solved_as_one_block() -> None:

    def step(run: int, is_heads: int) -> Verdict:
        run = max(run, 0) + 1 if is_heads else min(run, 0) - 1
        return PRIZE if run == 2 else LOSE if run == -2 else Stay(run)

    bet = Bet(id="runs", name="Runs", cite=cite("7.1"), space=Space.uniform((0, 1)), start=0, step=step)
    analysis = analyse(bet)
    assert analysis.p_win == analysis.p_lose == Fraction(1, 2)
    assert analysis.mean_rounds == analysis.states == 3


def test_a_bet_that_may_never_end_is_refused() -> None:
    def step(state: int, face: int) -> Verdict:
        return PRIZE if state == 0 and face == 1 else Stay(1 if face == 6 or state == 1 else 0)

    bet = Bet(id="trap", name="Trap", cite=cite("7.1"), space=Space.uniform(range(1, 7)), start=0, step=step)
    with pytest.raises(Refusal) as caught:
        analyse(bet)
    assert caught.value.code == "never_ends"


def test_a_bet_without_end_of_states_is_refused() -> None:
    bet = Bet(
        id="endless",
        name="Endless",
        cite=cite("7.1"),
        space=Space.uniform(range(2)),
        start=0,
        step=lambda state, _: Stay(state + 1),
    )
    with pytest.raises(Refusal) as caught:
        explore(bet, most_states=1000)
    assert caught.value.code == "too_many_states"


def test_every_total_but_seven_by_inclusion_and_exclusion() -> None:
    ways = {total: 6 - abs(7 - total) for total in range(2, 13) if total != 7}
    subsets = chain.from_iterable(combinations(ways.values(), size) for size in range(len(ways) + 1))
    won = sum((Fraction((-1) ** len(subset) * 6, 6 + sum(subset)) for subset in subsets), Fraction(0))
    analysis = analyse(every_total_but_seven())
    assert analysis.states == 1023  # and the decision makes 1024
    assert analysis.p_win == won
    assert analysis.house_edge == 1 - 176 * won


@pytest.mark.parametrize("name", of_chance())
def test_settling_round_after_round_tends_to_the_exact_chances(name: str) -> None:
    """Spread the weight of every bet over its states for many rounds, in integers: the rest undecided bounds the error."""
    for bet in game(name).bets:
        automaton = explore(bet.terms)
        weights = [weight for _, weight in automaton.space]
        standing, won, scale = {0: 1}, 0, 1
        for _ in range(60):
            moved: dict[int, int] = {}
            won *= sum(weights)
            scale *= sum(weights)
            for state, mass in standing.items():
                for cell, weight in zip(automaton.rows[state], weights, strict=True):
                    if isinstance(cell, int):
                        moved[cell] = moved.get(cell, 0) + mass * weight
                    elif isinstance(cell, Win):
                        won += mass * weight
            standing = moved
            if not standing:
                break
        undecided = Fraction(sum(standing.values()), scale)
        error = bet.analysis().p_win - Fraction(won, scale)
        assert 0 <= error <= undecided < Fraction(1, 10**7)


@pytest.mark.parametrize("name", of_chance())
def test_chances_sum_to_one_and_the_distribution_gives_the_edge(name: str) -> None:
    for bet in game(name).bets:
        figures = bet.analysis()
        spread = figures.net_distribution
        assert figures.p_win + figures.p_lose + figures.p_push == sum(spread.values()) == 1
        assert list(spread) == sorted(spread)
        assert [odds.ratio for odds in figures.pays] == sorted(odds.ratio for odds in figures.pays)
        assert figures.house_edge == -sum(net * chance for net, chance in spread.items())
        mean = -figures.house_edge
        assert figures.variance == sum((net - mean) ** 2 * chance for net, chance in spread.items())
        assert figures.sd == pytest.approx(float(figures.variance) ** 0.5)
        assert figures.house_edge_resolved * (1 - figures.p_push) == figures.house_edge
        assert figures.house_edge_per_round * figures.mean_rounds == figures.house_edge


def test_bets_together_are_counted_outcome_by_outcome() -> None:
    bets = {"field": 10, "any_seven": 5, "hard_way:8": 20, "horn": 4}
    found = game("craps").together(bets)
    nets: dict[int, int] = {}
    for first, second in product(range(1, 7), repeat=2):
        total = first + second
        net = {2: 20, 12: 20, 3: 10, 4: 10, 9: 10, 10: 10, 11: 10}.get(total, -10)
        net += 20 if total == 7 else -5
        net += {True: 180, False: -20}[first == second] if total == 8 else -20 if total == 7 else 0
        net += {2: 27, 12: 27, 3: 12, 11: 12}.get(total, -4)
        nets[net] = nets.get(net, 0) + 1
    assert found.chances == {net: Fraction(ways, 36) for net, ways in sorted(nets.items())}
    assert found.undecided == Fraction(36 - 6 - 5, 36)  # neither a 7 nor an 8
    mean = Fraction(sum(net * ways for net, ways in nets.items()), 36)
    assert found.mean == mean
    assert found.variance == sum((net - mean) ** 2 * Fraction(ways, 36) for net, ways in nets.items())


def test_bets_of_different_spaces_do_not_stand_together() -> None:
    standing = [Standing(game(name).bets[0].terms, 100, "placed") for name in ("wheel", "fantan")]
    with pytest.raises(Refusal) as caught:
        together(standing, chip=1)
    assert caught.value.code == "different_spaces"
