"""The kinds of exercise beside single bets: drawn lawfully, told without the answer, and marked as a second way of reckoning says."""

from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest

import banca
from banca.games import find, of_chance, rules_of
from banca.i18n import translator
from banca.law import Language, clauses_of
from banca.rules import Refusal, Win, format_patacas
from banca.rules.money import DENOMINATIONS, cut, denominations
from banca.training.drills import (
    COUNTS,
    ChipAmount,
    Exercise,
    Payout,
    SeenThrow,
    check_offered,
    kinds_of,
    make_exercise,
    sightings,
    worst_results,
)
from banca.training.exercise import LEVELS, BetExercise, ExerciseKind, WantedExercise
from banca.training.questions import Reply, exercises_of, practised, totals
from support.lanes import many

SEEDS = range(many(4))
PAIRS = [(game, kind) for game in practised() for kind in kinds_of(game)]
OF_KIND = {kind: [game for game, other in PAIRS if other is kind] for kind in ExerciseKind}


def exercises(game: str, kind: ExerciseKind) -> list[Exercise]:
    return [
        make_exercise(WantedExercise(game=game, kind=kind, level=level, seed=seed))
        for level, seed in product(LEVELS, SEEDS)
    ]


def is_right(exercise: Exercise, **reply: Any) -> bool:
    (mark,) = exercise.mark(Reply(**reply), translator())
    return mark.is_right


def settled(made: BetExercise, outcome: str) -> int:
    """What is paid beside the stakes with this result as the next: by the Python interface, player by player."""
    paid = 0
    table = banca.game(made.rules.rulebook.game)
    before = [throw.written for throw in made.throws[:-1]]
    for player in sorted({one.player for one in made.held}):
        own = [one for one in made.held if one.player == player]
        bets = {f"{one.bet.key}@{one.at}": format_patacas(one.stake) for one in own}
        for fate in table.settle(bets, [*before, outcome], made.limits).fates:
            if fate.payment is not None and fate.payment.net > 0:
                paid += fate.payment.net
    return paid


def test_which_games_have_which_kinds() -> None:
    assert set(OF_KIND[ExerciseKind.PICTURE]) == {"craps", "fantan", "fish_prawn_crab", "football_poker", "roulette"}
    assert set(OF_KIND[ExerciseKind.NULL]) == {"craps", "fish_prawn_crab", "pai_kao", "roulette", "wheel"}
    assert set(OF_KIND[ExerciseKind.EXPOSURE]) == set(of_chance())
    for kind in (ExerciseKind.BETS, ExerciseKind.CUTTING, ExerciseKind.PAYOUT):
        assert OF_KIND[kind] == list(practised())
    with pytest.raises(Refusal):
        check_offered("wheel", ExerciseKind.PICTURE)  # no two bets of it win at once


@pytest.mark.parametrize(("game", "kind"), PAIRS)
def test_a_question_is_the_same_from_the_same_name_and_said_in_every_language(game: str, kind: ExerciseKind) -> None:
    wanted = WantedExercise(game=game, kind=kind, level=2, seed=5)
    questions = {spoken: make_exercise(wanted).question(translator(spoken)) for spoken in Language}
    assert make_exercise(wanted).question(translator()) == questions[Language.EN]
    assert len({question.asks for question in questions.values()}) == 3
    assert {question.kind for question in questions.values()} == {kind}
    for mark in make_exercise(wanted).mark(None, translator(Language.PT)):
        assert not mark.is_right
        assert mark.said
        assert mark.steps
        assert all(article.cite.rpartition(" ")[2] in clauses_of(game) for article in mark.articles)


@pytest.mark.parametrize("game", OF_KIND[ExerciseKind.PICTURE])
def test_a_picture_is_paid_as_its_bets_are_one_by_one(game: str) -> None:
    for exercise in exercises(game, ExerciseKind.PICTURE):
        made = exercise.content
        (throw,) = made.throws
        total = settled(made, throw.written)
        verdicts = [made.rules.bets[one.bet.key].verdict(one.state, throw.outcome) for one in made.held]
        assert sum(isinstance(verdict, Win) for verdict in verdicts) >= 2
        assert len({one.player for one in made.held}) == 1
        assert is_right(exercise, amount=total)
        assert not is_right(exercise, amount=total + made.limits.chip)


