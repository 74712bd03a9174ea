"""How fast simulation is: Banca beside C and numba written by hand and beside crapssim, on the same strategies, in one run.

    make bench
    python bench/simulation.py --long           the memory of 10^10 rounds too
    python bench/simulation.py --agreement      every bet of every game of chance beside its exact edge

Rates are the best of several short runs, everybody's in turn; what counts is the ratio, as machines are noisy. One thread is
timed by the processor's clock, which stands still while others have the processor; threads beside each other by the wall's.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from operator import add
from pathlib import Path

import numpy as np
from crapssim.strategy.odds import PassLineOddsMultiplier
from crapssim.strategy.single_bet import BetField, BetPassLine
from crapssim.strategy.tools import Strategy as CrapssimStrategy
from crapssim.table import Table

import handwritten
from banca.analysis.exact import analyse
from banca.analysis.simulation.compiled.program import make_program
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.results import Results, results
from banca.analysis.simulation.run import Work, on_threads
from banca.analysis.simulation.strategy import Play, Session, SessionEnd, Strategy, labouchere
from banca.analysis.simulation.tally import ENDED, NET, Program, RunTally
from banca.games import of_chance, rulebook
from banca.rules import Bet, Limits, Rules, Stay

RUNS = 9
STAKE = 1000
"""In avos: 10 patacas."""
TWENTY = (
    *("pass_line", "come", "field", "any_craps", "any_seven", "eleven", "ace_deuce", "aces", "boxcars", "horn"),
    *("big", "small", "hard_way:4", "hard_way:6", "hard_way:8", "hard_way:10"),
    *("big_number:5", "big_number:6", "big_number:8", "big_number:9"),
)
FLAT = Session(rounds=10_000)
PURSE_RULES = {"bankroll": 2_000_000, "target": 2_200_000, "stop_loss": 1_500_000, "rounds": 1000}
PURSE = Session(**PURSE_RULES)
FAR = 5
"""Standard errors by which no two ways of playing the same may differ."""
FURTHEST = 4
"""Standard errors by which no measured edge may lie from the exact one."""

Rate = tuple[int, float]
"""Rounds, and the seconds they took."""
Engine = Callable[[Work], RunTally]


def strategy(plays: Iterable[Play], session: Session, game: str = "craps") -> Strategy:
    """A strategy without options."""
    return Strategy(game=game, plays=tuple(plays), session=session, limits=Limits())


def twenty(session: Session) -> Strategy:
    """Twenty bets at once."""
    return strategy([Play(bet=bet, stake=STAKE) for bet in TWENTY], session)


def with_labouchere() -> Strategy:
    """The same with a progression that cannot be folded."""
    field = Play(bet="field", stake=STAKE, progression=labouchere())
    return strategy([field, *[Play(bet=bet, stake=STAKE) for bet in TWENTY if bet != "field"]], PURSE)


NOT_FOLDED = "purse, 20 with Labouchère"
"""Played bet by bet: no joint automaton holds a Labouchère line. The numba by hand has none."""


def pass_line(*more: Play) -> Strategy:
    """Pass, and perhaps an additional bet."""
    return strategy([Play(bet="pass_line", stake=STAKE), *more], FLAT)


def one_thread(work: Work) -> RunTally:
    """All blocks of some work, one after the other."""
    return reduce(add, map(work.run, range(work.blocks)))


def threads(count: int, work: Work) -> RunTally:
    """All blocks of some work on so many threads."""
    return reduce(add, (counted for _, counted in on_threads(work, range(work.blocks), count)))


ENGINES: dict[str, Engine] = {"one thread": one_thread, "two threads": partial(threads, 2)}
"""Ways to do the same work; the first is the measure of the others."""


def timed(engine: Engine, work: Work, clock: Callable[[], float] = time.process_time) -> Rate:
    """One run of ours."""
    start = clock()
    counted = engine(work)
    return counted.tallies[0].rounds, clock() - start


def race(ways: Mapping[str, Callable[[], Rate]], runs: int = RUNS) -> dict[str, float]:
    """The best rate of each way, in millions of rounds a second; they run in turn, so that all meet the same noise."""
    best = dict.fromkeys(ways, 0.0)
    for _ in range(runs):
        for name, way in ways.items():
            rounds, seconds = way()
            best[name] = max(best[name], rounds / seconds / 1e6)
    return best


def ours(plan: Strategy, rounds: float) -> tuple[Program, Callable[[], Rate]]:
    """A strategy made ready, compiled, and a run of it on one thread."""
    program = make_program(make_plan(plan))
    Work(programs=(program,), seed=1, sessions=2).run(0)
    work = Work(programs=(program,), seed=1, sessions=max(int(rounds) // program.rounds, 1))
    return program, partial(timed, one_thread, work)


def check(what: str, mine: float, theirs: float, error: float) -> None:
    """Stop where two ways of playing the same do not agree."""
    if abs(mine - theirs) > FAR * error:
        sys.exit(f"{what}: {mine:.6g} and {theirs:.6g} differ by more than {FAR} standard errors of {error:.2g}")


def compare_with_c(plan: Strategy, loops: Mapping[str, Path]) -> dict[str, float]:
    """Banca and the C loops on the same joint automaton, after seeing that they agree."""
    program, run = ours(plan, 4e7)
    cells = handwritten.as_cells(program)
    _, paths = program.run(seed=1, first=0, count=4000)
    before_the_last = paths[:, -2] / program.points[-2]
    mean, error = float(before_the_last.mean()), float(before_the_last.std()) / math.sqrt(len(paths))

    def run_c(loop: Path, seed: int) -> tuple[int, float, float, float]:
        return handwritten.by_c(loop, cells, 4000, FLAT.rounds, seed)

    for name, loop in loops.items():
        *_, theirs, their_error = run_c(loop, 7)
        check(f"net per round, {name}", mean, theirs, math.hypot(error, their_error))
    return race({"banca": run} | {name: lambda loop=loop: run_c(loop, 1)[:2] for name, loop in loops.items()})


def compare_with_hand(rounds: float) -> dict[str, float]:
    """Banca folded and bet by bet beside numba by hand, after seeing that they end alike."""
    plan = twenty(PURSE)
    program, run = ours(plan, 3e7)
    mine, _ = program.run(seed=1, first=0, count=20_000)
    for adds_up in (False, True):
        theirs = handwritten.by_hand(2, 20_000, **PURSE_RULES, adds_up=adds_up)
        pairs = [(mine[:, NET], theirs[:, handwritten.NET])]
        pairs += [(mine[:, ENDED] == one, theirs[:, handwritten.ENDED] == int(one)) for one in SessionEnd]
        for one, other in pairs:
            error = math.sqrt((one.var() + other.var()) / 20_000)
            check("sessions with a bankroll, by hand", float(one.mean()), float(other.mean()), error)

    def by_hand(*, adds_up: bool) -> Rate:
        start = time.process_time()
        records = handwritten.by_hand(1, int(rounds) // PURSE.rounds, **PURSE_RULES, adds_up=adds_up)
        return int(records[:, handwritten.ROUNDS].sum()), time.process_time() - start

    ways: dict[str, Callable[[], Rate]] = {
        "banca": run,
        "numba by hand, bet by bet": partial(by_hand, adds_up=False),
        "numba by hand, added up": partial(by_hand, adds_up=True),
    }
    return race(ways | {NOT_FOLDED: ours(with_labouchere(), 4e6)[1]})


def by_crapssim(plan: CrapssimStrategy, exact: float, rolls: int = 20_000) -> Rate:
    """One run of crapssim, whose net per roll is seen to be near ours; it says nothing unless it is asked to."""
    table = Table(seed=1)
    player = table.add_player(bankroll=1e9, strategy=plan)
    worth = [player.total_player_cash]
    start = time.process_time()
    for _ in range(100):
        table.run(rolls // 100, verbose=False)
        worth.append(player.total_player_cash)
    seconds = time.process_time() - start
    net = np.diff(worth) * 100 / (rolls // 100)
    check("net per roll, crapssim", exact, float(net.mean()), float(net.std()) / 10)
    return rolls, seconds


def compare_with_crapssim() -> Iterable[tuple[str, dict[str, float]]]:
    """What crapssim has too: the pass line, its additional bet, the field."""
    amount = STAKE // 100
    odds = BetPassLine(amount) + PassLineOddsMultiplier(1)
    rows = (
        ("pass line", pass_line(), BetPassLine(amount)),
        ("pass line + odds", pass_line(Play(bet="pass_odds", times=1)), odds),
        ("field", strategy([Play(bet="field", stake=STAKE)], FLAT), BetField(amount)),
    )
    for name, plan, theirs in rows:
        program, run = ours(plan, 4e7)
        counted = one_thread(Work(programs=(program,), seed=1, sessions=4000))
        exact = results(counted.tallies[0], program, plan).per_round.measured * 100
        yield name, race({"banca": run, "crapssim": partial(by_crapssim, theirs, exact)}, runs=1)


def compare_engines(plan: Strategy) -> dict[str, float]:
    """The same work by every engine, in short runs: two threads need both processors for the while."""
    program, _ = ours(plan, 1)
    one = Work(programs=(program,), seed=1, sessions=1)
    work = replace(one, sessions=4 * one.per_block)
    return race(
        {name: partial(timed, engine, work, time.perf_counter) for name, engine in ENGINES.items()}, runs=3 * RUNS
    )


SMALL = """
import sys
from banca.rules import Limits
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.compiled.program import make_program
from banca.analysis.simulation.results import results
from banca.analysis.simulation.run import Work
from banca.analysis.simulation.strategy import Play, Session, Strategy

