"""Strategies as data: what a file may say, and what is refused, with the clause, before anything runs."""

import tomllib
from pathlib import Path

import pytest

from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.run import prepare_strategy
from banca.analysis.simulation.strategy import (
    FLAT,
    Labouchere,
    Ladder,
    Play,
    Strategy,
    dalembert,
    fibonacci,
    martingale,
    paroli,
    press,
)
from banca.analysis.simulation.strategy_file import find_strategy, library, parse_strategy, read_strategy
from banca.games import of_chance, playable
from banca.rules import Refusal
from support.commands import refuses

pytestmark = pytest.mark.compiled

MOLLY = """
game = "craps"
title = "Molly"
unit = 10

[limits]
minimum = 5

[session]
bankroll = "1000.50"
target = 2000
stop_loss = 500
rounds = 300

[[bet]]
bet = "pass_line"
stake = 15

[[bet]]
bet = "come"
units = 2
count = 2

[[bet]]
bet = ["pass_odds", "come_odds"]
times = 2
when = ["point", "come_out"]

[[bet]]
bet = "big_number:6"
when = "point"
down = "come_out"
progression = { name = "press", steps = [1, 2, 3] }
"""


def parsed(text: str) -> Strategy:
    strategy = parse_strategy(tomllib.loads(text))
    assert isinstance(strategy, Strategy)
    return strategy


def test_everything_a_file_may_say() -> None:
    strategy = parsed(MOLLY)
    assert strategy.limits is not None
    assert (strategy.limits.minimum, strategy.session.bankroll, strategy.session.rounds) == (500, 100_050, 300)
    assert [play.bet for play in strategy.plays] == ["pass_line", "come", "pass_odds", "come_odds", "big_number:6"]
    assert strategy.plays[0] == Play(bet="pass_line", stake=1500)
    assert strategy.plays[1] == Play(bet="come", stake=2000, count=2)
    assert strategy.plays[3] == Play(bet="come_odds", times=2, when=("point", "come_out"))
    assert strategy.plays[4] == Play(
        bet="big_number:6", stake=1000, when=("point",), down=("come_out",), progression=press((1, 2, 3))
    )
    plan = make_plan(strategy)
    assert len(plan.lines) == 15
    assert [bool(line.bet.added_to) for line in plan.lines] == [False] * 3 + [True] * 12


@pytest.mark.parametrize("game", list(playable()))
def test_every_game_has_a_library_that_its_rules_allow(game: str) -> None:
    assert len(library(game)) >= 5
    for name, file in library(game).items():
        strategy = find_strategy(game, name)
        assert strategy == read_strategy(file)
        assert strategy.game == game
        assert isinstance(strategy, Strategy) == (game in of_chance())
        assert prepare_strategy(strategy).rounds == strategy.session.rounds


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('{ name = "martingale", steps = 3 }', Ladder(steps=(1, 2, 4), win=-1_000_000, lose=1, restarts=True)),
        ('"paroli"', paroli()),
        ('{ name = "labouchere", line = [3, 1] }', Labouchere(line=(3, 1))),
        (
            '{ name = "ladder", steps = [5, 1], win = 1, lose = "reset", past_top = "restart" }',
            Ladder(steps=(5, 1), win=1, lose=-1_000_000, restarts=True),
        ),
    ],
)
def test_progressions_by_name(written: str, meant: object) -> None:
    strategy = parsed(f'game = "craps"\ntitle = "t"\n[[bet]]\nbet = "field"\nprogression = {written}\n')
    assert strategy.plays[0].progression == meant


@pytest.mark.parametrize(
    ("progression", "results", "units"),
    [
        (martingale(3), "llllwl", [1, 2, 4, 1, 2, 1, 2]),
        (paroli(3), "wwwwlw", [1, 2, 4, 1, 2, 1, 2]),
        (dalembert(3), "lllwwww", [1, 2, 3, 3, 2, 1, 1, 1]),
        (fibonacci(6), "llllwwl", [1, 1, 2, 3, 5, 2, 1, 1]),
        (press((3, 1)), "wwlw", [3, 1, 1, 3, 1]),
        (Labouchere(line=(1, 2, 3)), "lwwwl", [4, 5, 5, 4, 2, 4]),
        (FLAT, "wlw", [1, 1, 1, 1]),
    ],
)
def test_progressions_follow_wins_and_losses(progression: Ladder | Labouchere, results: str, units: list[int]) -> None:
    memory = progression.start
    staked = [progression.units(memory)]
    for result in results:
        memory = progression.after(memory, won=result == "w", units=staked[-1])
        staked.append(progression.units(memory))
    assert staked == units