@pytest.mark.slow
@pytest.mark.parametrize("game", OF_KIND[ExerciseKind.EXPOSURE])
def test_an_exposure_is_the_most_that_any_next_result_costs(game: str) -> None:
    for exercise in exercises(game, ExerciseKind.EXPOSURE)[:: 1 if len(rules_of(game).space) < 30 else 4]:
        made = exercise.content
        space = min((one.bet.space for one in made.held), key=len)
        written = {made.rules.rulebook.show(outcome) for outcome, _ in space}
        costs = {outcome: settled(made, outcome) for outcome in written}
        most = max(costs.values())
        paid, outcomes = worst_results(made)
        assert paid == most
        assert {made.rules.rulebook.show(outcome) for outcome in outcomes} == {
            one for one in written if costs[one] == most
        }
        assert is_right(exercise, amount=most)
        assert not is_right(exercise, amount=most + 100)
        shown = exercise.question(translator())
        assert (shown.outcome, shown.outcome_name) == ("", "")


@cache
def fewest(amount: int, worths: tuple[int, ...]) -> int:
    """How many chips an amount takes at least, trying all of them."""
    least = [0] + [amount] * amount
    for sum_, worth in product(range(1, amount + 1), worths):
        if worth <= sum_:
            least[sum_] = min(least[sum_], least[sum_ - worth] + 1)
    return least[amount]


def test_the_largest_first_takes_the_fewest_chips() -> None:
    for amount in range(1, 1200, 7):
        worths = tuple(worth // 100 for worth in denominations(100))
        assert sum(count for _, count in cut(amount * 100, 100)) == fewest(amount, worths)
    assert all(larger % smaller == 0 for larger, smaller in pairwise(DENOMINATIONS))


def test_chips_are_cut_as_few_as_can_be() -> None:
    for exercise in exercises("craps", ExerciseKind.CUTTING):
        made = exercise.content
        assert isinstance(made, ChipAmount)
        shown = exercise.question(translator())
        left, counts = made.amount, []
        for worth in shown.denominations:
            counts.append(left // worth)
            left %= worth
        assert left == 0
        assert is_right(exercise, counts=counts)
        if counts[0] and len(counts) > 1:  # right in worth, but not the fewest
            worse = [counts[0] - 1, counts[1] + shown.denominations[0] // shown.denominations[1], *counts[2:]]
            assert not is_right(exercise, counts=worse)


@pytest.mark.parametrize("game", OF_KIND[ExerciseKind.PAYOUT])
def test_chips_that_are_handed_over_are_judged_by_what_the_bet_is_paid(game: str) -> None:
    seen = set()
    for exercise in exercises(game, ExerciseKind.PAYOUT):
        made = exercise.content
        assert isinstance(made, Payout)
        (due,) = exercises_of(game).dues(made.base, translator())
        shown = exercise.question(translator())
        handed = sum(one.worth * one.count for one in shown.handed)
        right = "right" if handed == due.paid else "short" if handed < due.paid else "over"
        seen.add(right)
        for choice in ("right", "short", "over"):
            assert is_right(exercise, choice=choice) == (choice == right)
        assert all(format_patacas(due.paid) not in one.name for one in shown.choices)
    assert seen == {"right", "short", "over"}


@pytest.mark.parametrize("game", OF_KIND[ExerciseKind.NULL])
def test_a_throw_is_null_by_the_article_that_says_so(game: str) -> None:
    seen = set()
    for exercise in exercises(game, ExerciseKind.NULL):
        made = exercise.content
        assert isinstance(made, SeenThrow)
        shown = exercise.question(translator())
        choices = [one.id for one in shown.choices]
        assert choices[0] == COUNTS
        assert len(set(choices)) == len(choices) >= 3
        wanted = {str(cite) for cite in find(game).nulls[made.seen.null].cites} if made.seen.null else {COUNTS}
        assert wanted & set(choices)
        assert "{" not in shown.said
        for choice in choices:
            assert is_right(exercise, choice=choice) == (choice in wanted)
        seen.add(not made.seen.null)
    assert seen == {True, False}


@pytest.mark.parametrize("game", OF_KIND[ExerciseKind.NULL])
def test_what_may_be_seen_names_every_reason_and_clauses_that_there_are(game: str) -> None:
    book = find(game).rulebook
    reasons = set(book.nulls) if book else set()
    assert reasons <= {one.null for one in sightings(game)}
    for one in sightings(game):
        by = one.by(find(game))
        assert by
        assert all(cite.clause in clauses_of(game) for cite in by)


def test_totals_say_what_is_taken_from_and_paid_to_each_player() -> None:
    for level, seed in product(LEVELS, SEEDS):
        exercise = make_exercise(WantedExercise(game="roulette", level=level, seed=seed))
        made, marks = exercise.content, exercise.mark(None, translator())
        found = {total.player: total for total in totals(exercise.question(translator()), marks)}
        for player in {one.player for one in made.held}:
            fates = [fate for one, fate in zip(made.held, made.fates(), strict=True) if one.player == player]
            nets = [fate.payment.net for fate in fates if fate.payment is not None]
            assert found[player + 1].paid == sum(net for net in nets if net > 0)
            assert found[player + 1].taken == -sum(net for net in nets if net < 0)
