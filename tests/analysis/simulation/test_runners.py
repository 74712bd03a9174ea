"""The plain and the compiled runners give the same money, to the avo, on the same outcomes."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from banca.analysis.simulation import strategy as progressions
from banca.analysis.simulation.compiled.program import FOLDED, make_program
from banca.analysis.simulation.plan import Plan, make_plan
from banca.analysis.simulation.strategy import FLAT, RESET, Labouchere, Ladder, Play, Session, Strategy
from banca.analysis.simulation.strategy_file import find_strategy, library
from banca.games import of_chance, rulebook
from banca.rules import Limits, Refusal
from support.lanes import many
from support.runners import compiled, plain

pytestmark = pytest.mark.compiled


def same_money(plan: Plan, sessions: int, seed: int = 5) -> bool:
    """All runners agree; whether the plan could be folded."""
    folded, by_bet = make_program(plan), make_program(plan, folds=False)
    expected = [plain(plan, folded, seed, session) for session in range(sessions)]
    for program in (folded, by_bet):
        assert compiled(program, seed, 0, sessions) == expected
    return folded.rounds_per_block == FOLDED


@pytest.mark.parametrize("game", of_chance())
def test_every_shipped_strategy(game: str) -> None:
    for name in library(game):
        strategy = find_strategy(game, name)
        assert isinstance(strategy, Strategy)
        is_folded = same_money(make_plan(strategy), 2)
        assert is_folded == ("labouchere" not in name), name


PROGRESSIONS = st.one_of(
    st.just(FLAT),
    st.builds(progressions.martingale, st.integers(1, 6)),
    st.builds(progressions.paroli, st.integers(1, 5)),
    st.builds(progressions.dalembert, st.integers(1, 8)),
    st.builds(progressions.fibonacci, st.integers(1, 8)),
    st.builds(lambda steps: progressions.press(tuple(steps)), st.lists(st.integers(1, 5), min_size=1, max_size=4)),
    st.builds(lambda line: Labouchere(line=tuple(line)), st.lists(st.integers(1, 4), min_size=1, max_size=4)),
    st.builds(
        lambda steps, win, lose, restarts: Ladder(steps=tuple(steps), win=win, lose=lose, restarts=restarts),
        st.lists(st.integers(1, 5), min_size=1, max_size=4),
        st.sampled_from([RESET, -2, -1, 0, 1, 2]),
        st.sampled_from([RESET, -2, -1, 0, 1, 2]),
        st.booleans(),
    ),
)
PHASES = st.sampled_from([(), (), (), ("come_out",), ("point",), ("point 6", "point 8")])
LINES = ("pass_line", "dont_pass", "come", "dont_come")


@st.composite
def bets(draw: st.DrawFn, game: str, key: str, minimum: int) -> Play:
    """A bet with its stake and whatever the rules let it have."""
    is_craps = game == "craps"
    count = draw(st.integers(1, 3)) if key in ("come", "dont_come") else 1
    return Play(
        bet=key,
        stake=minimum * draw(st.integers(1, 30)),
        when=draw(PHASES) if is_craps and key not in LINES else (),
        down=draw(PHASES) if is_craps and key not in LINES else (),
        count=count,
        progression=draw(PROGRESSIONS) if count == 1 else FLAT,
    )


@st.composite
def line_bets(draw: st.DrawFn, minimum: int) -> list[Play]:
    """Line bets of craps, some with additional bets, on all numbers or on one."""
    plays = []
    for flat in draw(st.lists(st.sampled_from(LINES), unique=True, max_size=3)):
        plays.append(draw(bets("craps", flat, minimum)))
        additional = flat.replace("pass_line", "pass") + "_odds" + draw(st.sampled_from(["", "", ":6", ":10"]))
        if draw(st.booleans()):
            times = draw(st.integers(1, 3))
            plays.append(Play(bet=additional, times=times, when=draw(PHASES), down=draw(PHASES)))
    return plays


@st.composite
def sessions(draw: st.DrawFn, first_bet: int) -> Session:
    rounds = draw(st.integers(1, 80))
    if draw(st.booleans()):
        return Session(rounds=rounds)
    bankroll = first_bet + 100 * draw(st.integers(0, 400))
    target = bankroll + 100 * draw(st.integers(1, 200)) if draw(st.booleans()) else None
    stop_loss = draw(st.integers(1, bankroll)) if draw(st.booleans()) else None
    return Session(bankroll=bankroll, target=target, stop_loss=stop_loss, rounds=rounds)


@st.composite
def generated(draw: st.DrawFn) -> Strategy:
    game = draw(st.sampled_from([*of_chance(), *["craps"] * 5]))
    book = rulebook(game)
    options = {option.name: draw(st.sampled_from(option.values)) for option in book.options}
    minimum, chip, maximum = draw(
        st.sampled_from([(100, 1, 10**8), (100, 100, 10**8), (100, 50, 5000), (500, 500, 10**8)])
    )
    rules = book.under(**options)
    free = [key for key, bet in rules.bets.items() if not bet.added_to and key not in LINES]
    keys = draw(st.lists(st.sampled_from(free), unique=True, min_size=game != "craps", max_size=4))
    plays = [draw(bets(game, key, minimum)) for key in keys]
    if game == "craps":
        plays = draw(line_bets(minimum)) + plays
    assume(plays)
    most = max(play.stake * play.progression.units(play.progression.start) for play in plays)
    return Strategy(
        title={},
        game=game,
        options=options,
        plays=tuple(plays),
        session=draw(sessions(most)),
        limits=Limits(minimum=minimum, chip=chip, maximum=maximum),
    )


@settings(max_examples=many(8), suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(generated())
def test_generated_strategies(strategy: Strategy) -> None:
    try:
        plan = make_plan(strategy)
    except Refusal:
        assume(condition=False)
    same_money(plan, 4)


@pytest.mark.parametrize("stake", [10_00, 70_000_001_00])
def test_the_same_answer_in_one_piece_or_many(stake: int) -> None:
    plays = tuple(Play(bet=bet, stake=stake) for bet in ("pass_line", "field", "hard_way:8"))
    strategy = Strategy(game="craps", plays=plays, session=Session(rounds=700), limits=Limits())
    same_money(make_plan(strategy), 13)
    program = make_program(make_plan(strategy))
    whole = compiled(program, 5, 0, 13)
    for size in (1, 7, 9):
        pieces = [compiled(program, 5, first, min(size, 13 - first)) for first in range(0, 13, size)]
        assert [row for piece in pieces for row in piece] == whole