purse = {"bankroll": 100_000, "rounds": 1000} if sys.argv[1] == "purse" else {"rounds": 10_000}
plays = (Play(bet="pass_line", stake=1000),)
strategy = Strategy(game="craps", plays=plays, session=Session(**purse), limits=Limits())
program = make_program(make_plan(strategy))
work = Work(programs=(program,), seed=1, sessions=int(sys.argv[2]) // program.rounds)
counted = work.run(0)
for block in range(1, work.blocks):
    counted += work.run(block)
results(counted.tallies[0], program, strategy)
with open("/proc/self/status") as status:
    print(next(int(line.split()[1]) for line in status if line.startswith("VmHWM")))
"""
"""A simulation in a process of its own, which prints the most memory it had, in KiB; `getrusage` would count its parent's."""


def alone(purse: str, rounds: int) -> tuple[float, float]:
    """Seconds and MB of a pass line simulation in a process of its own, from nothing."""
    start = time.perf_counter()
    command = [sys.executable, "-c", SMALL, purse, str(rounds)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # our own program
    return time.perf_counter() - start, int(printed) / 1024


def row(name: str, rates: Mapping[str, float]) -> None:
    """Rows of the table: the first rate beside each of the others."""
    first, *others = rates.items()
    for place, (peer, rate) in enumerate(others or [("(no gcc here)", 0.0)]):
        mine = f"{name:28}{first[1]:10.1f}" if place == 0 else f"{'':38}"
        print(f"{mine}   {peer:28}{rate:10.3f}{first[1] / rate:11.2f}×" if rate else f"{mine}   {peer}", flush=True)


def speeds() -> dict[str, bool]:
    """Print the table of rates; the goals and whether they are reached."""
    goals = {}
    print("Craps, millions of rounds a second on one thread. All bets 10 patacas.")
    print(
        "flat: no bankroll, sessions of 10,000 rounds; purse: bankroll 20,000 patacas, target 22,000, stop-loss 15,000,"
    )
    print("at most 1,000 rounds. 20 bets: " + " ".join(TWENTY))
    print(f"{'':28}{'banca':>10}   {'peer':28}{'peer':>10}{'banca/peer':>12}")
    with tempfile.TemporaryDirectory() as folder:
        loops = handwritten.compile_loops(Path(folder))
        for name, plan in (("flat, 1 bet", pass_line()), ("flat, 20 bets", twenty(FLAT))):
            rates = compare_with_c(plan, loops)
            row(name, rates)
            if loops:
                share = rates["banca"] / rates["C, joint table"]
                goals[f"{name}: at least 0.6 of the C loop ({share:.2f})"] = share >= 0.6
    rates = compare_with_hand(5e6)
    with_line = rates.pop(NOT_FOLDED)
    row("purse, 20 bets", rates)
    hand = rates["numba by hand, bet by bet"]
    row(NOT_FOLDED, {"banca": with_line, "numba by hand, bet by bet": hand})
    share = rates["banca"] / max(hand, rates["numba by hand, added up"])
    goals[f"purse, 20 bets: at least as fast as numba by hand, the faster one ({share:.2f})"] = share >= 1
    for name, against in compare_with_crapssim():
        row(name, against)
    for name, plan in (("flat, 20 bets", twenty(FLAT)), ("purse, 20 bets", twenty(PURSE))):
        rates = compare_engines(plan)
        first, *others = rates
        for engine in others:
            row(f"{name}, {engine}", {engine: rates[engine], first: rates[first]})
        share = rates["two threads"] / rates["one thread"]
        goals[f"{name}: two threads at least 1.8 times one ({share:.2f})"] = share >= 1.8
    return goals


def sizes(*, is_long: bool) -> dict[str, bool]:
    """Print start-up and memory; the goals and whether they are reached."""
    seconds = max(min(alone(purse, 10_000)[0] for _ in range(3)) for purse in ("flat", "purse"))
    print(f"a first small simulation, from a cold start with the compiled code kept: {seconds:.2f} s")
    _, little = alone("flat", 10**6)
    goals = {f"a first small simulation under 3 s ({seconds:.2f} s)": seconds < 3}
    for power in (9, 10) if is_long else (9,):
        taken, much = alone("flat", 10**power)
        print(f"memory at most: 10^6 rounds {little:.0f} MB, 10^{power} rounds {much:.0f} MB ({taken:.1f} s)")
        goals[f"10^{power} rounds in the memory of 10^6 ({much:.0f} and {little:.0f} MB)"] = much <= 1.1 * little + 20
    return goals


def exact_edge(rules: Rules, bet: Bet) -> Fraction:
    """The edge per unit staked; of an additional bet, that of once the flat bet together with it."""
    edge = analyse(bet).house_edge
    if not bet.added_to:
        return edge
    flat = rules.bet(bet.added_to)
    reached = sum(weight for outcome, weight in bet.space if flat.verdict(flat.start, outcome) == Stay(bet.start))
    added = Fraction(reached, bet.space.total) * rules.rulebook.additional_unit(bet)
    return (analyse(flat).house_edge + added * edge) / (1 + added)


def measured(rules: Rules, bet: Bet, rounds: int, count: int, seed: int) -> Results:
    """A bet placed whenever it may be, and an additional one with its flat bet, at a stake that every prize divides."""
    stake = 252_000
    plays = [Play(bet=bet.key, stake=stake)]
    if bet.added_to:
        plays = [Play(bet=bet.added_to, stake=stake), Play(bet=bet.key, times=1)]
    plan = strategy(plays, FLAT, rules.rulebook.game)
    program = make_program(make_plan(plan))
    counted = threads(count, Work(programs=(program,), seed=seed, sessions=max(rounds // FLAT.rounds, 2)))
    return results(counted.tallies[0], program, plan)


def agreement(rounds: int, count: int) -> bool:
    """Print every bet's measured edge beside the exact one; whether all lie near enough."""
    print(f"{rounds:,} rounds of each bet in sessions of {FLAT.rounds:,}; z: standard errors from the exact edge")
    print(f"{'bet':36}{'measured edge':>14}{'exact':>11}   {'as a fraction':22}{'z':>7}")
    start = time.perf_counter()
    bets = [(rules, bet) for rules in (rulebook(game).under() for game in of_chance()) for bet in rules.bets.values()]
    scores = []
    for seed, (rules, bet) in enumerate(bets):
        edge, found = exact_edge(rules, bet), measured(rules, bet, rounds, count, seed)
        if not bet.added_to and found.per_staked.exact != -edge:
            sys.exit(f"{bet.key}: the exact mean is {-edge}, and the simulation's {found.per_staked.exact}")
        if found.z is None:
            sys.exit(f"{bet.key}: too few rounds to say how far it lies from the exact edge")
        scores.append(found.z)
        name = f"{rules.rulebook.game} {bet.key}{' + flat' if bet.added_to else ''}"
        print(f"{name:36}{-found.per_staked.measured:14.7f}{float(edge):11.7f}   {edge!s:22}{found.z:7.2f}", flush=True)
    furthest = max(map(abs, scores))
    beyond = sum(abs(score) > 2 for score in scores)
    mean_square = sum(score * score for score in scores) / len(scores)
    print(
        f"{len(scores)} bets in {time.perf_counter() - start:.0f} s: largest |z| {furthest:.2f}, {beyond} above 2",
        end=" ",
    )
    print(f"({0.0455 * len(scores):.0f} expected), mean z² {mean_square:.2f} (1 expected)")
    return show({f"every bet within {FURTHEST} standard errors ({furthest:.2f})": furthest <= FURTHEST})


def show(goals: Mapping[str, bool]) -> bool:
    """Print the goals; whether all are reached."""
    for goal, is_reached in goals.items():
        print(f"{'reached' if is_reached else 'MISSED':8} {goal}")
    return all(goals.values())


def main() -> None:
    """Print the table and the goals."""
    parser = argparse.ArgumentParser(description="How fast and how right simulation is.")
    parser.add_argument("--long", action="store_true", help="also the memory of 10^10 rounds")
    parser.add_argument(
        "--agreement", nargs="?", const=10**8, type=int, metavar="ROUNDS", help="every bet, 10^8 rounds each"
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="for --agreement")
    asked = parser.parse_args()
    if asked.agreement:
        sys.exit(not agreement(asked.agreement, asked.threads))
    sys.exit(not show(speeds() | sizes(is_long=asked.long)))


if __name__ == "__main__":
    main()