def text(
    top: str = "",
    limits: str = "",
    session: str = "rounds = 10",
    bet: str = 'bet = "field"\nstake = 10',
    more: str = "",
) -> str:
    """A small strategy for craps, with lines put in."""
    return f'game = "craps"\ntitle = "t"\n{top}\n[limits]\n{limits}\n[session]\n{session}\n[[bet]]\n{bet}\n{more}\n'


def field(about: str, **changes: str) -> str:
    return text(bet=f'bet = "field"\n{about}', **changes)


def line(about: str = "", **changes: str) -> str:
    return text(bet=f'bet = "pass_line"\nstake = 10\n{about}', **changes)


REFUSED = {
    "an unknown key": (text(top="bets = 3"), "unknown_key", ""),
    "an unknown progression": (field('progression = "double"'), "unknown_progression", ""),
    "an unknown phase": (field('stake = 10\nwhen = "night"'), "unknown_phase", "craps 5.3.8"),
    "the Pass Line while a point stands": (line('when = "point"'), "point_stands", "R-craps-7"),
    "additional bets above the ceiling": (
        line(more='[[bet]]\nbet = "pass_odds"\ntimes = 4'),
        "additional_too_large",
        "R-craps-9",
    ),
    "additional bets as an amount": (line(more='[[bet]]\nbet = "pass_odds"\nstake = 10'), "needs_times", "craps 5.2.2"),
    "taking down the Pass Line": (line('down = "point"'), "cannot_take_down", "R-craps-8"),
    "two plays above the maximum together": (
        field("stake = 60", limits="maximum = 100", more='[[bet]]\nbet = "field"\nstake = 50'),
        "stake_too_large",
        "R-money-3",
    ),
    "a bet twice with a progression": (
        field("", more='[[bet]]\nbet = "field"\nprogression = "paroli"'),
        "bet_twice",
        "craps 5.3.8",
    ),
    "several of a bet that stays where it is": (field("count = 2"), "wrong_count", "craps 5.3.8"),
    "a bankroll below the first bet": (text(session="bankroll = 9"), "bankroll_too_small", ""),
    "a target that is reached": (text(session="bankroll = 100\ntarget = 100"), "bad_target", ""),
    "no rounds": (text(session="rounds = 0"), "bad_rounds", ""),
    "no bets": ('game = "craps"\ntitle = "t"', "no_bets", "craps 5.1"),
    "too many at once": (
        text(
            bet='bet = ["come", "dont_come"]\ncount = 20',
            more='[[bet]]\nbet = ["come_odds", "dont_come_odds", "pass_odds", "dont_pass_odds"]\ntimes = 1',
        ),
        "too_many_bets",
        "",
    ),
    "stakes too large to count": (
        text(
            session="rounds = 10_000_000", bet='bet = ["aces", "horn", "big_number:5", "pass_line"]\nstake = 99_000_000'
        ),
        "too_large_to_count",
        "",
    ),
    "Post beside the others where it opens late": (
        'game = "football_poker"\ntitle = "t"\noptions = { post_opens = "on_post" }\n[[bet]]\nbet = ["post", "upper"]',
        "different_spaces",
        "",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_before_anything_runs(what: str) -> None:
    written, code, cite = REFUSED[what]
    with pytest.raises(Refusal) as caught:
        prepare_strategy(parse_strategy(tomllib.loads(written)))
    assert (caught.value.code, str(caught.value.cite or "")) == (code, cite)


@pytest.mark.parametrize("units", [(), (0,), (1, -5), (1.5,), (True,), (1,) * 200])
def test_progressions_of_nothing_are_refused(units: tuple[int, ...]) -> None:
    for make in (lambda: Ladder(steps=units, win=0, lose=1), lambda: Labouchere(line=units)):
        with refuses("bad_entry"):
            make()


def test_what_cannot_be_found(tmp_path: Path) -> None:
    for game, name, code in (
        ("craps", "perfect", "unknown_strategy"),
        ("poker", "pass_line", "unknown_game"),
        ("craps", str(tmp_path / "missing.toml"), "cannot_read"),
        ("wheel", str(library("craps")["pass_line"]), "other_game"),
    ):
        with pytest.raises(Refusal) as caught:
            find_strategy(game, name)
        assert caught.value.code == code


def test_a_stake_in_floats_is_refused() -> None:
    with refuses("bad_stake"):
        make_plan(Strategy(game="craps", plays=(Play(bet="field", stake=1000.0),)))  # type: ignore[arg-type]  # it is refused
