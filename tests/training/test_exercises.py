"""Exercises for croupiers: legal, the same from the same name, and marked as the rulebook settles."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import banca
from banca.games import of_chance
from banca.games.pai_kao import exercises as pai_kao
from banca.games.pai_kao.bank import settle_round
from banca.games.pai_kao.hands import compare
from banca.games.pai_kao.procedure import betting_order
from banca.i18n import translator
from banca.rules import KINDS, Stay, format_patacas, round_down_to_chip
from banca.tables.banked import Result
from banca.training.exercise import (
    LEVELS,
    BetExercise,
    WantedExercise,
    deal_bets,
    deciding_options,
    families,
    family_of,
    possible_results,
)
from banca.training.questions import articles, dues
from support.lanes import many

SEEDS = range(many(15))
OPTIONS: list[tuple[str, dict[str, str]]] = [(game, {}) for game in of_chance()] + [
    (game, {name: value})
    for game in of_chance()
    for name, values in deciding_options(game).items()
    for value in values[1:]
]


def seeds(game: str) -> range:
    """Craps has the most families, and states that few exercises lead to."""
    return range(many(50)) if game == "craps" else SEEDS


@cache
def exercises(game: str, *options: tuple[str, str]) -> tuple[BetExercise, ...]:
    return tuple(
        deal_bets(WantedExercise(game=game, level=level, seed=seed, options=dict(options)))
        for level, seed in product(LEVELS, SEEDS if options else seeds(game))
    )


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=str)
def test_every_exercise_settles_again_and_is_marked_like_it(game: str, options: dict[str, str]) -> None:
    table = banca.game(game, **options)
    for made in exercises(game, *options.items()):
        assert len({(one.player, one.bet.key, one.at) for one in made.held}) == len(made.held)
        found = iter(dues(made, translator()))
        for player in sorted({one.player for one in made.held}):
            own = [one for one in made.held if one.player == player]
            bets = {f"{one.bet.key}@{one.at}": format_patacas(one.stake) for one in own}
            settlement = table.settle(bets, [throw.written for throw in made.throws], made.limits)
            for fate in settlement.fates:
                due = next(found)
                assert fate.placed is not None
                assert due.result == KINDS[type(fate.decision) if fate.decision else Stay]
                payment = fate.payment
                if due.result == "win":
                    assert payment is not None
                    assert due.paid == round_down_to_chip(payment.prize - payment.commission, made.limits.chip)
                    assert due.paid == payment.net
                elif due.result == "lose":
                    assert payment is not None
                    assert due.paid == payment.received
                else:
                    assert due.paid == 0
                assert due.steps
                assert due.cites


@pytest.mark.parametrize("game", of_chance())
def test_every_exercise_decides_something_with_as_many_bets_as_its_level(game: str) -> None:
    seen: Counter[str] = Counter()
    for made, (level, _) in zip(exercises(game), product(LEVELS, seeds(game)), strict=True):
        assert len(made.held) == LEVELS[level].bets
        assert all(one.stake % made.limits.minimum == 0 for one in made.held)
        results = [due.result for due in dues(made, translator())]
        assert any(result != "stands" for result in results)
        assert set(results) <= set(possible_results(made.rules))
        seen.update(results)
        if not LEVELS[level].has_breakage:
            assert not any(fate.payment and fate.payment.breakage for fate in made.fates())
    assert set(seen) == set(possible_results(made.rules))
    assert seen["win"] > sum(seen.values()) / 5
    assert {family_of(made.rules, one.bet) for made in exercises(game) for one in made.held} == set(
        families(made.rules)
    )


def test_bets_stand_where_play_moved_them() -> None:
    craps = [one for made in exercises("craps") for one in made.held]
    assert {one.state for one in craps if one.bet.id == "come"} == {"first throw", 4, 5, 6, 8, 9, 10}
    assert any(one.bet.added_to for one in craps)
    roulette = [one for made in exercises("roulette", ("zero", "en_prison")) for one in made.held]
    assert any(one.state == "in prison" for one in roulette)
    post = exercises("football_poker", ("post_opens", "on_post"))
    assert all(
        made.throws[-1].written.count("-") == 2 for made in post if any(one.bet.id == "post" for one in made.held)
    )
    for made in exercises("craps"):
        flats = [(one.bet.id, one.state, one.player) for one in made.held]
        added = [one for one in made.held if one.bet.added_to]
        assert all((one.bet.added_to, one.bet.start, one.player) in flats for one in added)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "family"), [("craps", "come_odds"), ("wheel", "symbol:6")])
def test_what_went_wrong_comes_back(game: str, family: str) -> None:
    def count(weights: dict[str, int]) -> int:
        return sum(
            family_of(made.rules, one.bet) == family
            for seed in range(30)
            for made in [deal_bets(WantedExercise(game=game, level=3, seed=seed, weights=weights))]
            for one in made.held
        )

    assert count({family: 9}) > 2 * count({}) > 0


def test_pai_kao_is_marked_as_its_bank_settles() -> None:
    kinds: Counter[str] = Counter()
    for level, seed in product(LEVELS, SEEDS):
        made = pai_kao.make(WantedExercise(game="pai_kao", level=level, seed=seed))
        again = settle_round(made.table)
        found = pai_kao.dues(made, translator())
        assert len(found) == len(again.paid) == LEVELS[level].bets
        order = [gate for gate in betting_order(made.table.banker.number) if gate in again.compared]
        assert list(dict.fromkeys(paid.gate for paid in again.paid)) == order
        gates = {gate.number: gate for gate in made.table.gates}
        for due, paid in zip(found, again.paid, strict=True):
            result = compare(gates[paid.gate].setting, made.table.banker.setting).result
            assert due.result == {Result.WIN: "win", Result.TIE: "push", Result.LOSE: "lose"}[result]
            taken = {"win": 0, "push": 0, "lose": paid.covered}[due.result]
            back = due.paid if due.result == "win" else 0
            assert paid.received == paid.stake - taken + back
            assert due.result != "lose" or due.paid == paid.stake - paid.covered
            if due.result == "win":
                assert due.paid == round_down_to_chip(paid.covered - Fraction(paid.commission), made.table.limits.chip)
            kinds[due.family] += 1
    assert set(kinds) == set(pai_kao.FAMILIES)


def test_the_arithmetic_is_said_with_its_articles() -> None:
    made = next(
        made for made in exercises("fantan") if any(fate.payment and fate.payment.breakage for fate in made.fates())
    )
    place = next(place for place, fate in enumerate(made.fates()) if fate.payment and fate.payment.breakage)
    due = dues(made, translator())[place]
    assert len(due.steps) == 4  # prize, commission, breakage, payment
    assert [one.cite for one in articles("fantan", due.cites, translator())][-2:] == ["fantan 9", "R-money-1"]
